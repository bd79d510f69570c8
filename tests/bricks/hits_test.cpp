// Corners that leave sides, hits, bodies without clearance, masses far apart: where a step's rows matter.

#include "towers.h"

using namespace restraint;
using namespace restraint::bricks;

namespace {

constexpr double g = 9.81;

/// Slides off the right end of a table at 2 m/s.
Tower sliding() {
    const Body b = make_brick("b", {{-0.25, 0.125}, 0.0}, 1.0, 0.25, 12.0);
    return on_table(-200.0, 0.0, {moving(b, {{2.0, 0.0}, 0.0})});
}

/// A brick that falls flat on a table, from `height` m at v m/s.
Tower dropped(double height, double v) {
    return on_table(-5.0, 5.0, {moving(brick(0, 0.125 + height), {{0.0, -v}, 0.0})});
}

}  // namespace

TEST_CASE("a brick that slides off a table turns as the exact solution does, at every step") {
    // An independent solution (Runge and Kutta's, fourth order, events located): omega at 0.8 s.
    const double exact = -1.7893;
    for (const double dt : {0.002, 0.001, 0.0005, 0.00025}) {
        CAPTURE(dt);
        const Tower end = after(PositionLoop(sliding(), {.dt = dt}), 0.8);
        CHECK(std::abs(end.bodies[0].velocity.angular - exact) < 10.0 * dt);
    }
    for (const Model model : {Model::framework4, Model::framework9}) {
        const Tower coarse = after(PositionLoop(sliding(), {.dt = 0.001, .model = model}), 0.8),
                    fine = after(PositionLoop(sliding(), {.dt = 0.0005, .model = model}), 0.8);
        CHECK(std::abs(coarse.bodies[0].velocity.angular - fine.bodies[0].velocity.angular) < 0.02);
    }
}

TEST_CASE("what falls past a corner, 0.1 mm beside it, falls freely") {
    const Tower tower = tower_of({fixed(make_brick("t", {{0.5146082703954704, 0}, -0.3}, 1.0, 0.25)),
                                  make_brick("b", {{-0.2501, 1}, 0.0}, 0.5, 0.5)});
    const Motion falls = after(PositionLoop(tower), 0.8).bodies[1].velocity;
    CHECK(falls.linear.x == 0.0);
    CHECK(falls.angular == 0.0);
    CHECK(std::abs(falls.linear.y + g * 0.8) < 1e-12);
}

TEST_CASE(
    "a hit ends with the inelastic impact; the document's step keeps a share of the approach [ROTE-Q*]") {
    // 1 m/s, 1 mm above the table, dt = 2 ms: halved twice, the brick hits in the second of the quarters and
    // stands. Undivided, it goes 1 mm in the step, and keeps 0.5 m/s for the next one.
    const Tower tower = dropped(0.001, 1.0);
    PositionLoop halved(tower), undivided(tower, {.halvings = 0});
    step(halved);
    step(undivided);
    CHECK(std::abs(halved.tower().bodies[0].velocity.linear.y) < 1e-15);
    CHECK(std::abs(halved.tower().bodies[0].pose.position.y - 0.125) < 1e-15);
    CHECK(std::abs(undivided.tower().bodies[0].velocity.linear.y + 0.5) < 1e-12);
    CHECK(std::abs(undivided.tower().bodies[0].pose.position.y - 0.125) < 1e-15);
}

TEST_CASE("the force of a hit is the momentum that it takes, over the time from middle to middle") {
    // 1/4 kg that touches, at 1 m/s, stopped in an undivided step of 0.002 s: m v / dt + m g.
    const StepReport touching = PositionLoop(dropped(0.0, 1.0)).step();
    double force = 0.0;
    for (const ContactForce& contact : touching.contacts) force += contact.force;
    CHECK(std::abs(force - (0.25 / 0.002 + 0.25 * g)) < 1e-9);
    // Halved: it hits in the first half, which is halved again; parts of 0.5, 0.5 and 1 ms after a step of
    // 2 ms. From middle to middle pass (2 + 0.5)/2 + 0.5 + (0.5 + 1)/2 = 2.5 ms. A contact that pushes in
    // several parts is listed once.
    PositionLoop loop(dropped(0.001, 1.0));
    const StepReport hit = loop.step();
    REQUIRE(hit.contacts.size() == 2);
    force = hit.contacts[0].force + hit.contacts[1].force;
    CHECK(std::abs(force - (0.25 / 0.0025 + 0.25 * g)) < 1e-9);
    // Then it rests: its weight, although the steps become longer again.
    for (int k = 0; k < 3; ++k) {
        const StepReport rest = loop.step();
        REQUIRE(rest.contacts.size() == 2);
        CHECK(std::abs(rest.contacts[0].force + rest.contacts[1].force - 0.25 * g) < 1e-9);
    }
}

