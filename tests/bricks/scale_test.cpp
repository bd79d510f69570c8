#include "restraint/bricks/tower.h"

#include <doctest/doctest.h>

#include <cmath>

#include "restraint/bricks/acceleration_loop.h"
#include "restraint/bricks/compare.h"
#include "restraint/bricks/contacts.h"
#include "restraint/bricks/generators.h"
#include "restraint/bricks/position_loop.h"

using namespace restraint;
using namespace restraint::bricks;

namespace {

/// The same tower with lengths, densities and gravity in other units.
Tower in_units(const Tower& tower, double length, double density, double gravity) {
    Tower result = tower;
    result.gravity = gravity * tower.gravity;
    for (Table& table : result.tables) {
        table.x_left *= length;
        table.x_right *= length;
        table.y_top *= length;
    }
    for (Body& body : result.bodies)
        body = make_brick(body.name, {length * body.pose.position, body.pose.angle}, length * body.width(),
                          length * body.height(), density);
    return result;
}

std::size_t refused_part(const Tower& tower) {
    try {
        find_contacts(tower);
    } catch (const PartError& error) {
        return error.first_part;
    }
    return tower.bodies.size();
}

}  // namespace

TEST_CASE("the least width of a right triangle is its height over the longest side") {
    const Body triangle = make_polygon("p", {{0, 0}, {3, 0}, {3, 4}});
    CHECK(std::abs(least_width(triangle) - 3.0 * 4.0 / 5.0) < 1e-15);
    CHECK(least_width(make_brick("b", {{1, 2}, 0.3}, 0.25, 1)) == 0.25);
}

TEST_CASE(
    "a collapse is the same in any unit of length, mass and time, and all methods agree in all of them") {
    for (const Tower& tower : {single(1.2), single(0.8), harmonic(3, 1.1), inverted_pyramid(3)})
        for (const double length : {1e-20, 1e-9, 1e-6, 1e6, 1e20})
            for (const double gravity : {1e-20, 1.0, 1e9}) {
                CAPTURE(length);
                CAPTURE(gravity);
                const ComparisonTable table = compare(in_units(tower, length, 1e3, gravity));
                CHECK(table.status == optimize::Status::optimal);
                CHECK(table.rows.size() == 9);
                for (const Comparison& row : table.rows) {
                    CAPTURE(row.method_b);
                    CHECK(row.agrees());
                }
            }
}

TEST_CASE("a small brick on the edge of a large one tips as it does alone") {
    for (const double size : {1e-1, 1e-3, 1e-4, 1e-5}) {
        CAPTURE(size);
        // Times go with the root of lengths: 150 steps of 0.002 s for a brick of 1 m.
        const double dt = 0.002 * std::sqrt(size);
        Tower alone, on_large;
        alone.tables.push_back({"table", -5, 0, 0});
        alone.bodies.push_back(make_brick("s", {{0.1 * size, 0.125 * size}, 0}, size, 0.25 * size));
        on_large.bodies = {make_brick("l", {{-0.5, -0.125}, 0}, 1, 0.25), alone.bodies[0]};
        on_large.bodies[0].fixed = true;
        PositionLoop one(alone, {.dt = dt}), two(on_large, {.dt = dt});
        AccelerationLoop three(on_large, {.dt = dt});
        PositionLoop four(on_large, {.dt = dt, .model = Model::framework4}),
            five(alone, {.dt = dt, .model = Model::framework4});
        for (int k = 0; k < 150; ++k) {
            REQUIRE(one.step().status == optimize::Status::optimal);
            REQUIRE(two.step().status == optimize::Status::optimal);
            REQUIRE(three.step().status == optimize::Status::optimal);
            REQUIRE(four.step().status == optimize::Status::optimal);
            REQUIRE(five.step().status == optimize::Status::optimal);
        }
        const Pose wanted = one.tower().bodies[0].pose, rigid = two.tower().bodies[1].pose,
                   accelerated = three.tower().bodies[1].pose, points = four.tower().bodies[1].pose,
                   points_alone = five.tower().bodies[0].pose;
        // Rounding at 1 m is 1e-16, 1e-11 of the smallest.
        CHECK(std::abs(wanted.angle + 0.4233) < 1e-4);
        CHECK(norm(rigid.position - wanted.position) < 1e-8 * size);
        CHECK(std::abs(rigid.angle - wanted.angle) < 1e-8);
        CHECK(std::abs(accelerated.angle - wanted.angle) < 5e-3);  // of first order in dt, both
        CHECK(std::abs(points.angle - points_alone.angle) < 1e-7);
    }
}

