#include "restraint/contact/simulation.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "../claims.h"
#include "bodies.h"
#include "brute_force.h"

using namespace restraint;
using namespace restraint::contact;

namespace {

// A floor whose top is z = 0.
World world_with_floor(double restitution) {
    World world;
    world.restitution = restitution;
    world.add(rigid::make_fixed("floor", {0, 0, -0.5}), box_shape({20, 20, 1}));
    return world;
}

std::size_t add_box(World& world, Vec3 size, Vec3 position, Quaternion turn = {}, double density = 1.0) {
    return world.add(rigid::make_body("box" + std::to_string(world.bodies.size()),
                                      rigid::box_mass(size, density), position, turn),
                     box_shape(size));
}

// Runs to the time, checking every frame that nothing is in anything by brute force, and that the energy does
// not grow.
void run(Simulation& simulation, double time, double energy_tolerance) {
    double energy = total_energy(simulation.world());
    while (simulation.world().time < time - 1e-9) {
        simulation.advance();
        REQUIRE(deepest(simulation.world()) <= 1.01 * simulation.tolerance());
        const double now = total_energy(simulation.world());
        REQUIRE(now <= energy + energy_tolerance);
        energy = std::min(energy, now);
    }
    CHECK(simulation.record().unsolved == 0);
    CHECK(simulation.record().stalled_frames == 0);
}

Settings with_step(double step) {
    Settings settings;
    settings.step = step;
    return settings;
}

}  // namespace

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
        simulation.advance();
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
        rigid::set_velocity(ball, random_vector(random, 2.0), random_vector(random, 1.0));
        world.add(ball, collide::make_ball(0.3));
    }
    Simulation simulation(world, with_step(0.02));
    const double energy = rigid::kinetic_energy(simulation.world().bodies);
    while (simulation.world().time < 4.0) simulation.advance();
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
                                  from_rotation_vector(random_vector(random)));
        rigid::set_velocity(body, {-side, 0, 0}, random_vector(random));
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
        while (simulation.world().time < 2.0) simulation.advance();
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
    for (double shift : {0.3, 0.35}) {
        World stack = world_with_floor(0.2);
        for (int i = 0; i < 5; ++i) add_box(stack, {1, 0.5, 0.25}, {shift * i, 0, 0.125 + 0.25 * i});
        Simulation falling(stack, settings);
        run(falling, 1.2, 1e-4);
        CHECK(falling.world().bodies[4].position.z < 0.5);
    }

    World dominoes = world_with_floor(0.0);
    for (int i = 0; i < 5; ++i) add_box(dominoes, {0.1, 0.5, 1}, {0.6 * i, 0, 0.5});
    rigid::set_velocity(dominoes.bodies[1], {0.6, 0, 0}, {0, 1.2, 0});  // the first one is pushed at its top
    Simulation knocking(dominoes, settings);
    run(knocking, 2.2, 1e-4);
    for (std::size_t i = 1; i <= 5; ++i) CHECK(knocking.world().bodies[i].position.z < 0.4);
    CHECK(knocking.record().collisions >= 4);
    measured("CL-K-12",
             "all fall; deepest overlap of the dominoes " + figure(deepest(knocking.world())) + " m");
}

