#include "restraint/bricks/heaps.h"

#include <doctest/doctest.h>

#include "restraint/bricks/bodies.h"
#include "restraint/bricks/generators.h"

using namespace restraint;
using namespace restraint::bricks;

namespace {

std::vector<Heap> heaps_of(const Tower& tower) {
    const Touching touching = find_contacts(tower);
    return heaps(tower, touching.contacts, touching.corners);
}

}  // namespace

TEST_CASE("what is fixed joins nothing; contacts, corners and pins do") {
    // a on the table, b on a, c beside them on the table; all 1 x 1.
    Tower tower;
    tower.tables = {{"far", 20, 21, 0}, {"table", -9, 9, 0}};
    tower.bodies = {make_brick("a", {{0, 0.5}, 0}, 1, 1, 2), make_brick("c", {{3, 0.5}, 0}, 1, 1, 5),
                    make_brick("b", {{0.25, 1.5}, 0}, 1, 1, 3)};
    std::vector<Heap> found = heaps_of(tower);
    REQUIRE(found.size() == 2);
    CHECK(found[0].body == std::vector<std::size_t>{0, 2});
    CHECK(found[1].body == std::vector<std::size_t>{1});
    // Each contact once, between the same bodies, with its other end; the table is the only one of its heap.
    std::vector<int> times(8);
    const std::vector<Contact> all = find_contacts(tower).contacts;
    REQUIRE(all.size() == 6);
    for (const Heap& heap : found) {
        CHECK(heap.tower.tables.size() == 1);
        CHECK(heap.tower.tables[0].name == "table");
        REQUIRE(heap.contacts.size() == heap.contact.size());
        for (std::size_t k = 0; k < heap.contacts.size(); ++k) {
            const Contact &here = heap.contacts[k], &there = all[heap.contact[k]];
            ++times[heap.contact[k]];
            for (const auto& [part, whole] : {std::pair{here.a, there.a},
                                              {here.b, there.b},
                                              {here.vertex_part, there.vertex_part},
                                              {here.edge_part, there.edge_part}})
                CHECK(part_name(heap.tower, part) == part_name(tower, whole));
            CHECK(here.other_end == there.other_end);
        }
    }
    for (std::size_t c = 0; c < all.size(); ++c) CHECK(times[c] == 1);

    SUBCASE("a corner on a corner hangs together") {
        tower.bodies.push_back(make_brick("d", {{1.25, 2.5}, 0}, 1, 1));
        found = heaps_of(tower);
        REQUIRE(found.size() == 2);
        CHECK(found[0].body == std::vector<std::size_t>{0, 2, 3});
        REQUIRE(found[0].corners.size() == 1);
        CHECK(part_name(found[0].tower, found[0].corners[0].contact.a) == "d");
        CHECK(part_name(found[0].tower, found[0].corners[0].contact.b) == "b");
    }
    SUBCASE("a fixed body between two of them parts them, and is in both heaps, after what moves") {
        tower.bodies[2].fixed = true;
        tower.bodies.push_back(make_brick("d", {{0.25, 2.5}, 0}, 1, 1));
        found = heaps_of(tower);
        REQUIRE(found.size() == 3);
        CHECK(found[0].body == std::vector<std::size_t>{0, 2});
        CHECK(found[2].body == std::vector<std::size_t>{3, 2});
        CHECK(found[2].tower.tables.empty());
    }
    SUBCASE("a pin joins; one between fixed bodies is of no heap") {
        tower.bodies.push_back(make_brick("d", {{1, 5}, 0}, 1, 1));
        tower.bodies.push_back(make_brick("e", {{2, 6}, 0}, 1, 1));
        tower.pins = {{3, 2, 4, 0}};
        found = heaps_of(tower);
        REQUIRE(found.size() == 3);
        CHECK(found[2].body == std::vector<std::size_t>{3, 4});
        CHECK(found[2].pin == std::vector<std::size_t>{0});
        CHECK(found[2].tower.pins[0].a == 0);
        CHECK(found[2].tower.pins[0].vertex_a == 2);
        CHECK(found[2].tower.pins[0].b == 1);
        CHECK(found[2].tower.pins[0].vertex_b == 0);
        tower.bodies[3].fixed = tower.bodies[4].fixed = true;
        found = heaps_of(tower);
        REQUIRE(found.size() == 2);
        CHECK(found[0].pin.empty());
        CHECK(found[1].pin.empty());
    }
}

TEST_CASE("10,000 bodies may hang together, not one more") {
    CHECK(heaps_of(stack_bond(2500, 4)).size() == 1);
    CHECK(heaps_of(Tower{}).empty());
    CHECK_THROWS_WITH_AS(heaps_of(stack_bond(73, 137)),
                         "10001 bricks hang together, but at most 10000 are solved at once",
                         std::length_error);
}
