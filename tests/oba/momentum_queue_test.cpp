#include "restraint/oba/momentum_queue.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "../claims.h"
#include "restraint/collide/shapes.h"
#include "restraint/oba/animation.h"
#include "restraint/rigid/mass.h"
#include "worlds.h"

using namespace restraint;
using namespace restraint::oba;

namespace {

double kinetic(const World& world) {
    double energy = 0.0;
    for (const RigidBody& body : world.bodies) energy += rigid::kinetic_energy(body);
    return energy;
}

/// m unit masses in a row that touch, with a contact between neighbours; the first one comes in at 1 m/s.
World row(std::size_t m, std::vector<Contact>& contacts) {
    World world;
    world.friction = 0.0;
    for (std::size_t i = 0; i < m; ++i) {
        world.add(sliding_mass({static_cast<double>(i), 0, 0}, {i == 0 ? 1.0 : 0.0, 0, 0}),
                  collide::make_ball(0.5));
        if (i > 0) contacts.push_back(contact_in_row(i));
    }
    return world;
}

/// Two bodies that meet anyhow, and their contact.
World random_meeting(Random& random, Contact& contact) {
    World world;
    const auto any = [&](double scale) {
        Vec3 v;
        for (std::size_t c = 0; c < 3; ++c) v[c] = scale * random.uniform(-1, 1);
        return v;
    };
    for (int k = 0; k < 2; ++k) {
        const Vec3 size{random.uniform(0.2, 2), random.uniform(0.2, 2), random.uniform(0.2, 2)};
        const std::size_t i = scenes::add_box(world, size, any(1), any(3));
        rigid::set_velocity(world.bodies[i], any(5), any(5));
    }
    contact = contact_of(0, 1, normalized(any(1)));
    contact.point = any(1);
    return world;
}

}  // namespace

TEST_CASE("an office toy of m balls needs m - 1 bounces in turn [claim CL-O-04] [OBA-pq, OBA-nPQ]") {
    for (const std::size_t m : {4U, 5U, 10U}) {
        CAPTURE(m);
        std::vector<Contact> contacts;
        World world = row(m, contacts);
        const std::size_t bounces = bounce_in_turn(world, contacts, 1.0, m);
        CHECK(bounces == m - 1);
        measured("CL-O-04", std::to_string(bounces) + " bounces of " + std::to_string(m) + " balls");
        for (std::size_t i = 0; i < m; ++i)
            CHECK(std::abs(world.bodies[i].velocity.x - (i + 1 == m ? 1.0 : 0.0)) <= 1e-14);
    }
    SUBCASE("the QP alone has (-1/2, 1/2, 1/2, 1/2)") {
        // By hand: nearest to (1, 0, 0, 0) with v2 - v1 >= 1, v3 >= v2, v4 >= v3. Equal last three, and the
        // sum of momenta 1.
        std::vector<Contact> contacts;
        World world = row(4, contacts);
        update_momenta(world, contacts, 1.0);
        for (std::size_t i = 0; i < 4; ++i)
            CHECK(std::abs(world.bodies[i].velocity.x - (i == 0 ? -0.5 : 0.5)) <= 1e-9);
        measured("CL-O-04", "the QP alone: " + figure(world.bodies[0].velocity.x) +
                                " m/s of the first ball, " + figure(world.bodies[3].velocity.x) +
                                " m/s of the last");
    }
    SUBCASE("the hybrid: two in turn, and the QP finishes") {
        std::vector<Contact> contacts;
        World world = row(4, contacts);
        const std::size_t bounces = bounce_in_turn(world, contacts, 1.0, 2);
        CHECK(bounces == 2);
        CHECK(update_momenta(world, contacts, 1.0).collisions == 1);
        CHECK(std::abs(world.bodies[3].velocity.x - 1.0) <= 1e-9);  // one contact is left: the QP is exact
    }
}

