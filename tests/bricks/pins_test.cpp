// The loops with pins: they hold, and say so where they cannot.

#include "towers.h"

using namespace restraint;
using namespace restraint::bricks;

namespace {

/// Distance of a pin's two vertices.
double pin_gap(const Tower& tower, const Pin& pin) {
    return norm(world_vertex(tower.bodies[pin.a], pin.vertex_a) -
                world_vertex(tower.bodies[pin.b], pin.vertex_b));
}

}  // namespace

TEST_CASE("a pinned brick swings as a pendulum") {
    // Pinned at its lower left corner, let go on its side: d = distance of the centre from the pin,
    // theta'' = -m g d sin(theta) / (I + m d^2). In a small swing the period is 2 pi sqrt((I + m d^2)/(m g
    // d)).
    const double d = std::hypot(0.5, 0.125), swing = 0.01;
    const double hanging =
        -std::atan2(0.125, 0.5) - std::acos(0.0);  // the angle at which the centre hangs below
    const double angle = hanging + swing;
    const Vec2 corner = rotated({-0.5, -0.125}, std::cos(angle), std::sin(angle));
    const Body bob = brick(-corner.x, -corner.y, angle);  // so that the corner is at the origin
    Tower tower = tower_of({bob, fixed(make_brick("nail", {{0.05, 0.05}, 0.0}, 0.1, 0.1))});
    tower.pins = {{0, 0, 1, 0}};
    const double inertia = bob.inertia + bob.mass * d * d;
    const double period = 2.0 * std::acos(-1.0) * std::sqrt(inertia / (bob.mass * 9.81 * d));
    PositionLoop loop(tower, {.dt = period / 1000.0});
    StepReport report;
    double lowest = 1.0;
    for (int k = 0; k < 1000; ++k) {
        report = step(loop);
        CHECK(pin_gap(loop.tower(), tower.pins[0]) < 1e-7);
        lowest = std::min(lowest, loop.tower().bodies[0].pose.angle - hanging);
    }
    // The first step falls by a dt^2, not a dt^2 / 2: half a step of 2 pi/1000 ahead in phase, which is
    // (pi/1000)^2 / 2 = 4.9e-6 of the swing at its ends. The amplitude grows by as much.
    CHECK(std::abs(loop.tower().bodies[0].pose.angle - hanging - swing) < 1e-5 * swing);
    CHECK(std::abs(lowest + swing) < 1e-5 * swing);
    // At the turning point the pin carries m g cos(theta) along the brick, and half a percent of m g across.
    REQUIRE(report.pins.size() == 1);
    CHECK(std::abs(report.pins[0].force.y - bob.mass * 9.81) < 1e-3 * bob.mass * 9.81);
}

TEST_CASE("a chain of pinned bricks holds together and keeps its faces apart") {
    for (const std::size_t side :
         {std::size_t{1}, std::size_t{2}}) {  // pinned at the lower, at the upper corners
        Tower tower = tower_of({fixed(brick(0, 0))});
        for (int i = 1; i < 6; ++i) tower.bodies.push_back(brick(i, 0));
        for (std::size_t i = 0; i < 5; ++i) tower.pins.push_back({i, side, i + 1, side == 1 ? 0u : 3u});
        PositionLoop loop(tower);
        while (loop.time() < 1.0) {
            const StepReport report = step(loop);
            for (const Pin& pin : tower.pins) CHECK(pin_gap(loop.tower(), pin) < 1e-6);
            CHECK(report.deepest.depth < 1e-6);
        }
        // With the pins above the faces press on each other below: the chain is a beam and stays.
        const double sag = -loop.tower().bodies[5].pose.position.y;
        CHECK((side == 2 ? std::abs(sag) < 1e-12 : sag > 1.0));
    }
}

TEST_CASE("pins that cannot be met are reported, with the time, and the tower stays") {
    Tower tower = tower_of({fixed(brick(0, 0)), fixed(brick(3, 0)), brick(1.5, -2)});
    tower.pins = {{0, 1, 2, 3}, {1, 0, 2, 2}};  // 2 m apart, but the third brick is 1 m wide
    PositionLoop loop(tower, {.dt = 0.01});
    const StepReport report = loop.step();
    CHECK(report.status == optimize::Status::infeasible);
    CHECK(report.time == 0.01);
    CHECK(loop.time() == 0.0);
    CHECK(loop.tower().bodies[2].pose.position == Vec2{1.5, -2});
}

TEST_CASE("of two bricks that hang still, each by its own pin, every pin carries its own: all loops") {
    // Unit squares on their corners, the upper one pinned to the lower corner of a fixed square.
    const double quarter = std::atan(1.0), half = std::sqrt(0.5);
    Tower tower;
    for (const double x : {0.0, 3.0}) {
        tower.bodies.push_back(fixed(make_brick("hook", {{x, half}, quarter}, 1, 1)));
        tower.bodies.push_back(make_brick("b", {{x, -half}, quarter}, 1, 1, 1.0 + x));
    }
    tower.pins = {{1, 2, 0, 0}, {3, 2, 2, 0}};
    const auto check = [&](StepLoop&& loop) {
        const StepReport report = step(loop);
        CHECK(report.time == 0.01);
        REQUIRE(report.pins.size() == 2);
        for (const std::size_t p : {0u, 1u}) {
            const double weight = 9.81 * (p == 0 ? 1.0 : 4.0);
            CHECK(norm(report.pins[p].point - Vec2{p == 0 ? 0.0 : 3.0, 0.0}) < 1e-15);
            // Positions are rounded by 4e-16, which dt^2 makes 4e-12 of an acceleration.
            CHECK(norm(report.pins[p].force - Vec2{0.0, weight}) < 1e-10);
        }
    };
    const Answer start = accelerate(tower);
    REQUIRE(start.pin_forces.size() == 2);
    for (const std::size_t p : {0u, 1u})
        CHECK(norm(start.pin_forces[p] - Vec2{0.0, p == 0 ? 9.81 : 4.0 * 9.81}) < 1e-12);
    check(PositionLoop(tower, {.dt = 0.01}));
    check(AccelerationLoop(tower, {.dt = 0.01}));
    check(PositionLoop(tower, {.dt = 0.01, .model = Model::framework4}));
}

TEST_CASE("a brick nailed at two corners that is to turn by (L') has no next step, and stays [ROTE-L']") {
    // u stays, but (L') wants its length to be |u| - |turned|^2 / |u|.
    Tower tower = tower_of({fixed(brick(-1, 0)), moving(brick(0, 0), {{}, 1.0}), fixed(brick(1, 0))});
    tower.pins = {{1, 0, 0, 1}, {1, 1, 2, 0}};
    PositionLoop loop(tower, {.dt = 0.01, .model = Model::framework4, .lengths = Lengths::drifting});
    CHECK(loop.step().status == optimize::Status::infeasible);
    CHECK(loop.time() == 0.0);
    CHECK(loop.tower().bodies[1].pose.position == Vec2{0, 0});
}