TEST_CASE("the 5-diamond collapses as under accelerations, hits included") {
    const Tower exact = after(AccelerationLoop(diamond(5), {.dt = 0.0002}), 1.0);
    const Tower end = after(PositionLoop(diamond(5)), 1.0);
    double worst = 0.0;
    for (std::size_t i = 0; i < exact.bodies.size(); ++i)
        worst = std::max(worst, norm(end.bodies[i].pose.position - exact.bodies[i].pose.position));
    CHECK(worst < 6e-3);
}

TEST_CASE("a brick held without clearance slides along its slot under every loop") {
    const double turn = 0.3, c = std::cos(turn), s = std::sin(turn);
    const Tower tower = tower_of({fixed(make_brick("floor", {{0.25 * s, -0.25 * c}, turn}, 4.0, 0.5)),
                                  fixed(make_brick("roof", {{-0.5 * s, 0.5 * c}, turn}, 2.0, 0.5)),
                                  make_brick("b", {{-0.125 * s, 0.125 * c}, turn}, 1.0, 0.25)});
    const auto slides = [&](const Tower& end) {
        CHECK(norm(end.bodies[2].velocity.linear + 0.4 * g * s * Vec2{c, s}) < 1e-9);
        CHECK(std::abs(end.bodies[2].velocity.angular) < 1e-12);
    };
    slides(after(PositionLoop(tower), 0.4));
    slides(after(AccelerationLoop(tower), 0.4));
    for (const Model model : {Model::framework4, Model::framework9})
        slides(after(PositionLoop(tower, {.model = model}), 0.4));
}

TEST_CASE("a brick that a turn would jam stands still under both loops") {
    // Its centre hangs 1/4 m left of the table's end; the fixed brick on top ends above the table's end. A
    // turn by a about the table's end needs .25/cos(a) m of room there, and has .25 m: an overlap of .25 a^2
    // / 2. A step may leave 1e-7 of the mean size, 1.125 m, so that a stays below 9.5e-4.
    const Tower tower = on_table(
        -0.75, 2.0, {brick(-1.0, 0.125), fixed(make_brick("b1", {{-1.375, 0.625}, 0.0}, 1.25, 0.75))});
    CHECK(std::abs(after(PositionLoop(tower), 0.2).bodies[0].pose.angle) < 9.5e-4);
    // Forces without bound do no work: the energy stays, and falls by what the steps' free falls lose.
    for (const std::size_t halvings : {std::size_t{0}, std::size_t{2}}) {
        CAPTURE(halvings);
        const Tower end = after(PositionLoop(tower, {.dt = 0.0005, .halvings = halvings}), 0.3);
        CHECK(energy(end).total() <= energy(tower).total() + 1e-9);
        CHECK(std::abs(end.bodies[0].velocity.linear.x) < 1e-3);
    }
    CHECK(std::abs(after(AccelerationLoop(tower), 0.2).bodies[0].pose.angle) < 9.5e-4);
}

TEST_CASE("masses that differ by 8e5: no energy from overlaps, and more halvings leave less of them") {
    Tower tower;
    tower.gravity = {2.0, -9.0};
    tower.tables = {{"left", -0.5, 0.125, 0.0}, {"right", 0.625, 1.0, 0.0}};
    const double bricks[][5] = {
        {0.5625, 0.5, 0.625, 0.375, 38.27},         {0.125, 0.15625, 0.5, 0.3125, 0.0012},
        {-0.71875, 0.34375, 0.4375, 0.1875, 38.74}, {-0.46875, 0.4375, 0.0625, 0.375, 0.0118},
        {0.28125, 0.78125, 0.3125, 0.1875, 24.22},  {-0.65625, 0.125, 0.5625, 0.25, 978.5}};
    for (const auto& [x, y, width, height, mass] : bricks) {
        tower.bodies.push_back(make_brick("b", {{x, y}, 0.0}, width, height));
        set_mass(tower.bodies.back(), mass);
    }
    const auto deepest = [&](std::size_t halvings) {
        PositionLoop loop(tower, {.halvings = halvings});
        Overlap worst;
        while (loop.time() < 0.8 - 1e-9) {
            const StepReport report = step(loop);
            if (report.deepest.depth > worst.depth) worst = report.deepest;
            CHECK(report.energy.total() < 1.01 * energy(tower).total());
        }
        return worst;
    };
    const Overlap undivided = deepest(0);
    CHECK(undivided.depth > 0.03);
    CHECK(deepest(2).depth < 0.01);
    CHECK(deepest(6).depth < 1e-5);
    // The thinnest body is 1/16 m wide.
    CHECK(overlap_warning(tower, {undivided.pair, 0.9e-3 / 16}, 0.5).empty());
    const std::string warning = overlap_warning(tower, {{2, 3}, 1.1e-3 / 16}, 0.5);
    CHECK(warning ==
          "at t = 0.5 s b and b overlap by 6.875e-05 m, where the thinnest body is 0.0625 m wide: the motion "
          "is "
          "coarse from there on; take a smaller --dt or more --halvings");
}
