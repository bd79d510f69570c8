#pragma once

#include <algorithm>
#include <limits>

#include "../matrices.h"
#include "../random.h"
#include "restraint/linalg/matrix.h"
#include "restraint/linalg/vector.h"

/// How the factors are judged, after the test programs of LAPACK: |what should vanish| / (n |A| eps), which
/// is of order 1 for a backward stable method, and must stay below 30.
namespace restraint {

inline constexpr double lapack_bound = 30.0;
inline constexpr std::size_t sizes[] = {0, 1, 2, 3, 5, 10, 50};

/// |difference| / (n scale eps); 0 if there is nothing to compare.
inline double ratio(const Matrix& difference, double scale) {
    const double n = static_cast<double>(std::max<std::size_t>({1, difference.rows(), difference.cols()}));
    const double size = max_norm(difference);
    return size == 0.0 ? 0.0 : size / (n * scale * std::numeric_limits<double>::epsilon());
}

/// |A x - b| / (n |A| |x| eps).
inline double solve_ratio(const Matrix& a, const Vector& x, const Vector& b) {
    const double size = max_norm(a * x - b);
    const double n = static_cast<double>(std::max<std::size_t>(1, b.size()));
    return size == 0.0 ? 0.0
                       : size / (n * max_norm(a) * max_norm(x) * std::numeric_limits<double>::epsilon());
}

inline Vector random_vector(Random& random, std::size_t n) {
    Vector x(n);
    for (double& entry : x) entry = random.uniform(-1.0, 1.0);
    return x;
}

inline Matrix random_matrix(Random& random, std::size_t m, std::size_t n) {
    Matrix a(m, n);
    for (double& entry : a.entries()) entry = random.uniform(-1.0, 1.0);
    return a;
}

/// G G' with G n x r: symmetric, positive semidefinite, of rank min(n, r).
inline Matrix random_gram(Random& random, std::size_t n, std::size_t r) {
    const Matrix g = random_matrix(random, n, r);
    return g * transpose(g);
}

/// Powers of two from 2^-30 to 2^30, so that scaling by them is exact.
inline Matrix random_units(Random& random, std::size_t n) {
    Vector units(n);
    for (double& unit : units) unit = std::ldexp(1.0, static_cast<int>(random.index(61)) - 30);
    return diagonal(units);
}

}  // namespace restraint
