#include "restraint/contact/simulation.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "../claims.h"
#include "restraint/collide/shapes.h"
#include "restraint/contact/methods.h"
#include "restraint/rigid/mass.h"
#include "worlds.h"

using namespace restraint;
using namespace restraint::contact;

TEST_CASE(
    "a dropped ball bounces lower and lower, and lies still when its bounces add up to a finite time: Zeno") {
    // Dropped from h = 1 m with eps = 1/2: down in t0 = sqrt(2 h/g); each bounce takes eps times the last
    // one's time: in all t0 (1 + 2 eps/(1 - eps)) = 3 t0 = 1.3546 s.
    World world = world_with_floor(0.5);
    world.add(rigid::make_body("ball", rigid::ball_mass(0.25, 2.0), {0, 0, 1.25}), collide::make_ball(0.25));
    Simulation simulation(world, with_step(0.01));
    const double t0 = std::sqrt(2 / 9.81), rest = 3 * t0;
    double highest_after_first = 0.0;
    while (simulation.world().time < 2.0) {
        REQUIRE(simulation.advance() == Outcome::finished);
        const RigidBody& ball = simulation.world().bodies[1];
        const double t = simulation.world().time, height = ball.position.z - 0.25;
        CHECK(height > -1.01 * simulation.tolerance());
        if (t < t0) CHECK(std::abs(height - (1 - 0.5 * 9.81 * t * t)) < 1e-12);
        if (t > t0 && t < 2 * t0) highest_after_first = std::max(highest_after_first, height);
        if (t > rest + 0.01) {
            CHECK(std::abs(ball.velocity.z) < 1e-12);
            CHECK(height < 1e-6);
        }
        if (t > t0 + 1e-9 && t < rest - 0.1)
            CHECK(total_energy(simulation.world()) > ball.mass * 9.81 * 0.25 * (1 + 1e-6));
    }
    CHECK(std::abs(highest_after_first - 0.25) < 1e-3);  // eps^2 h; the frames do not meet its top
    // From 4.43 m/s to the threshold of about 0.006 m/s: log2(4.43/0.006) = 9.5 bounces.
    CHECK(simulation.record().collisions >= 9);
    CHECK(simulation.record().collisions <= 11);
    CHECK(simulation.record().zeno_frames == 0);
}

TEST_CASE("a frame with more bounces than the limit is counted, and its rest is inelastic") {
    World world = world_with_floor(0.5);
    world.add(rigid::make_body("ball", rigid::ball_mass(0.25, 2.0), {0, 0, 1.25}), collide::make_ball(0.25));
    Settings settings = with_step(0.5);  // long frames: nearly all bounces fall into two of them
    settings.events_per_frame = 3;
    Simulation simulation(world, settings);
    run(simulation, 2.0, 1e-6);
    CHECK(simulation.record().zeno_frames == 1);
    CHECK(std::abs(simulation.world().bodies[1].position.z - 0.25) < 1e-6);
}

TEST_CASE(
    "a block on a frictionless incline slides with g sin(theta), pressed by m g cos(theta) [BARAFF89-fig7]") {
    const double theta = 0.4, g = 9.81;
    World world;
    const Quaternion tilt = from_rotation_vector({0, theta, 0});
    world.add(rigid::make_fixed("incline", rotated({0, 0, -0.5}, tilt), tilt), box_shape({40, 4, 1}));
    world.add(box_body({1, 0.5, 0.5}, 2.0, rotated({-15, 0, 0.25}, tilt), tilt), box_shape({1, 0.5, 0.5}));
    Simulation simulation(world, with_step(0.01));
    run(simulation, 2.0, 1e-9);
    const Vec3 expected = rotated({-15 + 0.5 * g * std::sin(theta) * 4, 0, 0.25}, tilt);
    CHECK(norm(simulation.world().bodies[1].position - expected) < 1e-10);
    CHECK(norm(simulation.world().bodies[1].angular_velocity) < 1e-12);
    double press = 0.0;
    for (double f : simulation.forces()) press += f;
    CHECK(std::abs(press - 2.0 * g * std::cos(theta)) < 1e-11);
    CHECK(simulation.record().events == 0);
}

TEST_CASE("a block at the table's edge stays with its centre inside, and falls with its centre outside") {
    for (double overhang : {0.4, 0.6}) {
        World world = world_with_floor(0.0);
        world.add(rigid::make_fixed("table", {0, 0, 0.5}), box_shape({2, 2, 1}));
        world.ignored.insert({0, 1});
        add_box(world, {1, 0.5, 0.5}, {1 - 0.5 + overhang, 0, 1.25});
        Simulation simulation(world, with_step(0.01));
        run(simulation, 1.0, 1e-5);  // gaps are closed by up to a millionth of its size
        const RigidBody& block = simulation.world().bodies[2];
        if (overhang < 0.5) {
            CHECK(norm(block.position - Vec3{0.5 + overhang, 0, 1.25}) < 1e-12);
            CHECK(simulation.contacts().size() == 4);
        } else {
            CHECK(block.position.z < 1.0);
        }
    }
}

