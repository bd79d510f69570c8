#include "restraint/world/world.h"

#include <cmath>
#include <limits>

#include "../refusals.h"
#include "bodies.h"
#include "restraint/collide/shapes.h"
#include "restraint/world/close_pairs.h"
#include "restraint/world/moving_contact.h"

using namespace restraint;
using namespace restraint::world;

namespace {

// A fixed floor, whose top is z = 0, and two boxes of 3 kg and 5 kg at rest above it, 4 m apart.
World two_boxes() {
    World world;
    world.add(rigid::make_fixed("floor", {0, 0, -1}), box_shape({20, 20, 2}));
    for (double mass : {3.0, 5.0}) {
        RigidBody body = box_body({1, 2, 0.5}, mass, {2 * mass, 0, 1});
        body.name = mass == 3.0 ? "low" : "high";
        world.add(body, box_shape({1, 2, 0.5}));
    }
    return world;
}

}  // namespace

TEST_CASE("worlds that make no sense are refused, each with one clear error") {
    const auto world_with = [](const std::function<void(World&)>& change) {
        World world = two_boxes();
        change(world);
        return [world] { require_sound(world); };
    };
    CHECK_NOTHROW(world_with([](World&) {})());
    const double infinity = std::numeric_limits<double>::infinity();
    const auto joint_of = [](World& w, std::size_t a, std::size_t b) {
        w.link(0, 1, {});
        w.joints[0].a = a;
        w.joints[0].b = b;
    };
    const auto hinge_with = [](World& w, Vec3 axis_a, Vec3 axis_b) {
        w.joints.push_back(make_hinge(w.bodies, 0, 1, {}, {0, 0, 3}));
        w.joints[0].axis_a = axis_a;
        w.joints[0].axis_b = axis_b;
    };
    CHECK_NOTHROW(world_with([&](World& w) { hinge_with(w, {0, 0, 1}, {0, 0.6, 0.8}); })());
    CHECK_NOTHROW(world_with([](World& w) {  // 1/M has been rounded
        rigid::set_velocity(w.bodies[1], {1, 0, 0}, {});
        w.bodies[1].velocity.x = 1 + 1e-10;
    })());
    CHECK_NOTHROW(world_with([](World& w) {  // a script says how it moves, not its momenta
        w.scripts[1] = [](double) { return Scripted{}; };
        w.bodies[1].velocity = {1, 2, 3};
    })());
    tests::check_refused({
        {world_with([](World& w) { w.bodies[1].position.x = std::nan(""); }),
         "body low: its state is not finite"},
        {world_with([](World& w) { w.bodies[2].angular_velocity.z = std::nan(""); }),
         "body high: its state is not finite"},
        {world_with([](World& w) { w.bodies[2].quaternion.s = std::nan(""); }),
         "body high: its state is not finite"},
        {world_with([&](World& w) { w.gravity.z = infinity; }), "the gravity of the world is not finite"},
        {world_with([](World& w) { w.time = std::nan(""); }), "the time of the world is not finite"},
        {world_with([](World& w) { w.parts[2].shape = {}; }),
         "a part of body high has no vertices; make_convex and make_ball make shapes"},
        {world_with([&](World& w) {
             joint_of(w, 0, 1);
             w.joints[0].anchor_b.y = std::nan("");
         }),
         "the joint of floor and low needs finite anchors, and a hinge axes of length 1"},
        {world_with([&](World& w) {
             joint_of(w, 0, 1);
             w.joints[0].anchor_a.y = infinity;
         }),
         "the joint of floor and low needs finite anchors, and a hinge axes of length 1"},
        {world_with([&](World& w) {
             hinge_with(w, {0, 0, 2}, {0, 0, 1});
         }),
         "the joint of floor and low needs finite anchors, and a hinge axes of length 1"},
        {world_with([&](World& w) {
             hinge_with(w, {0, 0, 1}, {0, 0, 0});
         }),
         "the joint of floor and low needs finite anchors, and a hinge axes of length 1"},
        {world_with([](World& w) { w.bodies[1].mass = 3.00001; }),
         "body low: its mass and its inverse mass do not belong together; make_body sets both"},
        {world_with([](World& w) {
             rigid::set_velocity(w.bodies[1], {1, 0, 0}, {});
             w.bodies[1].velocity.x = 1 + 1e-7;
         }),
         "body low: its velocities are not those of its momenta, P/M and I^-1 L; set_velocity sets both"},
        {world_with([](World& w) { w.restitution = 1.5; }),
         "the restitution of the world is 1.500000, but must be between 0 and 1"},
        {world_with([](World& w) { w.restitution = std::nan(""); }),
         "the restitution of the world is nan, but must be between 0 and 1"},
        {world_with([](World& w) {
             w.restitutions[{0, 1}] = -0.5;
         }),
         "the restitution of floor and low is -0.500000, but must be between 0 and 1"},
        {world_with([](World& w) {
             w.restitutions[{1, 0}] = 0.5;
         }),
         "a restitution names the pair 1, 0; the smaller number comes first"},
        {world_with([](World& w) {
             w.restitutions[{0, 3}] = 0.5;
         }),
         "a restitution names body 3, but there are 3"},
        {world_with([](World& w) { w.ignored.emplace(2, 1); }),
         "an ignored pair names the pair 2, 1; the smaller number comes first"},
        {world_with([](World& w) { w.ignored.emplace(1, 7); }),
         "an ignored pair names body 7, but there are 3"},
        {world_with([&](World& w) { joint_of(w, 1, 9); }), "a joint names body 9, but there are 3"},
        {world_with([&](World& w) { joint_of(w, 3, 1); }), "a joint names body 3, but there are 3"},
        {world_with([&](World& w) { joint_of(w, 1, 1); }),
         "a joint names body 1, low, twice; it needs two different ones"},
        {world_with([](World& w) { w.parts[2].body = 3; }), "a part names body 3, but there are 3"},
        {world_with([](World& w) { w.scripts[3] = {}; }), "a script names body 3, but there are 3"},
        {world_with([](World& w) {
             w.frozen = {0, 1};
         }),
         "the frozen marks are 2, but there are 3 bodies"},
        {world_with([](World& w) { w.bodies[1].velocity.x = 1e-8; }),
         "body low: its velocities are not those of its momenta, P/M and I^-1 L; set_velocity sets both"},
        {world_with([](World& w) { w.bodies[1].angular_velocity.x = 1.0; }),
         "body low: its velocities are not those of its momenta, P/M and I^-1 L; set_velocity sets both"},
        {world_with([](World& w) {
             w.bodies[1].orientation = to_matrix(from_rotation_vector({0, 0, 1}));
         }),
         "body low: its matrix and its quaternion are different rotations; set_orientation sets both"},
    });
    CHECK_NOTHROW(world_with([](World& w) { rigid::set_velocity(w.bodies[1], {1, 2, 3}, {4, 5, 6}); })());
    CHECK_NOTHROW(world_with([](World& w) { rigid::set_velocity(w.bodies[0], {1, 2, 3}, {4, 5, 6}); })());
}

