#include "restraint/linalg/cholesky.h"

#include <doctest/doctest.h>

#include <limits>

#include "residual.h"

using namespace restraint;

TEST_CASE("the Cholesky factor of (4 2; 2 10) is (2 0; 1 3)") {
    const Cholesky factor = factor_cholesky(Matrix{{4, 99}, {2, 10}});  // above the diagonal nothing is read
    CHECK(factor.positive_definite());
    CHECK(factor.lower == Matrix{{2, 0}, {1, 3}});
    // (4 2; 2 10)(1, -2) = (0, -18)
    CHECK(solve(factor, Vector{0, -18}) == Vector{1, -2});
}

TEST_CASE("L L' is A to rounding, and A x is b, in even and in wild units") {
    Random random(1);
    for (std::size_t n : sizes)
        for (bool scaled : {false, true}) {
            CAPTURE(n);
            CAPTURE(scaled);
            Matrix a = random_gram(random, n, n + 5);
            if (scaled) {
                const Matrix units = random_units(random, n);
                a = units * a * units;
            }
            const Vector b = random_vector(random, n);
            const Cholesky factor = factor_cholesky(a);
            REQUIRE(factor.positive_definite());
            CHECK(ratio(factor.lower * transpose(factor.lower) - a, max_norm(a)) < lapack_bound);
            CHECK(solve_ratio(a, solve(factor, b), b) < lapack_bound);
        }
}

TEST_CASE("the pivot that fails is named") {
    // The third row is the sum of the first two: nothing is left of its diagonal.
    const Matrix dependent{{4, 2, 6}, {2, 10, 12}, {6, 12, 18}};
    CHECK(factor_cholesky(dependent).pivots == 2);
    CHECK(factor_cholesky(Matrix{{1, 2}, {2, 1}}).pivots == 1);
    CHECK(factor_cholesky(Matrix{{-1}}).pivots == 0);
    CHECK(factor_cholesky(Matrix{{0}}).pivots == 0);
    CHECK_FALSE(factor_cholesky(Matrix{{std::numeric_limits<double>::quiet_NaN()}}).positive_definite());
    CHECK(factor_cholesky(Matrix(0, 0)).positive_definite());
}

TEST_CASE("a matrix of rank r fails at pivot r, whatever its units") {
    Random random(2);
    for (std::size_t n : std::initializer_list<std::size_t>{2, 3, 5, 10, 50}) {
        const std::size_t r = n / 2;
        CAPTURE(n);
        const Matrix units = random_units(random, n);
        CHECK(factor_cholesky(units * random_gram(random, n, r) * units).pivots == r);
    }
}

TEST_CASE("a Cholesky factor refuses what it cannot use") {
    CHECK_THROWS_WITH(factor_cholesky(Matrix(2, 3)),
                      "the matrix of a Cholesky factor is 2 x 3, but must be square");
    CHECK_THROWS_WITH(solve(factor_cholesky(identity(2)), Vector(3)),
                      "the right-hand side has 3 entries, but a row of the Cholesky factor has 2");
    CHECK_THROWS_WITH(solve(factor_cholesky(Matrix{{1, 1}, {1, 1}}), Vector(2)),
                      "solve: the matrix is not positive definite, its Cholesky factor ends at pivot 1");
}
