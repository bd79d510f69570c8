// All collisions of a moment at once, and beside it the propagation from one contact to the next.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "../claims.h"
#include "collisions.h"
#include "restraint/collide/shapes.h"
#include "restraint/rigid/mass.h"

using namespace restraint;
using namespace restraint::contact;

TEST_CASE(
    "three equal balls, eps = 1: (0, 0, v) one by one, (-v/3, 2v/3, 2v/3) at once"
    " [BARAFF89-fig11, claim CL-K-01, erratum K01]") {
    const double v = 3.0;
    std::vector<RigidBody> bodies = balls_in_a_row({2, 2, 2});
    rigid::set_velocity(bodies[0], {v, 0, 0}, {});
    const auto contacts = neighbours(bodies);
    REQUIRE(contacts.size() == 2);
    std::vector<RigidBody> one_by_one = bodies, at_once = bodies;
    CHECK(resolve_sequentially(contacts, one_by_one, all(1.0)).impulses == 2);
    CHECK(resolve_simultaneously(contacts, at_once, all(1.0)).status == optimize::Status::optimal);
    const double in_turn[] = {0, 0, v}, together[] = {-v / 3, 2 * v / 3, 2 * v / 3};
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(std::abs(one_by_one[i].velocity.x - in_turn[i]) < 1e-15 * 4 * v);
        CHECK(std::abs(at_once[i].velocity.x - together[i]) < 1e-15 * 4 * v);
    }
    measured("CL-K-01",
             "of v = 3: (" + figure(one_by_one[0].velocity.x) + ", " + figure(one_by_one[1].velocity.x) +
                 ", " + figure(one_by_one[2].velocity.x) + ") in turn, (" + figure(at_once[0].velocity.x) +
                 ", " + figure(at_once[1].velocity.x) + ", " + figure(at_once[2].velocity.x) + ") at once");
    // Both keep momentum and energy; the printed +v/3 for the left ball would keep neither: 5/3 m v, m v^2/2.
    CHECK(std::abs(rigid::linear_momentum(at_once).x - 2 * v) < 1e-14);
    CHECK(std::abs(rigid::kinetic_energy(at_once) - v * v) < 1e-13);
}

TEST_CASE(
    "a ball of mass 9 on one of mass 1 on the floor, eps = 0: .9^n by turns, one solve at once "
    "[BARAFF89-fig12, claim CL-K-02]") {
    // Against the small ball: 9/10 v for both; the floor stops the small one; and again.
    std::vector<RigidBody> bodies = balls_in_a_row({1, 9});
    bodies.push_back(rigid::make_fixed("floor", {-1, 0, 0}));
    std::vector<Contact> contacts = neighbours({bodies[0], bodies[1]});
    for (const Contact& c : contacts_between(collide::make_ball(0.5), box_shape({1, 4, 4}), bodies, 0, 2))
        contacts.push_back(c);
    REQUIRE(contacts.size() == 2);
    rigid::set_velocity(bodies[1], {-2, 0, 0}, {});
    std::vector<RigidBody> by_turns = bodies;
    double expected = -2.0;
    for (int n = 1; n <= 66; ++n) {
        for (const Contact& c : contacts)
            add_impulse(c, collision_impulse(c, by_turns, 0.0) * c.normal, by_turns);
        expected *= 0.9;
        CHECK(std::abs(by_turns[1].velocity.x - expected) < 1e-14);
    }
    CHECK(std::abs(by_turns[1].velocity.x) < 1e-3 * 2);  // .9^66 is the first below 1e-3
    CHECK(resolve_simultaneously(contacts, bodies, all(0.0)).status == optimize::Status::optimal);
    CHECK(std::abs(bodies[0].velocity.x) < 1e-15);
    CHECK(std::abs(bodies[1].velocity.x) < 1e-15);
    measured("CL-K-02", "share " + figure(by_turns[1].velocity.x / -2) + " after 66 passes; all at once " +
                            figure(std::abs(bodies[1].velocity.x) / 2));
}

