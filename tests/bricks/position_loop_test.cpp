#include "restraint/bricks/position_loop.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "reference.h"
#include "restraint/bricks/collapse.h"
#include "restraint/bricks/generators.h"

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
    double mirror = 0.0;       // m, rad: from the mirror image x -> -x
    double overlap = 0.0;      // m
    double energy_gain = 0.0;  // in one step, over the energy at the start
    double residual = 0.0;     // KKT
    double moved = 0.0;        // m
    std::vector<Tower> last;   // one tower: the state at the end
};

/// The body that is the mirror image of body i at the start.
std::size_t image_of(const Tower& tower, std::size_t i) {
    const Vec2 p = tower.bodies[i].pose.position;
    for (std::size_t j = 0; j < tower.bodies.size(); ++j) {
        const Vec2 q = tower.bodies[j].pose.position;
        if (std::abs(p.x + q.x) < 1e-9 && std::abs(p.y - q.y) < 1e-9) return j;
    }
    throw std::invalid_argument("the tower is not symmetric");
}

Run run(const Tower& start, double dt, double seconds, bool is_symmetric) {
    PositionLoop loop(start, {.dt = dt});
    Run result;
    std::vector<std::size_t> image(start.bodies.size());
    for (std::size_t i = 0; i < image.size(); ++i) image[i] = is_symmetric ? image_of(start, i) : i;
    const double energy_at_start = energy(start).total();
    double energy_before = energy_at_start;
    const auto steps = static_cast<std::size_t>(std::llround(seconds / dt));
    for (std::size_t k = 0; k < steps; ++k) {
        const StepReport report = loop.step();
        CAPTURE(report.time);
        REQUIRE(report.status == optimize::Status::optimal);
        result.overlap = std::max(result.overlap, report.deepest.depth);
        result.residual = std::max(result.residual, report.residual);
        const double gain = report.energy.total() - energy_before;
        result.energy_gain = std::max(result.energy_gain, gain / energy_at_start);
        energy_before = report.energy.total();
        for (std::size_t i = 0; i < image.size(); ++i) {
            const Pose &p = loop.tower().bodies[i].pose, &q = loop.tower().bodies[image[i]].pose;
            result.moved = std::max(result.moved, norm(p.position - start.bodies[i].pose.position));
            if (is_symmetric)
                result.mirror =
                    std::max({result.mirror, std::abs(p.position.x + q.position.x),
                              std::abs(p.position.y - q.position.y), std::abs(p.angle + q.angle)});
        }
    }
    result.last = {loop.tower()};
    return result;
}

}  // namespace

TEST_CASE("a free brick falls by g dt^2 l (l + 1) / 2 in l steps and turns evenly [ROTE-fig7a, ROTE-fig7b]") {
    Tower tower;
    tower.bodies.push_back(make_brick("b", {{1.0, 2.0}, 0.3}, 1.0, 0.25));
    tower.bodies[0].velocity = {{0.5, 1.0}, -2.0};
    const double dt = 0.01;
    PositionLoop loop(tower, {.dt = dt});
    for (int l = 1; l <= 100; ++l) {
        REQUIRE(loop.step().status == optimize::Status::optimal);
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
        REQUIRE(loop.step().status == optimize::Status::optimal);
        for (std::size_t i = 0; i < reference.tower.bodies.size(); ++i) {
            // Velocity after the first step is a dt. The reference has 1e-12 of g.
            const Motion &v = loop.tower().bodies[i].velocity, &a = reference.homogeneous[i];
            CHECK(std::abs(v.linear.x - a.linear.x * dt) < 1e-11 * g * dt);
            CHECK(std::abs(v.linear.y - a.linear.y * dt) < 1e-11 * g * dt);
            CHECK(std::abs(v.angular - a.angular * dt) < 1e-10 * g * dt);  // levers of 1/8 m and more
        }
    }
}

