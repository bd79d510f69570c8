// Limits and guards of the simulation, with a fact on either side.

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "collisions.h"
#include "restraint/collide/shapes.h"
#include "restraint/contact/adjust.h"
#include "restraint/contact/methods.h"
#include "restraint/rigid/mass.h"
#include "worlds.h"

using namespace restraint;
using namespace restraint::contact;

namespace {

// Balls of radius 1/2 m and 3 kg, in a row along x, touching, with these speeds.
std::vector<RigidBody> row_of_balls(const std::vector<double>& speeds) {
    std::vector<RigidBody> bodies = balls_in_a_row(std::vector<double>(speeds.size(), 3.0));
    for (std::size_t i = 0; i < speeds.size(); ++i) rigid::set_velocity(bodies[i], {speeds[i], 0, 0}, {});
    return bodies;
}

World without_gravity(double restitution) {
    World world;
    world.gravity = {};
    world.restitution = restitution;
    return world;
}

}  // namespace

TEST_CASE(
    "equations at 1e-2 rad to each other both hold; at 1e-4 rad the second one follows from the first") {
    // x = 0 and x + s y = 0 stop a motion along y, if they are two.
    const std::vector<RigidBody> bodies{box_body({1, 1, 1}, 3.0, {})};
    for (double s : {1e-2, 1e-4}) {
        std::vector<gauss::Row> rows(2);
        rows[0].add(0, {1, 0, 0, 0, 0, 0});
        rows[1].add(0, {1, s, 0, 0, 0, 0});
        for (gauss::Row& row : rows) row.upper = 0.0;
        const gauss::Projection found = nearest_motion(bodies, {0, 1, 0, 0, 0, 0}, rows);
        CHECK(found.status == optimize::Status::optimal);
        CHECK(std::abs(found.x[1] - (s > 1e-3 ? 0.0 : 1.0)) < 1e-4);
    }
}

TEST_CASE("linear programs: an equation that follows from another may miss by 1e-11 of b, not by 1e-7") {
    for (double missed : {1e-11, 1e-7}) {
        const ForceSystem twice{{{2, 2}, {2, 2}}, {-6, -6 * (1 + missed)}, 2};
        CHECK((forces_given_vanishing(twice, {}).status == optimize::Status::optimal) == (missed < 1e-9));
    }
}

TEST_CASE("forces that pull are no forces of contacts: where no others are found, the given ones are told") {
    CHECK(least_forces({{{2}}, {0}, 1}, {-3}) == Vector{-3});
    // Of f1 + f2 = -3 the least ones are (-3/2, -3/2), which pull, too.
    CHECK(least_forces({{{1, 1}, {1, 1}}, {0, 0}, 2}, {-2, -1}) == Vector{-2, -1});
}

TEST_CASE("a joint that is open by 0.1 m is closed to rounding: the displacement is repeated") {
    // The bar turns by 0.1 rad or so; what is linear in it misses by half its square, 5 mm.
    World world = without_gravity(0.0);
    world.add(rigid::make_fixed("post", {}), collide::make_ball(0.01));
    world.add(box_body({2, 0.1, 0.1}, 3.0, {1, 0, 0}), box_shape({2, 0.1, 0.1}));
    world.link(1, 0, {0, 0, 0});
    world.bodies[1].position.y += 0.1;
    CloseFinder finder;
    close_faults(world, finder, 1e-4);
    CHECK(joint_error(world.joints, world.bodies) < 1e-10 * 2.0);
}

TEST_CASE(
    "a ball that parts when its neighbour is hit, and is then caught up with, is hit in a second round") {
    // Elastic, equal masses: (0, 1, -3) m/s; the last two exchange their speeds, (0, -3, 1), then the first
    // two.
    World world = without_gravity(1.0);
    for (const RigidBody& ball : row_of_balls({0, 1, -3})) world.add(ball, collide::make_ball(0.5));
    Simulation simulation(world, with_step(0.01));
    REQUIRE(simulation.advance() == Outcome::finished);
    const double expected[] = {-3, 0, 1};
    for (std::size_t i = 0; i < 3; ++i)
        CHECK(std::abs(simulation.world().bodies[i].velocity.x - expected[i]) < 1e-9);
    // Baraff's linear programs leave out what parts, too: after one round (0, -3, 1).
    std::vector<RigidBody> bodies = row_of_balls({0, 1, -3});
    const HeuristicSolution once = resolve_by_heuristic(neighbours(bodies), {}, bodies, all(1.0));
    CHECK(once.step != HeuristicStep::failed);
    CHECK(std::abs(bodies[0].velocity.x) < 1e-9);
    CHECK(std::abs(bodies[1].velocity.x + 3) < 1e-9);
}

