#pragma once

#include "restraint/optimize/problem.h"

namespace restraint::optimize {

/// Sides from this size on mean "none" in most files.
inline constexpr double as_good_as_infinite = 1e20;

/// Powers of two in whose units a problem's numbers are about 1, so that scaling changes no digit:
///
///     rows[i] |a_ij| columns[j] < 2,   the largest of each column at least 1
///
/// The natural size of x_j is columns[j] sides, that of y_i is rows[i] costs, that of z_j is costs /
/// columns[j], where `sides` is the largest side and `costs` the largest cost in these units (1 if all are 0
/// or absent).
struct Scale {
    Vector rows, columns;  // (m), (n)
    double sides = 1.0, costs = 1.0;
};

Scale natural_scale(const Problem& problem);

}  // namespace restraint::optimize
