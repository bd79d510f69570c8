#include "restraint/bricks/position_loop.h"
#include "reference.h"

using namespace restraint;
using namespace restraint::bricks;

namespace {

constexpr double g = 9.81;  // m/s^2, the gravity of a tower unless it says otherwise

/// The same tower on a table from -half to half.
Tower on_narrow_table(Tower tower, double half) {
    tower.tables = {{"table", -half, half, 0.0}};
    return tower;
}

/// What a run of `seconds` shows at worst; every step must be taken.
struct Run {
    double mirror = 0.0;    // m, rad: from the mirror image
    double overlap = 0.0;   // m
    double residual = 0.0;  // KKT
    double moved = 0.0;     // m
    Tower last;             // the state at the end
};

Run run(const Tower& start, double dt, double seconds) {
    PositionLoop loop(start, {.dt = dt});
    Run result;
    const Symmetry symmetry(start);
    while (loop.time() < seconds - 1e-9) {
        const StepReport report = step(loop);
        result.overlap = std::max(result.overlap, report.deepest.depth);
        result.residual = std::max(result.residual, report.residual);
        result.mirror = std::max(result.mirror, symmetry.lost_by(loop.tower()));
        for (std::size_t i = 0; i < start.bodies.size(); ++i)
            result.moved = std::max(
                result.moved, norm(loop.tower().bodies[i].pose.position - start.bodies[i].pose.position));
    }
    result.last = loop.tower();
    return result;
}

}  // namespace

TEST_CASE("a free brick falls by g dt^2 l (l + 1) / 2 in l steps and turns evenly [ROTE-fig7a, ROTE-fig7b]") {
    const Tower tower = tower_of({moving(brick(1.0, 2.0, 0.3), {{0.5, 1.0}, -2.0})});
    const double dt = 0.01;
    PositionLoop loop(tower, {.dt = dt});
    for (int l = 1; l <= 100; ++l) {
        step(loop);
        const double t = l * dt, fall = g * dt * dt * l * (l + 1) / 2.0;
        const Pose exact{{1.0 + 0.5 * t, 2.0 + 1.0 * t - fall}, 0.3 - 2.0 * t};
        // Besides a few roundings: each of l sums rounds a coordinate below 4 by 2^-52 = 2.2e-16 at most.
        CHECK(difference(loop.tower().bodies[0].pose, exact) < 1e-14 + l * 2.3e-16);
        CHECK(std::abs(loop.tower().bodies[0].velocity.linear.y - (1.0 - g * t)) < 1e-12);
    }
    CHECK(loop.time() == 100 * dt);
}

TEST_CASE("the first step is the start of the collapse: a dt^2, with the same accelerations [ROTE-thm5.1]") {
    for (const ReferenceTower& reference : reference_towers("rest")) {
        CAPTURE(reference.name);
        const double dt = 0.002;
        PositionLoop loop(reference.tower, {.dt = dt});
        step(loop);
        for (std::size_t i = 0; i < reference.tower.bodies.size(); ++i) {
            // Velocity after the first step is a dt. The reference has 1e-12 of g.
            const Motion &v = loop.tower().bodies[i].velocity, &a = reference.homogeneous[i];
            CHECK(norm(v.linear - dt * a.linear) < 1e-11 * g * dt);
            CHECK(std::abs(v.angular - a.angular * dt) < 1e-10 * g * dt);  // levers of 1/8 m and more
        }
    }
}

TEST_CASE("a brick tips off the edge as the exact solution does, with errors of first order in dt") {
    const auto poses = [&](double dt) {
        PositionLoop loop(tipping_brick(), {.dt = dt});
        std::vector<Pose> result;
        for (int tenth = 1; tenth <= 4; ++tenth) {
            step_to(loop, 0.1 * tenth);
            result.push_back(loop.tower().bodies[0].pose);
        }
        return result;
    };
    const std::vector<Pose> coarse = poses(0.001), fine = poses(0.0005);
    for (std::size_t k = 0; k < 4; ++k) {
        CAPTURE(k);
        CHECK(difference(coarse[k], tipped[k]) < 2e-3);
        CHECK(difference(fine[k], tipped[k]) < 1e-3);
        // Half the step, half the error: the line through both meets dt = 0 at the exact solution.
        const Pose limit{2.0 * fine[k].position - coarse[k].position, 2.0 * fine[k].angle - coarse[k].angle};
        CHECK(difference(limit, tipped[k]) < 3e-6);
    }
}

TEST_CASE("the brick that tips leaves the corner at t = 0.426 s") {
    PositionLoop loop(tipping_brick(), {.dt = 0.0005});
    double last_push = 0.0;
    while (loop.time() < 0.6) {
        const StepReport report = loop.step();
        if (!report.contacts.empty()) last_push = report.time;
    }
    CHECK(std::abs(last_push - 0.4260) < 2 * 0.0005);  // 0.4260 s by the equations of motion
}

