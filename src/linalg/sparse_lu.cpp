#include "restraint/linalg/sparse_lu.h"
#include "restraint/linalg/tolerances.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <utility>

#include "restraint/linalg/fast/row_order.h"

namespace restraint {

namespace {

constexpr std::size_t none = SparseLu::none;
constexpr double threshold = 0.1;  // |pivot| >= threshold max |entry of its column|, so |l_ij| <= 10

/// The candidates that wait for a pivot, and the entries they have in rows without one.
class Waiting {
  public:
    Waiting(std::size_t size, std::span<const SparseRows::Row> candidates)
        : candidates_(candidates), in_row_(size), entries_of_row_(size, 0) {
        for (std::size_t j = 0; j < candidates.size(); ++j) {
            for (const std::size_t i : candidates[j].columns) {
                in_row_[i].push_back(j);
                ++entries_of_row_[i];
            }
            free_entries_.push_back(candidates[j].size());
            queue_.push({free_entries_[j], j});
        }
    }

    bool empty() const { return taken_ == candidates_.size(); }
    std::size_t entries_of_row(std::size_t i) const { return entries_of_row_[i]; }

    /// Takes out the candidate with the fewest entries in rows without a pivot; ties to the first.
    std::size_t take() {
        while (free_entries_[queue_.top().second] != queue_.top().first) queue_.pop();  // it has fewer now
        const std::size_t j = queue_.top().second;
        free_entries_[j] = none;
        ++taken_;
        for (const std::size_t i : candidates_[j].columns) --entries_of_row_[i];
        return j;
    }

    /// Row i has a pivot from now on.
    void close_row(std::size_t i) {
        for (const std::size_t j : in_row_[i])
            if (free_entries_[j] != none) queue_.push({--free_entries_[j], j});
    }

  private:
    std::span<const SparseRows::Row> candidates_;
    std::vector<std::vector<std::size_t>> in_row_;  // candidates with an entry in the row
    std::vector<std::size_t> entries_of_row_;       // in candidates that wait
    std::vector<std::size_t> free_entries_;         // of a candidate, in rows without a pivot; none: taken
    // Free entries and the candidate that had so many when it was pushed: stale if it has fewer now.
    using Entry = std::pair<std::size_t, std::size_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
    std::size_t taken_ = 0;
};

/// The columns of L found so far, and x = L^-1 a for the next column a (left-looking: a column is worked on
/// once, when its turn comes).
class Elimination {
  public:
    explicit Elimination(std::size_t size) : lower(size), step_of(size, none), x(size), is_met_(size, 0) {}

    SparseRows lower;                  // column k of L below its unit diagonal
    std::vector<std::size_t> order;    // row of pivot k
    std::vector<std::size_t> step_of;  // of a row: k, or none
    Vector x;                          // L^-1 a, zero but at the places
    std::vector<std::size_t> places;

    /// x = L^-1 a. Only columns of L are applied in whose row x has an entry: those wait in a queue, for the
    /// first of them may add entries in the rows of later ones.
    void solve(const SparseRows::Row& a) {
        for (const std::size_t i : places) is_met_[i] = 0;
        for (const std::size_t i : places) x[i] = 0.0;
        places.clear();
        for (std::size_t e = 0; e < a.size(); ++e) {
            meet(a.columns[e]);
            x[a.columns[e]] = a.values[e];
        }
        while (!steps_.empty()) {
            const std::size_t k = steps_.top();
            steps_.pop();
            for (const std::size_t i : lower.row(k).columns) meet(i);
            add_scaled(x, -x[order[k]], lower.row(k));
        }
    }

  private:
    void meet(std::size_t i) {
        if (is_met_[i]) return;
        is_met_[i] = 1;
        places.push_back(i);
        if (step_of[i] != none) steps_.push(step_of[i]);
    }

