#include "restraint/optimize/violated_rows.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "restraint/linalg/inner.h"
#include "restraint/linalg/row_products.h"

namespace restraint::optimize {

namespace {

/// A row counts as violated beyond this, relative to the moduli of its terms. It stands a factor 1000 above
/// rounding, so that rounding cannot start a step. Should a run take very long all the same, it is raised by
/// factors of ten.
constexpr double feasibility_tolerance = 1e-13;

/// Where pulls should cancel to nothing, this part of all pulls together may remain.
constexpr double rounding_of_pulls = 1e-15;

/// All rows are looked at anew once the farthest candidate is nearer than this part of what it was then.
constexpr double worth_taking = 0.5;

/// A candidate that is nearer than this part of the farthest will not soon be the farthest itself.
constexpr double worth_watching = 0.4;

/// The same of a refined x, whose rounding does not grow with the terms that it was summed from; relative to
/// the moduli of the row's terms at x, and 1.
constexpr double refined_tolerance = 1e-10;

/// What may remain of the violation of a row that depends on the active ones and does not contradict them.
constexpr double given_up_tolerance = 1e-10;

}  // namespace

ViolatedRows::ViolatedRows(const LiftedRows& rows, const ActiveRows& active, double side_rounding,
                           double row_rounding)
    : all_(rows), active_(active), side_rounding_(side_rounding), row_rounding_(row_rounding) {
    const auto norms_of = [](const SparseRows& a) {
        Vector norms(a.rows());
        for (std::size_t i = 0; i < a.rows(); ++i) {
            const std::span<const double> row = a.row(i).values;
            norms[i] = std::sqrt(inner(row.data(), row.data(), row.size()));
        }
        return norms;
    };
    norms_ = norms_of(rows.rows);
    lifted_norms_ = &rows.rows == &rows.lifted ? norms_ : norms_of(rows.lifted);
    every_row_.resize(rows.rows.rows());
    std::iota(every_row_.begin(), every_row_.end(), std::size_t{0});
}

void ViolatedRows::start(const Vector& target) {
    target_ = target;
    tolerance_ = feasibility_tolerance;
    is_given_up_.assign(all_.rows.rows(), 0);
}

void ViolatedRows::move_to(Vector x) {
    x_ = std::move(x);
    moduli_ = Vector();
    terms_bound_ = -1.0;
}

Violated ViolatedRows::farthest() {
    const Violated candidate = farthest_of(violations(candidates_));
    if (candidate.row != Violated::none && distance(candidate) > worth_taking * distance_then_)
        return candidate;
    const std::vector<Violated> all = violations(every_row_);
    const Violated worst = farthest_of(all);
    distance_then_ = worst.row == Violated::none ? 0.0 : distance(worst);
    candidates_.clear();
    for (const Violated& p : all)
        if (!(distance(p) < worth_watching * distance_then_)) candidates_.push_back(p.row);
    return worst;
}

/// Those of the rows that x violates.
std::vector<Violated> ViolatedRows::violations(std::span<const std::size_t> rows) const {
    const Vector values = selected_times(all_.rows, rows, x_);
    std::vector<Violated> violated;
    violated.reserve(rows.size());
    for (std::size_t k = 0; k < rows.size(); ++k)
        if (const Violated p = violation(rows[k], values[k]); p.amount > 0.0) violated.push_back(p);
    return violated;
}

Violated ViolatedRows::farthest_at_x() const {
    Violated worst;
    if (tolerance_ > feasibility_tolerance) return worst;
    double worst_distance = 0.0;
    for (const Violated& p : violations(every_row_)) {
        if (active_.is_active(p.row) || is_given_up_[p.row] || distance(p) <= worst_distance) continue;
        if (p.amount <= refined_tolerance || is_small_at_x(p, refined_tolerance)) continue;
        worst = p;
        worst_distance = distance(p);
    }
    return worst;
}

Violated ViolatedRows::farthest_of(std::span<const Violated> violated) {
    double pulls = 0.0;  // squared
    for (std::size_t k = 0; k < active_.size(); ++k) {
        const double pull = active_.multipliers[k] * active_.length(active_.row(k));
        pulls += pull * pull;
    }
    Violated worst;
    double worst_distance = 0.0;
    for (const Violated& p : violated) {
        if (active_.is_active(p.row) || is_given_up_[p.row]) continue;
        if (distance(p) <= worst_distance || is_rounding(p, std::sqrt(pulls))) continue;
        worst = p;
        worst_distance = distance(p);
    }
    return worst;
}

/// How far x has to move; infinite for a row of fixed variables, which can only contradict, so that it comes
/// first.
double ViolatedRows::distance(const Violated& p) const {
    return active_.length(p.row) > 0.0 ? p.amount / active_.length(p.row) : infinity;
}

Violated ViolatedRows::violation(std::size_t i) const { return violation(i, dot(all_.rows.row(i), x_)); }

Violated ViolatedRows::violation(std::size_t i, double value) const {
    const double below = all_.lower[i] - value, above = value - all_.upper[i];
    return below > above ? Violated{i, 1.0, below} : Violated{i, -1.0, above};
}

/// True if rounding alone may have violated the row; `pulls` is the root of the sum of their squares.
bool ViolatedRows::is_rounding(const Violated& p, double pulls) {
    return p.amount <= side_rounding_ || p.amount <= rounding_of_pulls * pulls * active_.length(p.row) ||
           is_small(p, tolerance_);
}

/// Mostly it is far above, as an upper bound of the terms tells (Cauchy and Schwarz), and they need not be
/// summed.
bool ViolatedRows::is_small(const Violated& p, double part) {
    if (terms_bound_ < 0.0) {
        terms_bound_ = norm(target_);
        for (std::size_t k = 0; k < active_.size(); ++k)
            terms_bound_ += std::abs(active_.multipliers[k]) * lifted_norms_[active_.row(k)];
    }
    const double bound = norms_[p.row] * terms_bound_ + std::abs(all_.side(p.row, p.sign));
    return p.amount <= part * bound && p.amount <= part * terms_of(p);
}

/// |A_i| (|target| + sum of |pulls|) + |side|: rounding in the violation of row i is relative to this,
/// because x was summed from terms that may leave little of themselves.
double ViolatedRows::terms_of(const Violated& p) {
    if (moduli_.empty()) {
        moduli_ = Vector(x_.size());
        for (std::size_t j = 0; j < x_.size(); ++j) moduli_[j] = std::abs(target_[j]);
        for (std::size_t k = 0; k < active_.size(); ++k) {
            const SparseRows::Row lifted = all_.lifted.row(active_.row(k));
            for (std::size_t e = 0; e < lifted.size(); ++e)
                moduli_[lifted.columns[e]] += std::abs(active_.multipliers[k] * lifted.values[e]);
        }
    }
    const SparseRows::Row row = all_.rows.row(p.row);
    double terms = std::abs(all_.side(p.row, p.sign));
    for (std::size_t e = 0; e < row.size(); ++e) terms += std::abs(row.values[e]) * moduli_[row.columns[e]];
    return terms;
}

bool ViolatedRows::is_small_at_x(const Violated& p, double part) const {
    const SparseRows::Row row = all_.rows.row(p.row);
    double terms = std::abs(all_.side(p.row, p.sign));
    for (std::size_t e = 0; e < row.size(); ++e) terms += std::abs(row.values[e] * x_[row.columns[e]]);
    return p.amount <= part * terms || p.amount <= side_rounding_;
}

/// Coefficients that are wrong by a share change a row by that share of its terms at x and at the target, and
/// by the share of the way between them.
double ViolatedRows::allowance(const Violated& p, const ActiveRows::Direction& direction, double least) {
    const auto terms_of_row = [&](std::size_t i, double sign) {
        const SparseRows::Row row = all_.rows.row(i);
        double sum = std::abs(all_.side(i, sign));
        for (std::size_t e = 0; e < row.size(); ++e)
            sum +=
                std::abs(row.values[e]) * (std::abs(x_[row.columns[e]]) + std::abs(target_[row.columns[e]]));
        return sum;
    };
    double terms = terms_of_row(p.row, p.sign);
    for (std::size_t k = 0; k < active_.size(); ++k)
        terms += std::abs(direction.rates[k]) * terms_of_row(active_.row(k), active_.sign(k));
    return std::max(row_rounding_ * (terms + active_.length(p.row) * way_), least * terms);
}

/// |x - target|_M^2 = sum of pull_k (side_k - A_k target) over the active rows.
void ViolatedRows::measure_way() {
    double square = 0.0;
    for (std::size_t k = 0; k < active_.size() && row_rounding_ > 0.0; ++k)
        square += active_.multipliers[k] * (active_.side(k) - dot(all_.rows.row(active_.row(k)), target_));
    way_ = std::sqrt(std::max(0.0, square));
}

void ViolatedRows::give_up(const Violated& p, const ActiveRows::Direction& direction) {
    is_given_up_[p.row] = 1;
    allowance_.resize(is_given_up_.size());
    allowance_[p.row] = allowance(p, direction, given_up_tolerance) + side_rounding_;
}

bool ViolatedRows::given_up_rows_hold() {
    for (std::size_t i = 0; i < is_given_up_.size(); ++i)
        if (is_given_up_[i]) {
            const Violated p = violation(i);
            if (p.amount > allowance_[i]) return false;
        }
    return true;
}

}  // namespace restraint::optimize