TEST_CASE("energy, speed and sizes are those of the bodies that are moved by forces") {
    World world = two_boxes();
    rigid::set_velocity(world.bodies[1], {2, 0, 0}, {});         // 1/2 3 2^2 = 6 J
    rigid::set_velocity(world.bodies[2], {0, 0, 1}, {3, 0, 0});  // 2.5 J and 1/2 5/12 (4 + .25) 9 J
    const double turning = 0.5 * 5.0 / 12 * 4.25 * 9;
    CHECK(std::abs(total_energy(world) - (6 + 2.5 + turning + 8 * 9.81)) < 1e-12);
    CHECK(std::abs(fastest_speed(world) - (1 + 0.5 * 2 * 3)) < 1e-15);  // the longest side is 2 m
    CHECK(mean_size(world) == 2.0);
    world.add(box_body({1, 1, 1}, 2.0, {0, 0, 9}), box_shape({1, 1, 1}));
    CHECK(mean_size(world) == (2.0 + 2.0 + 1.0) / 3);
    CHECK(smallest_size(world) == 1.0);
    World still;
    CHECK(mean_size(still) == 1.0);
    still.add(rigid::make_fixed("floor", {}), box_shape({20, 4, 2}));
    CHECK(mean_size(still) == 20.0);
    CHECK(smallest_size(still) == 20.0);
    world.scripts[2] = [](double) { return Scripted{}; };
    CHECK(std::abs(total_energy(world) - (6 + 3 * 9.81 + 2 * 9 * 9.81)) < 1e-12);
    CHECK(fastest_speed(world) == 2.0);
}

