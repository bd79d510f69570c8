#include "restraint/bricks/generators.h"
#include "restraint/contact/methods.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "../claims.h"
#include "../matrices.h"
#include "../world/bodies.h"
#include "force_residual.h"
#include "restraint/bricks/collapse.h"
#include "restraint/linalg/ldlt.h"

using namespace restraint;
using namespace restraint::contact;

namespace {

const Vec3 gravity{0, 0, -9.81};

void add_gravity(std::vector<RigidBody>& bodies) {
    for (RigidBody& body : bodies) {
        body.force = body.torque = {};
        rigid::add_gravity(body, gravity);
    }
}

// J W J' from the rows, as a second way to A.
Matrix from_rows(const std::vector<Contact>& contacts, const std::vector<RigidBody>& bodies) {
    const std::size_t n = contacts.size();
    Matrix j(n, 6 * bodies.size()), w(6 * bodies.size(), 6 * bodies.size());
    for (std::size_t i = 0; i < n; ++i) {
        const gauss::Row row = gap_row(contacts[i], bodies);
        for (const gauss::Block& block : row.blocks())
            for (std::size_t k = 0; k < 6; ++k) j(i, 6 * block.body + k) = block.coefficients[k];
    }
    const auto inverse = inverse_masses(bodies);
    for (std::size_t b = 0; b < bodies.size(); ++b)
        for (std::size_t r = 0; r < 6; ++r)
            for (std::size_t c = 0; c < 6; ++c) w(6 * b + r, 6 * b + c) = inverse[b](r, c);
    return j * w * transpose(j);
}

double sum(const Vector& x, std::size_t count) {
    double total = 0.0;
    for (std::size_t i = 0; i < count; ++i) total += x[i];
    return total;
}

// A cube of mass m on a floor, its contacts ordered around the base.
struct Resting {
    std::vector<RigidBody> bodies;
    std::vector<Contact> contacts;
    explicit Resting(double mass) {
        bodies = {box_body({1, 1, 1}, mass, {0, 0, 0.5}), rigid::make_fixed("floor", {0, 0, -0.5})};
        contacts = contacts_between(box_shape({1, 1, 1}), box_shape({4, 4, 1}), bodies, 0, 1);
        REQUIRE(contacts.size() == 4);
        add_gravity(bodies);
    }
};

}  // namespace

TEST_CASE(
    "A is J W J', symmetric and positive semidefinite, also where a body is A here and B there "
    "[PBM-G-code-aij, PBM-G-code-amat, PBM-G-9.8, claim CL-G-16, erratum G20]") {
    // Row i, column j: [PBM-G-D-4, PBM-G-D-tq, PBM-G-D-5, PBM-G-D-tot]
    const std::uint64_t seed = 101;
    Random random(seed);
    double worst = 0.0, least = 1.0;
    for (int trial = 0; trial < 50; ++trial) {
        CAPTURE(seed);
        CAPTURE(trial);
        std::vector<RigidBody> bodies;
        for (int i = 0; i < 3; ++i) bodies.push_back(random_body(random));
        bodies.push_back(rigid::make_fixed("floor", {}));
        std::vector<Contact> contacts;
        for (int i = 0; i < 8; ++i) {
            const std::size_t a = random.index(4);
            contacts.push_back(random_contact(random, a, (a + 1 + random.index(3)) % 4));
        }
        const Matrix a = compute_a_matrix(contacts, bodies), jwj = from_rows(contacts, bodies);
        CHECK(max_norm(a - jwj) < 1e-13 * max_norm(jwj));
        worst = std::max(worst, max_norm(a - jwj) / max_norm(jwj));
        CHECK(max_norm(a - transpose(a)) < 1e-13 * max_norm(jwj));
        const ForceSystem system = force_system(contacts, {}, bodies);
        CHECK(max_norm(a - system.a) < 1e-13 * max_norm(jwj));
        // [PBM-G-code-bvec]
        CHECK(max_norm(compute_b_vector(contacts, bodies) - system.b) < 1e-13 * (1 + max_norm(system.b)));
        for (int k = 0; k < 20; ++k) {
            Vector f(8);
            for (double& entry : f) entry = random.uniform(-1, 1);
            least = std::min(least, dot(f, a * f) / max_norm(jwj));
            CHECK(least >= -1e-13);
        }
    }
    measured("CL-G-16", "largest difference of A and J W J' " + figure(worst) + " of A; least f'A f " +
                            figure(least) + " of it");
}

