#include "restraint/collide/time_of_contact.h"

#include <doctest/doctest.h>

#include <cmath>

#include "../claims.h"
#include "restraint/collide/distance.h"
#include "shapes.h"

using namespace restraint;
using namespace restraint::collide;

TEST_CASE(
    "a drop from 1 m: bisection needs 15 halvings, false position at most 5 steps "
    "[PBM-G-bisect, BARAFF89-regula, claim CL-G-09, claim CL-K-13]") {
    // z = 1 - g t^2/2 with g = 10: t_c = sqrt(0.2) = 0.447214, between frames 13 and 14 of 1/30 s. The speed
    // there is 4.47 m/s, so 1e-6 m are 2.2e-7 s: from 1/30 s, log2(1/30 / 4.5e-7) = 16.2 halvings at most.
    const auto height = [](double t) { return 1 - 5 * t * t; };
    const double t0 = 13.0 / 30, t1 = 14.0 / 30, exact = std::sqrt(0.2);
    const TimeOfContact slow = bisect(height, t0, t1, 1e-6), fast = false_position(height, t0, t1, 1e-6);
    for (const TimeOfContact& result : {slow, fast}) {
        CHECK(result.found);
        CHECK(std::abs(result.time - exact) < 1e-6 / 4.4);
        CHECK(std::abs(result.separation) <= 1e-6);
    }
    CHECK(slow.iterations == 15);
    CHECK(fast.iterations <= 5);
    measured("CL-G-09", std::to_string(slow.iterations) + " halvings to t = " + std::to_string(slow.time));
    measured("CL-K-13", std::to_string(fast.iterations) + " steps of false position, " +
                            std::to_string(slow.iterations) + " halvings");
}

TEST_CASE("the moment at which a falling, tumbling cube meets the floor, by its distance [PBM-G-bisect]") {
    const ConvexShape box = cube(), floor = make_convex(rigid::make_box({10, 10, 1}));
    const auto distance = [&](double t) {
        const Pose pose{{0, 0, 2 - 5 * t * t}, to_matrix(from_rotation_vector({0.3 + t, -0.7, 0.4 * t}))};
        return find_separation(box, pose, floor, {{0, 0, -0.5}}).distance;
    };
    const TimeOfContact slow = bisect(distance, 0, 0.7, 1e-12),
                        fast = false_position(distance, 0, 0.7, 1e-12);
    CHECK(slow.found);
    CHECK(fast.found);
    CHECK(std::abs(slow.time - fast.time) < 1e-12);
    CHECK(fast.iterations < slow.iterations / 2);
}

TEST_CASE("the answer is an end if that is within the tolerance; a bracket that is none is refused") {
    const auto line = [](double t) { return 1 - t; };
    CHECK(bisect(line, 0.9999999, 2, 1e-6).time == 0.9999999);
    CHECK(false_position(line, 0, 1.0000001, 1e-6).time == 1.0000001);
    CHECK_THROWS_AS(bisect(line, 1.5, 2, 1e-6), std::invalid_argument);
    CHECK_THROWS_AS(bisect(line, 0, 0.5, 1e-6), std::invalid_argument);
    CHECK_THROWS_AS(bisect(line, 1, 0, 1e-6), std::invalid_argument);
    CHECK_THROWS_AS(bisect(line, 0, 2, 0), std::invalid_argument);
    CHECK_THROWS_AS(bisect([](double) { return std::nan(""); }, 0, 2, 1e-6), std::invalid_argument);
    // A jump has no zero: the limit is said, and the time before the jump returned.
    const auto jump = [](double t) { return t < 0.3 ? 1.0 : -1.0; };
    const TimeOfContact result = bisect(jump, 0, 1, 1e-6, 60);
    CHECK(!result.found);
    CHECK(std::abs(result.time - 0.3) < 1e-15);
}
