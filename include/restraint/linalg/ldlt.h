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

/// Factors A, of which only the lower triangle is read. Let w_ij be what elimination has left of entry a_ij.
/// The next pivot is the row with the largest w_ii / a_ii.
///
/// Where w_ii <= n eps a_ii in all rows that are left, they depend on those before, and the rank is reached.
/// Then |w_ij| <= 100 n eps sqrt(a_ii a_jj) must hold in these rows, or A is indefinite (or holds a NaN).
/// Both tests decide alike for A and for SAS with a diagonal S: units do not matter. Throws
/// std::invalid_argument if A is not square.
Ldlt factor_ldlt(const Matrix& a);

/// An x with A x = b, if b is in the range of A; the n - r unknowns that are left free are 0. If b is not,
/// the r equations that were taken as pivots hold. Throws std::invalid_argument if b does not fit or is not
/// finite, or if A is indefinite.
Vector solve(const Ldlt& factor, const Vector& b);

}  // namespace restraint
