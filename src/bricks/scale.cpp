#include "restraint/bricks/scale.h"

#include <algorithm>
#include <cmath>

#include "restraint/bricks/tolerances.h"

namespace restraint::bricks {
namespace {

double farthest_coordinate(const Body& body) {
    return std::max(std::abs(body.pose.position.x), std::abs(body.pose.position.y)) + radius(body);
}

}  // namespace

double mass_that_moves(const Tower& tower) {
    double sum = 0.0;
    for (const Body& body : tower.bodies)
        if (!body.fixed) sum += body.mass;
    return sum;
}

double fastest_velocity(const Tower& tower) {
    double fastest = 0.0;
    for (const Body& body : tower.bodies)
        if (!body.fixed) fastest = std::max(fastest, norm(body.velocity.linear));
    return fastest;
}

void require_judgeable(const Tower& tower) {
    const double size = mean_size(tower), mass = mass_that_moves(tower);
    for (std::size_t b = 0; b < tower.bodies.size(); ++b) {
        const Body& body = tower.bodies[b];
        const double width = least_width(body), coordinate = farthest_coordinate(body);
        const double rounding = touching_distance(0.0, coordinate);
        if (!(width >= least_width_ratio * size))
            throw ScaleError(body.name + " is " + shown(width) + " m thin, but bodies of a mean size of " +
                                 shown(size) + " m are told apart to " + shown(least_width_ratio * size) +
                                 " m",
                             b);
        if (!(rounding <= largest_rounding * width))
            throw ScaleError(body.name + " is up to " + shown(coordinate) +
                                 " m from the origin, where features are told apart to " + shown(rounding) +
                                 " m, but is " + shown(width) + " m thin: move the tower to the origin",
                             b);
        if (!body.fixed && !(body.mass >= least_mass_ratio * mass))
            throw ScaleError(body.name + " has " + shown(body.mass / mass) +
                                 " of the tower's mass, but balance is judged for bodies of at least " +
                                 shown(least_mass_ratio) + " of it",
                             b);
    }
}

std::string step_warning(const Tower& tower, double dt) {
    const double width = least_width(tower), fall = norm(tower.gravity) * dt * dt,
                 way = fastest_velocity(tower) * dt + fall;
    if (way > width)
        return "a step of " + shown(dt) + " s is long: bodies that are " + shown(width) + " m thin move by " +
               shown(way) + " m in it";
    const double size = mean_size(tower);
    if (fall > 0.0 && fall < least_fall * size)
        return "a step of " + shown(dt) + " s is short: bodies of " + shown(size) + " m fall by " +
               shown(fall) + " m in it, which rounding disturbs";
    return "";
}

}  // namespace restraint::bricks
