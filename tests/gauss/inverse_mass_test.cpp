#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "restraint/gauss/project.h"

namespace restraint::gauss {
namespace {

/// The entries row after row.
std::vector<double> matrix(std::initializer_list<std::initializer_list<double>> rows) {
    std::vector<double> entries;
    for (const auto& row : rows) entries.insert(entries.end(), row.begin(), row.end());
    return entries;
}

TEST_CASE("an inverse mass may be zero, or of lower rank, in a part of the directions or in all") {
    CHECK_NOTHROW(InverseMass::symmetric(matrix({{0, 0}, {0, 0}})));  // held
    CHECK_NOTHROW(InverseMass::symmetric(matrix({{0, 0}, {0, 2}})));  // on a rail
    CHECK_NOTHROW(InverseMass::symmetric(matrix({{1, 1}, {1, 1}})));  // on a sloping rail
    CHECK_NOTHROW(InverseMass::symmetric(matrix({{1, 2, 3}, {2, 4, 6}, {3, 6, 9}})));
    CHECK_NOTHROW(InverseMass::symmetric(matrix({{2, 1, 1}, {1, 2, 1}, {1, 1, 2}})));  // eigenvalues 1, 1, 4
}

TEST_CASE("a full inverse mass couples what a row pushes with what it does not") {
    // W = (2 1; 1 3), and x0 >= 1: a pull of 1/2 along W (1, 0) = (2, 1) leads to (1, 1/2).
    const InverseMass w = InverseMass::symmetric(matrix({{2, 1}, {1, 3}}));
    CHECK(w(0, 0) == 2.0);
    CHECK(w(0, 1) == 1.0);
    CHECK(w(1, 0) == 1.0);
    CHECK(w(1, 1) == 3.0);
    Row row;
    row.add(0, {1.0, 0.0});
    row.lower = 1.0;
    const Projection nearest = project(std::vector<InverseMass>{w}, Vector(2), std::vector<Row>{row});
    REQUIRE(nearest.status == optimize::Status::optimal);
    CHECK(max_norm(nearest.x - Vector{1.0, 0.5}) <= 1e-15);
    CHECK(std::abs(nearest.multipliers[0] - 0.5) <= 1e-15);
    CHECK(InverseMass::fixed(6).size() == 6);
}

TEST_CASE("an inverse mass with a direction of negative mass is refused") {
    CHECK_THROWS_WITH(InverseMass::symmetric(matrix({{-1}})),
                      "an inverse mass is not positive semidefinite: pivot 0 is -1.000000");
    CHECK_THROWS_WITH(InverseMass::symmetric(matrix({{1, 2}, {2, 1}})),  // along (1, -1): -2
                      "an inverse mass is not positive semidefinite: pivot 1 is -3.000000");
    // Pairs of entries do not tell: all 2 x 2 corners are positive, and along (1, 1, 1) it is -0.6.
    // The pivots are 1, 1 - .36 = .64 and .64 - (.6 + .36)^2 / .64 = -.8.
    CHECK_THROWS_WITH(InverseMass::symmetric(matrix({{1, -0.6, -0.6}, {-0.6, 1, -0.6}, {-0.6, -0.6, 1}})),
                      "an inverse mass is not positive semidefinite: pivot 2 is -0.800000");
    CHECK_THROWS_WITH(InverseMass::symmetric(matrix({{0, 1}, {1, 5}})),  // along (-5, 1): 0 - 10 + 5
                      "an inverse mass is not positive semidefinite: pivot 0 is zero, its column is not");
}

TEST_CASE("a pivot below 0 by less than 1e-14 of its entry is rounding, by more it is a negative mass") {
    // (1 1; 1 1 - e): the second pivot is 1 - e - 1 = -e. With both entries a million times as large so is
    // it.
    const auto refused = [](const std::vector<double>& entries) {
        try {
            InverseMass::symmetric(entries);
            return false;
        } catch (const std::invalid_argument&) {
            return true;
        }
    };
    for (const double size : {0x1p-20, 1.0, 0x1p20})
        for (const double e : {9e-15, 1.1e-14, 1e-12}) {
            CAPTURE(size);
            CAPTURE(e);
            CHECK(refused(matrix({{size, size}, {size, size * (1 - e)}})) == (e > 1e-14));
            // The second pivot is 0, and e stands below it, in the unit of the geometric mean of its row and
            // column, of sizes 1 and 4: 2.
            for (const double below : {2 * e * size, -2 * e * size})
                CHECK(refused(matrix({{size, size, 0}, {size, size, below}, {0, below, 4 * size}})) ==
                      (e > 1e-14));
        }
}

TEST_CASE("an inverse mass that is not symmetric, square, finite or small is refused by name") {
    CHECK_THROWS_WITH(InverseMass::symmetric(matrix({{1, 0.25}, {0.5, 1}})),
                      "an inverse mass is not symmetric: entry (1, 0) is 0.500000, but (0, 1) is 0.250000");
    CHECK_THROWS_WITH(InverseMass::symmetric(std::vector<double>(6)),
                      "an inverse mass has 6 entries, but must be square");
    CHECK_THROWS_WITH(InverseMass::symmetric(matrix({{std::numeric_limits<double>::quiet_NaN()}})),
                      "an inverse mass has an entry that is not finite");
    const double infinity = std::numeric_limits<double>::infinity();
    CHECK_THROWS_WITH(InverseMass::diagonal({infinity}),
                      "inverse mass 0 is inf, but must be finite and not negative");
    CHECK_THROWS_WITH(InverseMass::symmetric(matrix({{infinity}})),
                      "an inverse mass has an entry that is not finite");
    // What is not symmetric in the last bit is not symmetric.
    CHECK_THROWS_WITH(InverseMass::symmetric(matrix({{1, 0.5}, {0.5 + 0x1p-53, 1}})),
                      "an inverse mass is not symmetric: entry (1, 0) is 0.500000, but (0, 1) is 0.500000");
    CHECK_THROWS_WITH(InverseMass::fixed(7), "a body has 7 variables, but may have at most 6");
    CHECK_THROWS_WITH(InverseMass::diagonal({1.0, -2.0}),
                      "inverse mass 1 is -2.000000, but must be finite and not negative");
}

}  // namespace
}  // namespace restraint::gauss
