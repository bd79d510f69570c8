#pragma once

#include "restraint/optimize/simplex_vertex.h"

namespace restraint::optimize {

/// The slope of the sum of infeasibilities in variable j: -1 below its sides, 1 above, 0 within. `tolerance`,
/// relative to 1 + |side|, is how far outside counts as within.
double infeasibility(const SimplexVertex& vertex, std::size_t j, double tolerance);

/// A variable that is not basic and enters: the objective falls by `slope` > 0 for each unit that it moves.
struct Entering {
    std::size_t variable = SimplexVertex::none;
    double direction = 1.0;  // +1: it grows, -1: it falls
    double slope = 0.0;
};

/// How far the entering variable moves, and who stops it.
struct Step {
    enum class Kind { exchange, flip, unlimited };
    Kind kind = Kind::unlimited;
    double length = 0.0;     // >= 0: where basic[row] is at its side exactly
    double latest = 0.0;     // exchange: where basic[row] is outside by the tolerance
    std::size_t row = 0;     // exchange: basic[row] leaves the basis ...
    double leaves_at = 0.0;  // ... at this side of it
    double pivot = 0.0;      // exchange: |pivot| relative to the largest entry of its column, or to 1
};

/// The ratio test. `column` is that of the entering variable. In phase one (`infeasible`) the objective is
/// the sum of what basic variables are outside their sides; it is piecewise linear along the step, and the
/// step goes on over its breakpoints as long as it falls. Among the variables that stop the step within the
/// tolerance the one with the largest pivot leaves (Harris 1973).
Step choose_step(const SimplexVertex& vertex, const Entering& entering, const Vector& column, bool infeasible,
                 double tolerance);

}  // namespace restraint::optimize