TEST_CASE(
    "elastic balls in an elastic box keep their energy, through hundreds of collisions [claim CL-K-06]") {
    World world;
    world.gravity = {};
    world.restitution = 1.0;
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (double side : {-1.0, 1.0}) {
            Vec3 position, size{3, 3, 3};
            position[axis] = side * 1.5;
            size[axis] = 1.0;
            world.add(rigid::make_fixed("wall", position), box_shape(size));
        }
    const std::uint64_t seed = 111;
    Random random(seed);
    for (int i = 0; i < 8; ++i) {
        const Vec3 at{(i & 1) ? 0.5 : -0.5, (i & 2) ? 0.5 : -0.5, (i & 4) ? 0.5 : -0.5};
        RigidBody ball = rigid::make_body("ball", rigid::ball_mass(0.3, 1.0 + i), at);
        rigid::set_velocity(ball, random_vec3(random, 2.0), random_vec3(random, 1.0));
        world.add(ball, collide::make_ball(0.3));
    }
    Simulation simulation(world, with_step(0.02));
    const double energy = rigid::kinetic_energy(simulation.world().bodies);
    while (simulation.world().time < 4.0) REQUIRE(simulation.advance() == Outcome::finished);
    CHECK(simulation.record().collisions > 100);
    CHECK(std::abs(rigid::kinetic_energy(simulation.world().bodies) - energy) < 1e-12 * energy);
    measured("CL-K-06", std::to_string(simulation.record().collisions) + " collisions: energy changes by " +
                            figure(std::abs(rigid::kinetic_energy(simulation.world().bodies) / energy - 1)) +
                            " of itself");
    CHECK(deepest(simulation.world()) < simulation.tolerance());
}

TEST_CASE("two tumbling boxes that collide in space keep momentum and angular momentum") {
    const std::uint64_t seed = 112;
    Random random(seed);
    World world;
    world.gravity = {};
    world.restitution = 0.6;
    for (double side : {-1.0, 1.0}) {
        RigidBody body = box_body({0.6, 1.0, 0.4}, 2.0 + side, {1.2 * side, 0.1 * side, 0.05},
                                  from_rotation_vector(random_vec3(random)));
        rigid::set_velocity(body, {-side, 0, 0}, random_vec3(random));
        world.add(body, box_shape({0.6, 1.0, 0.4}));
    }
    Simulation simulation(world, with_step(0.01));
    const Vec3 p = rigid::linear_momentum(world.bodies), l = rigid::angular_momentum(world.bodies);
    run(simulation, 2.5, 1e-8);  // RK4 of the tumbling
    CHECK(simulation.record().collisions >= 1);
    CHECK(norm(rigid::linear_momentum(simulation.world().bodies) - p) < 1e-13);
    CHECK(norm(rigid::angular_momentum(simulation.world().bodies) - l) < 1e-12);
}

TEST_CASE("a stack of ten cubes stands as it was put, whether flush or shifted") {
    // For the full 60 s see `make bench`.
    for (double shift : {0.0, 0.1}) {
        World world = world_with_floor(0.5);
        for (int i = 0; i < 10; ++i)
            add_box(world, {1, 1, 1}, {shift * (i % 2), 0.5 * shift * (i % 3), 0.5 + i});
        Simulation simulation(world, with_step(0.02));
        while (simulation.world().time < 2.0) REQUIRE(simulation.advance() == Outcome::finished);
        for (std::size_t i = 1; i <= 10; ++i) {
            CHECK(norm(simulation.world().bodies[i].position - world.bodies[i].position) < 1e-9);
            CHECK(norm(simulation.world().bodies[i].quaternion.v) < 1e-9);
        }
        CHECK(simulation.record().events == 0);
        double on_floor = 0.0;
        for (std::size_t i = 0; i < simulation.contacts().size(); ++i)
            if (simulation.contacts()[i].b == 0) on_floor += simulation.forces()[i];
        CHECK(std::abs(on_floor - 10 * 9.81) < 1e-10);
    }
}

