#include "restraint/linalg/row_products.h"

#include <utility>

#include "restraint/linalg/inner.h"

namespace restraint {

namespace {

using LongVector = std::vector<long double>;

long double dot(SparseRows::Row row, const LongVector& x) {
    long double sum = 0.0L;
    for (std::size_t e = 0; e < row.size(); ++e) sum += row.values[e] * x[row.columns[e]];
    return sum;
}

void add_scaled(LongVector& x, long double s, SparseRows::Row row) {
    for (std::size_t e = 0; e < row.size(); ++e) x[row.columns[e]] += s * row.values[e];
}

/// Two rows, both full.
struct FullRows {
    const double *a, *b;
};

void times(FullRows rows, const Vector& x, double* result) {
    inner_of_two(rows.a, rows.b, x.data(), x.size(), result);
}
void times(FullRows rows, const LongVector& x, long double* result) {
    long double a = 0.0L, b = 0.0L;
    for (std::size_t j = 0; j < x.size(); ++j) {
        a += rows.a[j] * x[j];
        b += rows.b[j] * x[j];
    }
    result[0] = a;
    result[1] = b;
}

void add(Vector& x, FullRows rows, const double* s) {
    add_two(x.data(), s[0], rows.a, s[1], rows.b, x.size());
}
void add(LongVector& x, FullRows rows, const long double* s) {
    for (std::size_t j = 0; j < x.size(); ++j) x[j] = (x[j] + s[0] * rows.a[j]) + s[1] * rows.b[j];
}

/// Calls one(k) for each selected row, or two(k, rows) for k and k + 1 together where both are full.
template <typename One, typename Two>
void by_twos(const SparseRows& a, std::span<const std::size_t> selection, One one, Two two) {
    const auto is_full = [&a](SparseRows::Row row) { return row.consecutive && row.size() == a.cols(); };
    for (std::size_t k = 0; k < selection.size(); ++k) {
        const SparseRows::Row row = a.row(selection[k]);
        if (is_full(row) && k + 1 < selection.size())
            if (const SparseRows::Row next = a.row(selection[k + 1]); is_full(next)) {
                two(k, FullRows{row.values.data(), next.values.data()});
                ++k;
                continue;
            }
        one(k, row);
    }
}

template <typename Numbers>
Numbers products(const SparseRows& a, std::span<const std::size_t> selection, const Numbers& x) {
    require_same_size("the vector", x.size(), "a matrix row", a.cols());
    Numbers result(selection.size());
    by_twos(
        a, selection, [&](std::size_t k, SparseRows::Row row) { result[k] = dot(row, x); },
        [&](std::size_t k, FullRows rows) { times(rows, x, result.data() + k); });
    return result;
}

template <typename Numbers>
void add_products(Numbers& x, const SparseRows& a, std::span<const std::size_t> selection, const Numbers& s) {
    require_same_size("the vector", x.size(), "a matrix row", a.cols());
    require_same_size("the list of factors", s.size(), "the selection", selection.size());
    by_twos(
        a, selection, [&](std::size_t k, SparseRows::Row row) { add_scaled(x, s[k], row); },
        [&](std::size_t k, FullRows rows) { add(x, rows, s.data() + k); });
}

}  // namespace

Vector selected_times(const SparseRows& a, std::span<const std::size_t> selection, const Vector& x) {
    return products(a, selection, x);
}
LongVector selected_times(const SparseRows& a, std::span<const std::size_t> selection, const LongVector& x) {
    return products(a, selection, x);
}

void add_selected(Vector& x, const SparseRows& a, std::span<const std::size_t> selection, const Vector& s) {
    add_products(x, a, selection, s);
}
void add_selected(LongVector& x, const SparseRows& a, std::span<const std::size_t> selection,
                  const LongVector& s) {
    add_products(x, a, selection, s);
}

SparseRows transposed(const SparseRows& a) {
    std::vector<std::size_t> next(a.cols() + 1, 0);  // where the next entry of each column goes
    for (std::size_t i = 0; i < a.rows(); ++i)
        for (const std::size_t j : a.row(i).columns) ++next[j + 1];
    for (std::size_t j = 0; j < a.cols(); ++j) next[j + 1] += next[j];
    std::vector<std::pair<std::size_t, double>> entries(a.nonzeros());
    for (std::size_t i = 0; i < a.rows(); ++i) {
        const SparseRows::Row row = a.row(i);
        for (std::size_t e = 0; e < row.size(); ++e) entries[next[row.columns[e]]++] = {i, row.values[e]};
    }
    SparseRows result(a.rows());
    result.reserve(a.nonzeros());
    for (std::size_t j = 0, e = 0; j < a.cols(); ++j) {
        result.begin_row();
        for (; e < next[j]; ++e) result.append(entries[e].first, entries[e].second);
    }
    return result;
}

}  // namespace restraint
