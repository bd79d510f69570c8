#include "restraint/world/kinematics.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "../claims.h"
#include "bodies.h"
#include "restraint/collide/distance.h"
#include "restraint/collide/shapes.h"
#include "restraint/rigid/mass.h"
#include "restraint/world/moving_contact.h"

using namespace restraint;
using namespace restraint::world;

namespace {

// Two bodies of the shapes given, placed so that the features named touch at a gap of 1e-6; velocities and
// forces at random.
struct Situation {
    collide::ConvexShape a, b;
    std::vector<RigidBody> bodies;
    Contact contact;
};

Situation touching(Random& random, collide::ConvexShape a, collide::ConvexShape b, Quaternion turn_a,
                   Vec3 toward) {
    Situation s{std::move(a), std::move(b), {}, {}};
    RigidBody body_a = random_body(random), body_b = random_body(random);
    rigid::set_orientation(body_b, Quaternion{});
    rigid::set_orientation(body_a, turn_a);
    body_b.position = {};
    body_a.position = 5.0 * toward;
    for (int k = 0; k < 60; ++k) {  // along the line to B until the gap is 1e-6
        const auto far = collide::find_separation(s.a, body_a.pose(), s.b, body_b.pose());
        body_a.position -= ((far.distance - 1e-6) / std::max(dot(far.normal, toward), 0.3)) * toward;
    }
    // Both turned by the same random rotation, so that nothing is aligned.
    const Quaternion turn = from_rotation_vector(random_vec3(random, 2.0));
    body_a.position = rotated(body_a.position, turn);
    rigid::set_orientation(body_a, turn * body_a.quaternion);
    rigid::set_orientation(body_b, turn * body_b.quaternion);
    for (RigidBody* body : {&body_a, &body_b}) {
        const Vec3 velocity = random_vec3(random), omega = random_vec3(random);
        rigid::set_velocity(*body, velocity, omega);
        body->force = random_vec3(random, 3.0);
        body->torque = random_vec3(random, 0.3);
    }
    s.bodies = {body_a, body_b};
    const auto contacts = contacts_between(s.a, s.b, s.bodies, 0, 1, 1e-6);
    REQUIRE(contacts.size() == 1);
    s.contact = contacts[0];
    return s;
}

// d' and d'' against differences of the distance that the bodies really have a moment before and after;
// returns how far d'' is from them, in units of 1 + |d''|.
double check_gap(const Situation& s, ContactKind kind) {
    REQUIRE(s.contact.kind == kind);
    const double h = 2e-5;
    const auto distance = [&](double t) {
        const auto bodies = after(s.bodies, t);
        return collide::find_separation(s.a, bodies[0].pose(), s.b, bodies[1].pose()).distance;
    };
    const double rate = (distance(h) - distance(-h)) / (2 * h);
    const double second = (distance(h) - 2 * distance(0) + distance(-h)) / (h * h);
    CHECK(std::abs(gap_velocity(s.contact, s.bodies) - rate) < 1e-5);  // the gap of 1e-6 between p_a and p_b
    // Rounding of the second difference: 1e-15/h^2 = 2.5e-6, some times; of h^2: 1e-9; of the gap: 1e-6 times
    // omega^2.
    const double formula = gap_acceleration(s.contact, s.bodies);
    CHECK(std::abs(formula - second) < 1e-4 * (1.0 + std::abs(second)));
    // A contact that moves along has the same gap, and so the same differences.
    const MovingContact moving(s.contact, s.bodies);
    CHECK(std::abs(moving.now(s.bodies).gap - s.contact.gap) < 1e-14);
    CHECK(norm(moving.now(s.bodies).point - s.contact.point) < 1e-6);
    const auto gap = [&](double t) { return moving.now(after(s.bodies, t)).gap; };
    const double big = 1e-4;  // rounding 4e-15/big^2 = 4e-7, of big^2 1e-8 times a fourth derivative
    const double by_contact = (gap(big) - 2 * gap(0) + gap(-big)) / (big * big);
    CHECK(std::abs(formula - by_contact) < 1e-5 * (1.0 + std::abs(by_contact)));
    // The rate of the normal, too.
    const Vec3 n_rate =
        (1 / (2 * h)) * (moving.now(after(s.bodies, h)).normal - moving.now(after(s.bodies, -h)).normal);
    CHECK(norm(normal_rate(s.contact, s.bodies) - n_rate) < 1e-5);
    return std::abs(formula - by_contact) / (1.0 + std::abs(by_contact));
}

const collide::ConvexShape cube = box_shape({1, 1, 1});

}  // namespace

TEST_CASE(
    "the second derivative of the gap is the formula with 2 n'.(p_a' - p_b'), vertex on face and edge on "
    "edge "
    "[PBM-G-9.4, PBM-G-code-Ndot, claim CL-G-17, erratum G17, erratum G19]") {
    // d' [PBM-G-8.3, BARAFF89-33]; the points' accelerations [PBM-G-D-2, PBM-G-D-3]; of them what forces,
    // torques and turning give [PBM-G-D-ext, PBM-G-D-extq, PBM-G-D-b], and the term with n' [PBM-G-D-const]
    const std::uint64_t seed = 91;
    Random random(seed);
    const double s = std::acos(std::sqrt(0.5));
    double worst = 0.0;
    for (int trial = 0; trial < 20; ++trial) {
        CAPTURE(seed);
        CAPTURE(trial);
        // A cube on its corner over the cube's top; and two cubes on edge, crossed.
        const Quaternion on_corner = from_rotation_vector({0.6, 0.5, 0.2});
        const double on_face =
            check_gap(touching(random, cube, cube, on_corner, {0, 0, 1}), ContactKind::vertex_face);
        const Quaternion on_edge = from_rotation_vector({s, 0, 0}) * from_rotation_vector({0, 0, 0.2});
        const double crossed = check_gap(touching(random, cube, cube, on_edge, normalized(Vec3{1, 0, 1})),
                                         ContactKind::edge_edge);
        worst = std::max({worst, on_face, crossed});
    }
    measured("CL-G-17", "largest difference " + figure(worst) + " of 1 + |d''|");
}

