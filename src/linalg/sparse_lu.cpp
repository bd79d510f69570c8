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
    upper_ = SparseRows(size);
    diagonal_ = {};
    exchanges_.clear();
    std::vector<std::size_t> candidate_of(size, none);
    while (!waiting.empty()) {
        const std::size_t j = waiting.take();
        const double column_size = max_norm(candidates[j].values);
        elimination.solve(candidates[j]);
        const std::size_t r = choose_pivot(elimination, waiting, column_size);
        if (r == none) continue;
        upper_.begin_row();
        elimination.lower.begin_row();
        for (const std::size_t i : elimination.places) {
            const double entry = elimination.x[i];
            if (i == r || std::abs(entry) <= negligible_entry * column_size) continue;
            if (elimination.step_of[i] != none) upper_.append(i, entry);
            else elimination.lower.append(i, entry / elimination.x[r]);
        }
        diagonal_.push_back(elimination.x[r]);
        elimination.step_of[r] = elimination.order.size();
        elimination.order.push_back(r);
        candidate_of[r] = j;
        waiting.close_row(r);
    }
    rows_ = elimination.order;
    lower_ = std::move(elimination.lower);
    lower_rows_ = fast::transposed(lower_);
    upper_rows_ = fast::transposed(upper_);
    return candidate_of;
}

/// With L, with U, and with E1 ... Ek, one after the other; the transposed ones the other way round.
void SparseLu::solve(Vector& x) const {
    for (std::size_t k = 0; k < rows_.size(); ++k)
        if (x[rows_[k]] != 0.0) add_scaled(x, -x[rows_[k]], lower_.row(k));
    for (std::size_t k = rows_.size(); k-- > 0;) {
        x[rows_[k]] /= diagonal_[k];
        if (x[rows_[k]] != 0.0) add_scaled(x, -x[rows_[k]], upper_.row(k));
    }
    for (const Exchange& e : exchanges_) {
        x[e.row] /= e.pivot;
        if (x[e.row] != 0.0) add_scaled(x.data(), -x[e.row], e.column.data(), x.size());
    }
}

void SparseLu::solve_transposed(Vector& y) const {
    std::vector<char> may_change(y.size(), 0);
    for (const Exchange& exchange : exchanges_) may_change[exchange.row] = 1;
    std::vector<std::size_t> places;  // elsewhere y is 0 while exchanges are undone
    for (std::size_t i = 0; i < y.size(); ++i)
        if (y[i] != 0.0 || may_change[i]) places.push_back(i);
    for (std::size_t e = exchanges_.size(); e-- > 0;) {
        double& value = y[exchanges_[e].row];
        for (const std::size_t i : places) value -= exchanges_[e].column[i] * y[i];
        value /= exchanges_[e].pivot;
    }
    const auto subtract_row = [&](double value, const SparseRows::Row& row) {
        for (std::size_t e = 0; e < row.size(); ++e) y[rows_[row.columns[e]]] -= value * row.values[e];
    };
    for (std::size_t k = 0; k < rows_.size(); ++k) {
        double& value = y[rows_[k]];
        if (value == 0.0) continue;
        value /= diagonal_[k];
        subtract_row(value, upper_rows_.row(rows_[k]));
    }
    for (std::size_t k = rows_.size(); k-- > 0;)
        if (y[rows_[k]] != 0.0) subtract_row(y[rows_[k]], lower_rows_.row(rows_[k]));
}

void SparseLu::replace_column(std::size_t r, const Vector& solved) {
    exchanges_.push_back({r, solved[r], solved});
    exchanges_.back().column[r] = 0.0;
}

}  // namespace restraint
