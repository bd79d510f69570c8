#pragma once

#include <cmath>

#include "restraint/optimize/simplex_vertex.h"

namespace restraint::optimize {

/// How far a basic variable may be outside a side before it counts as outside: `tolerance` relative to 1 +
/// |side|.
inline double beyond_lower(const SimplexVertex& vertex, std::size_t j, double tolerance) {
    return vertex.lower[j] - vertex.x[j] - tolerance * (1.0 + std::abs(vertex.lower[j]));
}
inline double beyond_upper(const SimplexVertex& vertex, std::size_t j, double tolerance) {
    return vertex.x[j] - vertex.upper[j] - tolerance * (1.0 + std::abs(vertex.upper[j]));
}

/// A variable that is not basic and whose way lets the objective fall.
struct Entering {
    std::size_t variable = SimplexVertex::none;
    double direction = 1.0;  // +1: it grows, -1: it falls
};

/// How far the entering variable moves, and who stops it.
struct Step {
    enum class Kind { exchange, flip, unlimited };
    Kind kind = Kind::unlimited;
    double length = 0.0;     // >= 0
    std::size_t row = 0;     // exchange: basic[row] leaves the basis ...
    double leaves_at = 0.0;  // ... at this side of it
    double pivot = 0.0;      // exchange: |pivot| relative to the largest entry of its column, or to 1
};

/// The ratio test. `column` is that of the entering variable. A basic variable stops the step at the side
/// ahead of it, and in phase one, where it is outside, at the side that it is beyond. Among the variables
/// that stop the step within the tolerance the one with the largest pivot leaves (Harris 1973).
Step choose_step(const SimplexVertex& vertex, const Entering& entering, const Vector& column,
                 double tolerance);

}  // namespace restraint::optimize