TEST_CASE(
    "the forces on a resting cube add up to its weight, to 1e-12; A has rank 3 of 4"
    " [PBM-G-9.9, PBM-G-code-qp, claim CL-G-07, claim CL-K-08]") {
    Resting cube(10 / 9.81);  // weight 10
    const Matrix a = compute_a_matrix(cube.contacts, cube.bodies);
    // The null vector: more on one diagonal, less on the other. Opposite corners are those farther apart.
    Vector diagonal(4, -1.0);
    for (std::size_t i = 0; i < 4; ++i) {
        const Vec3 d = cube.contacts[i].point - cube.contacts[0].point;
        if (norm(d) < 0.1 || norm(d) > 1.2) diagonal[i] = 1.0;
    }
    CHECK(max_norm(a * diagonal) < 1e-14);
    CHECK(max_norm(a * Vector{1, 1, 1, 1}) > 1.0);
    const ForceSystem system = force_system(cube.contacts, {}, cube.bodies);
    const optimize::Solution by_forces = solve_force_program(system);
    const gauss::Projection by_motion = project_accelerations(cube.contacts, {}, cube.bodies);
    REQUIRE(by_forces.status == optimize::Status::optimal);
    REQUIRE(by_motion.status == optimize::Status::optimal);
    CHECK(std::abs(sum(by_forces.x, 4) - 10) < 1e-12 * 10);
    CHECK(std::abs(sum(by_motion.multipliers, 4) - 10) < 1e-12 * 10);
    CHECK(max_norm(by_motion.x) < 1e-13);
    measured("CL-G-07", "sum of the forces " + figure(sum(by_forces.x, 4)) + " N");
    measured("CL-K-08", "A times (1, -1, -1, 1): " + figure(max_norm(a * diagonal)));
    CHECK(force_residual(system, by_forces.x) < 1e-12);
    CHECK(force_residual(system, by_motion.multipliers) < 1e-12);

    // A wind of 12 upwards: no force, and d'' = 2/m.
    cube.bodies[0].force += Vec3{0, 0, 12};
    const gauss::Projection lifted = project_accelerations(cube.contacts, {}, cube.bodies);
    CHECK(max_norm(lifted.multipliers) == 0.0);
    const double lift = 2 * 9.81 / 10;
    CHECK(std::abs(lifted.x[2] - lift) < 1e-14);
    CHECK(max_norm(solve_force_program(force_system(cube.contacts, {}, cube.bodies)).x) < 1e-12);
    for (double opening : compute_b_vector(cube.contacts, cube.bodies))
        CHECK(std::abs(opening - lift) < 1e-14);
}

TEST_CASE(
    "a four-legged table bears its load in many ways and moves in one "
    "[BARAFF89-35, claim CL-K-07, erratum K07]") {
    Resting table(4.0);
    table.bodies[0].force += Vec3{0, 0, -7};
    rigid::add_force(table.bodies[0], {0, 0, -5}, {0.2, -0.3, 1});  // off the centre
    const gauss::Projection motion = project_accelerations(table.contacts, {}, table.bodies);
    const optimize::Solution program = solve_force_program(force_system(table.contacts, {}, table.bodies));
    Vector diagonal(4, -1.0);
    for (std::size_t i = 0; i < 4; ++i) {
        const Vec3 d = table.contacts[i].point - table.contacts[0].point;
        if (norm(d) < 0.1 || norm(d) > 1.2) diagonal[i] = 1.0;
    }
    double least_plus = 1e9, least_minus = 1e9;
    for (std::size_t i = 0; i < 4; ++i)
        (diagonal[i] > 0 ? least_plus : least_minus) =
            std::min(diagonal[i] > 0 ? least_plus : least_minus, motion.multipliers[i]);
    const auto accelerations_under = [&](const Vector& forces) {
        std::vector<RigidBody> bodies = table.bodies;
        apply_contact_forces(table.contacts, {}, bodies, forces);
        return free_accelerations(bodies);
    };
    CHECK(least_plus + least_minus > 1.0);  // so there is a whole range of right forces
    measured("CL-K-07", "forces of the legs may be shifted by " + figure(least_plus + least_minus) +
                            " N without moving the table");
    for (const Vector& forces : {motion.multipliers, program.x, motion.multipliers + least_minus * diagonal,
                                 motion.multipliers - least_plus * diagonal}) {
        CHECK(std::abs(sum(forces, 4) - (4 * 9.81 + 12)) < 1e-11);
        CHECK(max_norm(accelerations_under(forces)) < 1e-12);
        for (double f : forces) CHECK(f > -1e-12);
    }
    // Conditions (1) and (2) alone are not enough: twice the forces fulfil them, and throw the table up.
    // [BARAFF89-11, BARAFF89-12, claim CL-K-09, erratum K08]
    const ForceSystem system = force_system(table.contacts, {}, table.bodies);
    const Vector twice = 2.0 * motion.multipliers, opening = system.a * twice + system.b;
    for (double d : opening) CHECK(d > 1.0);
    CHECK(dot(twice, opening) > 100.0);
    measured("CL-K-09", "twice the forces: f.(A f + b) = " + figure(dot(twice, opening)));
}