TEST_CASE("balls at 1, 0 and 1e-12 m/s: that the third one parts is rounding, and all collide at once") {
    // As three equal balls do: (-1/3, 2/3, 2/3).   [BARAFF89-fig11]
    std::vector<RigidBody> bodies = row_of_balls({1, 0, 1e-12});
    REQUIRE(resolve_simultaneously(neighbours(bodies), bodies, all(1.0)).status == optimize::Status::optimal);
    CHECK(std::abs(bodies[0].velocity.x + 1.0 / 3) < 1e-9);
    CHECK(std::abs(bodies[2].velocity.x - 2.0 / 3) < 1e-9);
}

namespace {

// Balls that fly up at 100 m/s to a ceiling, each in a lane of its own, and hit it at these times, s.
World volley(const std::vector<double>& times) {
    World world = without_gravity(1.0);
    world.add(rigid::make_fixed("ceiling", {0, 0, 0.5}), box_shape({50, 50, 1}));
    for (std::size_t i = 0; i < times.size(); ++i) {
        const double x = 2.0 * static_cast<double>(i);
        world.add(rigid::make_body("ball", rigid::ball_mass(0.25, 3.0), {x, 0, -0.25 - 100 * times[i]}),
                  collide::make_ball(0.25));
        rigid::set_velocity(world.bodies.back(), {0, 0, 100}, {});
    }
    return world;
}

}  // namespace

TEST_CASE("of several contacts in a step the first one is found, whatever the order of the bodies") {
    Simulation simulation(volley({0.008, 0.005, 0.003}), with_step(0.01));
    REQUIRE(simulation.advance() == Outcome::finished);
    CHECK(simulation.record().events == 3);
    CHECK(simulation.record().deepest_overlap <= simulation.tolerance());
    const double times[] = {0.008, 0.005, 0.003};
    for (std::size_t i = 0; i < 3; ++i) {  // back from the ceiling
        const RigidBody& ball = simulation.world().bodies[i + 1];
        CHECK(std::abs(ball.velocity.z + 100) < 1e-9);
        CHECK(std::abs(ball.position.z - (-0.25 - 100 * (0.01 - times[i]))) < 1e-4);
    }
}

TEST_CASE("a frame that meets its limit of contact times for the second time is left, and that is counted") {
    // At most 2 contact times; then collisions are inelastic; at the fifth contact time the frame ends.
    for (std::size_t balls : {4u, 5u}) {
        const std::vector<double> times{0.001, 0.002, 0.003, 0.004, 0.005};
        Settings settings = with_step(0.01);
        settings.events_per_frame = 2;
        Simulation simulation(volley({times.begin(), times.begin() + static_cast<std::ptrdiff_t>(balls)}),
                              settings);
        REQUIRE(simulation.advance() == Outcome::finished);
        CHECK(simulation.record().events == 4);
        CHECK(simulation.record().zeno_frames == 1);
        CHECK(simulation.record().stalled_frames == (balls == 5 ? 1u : 0u));
        CHECK(simulation.world().time == 0.01);
        CHECK(std::abs(simulation.world().bodies[1].velocity.z + 100) < 1e-9);  // 0.001 s: it bounced
        CHECK(std::abs(simulation.world().bodies[4].velocity.z) < 1e-9);        // 0.004 s: it did not
    }
}

TEST_CASE("a block that approaches slower than the threshold while it is lifted is stopped, and then rises") {
    // Lifted with twice its weight it has v = g t after a frame, as from rest.
    World world = world_with_floor(0.5);
    add_box(world, {1, 1, 1}, {0, 0, 0.5}, {}, 3.0);
    world.forces = [](double, std::span<RigidBody> bodies) { bodies[1].force += Vec3{0, 0, 2 * 3.0 * 9.81}; };
    const double slow = 0.9 * Simulation(world, with_step(0.01)).threshold();
    rigid::set_velocity(world.bodies[1], {0, 0, -slow}, {});
    Simulation simulation(world, with_step(0.01));
    REQUIRE(simulation.advance() == Outcome::finished);
    CHECK(std::abs(simulation.world().bodies[1].velocity.z - 9.81 * 0.01) < 1e-12);
    CHECK(simulation.record().collisions == 0);
}

