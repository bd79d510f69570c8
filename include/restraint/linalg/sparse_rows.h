#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "restraint/linalg/inner.h"
#include "restraint/linalg/two_doubles.h"
#include "restraint/linalg/vector.h"

namespace restraint {

/// A matrix of which only the entries that are not zero are kept, row after row (compressed sparse rows).
///
/// The rows of every constraint in this project touch a body or two, whatever the number of bodies: a product
/// with such a matrix costs its entries, not m times n.
class SparseRows {
  public:
    SparseRows() = default;
    explicit SparseRows(std::size_t cols) : cols_(cols) {}

    /// One row as two arrays of the same length: values[k] stands in column columns[k].
    struct Row {
        std::span<const std::size_t> columns;
        std::span<const double> values;
        bool consecutive = false;  // columns are c, c + 1, c + 2, ...: a full row is worked on like an array
        std::size_t size() const { return columns.size(); }
    };

    std::size_t rows() const { return starts_.size() - 1; }
    std::size_t cols() const { return cols_; }
    std::size_t nonzeros() const { return values_.size(); }

    /// Row i.
    Row row(std::size_t i) const {
        const std::size_t start = starts_[i], length = starts_[i + 1] - start;
        return {{columns_.data() + start, length}, {values_.data() + start, length}, consecutive_[i] != 0};
    }

    /// Begins a new, empty last row; `append` then fills it. Columns may come in any order, each at most once
    /// a row.
    void begin_row() {
        starts_.push_back(values_.size());
        consecutive_.push_back(1);
    }
    void append(std::size_t column, double value) {
        if (column >= cols_)
            throw std::invalid_argument("column " + std::to_string(column) + " in a matrix of " +
                                        std::to_string(cols_) + " columns");
        const bool first_of_row = starts_[starts_.size() - 2] == columns_.size();
        if (!first_of_row && column != columns_.back() + 1) consecutive_.back() = 0;
        columns_.push_back(column);
        values_.push_back(value);
        starts_.back() = values_.size();
    }

    /// Appends a new last row, given with its zeros, which are left out.
    void append_full_row(const Vector& row) {
        require_same_size("the full row", row.size(), "a matrix row", cols_);
        begin_row();
        for (std::size_t j = 0; j < cols_; ++j)
            if (row[j] != 0.0) append(j, row[j]);
    }

    /// Takes memory for so many entries.
    void reserve(std::size_t entries) { columns_.reserve(entries), values_.reserve(entries); }

  private:
    std::size_t cols_ = 0;
    std::vector<std::size_t> starts_{0};  // row i holds the entries starts_[i] .. starts_[i + 1] - 1
    std::vector<std::size_t> columns_;
    std::vector<double> values_;
    std::vector<char> consecutive_;  // 1 a row of consecutive columns
};

/// The inner product of a sparse row with x.
inline double dot(SparseRows::Row row, const Vector& x) {
    if (row.consecutive && row.size() > 0)
        return inner(row.values.data(), x.data() + row.columns[0], row.size());
    double sum = 0.0, other = 0.0;
    std::size_t k = 0;
    for (; row.size() > 32 && k + 1 < row.size(); k += 2) {  // no addition waits for the one before
        sum += row.values[k] * x[row.columns[k]];
        other += row.values[k + 1] * x[row.columns[k + 1]];
    }
    for (; k < row.size(); ++k) sum += row.values[k] * x[row.columns[k]];
    return sum + other;
}

/// x += s * row.
inline void add_scaled(Vector& x, double s, SparseRows::Row row) {
    if (row.consecutive && row.size() > 0)
        return add_scaled(x.data() + row.columns[0], s, row.values.data(), row.size());
    for (std::size_t k = 0; k < row.size(); ++k) x[row.columns[k]] += s * row.values[k];
}

/// x += s * row, in twice the digits.
inline void add_scaled(std::vector<AccurateSum>& x, TwoDoubles s, SparseRows::Row row) {
    for (std::size_t k = 0; k < row.size(); ++k) x[row.columns[k]].add(s, row.values[k]);
}

/// sum += s row'x in twice the digits, for s = 1 or -1 and x of doubles or of TwoDoubles.
template <typename Numbers>
void add_product(AccurateSum& sum, double s, SparseRows::Row row, const Numbers& x) {
    for (std::size_t k = 0; k < row.size(); ++k) sum.add(x[row.columns[k]], s * row.values[k]);
}

/// A x.
inline Vector operator*(const SparseRows& a, const Vector& x) {
    require_same_size("the vector", x.size(), "a matrix row", a.cols());
    Vector result(a.rows());
    for (std::size_t i = 0; i < a.rows(); ++i) result[i] = dot(a.row(i), x);
    return result;
}

/// A'y without forming A'.
inline Vector transpose_times(const SparseRows& a, const Vector& y) {
    require_same_size("the vector", y.size(), "a matrix column", a.rows());
    Vector result(a.cols());
    for (std::size_t i = 0; i < a.rows(); ++i) add_scaled(result, y[i], a.row(i));
    return result;
}

}  // namespace restraint
