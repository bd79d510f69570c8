#include "restraint/linalg/lu.h"

#include <doctest/doctest.h>

#include <limits>

#include "residual.h"

using namespace restraint;

namespace {

double factor_ratio(const Lu& factor, const Matrix& a) {
    const std::size_t n = a.rows();
    Matrix lower = identity(n), upper(n, n), permuted(n, n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) {
            (j < i ? lower : upper)(i, j) = factor.factors(i, j);
            permuted(i, j) = a(factor.order[i], j);
        }
    return ratio(lower * upper - permuted, max_norm(a));
}

}  // namespace

TEST_CASE("(0 2; 4 2) is factored by taking the second row first") {
    const Matrix a{{0, 2}, {4, 2}};
    const Lu factor = factor_lu(a);
    CHECK_FALSE(factor.singular());
    CHECK(factor.order == std::vector<std::size_t>{1, 0});
    CHECK(factor.factors == Matrix{{4, 2}, {0, 2}});
    CHECK(solve(factor, Vector{2, 6}) == Vector{1, 1});
}

TEST_CASE("L U is P A to rounding, A x is b and A' x is b") {
    Random random(6);
    for (std::size_t n : sizes)
        for (bool scaled : {false, true}) {
            CAPTURE(n);
            CAPTURE(scaled);
            Matrix a = random_matrix(random, n, n);
            if (scaled) a = random_units(random, n) * a * random_units(random, n);
            const Vector b = random_vector(random, n);
            const Lu factor = factor_lu(a);
            REQUIRE_FALSE(factor.singular());
            CHECK(factor_ratio(factor, a) < lapack_bound);
            CHECK(solve_ratio(a, solve(factor, b), b) < lapack_bound);
        }
}

TEST_CASE("a matrix of rank r is said to be singular at column r, whatever its units") {
    Random random(7);
    for (std::size_t n : std::initializer_list<std::size_t>{2, 3, 5, 10, 50})
        for (bool scaled : {false, true}) {
            CAPTURE(n);
            CAPTURE(scaled);
            const std::size_t r = n - 1;
            Matrix a = random_matrix(random, n, r) * random_matrix(random, r, n);
            if (scaled) a = random_units(random, n) * a * random_units(random, n);
            CHECK(factor_lu(a).pivots == r);
        }
    CHECK(factor_lu(Matrix(3, 3)).pivots == 0);
    CHECK(factor_lu(Matrix{{1, 2}, {0.1, 0.2}}).singular());
    CHECK_FALSE(factor_lu(Matrix{{1, 1}, {1e-200, 2e-200}}).singular());
    CHECK(factor_lu(Matrix{{1, std::numeric_limits<double>::quiet_NaN()}, {1, 1}}).singular());
    CHECK_THROWS_WITH(solve(factor_lu(Matrix{{1, 1}, {1, 1}}), Vector(2)),
                      "solve: the matrix is singular, its LU factor ends at column 1");
}

TEST_CASE(
    "(1 1; 1 1 + 2^-43) is regular, though it leaves 1e-13 of its pivot: x = (1, 1); with 2^-52 it is not") {
    const Lu factor = factor_lu({{1, 1}, {1, 1 + 0x1p-43}});
    REQUIRE(!factor.singular());
    CHECK(solve(factor, {2, 2 + 0x1p-43}) == Vector{1, 1});
    CHECK(factor_lu({{1, 1}, {1, 1 + 0x1p-52}}).pivots == 1);
}
