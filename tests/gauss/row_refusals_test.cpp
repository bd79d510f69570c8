#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

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
