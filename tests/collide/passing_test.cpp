#include "restraint/collide/passing.h"

#include <doctest/doctest.h>

#include <cmath>

#include "../random.h"
#include "restraint/collide/distance.h"
#include "restraint/collide/shapes.h"
#include "restraint/linalg/quaternion.h"
#include "shapes.h"

using namespace restraint;
using namespace restraint::collide;

namespace {

// Constant velocities from a pose; B stands still at the origin.
struct Flight {
    Vec3 from, velocity, omega;
    std::pair<Moving, Moving> operator()(double t) const {
        const Mat3 turn = to_matrix(from_rotation_vector(t * omega));
        return {{{from + t * velocity, turn}, velocity, omega}, {}};
    }
};

std::optional<double> passing(const ConvexShape& a, const ConvexShape& b, const Flight& flight) {
    return find_passing(a, b, flight, 0, 1, 1e-6);
}

}  // namespace

TEST_CASE("a bullet that is beyond a thin wall one frame later has been in it; one that flies past has not") {
    const ConvexShape wall = make_convex(rigid::make_box({0.01, 2, 2})), bullet = make_ball(0.005);
    for (const double speed : {1.0, 100.0, 1e4, 1e6}) {
        const Flight through{{-0.37 * speed, 0.3, 0.1}, {speed, 0, 0}, {}};
        const auto t = passing(bullet, wall, through);
        REQUIRE(t);
        // In the wall while |x| < 0.005 + 0.005.
        CHECK(std::abs(through(*t).first.pose.position.x) < 0.01);
        CHECK(!passing(bullet, wall, {{-0.37 * speed, 1.3, 0.1}, {speed, 0, 0}, {}}));        // above it
        CHECK(!passing(bullet, wall, {{-0.37 * speed, 0.3, 0.1}, {0.3 * speed, 0, 0}, {}}));  // stops short
        CHECK(!passing(bullet, wall, {{-0.0101, -speed / 2, 0.1}, {0, speed, 0}, {}}));       // along it
    }
}

TEST_CASE("a rod that turns half way round through another one is caught, by its turning alone") {
    const double pi = 2 * std::acos(0.0);
    const ConvexShape rod = make_convex(rigid::make_box({2, 0.02, 0.02})), post = make_ball(0.02);
    // The rod's centre is 0.9 to the left of the post; it points up, then down, and in between at the post.
    const Flight swing{{-0.9, 0, 0}, {}, {0, 0, pi}};
    const auto at = [&](double t) {
        auto m = swing(t);
        m.first.pose.orientation = to_matrix(from_rotation_vector({0, 0, pi * (t - 0.6)}));
        return m;
    };
    const auto t = find_passing(rod, post, at, 0, 1, 1e-6);
    REQUIRE(t);
    CHECK(std::abs(*t - 0.6) < 0.03);  // in contact while the angle is below (0.02 + 0.01)/0.9
    CHECK(find_separation(rod, at(*t).first.pose, post, {}).distance < -1e-6);
}

TEST_CASE("against small steps: what overlaps for longer than a quarter of the thickness is found") {
    const std::uint64_t seed = 88;
    Random random(seed);
    int found = 0, clear = 0;
    for (int k = 0; k < 100; ++k) {
        CAPTURE(k);
        const auto entry = [&](double size) { return random.uniform(-size, size); };
        const ConvexShape a = make_convex(rigid::make_box({0.1, 0.2, 0.3})), b = cube();
        const Vec3 from{-4, entry(1), entry(1)}, velocity{8, entry(2), entry(2)},
            omega{entry(1), entry(1), 1};
        const Flight flight{from, velocity, omega};
        int inside = 0, longest = 0;
        for (int i = 0; i <= 1000; ++i) {
            const auto m = flight(i / 1000.0);
            inside = find_separation(a, m.first.pose, b, {}).distance < -1e-6 ? inside + 1 : 0;
            longest = std::max(longest, inside);
        }
        const auto t = passing(a, b, flight);
        // At about 8 m/s a quarter of 0.1 + 1 takes 0.034 s.
        if (longest > 0.04 * 1000) {
            ++found;
            REQUIRE(t);
        }
        if (longest == 0) {
            ++clear;
            CHECK(!t);
        }
        if (t) CHECK(find_separation(a, flight(*t).first.pose, b, {}).distance < -1e-6);
    }
    CHECK(found > 25);
    CHECK(clear > 10);
}

