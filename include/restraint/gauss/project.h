#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <vector>

#include "restraint/gauss/row.h"
#include "restraint/linalg/sparse_rows.h"
#include "restraint/linalg/vector.h"
#include "restraint/optimize/active_set.h"

namespace restraint::gauss {

/// W = M^-1 of one body, symmetric positive semidefinite: diagonal for most bodies, full where an inertia
/// tensor is turned. Zero rows hold a variable where it is: its value stays the target's.
class InverseMass {
  public:
    /// diag(w), at most 6 entries, each >= 0; throws std::invalid_argument for a negative or non-finite
    /// entry, which it names.
    static InverseMass diagonal(std::span<const double> inverse_masses);
    static InverseMass diagonal(std::initializer_list<double> inverse_masses);
    /// A full block of at most 6 x 6, row after row; throws std::invalid_argument if it is not square or not
    /// symmetric positive semidefinite.
    static InverseMass symmetric(std::span<const double> entries);
    /// A body of `size` variables that nothing can move.
    static InverseMass fixed(std::size_t size);

    std::size_t size() const { return size_; }
    bool is_diagonal() const { return diagonal_; }
    double operator()(std::size_t i, std::size_t j) const { return entries_[i * 6 + j]; }

  private:
    InverseMass() = default;
    std::size_t size_ = 0;
    bool diagonal_ = true;
    std::array<double, 36> entries_{};
};

/// The admissible point nearest to a target, and the forces that hold it there: x lists the variables of
/// body 0, then body 1, ...; multipliers, one a row, are >= 0 where the lower side pushes, <= 0 where the
/// upper one does; active, one a row, is the warm start of the next, similar projection; farkas is a
/// combination of the rows that no motion satisfies.
using Projection = optimize::LeastDistance;

/// Gauss' principle of least restraint:   [ROTE-Q, ROTE-Q*, ROTE-Q']
///
///     minimise 1/2 sum over bodies (x_b - target_b)' M_b (x_b - target_b)
///     subject to   lower <= J x <= upper
///
/// - inverse_masses: one W_b = M_b^-1 a body; 0 keeps x at the target
/// - target: accelerations that the applied forces alone would give, or velocities before the impact, or
///   positions of free flight
/// - rows: J, a few bodies each; redundant and repeated rows are harmless
/// - warm_start: `active` of an earlier answer, or empty; changes the time taken, never the motion
/// - side_rounding: the rounding of the rows' sides, in their unit; a row counts as satisfied if it is
///   violated by no more
/// - row_rounding: the error of the rows' coefficients over a row's length; 0: they are exact. A row whose
///   distance from the span of the others is below this share of its length is their combination (the joints
///   of a closed loop that has opened a little), and it counts as satisfied if it is violated by no more than
///   this share of the moduli of the combined terms
///
/// What the rows' structure saves. A row touches a few bodies, so J and J W are kept as sparse rows, and a
/// product with a row costs the variables of its bodies, not those of all. The blocks W_b are needed once,
/// for J W. Of the factor of J W J' over the active rows only the entries that are not zero are kept, in an
/// order of the rows that leaves few of them (dissection_order.h); once added rows have doubled them, the
/// rows are put in such an order again. Bodies that no rows connect add no entries. Last, the active set of
/// the step before is mostly right, and then a step costs one factor. `make bench` prints up to which size
/// each of these helps.
///
/// Returns x unique, with M (x - target) = J' multipliers. The multipliers of dependent rows are not unique.
/// Status optimal (residuals checked, relative to the sizes of target and rows), infeasible (proved: no x
/// satisfies the rows within 1e9 times the distances from the target to its farthest row and to 0), numerical
/// or iteration_limit. Throws std::invalid_argument if a block does not fit its body, or a number is NaN.
Projection project(std::span<const InverseMass> inverse_masses, const Vector& target,
                   std::span<const Row> rows, std::span<const optimize::Activity> warm_start = {},
                   double side_rounding = 0.0, double row_rounding = 0.0);

/// Projects again and again onto the same rows, with other lower sides or another target. What depends on
/// neither is made once, and the rows that were active last are the warm start, with their factor.
class Projector {
  public:
    /// Throws as `project` does.
    Projector(std::span<const InverseMass> inverse_masses, std::span<const Row> rows,
              double side_rounding = 0.0, double row_rounding = 0.0);

    void set_lower(std::size_t row, double lower) { rows_.lower[row] = lower; }
    void set_side_rounding(double side_rounding) { polyhedron_.set_side_rounding(side_rounding); }
    /// warm_start: rows to begin with as active ones, besides those that the last call has left active.
    /// iteration_limit: 0: one that grows with the number of rows and variables.
    Projection project(const Vector& target, std::span<const optimize::Activity> warm_start = {},
                       std::size_t iteration_limit = 0);
    /// The same answer, in less time where many rows are to become active: sweeps over all rows guess which,
    /// and these begin together, until only a few are left for `project`.
    Projection project_together(const Vector& target, std::span<const optimize::Activity> warm_start = {});

  private:
    /// J and J W, row by row, two or three short blocks a row: a product with a row costs the variables of
    /// its bodies, whatever the number of all bodies.
    struct Coefficients {
        SparseRows jacobian, lifted;
        Vector lower, upper, units;
    };
    static Coefficients assemble(std::span<const InverseMass> inverse_masses, std::span<const Row> rows);
    void require_target(const Vector& target) const;
    std::vector<optimize::Activity> sweep(Vector x, Vector pulls) const;

    Coefficients rows_;
    optimize::NearestPoint polyhedron_;
};

}  // namespace restraint::gauss
