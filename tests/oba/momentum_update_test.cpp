#include "restraint/oba/momentum_update.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "../claims.h"
#include "restraint/contact/impulse.h"
#include "restraint/oba/coulomb.h"
#include "restraint/oba/least_energy.h"
#include "restraint/rigid/mass.h"
#include "worlds.h"

using namespace restraint;
using namespace restraint::oba;

namespace {

const double pi = std::acos(-1.0);

/// Gravity for one frame, and the impulses that hold it.
void hold(World& world, const MomentumOptions& options = {}) {
    add_gravity(world);
    const MomentumUpdate update = update_momenta(world, contact_below(), 0.0, options);
    CHECK(update.status == optimize::Status::optimal);
    CHECK(update.unfinished == 0);
}

}  // namespace

TEST_CASE("the pyramid is inscribed in Coulomb's cone [OBA-6.22] [claim CL-O-14]") {
    CHECK(std::abs(octagon_ratio() - std::cos(pi / 8)) <= 1e-15);
    const double mu = 0.3;
    const ContactFrame frame = contact_frame({0, 0, 1}, {}, 1.0);
    const auto sides = pyramid_sides(frame, mu);
    const auto edges = pyramid_edges(frame, mu);
    for (std::size_t h = 0; h < 8; ++h) {
        // An edge is on the cone, lies in two neighbouring sides and inside the other six [OBA-6.21]
        // [OBA-6.23].
        CHECK(std::abs(norm(edges[h] - frame.normal) - mu) <= 1e-15);
        std::size_t in_plane = 0;
        for (const Vec3& side : sides) {
            CHECK(dot(side, edges[h]) >= -1e-15);
            if (std::abs(dot(side, edges[h])) <= 1e-15) ++in_plane;
        }
        CHECK(in_plane == 2);
    }
    measured("CL-O-14", "cos(pi/8) = " + std::to_string(octagon_ratio()));
}

TEST_CASE("a body at rest is held without a bounce [claim CL-O-08] [OBA-6.43]") {
    World world = mass_on_floor({}, 0.3);
    add_gravity(world);
    CHECK(std::abs(world.bodies[0].velocity.z + 1.0 / 3) <= 1e-15);  // -g dt
    const MomentumUpdate update = update_momenta(world, contact_below(), 0.0);
    CHECK(norm(world.bodies[0].velocity) <= 1e-15);
    CHECK(norm(update.impulses[0] - Vec3{0, 0, 1.0 / 3}) <= 1e-15);  // j = m g dt
    CHECK(update.qps == 1);
    measured("CL-O-08", "v_n = " + figure(world.bodies[0].velocity.z) +
                            " m/s after j = " + figure(update.impulses[0].z) + " N s");
}

TEST_CASE("a sliding body hops in the thesis' QP, and stays down in ours [erratum O37] [claim CL-O-17]") {
    MomentumOptions options;
    options.turn_octagon = false;  // the slide is towards the middle of a side: mu cos(pi/8) = 0.27716
    SUBCASE("least energy") {
        // By hand: pushing with j leaves (10 - c j, j - 1/3), c = 0.27716; the energy is least at
        // j = (10 c + 1/3)/(1 + c^2) = 2.8834.
        options.rule = least_energy;
        World world = mass_on_floor({10, 0, 0}, 0.3);
        hold(world, options);
        const double c = 0.3 * std::cos(pi / 8), j = (10 * c + 1.0 / 3) / (1 + c * c);
        CHECK(std::abs(world.bodies[0].velocity.z - (j - 1.0 / 3)) <= 1e-9);
        CHECK(std::abs(world.bodies[0].velocity.x - (10 - c * j)) <= 1e-9);
        CHECK(std::abs(world.bodies[0].velocity.z - c * world.bodies[0].velocity.x) <= 1e-9);
        measured("CL-O-17", "least energy: v_n = " + std::to_string(world.bodies[0].velocity.z) +
                                ", v_t = " + std::to_string(world.bodies[0].velocity.x) + " m/s");
    }
    SUBCASE("Coulomb: v_n = 0, and v_t falls by mu g dt") {
        World world = mass_on_floor({10, 0, 0}, 0.3);
        hold(world, options);
        CHECK(std::abs(world.bodies[0].velocity.z) <= 1e-9);
        CHECK(std::abs(world.bodies[0].velocity.x - (10 - 0.3 * std::cos(pi / 8) / 3)) <= 1e-9);
        measured("CL-O-17", "Coulomb's rule: v_n = " + figure(std::abs(world.bodies[0].velocity.z)) + " m/s");
    }
    SUBCASE("both hold a body that sticks") {
        for (const auto rule : {coulomb, least_energy}) {
            options.rule = rule;
            World world = mass_on_floor({0.05, 0, 0}, 0.3);  // less than mu cos(pi/8) g dt = 0.092
            hold(world, options);
            CHECK(norm(world.bodies[0].velocity) <= 1e-9);
        }
    }
}

