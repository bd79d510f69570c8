#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "../near.h"
#include "restraint/gauss/project.h"

using namespace restraint;
using namespace restraint::gauss;

TEST_CASE("rows that do not fit the bodies are refused, and the message names the row") {
    const std::vector<InverseMass> bodies{InverseMass::diagonal({1.0, 1.0}),
                                          InverseMass::diagonal({1.0, 1.0})};
    const Vector target(4);
    const auto projected = [&](const Row& row) {
        return project(bodies, target, std::vector<Row>{Row{}.add(0, {1.0, 0.0}), row});
    };
    const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
    CHECK(projected(Row{}.add(1, {0.0, 1.0})).status == optimize::Status::optimal);
    CHECK_THROWS_WITH(projected(Row{}.add(2, {1.0, 0.0})), "row 1 names body 2, but there are 2");
    CHECK_THROWS_WITH(projected(Row{}.add(1, {1.0, 0.0, 0.0})),
                      "a block of row 1 has 3 entries, but body 1 has 2");
    for (const double bad : {nan, infinity, -infinity})
        CHECK_THROWS_WITH(projected(Row{}.add(1, {0.0, bad})), "row 1 has a coefficient that is not finite");
    Row row = Row{}.add(1, {0.0, 1.0});
    row.lower = nan;
    CHECK_THROWS_WITH(projected(row), "row 1 has the sides nan and inf");
    row.lower = infinity;
    CHECK_THROWS_WITH(projected(row), "row 1 has the sides inf and inf");
    row.lower = 0.0;
    row.upper = -infinity;
    CHECK_THROWS_WITH(projected(row), "row 1 has the sides 0.000000 and -inf");
}

TEST_CASE("a row holds four bodies of at most six variables; two blocks of one body add up") {
    Row row;
    CHECK_THROWS_WITH(row.add(0, {1, 2, 3, 4, 5, 6, 7}), "a block of a row has at most 6 coefficients");
    row.add(0, {1.0, 2.0}).add(0, {0.5, -2.0});
    REQUIRE(row.blocks().size() == 1);
    CHECK(row.blocks()[0].coefficients[0] == 1.5);
    CHECK(row.blocks()[0].coefficients[1] == 0.0);
    CHECK_THROWS_WITH(row.add(0, {1.0}), "two blocks of one body in a row have different sizes");
    row.add(1, {1.0}).add(2, {1.0}).add(3, {1.0});
    CHECK_THROWS_WITH(row.add(4, {1.0}), "a row touches at most 4 bodies");
}

TEST_CASE("the value of a row is the sum of its coefficients times the variables of its bodies") {
    // Bodies of three variables, 1 2 3 and 4 5 6.
    Row row;
    row.add(1, {1.0, -2.0, 0.5}).add(0, {0.0, 0.0, 4.0});
    CHECK(row_value(row, {1, 2, 3, 4, 5, 6}, 3) == 4.0 - 10.0 + 3.0 + 12.0);
    Row six;  // as many as a body of space has
    six.add(0, {1, 2, 3, 4, 5, 6});
    CHECK(row_value(six, {1, 1, 1, 1, 1, 1}, 6) == 21.0);
}

TEST_CASE("a target or a warm start that does not fit, or is not finite, is refused") {
    const std::vector<InverseMass> bodies{InverseMass::diagonal({1.0, 2.0})};
    const std::vector<Row> rows{Row{}.add(0, {0.0, 1.0})};
    CHECK_THROWS_WITH_AS(project(bodies, Vector(3), rows),
                         "the target has 3 entries, but the bodies together has 2", std::invalid_argument);
    CHECK_THROWS_WITH_AS(project(bodies, {0.0, std::nan("")}, rows),
                         "the target has an entry that is not finite", std::invalid_argument);
    CHECK_THROWS_WITH_AS(project(bodies, Vector(2), rows, std::vector<optimize::Activity>(2)),
                         "the warm start has 2 entries, but the list of rows has 1", std::invalid_argument);
}

TEST_CASE("a side is met if it is missed by no more than the rounding that the caller states") {
    // A particle at 0 wants to be at y >= side: with a rounding of 1e-3 it stays for .9e-3 and moves
    // for 1.1e-3.
    const std::vector<InverseMass> bodies{InverseMass::diagonal({0.5, 0.25})};
    for (const double side : {0.9e-3, 1.1e-3}) {
        CAPTURE(side);
        Row row = Row{}.add(0, {0.0, 1.0});
        row.lower = side;
        const Vector x = project(bodies, Vector(2), std::vector<Row>{row}, {}, 1e-3).x;
        CHECK((x[1] == 0.0) == (side < 1e-3));
        CHECK(project(bodies, Vector(2), std::vector<Row>{row}).x[1] == tests::near(side, 1e-15));
    }
}