TEST_CASE("the fastest approach is bounced first") {
    // The middle one of three is hit from both sides, at 1 and at 3 m/s, with epsilon = 0. The faster first:
    // (1, 0, -3) -> (1, -1.5, -1.5), then the left pair: (-0.25, -0.25, -1.5), which opens nothing but the
    // right contact, closing at 1.25, is next.
    std::vector<Contact> contacts;
    World world = row(3, contacts);
    rigid::set_velocity(world.bodies[2], {-3, 0, 0}, {});
    bounce_in_turn(world, contacts, 0.0, 1);
    CHECK(std::abs(world.bodies[1].velocity.x + 1.5) <= 1e-14);
    CHECK(std::abs(world.bodies[0].velocity.x - 1.0) <= 1e-14);
    bounce_in_turn(world, contacts, 0.0, 1);
    CHECK(std::abs(world.bodies[0].velocity.x + 0.25) <= 1e-14);
    CHECK(std::abs(world.bodies[1].velocity.x + 0.25) <= 1e-14);
}

TEST_CASE("a bounce keeps momenta and the bounce rule, stays in the cone, and raises no energy [OBA-4.16]") {
    Random random(20);
    std::size_t sticking = 0, sliding = 0;
    for (int k = 0; k < 400; ++k) {
        CAPTURE(k);
        Contact contact;
        World world = random_meeting(random, contact);
        world.friction = random.uniform(0, 1.2);
        const double eps = random.uniform(0, 1);
        const double before = world::gap_velocity(contact, world.bodies);
        if (before >= 0.0) {
            CHECK(norm(bounce_impulse(contact, world, eps)) == 0.0);
            continue;
        }
        const auto momenta = [&] {
            Vec3 p, l;
            for (const RigidBody& body : world.bodies) {
                p += body.linear_momentum;
                l += body.angular_momentum + cross(body.position, body.linear_momentum);
            }
            return std::pair{p, l};
        };
        const auto [p, l] = momenta();
        const double energy = kinetic(world);
        const Vec3 impulse = bounce_impulse(contact, world, eps);
        CHECK(bounce_in_turn(world, {contact}, eps, 1) == 1);
        CHECK(norm(momenta().first - p) <= 1e-12 * (1 + norm(p)));
        CHECK(norm(momenta().second - l) <= 1e-11 * (1 + norm(l)));
        CHECK(std::abs(world::gap_velocity(contact, world.bodies) + eps * before) <= 1e-11);
        const double push = dot(impulse, contact.normal), rub = norm(impulse - push * contact.normal);
        CHECK(push >= 0.0);
        CHECK(rub <= world.friction * push * (1 + 1e-12));  // [OBA-4.27]
        CHECK(kinetic(world) <= energy * (1 + 1e-12));
        const Vec3 after = relative_velocity(contact, world.bodies);
        const double left = norm(after - dot(after, contact.normal) * contact.normal);
        ++(left <= 1e-10 ? sticking : sliding);
    }
    CHECK(sticking > 10);  // both kinds were met
    CHECK(sliding > 10);
}

TEST_CASE(
    "printed friction raises the energy iff eps > (1 - mu^2)/(1 + mu^2) [erratum O28] [claim CL-O-16]") {
    // A particle at v_n = -10 m/s, hardly sliding. The printed friction gives it mu (1 + eps) v_n sideways:
    // after it (eps^2 + mu^2 (1 + eps)^2) v_n^2 > v_n^2 iff eps > 0.8349 at mu = 0.3.
    const double limit = (1 - 0.09) / (1 + 0.09);
    for (const double eps : {limit - 0.01, limit + 0.01}) {
        World world = mass_on_floor({1e-9, 0, -10}, 0.3);
        const double before = kinetic(world);
        World ours = world;
        bounce_in_turn(world, contact_below(), eps, 1, BounceFriction::printed);
        CHECK((kinetic(world) > before) == (eps > limit));
        measured("CL-O-16", "eps = " + figure(eps) + ": the energy grows by the factor " +
                                figure(kinetic(world) / before));
        bounce_in_turn(ours, contact_below(), eps, 1);
        CHECK(std::abs(ours.bodies[0].velocity.x) <= 1e-12);  // as much as stops it
        CHECK(std::abs(kinetic(ours) - eps * eps * before) <= 1e-9 * before);
    }
}