TEST_CASE("parts of one body, jointed, ignored and still pairs do not touch; others do") {
    World world = two_boxes();
    const std::size_t bar =
        world.add(box_body({1, 1, 1}, 2.0, {0, 0, 9}), {box_shape({1, 1, 1}), collide::make_ball(0.7)});
    CHECK(bar == 3);
    CHECK(world.may_touch(0, 1));
    CHECK(world.may_touch(1, 2));
    CHECK(!world.may_touch(3, 4));  // two parts of the bar
    CHECK(world.may_touch(4, 1));
    world.ignored.insert({1, 2});
    CHECK(!world.may_touch(2, 1));
    world.link(bar, 1, {0, 0, 5});
    CHECK(!world.may_touch(1, 4));
    CHECK(world.may_touch(2, 4));
    world.frozen = {0, 0, 1, 1};
    CHECK(!world.may_touch(2, 4));  // both frozen
    CHECK(!world.may_touch(2, 0));  // frozen and fixed
    CHECK(world.may_touch(1, 0));
    world.restitutions[{1, 2}] = 0.125;
    CHECK(world.restitution_of(2, 1) == 0.125);
    CHECK(world.restitution_of(0, 1) == 0.5);
}

TEST_CASE("the finder gives pairs nearer than asked, and a witness answers where bodies move a little") {
    World world = two_boxes();
    world.bodies[1].position.z = 0.25 + 1e-3;  // 1 mm above the floor
    CloseFinder finder;
    CHECK(finder.find(world, poses_of(world), 0.9e-3).empty());
    const auto near = finder.find(world, poses_of(world), 1.1e-3);
    REQUIRE(near.size() == 1);
    CHECK(near[0].parts == collide::Pair{0, 1});
    CHECK(std::abs(near[0].separation.distance - 1e-3) < 1e-15);
    CHECK(deepest_overlap(near) == 0.0);
    const std::size_t hits = finder.hits();
    world.bodies[1].position.x += 0.125;
    finder.find(world, poses_of(world), 1.1e-3);
    CHECK(finder.hits() == hits + 1);
    CHECK(find_contacts(world, 1.1e-3).size() == 4);
    world.bodies[1].position.z = 0.25 + 0.125;  // exact: nearer than 1/8 m it is not
    CHECK(CloseFinder().find(world, poses_of(world), 0.125).empty());
    world.bodies[2].position.z = 0.125;
    CHECK(std::abs(deepest_overlap(CloseFinder().find(world, poses_of(world), 0.0)) - 0.125) < 1e-15);
}

TEST_CASE("a plane that keeps two bodies as far apart as asked answers, though a better one exists") {
    // Two cubes on their edges, so that the boxes around them overlap, face each other 1.1 sqrt(2) - 1 =
    // 0.556 m apart. When one is turned by 0.1 rad, about 0.556 - (1/2) sin(0.1) m are left in
    // front of its face.
    const double quarter = std::acos(0.0) / 2;
    World world;
    for (double x : {0.0, 1.1}) {
        world.add(box_body({1, 1, 1}, 3.0, {x, x, 0}, from_rotation_vector({0, 0, quarter})),
                  box_shape({1, 1, 1}));
    }
    CloseFinder finder;
    CHECK(finder.find(world, poses_of(world), 0.25).empty());
    const std::size_t hits = finder.hits();
    rigid::set_orientation(world.bodies[0], from_rotation_vector({0, 0, quarter + 0.1}));
    rigid::set_orientation(world.bodies[1], from_rotation_vector({0, 0, quarter - 0.1}));
    CHECK(finder.find(world, poses_of(world), 0.25).empty());
    CHECK(finder.questions() == 2);
    CHECK(finder.hits() == hits + 1);
}

TEST_CASE(
    "edges that cross at 1e-6 rad have their cross product for a normal; at 1e-8 rad the contact stays") {
    const std::vector<RigidBody> bodies{box_body({1, 1, 1}, 3.0, {0, 0, 1}), box_body({1, 1, 1}, 5.0, {})};
    for (double angle : {1e-6, 1e-8}) {
        Contact contact;
        contact.kind = ContactKind::edge_edge;
        contact.a = 0, contact.b = 1;
        contact.edge_a = {1, 0, 0};
        contact.edge_b = {std::cos(angle), std::sin(angle), 0};
        contact.normal = {0, 0.6, 0.8};  // as if it were that of an earlier moment
        contact.point = contact.core_a = contact.core_b = {0, 0, 0.5};
        const Contact now = MovingContact(contact, bodies).now(bodies);
        CHECK(norm(now.normal - (angle > 1e-7 ? Vec3{0, 0, 1} : contact.normal)) < 1e-9);
        CHECK(is_finite(now.point));
    }
}
