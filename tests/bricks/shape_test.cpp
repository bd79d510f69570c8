#include "restraint/bricks/shape.h"

#include <doctest/doctest.h>

#include <cmath>

#include "restraint/bricks/generators.h"
#include "restraint/bricks/pair.h"

using namespace restraint;
using namespace restraint::bricks;

TEST_CASE("the edges of an upright brick have normals without rounding and run counter-clockwise") {
    const Body brick = make_brick("b", {{0.3, 0.7}, 0.0}, 1.0, 0.25);
    const Outline o = outline(brick, brick.pose);
    REQUIRE(o.edges.size() == 4);
    CHECK(o.edges[0].normal == Vec2{0, -1});
    CHECK(o.edges[1].normal == Vec2{1, 0});
    CHECK(o.edges[2].normal == Vec2{0, 1});
    CHECK(o.edges[3].normal == Vec2{-1, 0});
    for (std::size_t e = 0; e < 4; ++e) {
        const Edge& edge = o.edges[e];
        const Vec2 direction = perpendicular(edge.normal);
        const Vec2 start = edge.offset * edge.normal + edge.from * direction;
        const Vec2 end = edge.offset * edge.normal + edge.to * direction;
        CHECK(start == o.corners[e]);
        CHECK(end == o.corners[(e + 1) % 4]);
    }
}

TEST_CASE("the edges of a turned polygon pass through its corners") {
    const Body p = make_polygon("p", {{0, 0}, {2, -0.5}, {2.5, 1}, {1, 2}});
    const Pose pose{{-3, 5}, 2.2};
    const Outline o = outline(p, pose);
    for (std::size_t e = 0; e < o.edges.size(); ++e) {
        const Edge& edge = o.edges[e];
        CHECK(std::abs(gap({o}, {0, e, 0, e})) <= 1e-15);
        CHECK(std::abs(along({o}, {0, e, 0, e}) - edge.from) <= 1e-15);
        CHECK(std::abs(along({o}, {0, (e + 1) % 4, 0, e}) - edge.to) <= 1e-15);
        CHECK(std::abs(norm(edge.normal) - 1.0) <= 1e-15);
    }
}

TEST_CASE("gaps of the mirror image are the same to the last bit") {
    // Two bricks at odd angles; the mirror x -> -x swaps right and left sides (1 and 3) and the corners 0-1,
    // 2-3.
    const Body a = make_brick("a", {}, 1.0, 0.3), b = make_brick("b", {}, 0.7, 0.2);
    const Pose pa{{0.11, 0.23}, 0.41}, pb{{0.91, 0.37}, -1.3};
    const auto mirrored = [](Pose p) { return Pose{{-p.position.x, p.position.y}, -p.angle}; };
    const std::vector<Outline> parts = {outline(a, pa), outline(b, pb)};
    const std::vector<Outline> images = {outline(a, mirrored(pa)), outline(b, mirrored(pb))};
    const std::size_t edge_image[] = {0, 3, 2, 1}, corner_image[] = {1, 0, 3, 2};
    for (std::size_t e = 0; e < 4; ++e)
        for (std::size_t c = 0; c < 4; ++c) {
            const CornerOverEdge one{1, c, 0, e}, image{1, corner_image[c], 0, edge_image[e]};
            CHECK(gap(parts, one) == gap(images, image));
            CHECK(along(parts, one) == -along(images, image));
        }
}

TEST_CASE("a table fills everything below its top, however deep") {
    const Table table{"table", -5, 0, 0};
    const Outline t = outline(table);
    const Body brick = make_brick("b", {}, 1.0, 0.25);
    // How far a brick at this place is from the table along side e of the table, or of the brick.
    const auto of_table = [&](Vec2 place, std::size_t e) {
        return separation({t, outline(brick, {place, 0.0})}, {0, 1, e, {}, 0.0});
    };
    const auto of_brick = [&](Vec2 place, std::size_t e) {
        return separation({t, outline(brick, {place, 0.0})}, {1, 0, e, {}, 0.0});
    };
    // Deep down beside the table: 0.1 to the right of its side, and no other edge separates.
    const Vec2 beside{0.6, -1e4}, above{-2, 0.125};
    CHECK(std::abs(of_table(beside, 0) - 0.1) <= 1e-15);
    CHECK(of_brick(beside, 0) < 0.0);
    CHECK(std::isinf(of_brick(beside, 2)));
    CHECK(std::abs(of_brick(beside, 3) - 0.1) <= 1e-15);
    // A side that rounding, 1e-13, tilts upwards is upright; one that is tilted by 1e-11 meets the table,
    // which has no bottom, far below.
    const auto of_left_side = [&](double angle) {
        return separation({t, outline(brick, {beside, angle})}, {1, 0, 3, {}, 0.0});
    };
    CHECK(std::abs(of_left_side(-1e-13) - 0.1) <= 1e-8);  // 1e-13 of 1e4 m
    CHECK(std::isinf(of_left_side(-1e-11)));
    // On top of the brick.
    CHECK(of_table(above, 1) == 0.0);
    CHECK(of_brick(above, 0) == 0.0);
}

TEST_CASE("near pairs are those whose boxes come near, in order") {
    Tower tower;
    tower.tables = {{"table", -5, 5, 0}};
    for (int i = 0; i < 4; ++i)  // four bricks in a row, 0.1 apart; the last one hangs in the air
        tower.bodies.push_back(
            make_brick("b" + std::to_string(i), {{1.1 * i, i < 3 ? 0.125 : 1.125}, 0.0}, 1.0, 0.25));
    using Pairs = std::vector<PartPair>;
    CHECK(movable_pairs(tower, outlines(tower), 0.05) == Pairs{{0, 4}, {1, 4}, {2, 4}});
    CHECK(movable_pairs(tower, outlines(tower), 0.15) == Pairs{{0, 1}, {0, 4}, {1, 2}, {1, 4}, {2, 4}});
    tower.bodies[1].fixed = true;  // as the table is
    CHECK(movable_pairs(tower, outlines(tower), 0.05) == Pairs{{0, 4}, {2, 4}});
    tower.bodies[1].fixed = false;
    CHECK(part_name(tower, 4) == "table");
    CHECK(is_fixed(tower, 4));
    CHECK_FALSE(is_fixed(tower, 3));
}
