#include "restraint/optimize/simplex_form.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace restraint::optimize {

namespace {

/// Sides of this size mean "none" in most files; a vertex there would drown all other digits. (An attempt
/// without scaling takes them as they are.)
constexpr double as_good_as_infinite = 1e20;

/// Exponents of two: row i is to be multiplied by 2^rows[i], column j by 2^columns[j].
struct Exponents {
    std::vector<int> rows, columns;
};

/// Smallest and largest exponent of the entries of each row (or column).
struct Ranges {
    explicit Ranges(std::size_t count) : least(count, 100000), most(count, -100000) {}
    void include(std::size_t item, int exponent) {
        least[item] = std::min(least[item], exponent);
        most[item] = std::max(most[item], exponent);
    }
    bool empty(std::size_t item) const { return least[item] > most[item]; }
    std::vector<int> least, most;
};

enum class Aim { middle, largest };  // what becomes 2^0: the middle of the exponents, or the largest

/// Returns whether anything changed.
bool apply(const Ranges& ranges, Aim aim, std::vector<int>& scale) {
    bool changed = false;
    for (std::size_t i = 0; i < scale.size(); ++i) {
        if (ranges.empty(i)) continue;
        const int shift = aim == Aim::middle ? (ranges.least[i] + ranges.most[i]) / 2 : ranges.most[i];
        scale[i] -= shift;
        changed = changed || shift != 0;
    }
    return changed;
}

/// Calls visit(row, column, exponent of the scaled entry) for every non-zero.
template <typename Visit>
void for_each_exponent(const SparseRows& a, const Exponents& scale, Visit visit) {
    for (std::size_t i = 0; i < a.rows(); ++i) {
        const SparseRows::Row row = a.row(i);
        for (std::size_t k = 0; k < row.size(); ++k)
            if (row.values[k] != 0.0)
                visit(i, row.columns[k],
                      std::ilogb(row.values[k]) + scale.rows[i] + scale.columns[row.columns[k]]);
    }
}

bool scale_rows(const SparseRows& a, Exponents& scale, Aim aim) {
    Ranges ranges(a.rows());
    for_each_exponent(a, scale, [&](std::size_t i, std::size_t, int e) { ranges.include(i, e); });
    return apply(ranges, aim, scale.rows);
}

bool scale_columns(const SparseRows& a, Exponents& scale, Aim aim) {
    Ranges ranges(a.cols());
    for_each_exponent(a, scale, [&](std::size_t, std::size_t j, int e) { ranges.include(j, e); });
    return apply(ranges, aim, scale.columns);
}

Exponents exponents(const SparseRows& a, Scaling scaling) {
    Exponents scale{std::vector<int>(a.rows(), 0), std::vector<int>(a.cols(), 0)};
    if (scaling == Scaling::none) return scale;
    if (scaling == Scaling::equilibrate) scale_rows(a, scale, Aim::largest);
    for (int pass = 0; pass < 4 && scaling == Scaling::geometric; ++pass) {
        const bool rows_changed = scale_rows(a, scale, Aim::middle);
        const bool columns_changed = scale_columns(a, scale, Aim::middle);
        if (!rows_changed && !columns_changed) break;
    }
    scale_columns(a, scale, Aim::largest);
    return scale;
}

/// The median exponent of all entries that are neither 0 nor infinite: unmoved by a few huge bounds that are
/// meant as none.
int typical_exponent(const Vector& a, const Vector& b) {
    std::vector<int> exponents;
    for (const Vector* vector : {&a, &b})
        for (double value : *vector)
            if (value != 0.0 && std::isfinite(value)) exponents.push_back(std::ilogb(value));
    if (exponents.empty()) return 0;
    const auto middle = exponents.begin() + static_cast<std::ptrdiff_t>(exponents.size() / 2);
    std::nth_element(exponents.begin(), middle, exponents.end());
    return *middle;
}

/// The sides and their scales: x_j = 2^column x'_j and r_i = 2^-row r'_i; then all sides together are brought
/// to the size of 1.
void scale_sides(const Problem& problem, const Exponents& exponent, Scaling scaling, SimplexForm& form) {
    const std::size_t n = form.structurals;
    const double huge = scaling == Scaling::none ? infinity : as_good_as_infinite;
    for (std::size_t j = 0; j < form.variables(); ++j) {
        const bool logical = j >= n;
        const int e = logical ? -exponent.rows[j - n] : exponent.columns[j];
        form.scale.push_back(std::ldexp(1.0, e));
        const double lower = logical ? problem.row_lower[j - n] : problem.lower[j];
        const double upper = logical ? problem.row_upper[j - n] : problem.upper[j];
        form.lower.push_back(lower <= -huge ? -infinity : lower / form.scale[j]);
        form.upper.push_back(upper >= huge ? infinity : upper / form.scale[j]);
    }
    if (scaling == Scaling::none) return;
    const int typical = typical_exponent(form.lower, form.upper);
    form.scale *= std::ldexp(1.0, typical);
    form.lower *= std::ldexp(1.0, -typical);
    form.upper *= std::ldexp(1.0, -typical);
}

/// The matrix by rows, and by columns with those of the logicals.
void scale_matrix(const SparseRows& a, const Exponents& exponent, SimplexForm& form) {
    std::vector<std::size_t> counts(form.structurals, 0);
    for (std::size_t i = 0; i < form.rows; ++i)
        for (std::size_t j : a.row(i).columns) ++counts[j];
    std::vector<std::vector<std::pair<std::size_t, double>>> columns(form.structurals);
    for (std::size_t j = 0; j < form.structurals; ++j) columns[j].reserve(counts[j]);
    form.by_row = SparseRows(form.structurals);
    for (std::size_t i = 0; i < form.rows; ++i) {
        form.by_row.begin_row();
        const SparseRows::Row row = a.row(i);
        for (std::size_t k = 0; k < row.size(); ++k) {
            const std::size_t j = row.columns[k];
            const double value = std::ldexp(row.values[k], exponent.rows[i] + exponent.columns[j]);
            if (value == 0.0) continue;
            form.by_row.append(j, value);
            columns[j].emplace_back(i, value);
        }
    }
    form.by_column = SparseRows(form.rows);
    for (const auto& column : columns) {
        form.by_column.begin_row();
        for (const auto& [i, value] : column) form.by_column.append(i, value);
    }
    for (std::size_t i = 0; i < form.rows; ++i) {
        form.by_column.begin_row();
        form.by_column.append(i, -1.0);
    }
}

}  // namespace

SimplexForm simplex_form(const Problem& problem, Scaling scaling) {
    SimplexForm form;
    form.rows = problem.rows.rows();
    form.structurals = problem.variables();
    const Exponents exponent = exponents(problem.rows, scaling);
    scale_sides(problem, exponent, scaling, form);
    scale_matrix(problem.rows, exponent, form);

    form.cost = Vector(form.variables());
    for (std::size_t j = 0; j < form.structurals; ++j) form.cost[j] = problem.cost[j] * form.scale[j];
    const double largest = max_norm(form.cost);
    if (largest > 0.0) form.cost_scale = std::ldexp(1.0, -std::ilogb(largest));
    form.cost *= form.cost_scale;
    return form;
}

}  // namespace restraint::optimize
