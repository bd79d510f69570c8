#pragma once

#include <optional>
#include <span>
#include <vector>

#include "restraint/linalg/ldlt.h"
#include "restraint/optimize/active_set.h"
#include "restraint/optimize/problem.h"

namespace restraint::optimize {

/// The diagonal P = relative * size / d_j^2. In units of d_j and of some rows the entries of A and those of
/// the diagonal of H are near 1, all in the mean of their logarithms (Curtis and Reid 1972; least squares,
/// one unknown after the other), so that P does not depend on the units one starts with. The size is 1, and
/// in a linear program the natural cost over the natural side (scale.h).
Vector proximal_shift(const Problem& problem, double relative);

/// A convex quadratic program as a sequence of problems of least distance, the proximal-point iteration
///
///     x_next = argmin 1/2 x'Hx + c'x + 1/2 (x - x_now)' P (x - x_now)   over the feasible x
///
/// (Rockafellar 1976), which converges for every convex problem that has a solution. With M = H + P each
/// iteration is a problem of least distance, of the target M^-1 (P x_now - c) in the metric of M. With P = 0,
/// which needs a positive definite H, the first is the answer. Otherwise each goes on along x_next - x_now as
/// far as the rows and the objective allow: a linear program then ends after a few.
class Proximal {
  public:
    /// shift   the diagonal of P (n)
    Proximal(const AllRows& all, Vector shift);

    /// False if H + P is not positive definite.
    bool is_convex() const { return factor_.semidefinite && factor_.rank == shift_.size(); }

    /// `optimal` with an answer that its certificate confirms, or `numerical`; `infeasible` and `unbounded`
    /// if it seems so, which quadratic_program.h proves. iteration_limit is that of one problem of least
    /// distance, 0 for its own.
    Solution solve(Vector center, std::span<const Activity> warm_start, std::size_t iteration_limit);

    /// The worst residual of that answer.
    double residual() const { return residual_; }

  private:
    struct Iterate {  // x and the multipliers y of the active rows, in their order
        PreciseVector x, y;
    };

    const ActiveRows& active() const { return polyhedron_->active(); }
    PreciseVector gradient(const PreciseVector& x) const;
    void improve(Iterate& iterate, PreciseVector gradient) const;
    Solution rounded(const Iterate& now, const PreciseVector& gradient, const ActiveSet& activity) const;
    void polish(const LeastDistance& nearest, Solution& best);
    double length_of_descent(const Vector& x, const Vector& ray) const;

    const Problem& problem_;
    const AllRows& all_;
    Vector shift_;
    Ldlt factor_;  // of H + P
    Vector units_;
    std::optional<NearestPoint> polyhedron_;  // all rows between their sides
    double residual_ = infinity;              // of the best answer so far
};

}  // namespace restraint::optimize
