#include "restraint/optimize/active_rows.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "restraint/linalg/row_products.h"
#include "restraint/optimize/dissection_order.h"

namespace restraint::optimize {

namespace {

/// A row depends on the active ones if what they leave of it is below the share of its length that it was
/// rounded by, or below this part of the terms that it is the difference of, where rounding begins.
constexpr double rounding_of_terms = 1e-13;

/// Only a row of which the active ones leave more than this part of its length is made active unasked.
constexpr double clearly_independent = 1e-4;

/// Where less than this is left of a square, it is not taken as a difference of squares.
constexpr double cancellation = 1e-3;

/// What x still lacks of a side, relative to the largest pull, is lost when x becomes double: up to 2^-60.
constexpr double below_rounding = 0x1p-60;

/// A factor that leaves more than this of the rows' sides, refined, is lost: it once held rows that were
/// almost dependent, and is made anew.
constexpr double lost_factor = 1e-11;

/// The factor of so many rows is put in order when it has become so many times as long as it was in order.
constexpr std::size_t worth_ordering = 100, too_long = 2;

double square_of(double x) { return x * x; }

std::vector<std::size_t> as_they_stand(std::size_t rows) {
    std::vector<std::size_t> order(rows);
    for (std::size_t i = 0; i < rows; ++i) order[i] = i;
    return order;
}

}  // namespace

ActiveRows::ActiveRows(const LiftedRows& rows, double row_rounding)
    : all_(rows),
      row_rounding_(std::max(row_rounding, least_row_rounding)),
      squares_(rows.rows.rows()),
      lengths_(rows.rows.rows()),
      index_(rows.rows.rows(), inactive) {
    // With a tenth of all entries or more, the factor would be full in any order.
    is_sparse_ = 10 * rows.rows.nonzeros() < rows.rows.rows() * rows.rows.cols();
    // About half of all rows hold at a time; of a few, the factor costs less than their order.
    const bool is_large = rows.rows.rows() > 2 * worth_ordering;
    if (is_sparse_ && is_large) columns_ = transposed(rows.rows);
    order_ = columns_.rows() > 0 ? dissection_order(rows.rows, columns_) : as_they_stand(rows.rows.rows());
    place_.resize(order_.size());
    for (std::size_t k = 0; k < order_.size(); ++k) place_[order_[k]] = k;
    Vector scattered(rows.rows.cols());
    for (std::size_t i = 0; i < squares_.size(); ++i) {
        const SparseRows::Row row = rows.rows.row(i), lifted = rows.lifted.row(i);
        if (&rows.rows == &rows.lifted) {
            squares_[i] = inner(row.values.data(), row.values.data(), row.size());
        } else {
            for (std::size_t e = 0; e < lifted.size(); ++e) scattered[lifted.columns[e]] = lifted.values[e];
            squares_[i] = std::max(0.0, dot(row, scattered));
            for (std::size_t e = 0; e < lifted.size(); ++e) scattered[lifted.columns[e]] = 0.0;
        }
        lengths_[i] = std::sqrt(squares_[i]);
    }
}

Vector ActiveRows::inner_products(std::size_t p) const {
    const SparseRows::Row lifted = all_.lifted.row(p);
    if (columns_.rows() > 0) {  // only with the rows that share a variable with it
        Vector inner(size());
        for (std::size_t e = 0; e < lifted.size(); ++e) {
            const SparseRows::Row column = columns_.row(lifted.columns[e]);
            for (std::size_t f = 0; f < column.size(); ++f)
                if (const std::size_t k = index_[column.columns[f]]; k != inactive)
                    inner[k] += lifted.values[e] * column.values[f];
        }
        return inner;
    }
    Vector scattered(all_.rows.cols());
    add_scaled(scattered, 1.0, lifted);
    return selected_times(all_.rows, rows_, scattered);
}

ActiveRows::Direction ActiveRows::direction(std::size_t p, const Vector& inner) const {
    Direction d = direction_without_rates(p, inner);
    if (d.rates.empty()) d.rates = rates_of(d);
    return d;
}

/// Half of the work, and enough to enter, unless most of row p is taken by the active rows.
ActiveRows::Direction ActiveRows::direction_without_rates(std::size_t p, const Vector& inner) const {
    Direction d{inner, {}, squares_[p]};
    factor_.solve_forward(d.factor_row);
    for (std::size_t k = 0; k < size(); ++k) d.curvature -= factor_.pivot(k) * square_of(d.factor_row[k]);
    if (!(d.curvature > cancellation * squares_[p])) {
        d.rates = rates_of(d);
        reorthogonalise(p, d);
    }
    return d;
}

Vector ActiveRows::rates_of(const Direction& direction) const {
    Vector rates = direction.factor_row;
    factor_.solve_backward(rates);
    return rates;
}

/// What the active rows leave of row p, z = W (A_p' - A_W' r), is short. Rounding in r has left a part in it
/// that the active rows should have taken; it is taken now (as in Gram-Schmidt, twice is enough), and the
/// curvature comes from z itself, |z|^2, and not from a difference.
void ActiveRows::reorthogonalise(std::size_t p, Direction& d) const {
    const bool same = &all_.rows == &all_.lifted;
    for (int pass = 0; pass < 3; ++pass) {
        const double previous = d.curvature;
        Vector z(all_.rows.cols()), unlifted(same ? 0 : all_.rows.cols());
        add_scaled(z, 1.0, all_.lifted.row(p));
        add_selected(z, all_.lifted, rows_, -d.rates);
        if (!same) {
            add_scaled(unlifted, 1.0, all_.rows.row(p));
            add_selected(unlifted, all_.rows, rows_, -d.rates);
        }
        d.curvature = std::max(0.0, dot(same ? z : unlifted, z));
        if (pass == 2 || (pass > 0 && d.curvature > 0.5 * previous)) break;

        Vector rest = selected_times(all_.rows, rows_, z);
        factor_.solve_forward(rest);
        for (std::size_t k = 0; k < size();
             ++k)  // (where it is zero, it is so for a reason, and stays sparse)
            if (d.factor_row[k] != 0.0) d.factor_row[k] += rest[k];
        factor_.solve_backward(rest);
        d.rates += rest;
    }
    double terms = lengths_[p];
    for (std::size_t k = 0; k < size(); ++k) terms += std::abs(d.rates[k]) * lengths_[rows_[k]];
    const double rounding = std::max(row_rounding_ * lengths_[p], rounding_of_terms * terms);
    if (d.curvature <= square_of(rounding)) d.curvature = 0.0;
}

void ActiveRows::enter(std::size_t p, double sign, const Direction& direction, double multiplier) {
    append(p, sign, direction, multiplier);
    put_in_order_if_long();
}

void ActiveRows::put_in_order_if_long() {
    if (is_sparse_ && size() > worth_ordering && factor_.entries() > too_long * entries_in_order_)
        put_in_order();
}

void ActiveRows::append(std::size_t p, double sign, const Direction& direction, double multiplier) {
    factor_.append(direction.factor_row, direction.curvature);
    index_[p] = size();
    rows_.push_back(p);
    signs_.push_back(sign);
    multipliers.push_back(multiplier);
}

/// Rows enter now here and now there, and a row of the factor reaches from its first neighbour, however long
/// ago that entered, to all that hang together with it. In the order of dissection the factor is short.
void ActiveRows::put_in_order() {
    std::vector<std::size_t> order = as_they_stand(size());
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return place_[rows_[a]] < place_[rows_[b]]; });

    const auto before = std::tuple(factor_, rows_, signs_, multipliers, index_);
    factor_anew(order);
    if (order.size() > size())  // nearly dependent, and too much so in this order
        std::tie(factor_, rows_, signs_, multipliers, index_) = before;
    entries_in_order_ = factor_.entries();
}

