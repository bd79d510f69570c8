#include "restraint/bricks/acceleration_loop.h"

#include <stdexcept>

#include "reference.h"

using namespace restraint;
using namespace restraint::bricks;

namespace {

/// The bodies after that time in seconds, by accelerations.
Tower after(const Tower& tower, const LoopOptions& options, double seconds) {
    return bricks::after(AccelerationLoop(tower, options), seconds);
}

}  // namespace

TEST_CASE("from rest, one step of either loop is the same [ROTE-fig6, ROTE-fig7, ROTE-thm5.1]") {
    for (const ReferenceTower& reference : reference_towers("rest")) {
        CAPTURE(reference.name);
        AccelerationLoop accelerations(reference.tower, {.correct = false});
        PositionLoop positions(reference.tower);
        step(accelerations);
        step(positions);
        CHECK(difference(accelerations.tower(), positions.tower()) < 1e-14);  // coordinates up to 10 m
    }
}

TEST_CASE(
    "a step tells its time, and counts the projections that it took: one of accelerations at least "
    "[ROTE-fig6]") {
    AccelerationLoop loop(harmonic(3, 1.1));
    for (int k = 1; k <= 200; ++k) {
        const StepReport report = step(loop);
        CHECK(report.time == k * 0.002);
        CHECK(report.time == loop.time());
        CHECK(report.passes >= 1);
        CHECK(report.passes <= 100);  // unsigned: too much taken away would be huge
        CHECK(report.iterations <= 10000);
        for (const ContactForce& contact : report.contacts) CHECK(contact.force > 0.0);  // those that pushed
    }
}

TEST_CASE(
    "where positions are put right for the first time, that projection is counted too, and its rows "
    "[ROTE-fig3]") {
    AccelerationLoop corrected(harmonic(3, 1.1)), left(harmonic(3, 1.1), {.correct = false});
    StepReport one = corrected.step(), other = left.step();
    for (int k = 0; k < 200 && one.passes == other.passes; ++k) {
        one = corrected.step();
        other = left.step();
    }
    CHECK(one.passes > other.passes);
    CHECK(one.iterations > other.iterations);  // at least one row was made to hold
}

TEST_CASE(
    "a step with an impact takes two projections: velocities, then accelerations [ROTE-fig6, ROTE-Q*]") {
    Tower tower = on_table(-200.0, 0.0, {brick(-2.0, 0.125 + 0.01)});  // flat above the table
    AccelerationLoop loop(tower, {.correct = false});
    std::vector<std::size_t> passes;
    std::size_t iterations_of_impact = 0, iterations_at_rest = 0;
    for (int k = 0; k < 30; ++k) {  // it falls 1 cm in 23 steps
        const StepReport report = loop.step();
        passes.push_back(report.passes);
        (report.passes == 2 ? iterations_of_impact : iterations_at_rest) = report.iterations;
    }
    CHECK(passes.front() == 1);
    CHECK(passes.back() == 1);  // it rests
    CHECK(std::count(passes.begin(), passes.end(), 2u) == 1);
    // Two corners push: two rows are made to hold for the velocities, the same two for the accelerations, and
    // none at rest, where the step begins with those of the last.
    CHECK(iterations_of_impact == 4);
    CHECK(iterations_at_rest == 0);
    // However fast it slides along: resting on the table is no impact.
    AccelerationLoop sliding(on_table(-1e6, 1e6, {moving(brick(-2.0, 0.125), {{1e5, 0.0}, 0.0})}),
                             {.correct = false});
    for (int k = 0; k < 5; ++k) CHECK(sliding.step().passes == 1);
}

