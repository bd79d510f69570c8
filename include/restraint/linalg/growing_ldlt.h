#pragma once

#include <cstddef>
#include <vector>

#include "restraint/linalg/vector.h"

namespace restraint {

/// A = L D L' of a positive definite matrix that gains and loses rows, each time in O(k^2).
///
/// An active-set method keeps the matrix of the constraints that are active: one joins or leaves in every
/// step, and to factor anew would cost O(k^3). L is unit lower triangular and kept packed, row i being the i
/// numbers left of the diagonal; all loops run along such rows.
class GrowingLdlt {
  public:
    /// k, the number of rows.
    std::size_t size() const { return pivots_.size(); }

    /// The pivot (last entry of D) that appending a row would give: diagonal - column' A^-1 column.
    ///
    /// column     (k) the entries of the new row left of the diagonal
    /// diagonal   its diagonal entry, > 0
    /// It is the part of the diagonal that is independent of the rows there are: compare it with `diagonal`.
    double next_pivot(const Vector& column, double diagonal) const;

    /// Appends a row and column, and returns its pivot. If the pivot is not above (k + 1) eps diagonal, which
    /// rounding alone may leave, the new row depends on the others and nothing is changed.
    double append(const Vector& column, double diagonal);

    /// True if `pivot`, as append returned it, was large enough to be taken.
    static bool independent(double pivot, double diagonal, std::size_t size);

    /// Removes row and column k; those after it move up by one. Throws std::invalid_argument if there is
    /// none.
    void remove(std::size_t k);

    /// x with A x = b (k).
    Vector solve(Vector b) const;

    /// Forgets all rows, keeps the memory.
    void clear();

    /// D (k).
    const std::vector<double>& pivots() const { return pivots_; }

    /// Row i of L left of the diagonal: i numbers.
    const double* row(std::size_t i) const { return lower_.data() + start(i); }

  private:
    static std::size_t start(std::size_t i) { return i * (i - (i > 0)) / 2; }
    double* row(std::size_t i) { return lower_.data() + start(i); }
    Vector forward(Vector b) const;

    std::vector<double> lower_;   // row 1 (one number), row 2 (two), ...
    std::vector<double> pivots_;  // D
};

}  // namespace restraint