/// The factor from the rows themselves. Those that depend on the ones before them are active no more.
void ActiveRows::factor_anew(const std::vector<std::size_t>& order) {
    factor_.clear();
    const std::vector<std::size_t> rows = std::exchange(rows_, {});
    const std::vector<double> signs = std::exchange(signs_, {});
    const Vector pulls = std::exchange(multipliers, {});
    for (const std::size_t i : rows) index_[i] = inactive;
    for (const std::size_t k : order) {
        const Direction d = direction_without_rates(rows[k], inner_products(rows[k]));
        if (d.curvature > 0.0) append(rows[k], signs[k], d, pulls[k]);
    }
}

void ActiveRows::enter_if_independent(std::size_t p, double sign) {
    const Direction d = direction_without_rates(p, inner_products(p));
    if (d.curvature > square_of(clearly_independent * lengths_[p])) append(p, sign, d, 0.0);
}

void ActiveRows::take_order_as_it_is() { entries_in_order_ = factor_.entries(); }

void ActiveRows::release(std::size_t k) {
    factor_.remove(k);
    index_[rows_[k]] = inactive;
    for (std::size_t l = k + 1; l < size(); ++l) --index_[rows_[l]];
    rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(k));
    signs_.erase(signs_.begin() + static_cast<std::ptrdiff_t>(k));
    multipliers.erase(k);
}

void ActiveRows::solve_multipliers(const Vector& target) {
    Vector rest = selected_times(all_.rows, rows_, target);
    for (std::size_t k = 0; k < size(); ++k) rest[k] = side(k) - rest[k];
    multipliers = factor_.solve(std::move(rest));
}

Vector ActiveRows::point(const Vector& target) const {
    Vector x = target;
    add_selected(x, all_.lifted, rows_, multipliers);
    return x;
}

Vector ActiveRows::refined_point(const Vector& target) {
    std::vector<long double> x;
    if (refine(target, x) > lost_factor) {
        factor_anew(as_they_stand(size()));
        solve_multipliers(target);
        refine(target, x);
    }
    Vector result(x.size());
    for (std::size_t j = 0; j < x.size(); ++j) result[j] = static_cast<double>(x[j]);
    return result;
}

/// Returns what the rows still lack, relative to the largest pull and the target.
double ActiveRows::refine(const Vector& target, std::vector<long double>& x) {
    std::vector<long double> lambda(multipliers.begin(), multipliers.end());
    double previous = infinity, lacking = 0.0;
    for (int pass = 0; pass < 6; ++pass) {
        x.assign(target.begin(), target.end());
        add_selected(x, all_.lifted, rows_, lambda);
        const std::vector<long double> values = selected_times(all_.rows, rows_, x);
        Vector residuals(size());
        double worst = 0.0, largest_pull = 0.0;
        for (std::size_t k = 0; k < size(); ++k) {
            residuals[k] = static_cast<double>(side(k) - values[k]);
            worst = std::max(worst, std::abs(residuals[k]) / lengths_[rows_[k]]);
            largest_pull =
                std::max(largest_pull, std::abs(static_cast<double>(lambda[k])) * lengths_[rows_[k]]);
        }
        lacking = worst > 0.0 ? worst / (largest_pull + max_norm(target)) : 0.0;
        if (worst <= below_rounding * largest_pull || !(worst < 0.5 * previous) || pass == 5) break;
        previous = worst;
        const Vector correction = factor_.solve(std::move(residuals));
        for (std::size_t k = 0; k < size(); ++k) lambda[k] += correction[k];
    }
    for (std::size_t k = 0; k < size(); ++k) multipliers[k] = static_cast<double>(lambda[k]);
    return lacking;
}

}  // namespace restraint::optimize
