#include "restraint/oba/animation.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "../claims.h"
#include "worlds.h"

using namespace restraint;
using namespace restraint::oba;

TEST_CASE("a stack comes to rest and stays [claim CL-O-24] [OBA-tab6.2]") {
    const std::size_t cubes = 4;
    Animation animation(scenes::stack(cubes));
    double worst = 0.0;
    for (int k = 0; k < 90; ++k) {
        const double fastest_before = [&] {
            double speed = 0.0;
            for (const RigidBody& body : animation.world.bodies)
                speed = std::max(speed, norm(body.velocity) + 0.87 * norm(body.angular_velocity));
            return speed;
        }();
        const FrameReport report = animation.advance();
        CHECK(report.settled);
        worst = std::max(worst, report.overlap / smallest_size(animation.world));
        // The position update lifts a cube by no more than all the cubes below wanted to come nearer.
        const double weight = 4 * 8000.0;  // N
        CHECK(report.energy_of_positions <= weight * 4 * fastest_before / 30 + 1e-6);
    }
    CHECK(worst < 1e-6);
    const Placements rest = current_placements(animation.world);
    for (int k = 0; k < 60; ++k) CHECK(animation.advance().fastest <= 1e-9);
    for (std::size_t i = 5; i < 5 + cubes; ++i) {  // 0..4 are the shaft
        CHECK(norm(animation.world.bodies[i].position - rest[i].position) <= 1e-9);
        CHECK(std::abs(rest[i].position.z - (static_cast<double>(i) - 4.5)) <= 1e-3);  // 0.5, 1.5, ...
    }
    measured("CL-O-24", "stack of 4: no speed above 1e-9 m/s after 3 s, overlap below 1e-6 of the size");
}

TEST_CASE("the energy gained in a frame is bounded") {
    // Cubes, whose turning is that of balls: free flight gains M (g dt)^2/2, lifting at most g dt sqrt(2 M
    // T), and the bounce, which comes between the fall and the impulse of gravity, at most twice that.
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
        World world = crowd(seed, 2);
        world.gravity = {0, 0, -10};
        scenes::add_wall(world, {40, 40, 1}, {0, 0, -3});
        Animation animation(world);
        double before = total_energy(animation.world);
        for (int k = 0; k < 40; ++k) {
            double mass = 0.0, kinetic = 0.0;
            for (const RigidBody& body : animation.world.bodies) {
                if (body.fixed()) continue;
                mass += body.mass;
                kinetic += rigid::kinetic_energy(body);
            }
            const double fall = 10.0 / 30.0, lift = fall * std::sqrt(2 * mass * kinetic);
            const FrameReport report = animation.advance();
            CHECK(report.settled);
            CHECK(report.energy_of_positions <= lift * (1 + 1e-9) + 1e-6);
            CHECK(report.energy - before <=
                  report.energy_of_positions + 0.5 * mass * fall * fall + 2 * lift + 1e-6);
            before = report.energy;
        }
    }
}

TEST_CASE("the same world moves by the same bits") {
    Animation a(scenes::stack(3)), b(scenes::stack(3));
    for (int k = 0; k < 40; ++k) {
        a.advance();
        b.advance();
    }
    for (std::size_t i = 0; i < a.world.bodies.size(); ++i) {
        CHECK(a.world.bodies[i].position == b.world.bodies[i].position);
        CHECK(a.world.bodies[i].quaternion == b.world.bodies[i].quaternion);
    }
}

TEST_CASE("a free body keeps its angular momentum, not its angular velocity [erratum O05] [OBA-2.19]") {
    // The thesis has I alpha = tau, so that omega would stay: after 3 s, L = I omega has moved by its own
    // size.
    World world;
    world.gravity = {};
    const std::size_t brick = scenes::add_box(world, {1, 2, 3}, {});
    rigid::set_velocity(world.bodies[brick], {}, {0.1, 3, 0.1});
    const Vec3 before = world.bodies[brick].angular_momentum, spin = world.bodies[brick].angular_velocity;
    Animation animation(world);
    double printed = 0.0;
    for (int k = 0; k < 90; ++k) {
        animation.advance();
        const RigidBody& body = animation.world.bodies[brick];
        const Mat3 inertia = body.orientation * body.body_inertia * transpose(body.orientation);
        printed = std::max(printed, norm(inertia * spin - before) / norm(before));
    }
    CHECK(norm(animation.world.bodies[brick].angular_momentum - before) <= 1e-13 * norm(before));
    CHECK(printed >= 0.1);
}

TEST_CASE("a block slides as far as v^2/(2 mu g), and one frame's half more") {
    // By hand: v falls by mu g dt = 0.1 m/s a frame, 2.0, 1.9, ..., 0.1, so x = 21 dt = 0.7 m; the exact
    // 2/3 m and v dt/2 = 1/30 m for taking each speed for a whole frame.
    World world;
    scenes::add_wall(world, {20, 20, 1}, {0, 0, -0.5});
    const std::size_t block = scenes::add_box(world, {1, 1, 0.2}, {0, 0, 0.1}, {}, {2, 0, 0});
    Animation animation(world);
    for (int k = 0; k < 40; ++k) animation.advance();
    const RigidBody& body = animation.world.bodies[block];
    CHECK(norm(body.velocity) <= 1e-9);
    CHECK(std::abs(body.position.x - 0.7) <=
          1e-6);  // touching bodies may be 2e-8 of the size into each other
    CHECK(std::abs(body.position.z - 0.1) <= 1e-6);
}

TEST_CASE("a ball of restitution 0.7 bounces and comes to rest on the level") {
    World world;
    world.restitution = 0.7;
    scenes::add_wall(world, {5, 5, 1}, {0, 0, -0.5});
    const std::size_t ball = scenes::add_ball(world, 0.5, {0, 0, 1.5});
    Animation animation(world);
    double highest = 0.0;  // after the first impact, about t = 0.45 s
    for (int k = 0; k < 300; ++k) {
        animation.advance();
        if (k > 20) highest = std::max(highest, animation.world.bodies[ball].position.z);
    }
    // 0.5 + 0.49 m by the exact motion; a frame's fall at 4.5 m/s is 0.15 m.
    CHECK(std::abs(highest - 0.99) <= 0.15);
    CHECK(norm(animation.world.bodies[ball].velocity) <= 1e-9);
}

TEST_CASE("a frame counts its momentum programs, their steps, and groups that found no end") {
    // A block that slides: one group of contacts, which with a limit of one round is not finished.
    for (const bool by_impulses : {true, false}) {
        World world;
        scenes::add_wall(world, {20, 20, 1}, {0, 0, -0.5});
        scenes::add_box(world, {1, 1, 0.2}, {0, 0, 0.1}, {}, {2, 0, 0});
        AnimationOptions options;
        options.support = by_impulses ? Support::impulses : Support::accelerations;
        options.momentum.round_limit = 1;
        options.acceleration.tip_moves = 0;
        Animation animation(world, options);
        const FrameReport report = animation.advance();
        CHECK(report.contacts == 4);
        CHECK(report.momentum_qps == 1);
        CHECK(report.pivots >= 1);
        CHECK(report.pivots <= 32);  // eight rows a contact
        CHECK(report.unfinished == (by_impulses ? 1 : 0));
    }
}