TEST_CASE(
    "at once and with every eps = 1 no energy is lost, whatever collides [BARAFF89-29, claim CL-K-06]") {
    const std::uint64_t seed = 97;
    Random random(seed);
    for (int trial = 0; trial < 200; ++trial) {
        CAPTURE(seed);
        CAPTURE(trial);
        std::vector<RigidBody> bodies;
        for (int i = 0; i < 4; ++i) bodies.push_back(random_body(random));
        std::vector<Contact> contacts;
        const std::size_t n = 2 + random.index(4);
        for (std::size_t i = 0; i < n; ++i) {
            contacts.push_back(random_contact(random, i % 4, (i + 1) % 4));
            if (gap_velocity(contacts.back(), bodies) > 0) contacts.back().normal = -contacts.back().normal;
        }
        std::vector<double> approach;
        for (const Contact& c : contacts) approach.push_back(gap_velocity(c, bodies));
        const std::vector<RigidBody> before = bodies;
        for (double scale : {1.0, 0.5}) {
            bodies = before;
            // eps all 1; and all different.
            const Restitution epsilon = [&](std::size_t i) {
                return scale == 1.0 ? 1.0 : 0.9 / (1.0 + static_cast<double>(i));
            };
            const gauss::Projection result = resolve_simultaneously(contacts, bodies, epsilon);
            if (result.status == optimize::Status::infeasible) continue;
            REQUIRE(result.status == optimize::Status::optimal);
            const double energy = rigid::kinetic_energy(before);
            if (scale == 1.0) CHECK(std::abs(rigid::kinetic_energy(bodies) - energy) < 1e-12 * energy);
            else CHECK(rigid::kinetic_energy(bodies) < energy * (1 + 1e-14));
            CHECK(norm(rigid::linear_momentum(bodies) - rigid::linear_momentum(before)) < 1e-13);
            CHECK(norm(rigid::angular_momentum(bodies) - rigid::angular_momentum(before)) < 1e-12);
            for (std::size_t i = 0; i < n; ++i) {
                const double excess = gap_velocity(contacts[i], bodies) + epsilon(i) * approach[i];
                CHECK(excess > -1e-12);
                CHECK(result.multipliers[i] > -1e-12);
                CHECK(std::min(excess, result.multipliers[i]) <
                      1e-10);  // an impulse only where it recedes no faster
            }
        }
    }
}

TEST_CASE("where C pushes A away from B, B gives no impulse: figure 13 [claim CL-K-11, BARAFF89-28]") {
    // B rests to the left of A without a push; C hits A from below and a little from the left, straight
    // through the centres of balls A and C. A goes up and to the right, off B.
    std::vector<RigidBody> bodies = balls_in_a_row({1, 1});
    bodies.push_back(rigid::make_body("C", rigid::ball_mass(0.5, 2.0), Vec3{1, 0, 0} + Vec3{-0.6, -0.8, 0}));
    rigid::set_velocity(bodies[2], {0.6, 0.8, 0}, {});
    std::vector<Contact> contacts = neighbours({bodies[0], bodies[1]});
    const auto hit = contacts_between(collide::make_ball(0.5), collide::make_ball(0.5), bodies, 1, 2);
    contacts.insert(contacts.end(), hit.begin(), hit.end());
    REQUIRE(contacts.size() == 2);
    const gauss::Projection result = resolve_simultaneously(contacts, bodies, all(0.0));
    CHECK(std::abs(result.multipliers[0]) < 1e-15);
    CHECK(gap_velocity(contacts[0], bodies) > 0.1);
    measured("CL-K-11", "j = " + figure(result.multipliers[0]) + ", gap opens with " +
                            figure(gap_velocity(contacts[0], bodies)) + " m/s");
}

