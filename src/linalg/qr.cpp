#include "restraint/linalg/qr.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "restraint/linalg/inner.h"

namespace restraint {

namespace {

/// x - v (v'x), for rows of length m.
void reflect(const double* v, double* x, std::size_t m) { add_scaled(x, -inner(v, x, m), v, m); }

/// Fills v with the reflection that turns (x_k, ..., x_{m-1}) into a multiple of the first unit vector; all
/// zero if there is nothing to turn.
void householder(const double* x, std::size_t k, std::size_t m, double* v) {
    double largest = 0.0;  // scaled by it, squares neither overflow nor vanish
    for (std::size_t i = k; i < m; ++i) largest = std::max(largest, std::abs(x[i]));
    if (largest == 0.0 || k + 1 == m) return;
    for (std::size_t i = k; i < m; ++i) v[i] = x[i] / largest;
    const double length = std::sqrt(inner(v + k, v + k, m - k));
    v[k] += std::copysign(length, v[k]);  // the sum without cancellation
    const double scale = std::sqrt(2.0 / inner(v + k, v + k, m - k));
    for (std::size_t i = k; i < m; ++i) v[i] *= scale;
}

/// The row from k on whose entries from k on are longest; ties to the first.
std::size_t longest_rest(const Matrix& w, std::size_t k) {
    std::size_t best = k;
    double longest = -1.0;
    for (std::size_t j = k; j < w.rows(); ++j) {
        const double* rest = w.row(j).data() + k;
        const double length = inner(rest, rest, w.cols() - k);
        if (length > longest) {
            best = j;
            longest = length;
        }
    }
    return best;
}

}  // namespace

Qr factor_qr(const Matrix& a) {
    if (!all_finite(a)) throw std::invalid_argument("the matrix of a QR factor holds a NaN or an infinity");
    const std::size_t m = a.rows(), n = a.cols(), steps = std::min(m, n);
    Qr factor{Matrix(), Matrix(steps, m), std::vector<std::size_t>(n), 0};
    std::iota(factor.columns.begin(), factor.columns.end(), std::size_t{0});
    Matrix w = transpose(a);  // its rows are A's columns, side by side in memory

    for (std::size_t k = 0; k < steps; ++k) {
        const std::size_t p = longest_rest(w, k);
        if (p != k) {
            std::swap_ranges(w.row(k).begin(), w.row(k).end(), w.row(p).begin());
            std::swap(factor.columns[k], factor.columns[p]);
        }
        double* v = factor.reflections.row(k).data();
        householder(w.row(k).data(), k, m, v);
        for (std::size_t j = k; j < n; ++j) reflect(v + k, w.row(j).data() + k, m - k);
        std::fill(w.row(k).begin() + static_cast<std::ptrdiff_t>(k) + 1, w.row(k).end(), 0.0);
    }

    factor.r = transpose(w);
    const double rounding = static_cast<double>(std::max(m, n)) * std::numeric_limits<double>::epsilon();
    while (factor.rank < steps &&
           std::abs(factor.r(factor.rank, factor.rank)) > rounding * std::abs(factor.r(0, 0)))
        ++factor.rank;
    return factor;
}

Vector times_q(const Qr& factor, Vector x) {
    require_same_size("the vector", x.size(), "a column of Q", factor.r.rows());
    for (std::size_t k = factor.reflections.rows(); k-- > 0;)
        reflect(factor.reflections.row(k).data() + k, x.data() + k, x.size() - k);
    return x;
}

Vector times_q_transposed(const Qr& factor, Vector x) {
    require_same_size("the vector", x.size(), "a column of Q", factor.r.rows());
    for (std::size_t k = 0; k < factor.reflections.rows(); ++k)
        reflect(factor.reflections.row(k).data() + k, x.data() + k, x.size() - k);
    return x;
}

Vector least_squares(const Qr& factor, Vector b) {
    // |A x - b| = |R P'x - Q'b|: the first `rank` equations can be met, the others cannot be changed.
    b = times_q_transposed(factor, std::move(b));
    Vector x(factor.r.cols());
    for (std::size_t i = factor.rank; i-- > 0;) {
        b[i] -= inner(factor.r.row(i).data() + i + 1, b.data() + i + 1, factor.rank - i - 1);
        x[factor.columns[i]] = b[i] /= factor.r(i, i);
    }
    return x;
}

}  // namespace restraint
