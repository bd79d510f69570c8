#include "restraint/bricks/tower.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>

#include "restraint/bricks/generators.h"

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
    CHECK_THROWS_AS(set_mass(brick, 0.0), std::invalid_argument);
}

TEST_CASE("sizes, densities and polygons that cannot be are refused, and the message names them") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK_THROWS_WITH_AS(make_brick("b", {}, -1.0, 1.0),
                         "the width of brick b is -1, but must be positive and finite",
                         std::invalid_argument);
    CHECK_THROWS_AS(make_brick("b", {}, 1.0, nan), std::invalid_argument);
    CHECK_THROWS_AS(make_brick("b", {{nan, 0}, 0}, 1.0, 1.0), std::invalid_argument);
    CHECK_THROWS_AS(make_brick("b", {}, 1e200, 1e200), std::invalid_argument);  // infinite mass
    CHECK_THROWS_AS(make_polygon("p", {{0, 0}, {1, 0}}), std::invalid_argument);
    CHECK_THROWS_AS(make_polygon("p", {{0, 0}, {0, 1}, {1, 0}}), std::invalid_argument);  // clockwise
    // A vertex in the middle of a side is not a corner.
    CHECK_THROWS_AS(make_polygon("p", {{0, 0}, {1, 0}, {2, 0}, {0, 1}}), std::invalid_argument);
    // A five-pointed star turns left at every corner, but twice round.
    std::vector<Vec2> star;
    for (int k = 0; k < 5; ++k)
        star.push_back({std::cos(0.8 * k * std::numbers::pi), std::sin(0.8 * k * std::numbers::pi)});
    CHECK_THROWS_AS(make_polygon("p", star), std::invalid_argument);
}

TEST_CASE("the mean brick size is the mean of the longer sides") {
    Tower tower;
    tower.bodies = {make_brick("a", {}, 1.0, 0.25), make_brick("b", {}, 0.5, 3.0)};
    CHECK(mean_size(tower) == 2.0);
}
