#include "restraint/linalg/matrix.h"

#include <doctest/doctest.h>

using namespace restraint;

TEST_CASE("a matrix product combines rows: (1 2; 3 4)(5 6; 7 8) = (19 22; 43 50)") {
    const Matrix a{{1, 2}, {3, 4}}, b{{5, 6}, {7, 8}};
    CHECK(a * b == Matrix{{19, 22}, {43, 50}});
    CHECK(a * Vector{1, -1} == Vector{-1, -1});
    CHECK(transpose_times(a, Vector{1, -1}) == Vector{-2, -2});
    CHECK(transpose(a) == Matrix{{1, 3}, {2, 4}});
}

TEST_CASE("shapes that do not fit are refused, and both are named") {
    CHECK_THROWS_WITH(Matrix(2, 3) * Matrix(2, 3), "the left matrix is 2 x 3, but the right one is 2 x 3");
    CHECK_THROWS_WITH(Vector(2) + Vector(3), "the left vector has 2 entries, but the right one has 3");
    CHECK_THROWS_WITH_AS((Matrix{{1, 2}, {3}}), "a matrix row has 1 entries, but the first row has 2",
                         std::invalid_argument);
}
