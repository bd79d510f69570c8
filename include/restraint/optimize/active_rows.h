#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "restraint/linalg/fast/row_order.h"
#include "restraint/linalg/growing_ldlt.h"
#include "restraint/linalg/sparse_rows.h"
#include "restraint/linalg/two_doubles.h"
#include "restraint/optimize/status.h"

namespace restraint::optimize {

/// lower <= A x <= upper, and the rows lifted by the inverse mass: A W. With W = I both are the same object.
/// Where most rows are never asked for, `inverse_mass` gives W times a vector; `lifted` is not read then.
struct LiftedRows {
    const SparseRows& rows;              // A (m x n)
    const SparseRows& lifted;            // A W (m x n)
    const Vector& lower;                 // (m), -infinity where absent
    const Vector& upper;                 // (m), infinity where absent
    std::span<const double> units = {};  // (n) sqrt(W_jj): by how much x_j moves at a distance of 1, at most;
                                         // or an estimate; empty: all 1
    std::function<Vector(const Vector&)> inverse_mass = {};

    double side(std::size_t i, double sign) const { return sign > 0.0 ? lower[i] : upper[i]; }
    bool is_equality(std::size_t i) const { return lower[i] == upper[i]; }
    /// The largest variable of x as a distance.
    double size(const Vector& x) const;
};

/// The rows that hold at present, each at its lower (sign 1) or upper side (sign -1), each with its pull, the
/// multiplier; and the factor of their inner products G = A_W W A_W'. Rows of this set are linearly
/// independent.
///
/// With a target t, the active rows alone have the nearest point
///
///     x = t + W A_W' lambda,   G lambda = sides - A_W t
class ActiveRows {
  public:
    /// What one unit of pull of row p, not active, changes at the active rows and at row p:
    struct Direction {
        Vector factor_row;       // its row of the factor of G, should it enter
        Vector rates;            // r with G r = A_W W A_p': by how much the active pulls fall
        double curvature = 0.0;  // by how much A_p x grows; 0 if p depends on the active rows
    };

    /// row_rounding: a row of which the active ones leave less than this share of its length counts as their
    /// combination (at least the share below which the factor has no digits).
    explicit ActiveRows(const LiftedRows& rows, double row_rounding = 0.0);

    std::size_t size() const { return rows_.size(); }
    std::size_t row(std::size_t k) const { return rows_[k]; }
    double sign(std::size_t k) const { return signs_[rows_[k]]; }
    double side(std::size_t k) const { return all_.side(rows_[k], sign(k)); }
    bool is_active(std::size_t row) const { return index_[row] != inactive; }
    /// sqrt(A_i W A_i') of any row; as if W were diagonal for one that is not lifted yet.
    double length(std::size_t i) const { return lengths_[i]; }
    /// Row i of A W, of one whose inner products were asked for.
    SparseRows::Row lifted(std::size_t i) const {
        return (all_.inverse_mass ? lifted_ : all_.lifted).row(places_[i]);
    }

    Vector multipliers;  // lambda, in the order of the active rows

    /// A_W W A_p'. Lifts row p.
    Vector inner_products(std::size_t p);
    /// From the inner products of row p with the active rows.
    Direction direction(std::size_t p, const Vector& inner) const;
    /// Row p joins, with the given pull; direction.curvature must be positive.
    void enter(std::size_t p, double sign, const Direction& direction, double multiplier);
    /// Rows join without pull, many sparse ones in their best order, as far as those before them leave more
    /// of them than a share of their length: signs (m), 0 for a row that does not join.
    void adopt(const Vector& signs, double least_share);
    /// Active row k leaves; those after it move up by one.
    void release(std::size_t k);
    /// Whether the factor of many sparse rows would be much shorter in another order. Row k of the factor
    /// fills in from the first active row that shares a variable with it up to k: rows that enter in an
    /// arbitrary order make such stretches long, in the order of nested dissection they are short.
    bool is_out_of_order() const {
        return order_ && order_->is_worth_it(size(), factor_->entries(), entries_in_order_);
    }
    /// Factors the active rows again from their coefficients and solves for their multipliers. A row that
    /// depends on the rows before it is active no more.
    void factor_anew(const Vector& target);

    /// G^-1 g.
    Vector solve(Vector g) const { return factor_->solve(std::move(g)); }
    /// Sets the multipliers to those of the nearest point to the target.
    void solve_multipliers(const Vector& target);
    /// target + W A_W' lambda.
    Vector point(const Vector& target) const;
    /// |x - target| in the metric of M: the root of sum of lambda_k (side_k - A_k target).
    double way(const Vector& target) const;

    /// x = target + W A_W' pulls, right to the last digits even where large pulls cancel.
    struct Refined {
        Vector x;
        double share_left = 0.0;     // the largest distance to an active row's side, of the largest pull
        double distance_left = 0.0;  // that distance, no less than what refinement stops at
    };
    /// Improves the pulls, with residuals in twice the digits, until A_W x = sides to rounding.
    Refined refine(const Vector& target, const Vector& sides, PreciseVector& pulls) const;
    /// The nearest point to the target, with refined multipliers. A factor that has lost its digits is made
    /// anew; rows that then depend on others are active no more.
    Refined refined_point(const Vector& target);

  private:
    static constexpr std::size_t inactive = static_cast<std::size_t>(-1);

    void lift(std::size_t p);
    Direction direction_without_rates(std::size_t p, const Vector& inner) const;
    void reorthogonalise(std::size_t p, Direction& direction) const;
    Vector sides() const;
    Vector left_to_sides(const Vector& target) const;

    LiftedRows all_;
    double row_rounding_;
    Vector lengths_;                   // (m)
    SparseRows lifted_;                // with inverse_mass: rows of A W, as they were asked for
    std::vector<std::size_t> places_;  // (m) of all rows in `lifted_` or in the given ones; or `inactive`
    Vector scattered_;                 // (n) zero between calls
    Vector signs_;                     // (m) 0 for those that are not active
    std::vector<std::size_t> index_;   // (m) among the active rows, or `inactive`
    std::vector<std::size_t> rows_;    // in the order of the factor
    std::unique_ptr<GrowingFactor> factor_;
    std::unique_ptr<fast::RowOrder> order_;  // of many sparse rows; none: as they come
    std::size_t entries_in_order_ = 0;       // of the factor when it was last in order
};

}  // namespace restraint::optimize
