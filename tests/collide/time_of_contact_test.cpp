#include <doctest/doctest.h>

#include <cmath>

#include "../claims.h"
#include "restraint/collide/distance.h"
#include "restraint/collide/shapes.h"
#include "restraint/ode/event.h"
#include "shapes.h"

using namespace restraint;
using namespace restraint::collide;
using ode::Event;

TEST_CASE(
    "a drop from 1 m: bisection needs 15 halvings, false position at most 5 steps "
    "[PBM-G-bisect, BARAFF89-regula, claim CL-G-09, claim CL-K-13]") {
    // z = 1 - g t^2/2 with g = 10: t_c = sqrt(0.2) = 0.447214, between frames 13 and 14 of 1/30 s. The speed
    // there is 4.47 m/s, so 1e-6 m are 2.2e-7 s: from 1/30 s, log2(1/30 / 4.5e-7) = 16.2 halvings at most.
    const auto height = [](double t) { return 1 - 5 * t * t; };
    const double t0 = 13.0 / 30, t1 = 14.0 / 30, exact = std::sqrt(0.2);
    const Event slow = ode::bisect(height, t0, t1, {.value = 1e-6});
    const Event fast = ode::regula_falsi(height, t0, t1, {.value = 1e-6});
    for (const Event& result : {slow, fast}) {
        CHECK(result.found);
        CHECK(std::abs(result.nearest() - exact) < 1e-6 / 4.4);
        CHECK(std::abs(height(result.nearest())) <= 1e-6);
    }
    const std::size_t halvings = slow.evaluations - 2, steps = fast.evaluations - 2;  // two are of the ends
    CHECK(halvings == 15);
    CHECK(steps <= 5);
    measured("CL-G-09", std::to_string(halvings) + " halvings to t = " + std::to_string(slow.nearest()));
    measured("CL-K-13",
             std::to_string(steps) + " steps of false position, " + std::to_string(halvings) + " halvings");
}

TEST_CASE("the moment at which a falling, tumbling cube meets the floor, by its distance [PBM-G-bisect]") {
    const ConvexShape box = cube(), floor = make_convex(rigid::make_box({10, 10, 1}));
    const auto distance = [&](double t) {
        const Pose pose{{0, 0, 2 - 5 * t * t}, to_matrix(from_rotation_vector({0.3 + t, -0.7, 0.4 * t}))};
        return find_separation(box, pose, floor, {{0, 0, -0.5}}).distance;
    };
    const Event slow = ode::bisect(distance, 0, 0.7, {.value = 1e-12});
    const Event fast = ode::regula_falsi(distance, 0, 0.7, {.value = 1e-12});
    CHECK(slow.found);
    CHECK(fast.found);
    CHECK(std::abs(slow.nearest() - fast.nearest()) < 1e-12);
    CHECK(fast.evaluations < slow.evaluations / 2);
}
