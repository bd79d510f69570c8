#include "restraint/optimize/violated_rows.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "restraint/optimize/tolerances.h"

namespace restraint::optimize {

namespace {

/// |A_i| |x|.
double moduli(SparseRows::Row row, const Vector& x) {
    double sum = 0.0;
    for (std::size_t e = 0; e < row.size(); ++e) sum += std::abs(row.values[e] * x[row.columns[e]]);
    return sum;
}

}  // namespace

ViolatedRows::ViolatedRows(const LiftedRows& rows, const ActiveRows& active, double side_rounding,
                           double row_rounding)
    : all_(rows),
      active_(active),
      side_rounding_(side_rounding),
      row_rounding_(row_rounding),
      given_up_(rows.rows.rows()),
      target_terms_(rows.rows.rows()) {}

void ViolatedRows::start(const Vector& target) {
    target_ = target;
    for (std::size_t i = 0; i < given_up_.size(); ++i) {
        given_up_[i] = 0;
        target_terms_[i] = moduli(all_.rows.row(i), target_);
    }
}

void ViolatedRows::move_to(Vector x) {
    x_ = std::move(x);
    is_refined_ = false;
    distance_left_ = 0.0;
    pulls_ = 0.0;
    for (std::size_t k = 0; k < active_.size(); ++k)
        pulls_ += std::abs(active_.multipliers[k]) * active_.length(active_.row(k));
    way_ = row_rounding_ > 0.0 ? active_.way(target_) : 0.0;
}

void ViolatedRows::move_to(ActiveRows::Refined place) {
    move_to(std::move(place.x));
    is_refined_ = true;
    distance_left_ = place.distance_left;
}

Violated ViolatedRows::farthest() const {
    Violated worst;
    double worst_distance = 0.0;
    for (std::size_t i = 0; i < given_up_.size(); ++i) {
        const Violated p = violation(i);
        if (p.amount <= 0.0 || distance(p) <= worst_distance) continue;
        if (active_.is_active(i) || given_up_[i] || is_rounding(p)) continue;
        worst = p;
        worst_distance = distance(p);
    }
    return worst;
}

Violated ViolatedRows::violation(std::size_t i) const {
    const double value = dot(all_.rows.row(i), x_);
    const double below = all_.lower[i] - value, above = value - all_.upper[i];
    return below > above ? Violated{i, 1.0, below} : Violated{i, -1.0, above};
}

/// The distance from x to the side of the row. Infinite for a violated row whose variables are all fixed: it
/// is a contradiction, and comes first.
double ViolatedRows::distance(const Violated& p) const {
    if (active_.length(p.row) > 0.0) return p.amount / active_.length(p.row);
    return p.amount > 0.0 ? infinity : 0.0;
}

bool ViolatedRows::is_rounding(const Violated& p) const {
    if (p.amount <= side_rounding_) return true;
    const double terms = target_terms_[p.row] + active_.length(p.row) * pulls_;
    if (!is_refined_) return p.amount <= summed_tolerance * (terms + std::abs(all_.side(p.row, p.sign)));
    return p.amount <= refined_tolerance * terms_at_x(p) + refined_rounding * terms +
                           16.0 * active_.length(p.row) * distance_left_;
}

double ViolatedRows::terms_at_x(const Violated& p) const {
    return moduli(all_.rows.row(p.row), x_) + std::abs(all_.side(p.row, p.sign));
}

double ViolatedRows::allowance(const Violated& p, const ActiveRows::Direction& direction,
                               double share) const {
    double terms = terms_at_x(p);
    for (std::size_t k = 0; k < active_.size(); ++k)
        terms += std::abs(direction.rates[k]) * terms_at_x({active_.row(k), active_.sign(k), 0.0});
    return share * (terms + active_.length(p.row) * way_);
}

bool ViolatedRows::given_up_rows_hold() const {
    for (std::size_t i = 0; i < given_up_.size(); ++i) {
        const Violated p = violation(i);
        if (!given_up_[i] || is_rounding(p)) continue;
        const ActiveRows::Direction direction = active_.direction(i, active_.inner_products(i));
        const double share = std::max(row_rounding_, given_up_tolerance);
        if (p.amount > allowance(p, direction, share) + side_rounding_) return false;
    }
    return true;
}

}  // namespace restraint::optimize
