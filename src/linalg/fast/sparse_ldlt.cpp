#include "restraint/linalg/fast/sparse_ldlt.h"

#include <algorithm>

#include "restraint/linalg/inner.h"

namespace restraint::fast {

namespace {

/// Up to 8 zeros between two runs are kept as entries: one long run is read faster than two short ones.
constexpr std::size_t short_gap = 8;

}  // namespace

std::size_t SparseLdlt::entries() const {
    std::size_t sum = 0;
    for (const Row& row : rows_) sum += row.entries.size();
    return sum;
}

void SparseLdlt::clear() {
    rows_.clear();
    pivots_.clear();
    parents_.clear();
}

/// An entry g_i that is not zero changes only the entries of the ancestors of row i.
void SparseLdlt::solve_forward(Vector& g) const {
    require_same_size("the right-hand side", g.size(), "a factor row", size());
    std::size_t first = 0;
    while (first < size() && g[first] == 0.0) ++first;
    std::vector<char> is_reached(size(), 0);
    std::vector<std::size_t> reached_before(size() + 1, 0);
    for (std::size_t i = first; i < size(); ++i) {
        is_reached[i] |= g[i] != 0.0;
        reached_before[i + 1] = reached_before[i] + (is_reached[i] ? 1 : 0);
        if (!is_reached[i]) continue;
        if (parents_[i] != none) is_reached[parents_[i]] = 1;
        for (const Run& run : rows_[i].runs) {
            if (run.end() <= first || reached_before[run.first] == reached_before[run.end()]) continue;
            const std::size_t from = std::max(first, run.first);
            const double* entries = rows_[i].entries.data() + run.at + (from - run.first);
            g[i] -= inner(entries, g.data() + from, run.end() - from);
        }
    }
    for (std::size_t i = first; i < size(); ++i)
        if (is_reached[i]) g[i] /= pivots_[i];
}

void SparseLdlt::solve_backward(Vector& l) const {
    require_same_size("the right-hand side", l.size(), "a factor row", size());
    for (std::size_t i = size(); i-- > 0;) {
        if (l[i] == 0.0) continue;
        for (const Run& run : rows_[i].runs)
            add_scaled(l.data() + run.first, -l[i], rows_[i].entries.data() + run.at, run.size);
    }
}

void SparseLdlt::append(const Vector& l, double pivot) {
    require_appendable(*this, l, pivot);
    std::size_t first = 0;
    while (first < size() && l[first] == 0.0) ++first;
    rows_.push_back(new_row(l, first));
    pivots_.push_back(pivot);
    parents_.push_back(none);
}

/// The runs of a new row, which becomes the parent of those of its columns that had none.
SparseLdlt::Row SparseLdlt::new_row(const Vector& l, std::size_t first) {
    Row row;
    std::vector<char> has_entry(size(), 0);
    for (std::size_t j = first; j < size(); ++j) {
        if (l[j] == 0.0 && !has_entry[j]) continue;
        if (parents_[j] == none) parents_[j] = size();
        else has_entry[parents_[j]] = 1;
        if (row.runs.empty() || j > row.runs.back().end() + short_gap) row.runs.push_back({j, 0, 0});
        row.runs.back().size = j + 1 - row.runs.back().first;
    }
    for (Run& run : row.runs) {
        run.at = row.entries.size();
        row.entries.insert(row.entries.end(), l.data() + run.first, l.data() + run.end());
    }
    return row;
}

void SparseLdlt::remove(std::size_t k) {
    require_row(*this, k);
    // As in GrowingLdlt::remove: in the later rows G is L D L' + alpha w w', w column k of L, alpha its
    // pivot.
    const double alpha = pivots_[k];
    rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(k));
    pivots_.erase(pivots_.begin() + static_cast<std::ptrdiff_t>(k));
    Vector w(size());
    for (std::size_t i = k; i < size(); ++i) w[i] = take_column(rows_[i], k);
    update(take_from_tree(k), w, alpha);
}

/// Takes the entry of column k out of a row and returns it; the columns after k move up by one.
double SparseLdlt::take_column(Row& row, std::size_t k) {
    double taken = 0.0;
    std::size_t shift = 0;
    for (Run& run : row.runs) {
        run.at -= shift;
        if (run.first > k) {
            --run.first;
        } else if (k < run.end()) {
            const auto place = row.entries.begin() + static_cast<std::ptrdiff_t>(run.at + (k - run.first));
            taken = *place;
            row.entries.erase(place);
            --run.size;
            shift = 1;
        }
    }
    std::erase_if(row.runs, [](const Run& run) { return run.size == 0; });
    return taken;
}

/// Takes k out of the tree; its children are now children of its parent, which is returned.
std::size_t SparseLdlt::take_from_tree(std::size_t k) {
    const std::size_t parent = parents_[k];
    parents_.erase(parents_.begin() + static_cast<std::ptrdiff_t>(k));
    for (std::size_t& p : parents_) {
        if (p == k) p = parent;
        if (p != none && p > k) --p;
    }
    return parent == none ? none : parent - 1;
}

/// The factor of L D L' + alpha w w', by the recurrences of GrowingLdlt::remove. Only the row of the first
/// entry of w and its ancestors in the tree change; updated_before[j] counts those of them before j, so that
/// a run of columns without any is left out.
void SparseLdlt::update(std::size_t first, Vector& w, double alpha) {
    if (first == none) return;
    Vector beta(size());
    std::vector<std::size_t> updated_before(size() + 1, 0);  // columns
    std::size_t known = first, count = 0;
    for (std::size_t i = first; i != none; i = parents_[i]) {
        for (; known < i; ++known) updated_before[known + 1] = count;
        ++count;
        double wi = w[i];
        for (const Run& run : rows_[i].runs) {
            if (run.end() <= first || updated_before[run.first] == updated_before[run.end()]) continue;
            double* entries = rows_[i].entries.data() + run.at;
            for (std::size_t j = std::max(first, run.first); j < run.end(); ++j) {
                double& entry = entries[j - run.first];
                wi -= w[j] * entry;
                entry += beta[j] * wi;
            }
        }
        w[i] = wi;
        const double old_pivot = pivots_[i];
        pivots_[i] = old_pivot + alpha * wi * wi;
        beta[i] = alpha * wi / pivots_[i];
        alpha *= old_pivot / pivots_[i];
    }
}

}  // namespace restraint::fast
