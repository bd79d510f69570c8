#include "restraint/bricks/work.h"

#include <doctest/doctest.h>

#include <cmath>

#include "restraint/bricks/generators.h"

using namespace restraint;
using namespace restraint::bricks;

namespace {

/// Up to the rounding of products, a quotient, a root and a power: fewer than ten, of 2^-53 each.
doctest::Approx rounded(double value) { return doctest::Approx(value).epsilon(2e-15); }

}  // namespace

TEST_CASE("the work of a heap: its contacts to the power 2.5") {
    // A column of 8: two contacts below each. 16^2.5 = 4^5.
    const Work column = work(stack_bond(8, 1));
    CHECK(column.heap == 8);
    CHECK(column.contacts == 16);
    CHECK(column.units == 1024.0);
    // Five columns of 2, a metre between them: five heaps of 4 contacts. 4^2.5 = 2^5.
    Tower apart;
    apart.tables = {{"table", -9, 9, 0}};
    for (int k = 0; k < 10; ++k)
        apart.bodies.push_back(
            make_brick("b" + std::to_string(k), {{2.0 * (k / 2) - 4, 0.5 + k % 2}, 0}, 1, 1));
    CHECK(work(apart).contacts == 20);
    CHECK(work(apart).heap == 2);
    CHECK(work(apart).units == 5 * 32.0);
    // Two columns of 3 that touch: two contacts below each, and two at each of the three sides. 18^2.5.
    const Work block = work(stack_bond(3, 2));
    CHECK(block.heap == 6);
    CHECK(block.contacts == 18);
    CHECK(block.units == rounded(std::pow(18.0, 2.5)));
}

TEST_CASE("what is fixed does not hang together; what is pinned does, as if by two contacts") {
    Tower tower;
    tower.bodies = {make_brick("a", {{0, 0.5}, 0}, 1, 1), make_brick("b", {{0, 1.5}, 0}, 1, 1),
                    make_brick("c", {{0, 2.5}, 0}, 1, 1)};
    tower.tables = {{"table", -9, 9, 0}};
    CHECK(work(tower).heap == 3);
    tower.bodies[1].fixed = true;  // a has four contacts, c two
    CHECK(work(tower).heap == 1);
    CHECK(work(tower).units == rounded(32.0 + 4.0 * std::sqrt(2.0)));
    tower.bodies[1].fixed = false;
    tower.bodies[2] = make_brick("c", {{1.0, 2.5}, 0}, 1, 1);  // touches nothing but a corner
    CHECK(work(tower).heap == 2);
    CHECK(work(tower).units == 32.0);
    tower.pins = {{1, 2, 2, 0}};  // the upper right corner of b, the lower left one of c
    CHECK(work(tower).heap == 3);
    CHECK(work(tower).contacts == 6);
    tower.bodies[1].fixed = tower.bodies[2].fixed = true;  // a pin that holds nothing takes no time
    CHECK(work(tower).heap == 1);
    CHECK(work(tower).units == 32.0);
    CHECK(work(tower).contacts == 4);
}

TEST_CASE("four times the contacts take 2^5 times as long, and 4^3 times if all are compared") {
    // At the edges bricks have fewer contacts than inside: four times the bricks have a few more.
    const Work small = work(wall(20, 10)), large = work(wall(40, 20));
    const double contacts = static_cast<double>(large.contacts) / static_cast<double>(small.contacts);
    CHECK(contacts > 4.0);
    CHECK(contacts < 4.4);
    const auto growth = [](Duration a, Duration b) { return b.seconds / a.seconds; };
    CHECK(growth(small.projection(Model::rigid), large.projection(Model::rigid)) ==
          rounded(std::pow(contacts, 2.5)));
    CHECK(growth(small.stability(), large.stability()) == rounded(std::pow(contacts, 2.5)));
    CHECK(growth(small.comparison(), large.comparison()) == rounded(std::pow(contacts, 3.0)));
    for (const Duration& duration : {small.projection(Model::rigid), small.stability()})
        CHECK(duration.power == 2.5);
    CHECK(small.comparison().power == 3.0);
    CHECK(small.projection(Model::rigid).seconds < small.projection(Model::framework4).seconds);
    CHECK(small.projection(Model::framework4).seconds < small.projection(Model::framework9).seconds);
}