TEST_CASE(
    "a cube that cuts a cube's corner: found if it goes half an edge or more, let pass on a shorter way") {
    // Half way the cubes overlap by 0.05 each way. A quarter of both thicknesses is half an edge; the ways
    // are 0.8 sqrt(2) and 0.2 sqrt(2) edges long.
    const auto t = passing(cube(), cube(), {{1.35, 0.55, 0}, {-0.8, 0.8, 0}, {}});
    REQUIRE(t);
    CHECK(std::abs(*t - 0.5) < 0.05 / 0.8);  // they overlap while both ways are below 1
    CHECK(!passing(cube(), cube(), {{1.05, 0.85, 0}, {-0.2, 0.2, 0}, {}}));
}

TEST_CASE("the thickness of a box is its least edge; a swept box holds the shape at every moment") {
    CHECK(thickness(make_convex(rigid::make_box({3, 0.2, 5}))) == doctest::Approx(0.2).epsilon(1e-15));
    CHECK(thickness(make_ball(0.4)) == 0.8);
    const ConvexShape shape = make_convex(rigid::make_box({1, 0.2, 0.1}));
    // Thrown up at 4 m/s where gravity is 8 m/s^2, a ball is back after 1 s, and was 1 m higher in between.
    const ConvexShape ball = make_ball(0.25);
    const Box thrown = swept_box(ball, {{}, {0, 4, 0}, {}}, {{}, {0, -4, 0}, {}}, 1.0);
    CHECK(thrown.high[1] == 1.0 + 0.25);
    // A rod of 2 m that makes half a turn: in between it lay across, and reached 1 m to either side.
    const double pi = std::acos(-1.0);
    const ConvexShape rod = make_convex(rigid::make_box({2, 0.1, 0.1}));
    const Box turned = swept_box(rod, {{}, {}, {0, 0, pi}}, {{{}, about_z(pi)}, {}, {0, 0, pi}}, 1.0);
    CHECK(turned.low[1] < -1.0);
    CHECK(turned.high[1] > 1.0);
    const Flight flight{{1, 2, 3}, {4, -1, 2}, {0.5, 1, -1}};
    const Box all = swept_box(shape, flight(0).first, flight(1).first, 1.0);
    for (int i = 0; i <= 50; ++i) {
        const Box now = bounding_box(shape, flight(i / 50.0).first.pose);
        for (std::size_t k = 0; k < 3; ++k) {
            CHECK(now.low[k] >= all.low[k]);
            CHECK(now.high[k] <= all.high[k]);
        }
    }
}

TEST_CASE("a ball that flies past a ball and overlaps it by 0.05 m on the way passes for a depth of 0.1 m") {
    // Of radius 1/4 both, centres 0.45 m apart at t = 1/2.
    const ConvexShape ball = make_ball(0.25);
    const PairAt at = [](double t) {
        return std::pair<Moving, Moving>{{{{4 * t - 2, 0.45, 0}}, {4, 0, 0}, {}}, {}};
    };
    CHECK(!find_passing(ball, ball, at, 0.0, 1.0, 0.1));
    const auto met = find_passing(ball, ball, at, 0.0, 1.0, 0.01);
    REQUIRE(met);
    CHECK(std::abs(*met - 0.5) <
          0.25 / 4);  // the centres are nearer than 1/2 m for |4 t - 2| < sqrt(1/4 - .45^2)
}
