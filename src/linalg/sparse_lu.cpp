#include "restraint/linalg/sparse_lu.h"
#include "restraint/linalg/tolerances.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace restraint {

namespace {

constexpr std::size_t none = SparseLu::none;
constexpr double threshold = 0.1;  // |pivot| >= threshold max |entry of its column|, so |l_ij| <= 10
constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr std::size_t columns_to_search =
    4;  // rows and columns looked at before the best pivot so far is taken

/// Rows (or columns) sorted by how many entries they have left: one doubly linked list a count.
class CountLists {
  public:
    CountLists(std::size_t items, std::size_t max_count)
        : first_(max_count + 1, none), next_(items, none), previous_(items, none), count_(items, none) {}

    std::size_t first(std::size_t count) const { return first_[count]; }
    std::size_t next(std::size_t item) const { return next_[item]; }

    void place(std::size_t item, std::size_t count) {
        if (count_[item] == count) return;
        remove(item);
        count_[item] = count;
        next_[item] = first_[count];
        previous_[item] = none;
        if (next_[item] != none) previous_[next_[item]] = item;
        first_[count] = item;
    }
    void remove(std::size_t item) {
        if (count_[item] == none) return;
        if (next_[item] != none) previous_[next_[item]] = previous_[item];
        if (previous_[item] != none) next_[previous_[item]] = next_[item];
        else first_[count_[item]] = next_[item];
        count_[item] = none;
    }

  private:
    std::vector<std::size_t> first_, next_, previous_, count_;
};

/// The part of the matrix that is not eliminated yet.
class Remainder {
  public:
    struct Entry {
        std::size_t row;
        double value;
    };
    struct Pivot {
        std::size_t row = none, column = none;
    };

    Remainder(std::size_t size, std::span<const SparseRows::Row> candidates)
        : columns_(candidates.size()),
          rows_(size),
          scale_(candidates.size()),
          column_lists_(candidates.size(), size),
          row_lists_(size, candidates.size()),
          multiplier_(size),
          met_(size, false) {
        std::vector<std::size_t> counts(size, 0);
        for (const SparseRows::Row& candidate : candidates)
            for (std::size_t i : candidate.columns) ++counts[i];
        for (std::size_t i = 0; i < size; ++i) rows_[i].reserve(counts[i]);
        for (std::size_t j = 0; j < candidates.size(); ++j) {
            columns_[j].reserve(candidates[j].size());
            for (std::size_t k = 0; k < candidates[j].size(); ++k) {
                if (candidates[j].values[k] == 0.0) continue;
                columns_[j].push_back({candidates[j].columns[k], candidates[j].values[k]});
                rows_[candidates[j].columns[k]].push_back(j);
            }
            scale_[j] = largest(columns_[j]);
            if (!columns_[j].empty()) column_lists_.place(j, columns_[j].size());
        }
        for (std::size_t i = 0; i < size; ++i)
            if (!rows_[i].empty()) row_lists_.place(i, rows_[i].size());
    }

    /// The entry with the least product of (other entries in its row) x (other entries in its column), among
    /// the shortest rows and columns, that is not too small beside the others of its column.
    Pivot choose() const {
        Pivot best;
        std::size_t best_product = none, searched = 0;
        const auto consider = [&](std::size_t row, std::size_t column) {
            const std::size_t product = (rows_[row].size() - 1) * (columns_[column].size() - 1);
            if (product < best_product) {
                best_product = product;
                best = {row, column};
            }
        };
        const std::size_t longest = std::max(rows_.size(), columns_.size());
        for (std::size_t count = 1; count <= longest; ++count) {
            if (count <= rows_.size())
                for (std::size_t j = column_lists_.first(count); j != none; j = column_lists_.next(j)) {
                    const double limit = threshold * largest(columns_[j]);
                    for (const Entry& entry : columns_[j])
                        if (std::abs(entry.value) >= limit) consider(entry.row, j);
                    if (good_enough(best_product, count, ++searched)) return best;
                }
            if (count <= columns_.size())
                for (std::size_t i = row_lists_.first(count); i != none; i = row_lists_.next(i)) {
                    for (std::size_t j : rows_[i])
                        if (std::abs(value_at(i, j)) >= threshold * largest(columns_[j])) consider(i, j);
                    if (good_enough(best_product, count, ++searched)) return best;
                }
        }
        return best;
    }