TEST_CASE("the threshold is twice the speed of a fall through the tolerance, or the rounding of the speeds") {
    World world = world_with_floor(0.5);
    add_box(world, {1, 1, 1}, {0, 0, 3}, {}, 3.0);
    rigid::set_velocity(world.bodies[1], {50, 0, 0}, {});
    CHECK(std::abs(Simulation(world, {}).threshold() - 2 * std::sqrt(2 * 9.81 * 1e-6)) < 1e-15);
    world.gravity = {};
    CHECK(std::abs(Simulation(world, {}).threshold() - 1e-9 * 50) < 1e-20);
}

TEST_CASE("a force that only the end of a step sees changes the velocity: such a step is made shorter") {
    // 3 N on 3 kg from t = 0.01 s on, which is the end of the frame. Of a step h the method makes h/6 of the
    // velocity, its halves h/12, at the same place: too much if h h/12 > 1e-6 m, so h is below 0.0035 s.
    World world = without_gravity(0.0);
    world.add(box_body({1, 1, 1}, 3.0, {}), box_shape({1, 1, 1}));
    world.forces = [](double t, std::span<RigidBody> bodies) {
        if (t >= 0.01) bodies[0].force.x = 3.0;
    };
    Simulation simulation(world, with_step(0.01));
    REQUIRE(simulation.advance() == Outcome::finished);
    const double v = simulation.world().bodies[0].velocity.x;
    CHECK(v > 0.0);
    CHECK(v < 0.0035 / 6);
}

TEST_CASE("where a step fails, the bodies are where they were before it") {
    World world = without_gravity(0.0);
    world.add(rigid::make_body("ball", rigid::ball_mass(1.0, 1e-8), {}), collide::make_ball(1.0));
    rigid::set_velocity(world.bodies[0], {2, 0, 0}, {});
    world.forces = [](double t, std::span<RigidBody> bodies) {
        if (t > 0.015) bodies[0].force.y = 1e308;
    };
    Simulation simulation(world, with_step(0.01));
    CHECK(simulation.advance() == Outcome::finished);
    CHECK(simulation.advance() == Outcome::blew_up);
    const RigidBody& ball = simulation.world().bodies[0];
    CHECK(simulation.world().time >= 0.01);
    CHECK(std::abs(ball.position.x - 2 * simulation.world().time) < 1e-15);
    CHECK(ball.position.y == 0.0);
    CHECK(ball.velocity == Vec3{2, 0, 0});
}

TEST_CASE("a body that turns by 2 rad in the shortest step stays where it was, though the step was tried") {
    World world = without_gravity(0.0);
    world.add(rigid::make_body("ball", rigid::ball_mass(1.0, 3.0), {}), collide::make_ball(1.0));
    rigid::set_velocity(world.bodies[0], {3, 0, 0}, {0, 0, 200});
    Settings settings = with_step(0.01);
    settings.steps_per_frame = 1;
    Simulation simulation(world, settings);
    CHECK(simulation.advance() == Outcome::too_fast);
    CHECK(simulation.world().time == 0.0);
    CHECK(simulation.world().bodies[0].position == Vec3{});
    CHECK(simulation.world().bodies[0].quaternion == Quaternion{});
}

TEST_CASE("the forces that are shown are those at the start of the step") {
    // 3 kg on the floor; a pull of t/(0.01 s) half its weight takes half of the forces away within the frame.
    World world = world_with_floor(0.0);
    add_box(world, {1, 1, 1}, {0, 0, 0.5}, {}, 3.0);
    const double weight = 3.0 * 9.81;
    world.forces = [=](double t, std::span<RigidBody> bodies) {
        bodies[1].force += Vec3{0, 0, 0.5 * weight * t / 0.01};
    };
    Simulation simulation(world, with_step(0.01));
    REQUIRE(simulation.advance() == Outcome::finished);
    double sum = 0.0;
    for (double f : simulation.forces()) sum += f;
    CHECK(std::abs(sum - weight) < 1e-9);
}
