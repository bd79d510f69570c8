#pragma once

#include "restraint/optimize/problem.h"
#include "restraint/optimize/tolerances.h"

namespace restraint::optimize {

/// Relative residuals of an answer (x, y, z) to a problem; all are 0 for an exact one, infinite for a NaN.
///
/// primal           the worst violation of a row or bound over (|A||x| + |bound| + 1), row by row
/// dual             |Hx + c - A'y - z| over (|H||x| + |c| + |A'||y| + |z| + 1), entry by entry; what a
///                  multiplier of an absent side adds to the entry counts as violation
/// complementarity  |primal objective - dual objective| over (1 + |primal objective|), where
///                      primal = 1/2 x'Hx + c'x + c0,
///                      dual = -1/2 x'Hx + y'side + sum_j g_j bound_j + c0,   g = Hx + c - A'y,
///                  the lower side for a positive multiplier, the upper for a negative one, so that a
///                  multiplier whose side is not active shows as a gap. g itself leans on the bounds, not z:
///                  a small g_j and a distant bound make a large gap. Where x_j has no such bound, or where
///                  g_j is not above the rounding of y, it leans on 0. An `objective` that is not
///                  that of x counts too.
///
/// That the three vanish proves x optimal if H is positive semidefinite, which is taken for granted here.
struct Residuals {
    double primal = 0.0, dual = 0.0, complementarity = 0.0;
    double worst() const;
};

/// Checks an optimal answer by the conditions of Karush, Kuhn and Tucker alone; shares no code with the
/// solvers but the natural sizes. Here and below sums are taken in twice the digits of a double, so that
/// rounding in the check does not hide a fault of the answer. Throws std::invalid_argument if a vector of the
/// answer does not fit the problem.
Residuals kkt_residuals(const AllRows& all, const Solution& solution);

/// The solution, with its proof checked; certificate.cpp derives what a proof says.
///
/// infeasible   no x with |x_j| <= reach size_j satisfies the rows and bounds
/// unbounded    no multipliers and x* of an optimum are within `reach` natural sizes
///
/// An exact proof reaches to infinity, vectors that prove nothing reach 0. The status is lowered to
/// `numerical` where the reach is below certified_reach, or where the margin of the proof is not above what
/// the rounding of the problem's own numbers may make of 0. `optimal` is, where a residual is above
/// certificate_tolerance.
Solution certified(const Problem& problem, Solution solution);

}  // namespace restraint::optimize
