#include "restraint/linalg/growing_ldlt.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "restraint/linalg/inner.h"

namespace restraint {

namespace {

/// So many zeros between two runs are kept as if they were not zero: one long run is read faster.
constexpr std::size_t short_gap = 8;

}  // namespace

std::size_t GrowingLdlt::entries() const {
    std::size_t sum = 0;
    for (const Row& row : rows_) sum += row.entries.size();
    return sum;
}

bool GrowingLdlt::is_profile(std::size_t i) const {
    return rows_[i].runs.size() == 1 && rows_[i].runs[0].end() == i;
}

double GrowingLdlt::entry(std::size_t i, std::size_t j) const {
    for (const Run& run : rows_[i].runs)
        if (run.first <= j && j < run.end()) return rows_[i].entries[run.at + (j - run.first)];
    return 0.0;
}

void GrowingLdlt::clear() {
    rows_.clear();
    pivots_.clear();
    parents_.clear();
}

void GrowingLdlt::solve_forward(Vector& g) const {
    require_same_size("the right-hand side", g.size(), "a factor row", size());
    std::vector<char> is_reached(size() + 1, 0);
    std::vector<std::size_t> reached_before(size() + 1, 0);
    const auto reach = [&](std::size_t i) {
        is_reached[i] |= g[i] != 0.0;
        reached_before[i + 1] = reached_before[i] + (is_reached[i] ? 1 : 0);
        if (is_reached[i] && parents_[i] != none) is_reached[parents_[i]] = 1;
    };
    const auto is_empty = [&](const Run& run) {
        return reached_before[run.first] == reached_before[run.end()];
    };
    std::size_t first = 0;
    while (first < size() && g[first] == 0.0) ++first;
    for (std::size_t i = first; i < size(); ++i) {
        reach(i);
        if (!is_reached[i] || rows_[i].runs.empty()) continue;
        const Row& row = rows_[i];
        const std::size_t begin = std::max(first, row.runs[0].first);
        if (begin < i && is_profile(i) && i + 1 < size() && is_profile(i + 1) &&
            std::max(first, rows_[i + 1].runs[0].first) == begin) {
            const double* entries = row.entries.data() + (begin - row.runs[0].first);
            const double* next = rows_[i + 1].entries.data() + (begin - rows_[i + 1].runs[0].first);
            double sums[2];  // two rows at a time, up to where the second needs the first one's answer
            inner_of_two(entries, next, g.data() + begin, i - begin, sums);
            g[i] -= sums[0];
            g[i + 1] -= sums[1] + next[i - begin] * g[i];
            ++i;
            reach(i);
            continue;
        }
        for (const Run& run : row.runs) {
            if (is_empty(run)) continue;
            const std::size_t from = std::max(first, run.first);
            g[i] -=
                inner(row.entries.data() + run.at + (from - run.first), g.data() + from, run.end() - from);
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
        auto [r0, r1, r2, r3] = g[i];
        for (const Run& run : rows_[i].runs)
            for (std::size_t j = std::max(first, run.first); j < run.end(); ++j) {
                const double entry = rows_[i].entries[run.at + (j - run.first)];
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
        if (l[i] == 0.0) continue;
        const Row& row = rows_[i];
        if (i > 1 && is_profile(i) && is_profile(i - 1) && row.runs[0].first == rows_[i - 1].runs[0].first) {
            const Row& next = rows_[i - 1];
            l[i - 1] -= l[i] * row.entries.back();
            add_two(l.data() + row.runs[0].first, -l[i], row.entries.data(), -l[i - 1], next.entries.data(),
                    next.entries.size());
            --i;
            continue;
        }
        for (const Run& run : row.runs)
            add_scaled(l.data() + run.first, -l[i], row.entries.data() + run.at, run.size);
    }
}

void GrowingLdlt::append(const Vector& l, double pivot) {
    require_same_size("the new row", l.size(), "a factor row", size());
    if (!(pivot > 0.0))
        throw std::invalid_argument("a pivot is " + std::to_string(pivot) + ", but must be positive");
    Row row;
    std::vector<char> has_entry(size(), 0);
    for (std::size_t j = 0; j < size(); ++j) {
        if (l[j] == 0.0 && !has_entry[j]) continue;
        if (parents_[j] == none) parents_[j] = size();
        else has_entry[parents_[j]] = 1;
        if (row.runs.empty() || j > row.runs.back().end() + short_gap)
            row.runs.push_back({j, 0, row.entries.size()});
        Run& run = row.runs.back();
        row.entries.insert(row.entries.end(), j - run.end(), 0.0);
        row.entries.push_back(l[j]);
        run.size = j + 1 - run.first;
    }
    rows_.push_back(std::move(row));
    pivots_.push_back(pivot);
    parents_.push_back(none);
}

void GrowingLdlt::remove(std::size_t k) {
    if (k >= size())
        throw std::invalid_argument("remove: there is no row " + std::to_string(k) + " in a factor of " +
                                    std::to_string(size()) + " rows");
    // Column k of L leaves; the trailing block must absorb alpha w w', where w is that column, alpha its
    // pivot.
    const double alpha = pivots_[k];
    rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(k));
    pivots_.erase(pivots_.begin() + static_cast<std::ptrdiff_t>(k));
    Vector w(size());
    for (std::size_t i = k; i < size(); ++i) w[i] = take_column(rows_[i], k);
    update(take_from_tree(k), w, alpha);
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

/// Takes k out of the tree; its children are now children of its parent. Returns its ancestors, the nearest
/// first.
std::vector<std::size_t> GrowingLdlt::take_from_tree(std::size_t k) {
    const std::size_t parent = parents_[k];
    parents_.erase(parents_.begin() + static_cast<std::ptrdiff_t>(k));
    for (std::size_t& p : parents_) {
        if (p == k) p = parent;
        if (p != none && p > k) --p;
    }
    std::vector<std::size_t> path;
    for (std::size_t i = parent == none ? none : parent - 1; i != none; i = parents_[i]) path.push_back(i);
    return path;
}

/// L D L' + alpha w w', row by row; column j is updated with w_j as it is after the columns before j.
void GrowingLdlt::update(const std::vector<std::size_t>& path, Vector& w, double alpha) {
    if (path.empty()) return;
    Vector beta(size());
    std::vector<std::size_t> updated_before(size() + 1, 0);  // columns
    std::size_t known = path[0];
    for (std::size_t count = 0; count < path.size(); ++count) {
        const std::size_t i = path[count];
        for (; known < i; ++known) updated_before[known + 1] = count;
        Row& row = rows_[i];
        double wi = w[i];
        for (const Run& run : row.runs) {
            if (run.end() <= path[0] || updated_before[run.first] == updated_before[run.end()]) continue;
            double* entries = row.entries.data() + run.at;
            for (std::size_t j = std::max(path[0], run.first); j < run.end(); ++j) {
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

}  // namespace restraint