TEST_CASE("without gravity, too, an edge carries what turns as it slides over it [ROTE-S2d]") {
    // A brick's middle slides at u over a fixed apex, turning at omega: seen from the brick, whose centre is
    // h/2 above it, the gap's second derivative is a - 2 omega u - omega^2 h/2. What would close is carried
    // by the apex, straight below the centre; what opens is left alone.
    const double dt = 0.002, omega = 2.0;
    for (const double u : {1.0, -1.0}) {
        AccelerationLoop loop(tower_of({fixed(make_polygon("apex", {{-1, -1}, {1, -1}, {0, 0}})),
                                        moving(brick(0, 0.125), {{u, 0.0}, omega})},
                                       {}, {}),
                              {.dt = dt, .correct = false});
        step(loop);
        const double a = std::max(0.0, 2.0 * omega * u + omega * omega * 0.125);
        CHECK(difference(loop.tower().bodies[1].velocity, {{u, dt * a}, omega}) <= 1e-15);
    }
}

TEST_CASE("both loops tend to the same smooth motion [ROTE-3.1]") {
    // A brick that tips, slides and turns on the corner: contact is never lost until t = 0.426 s.
    const auto apart = [](double dt) {
        return difference(bricks::after(PositionLoop(tipping_brick(), {.dt = dt}), 0.4),
                          after(tipping_brick(), {.dt = dt}, 0.4));
    };
    CHECK(apart(0.002) < 1e-4);
    // From the exact solution both are 1.5 mm away at dt = 0.001 (see position_loop_test.cpp).
    const double error = difference(after(tipping_brick(), {.dt = 0.001}, 0.4).bodies[0].pose, tipped[3]);
    CHECK(error > 1e-4);
    CHECK(error < 2e-3);
}

TEST_CASE("the mean of old and new velocity is a better update [ROTE-updavg]") {
    // Free fall is then exact: p = g t^2 / 2.
    const Tower tower = tower_of({brick(0, 0)});
    const Tower mean = after(tower, {.dt = 0.01, .update = Update::mean_velocity}, 1.0);
    CHECK(std::abs(mean.bodies[0].pose.position.y + 0.5 * 9.81) < 1e-12);
    const Tower plain = after(tower, {.dt = 0.01}, 1.0);
    CHECK(std::abs(plain.bodies[0].pose.position.y + 0.5 * 9.81 * 1.01) < 1e-12);  // g dt^2 l (l + 1) / 2
    // On the corner accelerations change, which neither update sees: first order still, but a smaller error.
    const auto error = [](const LoopOptions& options) {
        return difference(after(tipping_brick(), options, 0.4).bodies[0].pose, tipped[3]);
    };
    CHECK(error({.dt = 0.001, .update = Update::mean_velocity}) < 0.5 * error({.dt = 0.001}));
}

TEST_CASE("impacts are inelastic: a brick that drops on the table's edge [ROTE-Q*]") {
    // It falls flat from 0.1 m, its centre 0.1 m beyond the corner. By hand, as in the reference tower
    // flat_drop_on_edge: with v before, omega = -m v e / (I + m e^2), vy = omega e.
    Tower tower = tipping_brick();
    set_mass(tower.bodies[0], 1.0);
    tower.bodies[0].pose.position.y += 0.1;
    AccelerationLoop loop(tower, {.dt = 1e-4});
    Motion before;
    do {
        before = loop.tower().bodies[0].velocity;
        step(loop);
    } while (loop.tower().bodies[0].velocity.angular == 0.0);
    const double v = -before.linear.y, e = 0.1, inertia = tower.bodies[0].inertia;
    const double omega = -v * e / (inertia + e * e);
    CHECK(v > 1.39);  // sqrt(2 g 0.1) = 1.4007 m/s
    // One step of gravity is mixed in: g dt = 1e-3 m/s.
    CHECK(std::abs(loop.tower().bodies[0].velocity.angular - omega) < 2e-2);
    CHECK(std::abs(loop.tower().bodies[0].velocity.linear.y - omega * e) < 2e-3);
}

