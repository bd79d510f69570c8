#include "restraint/linalg/growing_ldlt.h"

#include <algorithm>
#include <stdexcept>

#include "restraint/linalg/inner.h"

namespace restraint {

std::size_t GrowingLdlt::entries() const {
    std::size_t sum = 0;
    for (const Row& row : rows_) sum += row.entries.size();
    return sum;
}

void GrowingLdlt::clear() {
    rows_.clear();
    pivots_.clear();
}

void GrowingLdlt::solve_forward(Vector& g) const {
    require_same_size("the right-hand side", g.size(), "a factor row", size());
    std::size_t first = 0;
    while (first < size() && g[first] == 0.0) ++first;
    for (std::size_t i = first + 1; i < size();) {
        const Row& row = rows_[i];
        const std::size_t begin = std::max(first, row.first);
        const double* entries = row.entries.data() + (begin - row.first);
        if (i + 1 < size() && begin < i && std::max(first, rows_[i + 1].first) == begin) {
            const double* next = rows_[i + 1].entries.data() + (begin - rows_[i + 1].first);
            double sums[2];  // two rows at a time, up to where the second needs the first one's answer
            inner_of_two(entries, next, g.data() + begin, i - begin, sums);
            g[i] -= sums[0];
            g[i + 1] -= sums[1] + next[i - begin] * g[i];
            i += 2;
        } else {
            if (begin < i) g[i] -= inner(entries, g.data() + begin, i - begin);
            ++i;
        }
    }
    for (std::size_t i = first; i < size(); ++i) g[i] /= pivots_[i];
}

void GrowingLdlt::solve_forward(std::vector<Eight>& g) const {
    require_same_size("the right-hand side", g.size(), "a factor row", size());
    const auto is_zero = [](Pair pair) { return pair[0] == 0.0 && pair[1] == 0.0; };
    std::size_t first = 0;
    while (first < size() && std::all_of(g[first].begin(), g[first].end(), is_zero)) ++first;
    for (std::size_t i = first + 1; i < size(); ++i) {
        const Row& row = rows_[i];
        auto [r0, r1, r2, r3] = g[i];
        for (std::size_t j = std::max(first, row.first); j < i; ++j) {
            const double entry = row.entries[j - row.first];
            const Eight& gj = g[j];
            r0 -= entry * gj[0];
            r1 -= entry * gj[1];
            r2 -= entry * gj[2];
            r3 -= entry * gj[3];
        }
        g[i] = {r0, r1, r2, r3};
    }
    for (std::size_t i = first; i < size(); ++i)
        for (Pair& pair : g[i]) pair /= pivots_[i];
}

void GrowingLdlt::solve_backward(Vector& l) const {
    require_same_size("the right-hand side", l.size(), "a factor row", size());
    for (std::size_t i = size(); i-- > 0;) {
        const Row& row = rows_[i];
        if (i > 1 && l[i] != 0.0 && row.first < i && rows_[i - 1].first == row.first) {
            const Row& next = rows_[i - 1];
            l[i - 1] -= l[i] * row.entries.back();
            add_two(l.data() + row.first, -l[i], row.entries.data(), -l[i - 1], next.entries.data(),
                    next.entries.size());
            --i;
        } else if (l[i] != 0.0) {
            add_scaled(l.data() + row.first, -l[i], row.entries.data(), row.entries.size());
        }
    }
}

void GrowingLdlt::append(const Vector& l, double pivot) {
    require_same_size("the new row", l.size(), "a factor row", size());
    if (!(pivot > 0.0))
        throw std::invalid_argument("a pivot is " + std::to_string(pivot) + ", but must be positive");
    Row row;
    while (row.first < l.size() && l[row.first] == 0.0) ++row.first;
    row.entries.assign(l.begin() + static_cast<std::ptrdiff_t>(row.first), l.end());
    rows_.push_back(std::move(row));
    pivots_.push_back(pivot);
}

void GrowingLdlt::remove(std::size_t k) {
    if (k >= size())
        throw std::invalid_argument("remove: there is no row " + std::to_string(k) + " in a factor of " +
                                    std::to_string(size()) + " rows");
    // Column k of L leaves; the trailing block must absorb alpha w w', where w is that column, alpha its
    // pivot.
    std::vector<double> w(size() - k - 1);
    for (std::size_t i = k + 1; i < size(); ++i) {
        Row& row = rows_[i];
        if (row.first > k) {
            --row.first;  // the columns after k move up by one
            continue;
        }
        const auto place = row.entries.begin() + static_cast<std::ptrdiff_t>(k - row.first);
        w[i - k - 1] = *place;
        row.entries.erase(place);
    }
    double alpha = pivots_[k];
    rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(k));
    pivots_.erase(pivots_.begin() + static_cast<std::ptrdiff_t>(k));

    // Row by row; column j is updated with w_j as it is after the columns before j.
    std::vector<double> beta(w.size());
    for (std::size_t i = k; i < size(); ++i) {
        double wi = w[i - k];
        Row& row = rows_[i];
        for (std::size_t j = std::max(k, row.first); j < i; ++j) {
            double& entry = row.entries[j - row.first];
            wi -= w[j - k] * entry;
            entry += beta[j - k] * wi;
        }
        w[i - k] = wi;
        const double old_pivot = pivots_[i];
        pivots_[i] = old_pivot + alpha * wi * wi;
        beta[i - k] = alpha * wi / pivots_[i];
        alpha *= old_pivot / pivots_[i];
    }
}

}  // namespace restraint
