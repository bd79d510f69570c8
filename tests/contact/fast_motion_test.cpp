#include <doctest/doctest.h>

#include <cmath>
#include <stdexcept>
#include <string>

#include "../world/bodies.h"
#include "brute_force.h"
#include "restraint/collide/shapes.h"
#include "restraint/contact/simulation.h"
#include "restraint/rigid/mass.h"

using namespace restraint;
using namespace restraint::contact;

TEST_CASE("a bullet between two walls of paper bounces, whatever distance it would go in a frame") {
    // Elastic, without gravity: at x = 0 at the start, between walls at |x| = 0.5 - r it moves to and fro as
    // a triangle wave of its path speed t.
    for (const double speed : {10.0, 1e3, 1e4}) {
        CAPTURE(speed);
        World world;
        world.gravity = {};
        world.restitution = 1.0;
        const double r = 0.01;
        for (double side : {-1.0, 1.0})
            world.add(rigid::make_fixed("paper", {side * 0.505, 0, 0}), box_shape({0.01, 1, 1}));
        RigidBody bullet = rigid::make_body("bullet", rigid::ball_mass(r, 1000.0), {});
        rigid::set_velocity(bullet, {speed, 0, 0}, {});
        world.add(bullet, collide::make_ball(r));
        Settings settings;
        settings.step = 0.01;
        settings.events_per_frame = 1000;
        settings.contact_tolerance = 1e-6;
        Simulation simulation(world, settings);
        for (int k = 1; k <= 5; ++k) {
            REQUIRE(simulation.advance() == Outcome::finished);
            const double path = speed * 0.01 * k, half = 0.5 - r;
            const double folded = std::abs(std::remainder(path - half, 4 * half)) - half;  // triangle wave
            const double bounces = path / (2 * half) + 1;
            CHECK(std::abs(simulation.world().bodies[2].position.x + folded) <
                  2 * bounces * simulation.tolerance() + 1e-9);
            CHECK(std::abs(norm(simulation.world().bodies[2].velocity) - speed) < 1e-12 * speed);
            CHECK(deepest(simulation.world()) <= simulation.tolerance());
        }
        CHECK(simulation.record().zeno_frames == 0);
        CHECK(static_cast<double>(simulation.record().collisions) >
              std::floor(speed * 0.05 / (1 - 2 * r)) - 1);
    }
}

TEST_CASE("a needle spun fast on a joint keeps its energy: frames are gone through in small turns") {
    World world;
    world.gravity = {};
    world.add(rigid::make_fixed("post", {}), collide::make_ball(0.01));
    world.add(box_body({1, 0.02, 0.02}, 1.0, {0.5, 0, 0}), box_shape({1, 0.02, 0.02}));
    world.joints.push_back(make_ball_joint(world.bodies, 1, 0, {}));
    const double omega = 200.0;  // a third of a turn in a frame
    rigid::set_velocity(world.bodies[1], {0, 0.5 * omega, 0}, {0, 0, omega});
    const double energy = rigid::kinetic_energy(world.bodies);
    Simulation simulation(world, {});
    for (int k = 0; k < 20; ++k) REQUIRE(simulation.advance() == Outcome::finished);
    // Runge-Kutta loses (omega h)^5/120 of its size in each turn of omega h = 0.2: 2.7e-6, 200 times.
    CHECK(std::abs(rigid::kinetic_energy(simulation.world().bodies) / energy - 1) < 1e-3);
    CHECK(simulation.record().largest_joint_error < 1e-9);
    const Vec3 p = simulation.world().bodies[1].position;
    CHECK(std::abs(norm(p) - 0.5) < 1e-9);
}

TEST_CASE("a spin too fast for the shortest part of a frame is one clear error") {
    World world;
    world.add(box_body({1, 0.2, 0.1}, 1.0, {}), box_shape({1, 0.2, 0.1}));
    rigid::set_velocity(world.bodies[0], {}, {1e6, 0, 0});
    Simulation simulation(world, {});
    CHECK(simulation.advance() == Outcome::too_fast);
    CHECK(simulation.world().time == 0.0);
    CHECK(to_string(Outcome::too_fast) ==
          "a body turns by more than a radian in the shortest step; a shorter one may help");
}

TEST_CASE("a ball may turn by 0.9 radians in the shortest step, and not by 1.5") {
    for (const auto& [turn, outcome] :
         {std::pair{0.9, Outcome::finished}, std::pair{1.5, Outcome::too_fast}}) {
        World world;
        world.add(rigid::make_body("ball", rigid::box_mass({0.5, 0.5, 0.5}, 3.0), {}),
                  collide::make_ball(0.25));
        Settings whole_frames;
        whole_frames.step = 0.01;
        whole_frames.steps_per_frame = 1;
        rigid::set_velocity(world.bodies[0], {}, {0, 0, turn / whole_frames.step});
        CHECK(Simulation(world, whole_frames).advance() == outcome);
    }
}

TEST_CASE("a motion that leaves the range of numbers ends with an outcome, at the last good state") {
    World world;
    world.gravity = {};
    world.add(rigid::make_body("ball", rigid::ball_mass(1.0, 1e-8), {}), collide::make_ball(1.0));
    world.forces = [](double t, std::span<RigidBody> bodies) {
        if (t > 0.015) bodies[0].force.x = 1e308;
    };
    Settings settings;
    settings.step = 0.01;
    Simulation simulation(world, settings);
    CHECK(simulation.advance() == Outcome::finished);
    CHECK(simulation.advance() == Outcome::blew_up);
    CHECK(simulation.world().bodies[0].position == Vec3{});
    CHECK(to_string(Outcome::blew_up) == "the motion left the range of numbers; a shorter step may help");
}

TEST_CASE("a force that is no number is refused with the name of the body and the time") {
    World world;
    world.add(rigid::make_body("ball", rigid::ball_mass(1.0, 3.0), {}), collide::make_ball(1.0));
    world.forces = [](double t, std::span<RigidBody> bodies) {
        if (t > 0.0) bodies[0].torque.y = std::nan("");
    };
    Simulation simulation(world, {});
    CHECK_THROWS_WITH_AS(static_cast<void>(simulation.advance()),
                         "the force on body ball at t = 0.005000 s is not finite", std::invalid_argument);
}
