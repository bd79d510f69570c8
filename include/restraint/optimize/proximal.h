#pragma once

#include <optional>
#include <span>
#include <vector>

#include "restraint/optimize/least_distance.h"
#include "restraint/optimize/problem.h"
#include "restraint/optimize/shifted_root.h"

namespace restraint::optimize {

/// All constraints of a problem as rows: its own m rows, then one for each variable that has a bound.
/// The problem must outlive them: if no variable has a bound, its rows are looked at, not copied.
class AllRows {
  public:
    explicit AllRows(const Problem& problem);

    const SparseRows& rows() const { return with_bounds_ ? *with_bounds_ : given_; }
    Vector lower, upper;
    std::vector<std::size_t> variables;  // row m + k bounds variable variables[k]

  private:
    const SparseRows& given_;
    std::optional<SparseRows> with_bounds_;
};

/// A convex quadratic program as a sequence of problems of least distance, the proximal-point iteration
///
///     x_next = argmin 1/2 x'Hx + c'x + 1/2 (x - x_now)' P (x - x_now)   over the feasible x
///
/// (Rockafellar 1976), which converges for every convex problem that has a solution. With P = 0, which needs
/// a positive definite H, the first iteration is the answer. Otherwise each one goes on along x_next - x_now
/// as far as the rows and the objective allow: a linear program then ends after a few.
class Proximal {
  public:
    /// shift   the diagonal of P (n)
    Proximal(const Problem& problem, const AllRows& all, Vector shift);

    /// False if H + P is not positive definite.
    bool is_convex() const { return polyhedron_.has_value(); }

    /// `optimal` with an answer that its certificate confirms, or `numerical`; `infeasible` and `unbounded`
    /// if it seems so, which ray_program.h proves. It starts at x; iteration_limit is that of one problem of
    /// least distance, 0 for its own.
    Solution solve(Vector x, std::span<const Activity> warm_start, std::size_t iteration_limit);
    /// Whether rows may contradict each other by less than what their last answer was rounded by.
    bool is_doubtful() const { return polyhedron_->is_doubtful(); }

  private:
    struct Iterate {  // of the active rows' own problem; y in the order of the active rows
        PreciseVector x, y;
    };

    const ActiveRows& active() const { return polyhedron_->active(); }
    Vector target(const Vector& x) const;
    Iterate iterate(const LeastDistance& nearest) const;
    PreciseVector gradient(const PreciseVector& x) const;
    void improve(Iterate& iterate, PreciseVector gradient) const;
    Solution rounded(const Iterate& iterate, const PreciseVector& gradient) const;
    void polish(const LeastDistance& nearest, Solution& best, double& best_residual) const;
    double length_of_descent(const Vector& x, const Vector& ray) const;
    double length_within_rows(const Vector& x, const Vector& ray) const;

    const Problem& problem_;
    const AllRows& all_;
    Vector shift_;
    ShiftedRoot root_;
    SparseRows rows_;                         // all rows times R^-1
    std::optional<NearestPoint> polyhedron_;  // rows_ between their sides
};

}  // namespace restraint::optimize