TEST_CASE("a brick tips off the edge as the exact solution does, with errors of first order in dt") {
    // An independent solution of the equations of motion: 1 x 1/4 m, its centre 0.1 m beyond the table's
    // corner; x, y, angle at t = 0.1, 0.2, 0.3, 0.4 s, to 1e-9.
    const Pose exact[] = {{{0.10036783972131945, 0.12018476582911865}, -0.04946040374406893},
                          {{0.10588656771012749, 0.10660349583680549}, -0.1937948888608749},
                          {{0.12830042723186097, 0.07954036118606964}, -0.4206700436231333},
                          {{0.17586099507459785, 0.013612284734493298}, -0.7103601375463394}};
    const Tower tower = tipping_brick();
    const auto poses = [&](double dt) {
        PositionLoop loop(tower, {.dt = dt});
        std::vector<Pose> result;
        for (int tenth = 1; tenth <= 4; ++tenth) {
            while (loop.time() < 0.1 * tenth - dt / 2)
                REQUIRE(loop.step().status == optimize::Status::optimal);
            result.push_back(loop.tower().bodies[0].pose);
        }
        return result;
    };
    const std::vector<Pose> coarse = poses(0.001), fine = poses(0.0005);
    for (std::size_t k = 0; k < 4; ++k) {
        CAPTURE(k);
        CHECK(difference(coarse[k], exact[k]) < 2e-3);
        CHECK(difference(fine[k], exact[k]) < 1e-3);
        // Half the step, half the error: the line through both meets dt = 0 at the exact solution.
        const Pose limit{2.0 * fine[k].position - coarse[k].position, 2.0 * fine[k].angle - coarse[k].angle};
        CHECK(difference(limit, exact[k]) < 3e-6);
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
        const char* name;
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
        const Run r = run(c.tower, 0.002, 2.0, true);
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
        const Tower tower = on_narrow_table(stack_bond(5, 5), 0.5);  // only the middle column stands
        const Run r = run(tower, dt, 2.0, true);
        // A step rounds coordinates below 32 m by 2^-49 / 2 = 1.8e-15 m at most.
        const double l = std::round(2.0 / dt), fall = g * dt * dt * l * (l + 1.0) / 2.0;
        for (std::size_t i = 0; i < tower.bodies.size(); ++i) {
            Pose exact = tower.bodies[i].pose;
            if (std::abs(exact.position.x) > 0.5) exact.position.y -= fall;
            CHECK(difference(r.last[0].bodies[i].pose, exact) < 1.8e-15 * l);
        }
    }
}

TEST_CASE("free fall keeps the energy of the middle of the steps to rounding") {
    Tower tower;
    tower.bodies = {make_brick("b", {{1, 2}, 0.3}, 1, 0.25)};
    tower.bodies[0].velocity = {{2, 3}, 5};
    PositionLoop loop(tower, {.dt = 0.01});
    const double start = loop.step().energy.total();
    // The velocities given are those of half a step before: m g v_y dt / 2 less, 0.25 kg x 9.81 x 3 x 0.005.
    CHECK(std::abs(start - energy(tower).total() + 0.25 * 9.81 * 3 * 0.005) < 1e-13);
    for (int k = 0; k < 100; ++k) CHECK(std::abs(loop.step().energy.total() - start) < 1e-12);
}

TEST_CASE("energy is lost in impacts, and hardly ever gained") {
    // Kinetic and potential energy are both those of the middle of a step. What remains is of third order in
    // dt a step: 8.3 times the step, up to 580 times the gain.
    for (const Tower& tower : {diamond(5), inverted_pyramid(3), inverted_pyramid(5), harmonic(3, 1.1)}) {
        CHECK(run(tower, 0.002, 2.0, false).energy_gain < 1e-6);
        CHECK(run(tower, 1.0 / 60.0, 2.0, false).energy_gain < 5e-5);
    }
    const Run coarse = run(diamond(5), 1.0 / 60.0, 2.0, false);
    CHECK(coarse.overlap < 3e-3 * 0.25);
    CHECK(energy(coarse.last[0]).total() < 0.9 * energy(diamond(5)).total());
}

TEST_CASE("half the time step, half the error, on three motions [ROTE-fig7]") {
    // Each until before its first impact (of the harmonic tower: at t = 0.27124 s).
    struct Motion {
        const char* name;
        Tower tower;
        double seconds;
    };
    const Motion motions[] = {{"brick over the edge", single(1.2), 0.3},
                              {"harmonic tower at 1.1 times its overhang", harmonic(3, 1.1), 0.2},
                              {"inverted pyramid", inverted_pyramid(3), 0.2}};
    for (const Motion& m : motions) {
        CAPTURE(m.name);
        const auto heights = [&](double dt) {
            PositionLoop loop(m.tower, {.dt = dt});
            while (loop.time() < m.seconds - dt / 2) REQUIRE(loop.step().status == optimize::Status::optimal);
            Vector result;
            for (const Body& body : loop.tower().bodies) result.push_back(body.pose.position.y);
            return result;
        };
        const Vector coarse = heights(0.002), middle = heights(0.001), fine = heights(0.0005);
        const double first = max_norm(coarse - middle), second = max_norm(middle - fine);
        CHECK(second > 1e-6);
        CHECK(std::abs(first / second - 2.0) < 0.02);
    }
}
