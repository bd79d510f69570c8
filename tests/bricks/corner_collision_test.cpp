#include "restraint/io/text/tower_file.h"
#include "towers.h"

using namespace restraint;
using namespace restraint::bricks;

namespace {

constexpr double dt = 1e-3;
constexpr int steps = 2;

/// A brick of 1 x 1/4 m whose lower right corner is at the corner of a table, without gravity. It moves to
/// the right and, twice as fast, downwards.
Tower corner_on_corner() {
    return tower_of({moving(brick(-0.5, 0.125), {{0.5, -1.0}, 0.0})}, {{"table", 0.0, 5.0, 0.0}}, {});
}

/// To first order in the time since the collision: the brick turns on.
void check_collision(StepLoop&& loop, const Motion& by_hand) {
    step(loop, steps);
    const double turned = 3.0 * steps * dt;
    CHECK(norm(loop.tower().bodies[0].velocity.linear - by_hand.linear) < turned);
    CHECK(std::abs(loop.tower().bodies[0].velocity.angular - by_hand.angular) < turned);
}

}  // namespace

TEST_CASE("corners that meet are kept apart along the side that they overlap least: all loops, by hand") {
    // After a step they would overlap by 0.5 dt sideways and by 1 dt downwards: the brick is beside the
    // table. n = (-1, 0) at (1/2, -1/8) from the centre: lever -1/8, m = 1/4, I = m (1 + 1/16) / 12 = 17/768;
    // impulse j = (1/2) / (1/m + (1/8)^2 / I) = 17/160; v_x = 1/2 - 4 j, omega = -(1/8) j / I.
    const Motion brick{{0.075, -1.0}, -0.6};
    const Tower tower = corner_on_corner();
    check_collision(PositionLoop(tower, {.dt = dt}), brick);
    check_collision(AccelerationLoop(tower, {.dt = dt}), brick);
    check_collision(PositionLoop(tower, {.dt = dt, .model = Model::framework9}), brick);
    // Four equal masses at the corners have three times the moment of inertia: j = 17/144.
    check_collision(PositionLoop(tower, {.dt = dt, .model = Model::framework4}),
                    {{1.0 / 36, -1.0}, -2.0 / 9});
}

TEST_CASE(
    "a corner that slides over the edge of a table tips there: of its two sides only the upper one holds") {
    // Moving to the right the brick closes the table's side, so only the top is in question. With n = (0, 1)
    // at (1/2, -1/8): f = g / (1/m + (1/2)^2 / I) = 17 g / 260, a_y = 4 f - g, alpha = (1/2) f / I.
    Tower tower = corner_on_corner();
    tower.gravity = {0.0, -9.81};
    tower.bodies[0].velocity = {{1.0, 0.0}, 0.0};
    const Answer answer = accelerate(tower);
    REQUIRE(answer.status == optimize::Status::optimal);
    CHECK(std::abs(answer.bodies[0].linear.x) < 1e-12);
    CHECK(std::abs(answer.bodies[0].linear.y + 9.81 * 192 / 260) < 1e-12);
    CHECK(std::abs(answer.bodies[0].angular - 9.81 * 384 / 260) < 1e-11);
}

TEST_CASE("a brick on its way down past a corner is pushed against it by another one: all loops, by hand") {
    // Falling freely along the fixed brick's side, the brick touches only its corner; hit from the right, at
    // the height of that corner, it would be driven into it. All push along one line: the corner stops the
    // pusher, and nothing turns.
    const Tower tower = tower_of({fixed(brick(-0.5, -0.125)), moving(brick(0.5, 0.125), {{0.0, -1.0}, 0.0}),
                                  moving(brick(1.5, 0.0), {{-1.0, -1.0}, 0.0})},
                                 {}, {});
    const auto check = [&](StepLoop&& loop, double tolerance) {
        step(loop);
        for (const std::size_t i : {1u, 2u}) {
            const Body& body = loop.tower().bodies[i];
            CHECK(norm(body.velocity.linear - Vec2{0.0, -1.0}) < tolerance);
            CHECK(std::abs(body.velocity.angular) < tolerance);
        }
    };
    check(PositionLoop(tower, {.dt = dt}), dt);  // its levers may be those of the end: 1 m/s dt lower
    check(AccelerationLoop(tower, {.dt = dt}), 1e-12);
    check(PositionLoop(tower, {.dt = dt, .model = Model::framework4}), 1e-12);
    check(PositionLoop(tower, {.dt = dt, .model = Model::framework9}), 1e-12);
}

TEST_CASE("a corner at the foot of a slanting side falls freely past it: either side may separate them") {
    // The brick's right side and the triangle's left one, 40 degrees apart, both separate the two; held by
    // both, the corner could only move off the slope. On the left the table's side is in no way either.
    const Tower tower = io::read_tower(
        "table -0.75 1 0\n"
        "polygon b0 1.25 0 2.25 0 1.875 0.75 fixed\n"
        "brick b1 1.125 0.375 0 0.25 0.75\n",
        "foot.tower");
    const auto check_falls = [](StepLoop&& loop) {
        step(loop, 100);
        const Body& brick = loop.tower().bodies[1];
        CHECK(brick.pose.position.x == 1.125);
        CHECK(brick.pose.angle == 0.0);
        CHECK(std::abs(brick.velocity.linear.y + 9.81 * 0.2) < 1e-12);
        // g t^2 / 2 = 0.1962 m, and g dt t / 2 of an error of the first order.
        CHECK(std::abs(brick.pose.position.y - (0.375 - 0.1962)) < 0.002);
    };
    check_falls(PositionLoop(tower, {.dt = 0.002}));
    check_falls(AccelerationLoop(tower, {.dt = 0.002}));
}

TEST_CASE("a tower without a verdict has no margin; a step beyond the range of numbers is not taken") {
    CHECK(margin(corner_on_corner(), Stability{}).kind == Margin::Kind::numerical);
    Tower fast = corner_on_corner();
    fast.bodies[0].velocity.linear = {-1e308, 0.0};
    PositionLoop loop(fast, {.dt = 100.0, .model = Model::framework4});
    CHECK(loop.step().status == optimize::Status::numerical);
    CHECK(loop.time() == 0.0);
}