TEST_CASE("what one measure cannot judge is refused, and the body named") {
    Tower tower = single(0.8);  // 1 x 1/4 m
    tower.bodies.push_back(make_brick("b", {{-5, 5}, 0}, 1, 1e-3));
    CHECK(refused_part(tower) == 2);
    tower.bodies[1] = make_brick("b", {{-5, 5}, 0}, 1, 1e-6);  // thinner than what bodies may overlap
    CHECK(refused_part(tower) == 1);
    tower.bodies[1] = make_brick("b", {{-5, 5}, 0}, 1, 1, 1e-10);  // 4e-10 of the mass of the other
    CHECK(refused_part(tower) == 1);
    tower.bodies[1].fixed = true;
    CHECK(refused_part(tower) == 2);
    tower.bodies[1] = make_brick("b", {{1e6, 5}, 0}, 1, 1);
    CHECK(refused_part(tower) == 2);
    const auto refused = [&](const Body& body, const char* message) {
        tower.bodies[1] = body;
        CHECK_THROWS_WITH_AS(find_contacts(tower), message, PartError);
    };
    refused(make_brick("b", {{-5, 5}, 0}, 1, 1e-6),
            "b is 1e-06 m thin, but bodies of a mean size of 1 m are told apart to 2e-06 m");
    refused(make_brick("b", {{-5, 5}, 0}, 1, 1, 1e-10),
            "b has 3.999999998e-10 of the tower's mass, but balance is judged for bodies of at least 1e-09 "
            "of it");
    refused(
        make_brick("b", {{5, -1e12}, 0}, 1, 1),
        "b is up to 1e+12 m from the origin, where features are told apart to 0.01421085472 m, but is 1 m "
        "thin: move the tower to the origin");
    tower.bodies[1] = make_brick("b", {{1e6, 5}, 0}, 1, 1);
    // 64 roundings of x are x 1.42e-14, and 1e-3 m for x = 7.04e10 m.
    tower.bodies[1].pose.position.x = 6.9e10;
    CHECK(refused_part(tower) == 2);
    tower.bodies[1].pose.position.x = 7.2e10;
    CHECK(refused_part(tower) == 1);
}

TEST_CASE("a million metres away, in whatever direction, two bricks touch up to 64 roundings of that") {
    // 64 times 2^-52 of 1e6 m are 1.42e-8 m, and 1e-9 of the bricks' size is added; places there are 1.2e-10
    // m apart. Above 0.25 m lie 0.25 m and a gap.
    for (const Vec2 away : {Vec2{1e6, 0}, {-1e6, 0}, {0, 1e6}, {0, -1e6}})
        for (const auto& [gap, touches] : {std::pair{1.4e-8, true}, {1.7e-8, false}}) {
            CAPTURE(away.x);
            CAPTURE(away.y);
            Tower tower;
            tower.bodies = {make_brick("low", {away, 0}, 1, 0.25),
                            make_brick("up", {away + Vec2{0.25, 0.25 + gap}, 0}, 1, 0.25)};
            CHECK(find_contacts(tower).contacts.size() == (touches ? 2 : 0));
        }
}

TEST_CASE("steps in which bricks fall by more than they are thin, or by nothing, earn a warning") {
    const Tower metre = single(0.8);  // g dt^2: 3.9e-5 m of 0.25 m
    CHECK(step_warning(metre, 0.002) == "");
    CHECK(step_warning(metre, 0.2).find("is long") != std::string::npos);
    CHECK(step_warning(metre, 4e-7) == "");  // 1.6e-12 m, of bricks of 1 m
    CHECK(step_warning(metre, 3e-7) ==
          "a step of 3e-07 s is short: bodies of 1 m fall by 8.829e-13 m in it, which rounding disturbs");
    CHECK(step_warning(metre, 0.15) == "");  // 0.22 m, of 0.25 m
    CHECK(step_warning(metre, 0.17).find("is long") != std::string::npos);
    CHECK(step_warning(in_units(metre, 1e-6, 1, 1), 0.002).find("is long") != std::string::npos);
    Tower weightless = metre;
    weightless.gravity = {};
    CHECK(step_warning(weightless, 1e-7) == "");
}