TEST_CASE(
    "an overbalanced stack falls over, dominoes knock each other down: no overlap, no energy gained"
    " [claim CL-K-12]") {
    Settings settings = with_step(0.01);
    settings.contact_tolerance = 1e-4;
    std::string tops;
    for (double shift : {0.3, 0.35}) {
        World stack = world_with_floor(0.2);
        for (int i = 0; i < 5; ++i) add_box(stack, {1, 0.5, 0.25}, {shift * i, 0, 0.125 + 0.25 * i});
        Simulation falling(stack, settings);
        run(falling, 1.2, 1e-4);
        CHECK(falling.world().bodies[4].position.z < 0.5);
        tops += figure(falling.world().bodies[4].position.z) + " m, ";
    }

    World dominoes = world_with_floor(0.0);
    for (int i = 0; i < 5; ++i) add_box(dominoes, {0.1, 0.5, 1}, {0.6 * i, 0, 0.5});
    rigid::set_velocity(dominoes.bodies[1], {0.6, 0, 0}, {0, 1.2, 0});  // the first one is pushed at its top
    Simulation knocking(dominoes, settings);
    run(knocking, 2.2, 1e-4);
    double highest = 0.0;
    for (std::size_t i = 1; i <= 5; ++i) highest = std::max(highest, knocking.world().bodies[i].position.z);
    CHECK(highest < 0.4);
    CHECK(knocking.record().collisions >= 4);
    measured("CL-K-12", "top bricks fall from 1.125 m to " + tops + "dominoes from 0.5 m to " +
                            figure(highest) + " m; deepest overlap " + figure(deepest(knocking.world())) +
                            " m");
}

TEST_CASE("random boxes fall on each other: every way to the impulses and forces keeps them apart") {
    const std::uint64_t seed = 113;
    for (ForceMethod forces : {projected_forces, program_forces, heuristic_forces})
        for (ImpulseMethod* impulses : {simultaneous_impulses, sequential_impulses, heuristic_impulses}) {
            CAPTURE(seed);
            CAPTURE(forces.name);
            CAPTURE(impulses == sequential_impulses);
            Random random(seed);
            World world = world_with_floor(0.3);
            for (int i = 0; i < 4; ++i) {
                const Vec3 size = Vec3{0.6, 0.6, 0.6} + random_vec3(random, 0.3);
                add_box(world, size, {0.2 * (i % 2), 0.1 * (i % 3), 0.9 + 1.5 * i},
                        from_rotation_vector(random_vec3(random, 2.0)));
            }
            Settings settings = with_step(0.01);
            settings.forces = forces;
            settings.impulses = impulses;
            settings.contact_tolerance = 1e-4;
            Simulation simulation(world, settings);
            // The heuristic may apply forces that are not right, and these add energy.   [BARAFF89-25]
            run(simulation, 1.5, forces.find == find_by_heuristic ? 1e-2 : 1e-3);
            CHECK(simulation.record().collisions > 5);
        }
}

TEST_CASE("two runs give the same bits") {
    World world = world_with_floor(0.4);
    for (int i = 0; i < 3; ++i)
        add_box(world, {0.5, 0.6, 0.7}, {0.1 * i, 0, 0.6 + i}, from_rotation_vector({0.3, 0.5 * i, 0}));
    Simulation first(world, with_step(0.01)), second(world, with_step(0.01));
    for (int k = 0; k < 100; ++k) {
        REQUIRE(first.advance() == Outcome::finished);
        REQUIRE(second.advance() == Outcome::finished);
    }
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(first.world().bodies[i].position == second.world().bodies[i].position);
        CHECK(first.world().bodies[i].quaternion == second.world().bodies[i].quaternion);
    }
}

TEST_CASE(
    "penalty springs sink in proportion to the weight; contact forces do not let in at all [claim CL-K-10]") {
    // On a spring of stiffness k the depth is m g/k: ten times as much for ten times the mass. Damped as it
    // is, it comes to rest.
    const double k = 1e4;
    double depths[2] = {0, 0}, let_in = 0.0;
    for (int i = 0; i < 2; ++i) {
        const double mass = i == 0 ? 1.0 : 10.0, damping = 2 * std::sqrt(k * mass), h = 1e-4;
        double speed = 0.0;
        for (int step = 0; step < 20'000; ++step) {
            speed += h * (9.81 - (k * depths[i] + damping * speed) / mass);
            depths[i] += h * speed;
        }
        CHECK(std::abs(depths[i] - mass * 9.81 / k) <= 1e-15);
        World world = world_with_floor(0.0);
        world.add(box_body({1, 1, 1}, mass, {0, 0, 0.5}), box_shape({1, 1, 1}));
        Simulation simulation(world, with_step(0.01));
        for (int step = 0; step < 20; ++step) REQUIRE(simulation.advance() == Outcome::finished);
        let_in = std::max(let_in, std::abs(simulation.world().bodies[1].position.z - 0.5));
        CHECK(let_in < 1e-15 * 4);
    }
    CHECK(std::abs(depths[1] / depths[0] - 10) < 1e-12);
    measured("CL-K-10", "springs: depths in the ratio " + figure(depths[1] / depths[0]) +
                            "; contact forces: " + figure(let_in) + " m");
}
