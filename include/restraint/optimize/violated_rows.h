#pragma once

#include <cstddef>
#include <span>
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
/// Rounding is the difficulty. x was summed from the target and the pulls, which may leave little of
/// themselves; so what is above rounding depends on the moduli of all these terms. They are summed only where
/// an upper bound, which costs nothing, does not decide.
class ViolatedRows {
  public:
    /// side_rounding is what the sides were rounded by. The rows and the active ones are looked at, not
    /// copied.
    ViolatedRows(const LiftedRows& rows, const ActiveRows& active, double side_rounding,
                 double row_rounding = 0.0);

    /// A new target; nothing is given up.
    void start(const Vector& target);
    void move_to(Vector x);
    const Vector& target() const { return target_; }
    const Vector& x() const { return x_; }

    /// The row that is farthest from x, in the metric of M, among those that were violated when all rows were
    /// last looked at; if all of these hold now, among all rows. `none` if all hold but for rounding.
    Violated farthest();
    /// The same of an x that was refined: it has all its digits, however large the terms were that it was
    /// summed from. `none` also when the tolerance was raised.
    Violated farthest_at_x() const;
    /// The rows that are violated, be it by rounding, as all rows were last looked at.
    std::span<const std::size_t> candidates() const { return candidates_; }

    /// How far x is beyond the nearer side of row i.
    Violated violation(std::size_t i) const;
    /// True if the violation is below this part of the terms that x was summed from.
    bool is_small(const Violated& p, double part);
    /// True if it is below this part of the terms of the row at x itself, or below the rounding of its side.
    bool is_small_at_x(const Violated& p, double part) const;

    /// What row p, a combination of the active rows, may be violated by: the share of all terms of the
    /// combination that rows were rounded by, but at least `least` of them.
    void measure_way();  // while x is the nearest point of the active rows
    double allowance(const Violated& p, const ActiveRows::Direction& direction, double least);

    /// Believes in violations only from ten times as large on.
    void raise_tolerance() { tolerance_ *= 10.0; }
    /// Row i depends on the active ones and is violated by rounding only: it is left alone from now on.
    void give_up(const Violated& p, const ActiveRows::Direction& direction);
    /// Whether they hold well enough at last.
    bool given_up_rows_hold();

  private:
    std::vector<Violated> violations(std::span<const std::size_t> rows) const;
    Violated farthest_of(std::span<const Violated> violated);
    Violated violation(std::size_t i, double value) const;
    double distance(const Violated& p) const;
    bool is_rounding(const Violated& p, double pulls);
    double terms_of(const Violated& p);

    LiftedRows all_;
    const ActiveRows& active_;
    double side_rounding_, row_rounding_;
    double tolerance_ = 0.0;
    Vector norms_, lifted_norms_;         // (m) of the rows as they stand, and lifted
    std::vector<std::size_t> every_row_;  // 0, 1, ... m - 1
    Vector target_, x_;
    std::vector<std::size_t> candidates_;
    double way_ = 0.0;               // |x - target| in the metric of M
    double distance_then_ = 0.0;     // of the farthest of them when all rows were last looked at
    std::vector<char> is_given_up_;  // (m)
    Vector allowance_;               // (m) of those, what they may be violated by
    double terms_bound_ = -1.0;      // |target| + sum of |pulls|, their lengths; negative: not known
    Vector moduli_;                  // |target| + sum of |pulls|, entry by entry; empty: not known
};

}  // namespace restraint::optimize
