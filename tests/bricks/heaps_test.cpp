#include "restraint/bricks/heaps.h"
#include "towers.h"

using namespace restraint;
using namespace restraint::bricks;

namespace {

Formulation formulation_of(const Tower& tower) {
    return formulation({tower}, find_contacts(tower).contacts, Unknown::accelerations);
}

using Places = std::vector<std::size_t>;

}  // namespace

TEST_CASE("what is fixed joins nothing; contacts and pins do") {
    // a on the table, b on a, c beside them on the table; all 1 x 1.
    Tower tower;
    tower.tables = {{"far", 20, 21, 0}, {"table", -9, 9, 0}};
    tower.bodies = {make_brick("a", {{0, 0.5}, 0}, 1, 1, 2), make_brick("c", {{3, 0.5}, 0}, 1, 1, 5),
                    make_brick("b", {{0.25, 1.5}, 0}, 1, 1, 3)};
    const Formulation whole = formulation_of(tower);
    std::vector<Heap> found = heaps(whole);
    REQUIRE(found.size() == 2);
    CHECK(found[0].body == Places{0, 2});
    CHECK(found[1].body == Places{1});
    // Each row once, with the coefficients of its bodies, and each body with its mass and gravity.
    std::vector<int> times(6);
    REQUIRE(whole.rows.size() == 6);
    for (const Heap& heap : found) {
        const Formulation& f = heap.formulation;
        REQUIRE(f.rows.size() == heap.row.size());
        for (std::size_t k = 0; k < heap.row.size(); ++k) {
            const gauss::Row &here = f.rows[k], &there = whole.rows[heap.row[k]];
            ++times[heap.row[k]];
            CHECK(here.lower == there.lower);
            CHECK(here.upper == there.upper);
            REQUIRE(here.blocks().size() == there.blocks().size());
            for (std::size_t b = 0; b < here.blocks().size(); ++b) {
                CHECK(heap.body[here.blocks()[b].body] == there.blocks()[b].body);
                CHECK(here.blocks()[b].coefficients == there.blocks()[b].coefficients);
            }
        }
        REQUIRE(f.target.size() == 3 * heap.body.size());
        for (std::size_t k = 0; k < heap.body.size(); ++k) {
            CHECK(f.inverse_masses[k](0, 0) == 1.0 / tower.bodies[heap.body[k]].mass);
            CHECK(f.target[3 * k + 1] == -9.81);
        }
    }
    for (const int count : times) CHECK(count == 1);

    SUBCASE("a fixed body between two of them parts them, and is in no heap") {
        tower.bodies[2].fixed = true;
        tower.bodies.push_back(make_brick("d", {{0.25, 2.5}, 0}, 1, 1));
        found = heaps(formulation_of(tower));
        REQUIRE(found.size() == 3);
        CHECK(found[0].body == Places{0});
        CHECK(found[2].body == Places{3});
        CHECK(found[2].formulation.rows[0].blocks().size() == 1);
    }
    SUBCASE("a pin joins; one between fixed bodies is of no heap") {
        for (const double x : {1.0, 2.0}) tower.bodies.push_back(make_brick("d", {{x, 4 + x}, 0}, 1, 1));
        tower.pins = {{3, 2, 4, 0}};
        found = heaps(formulation_of(tower));
        REQUIRE(found.size() == 3);
        CHECK(found[2].body == Places{3, 4});
        CHECK(found[2].row == Places{6, 7});
        CHECK(found[2].formulation.rows[1].upper == 0.0);
        tower.bodies[3].fixed = tower.bodies[4].fixed = true;
        found = heaps(formulation_of(tower));
        REQUIRE(found.size() == 2);
        CHECK(found[0].row.size() + found[1].row.size() == 6);
    }
    SUBCASE("a framework's points are as many heaps as its bricks") {
        tower.bodies[1].fixed = true;
        const Framework framework = make_framework(tower, Model::framework4, Bars::minimal);
        found = heaps(formulation({tower, framework}, find_contacts(tower).contacts, Unknown::accelerations));
        REQUIRE(found.size() == 1);
        CHECK(found[0].body == Places{0, 1, 2, 3, 8, 9, 10, 11});
    }
}

TEST_CASE("a corner that is needed joins the heaps that it touches") {
    // b falls on the corner of a, which stands on the table: corner on corner, 1 x 1 and 2 x 1, masses 2
    // and 6.
    const Tower tower = on_table(-9, 9,
                                 {make_brick("a", {{0, 0.5}, 0}, 1, 1, 2),
                                  moving(make_brick("b", {{1.5, 1.5}, 0}, 2, 1, 3), {{-1.0, -1.0}, 0.0})});
    const Answer after = impact(tower);
    REQUIRE(after.status == optimize::Status::optimal);
    REQUIRE(after.contacts.size() == 3);  // the corner after the two on the table
    CHECK(after.contacts.back().force > 0.0);
    CHECK(after.bodies[0].linear.x < 0.0);
}

TEST_CASE("10,000 bricks may hang together, not one more; of whatever model") {
    const auto count = [](const Formulation& f) { return heaps(f).size(); };
    CHECK(count(formulation_of(stack_bond(2500, 4))) == 1);
    CHECK(count(formulation_of(Tower{})) == 0);
    const Tower wall = stack_bond(73, 137);
    const char* message = "10001 bricks hang together, but at most 10000 are solved at once";
    CHECK_THROWS_WITH_AS(count(formulation_of(wall)), message, std::length_error);
    for (const Tower& tower : {stack_bond(2500, 4), wall}) {
        const Formulation f = formulation({tower, make_framework(tower, Model::framework4, Bars::minimal)},
                                          find_contacts(tower).contacts, Unknown::accelerations);
        if (tower.bodies.size() == 10000) CHECK(count(f) == 1);
        else CHECK_THROWS_WITH_AS(count(f), message, std::length_error);
    }
}
