#pragma once

#include <cstddef>
#include <vector>

#include "restraint/optimize/active_rows.h"

namespace restraint::optimize {

/// A row and the side it has to reach; sign is 1 for the lower side, -1 for the upper one.
struct Violated {
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    std::size_t row = none;
    double sign = 0.0;
    double amount = 0.0;  // how far x is beyond that side; negative: inside
};

/// The place x = target + W A_W' lambda that the active rows pull to, and which of the other rows it violates
/// by more than rounding.
///
/// The error of an x that was summed in doubles is a share of its terms, the target and the pulls, and these
/// may cancel: only violations far above that share are acted upon. The error of a refined x (active_rows.h)
/// is a share of x.
class ViolatedRows {
  public:
    /// side_rounding, row_rounding: as of NearestPoint. The rows and the active ones are not copied
    /// and must outlive this object.
    ViolatedRows(const LiftedRows& rows, const ActiveRows& active, double side_rounding,
                 double row_rounding = 0.0);

    /// A new target; nothing is given up.
    void start(const Vector& target);
    void move_to(Vector x);
    void move_to(ActiveRows::Refined place);
    const Vector& target() const { return target_; }
    const Vector& x() const { return x_; }
    bool is_refined() const { return is_refined_; }

    /// The row that is farthest from x in the metric of M, of those that are violated by more than rounding;
    /// `none` if all hold.
    Violated farthest() const;
    /// How far x is beyond the nearer side of row i.
    Violated violation(std::size_t i) const;
    /// |A_p| |x| + |side|.
    double terms_at_x(const Violated& p) const;

    /// What row p, a combination of the active rows, may be violated by: `share` of all terms of the
    /// combination and of the way from the target to x.
    double allowance(const Violated& p, const ActiveRows::Direction& direction, double share) const;
    /// Row p depends on the active ones: `farthest` no longer chooses it.
    void give_up(const Violated& p) { given_up_[p.row] = 1; }
    /// Whether each row that was given up is violated by no more than its allowance at the present x.
    bool given_up_rows_hold() const;

  private:
    double distance(const Violated& p) const;
    bool is_rounding(const Violated& p) const;

    LiftedRows all_;
    const ActiveRows& active_;
    double side_rounding_, row_rounding_;
    std::vector<char> given_up_;  // (m) 1: not chosen
    Vector target_terms_;         // (m) |A_i| |target|
    Vector target_, x_;
    bool is_refined_ = false;
    double pulls_ =
        0.0;  // the sum of the lengths of the pulls: A_p moves by no more than its length times it
    double distance_left_ = 0.0;  // how far the refined x may still be from an active row's side
    double way_ = 0.0;            // |x - target| in the metric of M
};

}  // namespace restraint::optimize
