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

TEST_CASE("where no forces exist, the frame ends with that outcome, whatever the way to find them") {
    // A rod of 2 m between two driven posts that move across it, in opposite directions: its ends would have
    // to leave their circles, for the posts have no acceleration.
    World world;
    for (double side : {-1.0, 1.0}) {
        world.add(rigid::make_fixed("post", {side, 0, 0}), collide::make_ball(0.01));
        rigid::set_velocity(world.bodies.back(), {0, side, 0}, {});
    }
    world.add(box_body({2, 0.1, 0.1}, 3.0, {}), box_shape({2, 0.1, 0.1}));
    rigid::set_velocity(world.bodies[2], {}, {0, 0, 1});
    world.link(2, 0, {-1, 0, 0});
    world.link(2, 1, {1, 0, 0});
    for (ForceMethod method : {projected_forces, program_forces, heuristic_forces}) {
        Settings settings = with_step(0.01);
        settings.forces = method;
        Simulation simulation(world, settings);
        CHECK(simulation.advance() == Outcome::no_forces);
        CHECK(simulation.record().unsolved >= 1);
        CHECK(simulation.world().bodies[2].position == Vec3{});
    }
    CHECK(to_string(Outcome::no_forces) == "no contact and joint forces were found");
    CHECK(to_string(Outcome::finished) == "finished");
    CHECK(to_string(Outcome::no_contact_time) ==
          "bodies overlap, but no time of contact was found; a shorter step may help");
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
    CHECK(independent_rows(same.a, {0, 1}, 1e-10).size() == 1);
    CHECK(independent_rows(levers.a, {0, 1, 2}, 1e-10).size() == 2);
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