    std::vector<char> is_met_;
    std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> steps_;
};

double largest(std::span<const double> values) {
    double result = 0.0;
    for (const double value : values) result = std::max(result, std::abs(value));
    return result;
}

/// The row of the pivot: of the entries not much smaller than the largest, that in the row with the fewest
/// entries in columns to come, then the larger one. `none` if all are rounding beside the size of the column.
std::size_t choose_pivot(const Elimination& elimination, const Waiting& waiting, double size) {
    double limit = 0.0;
    for (const std::size_t i : elimination.places)
        if (elimination.step_of[i] == none) limit = std::max(limit, std::abs(elimination.x[i]));
    if (limit <= dependent_column * size) return none;
    std::size_t best = none;
    for (const std::size_t i : elimination.places) {
        const double entry = std::abs(elimination.x[i]);
        if (elimination.step_of[i] != none || entry < threshold * limit) continue;
        const std::size_t entries = waiting.entries_of_row(i);
        const std::size_t fewest = best == none ? none : waiting.entries_of_row(best);
        if (entries < fewest || (entries == fewest && entry > std::abs(elimination.x[best]))) best = i;
    }
    return best;
}

}  // namespace

std::vector<std::size_t> SparseLu::factor(std::size_t size, std::span<const SparseRows::Row> candidates) {
    Waiting waiting(size, candidates);
    Elimination elimination(size);
    SparseRows upper(size);  // column k of U above its diagonal
    Vector diagonal;         // of U
    std::vector<std::size_t> candidate_of(size, none);
    while (!waiting.empty()) {
        const std::size_t j = waiting.take();
        const double column_size = largest(candidates[j].values);
        elimination.solve(candidates[j]);
        const std::size_t r = choose_pivot(elimination, waiting, column_size);
        if (r == none) continue;
        upper.begin_row();
        elimination.lower.begin_row();
        for (const std::size_t i : elimination.places) {
            const double entry = elimination.x[i];
            if (i == r || std::abs(entry) <= negligible_entry * column_size) continue;
            if (elimination.step_of[i] != none) upper.append(i, entry);
            else elimination.lower.append(i, entry / elimination.x[r]);
        }
        diagonal.push_back(elimination.x[r]);
        elimination.step_of[r] = elimination.order.size();
        elimination.order.push_back(r);
        candidate_of[r] = j;
        waiting.close_row(r);
    }

    lower_rows_ = fast::transposed(elimination.lower);
    upper_rows_ = fast::transposed(upper);
    rows_ = elimination.order;
    pivots_ = Vector(rows_.size(), 1.0);
    columns_ = std::move(elimination.lower);
    for (std::size_t k = diagonal.size(); k-- > 0;) {
        const SparseRows::Row above = upper.row(k);
        rows_.push_back(rows_[k]);
        pivots_.push_back(diagonal[k]);
        columns_.begin_row();
        for (std::size_t e = 0; e < above.size(); ++e) columns_.append(above.columns[e], above.values[e]);
    }
    factors_ = rows_.size();
    return candidate_of;
}

void SparseLu::solve(Vector& x) const {
    for (std::size_t e = 0; e < rows_.size(); ++e) {
        double& value = x[rows_[e]];
        if (value == 0.0) continue;
        value /= pivots_[e];
        add_scaled(x, -value, columns_.row(e));
    }
}

void SparseLu::solve_transposed(Vector& y) const {
    for (std::size_t e = rows_.size(); e-- > factors_;) {
        double& value = y[rows_[e]];
        value = (value - dot(columns_.row(e), y)) / pivots_[e];
    }
    for (std::size_t e = factors_; e-- > 0;) {
        double& value = y[rows_[e]];
        if (value == 0.0) continue;
        value /= pivots_[e];
        const SparseRows::Row row = (e < factors_ / 2 ? lower_rows_ : upper_rows_).row(rows_[e]);
        for (std::size_t k = 0; k < row.size(); ++k) y[rows_[row.columns[k]]] -= value * row.values[k];
    }
}

void SparseLu::replace_column(std::size_t r, const Vector& solved) {
    rows_.push_back(r);
    pivots_.push_back(solved[r]);
    columns_.begin_row();
    for (std::size_t i = 0; i < solved.size(); ++i)
        if (i != r && solved[i] != 0.0) columns_.append(i, solved[i]);
}

}  // namespace restraint
