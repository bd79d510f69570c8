#include "restraint/linalg/growing_ldlt.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

#include "restraint/linalg/inner.h"

namespace restraint {

/// y with L y = b.
Vector GrowingLdlt::forward(Vector b) const {
    require_same_size("the vector", b.size(), "a row of the LDL' factor", size());
    for (std::size_t i = 1; i < size(); ++i) b[i] -= inner(row(i), b.data(), i);
    return b;
}

double GrowingLdlt::next_pivot(const Vector& column, double diagonal) const {
    // column' (L D L')^-1 column = y' D^-1 y with L y = column.
    const Vector y = forward(column);
    for (std::size_t i = 0; i < size(); ++i) diagonal -= y[i] * (y[i] / pivots_[i]);
    return diagonal;
}

bool GrowingLdlt::independent(double pivot, double diagonal, std::size_t size) {
    return pivot > static_cast<double>(size + 1) * std::numeric_limits<double>::epsilon() * diagonal;
}

double GrowingLdlt::append(const Vector& column, double diagonal) {
    // The new row l of L has L D l = column.
    Vector y = forward(column);
    double pivot = diagonal;
    for (std::size_t i = 0; i < size(); ++i) {
        const double entry = y[i] / pivots_[i];
        pivot -= y[i] * entry;
        y[i] = entry;
    }
    if (!independent(pivot, diagonal, size())) return pivot;
    lower_.insert(lower_.end(), y.begin(), y.end());
    pivots_.push_back(pivot);
    return pivot;
}

void GrowingLdlt::remove(std::size_t k) {
    const std::size_t n = size();
    if (k >= n)
        throw std::invalid_argument("remove: there is no row " + std::to_string(k) + " in a factor of " +
                                    std::to_string(n) + " rows");
    // What the rows below lose with column k of L must be given back to their block: it becomes
    // L D L' + d w w', where w is that column and d = d_k. Gill, Golub, Murray and Saunders (1974), method
    // C1: column by column, with p_j what w_j is by then,
    //     d_j' = d_j + d p_j^2,   beta_j = d p_j / d_j',   d' = d d_j / d_j',
    //     w_i -= p_j l_ij,   l_ij += beta_j w_i            for all i > j.
    // Here it is run row by row, because rows are what stands side by side in memory.
    double weight = pivots_[k];
    std::vector<double> p, beta;
    for (std::size_t i = k + 1; i < n; ++i) {
        const double* from = row(i);
        double w = from[k];
        double* to = row(i - 1);
        std::copy(from, from + k, to);  // what is left of column k does not change, but moves up
        for (std::size_t j = 0; j < p.size(); ++j) {
            const double entry = from[k + 1 + j];
            w -= p[j] * entry;
            to[k + j] = entry + beta[j] * w;
        }
        const double pivot = pivots_[i] + weight * w * w;
        p.push_back(w);
        beta.push_back(weight * w / pivot);
        weight *= pivots_[i] / pivot;
        pivots_[i - 1] = pivot;
    }
    pivots_.pop_back();
    lower_.resize(start(n - 1));
}

Vector GrowingLdlt::solve(Vector b) const {
    b = forward(std::move(b));
    for (std::size_t i = 0; i < size(); ++i) b[i] /= pivots_[i];
    for (std::size_t i = size(); i-- > 1;) add_scaled(b.data(), -b[i], row(i), i);
    return b;
}

void GrowingLdlt::clear() {
    lower_.clear();
    pivots_.clear();
}

}  // namespace restraint
