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

}  // namespace restraint::bricks