TEST_CASE(
    "a contact that separates is left out; held as well, it would feed in energy where another one "
    "rebounds") {
    // Equal masses, eps = 1. Ball 1 leaves ball 0 with 1 m/s when ball 2 hits it with 3 m/s: v = (0, 1, -3),
    // 5 J.
    std::vector<RigidBody> bodies = balls_in_a_row({1, 1, 1});
    rigid::set_velocity(bodies[1], {1, 0, 0}, {});
    rigid::set_velocity(bodies[2], {-3, 0, 0}, {});
    const auto contacts = neighbours(bodies);
    std::vector<RigidBody> held = bodies;
    const double energy = rigid::kinetic_energy(bodies);
    // First round: only the second contact; second round: only the first one, which now closes.
    CHECK(resolve_simultaneously(contacts, bodies, all(1.0)).status == optimize::Status::optimal);
    CHECK(std::abs(bodies[1].velocity.x + 3) < 1e-14);
    CHECK(std::abs(bodies[2].velocity.x - 1) < 1e-14);
    CHECK(resolve_simultaneously(contacts, bodies, all(1.0)).status == optimize::Status::optimal);
    CHECK(std::abs(bodies[0].velocity.x + 3) < 1e-14);
    CHECK(std::abs(rigid::kinetic_energy(bodies) - energy) < 1e-13);
    // Both at once: v0 = v1 = a, v2 = a + 4 and momentum -2 give a = -2, (-2, -2, 2): 6 J against 5 J.
    std::vector<gauss::Row> rows;
    for (const Contact& c : contacts) rows.push_back(gap_row(c, held));
    rows[1].lower = 4;
    const gauss::Projection both = gauss::project(inverse_masses(held), velocities(held), rows);
    set_velocities(held, both.x);
    CHECK(std::abs(held[0].velocity.x + 2) < 1e-14);
    CHECK(std::abs(rigid::kinetic_energy(held) - 6.0) < 1e-13);
    CHECK(energy == 5.0);
}

TEST_CASE("stopping all that closes never adds energy, whatever separates at the time [ROTE-Q*]") {
    const std::uint64_t seed = 98;
    Random random(seed);
    for (int trial = 0; trial < 100; ++trial) {
        CAPTURE(seed);
        CAPTURE(trial);
        std::vector<RigidBody> bodies;
        for (int i = 0; i < 3; ++i) bodies.push_back(random_body(random));
        std::vector<Contact> contacts;
        for (std::size_t i = 0; i < 6; ++i) contacts.push_back(random_contact(random, i % 3, (i + 1) % 3));
        const double energy = rigid::kinetic_energy(bodies);
        REQUIRE(stop_closing(contacts, bodies).status == optimize::Status::optimal);
        CHECK(rigid::kinetic_energy(bodies) <= energy * (1 + 1e-14));
        for (const Contact& c : contacts) CHECK(gap_velocity(c, bodies) > -1e-12);
    }
}

TEST_CASE("a ball hits a train of three: what the blow and each coupling carry, at once and one by one") {
    // Masses 1 and 3 at 4 m/s, eps = 1/2: j = (1 + eps) v 1*3/(1 + 3) = 4.5 N s, and all three of the train
    // go on at 1.5 m/s. The first coupling passes on what two of them need, the second what one needs.
    const std::vector<RigidBody> start = [] {
        std::vector<RigidBody> bodies = balls_in_a_row({1, 1, 1, 1});
        rigid::set_velocity(bodies[0], {4, 0, 0}, {});
        return bodies;
    }();
    const std::vector<Contact> blow = {neighbours(start)[0]};
    std::vector<gauss::Row> couplings(2);
    for (const std::size_t k : {0u, 1u}) {
        couplings[k].add(k + 1, {1, 0, 0, 0, 0, 0}).add(k + 2, {-1, 0, 0, 0, 0, 0});
        couplings[k].upper = 0.0;
    }
    std::vector<RigidBody> at_once = start, one_by_one = start;
    const gauss::Projection result = resolve_simultaneously(blow, at_once, all(0.5), couplings);
    REQUIRE(result.status == optimize::Status::optimal);
    const double carried[] = {4.5, -3.0, -1.5};  // a coupling's row pushes its first ball forwards
    REQUIRE(result.multipliers.size() == 3);
    for (const std::size_t i : {0u, 1u, 2u}) CHECK(std::abs(result.multipliers[i] - carried[i]) < 1e-14);
    const Collisions in_turn = resolve_sequentially(blow, one_by_one, all(0.5), couplings);
    CHECK(in_turn.impulses == 1);
    CHECK(std::abs(in_turn.impulses_by_contact[0] - 4.5) < 1e-14);
    for (const std::vector<RigidBody>& bodies : {at_once, one_by_one}) {
        CHECK(std::abs(bodies[0].velocity.x + 0.5) < 1e-14);
        for (const std::size_t i : {1u, 2u, 3u}) CHECK(std::abs(bodies[i].velocity.x - 1.5) < 1e-14);
    }
}
