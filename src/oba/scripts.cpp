#include "restraint/oba/scripts.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "restraint/oba/tolerances.h"

namespace restraint::oba {

namespace {

Placement placement_at(const World& world, std::size_t i, double time) {
    const Scripted wanted = world.scripts.at(i)(time);
    if (!is_finite(wanted.position) || !is_finite(wanted.orientation))
        throw std::invalid_argument("the script of body " + world.bodies[i].name + " gives a place at " +
                                    std::to_string(time) + " s that is not finite");
    return {wanted.position, normalized(wanted.orientation)};
}

}  // namespace

Placement script_target(const World& world, std::size_t i) {
    Placement target = placement_at(world, i, world.time + world.dt);
    const Vec3 now = world.bodies[i].position, way = target.position - now;
    const Vec3 own = target.position - placement_at(world, i, world.time).position;
    const double longest = std::max(catching_up * norm(own), slow_catching_up * smallest_size(world));
    if (norm(way) > longest) target.position = now + (longest / norm(way)) * way;
    return target;
}

void set_script_velocities(World& world, const Placements& reached) {
    for (const auto& entry : world.scripts) {
        RigidBody& body = world.bodies[entry.first];
        const Perturbation way = perturbation({body.position, body.quaternion}, reached[entry.first]);
        rigid::set_velocity(body, way.translation / world.dt, way.rotation / world.dt);
    }
}

RigidBody yielding(const World& world, std::size_t i) {
    double heaviest = 0.0;
    for (std::size_t k = 0; k < world.bodies.size(); ++k)
        if (world.responds(k)) heaviest = std::max(heaviest, world.bodies[k].mass);
    RigidBody body = world.bodies[i];
    body.mass = script_weight * (heaviest > 0.0 ? heaviest : 1.0);
    body.inverse_mass = 1.0 / body.mass;
    body.inverse_inertia = body.inverse_body_inertia = 0.0 * Mat3::identity();
    body.linear_momentum = body.mass * body.velocity;
    return body;
}

}  // namespace restraint::oba
