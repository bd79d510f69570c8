#include "restraint/linalg/lu.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "restraint/linalg/inner.h"

namespace restraint {

namespace {

/// The row from k on with the largest |w_ik| / scale_i; ties to the first.
std::size_t choose_pivot(const Matrix& w, const Vector& scales, std::size_t k) {
    std::size_t best = k;
    double largest = 0.0;
    for (std::size_t i = k; i < w.rows(); ++i) {
        const double size = scales[i] > 0.0 ? std::abs(w(i, k)) / scales[i] : 0.0;
        if (size > largest) {
            best = i;
            largest = size;
        }
    }
    return best;
}

/// (|L||U|)_kk: the moduli of the terms that pivot k was summed from.
double terms_of_pivot(const Matrix& w, std::size_t k) {
    double sum = std::abs(w(k, k));
    for (std::size_t j = 0; j < k; ++j) sum += std::abs(w(k, j) * w(j, k));
    return sum;
}

void require_regular(const Lu& factor, const Vector& b) {
    require_same_size("the right-hand side", b.size(), "a row of the LU factor", factor.factors.rows());
    require_finite("the right-hand side", b);
    if (factor.singular())
        throw std::invalid_argument("solve: the matrix is singular, its LU factor ends at column " +
                                    std::to_string(factor.pivots));
}

}  // namespace

Lu factor_lu(const Matrix& a) {
    require_square("the matrix of an LU factor", a);
    const std::size_t n = a.rows();
    const double rounding = static_cast<double>(n) * std::numeric_limits<double>::epsilon();
    Lu factor{a, std::vector<std::size_t>(n), 0};
    std::iota(factor.order.begin(), factor.order.end(), std::size_t{0});
    Matrix& w = factor.factors;
    Vector scales(n);
    for (std::size_t i = 0; i < n; ++i)
        for (double entry : a.row(i)) scales[i] = std::max(scales[i], std::abs(entry));

    for (std::size_t k = 0; k < n; ++k) {
        const std::size_t p = choose_pivot(w, scales, k);
        if (p != k) {
            std::swap_ranges(w.row(k).begin(), w.row(k).end(), w.row(p).begin());
            std::swap(scales[k], scales[p]);
            std::swap(factor.order[k], factor.order[p]);
        }
        if (!(std::abs(w(k, k)) > rounding * terms_of_pivot(w, k))) return factor;

        // Take multiples of row k from the rows below; the multipliers are column k of L.
        for (std::size_t i = k + 1; i < n; ++i) {
            const double multiplier = w(i, k) /= w(k, k);
            if (multiplier != 0.0) add_scaled(&w(i, k) + 1, -multiplier, &w(k, k) + 1, n - k - 1);
        }
        factor.pivots = k + 1;
    }
    return factor;
}

Vector solve(const Lu& factor, const Vector& b) {
    require_regular(factor, b);
    const Matrix& w = factor.factors;
    const std::size_t n = w.rows();
    Vector x(n);
    // L y = P b, downwards; then U x = y, upwards.
    for (std::size_t i = 0; i < n; ++i) x[i] = b[factor.order[i]] - inner(w.row(i).data(), x.data(), i);
    for (std::size_t i = n; i-- > 0;)
        x[i] = (x[i] - inner(w.row(i).data() + i + 1, x.data() + i + 1, n - i - 1)) / w(i, i);
    return x;
}

}  // namespace restraint
