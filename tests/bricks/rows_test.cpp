// What a step tells of the contacts that pushed: who, where, along which normal, how strongly.

#include "restraint/bricks/rows.h"
#include "towers.h"

using namespace restraint;
using namespace restraint::bricks;

namespace {

constexpr double dt = 0.002, g = 9.81;

/// A brick of 1/4 kg on a table that ends at x = 0, y = 0.
Tower brick_at_table(Pose pose) { return on_table(-5.0, 0.0, {make_brick("b", pose, 1.0, 0.25)}); }

/// The first step of both loops.
template <class Check>
void in_both_loops(const Tower& tower, Check check) {
    AccelerationLoop accelerations(tower, {.dt = dt});
    PositionLoop positions(tower, {.dt = dt});
    check(step(accelerations));
    check(step(positions));
}

}  // namespace

TEST_CASE("flush bricks touch at their corners, one contact for both, and each carries half the weight") {
    const Tower tower = tower_of({fixed(brick(3, 0.125)), brick(3, 0.375)});
    in_both_loops(tower, [](StepReport report) {
        CHECK(report.iterations >= 2);  // two rows were made to hold
        CHECK(report.iterations <= 10);
        REQUIRE(report.contacts.size() == 2);
        std::sort(report.contacts.begin(), report.contacts.end(),
                  [](const ContactForce& c, const ContactForce& d) { return c.point.x < d.point.x; });
        for (const std::size_t i : {0u, 1u}) {
            const ContactForce& c = report.contacts[i];
            CHECK(c.a == 1);  // the upper one
            CHECK(c.b == 0);
            CHECK(c.point == Vec2{i == 0 ? 2.5 : 3.5, 0.25});
            CHECK(c.normal == Vec2{0, 1});
            CHECK(std::abs(c.force - 0.25 * g / 2) < 1e-9);  // 4e-16 m of rounding over dt^2
        }
    });
}

TEST_CASE("the force of an impact is its impulse over the step, with the weight [ROTE-Q*]") {
    // 1/4 kg at 1 m/s, stopped in .002 s: 125 N, and 2.4525 N of weight.
    Tower tower = brick_at_table({{-2.0, 0.125}, 0.0});
    tower.bodies[0].velocity.linear = {0.0, -1.0};
    AccelerationLoop loop(tower, {.dt = dt});
    double force = 0.0;
    for (const ContactForce& c : loop.step().contacts) force += c.force;
    CHECK(std::abs(force - 127.4525) <= 1e-10);
}

TEST_CASE("a table's corner under a tilted brick: the brick is a, and the normal is that of its side") {
    // The middle of its lower side lies on the corner: the force m g cos(angle) goes through the centre.
    const double angle = -0.3;
    const Vec2 up{-std::sin(angle), std::cos(angle)};
    in_both_loops(brick_at_table({0.125 * up, angle}), [&](const StepReport& report) {
        REQUIRE(report.contacts.size() == 1);
        const ContactForce& c = report.contacts[0];
        CHECK(c.a == 0);
        CHECK(c.b == 1);
        CHECK(norm(c.point) < 1e-15);
        CHECK(norm(c.normal - up) < 1e-15);
        CHECK(std::abs(c.force - 0.25 * g * up.y) < 1e-4);  // (g dt)^2 of a slide that turns the lever
    });
}

TEST_CASE("pressed against the right side of a table: the brick is a, the table is not, though it is left") {
    Tower tower = brick_at_table({{0.5, -0.5}, 0.0});
    tower.gravity = {-g, 0.0};
    in_both_loops(tower, [](const StepReport& report) {
        REQUIRE(report.contacts.size() == 2);
        for (const ContactForce& c : report.contacts) {
            CHECK(c.a == 0);
            CHECK(c.b == 1);
            CHECK(c.point.x == 0.0);
            CHECK(std::abs(c.point.y + 0.5) == 0.125);
            CHECK(c.normal == Vec2{1, 0});
            CHECK(std::abs(c.force - 0.25 * g / 2) < 1e-9);
        }
    });
}

TEST_CASE("a corner under a tilted brick's side is a, and the normal is that of the side, into the corner") {
    // The middle of the lower side lies on the upper right, or left, corner of a fixed brick.
    for (const double side : {1.0, -1.0}) {
        const double angle = -0.3 * side;
        const Vec2 up{-std::sin(angle), std::cos(angle)};
        const Tower tower =
            tower_of({make_brick("up", {0.125 * up, angle}, 1.0, 0.25), fixed(brick(-0.5 * side, -0.125))});
        in_both_loops(tower, [&](const StepReport& report) {
            REQUIRE(report.contacts.size() == 1);
            CHECK(report.contacts[0].a == 1);
            CHECK(report.contacts[0].b == 0);
            CHECK(norm(report.contacts[0].point) < 1e-15);
            CHECK(norm(report.contacts[0].normal + up) < 1e-15);
        });
    }
}
