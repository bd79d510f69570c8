// Collisions one after the other; those at once are in simultaneous_test.cpp.

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <vector>

#include "../claims.h"
#include "collisions.h"
#include "restraint/collide/shapes.h"
#include "restraint/rigid/mass.h"

using namespace restraint;
using namespace restraint::contact;

TEST_CASE(
    "one collision: the gap recedes with eps times its approach, and (1 - eps^2) v^2/(2 K) of energy is lost "
    "[PBM-G-8.10, PBM-G-8.18, claim CL-G-06]") {
    // v- and v+ [PBM-G-8.3] with J = j n on A, -j n on B [PBM-G-8.7, PBM-G-8.12]; 1/K [PBM-G-8.16]
    const std::uint64_t seed = 95;
    Random random(seed);
    for (int trial = 0; trial < 200; ++trial) {
        CAPTURE(seed);
        CAPTURE(trial);
        const std::vector<RigidBody> before{random_body(random), random_body(random)};
        Contact contact = random_contact(random, 0, 1);
        if (gap_velocity(contact, before) > 0) contact.normal = -contact.normal;
        const double v = gap_velocity(contact, before), k = gap_mobility(contact, before);
        for (double epsilon : {0.0, 0.4, 1.0}) {
            std::vector<RigidBody> bodies = before;
            const double j = collision_impulse(contact, bodies, epsilon);
            add_impulse(contact, j * contact.normal, bodies);
            CHECK(std::abs(gap_velocity(contact, bodies) + epsilon * v) < 1e-13);
            const double energy = rigid::kinetic_energy(before),
                         lost = energy - rigid::kinetic_energy(bodies);
            if (trial == 0)
                measured("CL-G-06", "eps = " + figure(epsilon) + ": lost " + figure(2 * k * lost / (v * v)) +
                                        " of v^2/(2 K)");
            // Of the energy of the approach, v^2/(2 K), eps^2 is kept, not eps.   [ROTE-c, erratum R16]
            CHECK(std::abs(lost - (1 - epsilon * epsilon) * v * v / (2 * k)) < 1e-12 * energy);
            CHECK(norm(rigid::linear_momentum(bodies) - rigid::linear_momentum(before)) < 1e-14 * 10);
            CHECK(norm(rigid::angular_momentum(bodies) - rigid::angular_momentum(before)) < 1e-14 * 20);
            // Points of A change their velocity by j (n/M + (I^-1 (r x n)) x r); the notes' brackets, which
            // take n/M into the cross product, give something else.   [PBM-G-8.13, erratum G14]
            const RigidBody& a = before[0];
            const Vec3 r = contact.point - a.position, n = contact.normal,
                       turn = a.inverse_inertia * cross(r, n);
            const Vec3 change =
                rigid::point_velocity(bodies[0], contact.point) - rigid::point_velocity(a, contact.point);
            CHECK(norm(change - j * (n / a.mass + cross(turn, r))) < 1e-13 * (1 + norm(change)));
            CHECK(norm(change - j * cross(n / a.mass + turn, r)) > 1e-6 * norm(change));
        }
        // The inelastic collision loses most: energy is a parabola in j with its minimum there.
        // [erratum O14]
        CHECK(k > 0);
    }
}

TEST_CASE("the same impulse with the normal turned over and the bodies exchanged [erratum G30]") {
    const std::uint64_t seed = 96;
    Random random(seed);
    const std::vector<RigidBody> bodies{random_body(random), random_body(random)};
    Contact contact = random_contact(random, 0, 1), other = contact;
    std::swap(other.a, other.b);
    other.normal = -contact.normal;
    CHECK(std::abs(collision_impulse(contact, bodies, 0.5) - collision_impulse(other, bodies, 0.5)) < 1e-14);
    // With A and B exchanged but the normal kept, the body would be drawn in.
    other.normal = contact.normal;
    CHECK(std::abs(collision_impulse(contact, bodies, 0.5) + collision_impulse(other, bodies, 0.5)) < 1e-14);
}

TEST_CASE(
    "a cube dropped flat bounces off askew, differently for each order; all corners at once, straight"
    " [PBM-G-code-FindAll, PBM-G-code-collision, claim CL-G-05]") {
    // By hand for the first impulse, eps = 1/2: K = 1 + 6 (1/4 + 1/4) = 4, j = 1.5/4; and so on. The final
    // heights of the sequences 0123 and 0213, with 5 and 3 impulses, are those of an independent calculation.
    for (const auto& [order, speed, count] : {std::tuple{std::array<std::size_t, 4>{0, 1, 2, 3}, 0.4518, 5},
                                              {std::array<std::size_t, 4>{0, 2, 1, 3}, 0.3359, 3}}) {
        FlatDrop drop;
        std::vector<Contact> contacts;
        for (std::size_t i : order) contacts.push_back(drop.corners[i]);
        CHECK(std::abs(collision_impulse(contacts[0], drop.bodies, 0.5) - 1.5 / 4) < 1e-15);
        const Collisions result = resolve_sequentially(contacts, drop.bodies, all(0.5));
        CHECK(result.finished);
        CHECK(result.impulses == static_cast<std::size_t>(count));
        CHECK(std::abs(drop.bodies[0].velocity.z - speed) < 5e-5);
        CHECK(norm(drop.bodies[0].angular_velocity) > 0.05);
        measured("CL-G-05", figure(drop.bodies[0].velocity.z) + " m/s after " +
                                std::to_string(result.impulses) + " impulses");
    }
    FlatDrop drop;
    const gauss::Projection result = resolve_simultaneously(drop.corners, drop.bodies, all(0.5));
    CHECK(result.status == optimize::Status::optimal);
    CHECK(norm(drop.bodies[0].velocity - Vec3{0, 0, 0.5}) < 1e-15 * 4);
    CHECK(norm(drop.bodies[0].angular_velocity) < 1e-14);
    double sum = 0.0;
    for (std::size_t i = 0; i < 4; ++i) sum += result.multipliers[i];
    CHECK(std::abs(sum - 1.5) < 1e-14);  // 1 kg from -1 to 0.5 m/s
    measured("CL-G-05", "at once " + figure(drop.bodies[0].velocity.z) + " m/s");
}

