#pragma once

#include <cstddef>
#include <vector>

#include "restraint/linalg/matrix.h"
#include "restraint/linalg/vector.h"

namespace restraint {

/// P A = L U of a square matrix, or where the attempt failed.
struct Lu {
    Matrix factors;                  // L (unit lower) below the diagonal, U on and above it (n x n)
    std::vector<std::size_t> order;  // row k of P A is row order[k] of A
    std::size_t pivots = 0;          // how many columns found a pivot, from the first on
    bool singular() const { return pivots < factors.rows(); }
};

/// Factors A (n x n) with partial pivoting: the pivot of a column is its largest entry, each measured by the
/// largest entry that its row of A had.
///
/// A pivot that is below n eps of the terms it was summed from, (|L||U|)_kk, is what rounding leaves of a
/// zero: then A is singular to working precision (or holds a NaN), and the factor ends there. Units of rows
/// and columns do not change that decision. Throws std::invalid_argument if A is not square.
Lu factor_lu(const Matrix& a);

/// x with A x = b. Throws std::invalid_argument if b does not fit or A is singular.
Vector solve(const Lu& factor, const Vector& b);

}  // namespace restraint
