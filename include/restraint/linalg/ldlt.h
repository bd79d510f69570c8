#pragma once

#include <cstddef>
#include <vector>

#include "restraint/linalg/matrix.h"
#include "restraint/linalg/vector.h"

namespace restraint {

/// P A P' = L D L' of a symmetric positive semidefinite matrix A (n x n) of rank r.
struct Ldlt {
    Matrix lower;   // L (n x n), unit lower triangular; columns r.. are those of the identity
    Vector pivots;  // D (n), > 0 up to the rank, 0 from there on
    std::vector<std::size_t> order;  // row k of P A P' is row order[k] of A
    std::size_t rank = 0;            // r
    bool semidefinite = true;        // false: A has a direction d with d'Ad < 0 by more than rounding
};

/// Factors A, of which only the lower triangle is read, taking next the row whose diagonal has kept the
/// largest part of what it was.
///
/// A row that has kept less than n eps of its diagonal depends on those before it, and the rank is reached.
/// What stands in the rest of the matrix must then be rounding too, or A is indefinite (or holds a NaN). Both
/// decisions are the same for A and for SAS with a diagonal S: units do not matter. Throws
/// std::invalid_argument if A is not square.
Ldlt factor_ldlt(const Matrix& a);

/// An x with A x = b, if b is in the range of A; the n - r unknowns that are left free are 0. If b is not,
/// the r equations that were taken as pivots hold. Throws std::invalid_argument if b does not fit or is not
/// finite, or if A is indefinite.
Vector solve(const Ldlt& factor, const Vector& b);

}  // namespace restraint
