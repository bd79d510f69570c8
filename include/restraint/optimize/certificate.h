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

/// How far a proof of infeasibility reaches. Every x that satisfies the rows and bounds has
///
///     r'x >= S,   r = A'f + g,   S the combined sides (the lower ones for positive f_i and g_j, the upper
///     ones
///                                for negative),
///
/// so     M = S - sum_j max r_j x_j <= sum_k r_k x_k,   j the columns where the bounds of x_j stop r_j x_j,
///                                                      k the others.
///
/// No x with |x_k| <= R size_k does that for R < M / sum_k |r_k| size_k, which is returned: infinity for an
/// exact proof, and 0 if M is not positive or f or g leans on an absent side. M and r count at their worst
/// within the error of their sums. Bounds from 1e20 on do not stop x_j.
///
/// A row or bound whose own sides cross is its own proof: an f or g that is not 0 there adds 1 to M and
/// nothing to r.
double farkas_reach(const Problem& problem, const PreciseVector& farkas);

/// How far a proof of unboundedness reaches: x satisfies the rows and bounds up to certificate_tolerance
/// (otherwise 0), and d leads down for ever. The multipliers of an optimum would satisfy
///
///     -c'd = -sum_i y_i (Ad)_i - sum_j z_j d_j + x*'Hd <= sum_i |y_i| |(Ad)_i| + sum_j |z_j| |d_j|
///                                                         + sum_j |x*_j| |(Hd)_j|,
///
/// i and j over the rows and bounds out of which d leads. So there are none within R natural sizes of
/// multipliers and x* for R < -c'd over the right side for multipliers and x* of the natural sizes, which is
/// returned: infinity for an exact proof, 0 if c'd is not negative.
double ray_reach(const Problem& problem, const Vector& x, const PreciseVector& d);

/// The solution, `infeasible` and `unbounded` with the reach of their proof; these two and `optimal` are
/// lowered to `numerical` unless the reach is at least certified_reach and M, or -c'd, above what the
/// rounding of the problem's own numbers may make of 0; the residuals at most certificate_tolerance.
Solution certified(const Problem& problem, Solution solution);

}  // namespace restraint::optimize
