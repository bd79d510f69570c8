#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "restraint/collide/shapes.h"
#include "restraint/contact/adjust.h"
#include "restraint/contact/methods.h"
#include "restraint/rigid/mass.h"
#include "worlds.h"

using namespace restraint;
using namespace restraint::contact;

TEST_CASE("where no impulses exist, the frame ends with that outcome, and nothing has moved") {
    // A press, a fixed body that is driven down at 1 m/s, meets a block on the floor.
    World world = world_with_floor(0.0);
    const std::size_t block = add_box(world, {1, 1, 1}, {0, 0, 0.5}, {}, 3.0);
    const std::size_t press = world.add(rigid::make_fixed("press", {0, 0, 1.5}), box_shape({1, 1, 1}));
    rigid::set_velocity(world.bodies[press], {0, 0, -1}, {});
    Simulation simulation(world, with_step(0.01));
    CHECK(simulation.advance() == Outcome::no_impulses);
    CHECK(simulation.record().unsolved == 1);
    CHECK(simulation.record().frames == 0);
    CHECK(simulation.world().time == 0.0);
    CHECK(simulation.world().bodies[block].position == Vec3{0, 0, 0.5});
    CHECK(to_string(Outcome::no_impulses) == "no impulses were found");
}

TEST_CASE("where no forces exist, the run ends with an outcome, whatever the way to find them") {
    // A rod of 2 m between two driven posts that move across it, in opposite directions, at v: its ends would
    // have to leave their circles, by v^2/(1 m), for the posts have no acceleration. Beside gravity that is
    // 1e-5 for v = 0.01 m/s. Ways that let it pass are stopped by the velocities, which contradict each
    // other as soon as the posts have moved.
    for (double v : {1.0, 0.1, 0.01}) {
        World world;
        for (double side : {-1.0, 1.0}) {
            world.add(rigid::make_fixed("post", {side, 0, 0}), collide::make_ball(0.01));
            rigid::set_velocity(world.bodies.back(), {0, side * v, 0}, {});
        }
        world.add(box_body({2, 0.1, 0.1}, 3.0, {}), box_shape({2, 0.1, 0.1}));
        rigid::set_velocity(world.bodies[2], {}, {0, 0, v});
        world.link(2, 0, {-1, 0, 0});
        world.link(2, 1, {1, 0, 0});
        for (ForceMethod method : {projected_forces, program_forces, heuristic_forces}) {
            Settings settings = with_step(0.01);
            settings.forces = method;
            Simulation simulation(world, settings);
            Outcome outcome = simulation.advance();
            if (method.find == nullptr || v == 1.0) {
                CHECK(outcome == Outcome::no_forces);
                CHECK(simulation.world().bodies[2].position == Vec3{});
            }
            for (int k = 0; k < 2 && outcome == Outcome::finished; ++k) outcome = simulation.advance();
            CHECK(outcome != Outcome::finished);
            CHECK(simulation.record().unsolved >= 1);
            CHECK(simulation.record().largest_joint_error < simulation.tolerance());
        }
    }
    CHECK(to_string(Outcome::no_forces) == "no contact and joint forces were found");
    CHECK(to_string(Outcome::finished) == "finished");
    CHECK(to_string(Outcome::no_contact_time) ==
          "bodies overlap, but no time of contact was found; a shorter step may help");
}

TEST_CASE("two bars of 1 m that a post draws straight: the run ends when they are straight, no joint opens") {
    // The post goes from 1.9 m to 2 m at 0.1 m/s: in 1 s.
    World world;
    world.gravity = {};
    world.add(rigid::make_fixed("post", {0, 0, 0}), collide::make_ball(0.01));
    world.add(rigid::make_fixed("driven", {1.9, 0, 0}), collide::make_ball(0.01));
    rigid::set_velocity(world.bodies[1], {0.1, 0, 0}, {});
    const double height = std::sqrt(1.0 - 0.95 * 0.95), angle = std::atan2(height, 0.95);
    // The angle sinks at w, which takes the middle along with half the post's speed: w height = 0.05 m/s.
    for (double side : {-1.0, 1.0}) {
        world.add(box_body({1, 0.1, 0.1}, side < 0 ? 3.0 : 5.0, {0.95 + 0.475 * side, 0, 0.5 * height},
                           from_rotation_vector({0, side * angle, 0})),
                  box_shape({1, 0.1, 0.1}));
        const double w = -0.05 / height;
        rigid::set_velocity(world.bodies.back(), {0.05 + 0.025 * side, 0, 0.5 * 0.95 * w}, {0, side * w, 0});
    }
    world.link(2, 0, {0, 0, 0});
    world.link(3, 1, {1.9, 0, 0});
    world.link(3, 2, {0.95, 0, height});
    world.ignored = {{0, 3}, {1, 2}};
    Simulation simulation(world, with_step(0.01));
    Outcome outcome = Outcome::finished;
    while (outcome == Outcome::finished && simulation.world().time < 1.5) outcome = simulation.advance();
    CHECK(outcome == Outcome::no_forces);
    CHECK(std::abs(simulation.world().time - 1.0) <= 0.01);
    CHECK(simulation.record().largest_joint_error < simulation.tolerance());
}