TEST_CASE("friction of a bounce acts against the sliding of the body it acts on [erratum O36] [OBA-vt]") {
    // With v_b - v_a for an impulse on A, the body would be driven on instead.
    for (const BounceFriction friction : {BounceFriction::coulomb, BounceFriction::printed}) {
        World world = mass_on_floor({10, 0, -1}, 0.3);
        const Vec3 j = bounce_impulse(contact_below()[0], world, 0.5, friction);
        CHECK(std::abs(j.z - 1.5) <= 1e-12);        // -(1 + eps) v- m, v- and not its inverse [erratum O13]
        CHECK(std::abs(j.x + 0.3 * 1.5) <= 1e-12);  // and mu j_n backwards
    }
    World world = mass_on_floor({10, 0, -2}, 0.0);  // 1/v- instead of v- would give 0.75 here
    CHECK(std::abs(bounce_impulse(contact_below()[0], world, 0.5).z - 3.0) <= 1e-12);
}

TEST_CASE("in the loop the hybrid swings an office toy as it should") {
    // Balls that touch, on a frictionless floor, epsilon = 1; the first comes in at 2 m/s.
    World world;
    world.friction = 0.0;
    world.restitution = 1.0;
    scenes::add_wall(world, {100, 4, 1}, {0, 0, -0.5});
    for (std::size_t i = 0; i < 5; ++i)
        scenes::add_ball(world, 0.5, {static_cast<double>(i), 0, 0.5}, {i == 0 ? 2.0 : 0.0, 0, 0});
    AnimationOptions options;
    options.queue_bounces = 4;
    Animation animation(world, options);
    const FrameReport report = animation.advance();
    CHECK(report.bounces == 4);
    CHECK(report.collisions == 1);
    for (std::size_t i = 0; i < 5; ++i)
        CHECK(std::abs(animation.world.bodies[1 + i].velocity.x - (i == 4 ? 2.0 : 0.0)) <= 1e-9);
    CHECK(advised_bounces(animation.world, animation.contacts) == 5);  // below 50 bodies: their number
}

namespace {

/// A lever of 2 kg and 0.2 kg m^2, body 0, that touches the ground, body 1, at (-1, -1) from its centre.
World lever_on_its_end(double friction) {
    const rigid::MassProperties mass{2.0, {}, 0.2 * Mat3::identity()};
    World world;
    world.friction = friction;
    world.add(rigid::make_body("lever", mass, {}), collide::make_ball(0.5));
    scenes::add_wall(world, {10, 10, 1}, {0, 0, -1.5});
    return world;
}

Contact end_of_lever() { return contact_of(0, 1, {0, 0, 1}, {-1, 0, -1}); }

}  // namespace

TEST_CASE(
    "a lever dropped straight on its end is held by friction like one that slides by a hair [OBA-4.9]") {
    // The point's mobility in the plane is 1/2 + 1/0.2 along each axis and -1/0.2 across. It sticks if j_x /
    // j_z = 10/11 is within mu; else it slides off in -x.
    const Contact contact = end_of_lever();
    for (const double mu : {2.0, 0.5}) {
        CAPTURE(mu);
        World world = lever_on_its_end(mu);
        rigid::set_velocity(world.bodies[0], {0, 0, -1}, {});
        const Vec3 j = bounce_impulse(contact, world, 0.0);
        // Sticking: 5.5 j_x - 5 j_z = 0, 5.5 j_z - 5 j_x = 1. Sliding: j_x = mu j_z, (5.5 - 5 mu) j_z = 1.
        const double push = mu > 10.0 / 11.0 ? 22.0 / 21.0 : 1.0 / 3.0;
        CHECK(std::abs(j.z - push) <= 1e-14);
        CHECK(std::abs(j.x - std::min(mu, 10.0 / 11.0) * push) <= 1e-14);
        rigid::set_velocity(world.bodies[0], {-1e-12, 0, -1}, {});
        CHECK(norm(bounce_impulse(contact, world, 0.0) - j) <= 1e-11);
    }
}

TEST_CASE("what does not approach does not bounce, and what cannot yield takes no impulse [OBA-4.16]") {
    // The lever slides along the ground on its end. To stop that end would take a push, too, and mu is large
    // enough; but nothing asks for it.
    const Contact contact = end_of_lever();
    for (const double slide : {1.0, -1.0}) {
        World world = lever_on_its_end(2.0);
        rigid::set_velocity(world.bodies[0], {slide, 0, 0}, {});
        CHECK(bounce_impulse(contact, world, 0.5) == Vec3{});
        rigid::set_velocity(world.bodies[0], {slide, 0, -1e-3}, {});
        CHECK(bounce_impulse(contact, world, 0.5).z > 0.0);
        // Moved by a script, it has no mobility, nor has the ground.
        world.scripts[0] = [](double) { return Scripted{}; };
        CHECK(bounce_impulse(contact, world, 0.5) == Vec3{});
    }
    // Where all is still, without gravity, no contact is in the queue.
    std::vector<Contact> contacts;
    World still = row(3, contacts);
    still.gravity = {};
    rigid::set_velocity(still.bodies[0], {}, {});
    const std::size_t bounces = bounce_in_turn(still, contacts, 0.5, 10);
    CHECK(bounces == 0);
}

