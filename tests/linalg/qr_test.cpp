#include "restraint/linalg/qr.h"

#include <doctest/doctest.h>

#include <limits>

#include "residual.h"

using namespace restraint;

namespace {

/// Q as a matrix, column by column.
Matrix q_of(const Qr& factor) {
    const std::size_t m = factor.r.rows();
    Matrix q(m, m);
    for (std::size_t j = 0; j < m; ++j) {
        Vector unit(m);
        unit[j] = 1.0;
        const Vector column = times_q(factor, unit);
        for (std::size_t i = 0; i < m; ++i) q(i, j) = column[i];
    }
    return q;
}

double factor_ratio(const Qr& factor, const Matrix& a) {
    Matrix permuted(a.rows(), a.cols());
    for (std::size_t i = 0; i < a.rows(); ++i)
        for (std::size_t j = 0; j < a.cols(); ++j) permuted(i, j) = a(i, factor.columns[j]);
    return ratio(q_of(factor) * factor.r - permuted, max_norm(a));
}

}  // namespace

TEST_CASE("the line through (0, 1), (1, 2), (2, 6) that misses least is y = 1/2 + 5/2 x") {
    // Normal equations: 3 a + 3 b = 9, 3 a + 5 b = 14, so b = 5/2, a = 1/2.
    const Vector x = least_squares(factor_qr(Matrix{{1, 0}, {1, 1}, {1, 2}}), Vector{1, 2, 6});
    CHECK(std::abs(x[0] - 0.5) <= 1e-14);  // a few roundings of numbers up to 14
    CHECK(std::abs(x[1] - 2.5) <= 1e-14);
}

TEST_CASE("Q R is A P and Q is orthogonal, for tall, square and wide matrices of any rank") {
    Random random(8);
    for (std::size_t m : sizes)
        for (std::size_t n : sizes)
            for (bool deficient : {false, true}) {
                CAPTURE(m);
                CAPTURE(n);
                CAPTURE(deficient);
                const std::size_t full = std::min(m, n), rank = deficient ? full / 2 : full;
                const Matrix a = deficient ? random_matrix(random, m, rank) * random_matrix(random, rank, n)
                                           : random_matrix(random, m, n);
                const Qr factor = factor_qr(a);
                CHECK(factor.rank == rank);
                CHECK(factor_ratio(factor, a) < lapack_bound);
                const Matrix q = q_of(factor);
                CHECK(ratio(transpose(q) * q - identity(m), 1.0) < lapack_bound);

                // x is best if the miss is perpendicular to every column: A'(A x - b) = 0.
                const Vector b = random_vector(random, m), x = least_squares(factor, b);
                const double scale = max_norm(transpose(a)) * (max_norm(a) * max_norm(x) + max_norm(b));
                const double miss = max_norm(transpose_times(a, a * x - b));
                const double largest = static_cast<double>(std::max<std::size_t>({1, m, n}));
                CHECK(miss <= lapack_bound * largest * scale * std::numeric_limits<double>::epsilon());
            }
}

TEST_CASE("the triangle's diagonal falls, and a zero matrix has rank 0") {
    Random random(9);
    const Qr factor = factor_qr(random_matrix(random, 10, 6));
    for (std::size_t k = 1; k < 6; ++k)
        CHECK(std::abs(factor.r(k, k)) <= std::abs(factor.r(k - 1, k - 1)) * (1.0 + 1e-14));
    CHECK(factor_qr(Matrix(3, 2)).rank == 0);
    CHECK(least_squares(factor_qr(Matrix(3, 2)), Vector{1, 2, 3}) == Vector{0, 0});
    CHECK_THROWS_AS(factor_qr(Matrix{{std::numeric_limits<double>::infinity()}}), std::invalid_argument);
    CHECK_THROWS_WITH(least_squares(factor, Vector(9)), "the vector has 9 entries, but a column of Q has 10");
}
