#include "restraint/linalg/growing_ldlt.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "restraint/linalg/inner.h"

namespace restraint {

void require_appendable(const GrowingFactor& factor, const Vector& l, double pivot) {
    require_same_size("the new row", l.size(), "a factor row", factor.size());
    if (!(pivot > 0.0))
        throw std::invalid_argument("a pivot is " + std::to_string(pivot) + ", but must be positive");
}

void require_row(const GrowingFactor& factor, std::size_t k) {
    if (k >= factor.size())
        throw std::invalid_argument("remove: there is no row " + std::to_string(k) + " in a factor of " +
                                    std::to_string(factor.size()) + " rows");
}

std::size_t GrowingLdlt::entries() const {
    std::size_t sum = 0;
    for (const std::vector<double>& row : rows_) sum += row.size();
    return sum;
}

void GrowingLdlt::clear() {
    rows_.clear();
    pivots_.clear();
}

void GrowingLdlt::solve_forward(Vector& g) const {
    require_same_size("the right-hand side", g.size(), "a factor row", size());
    std::size_t start = 0;  // what is zero before the first entry stays so
    while (start < size() && g[start] == 0.0) ++start;
    for (std::size_t i = start; i < size(); ++i) {
        const std::size_t from = std::max(start, first(i));
        g[i] -= inner(rows_[i].data() + (from - first(i)), g.data() + from, i - from);
    }
    for (std::size_t i = start; i < size(); ++i) g[i] /= pivots_[i];
}

void GrowingLdlt::solve_backward(Vector& l) const {
    require_same_size("the right-hand side", l.size(), "a factor row", size());
    for (std::size_t i = size(); i-- > 0;)
        if (l[i] != 0.0) add_scaled(l.data() + first(i), -l[i], rows_[i].data(), rows_[i].size());
}

void GrowingLdlt::append(const Vector& l, double pivot) {
    require_appendable(*this, l, pivot);
    std::size_t start = 0;
    while (start < size() && l[start] == 0.0) ++start;
    rows_.emplace_back(l.data() + start, l.data() + size());
    pivots_.push_back(pivot);
}

/// Column k of L leaves. In the later rows and columns G is L D L' + alpha w w', with w that column of L and
/// alpha its pivot. The new factor is found row by row. Let p_j be what column j of the new L has left of w
/// (p = w at the start) and alpha_j what the columns before j have left of alpha. Then for each column j
///
///     new d_j = d_j + alpha_j p_j^2,   beta_j = alpha_j p_j / new d_j,   alpha_(j+1) = alpha_j d_j / new d_j
///
/// and in the rows i > j:  w_i := w_i - p_j l_ij,   new l_ij = l_ij + beta_j w_i.
void GrowingLdlt::remove(std::size_t k) {
    require_row(*this, k);
    double alpha = pivots_[k];
    rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(k));
    pivots_.erase(pivots_.begin() + static_cast<std::ptrdiff_t>(k));
    std::vector<double> w(size(), 0.0), beta(size(), 0.0);
    for (std::size_t i = k; i < size(); ++i) {
        std::vector<double>& row = rows_[i];  // still with column k, at i + 1 - k from its end
        if (row.size() >= i + 1 - k) {
            const auto column = row.end() - static_cast<std::ptrdiff_t>(i + 1 - k);
            w[i] = *column;
            row.erase(column);
        }
        // Row i of L, column by column; at the end w_i is p_i.
        for (std::size_t j = std::max(k, first(i)); j < i; ++j) {
            double& entry = row[j - first(i)];
            w[i] -= w[j] * entry;
            entry += beta[j] * w[i];
        }
        const double old_pivot = pivots_[i];
        pivots_[i] += alpha * w[i] * w[i];
        beta[i] = alpha * w[i] / pivots_[i];
        alpha *= old_pivot / pivots_[i];
    }
}

}  // namespace restraint
