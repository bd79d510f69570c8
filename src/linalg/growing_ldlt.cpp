#include "restraint/linalg/growing_ldlt.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "restraint/linalg/inner.h"

namespace restraint {

namespace {

/// So many zeros between two runs are kept as if they were not zero: one long run is read faster.
constexpr std::size_t short_gap = 8;

/// The first rows keep all between their first entry and the diagonal: there is not enough to leave out.
constexpr std::size_t few_rows = 64;

}  // namespace

std::size_t GrowingLdlt::entries() const {
    std::size_t sum = 0;
    for (const Row& row : rows_) sum += row.entries.size();
    return sum;
}

template <typename Use>
void GrowingLdlt::for_runs(std::size_t i, Use use) const {
    if (i < profile_rows_) use(Run{profile_first(i), rows_[i].entries.size(), 0});
    else std::for_each(rows_[i].runs.begin(), rows_[i].runs.end(), use);
}

double GrowingLdlt::entry(std::size_t i, std::size_t j) const {
    double result = 0.0;
    for_runs(i, [&](const Run& run) {
        if (run.first <= j && j < run.end()) result = rows_[i].entries[run.at + (j - run.first)];
    });
    return result;
}

void GrowingLdlt::clear() {
    rows_.clear();
    pivots_.clear();
    parents_.clear();
    profile_rows_ = 0;
}

void GrowingLdlt::solve_forward(Vector& g) const {
    require_same_size("the right-hand side", g.size(), "a factor row", size());
    std::size_t first = 0;
    while (first < size() && g[first] == 0.0) ++first;
    forward_through_profile(g, first);
    if (profile_rows_ < size()) forward_where_reached(g, first);
    for (std::size_t i = first; i < size(); ++i) g[i] /= pivots_[i];
}

/// Two rows at a time, up to where the second needs the first one's answer.
void GrowingLdlt::forward_through_profile(Vector& g, std::size_t first) const {
    const auto begin = [&](std::size_t i) { return std::max(first, profile_first(i)); };
    const auto entries_from = [&](std::size_t i, std::size_t j) {
        return rows_[i].entries.data() + (j - profile_first(i));
    };
    for (std::size_t i = first + 1; i < profile_rows_; ++i) {
        const std::size_t from = begin(i);
        if (from >= i) continue;
        const double* entries = entries_from(i, from);
        if (i + 1 < profile_rows_ && begin(i + 1) == from) {
            const double* next = entries_from(i + 1, from);
            double sums[2];
            inner_of_two(entries, next, g.data() + from, i - from, sums);
            g[i] -= sums[0];
            g[i + 1] -= sums[1] + next[i - from] * g[i];
            ++i;
        } else {
            g[i] -= inner(entries, g.data() + from, i - from);
        }
    }
}

/// The rows behind the profile. An entry that is not zero reaches the ancestors of its row.
void GrowingLdlt::forward_where_reached(Vector& g, std::size_t first) const {
    std::vector<char> is_reached(size(), 0);
    std::vector<std::size_t> reached_before(size() + 1, 0);
    for (std::size_t i = first; i < size(); ++i) {
        is_reached[i] |= g[i] != 0.0;
        reached_before[i + 1] = reached_before[i] + (is_reached[i] ? 1 : 0);
        if (!is_reached[i]) continue;
        if (parents_[i] != none) is_reached[parents_[i]] = 1;
        if (i < profile_rows_) continue;
        for (const Run& run : rows_[i].runs) {
            if (reached_before[run.first] == reached_before[run.end()]) continue;
            const std::size_t from = std::max(first, run.first);
            const double* entries = rows_[i].entries.data() + run.at + (from - run.first);
            g[i] -= inner(entries, g.data() + from, run.end() - from);
        }
    }
}

void GrowingLdlt::solve_forward(std::vector<Eight>& g) const {
    require_same_size("the right-hand side", g.size(), "a factor row", size());
    const auto is_zero = [](Pair pair) { return pair[0] == 0.0 && pair[1] == 0.0; };
    std::size_t first = 0;
    while (first < size() && std::all_of(g[first].begin(), g[first].end(), is_zero)) ++first;
    for (std::size_t i = first + 1; i < size(); ++i) {
        Pair r0 = g[i][0], r1 = g[i][1], r2 = g[i][2], r3 = g[i][3];
        for_runs(i, [&](const Run& run) {
            for (std::size_t j = std::max(first, run.first); j < run.end(); ++j) {
                const double entry = rows_[i].entries[run.at + (j - run.first)];
                const Eight& gj = g[j];
                r0 -= entry * gj[0];
                r1 -= entry * gj[1];
                r2 -= entry * gj[2];
                r3 -= entry * gj[3];
            }
        });
        g[i] = {r0, r1, r2, r3};
    }
    for (std::size_t i = first; i < size(); ++i)
        for (Pair& pair : g[i]) pair /= pivots_[i];
}

void GrowingLdlt::solve_backward(Vector& l) const {
    require_same_size("the right-hand side", l.size(), "a factor row", size());
    for (std::size_t i = size(); i-- > profile_rows_;) {
        if (l[i] == 0.0) continue;
        for (const Run& run : rows_[i].runs)
            add_scaled(l.data() + run.first, -l[i], rows_[i].entries.data() + run.at, run.size);
    }
    backward_through_profile(l);
}

/// Two rows at a time, where the second begins in the same column.
void GrowingLdlt::backward_through_profile(Vector& l) const {
    for (std::size_t i = profile_rows_; i-- > 0;) {
        if (l[i] == 0.0) continue;
        const std::vector<double>& entries = rows_[i].entries;
        const std::size_t first = profile_first(i);
        if (first < i && first == profile_first(i - 1)) {
            const std::vector<double>& next = rows_[i - 1].entries;
            l[i - 1] -= l[i] * entries.back();
            add_two(l.data() + first, -l[i], entries.data(), -l[i - 1], next.data(), next.size());
            --i;
        } else {
            add_scaled(l.data() + first, -l[i], entries.data(), entries.size());
        }
    }
}

void GrowingLdlt::append(const Vector& l, double pivot) {
    require_same_size("the new row", l.size(), "a factor row", size());
    if (!(pivot > 0.0))
        throw std::invalid_argument("a pivot is " + std::to_string(pivot) + ", but must be positive");
    std::size_t first = 0;
    while (first < size() && l[first] == 0.0) ++first;
    const bool is_profile = profile_rows_ == size() && (size() < few_rows || 2 * first <= size());
    if (is_profile) ++profile_rows_;
    Row row = is_profile ? profile_row(l, first) : sparse_row(l, first);
    rows_.push_back(std::move(row));
    pivots_.push_back(pivot);
    parents_.push_back(none);
}

/// A new row that keeps all from its first entry on. It becomes the parent of the columns that had none.
GrowingLdlt::Row GrowingLdlt::profile_row(const Vector& l, std::size_t first) {
    for (std::size_t j = first; j < size(); ++j)
        if (parents_[j] == none) parents_[j] = size();
    return {{}, {l.data() + first, l.data() + size()}};
}

/// The runs of a new row, which becomes the parent of those of its columns that had none.
GrowingLdlt::Row GrowingLdlt::sparse_row(const Vector& l, std::size_t first) {
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

void GrowingLdlt::remove(std::size_t k) {
    if (k >= size())
        throw std::invalid_argument("remove: there is no row " + std::to_string(k) + " in a factor of " +
                                    std::to_string(size()) + " rows");
    // Column k of L leaves; the trailing block must absorb alpha w w', where w is that column, alpha its
    // pivot.
    const double alpha = pivots_[k];
    if (k < profile_rows_) --profile_rows_;
    rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(k));
    pivots_.erase(pivots_.begin() + static_cast<std::ptrdiff_t>(k));
    Vector w(size());
    for (std::size_t i = k; i < size(); ++i)
        w[i] = i < profile_rows_ ? take_profile_column(i, k) : take_column(rows_[i], k);
    update(take_from_tree(k), w, alpha);
}

/// Takes the entry of column k out of a row that was row i + 1 and returns it.
double GrowingLdlt::take_profile_column(std::size_t i, std::size_t k) {
    std::vector<double>& entries = rows_[i].entries;
    const std::size_t behind = i + 1 - k;  // it is so many columns from the diagonal
    if (behind > entries.size()) return 0.0;
    const auto place = entries.end() - static_cast<std::ptrdiff_t>(behind);
    const double taken = *place;
    entries.erase(place);
    return taken;
}

/// Takes the entry of column k out of a row and returns it; the columns after k move up by one.
double GrowingLdlt::take_column(Row& row, std::size_t k) {
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
std::size_t GrowingLdlt::take_from_tree(std::size_t k) {
    const std::size_t parent = parents_[k];
    parents_.erase(parents_.begin() + static_cast<std::ptrdiff_t>(k));
    for (std::size_t& p : parents_) {
        if (p == k) p = parent;
        if (p != none && p > k) --p;
    }
    return parent == none ? none : parent - 1;
}

/// L D L' + alpha w w', row by row, from the first that w has an entry for to its ancestors; column j is
/// updated with w_j as it is after the columns before j.
void GrowingLdlt::update(std::size_t first, Vector& w, double alpha) {
    if (first == none) return;
    Vector beta(size());
    std::vector<std::size_t> updated_before(size() + 1, 0);  // columns
    std::size_t known = first, count = 0;
    for (std::size_t i = first; i != none; i = parents_[i]) {
        for (; known < i; ++known) updated_before[known + 1] = count;
        ++count;
        double wi = w[i];
        for_runs(i, [&](const Run& run) {
            if (run.end() <= first || updated_before[run.first] == updated_before[run.end()]) return;
            double* entries = rows_[i].entries.data() + run.at;
            for (std::size_t j = std::max(first, run.first); j < run.end(); ++j) {
                double& entry = entries[j - run.first];
                wi -= w[j] * entry;
                entry += beta[j] * wi;
            }
        });
        w[i] = wi;
        const double old_pivot = pivots_[i];
        pivots_[i] = old_pivot + alpha * wi * wi;
        beta[i] = alpha * wi / pivots_[i];
        alpha *= old_pivot / pivots_[i];
    }
}

}  // namespace restraint
