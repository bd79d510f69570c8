#pragma once

#include "restraint/optimize/problem.h"

namespace restraint::optimize {

/// The bound that a certificate's residuals must meet for `optimal`, `infeasible` or `unbounded` to be said.
inline constexpr double certificate_tolerance = 1e-9;

/// Relative residuals of an answer (x, y, z) to a problem; all are 0 for an exact one.
struct Residuals {
    double primal = 0.0;  // worst violation of a row or bound over (|A||x| + |bound| + 1), row by row
    double dual = 0.0;    // |Hx + c - A'y - z| over (|H||x| + |c| + |A'||y| + |z| + 1), entry by entry; a
                        // multiplier of the wrong sign, or of an absent side, counts as part of the violation
    double complementarity = 0.0;  // |primal objective - dual objective| over (1 + |objective|)
    double worst() const;
};

/// Checks an optimal answer by the conditions of Karush, Kuhn and Tucker alone; shares no code with the
/// solvers. Sums are accumulated in long double, so that rounding in the check does not hide a fault of the
/// answer.
Residuals kkt_residuals(const Problem& problem, const Solution& solution);

/// Checks a proof of infeasibility: 0 is a perfect proof, 1 proves nothing.
///
/// The combined row (A'farkas_rows + farkas_bounds) x >= combined sides is violated at every x of the box by
/// some amount; returns how far that violation, relative to the sum of the moduli of its terms, is from
/// covering the rounding in A'farkas_rows + farkas_bounds = 0: see the source for the formula. At or below
/// certificate_tolerance the problem is proved infeasible.
double farkas_residual(const Problem& problem, const Vector& farkas_rows, const Vector& farkas_bounds);

/// Checks a proof of unboundedness: the largest relative violation of: x feasible, Hd = 0, d a direction of
/// recession, c'd < 0.
double ray_residual(const Problem& problem, const Vector& x, const Vector& ray);

/// The solution, with its status lowered to `numerical` unless its certificate is at or below
/// certificate_tolerance.
Solution certified(const Problem& problem, Solution solution);

}  // namespace restraint::optimize