TEST_CASE("a mass on an incline: f = m g cos(theta), 19.6, 16.97 and 9.8 N [BARAFF89-fig7, claim CL-K-05]") {
    // 2 kg, g = 9.8 m/s^2, at 0, 30 and 60 degrees. The acceleration down the slope is g sin(theta).
    const double pi = 2 * std::acos(0.0), m = 2.0, g = 9.8;
    for (double degrees : {0.0, 30.0, 60.0}) {
        const double theta = degrees * pi / 180;
        std::vector<RigidBody> bodies{box_body({0.1, 0.1, 0.1}, m, {}), rigid::make_fixed("incline", {})};
        bodies[0].force = {0, 0, -m * g};
        Contact contact;
        contact.b = 1;
        contact.normal = {std::sin(theta), 0, std::cos(theta)};  // through the centre: a point mass
        const std::vector<Contact> contacts{contact};
        const optimize::Solution result = solve_force_program(force_system(contacts, {}, bodies));
        CHECK(std::abs(result.x[0] - m * g * std::cos(theta)) < 1e-13);
        measured("CL-K-05", figure(result.x[0]) + " N at " + figure(degrees) + " degrees");
        const gauss::Projection motion = project_accelerations(contacts, {}, bodies);
        CHECK(std::abs(motion.x[0] - g * std::sin(theta) * std::cos(theta)) < 1e-13);
        CHECK(std::abs(motion.x[2] + g * std::sin(theta) * std::sin(theta)) < 1e-13);
    }
}

TEST_CASE(
    "d'' = A f + b here, A f - b in BARAFF89: with the wrong sign the body falls through"
    " [PBM-G-9.9, BARAFF89-9, erratum G31]") {
    Resting cube(3.0);
    ForceSystem system = force_system(cube.contacts, {}, cube.bodies);
    for (double b : system.b)
        CHECK(std::abs(b + 9.81) < 1e-14);  // without forces the gaps would close with g
    system.b = -system.b;
    CHECK(max_norm(solve_force_program(system).x) < 1e-12);
}

TEST_CASE(
    "the same motion by forces and by accelerations, for random spinning bodies in many contacts"
    " [PBM-G-9.5, PBM-G-9.6, PBM-G-9.7, BARAFF89-15]") {
    const std::uint64_t seed = 102;
    Random random(seed);
    int solved = 0, lifting = 0;
    for (int trial = 0; trial < 100; ++trial) {
        CAPTURE(seed);
        CAPTURE(trial);
        std::vector<RigidBody> bodies;
        for (int i = 0; i < 3; ++i) bodies.push_back(random_body(random));
        bodies.push_back(rigid::make_fixed("floor", {}));
        for (RigidBody& body : bodies)
            if (!body.fixed()) body.force = random_vec3(random, 5.0);
        std::vector<Contact> contacts;
        for (int i = 0; i < 7; ++i) {
            const std::size_t a = random.index(4);
            contacts.push_back(random_contact(random, a, (a + 1 + random.index(3)) % 4));
        }
        std::vector<Joint> joints;
        if (trial % 2) joints.push_back(make_hinge(bodies, 0, 1, random_vec3(random), random_vec3(random)));
        const ForceSystem system = force_system(contacts, joints, bodies);
        const gauss::Projection motion = project_accelerations(contacts, joints, bodies);
        const optimize::Solution program = solve_force_program(system);
        if (motion.status != optimize::Status::optimal) continue;
        REQUIRE(program.status == optimize::Status::optimal);
        ++solved;
        const double size = 1 + max_norm(system.b);
        CHECK(force_residual(system, program.x) < 1e-9 * size);
        CHECK(force_residual(system, motion.multipliers) < 1e-9 * size);
        apply_contact_forces(contacts, joints, bodies, program.x);
        CHECK(max_norm(free_accelerations(bodies) - motion.x) < 1e-8 * size);
        for (std::size_t i = 0; i < contacts.size(); ++i) lifting += motion.multipliers[i] == 0.0;
    }
    CHECK(solved > 50);
    CHECK(lifting > 50);
}

