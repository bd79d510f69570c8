#include "restraint/linalg/block_sparse.h"

#include <doctest/doctest.h>

#include "residual.h"

using namespace restraint;

TEST_CASE("two constraints on three particles of the plane: a list of three blocks [PBM-F-block]") {
    // The first (one number) touches particles 0 and 2, the second (two numbers) particle 1.
    BlockSparse jacobian(3, 6);
    const std::size_t first = jacobian.add_block(0, 0, 1, 2), second = jacobian.add_block(0, 4, 1, 2),
                      third = jacobian.add_block(1, 2, 2, 2);
    jacobian.entry(first, 0, 0) = 1;
    jacobian.entry(first, 0, 1) = 2;
    jacobian.entry(second, 0, 0) = -1;
    jacobian.entry(second, 0, 1) = -2;
    jacobian.entry(third, 0, 0) = 3;
    jacobian.entry(third, 0, 1) = 4;
    jacobian.entry(third, 1, 0) = 5;
    jacobian.entry(third, 1, 1) = 6;
    CHECK(dense(jacobian) == Matrix{{1, 2, 0, 0, -1, -2}, {0, 0, 3, 4, 0, 0}, {0, 0, 5, 6, 0, 0}});
    CHECK(jacobian * Vector{1, 1, 1, 2, 3, 4} == Vector{3 - 11, 11, 17});
    CHECK(transpose_times(jacobian, Vector{1, 1, -1}) == Vector{1, 2, -2, -2, -1, -2});
    jacobian.set_zero();
    CHECK(jacobian.blocks().size() == 3);
    CHECK(dense(jacobian) == Matrix(3, 6));
}

TEST_CASE("products by blocks are the dense products, overlapping blocks add up") {
    Random random(10);
    for (std::size_t n : sizes) {
        CAPTURE(n);
        BlockSparse a(2 * n, 3 * n);
        for (std::size_t k = 0; k < 3 * n; ++k) {
            const std::size_t i = random.index(2 * n), j = random.index(3 * n);
            const std::size_t block =
                a.add_block(i, j, random.index(2 * n - i + 1), random.index(3 * n - j + 1));
            for (double& entry : a.entries(block)) entry = static_cast<double>(random.index(9)) - 4.0;
        }
        // Small integers: every sum is exact in whatever order it is taken.
        Vector x(3 * n), y(2 * n);
        for (double& entry : x) entry = static_cast<double>(random.index(9)) - 4.0;
        for (double& entry : y) entry = static_cast<double>(random.index(9)) - 4.0;
        CHECK(a * x == dense(a) * x);
        CHECK(transpose_times(a, y) == transpose_times(dense(a), y));
    }
}

TEST_CASE("a block must lie within its matrix") {
    BlockSparse a(3, 6);
    CHECK_THROWS_WITH(a.add_block(2, 0, 2, 2), "a block of 2 x 2 at (2, 0) reaches beyond a matrix of 3 x 6");
    CHECK_THROWS_WITH_AS(a.add_block(0, 5, 1, 2),
                         "a block of 1 x 2 at (0, 5) reaches beyond a matrix of 3 x 6",
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(a * Vector(3), "the vector has 3 entries, but a matrix row has 6",
                         std::invalid_argument);
}