    /// Subtracts multiples of the pivot's row from the others so that the rest of its column vanishes.
    /// Appends the multipliers to `lower` (rows) and the pivot's row to `upper` (columns); returns the pivot.
    double eliminate(Pivot pivot, SparseRows& lower, SparseRows& upper) {
        const std::vector<Entry> pivot_column = std::move(columns_[pivot.column]);
        columns_[pivot.column].clear();
        column_lists_.remove(pivot.column);
        double pivot_value = 0.0;
        for (const Entry& entry : pivot_column) {
            if (entry.row == pivot.row) pivot_value = entry.value;
            std::erase(rows_[entry.row], pivot.column);
        }
        lower.begin_row();
        for (const Entry& entry : pivot_column)
            if (entry.row != pivot.row) {
                multiplier_[entry.row] = entry.value / pivot_value;
                lower.append(entry.row, multiplier_[entry.row]);
            }
        upper.begin_row();
        const std::vector<std::size_t> others = std::move(rows_[pivot.row]);
        rows_[pivot.row].clear();
        row_lists_.remove(pivot.row);
        const SparseRows::Row multipliers = lower.row(lower.rows() - 1);
        for (std::size_t j : others) upper.append(j, subtract(pivot.row, j, multipliers.columns));
        for (std::size_t i : multipliers.columns) {
            multiplier_[i] = 0.0;
            place_row(i);
        }
        return pivot_value;
    }

  private:
    static double largest(const std::vector<Entry>& column) {
        double result = 0.0;
        for (const Entry& entry : column) result = std::max(result, std::abs(entry.value));
        return result;
    }

    static bool good_enough(std::size_t best_product, std::size_t count, std::size_t searched) {
        if (best_product == none) return false;
        return best_product <= (count - 1) * (count - 1) || searched >= columns_to_search;
    }

    double value_at(std::size_t row, std::size_t column) const {
        for (const Entry& entry : columns_[column])
            if (entry.row == row) return entry.value;
        return 0.0;
    }

    void place_row(std::size_t i) {
        if (rows_[i].empty()) row_lists_.remove(i);
        else row_lists_.place(i, rows_[i].size());
    }

    /// column j -= (its entry in the pivot row) x multipliers; returns that entry, which leaves the column.
    double subtract(std::size_t pivot_row, std::size_t j, std::span<const std::size_t> changed_rows) {
        std::vector<Entry>& column = columns_[j];
        const auto at = std::find_if(column.begin(), column.end(),
                                     [&](const Entry& entry) { return entry.row == pivot_row; });
        const double factor = at->value;
        *at = column.back();
        column.pop_back();
        if (!changed_rows.empty()) {
            for (Entry& entry : column) {
                entry.value -= factor * multiplier_[entry.row];
                met_[entry.row] = true;
            }
            for (std::size_t i : changed_rows)
                if (!met_[i]) {  // fill-in
                    column.push_back({i, -factor * multiplier_[i]});
                    rows_[i].push_back(j);
                }
            for (const Entry& entry : column) met_[entry.row] = false;
            drop_rounding(j);
        }
        if (column.empty()) column_lists_.remove(j);
        else column_lists_.place(j, column.size());
        return factor;
    }

    /// Removes what is left of column j where it is nothing but rounding: single entries, or all of it.
    void drop_rounding(std::size_t j) {
        const double limit =
            largest(columns_[j]) <= dependent_column * scale_[j] ? infinite : negligible_entry * scale_[j];
        std::erase_if(columns_[j], [&](const Entry& entry) {
            if (std::abs(entry.value) > limit) return false;
            std::erase(rows_[entry.row], j);
            place_row(entry.row);
            return true;
        });
    }

