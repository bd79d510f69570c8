#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "restraint/linalg/vector.h"

namespace restraint {

/// A dense m x n matrix, stored row by row.
class Matrix {
  public:
    Matrix() = default;
    Matrix(std::size_t rows, std::size_t cols, double value = 0.0)
        : rows_(rows), cols_(cols), entries_(rows * cols, value) {}

    /// Written as its rows: Matrix{{1, 2}, {3, 4}}. Rows of different lengths throw std::invalid_argument.
    Matrix(std::initializer_list<std::initializer_list<double>> rows)
        : rows_(rows.size()), cols_(rows.size() == 0 ? 0 : rows.begin()->size()) {
        entries_.reserve(rows_ * cols_);
        for (const auto& row : rows) {
            require_same_size("a matrix row", row.size(), "the first row", cols_);
            entries_.insert(entries_.end(), row.begin(), row.end());
        }
    }

    std::size_t rows() const { return rows_; }
    std::size_t cols() const { return cols_; }
    bool empty() const { return entries_.empty(); }
    double& operator()(std::size_t i, std::size_t j) { return entries_[i * cols_ + j]; }
    double operator()(std::size_t i, std::size_t j) const { return entries_[i * cols_ + j]; }
    std::span<double> row(std::size_t i) { return {entries_.data() + i * cols_, cols_}; }
    std::span<const double> row(std::size_t i) const { return {entries_.data() + i * cols_, cols_}; }
    std::span<double> entries() { return entries_; }
    std::span<const double> entries() const { return entries_; }

    friend bool operator==(const Matrix&, const Matrix&) = default;

  private:
    std::size_t rows_ = 0, cols_ = 0;
    std::vector<double> entries_;
};

/// "3 x 4", for error messages.
inline std::string shape(const Matrix& a) {
    return std::to_string(a.rows()) + " x " + std::to_string(a.cols());
}

/// True if no entry is NaN or infinite.
inline bool all_finite(const Matrix& a) {
    return std::all_of(a.entries().begin(), a.entries().end(), [](double x) { return std::isfinite(x); });
}

}  // namespace restraint
