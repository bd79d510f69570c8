#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>

#include "restraint/bricks/collapse.h"
#include "restraint/bricks/generators.h"
#include "restraint/bricks/position_loop.h"
#include "restraint/bricks/stability.h"

/// Very small and very large: bricks, distances from the origin, steps. `make endurance` goes farther.
namespace restraint::bricks {
namespace {

TEST_CASE(
    "a stack at its limit stands, a thousandth of a brick beyond it falls, whatever the size of bricks") {
    for (const double size : {1e-6, 1e-3, 1.0, 1e3, 1e6}) {
        CAPTURE(size);
        Tower tower = harmonic(4);
        for (Table& t : tower.tables) t = {t.name, size * t.x_left, size * t.x_right, size * t.y_top};
        for (Body& b : tower.bodies)
            b = make_brick(b.name, {size * b.pose.position, b.pose.angle}, size * b.width(),
                           size * b.height());
        const Stability at_limit = stability(tower);
        CHECK(at_limit.verdict == Verdict::stable);
        for (Body& b : tower.bodies) b.pose.position.x += 1e-3 * size;
        const Stability beyond = stability(tower);
        CHECK(beyond.verdict == Verdict::unstable);
        // Half a thousandth within the limit it stands again.
        for (Body& b : tower.bodies) b.pose.position.x -= 1.5e-3 * size;
        CHECK(stability(tower).verdict == Verdict::stable);
    }
}

TEST_CASE("a brick that tips a thousand kilometres from the origin turns as it does here") {
    for (const double far : {1e3, 1e6}) {
        CAPTURE(far);
        Tower tower = single(1.5);
        // Without friction the centre moves straight down, and the corner pushes 1/4 m from under it.
        // 1/4.
        const double c = 0.25, alpha = -9.81 * c / ((1.0 + 0.0625) / 12.0 + c * c);
        for (Table& t : tower.tables) t.x_left += far, t.x_right += far;
        for (Body& b : tower.bodies) b.pose.position.x += far;
        // The places are exact binary fractions there, too.
        CHECK(std::abs(accelerate(tower).bodies[0].angular - alpha) <= 1e-12 * std::abs(alpha));
    }
}

TEST_CASE(
    "steps from a nanosecond to a second are taken, and begin with alpha dt^2 as long as they are short") {
    const double c = 0.25, alpha = -9.81 * c / ((1.0 + 0.0625) / 12.0 + c * c);
    for (const double dt : {1e-9, 1e-6, 1e-3, 1e-2, 0.1, 1.0}) {
        CAPTURE(dt);
        PositionLoop loop(single(1.5), {.dt = dt});
        for (int k = 1; k <= 20; ++k) {
            const StepReport report = loop.step();
            REQUIRE(report.status == optimize::Status::optimal);
            const Body& b = loop.tower().bodies[0];
            CHECK(std::isfinite(b.pose.position.x + b.pose.position.y + b.pose.angle));
            // Free fall by steps of first order is the most that gravity can do: g dt^2 k (k + 1) / 2.
            CHECK(std::abs(b.pose.position.y - 0.125) <=
                  9.81 * dt * dt * k * (k + 1) / 2.0 * (1.0 + 1e-9) + 1e-15);
            const double turned = alpha * dt * dt * k * (k + 1) / 2.0, off = std::abs(b.pose.angle - turned);
            if (dt == 1e-6) CHECK(off <= 1e-6 * std::abs(turned) + 1e-3 * 0x1p-53);
            // A brick falls by 1e-17 m in 1e-9 s, less than its place is rounded by (a warning says so,
            // scale.h); what a step rounds counts as velocity from then on.
            if (dt == 1e-9) CHECK(off <= 0x1p-53 * k * (k + 1) / 2.0);
        }
    }
}

}  // namespace
}  // namespace restraint::bricks
