#include "restraint/linalg/ldlt.h"

#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "restraint/linalg/inner.h"

namespace restraint {

namespace {

/// Exchanges rows k and p > k, and columns k and p, of a symmetric matrix given by its lower triangle.
void exchange(Matrix& w, std::size_t k, std::size_t p) {
    for (std::size_t j = 0; j < k; ++j) std::swap(w(k, j), w(p, j));
    std::swap(w(k, k), w(p, p));
    for (std::size_t j = k + 1; j < p; ++j) std::swap(w(j, k), w(p, j));
    for (std::size_t i = p + 1; i < w.rows(); ++i) std::swap(w(i, k), w(i, p));
}

/// The row from k on with the largest w_ii / a_ii, a_ii the original diagonal; the first of several.
std::size_t choose_pivot(const Matrix& w, const Vector& original, std::size_t k) {
    std::size_t best = k;
    double largest = 0.0;
    for (std::size_t i = k; i < w.rows(); ++i) {
        const double kept = original[i] > 0.0 ? w(i, i) / original[i] : 0.0;
        if (kept > largest) {
            best = i;
            largest = kept;
        }
    }
    return best;
}

/// True if |w_ij| <= tolerance sqrt(a_ii a_jj) in all that is left from row k on; false if anything is NaN.
bool is_rounding(const Matrix& w, const Vector& original, std::size_t k, double tolerance) {
    for (std::size_t i = k; i < w.rows(); ++i)
        for (std::size_t j = k; j <= i; ++j)
            if (!(std::abs(w(i, j)) <= tolerance * std::sqrt(original[i]) * std::sqrt(original[j])))
                return false;
    return true;
}

}  // namespace

Ldlt factor_ldlt(const Matrix& a) {
    require_square("the matrix of an LDL' factor", a);
    const std::size_t n = a.rows();
    const double rounding = static_cast<double>(n) * std::numeric_limits<double>::epsilon();
    Ldlt factor{a, Vector(n), std::vector<std::size_t>(n), 0, true};
    std::iota(factor.order.begin(), factor.order.end(), std::size_t{0});
    Matrix& w = factor.lower;  // L left of column k, what is still to be factored from there on
    Vector original(n);
    for (std::size_t i = 0; i < n; ++i) original[i] = a(i, i);

    for (std::size_t k = 0; k < n; ++k) {
        const std::size_t p = choose_pivot(w, original, k);
        if (!(w(p, p) > rounding * original[p])) break;
        if (p != k) exchange(w, k, p);
        std::swap(original[k], original[p]);
        std::swap(factor.order[k], factor.order[p]);

        // Column k of L, l_ik = w_ik / d_k; then w_ij - l_ik d_k l_jk in all later rows and columns.
        const double pivot = factor.pivots[k] = w(k, k);
        Vector column(n);
        for (std::size_t i = k + 1; i < n; ++i) column[i] = std::exchange(w(i, k), w(i, k) / pivot);
        for (std::size_t i = k + 1; i < n; ++i)
            add_scaled(&w(i, k + 1), -w(i, k), column.data() + k + 1, i - k);
        factor.rank = k + 1;
    }

    // The rounding in what is left may exceed n eps, since it grows by division by small pivots: 100 n eps is
    // above all that was met, and far below a curvature of the problem.
    factor.semidefinite =
        is_rounding(w, original, factor.rank, 100.0 * rounding) && all_finite(factor.pivots);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = factor.rank; j < i; ++j) w(i, j) = 0.0;
        w(i, i) = 1.0;
        for (std::size_t j = i + 1; j < n; ++j) w(i, j) = 0.0;
    }
    return factor;
}

Vector solve(const Ldlt& factor, const Vector& b) {
    const std::size_t n = factor.lower.rows(), rank = factor.rank;
    require_same_size("the right-hand side", b.size(), "a row of the LDL' factor", n);
    require_finite("the right-hand side", b);
    if (!factor.semidefinite)
        throw std::invalid_argument("solve: the matrix of the LDL' factor is indefinite");

    // The leading r x r block of L D L' y = P b; the other unknowns are 0.
    Vector y(rank);
    for (std::size_t i = 0; i < rank; ++i)
        y[i] = b[factor.order[i]] - inner(factor.lower.row(i).data(), y.data(), i);
    for (std::size_t i = 0; i < rank; ++i) y[i] /= factor.pivots[i];
    for (std::size_t i = rank; i-- > 0;) add_scaled(y.data(), -y[i], factor.lower.row(i).data(), i);

    Vector x(n);
    for (std::size_t i = 0; i < rank; ++i) x[factor.order[i]] = y[i];
    return x;
}

}  // namespace restraint
