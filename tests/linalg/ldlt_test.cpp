#include "restraint/linalg/ldlt.h"

#include <doctest/doctest.h>

#include <limits>

#include "residual.h"

using namespace restraint;

namespace {

Matrix permuted(const Matrix& a, const std::vector<std::size_t>& order) {
    Matrix result(a.rows(), a.cols());
    for (std::size_t i = 0; i < a.rows(); ++i)
        for (std::size_t j = 0; j < a.cols(); ++j) result(i, j) = a(order[i], order[j]);
    return result;
}

double factor_ratio(const Ldlt& factor, const Matrix& a) {
    const Matrix product = factor.lower * diagonal(factor.pivots) * transpose(factor.lower);
    return ratio(product - permuted(a, factor.order), max_norm(a));
}

}  // namespace

TEST_CASE("(1 1; 1 1) has rank 1: x1 + x2 = 3 is solved by (3, 0)") {
    const Ldlt factor = factor_ldlt(Matrix{{1, 1}, {1, 1}});
    CHECK(factor.rank == 1);
    CHECK(factor.semidefinite);
    CHECK(factor.pivots == Vector{1, 0});
    CHECK(solve(factor, Vector{3, 3}) == Vector{3, 0});
}

TEST_CASE("L D L' is A to rounding, and the rank is found, in even and in wild units") {
    Random random(3);
    for (std::size_t n : sizes)
        for (std::size_t rank : {n, n / 2, std::size_t{0}})
            for (bool scaled : {false, true}) {
                CAPTURE(n);
                CAPTURE(rank);
                CAPTURE(scaled);
                Matrix a = random_gram(random, n, rank == n ? n + 5 : rank);
                const Matrix units = scaled ? random_units(random, n) : identity(n);
                a = units * a * units;
                const Ldlt factor = factor_ldlt(a);
                CHECK(factor.semidefinite);
                CHECK(factor.rank == rank);
                CHECK(factor_ratio(factor, a) < lapack_bound);
                // A consistent system is solved though A may be singular.
                const Vector b = a * random_vector(random, n);
                CHECK(solve_ratio(a, solve(factor, b), b) < lapack_bound);
            }
}

TEST_CASE("an indefinite matrix is told from a semidefinite one") {
    CHECK_FALSE(factor_ldlt(Matrix{{1, 2}, {2, 1}}).semidefinite);
    CHECK_FALSE(factor_ldlt(Matrix{{0, 1}, {1, 0}}).semidefinite);
    CHECK_FALSE(factor_ldlt(Matrix{{-1e-30}}).semidefinite);
    CHECK_FALSE(factor_ldlt(Matrix{{1, 0}, {0, -1e-9}}).semidefinite);
    CHECK_FALSE(factor_ldlt(Matrix{{1, 0, 0}, {0, 0, 1e-9}, {0, 1e-9, 1}}).semidefinite);
    CHECK_FALSE(factor_ldlt(Matrix{{std::numeric_limits<double>::quiet_NaN()}}).semidefinite);
    CHECK(factor_ldlt(Matrix{{0, 0}, {0, 1e-30}}).semidefinite);
    CHECK_THROWS_WITH(solve(factor_ldlt(Matrix{{-1}}), Vector{1}),
                      "solve: the matrix of the LDL' factor is indefinite");
}

TEST_CASE("the rank of (1 1; 1 1 + 2^-43), whose second pivot is 1e-13, is 2; with 2^-52 it is 1") {
    CHECK(factor_ldlt({{1, 1}, {1, 1 + 0x1p-43}}).rank == 2);
    CHECK(factor_ldlt({{1, 1}, {1, 1 + 0x1p-52}}).rank == 1);
}