TEST_CASE("the notes' A, b and quadratic program give the motion of the projection [PBM-G-code-CCF]") {
    World world = world_with_floor(0.3);
    add_box(world, {1, 0.6, 0.4}, {0, 0, 0.2}, {}, 2.0);
    add_box(world, {0.5, 0.6, 0.4}, {0.2, 0.1, 1.0}, from_rotation_vector({0.2, 0.3, 0.1}), 5.0);
    std::vector<Vec3> places;
    for (ForceMethod method : {projected_forces, notes_forces, program_forces}) {
        Settings settings = with_step(0.01);
        settings.contact_tolerance = 1e-4;
        settings.forces = method;
        Simulation simulation(world, settings);
        run(simulation, 0.5, 1e-4);
        CHECK(simulation.record().collisions > 0);
        places.push_back(simulation.world().bodies[2].position);
    }
    CHECK(norm(places[1] - places[0]) < 1e-7);
    CHECK(norm(places[2] - places[0]) < 1e-7);
    world.link(0, 1, {0, 0, 0});
    Settings settings;
    settings.forces = notes_forces;
    CHECK_THROWS_WITH_AS(
        Simulation(world, settings),
        "the method of forces `notes` knows no joints; projected_forces and program_forces do",
        std::invalid_argument);
}

TEST_CASE("of the forces under a block and a stack the least ones are shown: each corner bears a quarter") {
    World world = world_with_floor(0.0);
    add_box(world, {1, 1, 0.5}, {0, 0, 0.25}, {}, 6.0);   // 3 kg
    add_box(world, {1, 1, 0.5}, {0, 0, 0.75}, {}, 10.0);  // 5 kg
    Simulation simulation(world, with_step(0.01));
    REQUIRE(simulation.advance() == Outcome::finished);
    REQUIRE(simulation.contacts().size() == 8);
    const Vector forces = simulation.forces();
    for (std::size_t i = 0; i < 8; ++i) {
        const Contact& c = simulation.contacts()[i];
        const double weight = c.a == 0 || c.b == 0 ? 8.0 * 9.81 : 5.0 * 9.81;
        CHECK(std::abs(forces[i] - weight / 4) < 1e-6);
    }
}

TEST_CASE("least forces: f_1 + f_2 = 6 N on one line are 3 N each, and a force that would pull is zero") {
    // Two contacts at one point.
    const ForceSystem same{{{2, 2}, {2, 2}}, {-12, -12}, 2};
    CHECK(max_norm(least_forces(same, {6, 0}) - Vector{3, 3}) < 1e-12);
    // Levers 1, 2, 3 m: f_1 + f_2 + f_3 = 1 and f_1 + 2 f_2 + 3 f_3 = 1 leave only f_1 = 1.
    const Matrix j{{1, 1}, {1, 2}, {1, 3}};
    const ForceSystem levers{j * transpose(j), {0, 0, 0}, 3};
    CHECK(max_norm(least_forces(levers, {1, 0, 0}) - Vector{1, 0, 0}) < 1e-9);
    CHECK(least_forces({Matrix(0, 0), {}, 0}, {}).empty());
    // What the row of the first leaves of the second is nothing; and of the lever of 2 m, the largest pivot
    // being 10: 5 - 7^2/10 = .1 and, for the lever of 1 m, 2 - 4^2/10 = .4, of which the next pivot is made.
    Matrix left = same.a;
    CHECK(independent_rows(left, {0, 1}, 1e-10) == std::vector<std::size_t>{0});
    CHECK(left(1, 1) == 0.0);
    left = levers.a;
    CHECK(independent_rows(left, {0, 1, 2}, 1e-10) == std::vector<std::size_t>{2, 0});
    CHECK(std::abs(left(0, 0) - 0.4) < 1e-14);
    CHECK(std::abs(left(1, 1)) < 1e-14);
}

