#include "restraint/world/joint.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "bodies.h"

using namespace restraint;
using namespace restraint::world;

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

TEST_CASE("a joint of a body to itself, to no body, or about no axis is refused") {
    const std::vector<RigidBody> bodies{box_body({2, 0.1, 0.1}, 3.0, {1, 0, 0}),
                                        rigid::make_fixed("world", {})};
    CHECK_THROWS_WITH_AS(make_ball_joint(bodies, 0, 0, {}),
                         "a joint names body 0, box, twice; it needs two different ones",
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(make_ball_joint(bodies, 0, 2, {}), "a joint names body 2, but there are 2",
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(make_hinge(bodies, 0, 1, {}, {0, 0, 0}), "the axis of a hinge has no length",
                         std::invalid_argument);
}