TEST_CASE("a block on an incline sticks below mu = tan(alpha), and slides above [claim CL-O-07] [OBA-6.39]") {
    // The plane stays level and gravity is turned: (g sin a, 0, -g cos a). Sliding, v = k (sin a - mu cos a)
    // g dt.
    for (const double slope : {0.29, 0.299, 0.301, 0.4}) {
        CAPTURE(slope);
        World world = mass_on_floor({}, 0.3);
        const double angle = std::atan(slope);
        world.gravity = 10.0 * Vec3{std::sin(angle), 0, -std::cos(angle)};
        for (int k = 0; k < 30; ++k) hold(world);
        const double expected = slope < 0.3 ? 0.0 : 10.0 * (std::sin(angle) - 0.3 * std::cos(angle));
        CHECK(std::abs(world.bodies[0].velocity.x - expected) <= 1e-9);  // after one second
        CHECK(std::abs(world.bodies[0].velocity.z) <= 1e-9);
        measured("CL-O-07",
                 "tan = " + figure(slope) + ": " + figure(world.bodies[0].velocity.x) + " m/s after 1 s");
    }
}

TEST_CASE("a thousand feet slide and stick as one does: rough rounds end in exact ones [OBA-6.39]") {
    // At mu = 0.3 a body on level ground that slides at 1 m/s loses mu g dt = 0.1 m/s in a frame, and keeps
    // its direction, the octagon's edge being turned against it; one that is pushed by less than mu m g dt
    // stays at rest.
    std::vector<Contact> feet;
    for (int k = 0; k < 1000; ++k) feet.push_back(contact_of(0, 1, {0, 0, 1}, {0.1 * k, 0.2 * (k % 5), 0}));
    for (const double speed : {1.0, 0.09}) {
        CAPTURE(speed);
        World world = mass_on_floor({0.6 * speed, 0.8 * speed, 0}, 0.3);
        add_gravity(world);
        const MomentumUpdate update = update_momenta(world, feet, 0.0);
        CHECK(update.status == optimize::Status::optimal);
        CHECK(update.unfinished == 0);
        CHECK(update.qps > 1);
        const double left = std::max(0.0, speed - 0.1);
        CHECK(norm(world.bodies[0].velocity - Vec3{0.6 * left, 0.8 * left, 0}) <= 1e-10);
        Vec3 sum;
        for (const Vec3& impulse : update.impulses) sum += impulse;
        const Vec3 lost = Vec3{-0.6, -0.8, 0} * (speed - left);
        CHECK(norm(sum - (lost + Vec3{0, 0, 1.0 / 3})) <= 1e-10);  // of 1 kg
    }
}

TEST_CASE("sliding friction does not depend on the speed [claim CL-O-11]") {
    // Down 30 degrees at mu = 0.3: 10 (1/2 - 0.3 cos 30) = 2.4019 m/s^2.
    const double a = 10.0 * (0.5 - 0.3 * std::sqrt(0.75));
    for (const double speed : {0.1, 1.0, 100.0}) {
        World world = mass_on_floor({speed, 0, 0}, 0.3);
        world.gravity = {5.0, 0, -10.0 * std::sqrt(0.75)};
        hold(world);
        const double slowed = (world.bodies[0].velocity.x - speed) * 30.0;
        CHECK(std::abs(slowed - a) <= 1e-7);
        measured("CL-O-11", figure(slowed) + " m/s^2 at " + figure(speed) + " m/s");
    }
}

TEST_CASE("without regard to the sliding, the octagon's friction is off by at most cos(pi/8) [OBA-6.22]") {
    MomentumOptions options;
    options.turn_octagon = false;
    double least = 1.0, most = 0.0;
    for (int k = 0; k < 32; ++k) {
        CAPTURE(k);
        const double angle = 2.0 * pi * k / 32;
        World world = mass_on_floor({10 * std::cos(angle), 10 * std::sin(angle), 0}, 0.3);
        hold(world, options);
        // The braking along the slide over Coulomb's mu g dt = 0.1.
        const Vec3 along{std::cos(angle), std::sin(angle), 0};
        const double share = (10.0 - dot(world.bodies[0].velocity, along)) / 0.1;
        least = std::min(least, share);
        most = std::max(most, share);
    }
    CHECK(least >= std::cos(pi / 8) - 1e-7);
    CHECK(most <= 1.0 + 1e-7);
    CHECK(most - least >= 0.07);  // both are attained among the 32 directions
}

