#pragma once

#include <cstddef>

#include "restraint/linalg/matrix.h"
#include "restraint/linalg/vector.h"

namespace restraint {

/// A = L L' of a symmetric positive definite matrix, or where the attempt failed.
struct Cholesky {
    Matrix lower;            // L (n x n), zero above the diagonal; meaningful in its first `pivots` rows
    std::size_t pivots = 0;  // how many pivots were positive, from the first on
    bool positive_definite() const { return pivots == lower.rows(); }
};

/// Factors A (n x n), of which only the lower triangle is read.
///
/// Pivot j is what is left of a_jj; it counts as positive if it is more than n eps a_jj, which is what
/// rounding alone can leave. `pivots` is then the index of the first one that is not: the leading block of
/// that size is positive definite, the one after it is not (or A holds a NaN). Throws std::invalid_argument
/// if A is not square.
Cholesky factor_cholesky(const Matrix& a);

/// x with A x = b. Throws std::invalid_argument if b does not fit or is not finite, or if A was not positive
/// definite.
Vector solve(const Cholesky& factor, Vector b);

}  // namespace restraint