TEST_CASE("bounces in turn rouse who is struck, and are advised for fewer than fifty bodies that move") {
    // Elastic, equal: the speed of 1 m/s, which is not calm, goes from one to the next.
    std::vector<Contact> contacts;
    World world = row(3, contacts);
    world.frozen = {0, 1, 1};
    const std::size_t bounces = bounce_in_turn(world, contacts, 1.0, 10);
    CHECK(bounces == 2);
    CHECK(world.frozen == std::vector<char>{0, 0, 0});
    CHECK(std::abs(world.bodies[2].velocity.x - 1.0) <= 1e-14);
    for (const std::size_t bodies : {49U, 50U, 51U}) {
        std::vector<Contact> ignored;
        CHECK(advised_bounces(row(bodies, ignored), std::vector<Contact>(300)) ==
              (bodies < 50 ? bodies : 30));
    }
}

TEST_CASE("a hanging bar is struck as a pendulum, and stays on its hook [OBA-6.46, OBA-6.47]") {
    // By hand: a bar of mass m and length 1, held at its upper end, moves at its lower one as a mass of m/3:
    // its moment of inertia about the hook is m/3. A ball of the same mass comes at 2 m/s: with restitution 1
    // the ball leaves at 2 (1 - 1/3)/(1 + 1/3) = 1, the end at 3 m/s.
    World world;
    world.friction = 0.0;
    const std::size_t nail = scenes::add_wall(world, {0.1, 0.1, 0.1}, {0, 0, 0.6});
    const rigid::MassProperties mass{
        1.0, {}, (1.0 / 12.0) * Mat3::identity()};  // of a thin bar across itself
    const std::size_t bar = world.add(rigid::make_body("bar", mass, {}), scenes::box_shape({0.1, 0.1, 1}));
    const std::size_t ball =
        world.add(sliding_mass({-0.6, 0, -0.5}, {2, 0, 0}), scenes::box_shape({1, 1, 1}));
    world.link(nail, bar, {0, 0, 0.5});
    const Contact contact = contact_of(bar, ball, {1, 0, 0}, {0, 0, -0.5});
    const std::size_t bounces = bounce_in_turn(world, {contact}, 1.0, 10);
    CHECK(bounces == 1);
    CHECK(norm(world.bodies[ball].velocity - Vec3{1, 0, 0}) <= 1e-9);
    CHECK(norm(rigid::point_velocity(world.bodies[bar], {0, 0, -0.5}) - Vec3{3, 0, 0}) <= 1e-9);
    CHECK(norm(rigid::point_velocity(world.bodies[bar], {0, 0, 0.5})) <= 1e-9);
}

TEST_CASE("a body that hangs on two hooks, or on what moves, is left to the QP [OBA-nPQ]") {
    for (const bool two_hooks : {true, false}) {
        World world;
        const std::size_t bar = world.add(sliding_mass({}, {}, 2.0), scenes::box_shape({1, 1, 1}));
        const std::size_t ball =
            world.add(sliding_mass({-1, 0, 0}, {3, 0, 0}, 5.0), scenes::box_shape({1, 1, 1}));
        for (const double side : {-1.0, 1.0}) {
            const Vec3 at{0, 2 * side, 0};
            const std::size_t other =
                two_hooks ? scenes::add_wall(world, {1, 1, 1}, at)
                          : world.add(sliding_mass(at, {}, 7.0), scenes::box_shape({1, 1, 1}));
            if (two_hooks || side > 0) world.link(other, bar, {0, side, 0});
        }
        const Contact contact = contact_of(bar, ball, {1, 0, 0}, {-0.5, 0, 0});
        const std::size_t bounces = bounce_in_turn(world, {contact}, 1.0, 10);
        CHECK(bounces == 0);
        CHECK(world.bodies[ball].velocity == Vec3{3, 0, 0});
    }
}