TEST_CASE("a falling body bounces with its restitution [OBA-6.27]") {
    World world = mass_on_floor({0, 0, -2}, 0.3);
    const MomentumUpdate update = update_momenta(world, contact_below(), 0.3);
    CHECK(update.collisions == 1);
    CHECK(std::abs(world.bodies[0].velocity.z - 0.6) <= 1e-12);
    SUBCASE("and one that leaves is left alone") {
        CHECK(update_momenta(world, contact_below(), 0.3).qps == 0);
    }
}

TEST_CASE("without friction, the least energy, the projection and BARAFF89 agree [erratum O38] [OBA-6.28]") {
    // Four cubes in a row collide head on, with one contact a pair and the same restitution.
    for (const auto rule : {coulomb, least_energy}) {
        World world;
        world.friction = 0.0;
        std::vector<Contact> contacts;
        const double speeds[4] = {3.0, 1.0, 0.5, -2.0};
        for (std::size_t i = 0; i < 4; ++i) {
            world.add(sliding_mass({static_cast<double>(i), 0, 0}, {speeds[i], 0, 0}),
                      scenes::box_shape({1, 1, 1}));
            if (i > 0) contacts.push_back(contact_in_row(i));
        }
        World other = world;
        contact::resolve_simultaneously(contacts, other.bodies, [](std::size_t) { return 0.4; });
        MomentumOptions options;
        options.rule = rule;
        CHECK(update_momenta(world, contacts, 0.4, options).status == optimize::Status::optimal);
        for (std::size_t i = 0; i < 4; ++i)
            CHECK(norm(world.bodies[i].velocity - other.bodies[i].velocity) <= 1e-8);
    }
}

TEST_CASE("the least energy is the same along every axis, and so is what two contacts give [OBA-6.28]") {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        CAPTURE(axis);
        Vec3 n;
        n[axis] = 1.0;
        World world = mass_on_floor(-2.0 * n, 0.3);
        std::vector<Contact> contacts = contact_below();
        contacts[0].normal = n;
        contacts.push_back(contacts[0]);
        contacts[1].point[(axis + 1) % 3] = 0.25;
        MomentumOptions options;
        options.rule = least_energy;
        const MomentumUpdate update = update_momenta(world, contacts, 0.5, options);
        REQUIRE(update.status == optimize::Status::optimal);
        CHECK(update.qps == 1);
        CHECK(update.pivots >= 1);
        CHECK(update.pivots <= 100);
        CHECK(norm(world.bodies[0].velocity - n) <= 1e-9);
        CHECK(norm(update.impulses[0] + update.impulses[1] - 3.0 * n) <= 1e-9);
    }
}

TEST_CASE("a bounce out of a narrow wedge adds no energy") {
    // A mass has left a wall at 1 m/s and meets a face that leans by a. To leave that at eps cos(a) it would
    // have to go through the wall: sliding along the wall, it would have to be as fast as eps/tan(a), 30 m/s
    // at a = 0.01. At a = 0.5 that is 0.55 m/s, and no matter.
    for (const double angle : {0.5, 0.01}) {
        CAPTURE(angle);
        World world;
        world.friction = 0.0;
        world.add(sliding_mass({}, {1, 0, 0}), scenes::box_shape({1, 1, 1}));
        scenes::add_wall(world, {1, 4, 4}, {-1, 0, 0});
        scenes::add_wall(world, {1, 4, 4}, {1, 0, 0});
        const std::vector<Contact> contacts{contact_of(0, 1, {1, 0, 0}),
                                            contact_of(0, 2, {-std::cos(angle), 0, std::sin(angle)})};
        CHECK(update_momenta(world, contacts, 0.3).status == optimize::Status::optimal);
        const Vec3 v = world.bodies[0].velocity;
        CHECK(dot(v, v) <= 1.0 + 1e-9);
        CHECK(v.x >= -1e-9);
        CHECK(dot(v, contacts[1].normal) >= -1e-9);
        if (angle == 0.5) CHECK(std::abs(v.z - 0.3 / std::tan(angle)) <= 1e-7);
    }
}