    std::vector<std::vector<Entry>> columns_;     // by candidate
    std::vector<std::vector<std::size_t>> rows_;  // by row: the candidates with an entry there
    Vector scale_;                                // largest entry of each candidate
    CountLists column_lists_, row_lists_;
    Vector multiplier_;      // by row: of the current step, 0 elsewhere
    std::vector<char> met_;  // by row: false between calls
};

/// The transpose of triangular factors kept step by step: row k of `a` belongs to pivot row order[k] and its
/// indices are pivot rows, and so it is with the result.
SparseRows turned(const SparseRows& a, const std::vector<std::size_t>& order) {
    const std::size_t size = order.size();
    std::vector<std::size_t> place(size), next(size + 1, 0);
    for (std::size_t k = 0; k < size; ++k) place[order[k]] = k;
    for (std::size_t k = 0; k < size; ++k)
        for (std::size_t i : a.row(k).columns) ++next[place[i] + 1];
    for (std::size_t k = 0; k < size; ++k) next[k + 1] += next[k];
    const std::vector<std::size_t> starts = next;
    std::vector<std::size_t> columns(a.nonzeros());
    std::vector<double> values(a.nonzeros());
    for (std::size_t k = 0; k < size; ++k) {
        const SparseRows::Row row = a.row(k);
        for (std::size_t e = 0; e < row.size(); ++e) {
            const std::size_t to = next[place[row.columns[e]]]++;
            columns[to] = order[k];
            values[to] = row.values[e];
        }
    }
    SparseRows result(size);
    for (std::size_t k = 0; k < size; ++k) {
        result.begin_row();
        for (std::size_t e = starts[k]; e < starts[k + 1]; ++e) result.append(columns[e], values[e]);
    }
    return result;
}

}  // namespace

std::vector<std::size_t> SparseLu::factor(std::size_t size, std::span<const SparseRows::Row> candidates) {
    order_.clear();
    pivots_ = Vector(size, 1.0);
    exchanged_.clear();
    exchange_pivots_ = Vector();
    if (exchange_columns_.cols() != size) exchange_columns_ = SparseRows(size);
    exchange_columns_.clear_rows();
    lower_columns_ = SparseRows(size);

    Remainder remainder(size, candidates);
    SparseRows upper(candidates.size());  // as upper_rows_, but with candidates as columns
    std::vector<std::size_t> candidate_of(size, none), row_of(candidates.size(), none);
    for (auto pivot = remainder.choose(); pivot.row != none; pivot = remainder.choose()) {
        pivots_[pivot.row] = remainder.eliminate(pivot, lower_columns_, upper);
        order_.push_back(pivot.row);
        candidate_of[pivot.row] = pivot.column;
        row_of[pivot.column] = pivot.row;
    }
    if (order_.size() < size) return candidate_of;

    upper_rows_ = SparseRows(size);
    for (std::size_t k = 0; k < size; ++k) {
        const SparseRows::Row row = upper.row(k);
        upper_rows_.begin_row();
        for (std::size_t e = 0; e < row.size(); ++e)  // candidates that never got a pivot are left out
            if (row_of[row.columns[e]] != none) upper_rows_.append(row_of[row.columns[e]], row.values[e]);
    }
    lower_rows_ = turned(lower_columns_, order_);
    upper_columns_ = turned(upper_rows_, order_);
    return candidate_of;
}

void SparseLu::solve(Vector& x) const {
    const std::size_t size = order_.size();
    for (std::size_t k = 0; k < size; ++k)  // L
        if (x[order_[k]] != 0.0) add_scaled(x, -x[order_[k]], lower_columns_.row(k));
    for (std::size_t k = size; k-- > 0;) {  // U
        double& value = x[order_[k]];
        if (value == 0.0) continue;
        value /= pivots_[order_[k]];
        add_scaled(x, -value, upper_columns_.row(k));
    }
    for (std::size_t e = 0; e < exchanged_.size(); ++e) {  // E1, E2, ...
        double& value = x[exchanged_[e]];
        if (value == 0.0) continue;
        value /= exchange_pivots_[e];
        add_scaled(x, -value, exchange_columns_.row(e));
    }
}

void SparseLu::solve_transposed(Vector& y) const {
    const std::size_t size = order_.size();
    for (std::size_t e = exchanged_.size(); e-- > 0;) {  // ..., E2', E1'
        double& value = y[exchanged_[e]];
        value = (value - dot(exchange_columns_.row(e), y)) / exchange_pivots_[e];
    }
    for (std::size_t k = 0; k < size; ++k) {  // U'
        double& value = y[order_[k]];
        if (value == 0.0) continue;
        value /= pivots_[order_[k]];
        add_scaled(y, -value, upper_rows_.row(k));
    }
    for (std::size_t k = size; k-- > 0;)  // L'
        if (y[order_[k]] != 0.0) add_scaled(y, -y[order_[k]], lower_rows_.row(k));
}

void SparseLu::replace_column(std::size_t r, const Vector& solved) {
    exchanged_.push_back(r);
    exchange_pivots_.push_back(solved[r]);
    exchange_columns_.begin_row();
    for (std::size_t i = 0; i < solved.size(); ++i)
        if (i != r && solved[i] != 0.0) exchange_columns_.append(i, solved[i]);
}

}  // namespace restraint
