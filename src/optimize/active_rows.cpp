#include "restraint/optimize/active_rows.h"
#include "restraint/optimize/tolerances.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace restraint::optimize {

namespace {

double square_of(double x) { return x * x; }

}  // namespace

double LiftedRows::size(const Vector& x) const {
    double largest = 0.0;
    for (std::size_t j = 0; j < x.size(); ++j)
        if (units.empty() || units[j] > 0.0)
            largest = std::max(largest, std::abs(x[j]) / (units.empty() ? 1.0 : units[j]));
    return largest;
}

ActiveRows::ActiveRows(const LiftedRows& rows, double row_rounding)
    : all_(rows),
      row_rounding_(std::max(row_rounding, least_row_rounding)),
      lengths_(rows.rows.rows()),
      lifted_(rows.rows.cols()),
      places_(rows.rows.rows(), inactive),
      scattered_(rows.rows.cols()),
      signs_(rows.rows.rows()),
      index_(rows.rows.rows(), inactive) {
    const bool later = rows.inverse_mass && !fast::is_large(rows.rows);
    for (std::size_t i = 0; i < lengths_.size(); ++i) {
        const SparseRows::Row row = rows.rows.row(i);
        for (std::size_t k = 0; later && k < row.size(); ++k)
            lengths_[i] += square_of(row.values[k] * rows.units[row.columns[k]]);
        if (later) lengths_[i] = std::sqrt(lengths_[i]);
        else lift(i);
    }
    const SparseRows& lifted = rows.inverse_mass ? lifted_ : rows.lifted;
    factor_ = fast::make_factor(lifted);
    if (fast::is_large(lifted)) order_ = std::make_unique<fast::RowOrder>(rows.rows);
}

/// Row p of A W, if it is not there yet, and its length.
void ActiveRows::lift(std::size_t p) {
    if (places_[p] != inactive) return;
    add_scaled(scattered_, 1.0, all_.inverse_mass ? all_.rows.row(p) : all_.lifted.row(p));
    if (all_.inverse_mass) lifted_.append_full_row(scattered_ = all_.inverse_mass(scattered_));
    places_[p] = all_.inverse_mass ? lifted_.rows() - 1 : p;
    lengths_[p] = std::sqrt(std::max(0.0, dot(all_.rows.row(p), scattered_)));
    for (const std::size_t j : lifted(p).columns) scattered_[j] = 0.0;
}

Vector ActiveRows::inner_products(std::size_t p) {
    lift(p);
    if (order_) return order_->products(lifted(p), index_, size());
    add_scaled(scattered_, 1.0, lifted(p));
    Vector inner(size());
    for (std::size_t k = 0; k < size(); ++k) inner[k] = dot(all_.rows.row(rows_[k]), scattered_);
    for (const std::size_t j : lifted(p).columns) scattered_[j] = 0.0;
    return inner;
}

ActiveRows::Direction ActiveRows::direction(std::size_t p, const Vector& inner) const {
    Direction d = direction_without_rates(p, inner);
    if (d.rates.empty()) {
        d.rates = d.factor_row;
        factor_->solve_backward(d.rates);
    }
    return d;
}

/// The solution with L gives the curvature, and that is enough for a row to enter; the rates need L' too.
/// Where the difference of squares cancels, `reorthogonalise` computes both.
ActiveRows::Direction ActiveRows::direction_without_rates(std::size_t p, const Vector& inner) const {
    const double square = square_of(lengths_[p]);
    Direction d{inner, {}, square};
    factor_->solve_forward(d.factor_row);
    for (std::size_t k = 0; k < size(); ++k)
        if (d.factor_row[k] != 0.0) d.curvature -= factor_->pivot(k) * square_of(d.factor_row[k]);
    if (!(d.curvature > cancellation * square)) reorthogonalise(p, d);
    return d;
}

/// z = W (A_p' - A_W' r) is what the active rows leave of row p, and is short here. Exactly, A_W z = 0; by
/// the rounding of the rates r it is not, and the solution for that remainder corrects r (as in Gram-Schmidt,
/// two corrections are enough). The curvature is A_p z - r'A_W z, which is no difference of squares.
void ActiveRows::reorthogonalise(std::size_t p, Direction& d) const {
    d.rates = d.factor_row;
    factor_->solve_backward(d.rates);
    for (int pass = 0; pass < 3; ++pass) {
        const double previous = d.curvature;
        Vector z(all_.rows.cols());
        add_scaled(z, 1.0, lifted(p));
        for (std::size_t k = 0; k < size(); ++k) add_scaled(z, -d.rates[k], lifted(rows_[k]));
        Vector rest(size());
        for (std::size_t k = 0; k < size(); ++k) rest[k] = dot(all_.rows.row(rows_[k]), z);
        d.curvature = std::max(0.0, dot(all_.rows.row(p), z) - dot(d.rates, rest));
        if (pass == 2 || (pass > 0 && d.curvature > 0.5 * previous)) break;

        factor_->solve_forward(rest);
        for (std::size_t k = 0; k < size(); ++k)  // entries that are 0 are so exactly
            if (d.factor_row[k] != 0.0) d.factor_row[k] += rest[k];
        factor_->solve_backward(rest);
        d.rates += rest;
    }
    double terms = lengths_[p];
    for (std::size_t k = 0; k < size(); ++k) terms += std::abs(d.rates[k]) * lengths_[rows_[k]];
    const double rounding = std::max(row_rounding_ * lengths_[p], rounding_of_terms * terms);
    if (d.curvature <= square_of(rounding)) d.curvature = 0.0;
}

