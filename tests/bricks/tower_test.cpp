#include "restraint/bricks/tower.h"

#include <numbers>
#include <stdexcept>

#include "../refusals.h"
#include "towers.h"

using namespace restraint;
using namespace restraint::bricks;

TEST_CASE("a brick weighs density times area, and turns like m (w^2 + h^2)/12") {
    const Body brick = make_brick("b", {{3, 4}, 0.5}, 2.0, 0.5, 3.0);
    CHECK(brick.mass == 3.0);
    CHECK(brick.inertia == 3.0 * (4.0 + 0.25) / 12.0);
    CHECK(brick.width() == 2.0);
    CHECK(brick.height() == 0.5);
    // Vertex 0 is the lower left one, turned by 0.5 rad about (3, 4).
    const Vec2 v = world_vertex(brick, 0);
    CHECK(std::abs(v.x - (3 - std::cos(0.5) + 0.25 * std::sin(0.5))) <= 1e-15);
    CHECK(std::abs(v.y - (4 - std::sin(0.5) - 0.25 * std::cos(0.5))) <= 1e-15);
}

TEST_CASE("a triangle: centroid, area and moment of inertia by hand, far from the origin too") {
    // Right triangle with legs 3 and 6: area 9, centroid (1, 2) from the right angle, and about it
    // I = m (a^2 + b^2)/18 = 2 * 9 * 45/18 = 45.
    for (const double away : {0.0, 1e6}) {
        const Body t = make_polygon("t", {{away, 0}, {away + 3, 0}, {away, 6}}, 2.0);
        CHECK(t.mass == 18.0);
        CHECK(std::abs(t.inertia - 45.0) <= 1e-13 * 45.0);
        CHECK(t.pose.position.x == away + 1);
        CHECK(t.pose.position.y == 2.0);
        CHECK(t.vertices[0] == Vec2{-1, -2});
        CHECK_FALSE(t.rectangle);
    }
}

TEST_CASE("a rectangle given as a polygon is as heavy and as inert as the brick") {
    const Body brick = make_brick("b", {}, 1.0, 0.25, 2.0);
    const Body polygon = make_polygon("p", {{0, 0}, {1, 0}, {1, 0.25}, {0, 0.25}}, 2.0);
    CHECK(polygon.mass == brick.mass);
    CHECK(std::abs(polygon.inertia - brick.inertia) <= 1e-15);
}

TEST_CASE("another mass changes the moment of inertia in proportion") {
    Body brick = make_brick("b", {}, 1.0, 0.25);
    const double inertia = brick.inertia;
    set_mass(brick, 1.0);
    CHECK(brick.mass == 1.0);
    CHECK(brick.inertia == 4.0 * inertia);
    CHECK_THROWS_WITH_AS(set_mass(brick, 0.0), "the mass of b is 0, but must be positive and finite",
                         std::invalid_argument);
}

TEST_CASE("sizes, densities and polygons that cannot be are refused, and the message names them") {
    const double nan = std::nan("");
    const std::string positive = ", but must be positive and finite",
                      no_corner =
                          "polygon p is not convex and counter-clockwise with a true corner at vertex 1";
    const auto box = [](Pose pose, double width, double height, double density = 1.0) {
        return [=] { make_brick("b", pose, width, height, density); };
    };
    const auto shape = [](const std::vector<Vec2>& vertices, double density = 1.0) {
        return [=] { make_polygon("p", vertices, density); };
    };
    std::vector<Vec2> star;
    for (int k = 0; k < 5; ++k)
        star.push_back({std::cos(0.8 * k * std::numbers::pi), std::sin(0.8 * k * std::numbers::pi)});
    tests::check_refused({
        {box({}, -1.0, 1.0), "the width of brick b is -1" + positive},
        {box({}, 1.0, nan), "the height of brick b is nan" + positive},
        {box({}, 1.0, 0.0), "the height of brick b is 0" + positive},
        {box({}, 1.0, 1.0, -1.0), "the density of brick b is -1" + positive},
        {box({{nan, 0}, 0}, 1.0, 1.0), "the centre of brick b is nan"},
        {box({{0, 1 / 0.0}, 0}, 1.0, 1.0), "the centre of brick b is inf"},
        {box({}, 1e200, 1e200), "the mass of brick b is inf" + positive},
        {box({}, 1e-100, 1e-100, 1e-100), "the moment of inertia of brick b is 0" + positive},
        {box({{}, -1000001.0}, 1.0, 1.0),
         "the angle of brick b is -1000001 rad, but must be at most 1000000 rad: beyond, doubles do not tell "
         "directions apart"},
        {shape({{0, 0}, {1, 0}, {0, 1}}, 0.0), "the density of polygon p is 0" + positive},
        {shape({{0, 0}, {1, nan}, {0, 1}}), "a vertex of polygon p is nan"},
        {shape({{0, 0}, {4, 0}, {0, 4}}, 1e308), "the mass of polygon p is inf" + positive},
        {shape({{0, 0}, {1, 0}}), "polygon p has 2 vertices, but needs at least 3"},
        {shape({{0, 0}, {0, 1}, {1, 0}}), no_corner},              // clockwise
        {shape({{0, 0}, {1, 0}, {2, 0}, {0, 1}}), no_corner},      // in the middle of a side
        {shape({{0, 0}, {1, 0}, {2, 1e-13}, {0, 1}}), no_corner},  // a turn of 1e-13 is rounding
        {shape(star), "polygon p winds round itself 2 times, but must be convex"},  // a left turn everywhere
    });
    CHECK(make_brick("b", {{}, 1e6}, 1.0, 1.0).pose.angle == 1e6);
    CHECK(make_polygon("p", {{0, 0}, {1, 0}, {2, 1e-11}, {0, 1}}).vertices.size() == 4);
}

TEST_CASE("the mean brick size is the mean of the longer sides") {
    Tower tower;
    tower.bodies = {make_brick("a", {}, 1.0, 0.25), make_brick("b", {}, 0.5, 3.0)};
    CHECK(mean_size(tower) == 2.0);
}