TEST_CASE(
    "bars change their lengths where accelerations alone keep them [SLIDES-5A] [claim CL-R-05] "
    "[claim CL-R-09]") {
    // A free framework that turns by theta = 0.02 rad in each of 1000 steps. Explicit Euler: sqrt(1 +
    // theta^2) a step, 1.2214 in all. With the new velocity it shrinks. Put right by step d): it stays.
    const auto kept = [](Update update, bool correct) {
        return length_after(AccelerationLoop(
            turning(2.0), {.dt = 0.01, .model = Model::framework4, .update = update, .correct = correct}));
    };
    const double grows = kept(Update::old_velocity, false), shrinks = kept(Update::new_velocity, false);
    CHECK(std::abs(grows - std::pow(1.0 + 0.02 * 0.02, 500)) < 2e-2);
    CHECK(std::abs(shrinks - 0.83) < 2e-2);
    CHECK(std::abs(kept(Update::new_velocity, true) - 1.0) < 1e-3);
    measured("CL-R-09", "explicit " + std::to_string(grows) + ", (3.1) " + std::to_string(shrinks));
}

TEST_CASE(
    "without step d) corners creep into sides; the position loop needs none [SLIDES-5B] [claim CL-R-20]") {
    const auto deepest = [](StepLoop&& loop) {
        double worst = 0.0;
        while (loop.time() < 2.0) worst = std::max(worst, step(loop).deepest.depth);
        return worst;
    };
    const double creeping = deepest(AccelerationLoop(diamond(5), {.dt = 0.004, .correct = false}));
    const double positions = deepest(PositionLoop(diamond(5), {.dt = 0.004}));
    CHECK(creeping > 1e-3);
    CHECK(positions < 1e-6);
    measured("CL-R-20", "deepest overlap of the 5-diamond in 2 s: " + std::to_string(creeping) +
                            " m, position loop " + std::to_string(1e6 * positions) + "e-6 m");
}

TEST_CASE("step d) parts corners that met, and a symmetric tower stays symmetric until rounding has grown") {
    // Contacts with one meaning have sides that agree to 1e-13 (acceleration_rounding), and rounding chooses
    // which of them push. Impacts multiply that by up to 1e5 in the 2 s of the 5-diamond.
    struct Case {
        Tower tower;
        double seconds, mirror;
    };
    for (const Case& c : {Case{diamond(5), 0.6, 1e-9}, Case{diamond(6), 0.6, 1e-8},
                          Case{diamond(5), 2.0, 1e-8}, Case{inverted_pyramid(5), 2.0, 1e-12}}) {
        const Symmetry symmetry(c.tower);
        AccelerationLoop loop(c.tower);
        double overlap = 0.0, mirror = 0.0;
        while (loop.time() < c.seconds) {
            overlap = std::max(overlap, step(loop).deepest.depth);
            mirror = std::max(mirror, symmetry.lost_by(loop.tower()));
        }
        CHECK(overlap < 1e-7);  // as the position loop leaves
        CHECK(mirror < c.mirror);
    }
}

TEST_CASE("columns without support fall freely under accelerations, too") {
    Tower tower = stack_bond(4, 3);
    tower.tables = {{"table", -0.5, 0.5, 0.0}};
    const Tower end = after(tower, {}, 1.0);
    for (Body& body : tower.bodies)  // g dt^2 l (l + 1) / 2 in l = 500 steps
        if (std::abs(body.pose.position.x) > 0.5)
            body.pose.position.y -= 9.81 * 0.002 * 0.002 * 500.0 * 501.0 / 2.0;
    CHECK(difference(end, tower) < 1e-11);
}

TEST_CASE("frameworks and pins under accelerations") {
    // A chain of three bricks from a fixed one, each pinned at its lower corners: every model swings down.
    Tower tower = tower_of({fixed(brick(0, 0)), brick(1, 0), brick(2, 0)});
    tower.pins = {{0, 1, 1, 0}, {1, 1, 2, 0}};
    for (const Model model : {Model::rigid, Model::framework4, Model::framework9}) {
        const Tower end = after(tower, {.model = model}, 0.3);
        CHECK(end.bodies[2].pose.position.y < -0.2);
        for (const Pin& pin : tower.pins)
            CHECK(norm(world_vertex(end.bodies[pin.a], pin.vertex_a) -
                       world_vertex(end.bodies[pin.b], pin.vertex_b)) < 1e-4);
    }
    // Nine masses move like the homogeneous brick.
    CHECK(difference(after(tower, {}, 0.3), after(tower, {.model = Model::framework9}, 0.3)) < 1e-3);
}
