#include "restraint/bricks/shape.h"

#include <doctest/doctest.h>

#include <cmath>

#include "restraint/bricks/bodies.h"

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
        CHECK(std::abs(gap(o, edge, o, o.corners[e])) <= 1e-15);
        CHECK(std::abs(along(o, edge, o, o.corners[e]) - edge.from) <= 1e-15);
        CHECK(std::abs(along(o, edge, o, o.corners[(e + 1) % 4]) - edge.to) <= 1e-15);
        CHECK(std::abs(norm(edge.normal) - 1.0) <= 1e-15);
    }
}

TEST_CASE("gaps of the mirror image are the same to the last bit") {
    // Two bricks at odd angles; the mirror x -> -x swaps right and left sides (1 and 3) and the corners 0-1,
    // 2-3.
    const Body a = make_brick("a", {}, 1.0, 0.3), b = make_brick("b", {}, 0.7, 0.2);
    const Pose pa{{0.11, 0.23}, 0.41}, pb{{0.91, 0.37}, -1.3};
    const auto mirrored = [](Pose p) { return Pose{{-p.position.x, p.position.y}, -p.angle}; };
    const Outline oa = outline(a, pa), ob = outline(b, pb);
    const Outline ma = outline(a, mirrored(pa)), mb = outline(b, mirrored(pb));
    const std::size_t edge_image[] = {0, 3, 2, 1}, corner_image[] = {1, 0, 3, 2};
    for (std::size_t e = 0; e < 4; ++e)
        for (std::size_t c = 0; c < 4; ++c) {
            const Edge& edge = oa.edges[e];
            const Edge& image = ma.edges[edge_image[e]];
            CHECK(gap(oa, edge, ob, ob.corners[c]) == gap(ma, image, mb, mb.corners[corner_image[c]]));
            CHECK(along(oa, edge, ob, ob.corners[c]) == -along(ma, image, mb, mb.corners[corner_image[c]]));
        }
}

TEST_CASE("a table fills everything below its top, however deep") {
    const Table table{"table", -5, 0, 0};
    const Outline t = outline(table);
    const Body brick = make_brick("b", {}, 1.0, 0.25);
    // Deep down beside the table: 0.1 to the right of its side, and no other edge separates.
    const Outline beside = outline(brick, {{0.6, -1e4}, 0.0});
    CHECK(std::abs(separation(t, t.edges[0], beside) - 0.1) <= 1e-15);
    CHECK(separation(beside, beside.edges[0], t) < 0.0);
    CHECK(std::isinf(separation(beside, beside.edges[2], t)));
    CHECK(std::abs(separation(beside, beside.edges[3], t) - 0.1) <= 1e-15);
    // On top of it.
    const Outline above = outline(brick, {{-2, 0.125}, 0.0});
    CHECK(separation(t, t.edges[1], above) == 0.0);
    CHECK(separation(above, above.edges[0], t) == 0.0);
}

TEST_CASE("near pairs are those whose boxes come near, in order") {
    Tower tower;
    tower.tables = {{"table", -5, 5, 0}};
    for (int i = 0; i < 4; ++i)  // four bricks in a row, 0.1 apart; the last one hangs in the air
        tower.bodies.push_back(
            make_brick("b" + std::to_string(i), {{1.1 * i, i < 3 ? 0.125 : 1.125}, 0.0}, 1.0, 0.25));
    using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;
    CHECK(near_pairs(outlines(tower), 0.05) == Pairs{{0, 4}, {1, 4}, {2, 4}});
    CHECK(near_pairs(outlines(tower), 0.15) == Pairs{{0, 1}, {0, 4}, {1, 2}, {1, 4}, {2, 4}});
    CHECK(part_name(tower, 4) == "table");
    CHECK(is_fixed(tower, 4));
    CHECK_FALSE(is_fixed(tower, 3));
}
