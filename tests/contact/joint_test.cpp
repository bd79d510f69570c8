#include "restraint/contact/joint.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "bodies.h"
#include "restraint/contact/resting.h"

using namespace restraint;
using namespace restraint::contact;

TEST_CASE(
    "a joint's rows are the rates of its equations, and its biases their second rates at rest "
    "[PBM-G-hinge]") {
    const std::uint64_t seed = 105;
    Random random(seed);
    for (int trial = 0; trial < 20; ++trial) {
        CAPTURE(seed);
        CAPTURE(trial);
        std::vector<RigidBody> bodies{random_body(random), random_body(random)};
        for (RigidBody& body : bodies) body.torque = random_vec3(random), body.force = random_vec3(random);
        const Joint joint = make_hinge(bodies, 0, 1, random_vec3(random), random_vec3(random));
        CHECK(joint_error(std::vector<Joint>{joint}, bodies) < 1e-15 * 10);
        const auto rows = joint_rows(joint, bodies);
        REQUIRE(rows.size() == 5);
        const Vector v = velocities(bodies), a = free_accelerations(bodies);
        const double h = 1e-4;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            double rate = 0.0, second = rows[i].bias;
            for (const gauss::Block& block : rows[i].row.blocks())
                for (std::size_t k = 0; k < 6; ++k) {
                    rate += block.coefficients[k] * v[6 * block.body + k];
                    second += block.coefficients[k] * a[6 * block.body + k];
                }
            const auto value = [&](double t) { return joint_rows(joint, after(bodies, t))[i].value; };
            // Central differences: h^2 times third rates ~ 1e-7; rounding 1e-16/h^2 = 1e-8.
            CHECK(std::abs((value(h) - value(-h)) / (2 * h) - rate) < 1e-5);
            CHECK(std::abs((value(h) - 2 * value(0) + value(-h)) / (h * h) - second) <
                  1e-4 * (1 + std::abs(second)));
        }
    }
}

TEST_CASE("a bar hung by its end swings off with alpha = m g r/I, whether the joint is a ball or a hinge") {
    // Uniform bar, horizontal, 2 x 0.1 x 0.1: I about its end = m (1 + (4 + 0.01)/12).
    for (Joint::Kind kind : {Joint::Kind::ball, Joint::Kind::hinge}) {
        std::vector<RigidBody> bodies{box_body({2, 0.1, 0.1}, 3.0, {1, 0, 0}),
                                      rigid::make_fixed("world", {})};
        rigid::add_gravity(bodies[0], {0, 0, -9.81});
        const std::vector<Joint> joints{kind == Joint::Kind::ball ? make_ball_joint(bodies, 0, 1, {})
                                                                  : make_hinge(bodies, 0, 1, {}, {0, 2, 0})};
        const RestingMotion motion = project_accelerations({}, joints, bodies);
        REQUIRE(motion.status == optimize::Status::optimal);
        const double alpha = 9.81 / (1 + 4.01 / 12);
        CHECK(std::abs(motion.accelerations[4] - alpha) < 1e-13);  // about +y: from x down
        CHECK(std::abs(motion.accelerations[2] + alpha) < 1e-13);  // the centre, at 1 m
        CHECK(std::abs(motion.forces[2] - 3.0 * (9.81 - alpha)) < 1e-12);
        // And in turning with omega the joint pulls the centre inwards with m omega^2 r.
        rigid::set_velocity(bodies[0], {0, 0, -2}, {0, 2, 0});
        CHECK(std::abs(project_accelerations({}, joints, bodies).forces[0] + 3.0 * 4.0) < 1e-12);
    }
}

TEST_CASE("joints with a redundant twin or a body to itself: harmless, and refused [BARAFF89-36]") {
    std::vector<RigidBody> bodies{box_body({2, 0.1, 0.1}, 3.0, {1, 0, 0}), rigid::make_fixed("world", {})};
    rigid::add_gravity(bodies[0], {0, 0, -9.81});
    const Joint hinge = make_hinge(bodies, 0, 1, {}, {0, 1, 0});
    const RestingMotion once = project_accelerations({}, std::vector<Joint>{hinge}, bodies);
    const RestingMotion twice = project_accelerations({}, std::vector<Joint>{hinge, hinge}, bodies);
    REQUIRE(twice.status == optimize::Status::optimal);
    CHECK(max_norm(once.accelerations - twice.accelerations) < 1e-13);
    const ForceSystem system = force_system({}, std::vector<Joint>{hinge, hinge}, bodies);
    const ForceSolution program = solve_force_program(system);
    CHECK(program.status == optimize::Status::optimal);
    CHECK(force_residual(system, program.forces) < 1e-11);
    CHECK_THROWS_WITH_AS(make_ball_joint(bodies, 0, 0, {}),
                         "a joint needs two different bodies; it names 0 and 0 of 2", std::invalid_argument);
    CHECK_THROWS_WITH_AS(make_ball_joint(bodies, 0, 2, {}),
                         "a joint needs two different bodies; it names 0 and 2 of 2", std::invalid_argument);
    CHECK_THROWS_WITH_AS(make_hinge(bodies, 0, 1, {}, {0, 0, 0}), "the axis of a hinge has no length",
                         std::invalid_argument);
}
