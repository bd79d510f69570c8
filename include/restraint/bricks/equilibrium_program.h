#pragma once

#include <vector>

#include "restraint/bricks/heaps.h"
#include "restraint/bricks/stability.h"
#include "restraint/optimize/problem.h"

/// The linear program of the slides: the same verdict from a method that shares nothing with Gauss'
/// principle, and what forces a stable tower leaves open.   [SLIDES-lp]
namespace restraint::bricks {

/// What equilibrium lacks, as a linear program that is always feasible; r+ and r- of each row are its last
/// columns.   [SLIDES-lp]
///
///     minimise sum (r+ + r-)   subject to   A f + r+ - r- = -gravity/W,   f, r+, r- >= 0
///
/// The multipliers of the rows are a virtual motion: dual to the least sum of the r is the greatest work of
/// gravity under motions of at most 1 that close no gap.   [SLIDES-virt]
optimize::Problem program(const Equilibrium& equilibrium);

/// The least and the greatest force in N of one contact over all equilibria; may be infinite.
struct ForceRange {
    double least = 0.0, greatest = 0.0;
};

/// The range of each contact's force in a stable tower: forces are not unique. Empty if the solver gave up.
/// Throws std::invalid_argument unless the tower is stable.
std::vector<ForceRange> force_ranges(const Tower& tower, const Stability& stability);

}  // namespace restraint::bricks