TEST_CASE("random boxes fall on each other: every way to the impulses and forces keeps them apart") {
    const std::uint64_t seed = 113;
    for (ForceMethod forces : {ForceMethod::projection, ForceMethod::program, ForceMethod::heuristic})
        for (ImpulseModel impulses : {ImpulseModel::simultaneous, ImpulseModel::sequential}) {
            CAPTURE(seed);
            CAPTURE(static_cast<int>(forces));
            CAPTURE(static_cast<int>(impulses));
            Random random(seed);
            World world = world_with_floor(0.3);
            for (int i = 0; i < 4; ++i) {
                const Vec3 size = Vec3{0.6, 0.6, 0.6} + random_vector(random, 0.3);
                add_box(world, size, {0.2 * (i % 2), 0.1 * (i % 3), 0.9 + 1.5 * i},
                        from_rotation_vector(random_vector(random, 2.0)));
            }
            Settings settings = with_step(0.01);
            settings.forces = forces;
            settings.impulses = impulses;
            settings.contact_tolerance = 1e-4;
            Simulation simulation(world, settings);
            // The heuristic may apply forces that are not right, and these add energy.   [BARAFF89-25]
            run(simulation, 1.5, forces == ForceMethod::heuristic ? 1e-2 : 1e-3);
            CHECK(simulation.record().collisions > 5);
        }
}

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
        simulation.advance();
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
    for (ImpulseModel impulses : {ImpulseModel::simultaneous, ImpulseModel::sequential}) {
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

TEST_CASE("two runs give the same bits") {
    World world = world_with_floor(0.4);
    for (int i = 0; i < 3; ++i)
        add_box(world, {0.5, 0.6, 0.7}, {0.1 * i, 0, 0.6 + i}, from_rotation_vector({0.3, 0.5 * i, 0}));
    Simulation first(world, with_step(0.01)), second(world, with_step(0.01));
    for (int k = 0; k < 100; ++k) {
        first.advance();
        second.advance();
    }
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(first.world().bodies[i].position == second.world().bodies[i].position);
        CHECK(first.world().bodies[i].quaternion == second.world().bodies[i].quaternion);
    }
}

TEST_CASE(
    "penalty springs sink in proportion to the weight; contact forces do not let in at all [claim CL-K-10]") {
    // On a spring of stiffness k the depth is m g/k: ten times as much for ten times the mass.
    const double k = 1e4;
    double depths[2] = {0, 0};
    for (int i = 0; i < 2; ++i) {
        const double mass = i == 0 ? 1.0 : 10.0;
        depths[i] = mass * 9.81 / k;
        World world = world_with_floor(0.0);
        world.add(box_body({1, 1, 1}, mass, {0, 0, 0.5}), box_shape({1, 1, 1}));
        Simulation simulation(world, with_step(0.01));
        for (int step = 0; step < 20; ++step) simulation.advance();
        CHECK(std::abs(simulation.world().bodies[1].position.z - 0.5) < 1e-15 * 4);
    }
    CHECK(std::abs(depths[1] / depths[0] - 10) < 1e-12);
    measured("CL-K-10",
             "springs: depths in the ratio " + figure(depths[1] / depths[0]) + "; contact forces: 0");
}

TEST_CASE("worlds that make no sense are refused, each with one clear error") {
    const auto message = [](const World& world, Settings settings = {}) -> std::string {
        try {
            Simulation simulation(world, settings);
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "";
    };
    World good = world_with_floor(0.5);
    add_box(good, {1, 1, 1}, {0, 0, 0.5});
    CHECK(message(good) == "");
    World overlapping = good;
    overlapping.bodies[1].position.z = 0.25;
    CHECK(message(overlapping) == "bodies floor and box1 overlap at the start by 0.250000 m");
    World nan = good;
    nan.bodies[1].position.x = std::nan("");
    CHECK(message(nan).find("box1") != std::string::npos);
    World bouncy = good;
    bouncy.restitution = 1.5;
    CHECK(message(bouncy).find("1.500000") != std::string::npos);
    World pair = good;
    pair.restitutions[{0, 1}] = -0.5;
    CHECK(message(pair).find("floor and box1") != std::string::npos);
    World open = good;
    open.joints.push_back(make_ball_joint(open.bodies, 0, 1, {0, 0, 0.5}));
    open.bodies[1].position.z = 0.75;
    CHECK(message(open).find("open by 0.250000") != std::string::npos);
    World shapeless = good;
    shapeless.shapes.pop_back();
    CHECK(message(shapeless).find("shapes") != std::string::npos);
    World weightless = good;
    weightless.gravity.z = std::numeric_limits<double>::infinity();
    CHECK(message(weightless).find("gravity") != std::string::npos);
    CHECK(message(good, with_step(0.0)).find("step") != std::string::npos);
    Settings loose;
    loose.contact_tolerance = 0.5;
    CHECK(message(good, loose).find("tolerance") != std::string::npos);
}
