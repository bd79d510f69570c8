#include "restraint/bricks/motion.h"

#include "restraint/bricks/shape.h"
#include "restraint/bricks/tolerances.h"

namespace restraint::bricks {

std::string overlap_warning(const Tower& tower, const Overlap& overlap, double time) {
    const double width = least_width(tower);
    if (overlap.depth <= overlap_warned * width) return "";
    return "at t = " + shown(time) + " s " + part_names(tower, overlap.pair.first, overlap.pair.second) +
           " overlap by " + shown(overlap.depth) + " m, where the thinnest body is " + shown(width) +
           " m wide: the motion is coarse from there on; take a smaller --dt or more --halvings";
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