TEST_CASE("of impulses one after the other the sums of each contact are told") {
    FlatDrop drop;
    const Collisions result = resolve_sequentially(drop.corners, drop.bodies, all(0.0));
    CHECK(result.finished);
    double sum = 0.0;
    for (double j : result.impulses_by_contact) sum += j;
    CHECK(std::abs(sum - (drop.bodies[0].velocity.z + 1.0)) < 1e-12);
    for (const Contact& c : drop.corners) CHECK(gap_velocity(c, drop.bodies) > -1e-6);
}

TEST_CASE(
    "between two walls a ball with eps = .5 needs 10 impulses to 1e-3, with eps = 1 the limit ends it"
    " [claim CL-G-19, erratum G35]") {
    // .5^10 = 9.8e-4.
    for (double epsilon : {0.5, 1.0}) {
        std::vector<RigidBody> bodies{balls_in_a_row({1})[0], rigid::make_fixed("left", {-1, 0, 0}),
                                      rigid::make_fixed("right", {1, 0, 0})};
        rigid::set_velocity(bodies[0], {1, 0, 0}, {});
        std::vector<Contact> contacts;
        for (std::size_t wall : {std::size_t{1}, std::size_t{2}})
            for (const Contact& c :
                 contacts_between(collide::make_ball(0.5), box_shape({1, 4, 4}), bodies, 0, wall))
                contacts.push_back(c);
        const Collisions result = resolve_sequentially(contacts, bodies, all(epsilon), {}, 1e-3, 500);
        CHECK(result.finished == (epsilon < 1));
        CHECK(result.impulses == (epsilon < 1 ? 10u : 500u));
        measured("CL-G-19", "eps = " + figure(epsilon) + ": " + std::to_string(result.impulses) +
                                (result.finished ? " impulses" : " impulses, the limit"));
    }
}

TEST_CASE(
    "balls at 1, 0 and 1e-7 m/s: the third one, which parts, has no part in the collision of the others") {
    // Equal elastic balls in a row, touching: the first two exchange their speeds; that the second then meets
    // the third is another collision.
    std::vector<RigidBody> bodies;
    std::vector<Contact> contacts(2);
    for (double speed : {1.0, 0.0, 1e-7}) {
        const double i = static_cast<double>(bodies.size());
        bodies.push_back(
            rigid::make_body("ball", rigid::with_mass(rigid::ball_mass(0.5, 1.0), 3.0), {i, 0, 0}));
        rigid::set_velocity(bodies.back(), {speed, 0, 0}, {});
    }
    for (std::size_t i = 0; i < 2; ++i) {
        contacts[i].kind = ContactKind::ball_vertex;
        contacts[i].a = i + 1;
        contacts[i].b = i;
        contacts[i].normal = {1, 0, 0};
        contacts[i].point = {static_cast<double>(i) + 0.5, 0, 0};
    }
    REQUIRE(resolve_simultaneously(contacts, bodies, all(1.0)).status == optimize::Status::optimal);
    CHECK(std::abs(bodies[0].velocity.x) < 1e-15);
    CHECK(std::abs(bodies[1].velocity.x - 1) < 1e-15);
    CHECK(bodies[2].velocity.x == 1e-7);
}

TEST_CASE("a rebound that is no number between 0 and 1, and two fixed bodies that meet, are refused") {
    FlatDrop drop;
    CHECK_THROWS_WITH_AS(resolve_sequentially(drop.corners, drop.bodies, all(1.5)),
                         "the restitution of contact 0 is 1.500000, but must be between 0 and 1",
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(resolve_simultaneously(drop.corners, drop.bodies, all(std::nan(""))),
                         "the restitution of contact 0 is nan, but must be between 0 and 1",
                         std::invalid_argument);
    std::vector<RigidBody> fixed{rigid::make_fixed("press", {0, 0, 0.5}), drop.bodies[1]};
    rigid::set_velocity(fixed[0], {0, 0, -1}, {});
    CHECK_THROWS_WITH_AS(resolve_sequentially(drop.corners, fixed, all(0.5)),
                         "contact 0 is between two fixed bodies, press and floor, that approach each other",
                         std::invalid_argument);
    CHECK(resolve_simultaneously(drop.corners, fixed, all(0.5)).status == optimize::Status::infeasible);
}

TEST_CASE(
    "faster than the threshold is separating or colliding, the rest is resting [PBM-G-code-colliding]") {
    CHECK(classify(2e-3, 1e-3) == ContactState::separating);
    CHECK(classify(1e-3, 1e-3) == ContactState::resting);
    CHECK(classify(-1e-3, 1e-3) == ContactState::resting);
    CHECK(classify(-2e-3, 1e-3) == ContactState::colliding);
}