void ActiveRows::enter(std::size_t p, double sign, const Direction& direction, double multiplier) {
    factor_->append(direction.factor_row, direction.curvature);
    index_[p] = size();
    rows_.push_back(p);
    signs_[p] = sign;
    multipliers.push_back(multiplier);
}

void ActiveRows::adopt(const Vector& signs, double least_share) {
    const bool in_order = size() == 0;
    for (std::size_t k = 0; k < signs.size(); ++k) {
        const std::size_t p = order_ ? order_->order[k] : k;
        if (signs[p] == 0.0 || is_active(p)) continue;
        const Direction d = direction_without_rates(p, inner_products(p));
        if (d.curvature > square_of(least_share * lengths_[p])) enter(p, signs[p], d, 0.0);
    }
    if (in_order) entries_in_order_ = factor_->entries();
}

void ActiveRows::release(std::size_t k) {
    factor_->remove(k);
    index_[rows_[k]] = inactive;
    signs_[rows_[k]] = 0.0;
    for (std::size_t l = k + 1; l < size(); ++l) --index_[rows_[l]];
    rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(k));
    multipliers.erase(k);
}

void ActiveRows::factor_anew(const Vector& target) {
    factor_->clear();
    index_.assign(index_.size(), inactive);
    rows_.clear();
    multipliers = Vector();
    adopt(std::exchange(signs_, Vector(signs_.size())), 0.0);
    solve_multipliers(target);
}

Vector ActiveRows::sides() const {
    Vector result(size());
    for (std::size_t k = 0; k < size(); ++k) result[k] = side(k);
    return result;
}

Vector ActiveRows::left_to_sides(const Vector& target) const {
    Vector left = sides();
    for (std::size_t k = 0; k < size(); ++k) left[k] -= dot(all_.rows.row(rows_[k]), target);
    return left;
}

void ActiveRows::solve_multipliers(const Vector& target) {
    multipliers = factor_->solve(left_to_sides(target));
}

Vector ActiveRows::point(const Vector& target) const {
    Vector x = target;
    for (std::size_t k = 0; k < size(); ++k) add_scaled(x, multipliers[k], lifted(rows_[k]));
    return x;
}

double ActiveRows::way(const Vector& target) const {
    return std::sqrt(std::max(0.0, dot(multipliers, left_to_sides(target))));
}

ActiveRows::Refined ActiveRows::refined_point(const Vector& target) {
    PreciseVector pulls(multipliers.begin(), multipliers.end());
    Refined result = refine(target, sides(), pulls);
    if (result.share_left > lost_factor) {
        factor_anew(target);
        pulls.assign(multipliers.begin(), multipliers.end());
        result = refine(target, sides(), pulls);
    }
    for (std::size_t k = 0; k < size(); ++k) multipliers[k] = pulls[k].rounded();
    return result;
}

ActiveRows::Refined ActiveRows::refine(const Vector& target, const Vector& sides,
                                       PreciseVector& pulls) const {
    Refined result;
    double previous = infinity;
    for (int pass = 0;; ++pass) {
        std::vector<AccurateSum> sums(target.size());
        for (std::size_t j = 0; j < target.size(); ++j) sums[j].add(target[j]);
        for (std::size_t k = 0; k < size(); ++k) add_scaled(sums, pulls[k], lifted(rows_[k]));
        PreciseVector x;
        for (const AccurateSum& sum : sums) x.push_back(sum.total());

        Vector left(size());
        double worst = 0.0, largest_pull = all_.size(target);
        for (std::size_t k = 0; k < size(); ++k) {
            AccurateSum rest;
            rest.add(sides[k]);
            add_product(rest, -1.0, all_.rows.row(rows_[k]), x);
            left[k] = rest.rounded();
            worst = std::max(worst, std::abs(left[k]) / lengths_[rows_[k]]);
            largest_pull = std::max(largest_pull, std::abs(pulls[k].value) * lengths_[rows_[k]]);
        }
        result.share_left = worst > 0.0 ? worst / largest_pull : 0.0;
        result.distance_left = std::max(worst, refined * largest_pull);
        if (worst <= refined * largest_pull || !(worst < 0.5 * previous) || pass == 5) {
            for (const TwoDoubles& entry : x) result.x.push_back(entry.rounded());
            return result;
        }
        previous = worst;
        const Vector correction = factor_->solve(std::move(left));
        for (std::size_t k = 0; k < size(); ++k) pulls[k] += correction[k];
    }
}

}  // namespace restraint::optimize
