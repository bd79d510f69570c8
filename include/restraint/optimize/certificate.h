#pragma once

#include "restraint/optimize/problem.h"

namespace restraint::optimize {

/// The bound that a certificate's residuals must meet for `optimal`, `infeasible` or `unbounded` to be said.
inline constexpr double certificate_tolerance = 1e-9;

/// Relative residuals of an answer (x, y, z) to a problem; all are 0 for an exact one, infinite for a NaN.
///
/// primal           the worst violation of a row or bound over (|A||x| + |bound| + 1), row by row
/// dual             |Hx + c - A'y - z| over (|H||x| + |c| + |A'||y| + |z| + 1), entry by entry; what a
///                  multiplier of an absent side adds to the entry counts as violation
/// complementarity  |primal objective - dual objective| over (1 + |primal objective|), where
///                      primal = 1/2 x'Hx + c'x + c0,   dual = -1/2 x'Hx + y'side + z'bound + c0,
///                  the lower side for a positive multiplier, the upper for a negative one, so that a
///                  multiplier whose side is not active shows as a gap. An `objective` that is not that of x
///                  counts too.
///
/// That the three vanish proves x optimal if H is positive semidefinite, which is taken for granted here.
struct Residuals {
    double primal = 0.0, dual = 0.0, complementarity = 0.0;
    double worst() const;
};

/// Checks an optimal answer by the conditions of Karush, Kuhn and Tucker alone; shares no code with the
/// solvers. Sums are accumulated in long double, so that rounding in the check does not hide a fault of the
/// answer. Throws std::invalid_argument if a vector of the answer does not fit the problem.
Residuals kkt_residuals(const Problem& problem, const Solution& solution);

/// Checks a proof of infeasibility: 0 is a perfect proof, 1 proves nothing, up to certificate_tolerance the
/// problem is proved infeasible.
///
/// Every feasible x has   r'x >= S,   r = A'farkas_rows + farkas_bounds,   S the combined sides: the lower
/// ones for positive entries, the upper ones for negative entries (one that is absent: 1). It is to be shown
/// that no x of the box has. Let M = S - sum_j max r_j x_j over those j where the box bounds r_j x_j: an
/// exact proof has M > 0 and no other r_j. So
///
///     residual = 1   if M is not above what rounding may have made of it;   else
///     residual = max |r_j| / t_j / min(M / T, 1e-3)   over those j where the box does not bound r_j x_j,
///
/// with t_j the moduli of the terms of r_j and T those of M. Such a leftover r_j leaves a way out: a feasible
/// x_j beyond M / |r_j|, that is, more than (M / T) / (|r_j| / t_j) times the x_j of T / t_j at which its
/// terms are as large as the sides. Up to the tolerance, that is 10^9 times; and no leftover above 1e-12 of
/// its terms, which would not be rounding, is accepted. Neither depends on units. (Where bounds are huge, a
/// leftover up to 1e-12 may also be judged as if they were absent; the smaller residual counts.)
///
/// A row whose own sides cross is its own proof: farkas_rows the unit vector of that row, farkas_bounds 0.
/// Crossed bounds are covered by the formula: farkas_bounds a unit vector.
double farkas_residual(const Problem& problem, const Vector& farkas_rows, const Vector& farkas_bounds);

/// Checks a proof of unboundedness: at or below certificate_tolerance the problem is proved unbounded. 1
/// proves nothing.
///
/// The larger of the primal residual of x and of
///
///     max |r| / t / min(-c'd / |c|'|d|, 1e-3)
///
/// over all leftovers r: the entries of Hd, and those of Ad and d that lead out of a side that is there; t
/// the moduli of its terms. It is 1 if c'd is not negative by more than rounding.
double ray_residual(const Problem& problem, const Vector& x, const Vector& ray);

/// The solution, with `optimal`, `infeasible` or `unbounded` lowered to `numerical` unless its certificate is
/// at or below certificate_tolerance.
Solution certified(const Problem& problem, Solution solution);

}  // namespace restraint::optimize
