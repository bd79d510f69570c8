#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "../claims.h"
#include "restraint/oba/animation.h"
#include "worlds.h"

using namespace restraint;
using namespace restraint::oba;

TEST_CASE("a ball that would be in the floor at the next frame bounces now (6.7.1)") {
    World world;
    world.gravity = {};
    world.restitution = 0.5;
    scenes::add_wall(world, {4, 4, 1}, {0, 0, -0.5});
    const std::size_t ball = scenes::add_ball(world, 0.5, {0, 0, 0.8}, {0, 0, -6});  // 0.2 m a frame
    AnimationOptions options;
    SUBCASE("at a distance: a gap of 0.1 m, 0.2 m from where it would be next") {
        options.bounce_at_distance = true;
        Animation animation(world, options);
        const FrameReport report = animation.advance();
        CHECK(report.collisions == 1);
        CHECK(report.contacts == 0);  // nothing touches
        CHECK(std::abs(animation.world.bodies[ball].velocity.z - 3.0) <= 1e-9);
        CHECK(animation.advance().close_pairs == 0);  // so that the position update has nothing to do
    }
    SUBCASE("without: it is pushed out of the floor a frame later, and bounces there") {
        Animation animation(world, options);
        CHECK(animation.advance().collisions == 0);
        const FrameReport report = animation.advance();
        CHECK(report.close_pairs == 1);
        CHECK(report.collisions == 1);
        CHECK(std::abs(animation.world.bodies[ball].velocity.z - 3.0) <= 1e-9);
    }
}

TEST_CASE("bodies do not hang in the air for it: a ball comes to rest on the floor, touching it") {
    for (const double eps : {0.0, 0.5}) {
        World world;
        world.restitution = eps;
        scenes::add_wall(world, {4, 4, 1}, {0, 0, -0.5});
        const std::size_t ball = scenes::add_ball(world, 0.5, {0, 0, 0.9}, {0, 0, -3});
        AnimationOptions options;
        options.bounce_at_distance = true;
        Animation animation(world, options);
        for (int k = 0; k < 150; ++k) animation.advance();
        CHECK(std::abs(animation.world.bodies[ball].position.z - 0.5) <= 1e-4);  // the distance of contact
        CHECK(norm(animation.world.bodies[ball].velocity) <= 1e-9);
    }
}

TEST_CASE("cubes that fly about have fewer close pairs with bouncing at a distance [claim CL-O-21]") {
    // a hundred cubes of edge 1 in a box of 11 m x 11 m x 9 m, without gravity, hardly damped.
    double pairs[2] = {0, 0};
    for (const bool ahead : {false, true}) {
        World world;
        world.gravity = {};
        world.friction = 0.0;
        world.restitution = 0.9;
        for (const double side : {-1.0, 1.0}) {
            scenes::add_wall(world, {1, 13, 13}, {6.0 * side, 0, 0});
            scenes::add_wall(world, {13, 1, 13}, {0, 6.0 * side, 0});
            scenes::add_wall(world, {13, 13, 1}, {0, 0, 5.0 * side});
        }
        Random random(5);
        for (int i = 0; i < 100; ++i) {
            const auto at = [&](int k, int of) { return 2.2 * (k - 0.5 * (of - 1)); };
            const Vec3 v{random.uniform(-8, 8), random.uniform(-8, 8), random.uniform(-8, 8)};
            scenes::add_box(world, {1, 1, 1}, {at(i % 5, 5), at(i / 5 % 5, 5), at(i / 25, 4)}, {}, v);
        }
        AnimationOptions options;
        options.bounce_at_distance = ahead;
        Animation animation(world, options);
        for (int k = 0; k < 60; ++k) {
            const FrameReport report = animation.advance();
            CHECK(report.settled);
            CHECK(report.overlap <= 1e-6 * smallest_size(world));
            pairs[ahead] += static_cast<double>(report.close_pairs) / 60;
        }
    }
    CHECK(pairs[1] < 0.5 * pairs[0]);
    measured("CL-O-21", "100 flying cubes: " + std::to_string(pairs[0]) + " close pairs a frame, " +
                            std::to_string(pairs[1]) + " with it");
}

TEST_CASE("a pair that touches already is no contact ahead: its collision counts once (6.7.1)") {
    World world;
    world.restitution = 0.5;
    scenes::add_wall(world, {10, 10, 1}, {0, 0, -0.5});
    scenes::add_ball(world, 0.5, {0, 0, 0.5}, {0, 0, -1});
    AnimationOptions options;
    options.bounce_at_distance = true;
    Animation animation(world, options);
    CHECK(animation.advance().collisions == 1);
}
