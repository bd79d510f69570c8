#include "restraint/linalg/cholesky.h"

#include <cmath>
#include <limits>
#include <string>

#include "restraint/linalg/inner.h"

namespace restraint {

Cholesky factor_cholesky(const Matrix& a) {
    require_square("the matrix of a Cholesky factor", a);
    const std::size_t n = a.rows();
    const double rounding = static_cast<double>(n) * std::numeric_limits<double>::epsilon();
    Cholesky factor{Matrix(n, n), 0};
    Matrix& lower = factor.lower;

    // Row i of A = L L', read from left to right, gives row i of L:
    //   a_ij = sum_{k<j} l_ik l_jk + l_ij l_jj,   and last   a_ii = sum_{k<i} l_ik^2 + l_ii^2.
    for (std::size_t i = 0; i < n; ++i) {
        double* row = lower.row(i).data();
        for (std::size_t j = 0; j < i; ++j)
            row[j] = (a(i, j) - inner(row, lower.row(j).data(), j)) / lower(j, j);
        const double pivot = a(i, i) - inner(row, row, i);
        if (!(pivot > rounding * a(i, i)) || !std::isfinite(pivot)) return factor;
        row[i] = std::sqrt(pivot);
        factor.pivots = i + 1;
    }
    return factor;
}

Vector solve(const Cholesky& factor, Vector b) {
    const Matrix& lower = factor.lower;
    const std::size_t n = lower.rows();
    require_same_size("the right-hand side", b.size(), "a row of the Cholesky factor", n);
    require_finite("the right-hand side", b);
    if (!factor.positive_definite())
        throw std::invalid_argument(
            "solve: the matrix is not positive definite, its Cholesky factor ends at pivot " +
            std::to_string(factor.pivots));
    // L y = b, downwards.
    for (std::size_t i = 0; i < n; ++i) b[i] = (b[i] - inner(lower.row(i).data(), b.data(), i)) / lower(i, i);
    // L' x = y, upwards; row i of L is column i of L'.
    for (std::size_t i = n; i-- > 0;) {
        b[i] /= lower(i, i);
        add_scaled(b.data(), -b[i], lower.row(i).data(), i);
    }
    return b;
}

}  // namespace restraint