TEST_CASE("a table, one body of five convex parts, falls on its four legs and stands [claim CL-K-12]") {
    World world = world_with_floor(0.1);
    const Vec3 top{1, 0.8, 0.05}, leg{0.05, 0.05, 0.5};
    std::vector<rigid::MassProperties> masses{rigid::box_mass(top, 600)};
    std::vector<rigid::Polyhedron> solids{rigid::make_box(top)};
    for (double x : {-0.45, 0.45})
        for (double y : {-0.35, 0.35}) {
            const rigid::Pose pose{{x, y, -0.275}, Mat3::identity()};
            masses.push_back(rigid::moved(rigid::box_mass(leg, 600), pose));
            solids.push_back(rigid::moved(rigid::make_box(leg), pose));
        }
    const rigid::MassProperties whole = rigid::united(masses);
    std::vector<collide::ConvexShape> parts;
    for (const rigid::Polyhedron& solid : solids)
        parts.push_back(collide::make_convex(rigid::moved(solid, {-whole.center, Mat3::identity()})));
    const double height = 0.525 + whole.center.z;  // of the centre over the feet
    RigidBody body = rigid::make_body("table", {whole.mass, {}, whole.inertia}, {0, 0, height + 0.1},
                                      from_rotation_vector({0.02, 0.03, 0}));
    world.add(body, parts);
    Settings settings = with_step(0.01);
    settings.contact_tolerance = 1e-4;
    Simulation simulation(world, settings);
    for (int k = 0; k < 150; ++k) {
        REQUIRE(simulation.advance() == Outcome::finished);
        REQUIRE(deepest(simulation.world()) <= 1.01 * simulation.tolerance());
    }
    CHECK(simulation.record().unsolved == 0);
    CHECK(simulation.contacts().size() == 16);  // the four corners of each foot
    CHECK(std::abs(simulation.world().bodies[1].position.z - height) < 2e-4);
    CHECK(rigid::kinetic_energy(simulation.world().bodies) < 1e-6);
}

TEST_CASE("a centre of mass 1e-7 m beyond the edge lifts the contacts behind, 1e-7 before it does not") {
    for (double beyond : {-1e-7, 1e-7}) {
        World world;
        world.add(rigid::make_fixed("table", {-1, 0, -0.5}), box_shape({2, 2, 1}));  // its edge at x = 0
        add_box(world, {1, 0.6, 0.4}, {beyond, 0, 0.2}, {}, 5.0);
        add_external_forces(world, world.bodies, 0.0);
        const std::vector<Contact> contacts = world::find_contacts(world, 1e-9);
        REQUIRE(contacts.size() == 4);
        const gauss::Projection motion = project_accelerations(contacts, {}, world.bodies);
        apply_contact_forces(contacts, {}, world.bodies, motion.multipliers);
        std::size_t lifted = 0;
        for (const Contact& c : contacts) lifted += gap_acceleration(c, world.bodies) > 1e-9;
        CHECK(lifted == (beyond > 0 ? 2u : 0u));
    }
}

TEST_CASE(
    "least forces: two contacts whose rows differ by 1e-8 have forces of their own; by 1e-12 they share") {
    // f_1 + f_2 = 1 N and f_1 + (1 + s) f_2 = 1 N leave only f_2 = 0; without the second, 1/2 N each.
    const auto forces = [](double s) { return least_forces({{{1, 1}, {1, 1 + s}}, {-1, -1}, 2}, {1, 0}); };
    CHECK(max_norm(forces(1e-8) - Vector{1, 0}) < 1e-6);  // 1e-16 over 1e-8, and some
    CHECK(max_norm(forces(1e-12) - Vector{0.5, 0.5}) < 1e-9);
}

TEST_CASE("a block that is lifted with 1 + 1e-7 of its weight is not pressed, with 1 + 1e-10 it is") {
    for (const auto& [excess, height] : {std::pair{1e-7, 1e-6}, std::pair{1e-10, 0.0}}) {
        World world = world_with_floor(0.0);
        const std::size_t block = add_box(world, {1, 1, 0.5}, {0, 0, 0.25 + 1e-6}, {}, 6.0);  // 3 kg
        const double lift = 3.0 * norm(world.gravity) * (1 + excess);
        world.forces = [=](double, std::span<RigidBody> bodies) { bodies[block].force += Vec3{0, 0, lift}; };
        CloseFinder finder;
        const std::vector<Contact> contacts =
            contact_points(world, finder.find(world, poses_of(world), 1e-4), 1e-4);
        REQUIRE(contacts.size() == 4);
        for (const Contact& c : bring_to_rest(world, contacts, 1e-3)) CHECK(std::abs(c.gap - height) < 1e-14);
    }
}

TEST_CASE("a step starts with an overlap of a twentieth of the tolerance as it is, a fifth of it is closed") {
    const double tolerance = 1e-4;
    for (const auto& [share, left] : {std::pair{0.05, 0.05}, std::pair{0.2, 0.0}}) {
        World world = world_with_floor(0.0);
        const std::size_t block = add_box(world, {1, 1, 0.5}, {0, 0, 0.25 - share * tolerance}, {}, 6.0);
        CloseFinder finder;
        close_faults(world, finder, tolerance);
        CHECK(std::abs(world.bodies[block].position.z - (0.25 - left * tolerance)) < 1e-14);
    }
}
