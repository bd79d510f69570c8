#pragma once

#include "restraint/optimize/problem.h"

namespace restraint::optimize {

/// Sides from this size on mean "none" in most files.
inline constexpr double as_good_as_infinite = 1e20;

/// Powers of two in whose units a problem's numbers are about 1, so that scaling changes no digit:
///
///     |a_ij| sizes[m + j] / sizes[i] < 2,   the largest of each column at least 1
///
/// sizes (m + n): the natural sizes of the rows a_i'x, then of the variables x_j. The largest side has its
/// own natural size. `objective` is that of the largest |c_j x_j|, so that the natural size of a multiplier
/// is objective / sizes[i]. `sides` is the largest side in the units sizes / sides. It and `objective` are 1
/// if all sides or costs are 0 or absent.
struct Scale {
    Vector sizes;
    double sides = 1.0, objective = 1.0;
};

Scale natural_scale(const Problem& problem);

}  // namespace restraint::optimize