TEST_CASE("what is caught between two walls does not bounce between them [OBA-6.27]") {
    // 5 kg fly at 1 m/s against the right one and would bounce at 0.3 m/s; the left one does not let them.
    // The right wall takes all of m v = 5 N s, and with mu = 0.3 the fall at 2 m/s is braked by 1.5 N s, 0.3
    // m/s.
    for (const double friction : {0.0, 0.3}) {
        CAPTURE(friction);
        World world;
        world.friction = friction;
        world.add(sliding_mass({}, {1, 0, -2}, 5.0), scenes::box_shape({1, 1, 1}));
        std::vector<Contact> contacts;
        for (const double side : {-1.0, 1.0}) {
            const std::size_t wall = scenes::add_wall(world, {1, 5, 5}, {side, 0, 0});
            contacts.push_back(contact_of(0, wall, {-side, 0, 0}, {0.5 * side, 0, 0}));
        }
        const MomentumUpdate update = update_momenta(world, contacts, 0.3);
        CHECK(update.status == optimize::Status::optimal);
        CHECK(norm(world.bodies[0].velocity - Vec3{0, 0, -2 + friction}) <= 1e-9);
        CHECK(norm(update.impulses[1] - 5.0 * Vec3{-1, 0, friction}) <= 1e-9);
    }
}

TEST_CASE("a bob jointed to a script's cart goes along with it [OBA-6.45, OBA-6.47]") {
    // The cart moves at 1 m/s. A bob that is jointed to it at its own centre gets +1 m/s; one that hangs from
    // a rod of l = 1 m, with I = 2 m l^2 about its centre, gets (I/m)/(I/m + l^2) = 2/3 m/s and turns.
    for (const double length : {0.0, 1.0})
        for (const bool cart_is_a : {true, false}) {
            CAPTURE(length);
            World world;
            const rigid::MassProperties mass{3.0, {}, 6.0 * Mat3::identity()};
            const std::size_t bob =
                world.add(rigid::make_body("bob", mass, {0, 0, -length}), scenes::box_shape({1, 1, 1}));
            const std::size_t cart = add_scripted(world, rigid::make_body("cart", mass, {}),
                                                  {scenes::box_shape({1, 1, 1})}, [](double t) {
                                                      return Scripted{{t, 0, 0}, {}};
                                                  });
            rigid::set_velocity(world.bodies[cart], {1, 0, 0}, {});
            if (cart_is_a) world.link(cart, bob, {});
            else world.link(bob, cart, {});
            CHECK(update_momenta(world, {}, 0.0).status == optimize::Status::optimal);
            const Vec3 v = world.bodies[bob].velocity, omega = world.bodies[bob].angular_velocity;
            CHECK(norm(v - Vec3{length == 0.0 ? 1.0 : 2.0 / 3, 0, 0}) <= 1e-9);
            CHECK(norm(omega - Vec3{0, length == 0.0 ? 0.0 : 1.0 / 3, 0}) <= 1e-9);
            CHECK(world.bodies[cart].velocity == Vec3{1, 0, 0});
        }
}

TEST_CASE(
    "an approach is a collision from 1e-12 of the fastest body on, or of what gravity adds in a frame") {
    // Bodies 0 and 1 touch and approach; body 2 is elsewhere, at 1 m/s. Without it g dt counts, 1/3 m/s.
    for (const double fastest : {1.0, 10.0 / 30})
        for (const double share : {0.5e-12, 2e-12}) {
            const double approach = share * fastest;
            World world;
            const bool falls = fastest < 1.0;
            world.gravity = {0, 0, falls ? -10.0 : 0.0};
            world.add(sliding_mass({0, 0, 0}, {}, 2), scenes::box_shape({1, 1, 1}));
            world.add(sliding_mass({1, 0, 0}, {-approach, 0, 0}, 3), scenes::box_shape({1, 1, 1}));
            if (!falls) world.add(sliding_mass({9, 0, 0}, {1, 0, 0}, 5), scenes::box_shape({1, 1, 1}));
            CHECK(std::abs(resting_speed(world) - 1e-12 * fastest) <= 1e-27);
            const MomentumUpdate update = update_momenta(world, {contact_in_row(1)}, 0.0);
            CHECK(update.collisions == (share > 1e-12 ? 1 : 0));
            // Together they go on at 3/5 of the approach.
            const double after = share > 1e-12 ? 0.6 * approach : approach;
            CHECK(std::abs(world.bodies[1].velocity.x + after) <= 1e-3 * approach);
        }
}