TEST_CASE("fixed bodies bear any weight, and nobody divides by their mass [PBM-G-fixed, erratum G21]") {
    Resting cube(1e6);
    CHECK(std::abs(sum(project_accelerations(cube.contacts, {}, cube.bodies).multipliers, 4) - 9.81e6) <
          1e-5);
    CHECK(cube.bodies[1].force == Vec3{});
}

TEST_CASE("a thin tower in space starts to fall as the tower of the plane does, to 1e-9 [ROTE-Q]") {
    // Bricks of 1 x 1/4 on a table, shifted to the right; the left edge of each: stable and unstable ones.
    const std::vector<std::vector<double>> towers{{0.0, 0.25, 0.5, 0.75},
                                                  {0.0, 0.6},
                                                  {0.0, 0.4, 0.8, 1.2},
                                                  {0.0, -0.3, 0.4, 0.9, 0.2},
                                                  {0.1, 0.7, 0.1, 0.9}};
    int falling = 0;
    for (const auto& lefts : towers) {
        bricks::Tower tower;
        tower.tables.push_back({"table", -5, 5, 0});
        const double depth = 0.05;
        std::vector<RigidBody> bodies{rigid::make_fixed("table", {0, -0.5, 0})};
        std::vector<collide::ConvexShape> shapes{box_shape({10, 1, 1})};
        for (std::size_t i = 0; i < lefts.size(); ++i) {
            const double x = lefts[i], y = 0.125 + 0.25 * static_cast<double>(i),
                         density = 1.0 + static_cast<double>(i % 2);
            tower.bodies.push_back(
                bricks::make_brick("b" + std::to_string(i), {{x, y}, 0}, 1, 0.25, density));
            bodies.push_back(box_body({1, 0.25, depth}, density * 0.25, {x, y, 0}));
            shapes.push_back(box_shape({1, 0.25, depth}));
        }
        const bricks::Answer expected = bricks::accelerate(tower);
        REQUIRE(expected.status == optimize::Status::optimal);
        std::vector<Contact> contacts;
        for (std::size_t i = 0; i + 1 < bodies.size(); ++i)
            for (const Contact& c : contacts_between(shapes[i + 1], shapes[i], bodies, i + 1, i))
                contacts.push_back(c);
        CHECK(contacts.size() == 4 * lefts.size());
        for (RigidBody& body : bodies) rigid::add_gravity(body, {0, -9.81, 0});
        const gauss::Projection motion = project_accelerations(contacts, {}, bodies);
        REQUIRE(motion.status == optimize::Status::optimal);
        bool moves = false;
        for (std::size_t i = 0; i < lefts.size(); ++i) {
            const Vector& a = motion.x;
            const std::size_t k = 6 * (i + 1);
            CHECK(std::abs(a[k] - expected.bodies[i].linear.x) < 1e-9);
            CHECK(std::abs(a[k + 1] - expected.bodies[i].linear.y) < 1e-9);
            CHECK(std::abs(a[k + 5] - expected.bodies[i].angular) < 1e-9);
            CHECK(std::abs(a[k + 2]) + std::abs(a[k + 3]) + std::abs(a[k + 4]) < 1e-9);
            moves = moves || std::abs(expected.bodies[i].angular) > 0.1;
        }
        falling += moves;
    }
    CHECK(falling >= 2);
    CHECK(falling < 5);
}