TEST_CASE(
    "a ball on a face, an edge, a vertex or a ball: its normal turns as it goes round"
    " [BARAFF89-34, BARAFF89-32]") {
    const std::uint64_t seed = 92;
    Random random(seed);
    const collide::ConvexShape ball = collide::make_ball(0.4);
    for (int trial = 0; trial < 20; ++trial) {
        CAPTURE(seed);
        CAPTURE(trial);
        check_gap(touching(random, ball, cube, {}, {0, 0, 1}), ContactKind::vertex_face);
        check_gap(touching(random, ball, cube, {}, normalized(Vec3{1, 0, 1})), ContactKind::ball_edge);
        check_gap(touching(random, ball, cube, {}, normalized(Vec3{1, 1, 1})), ContactKind::ball_vertex);
        check_gap(touching(random, ball, collide::make_ball(0.7), {}, {0.6, 0.8, 0}),
                  ContactKind::ball_vertex);
        // In the other order, the ball still is A.
        check_gap(touching(random, cube, ball, {}, normalized(Vec3{1, 0, 1})), ContactKind::ball_edge);
    }
}

TEST_CASE("a ball that spins in its place does not lift off, though its lowest point accelerates upwards") {
    // The material point of contact has the acceleration omega^2 r towards the centre; the gap does not care.
    std::vector<RigidBody> bodies{rigid::make_body("ball", rigid::ball_mass(0.5, 1.0), {0, 0, 0.5}),
                                  rigid::make_fixed("floor", {0, 0, -0.5})};
    rigid::set_velocity(bodies[0], {1, 2, 0}, {3, -4, 5});
    const auto contacts = contacts_between(collide::make_ball(0.5), box_shape({10, 10, 1}), bodies, 0, 1);
    REQUIRE(contacts.size() == 1);
    CHECK(gap_velocity(contacts[0], bodies) == 0.0);
    CHECK(std::abs(gap_acceleration_bias(contacts[0], bodies)) < 1e-14);
}

TEST_CASE("with a fixed B n' is zero and d'' is n.p_a'' [BARAFF89-fixB]") {
    const std::uint64_t seed = 93;
    Random random(seed);
    std::vector<RigidBody> bodies{random_body(random), rigid::make_fixed("wall", {})};
    bodies[0].force = random_vec3(random);
    const Contact contact = random_contact(random, 0, 1);
    CHECK(normal_rate(contact, bodies) == Vec3{});
    const RigidBody& a = bodies[0];
    const Vec3 acceleration = cross(rigid::angular_acceleration(a), contact.point - a.position) +
                              rigid::centripetal(a, contact.point) + rigid::linear_acceleration(a);
    CHECK(std::abs(gap_acceleration(contact, bodies) - dot(contact.normal, acceleration)) < 1e-14);
}

TEST_CASE("velocities as one vector, and the row of a contact that finds its gap's rate in it") {
    const std::uint64_t seed = 94;
    Random random(seed);
    std::vector<RigidBody> bodies{random_body(random), rigid::make_fixed("driven", {}), random_body(random)};
    rigid::set_velocity(bodies[1], {0, 0, 1}, {0, 1, 0});
    const Vector v = velocities(bodies);
    for (std::size_t other : {std::size_t{1}, std::size_t{2}}) {
        const Contact contact = random_contact(random, 0, other);
        const gauss::Row row = gap_row(contact, bodies);
        double rate = 0.0;
        for (const gauss::Block& block : row.blocks())
            for (std::size_t k = 0; k < 6; ++k) rate += block.coefficients[k] * v[6 * block.body + k];
        CHECK(std::abs(rate - gap_velocity(contact, bodies)) < 1e-14);
    }
    std::vector<RigidBody> copy = bodies;
    set_velocities(copy, 2.0 * v);
    CHECK(norm(copy[0].angular_momentum - 2.0 * bodies[0].angular_momentum) < 1e-14);
    CHECK(copy[1].velocity == bodies[1].velocity);  // driven, not by us
}

TEST_CASE("an impulse at an arm of 1 m on a cube of 2 kg: 1/m along the arm, 1/m + l^2/I across") {
    // I = 2 (1^2 + 1^2)/12 = 1/3 kg m^2.
    const RigidBody two_kilograms = rigid::make_body("cube", rigid::box_mass({1, 1, 1}, 2.0), {1, 2, 3});
    const Mat3 moved = mobility(two_kilograms, {2, 2, 3}, {2, 2, 3});
    const double along = 1.0 / 2.0, across = 1.0 / 2.0 + 3.0;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            CHECK(std::abs(moved(i, j) - (i != j ? 0.0 : i == 0 ? along : across)) <= 1e-15);
}

TEST_CASE("the inverse mass of a turned body is symmetric to the last bit") {
    Random random(77);
    for (int k = 0; k < 50; ++k) {
        const gauss::InverseMass w = inverse_mass_of(random_body(random));
        for (std::size_t i = 0; i < 6; ++i)
            for (std::size_t j = 0; j < i; ++j) CHECK(w(i, j) == w(j, i));
    }
}
