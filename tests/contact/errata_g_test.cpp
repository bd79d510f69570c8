// Slips of part G around collisions and contact forces: the printed version failing, ours holding.

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "../world/bodies.h"
#include "restraint/collide/shapes.h"
#include "restraint/contact/impulse.h"
#include "restraint/contact/resting.h"
#include "restraint/optimize/simplex.h"
#include "restraint/rigid/mass.h"

using namespace restraint;
using namespace restraint::contact;

namespace {

/// The point of the contact moves with body A at the one and with body B at the other.
Vec3 relative_velocity(const Contact& c, const std::vector<RigidBody>& bodies) {
    return rigid::point_velocity(bodies[c.a], c.point) - rigid::point_velocity(bodies[c.b], c.point);
}

/// What a unit impulse along the normal changes of a body's point: n/M + (I^-1 (r x n)) x r.
Vec3 response(const RigidBody& body, const Contact& c) {
    const Vec3 r = c.point - body.position;
    return body.inverse_mass * c.normal + cross(body.inverse_inertia * cross(r, c.normal), r);
}

}  // namespace

TEST_CASE("after a collision one goes on from X(tc)+, with X(tc) the ball goes through [erratum G13]") {
    // A ball of radius 1/2 meets the floor z = 0 with speed 1; a rebound of 1/2 leaves 1/2.
    const std::vector<RigidBody> at_contact = [] {
        std::vector<RigidBody> bodies{
            rigid::make_body("ball", rigid::with_mass(rigid::ball_mass(0.5, 1.0), 2.0), {0, 0, 0.5}),
            rigid::make_fixed("floor", {0, 0, -0.5})};
        rigid::set_velocity(bodies[0], {0, 0, -1}, {});
        return bodies;
    }();
    const auto contacts = contacts_between(collide::make_ball(0.5), box_shape({4, 4, 1}), at_contact, 0, 1);
    REQUIRE(contacts.size() == 1);
    std::vector<RigidBody> resolved = at_contact;
    resolve_sequentially(contacts, resolved, [](std::size_t) { return 0.5; });

    const double h = 0.1;                                               // s
    CHECK(std::abs(after(at_contact, h)[0].position.z - 0.4) < 1e-15);  // printed: 0.1 m deep in the floor
    CHECK(std::abs(after(resolved, h)[0].position.z - 0.55) < 1e-15);
}

TEST_CASE("p'+ = p'- + j (...): with p'+ on both sides no impulse could act [PBM-G-8.15, erratum G15]") {
    Random random(15);
    for (int i = 0; i < 50; ++i) {
        CAPTURE(i);
        std::vector<RigidBody> bodies{random_body(random), random_body(random)};
        const Contact c = random_contact(random, 0, 1);
        const Vec3 before = relative_velocity(c, bodies);
        const double j = random.uniform(0.1, 3.0);
        const Vec3 change = j * (response(bodies[0], c) + response(bodies[1], c));
        add_impulse(c, j * c.normal, bodies);
        const Vec3 past = relative_velocity(c, bodies);
        const double scale = norm(before) + norm(past) + norm(change);
        CHECK(norm(past - (before + change)) < 1e-12 * scale);
        CHECK(norm(past - (past + change)) > 0.01 * scale);  // the printed right-hand side
    }
}

TEST_CASE(
    "a contact's torque is r x f n; the printed r * f n is a number"
    " [PBM-G-code-CCF, BARAFF89-F, erratum G18]") {
    std::vector<RigidBody> bodies{box_body({1, 1, 1}, 1.0, {0, 0, 0}), box_body({1, 1, 1}, 2.0, {5, 2, 3})};
    Contact c;
    c.a = 0;
    c.b = 1;
    c.point = {1, 2, 3};
    c.normal = {0, 0, 1};
    c.core_a = c.core_b = c.point;
    apply_contact_forces(std::vector<Contact>{c}, {}, bodies, Vector{2.0});
    CHECK(bodies[0].torque == Vec3{4, -2, 0});  // (1, 2, 3) x (0, 0, 2)
    CHECK(dot(c.point, 2.0 * c.normal) == 6);   // printed: no direction to turn about
    CHECK(bodies[1].torque == Vec3{0, -8, 0});  // (-4, 0, 0) x (0, 0, -2)
    CHECK(bodies[0].force + bodies[1].force == Vec3{});
}

TEST_CASE("joints that contradict each other: the least sum of misses is a linear program [BARAFF89-37]") {
    // A f = b cannot hold: (1, 1; 1, 1; 0, 2) f = (1, 2, 2). With p, q >= 0, min sum (p + q), A f - p + q =
    // b. By hand: f2 = 1 fulfils the third; then the first two want f1 = 0 and 1, and miss 1 together
    // wherever f1 lies between. Least squares would spread the miss, (1/2, 1/2).
    const double a[3][2] = {{1, 1}, {1, 1}, {0, 2}}, b[3] = {1, 2, 2};
    optimize::Problem problem = optimize::unconstrained(8);  // f, p, q
    for (std::size_t i = 0; i < 3; ++i) {
        problem.rows.begin_row();
        for (std::size_t k = 0; k < 2; ++k)
            if (a[i][k] != 0) problem.rows.append(k, a[i][k]);
        problem.rows.append(2 + i, -1.0);
        problem.rows.append(5 + i, 1.0);
        problem.row_lower.push_back(b[i]);
        problem.row_upper.push_back(b[i]);
        for (std::size_t k : {2 + i, 5 + i}) {
            problem.lower[k] = 0.0;
            problem.cost[k] = 1.0;
        }
    }
    const optimize::Solution least = optimize::solve_linear(problem);
    REQUIRE(least.status == optimize::Status::optimal);
    CHECK(std::abs(least.objective - 1.0) < 1e-12);
    CHECK(std::abs(least.x[1] - 1.0) < 1e-12);
    // Nothing is better: the first row less the second misses 0 f = 1 whatever f is.
}
