#include "restraint/bricks/work.h"

#include <doctest/doctest.h>

#include "restraint/bricks/generators.h"

using namespace restraint;
using namespace restraint::bricks;

TEST_CASE("the work of a heap: bricks, times the squares of how many are equally far from its end") {
    // A column of 7: one after the other. A pair of columns of 7 that touch: two, but for the ends.
    const Work column = work(stack_bond(7, 1));
    CHECK(column.heap == 7);
    CHECK(column.steps == 7.0 * 7);
    CHECK(column.contacts == 14);
    // Five bricks side by side, a metre between them: five heaps of one.
    Tower apart;
    apart.tables = {{"table", -9, 9, 0}};
    for (int k = 0; k < 5; ++k)
        apart.bodies.push_back(make_brick("b" + std::to_string(k), {{2.0 * k - 4, 0.5}, 0}, 1, 1));
    CHECK(work(apart).heap == 1);
    CHECK(work(apart).steps == 5.0);
    // Three rows of four columns that touch: from a corner 1, 2, 3, 3, 2, 1.
    const Work block = work(stack_bond(3, 4));
    CHECK(block.heap == 12);
    CHECK(block.steps == 12.0 * (1 + 4 + 9 + 9 + 4 + 1));
}

TEST_CASE("what is fixed does not hang together; what is pinned does") {
    Tower tower;
    tower.bodies = {make_brick("a", {{0, 0.5}, 0}, 1, 1), make_brick("b", {{0, 1.5}, 0}, 1, 1),
                    make_brick("c", {{0, 2.5}, 0}, 1, 1)};
    CHECK(work(tower).steps == 9.0);
    tower.bodies[1].fixed = true;
    CHECK(work(tower).steps == 2.0);
    tower.bodies[1].fixed = false;
    tower.bodies[2] = make_brick("c", {{1.0, 2.5}, 0}, 1, 1);
    CHECK(work(tower).heap == 2);
    tower.pins = {{1, 2, 2, 0}};  // the upper right corner of b, the lower left one of c
    CHECK(work(tower).heap == 3);
}

TEST_CASE(
    "a wall twice as wide and twice as high has four times the bricks, and they take up to 2^5 times as "
    "long") {
    const Work small = work(wall(20, 10)), large = work(wall(40, 20));
    const double growth = large.steps / small.steps;
    CHECK(growth > 16.0);
    CHECK(growth < 33.0);
    CHECK(small.projection_seconds(Model::rigid) < small.projection_seconds(Model::framework4));
    CHECK(small.projection_seconds(Model::framework4) < small.projection_seconds(Model::framework9));
}
