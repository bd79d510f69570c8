#pragma once

#include <cstddef>
#include <vector>

#include "restraint/linalg/matrix.h"
#include "restraint/linalg/vector.h"

namespace restraint {

/// A P = Q R of any m x n matrix: Q orthogonal (m x m), R upper triangular (m x n) with a falling diagonal.
///
/// Q = H_0 H_1 ... is kept as the Householder reflections H_k = 1 - v_k v_k', |v_k|^2 = 2, each of which
/// turns column k into a multiple of the unit vector e_k.
struct Qr {
    Matrix r;                          // R (m x n), zero below the diagonal
    Matrix reflections;                // row k: v_k (m), zero before entry k; min(m, n) rows
    std::vector<std::size_t> columns;  // column k of A P is column columns[k] of A
    std::size_t rank = 0;              // how many |r_kk| are above max(m, n) eps |r_00|
};

/// Factors A, taking next the column of which most is left (ties to the first), so that |r_kk| falls and
/// shows the rank. Columns in different units should be scaled before. Throws std::invalid_argument if an
/// entry is not finite.
Qr factor_qr(const Matrix& a);

/// Q x and Q' x, for x (m).
Vector times_q(const Qr& factor, Vector x);
Vector times_q_transposed(const Qr& factor, Vector x);

/// An x (n) that minimises |A x - b|; if the rank is below n, the one with the n - rank last columns of A P
/// at 0. Throws std::invalid_argument if b (m) does not fit.
Vector least_squares(const Qr& factor, Vector b);

}  // namespace restraint
