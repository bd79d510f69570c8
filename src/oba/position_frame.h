#pragma once

#include <limits>
#include <map>
#include <vector>

#include "restraint/oba/position_update.h"

namespace restraint::oba {

/// What is known in one frame.
struct PositionUpdater::Frame {
    const World& world;
    const Placements& targets;
    const PositionOptions& options;
    double size = 1.0;              // of the smallest part
    double bound = 0.1;             // rad
    Placements start, now;          // of the frame, of the QP
    std::vector<Placements> stack;  // earlier ones of this frame, to roll back to
    std::map<Pair, Planned> pairs;  // S, with the sets C
    std::vector<double> sizes;      // of the bodies
    double step = 0.0;              // m, of the last QP
    PositionUpdate result;
    double heaviest = 1.0;      // kg, of the bodies that respond
    std::vector<double> steps;  // m, of each body's island when it was last solved
    double script_share = 1.0;  // of their way that scripts ask for in the next QP
    bool is_wedged = false;     // a QP of this frame had no solution

    /// A body no farther than this behind its separating plane may stand where it is, m: all bodies where the
    /// frame begins, and none later on, unless there is no other way. (The other one may be as far behind
    /// it.)
    double may_stay() const {
        if (stack.empty()) return std::numeric_limits<double>::infinity();
        return is_wedged ? 0.4 * options.wedged_overlap * size : 0.0;
    }
    /// Overlaps that do not count, m.
    double enough() const { return (is_wedged ? options.wedged_overlap : options.overlap) * size; }
};

}  // namespace restraint::oba