TEST_CASE("symmetric towers fall symmetrically, for two seconds") {
    struct Case {
        std::string name;
        Tower tower;
        double bound;  // m
    };
    const Case cases[] = {
        {"5-diamond", diamond(5), 1e-9},
        {"wall on a narrow table", on_narrow_table(wall(5, 5), 1.0), 1e-9},
        {"stack bond, a column and a half supported", on_narrow_table(stack_bond(4, 5), 0.75), 1e-9},
        {"inverted pyramid", inverted_pyramid(5), 1e-8}};
    for (const Case& c : cases) {
        CAPTURE(c.name);
        const Run r = run(c.tower, 0.002, 2.0);
        CHECK(r.mirror < c.bound);
        CHECK(r.moved > 0.5);            // and they do fall
        CHECK(r.overlap < 1e-4 * 0.25);  // 0.01 % of a brick's height
        CHECK(r.residual < 1e-9);
    }
}

TEST_CASE("columns without support fall freely, past columns that stand") {
    // Four corners meet in each crossing: a corner that holds what is not above it would show.
    for (const double dt : {0.002, 1.0 / 60.0}) {
        CAPTURE(dt);
        Tower tower = on_narrow_table(stack_bond(5, 5), 0.5);  // only the middle column stands
        const Tower end = run(tower, dt, 2.0).last;
        const double l = std::round(2.0 / dt);
        for (Body& body : tower.bodies)
            if (std::abs(body.pose.position.x) > 0.5)
                body.pose.position.y -= g * dt * dt * l * (l + 1.0) / 2.0;
        // A step rounds coordinates below 32 m by 2^-49 / 2 = 1.8e-15 m at most.
        CHECK(difference(end, tower) < 1.8e-15 * l);
    }
}

TEST_CASE("free fall keeps the energy of the middle of the steps to rounding") {
    // A framework that turned would stretch its bars.
    for (const Model model : {Model::rigid, Model::framework4}) {
        const Tower tower = tower_of({moving(brick(1, 2, 0.3), {{2, 3}, model == Model::rigid ? 5.0 : 0.0})});
        PositionLoop loop(tower, {.dt = 0.01, .model = model});
        const double start = loop.step().energy.total();
        // The velocities given are those of half a step before: m g v_y dt / 2 less, 0.25 kg x 9.81 x 3 x
        // 0.005.
        CHECK(std::abs(start - energy(tower).total() + 0.25 * 9.81 * 3 * 0.005) < 1e-13);
        for (int k = 0; k < 100; ++k) CHECK(std::abs(loop.step().energy.total() - start) < 1e-12);
    }
}

TEST_CASE("energy is lost in impacts, and hardly ever gained") {
    // Kinetic and potential energy are both those of the middle of a step. What remains is of third order in
    // dt a step: 8.3 times the step, up to 580 times the gain.
    const auto gain = [](const Tower& tower, double dt) {
        PositionLoop loop(tower, {.dt = dt});
        double worst = 0.0, before = energy(tower).total();
        for (const double at_start = before; loop.time() < 2.0 - 1e-9;) {
            const double now = step(loop).energy.total();
            worst = std::max(worst, (now - before) / at_start);
            before = now;
        }
        return worst;
    };
    for (const Tower& tower : {diamond(5), inverted_pyramid(3), inverted_pyramid(5), harmonic(3, 1.1)}) {
        CHECK(gain(tower, 0.002) < 1e-6);
        CHECK(gain(tower, 1.0 / 60.0) < 5e-5);
    }
    const Run coarse = run(diamond(5), 1.0 / 60.0, 2.0);
    CHECK(coarse.overlap < 3e-3 * 0.25);
    CHECK(energy(coarse.last).total() < 0.9 * energy(diamond(5)).total());
}

TEST_CASE("half the time step, half the error, on three motions [ROTE-fig7]") {
    // Each until before its first impact (of the harmonic tower: at t = 0.27124 s).
    struct Motion {
        std::string name;
        Tower tower;
        double seconds;
    };
    const Motion motions[] = {{"brick over the edge", single(1.2), 0.3},
                              {"harmonic tower at 1.1 times its overhang", harmonic(3, 1.1), 0.2},
                              {"inverted pyramid", inverted_pyramid(3), 0.2}};
    for (const Motion& m : motions) {
        CAPTURE(m.name);
        const auto heights = [&](double dt) {
            Vector result;
            for (const Body& body : after(PositionLoop(m.tower, {.dt = dt}), m.seconds).bodies)
                result.push_back(body.pose.position.y);
            return result;
        };
        const Vector coarse = heights(0.002), middle = heights(0.001), fine = heights(0.0005);
        const double first = max_norm(coarse - middle), second = max_norm(middle - fine);
        CHECK(second > 1e-6);
        CHECK(std::abs(first / second - 2.0) < 0.02);
    }
}

TEST_CASE("a wall at rest stays where it is for ten thousand steps [ROTE-fig7]") {
    const Tower start = wall(2, 2);
    PositionLoop loop(start, {.dt = 0.002});
    step(loop, 10000);
    // Each step may move a brick by some roundings of its coordinates, in any direction.
    for (std::size_t i = 0; i < start.bodies.size(); ++i)
        CHECK(norm(loop.tower().bodies[i].pose.position - start.bodies[i].pose.position) < 1e4 * 0x1p-50);
}
