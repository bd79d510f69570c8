#include <doctest/doctest.h>

#include <cmath>

#include "restraint/collide/shapes.h"
#include "restraint/contact/methods.h"
#include "worlds.h"

using namespace restraint;
using namespace restraint::contact;

TEST_CASE("a bar on a hinge swings as the pendulum's equation says, without opening its joint") {
    // theta'' = -(m g r/I) sin(theta) with I about the hinge; released at rest at 1.2 rad. Compared with the
    // same equation solved by itself, with steps so fine that its error is nothing here.
    World world;
    world.add(rigid::make_fixed("wall", {}), collide::make_ball(0.01));
    const double angle = 1.2, length = 2.0, g = 9.81;
    const Quaternion turn = from_rotation_vector({0, -angle, 0});  // from hanging, about -y
    world.add(box_body({0.1, 0.1, length}, 3.0, rotated({0, 0, -length / 2}, turn), turn),
              box_shape({0.1, 0.1, length}));
    world.joints.push_back(make_hinge(world.bodies, 1, 0, {}, {0, 1, 0}));
    Simulation simulation(world, with_step(0.01));
    const double inertia = (length * length + 0.01) / 12 + 1.0;  // over m, about the hinge
    double theta = angle, omega = 0.0;
    const auto acceleration = [&](double x) { return -g * (length / 2) / inertia * std::sin(x); };
    const int fine = 200;
    const double h = 0.01 / fine;
    const double energy = total_energy(world);
    for (int k = 0; k < 300; ++k) {
        REQUIRE(simulation.advance() == Outcome::finished);
        for (int i = 0; i < fine; ++i) {  // velocity Verlet, h = 5e-5: error 1e-9
            omega += 0.5 * h * acceleration(theta);
            theta += h * omega;
            omega += 0.5 * h * acceleration(theta);
        }
        const Vec3 p = simulation.world().bodies[1].position;
        CHECK(std::abs(std::atan2(p.x, -p.z) - theta) < 1e-6);
        CHECK(std::abs(total_energy(simulation.world()) - energy) < 1e-6);
    }
    CHECK(simulation.record().largest_joint_error < 1e-8);
    CHECK(simulation.record().events == 0);
}

TEST_CASE(
    "joints and contacts in one system: a door falls on a block and both come to rest [BARAFF89-holv]") {
    World world = world_with_floor(0.0);
    const std::size_t post = world.add(rigid::make_fixed("post", {-1.2, 0, 0.3}), box_shape({0.2, 0.2, 0.2}));
    const std::size_t door = add_box(world, {2, 0.5, 0.1}, {0, 0, 1.2}, from_rotation_vector({0, -0.9, 0}));
    // Its hinge at the lower left end.
    world.bodies[door].position = Vec3{-1.0, 0, 0.3} + rotated({1, 0, 0}, from_rotation_vector({0, -0.9, 0}));
    add_box(world, {0.4, 0.4, 0.25}, {0.6, 0, 0.125});
    world.joints.push_back(make_hinge(world.bodies, door, post, {-1.0, 0, 0.3}, {0, 1, 0}));
    world.ignored.insert({0, post});
    for (ImpulseMethod* impulses : {simultaneous_impulses, sequential_impulses}) {
        Settings settings = with_step(0.01);
        settings.impulses = impulses;
        settings.contact_tolerance = 1e-4;
        Simulation simulation(world, settings);
        run(simulation, 2.0, 1e-4);
        CHECK(simulation.record().collisions >= 1);
        CHECK(simulation.record().largest_joint_error < 1e-5);
        CHECK(kinetic_energy(simulation.world().bodies) < 1.0);
    }
}
