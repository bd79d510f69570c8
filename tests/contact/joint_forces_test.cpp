#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "../world/bodies.h"
#include "force_residual.h"
#include "restraint/contact/methods.h"

using namespace restraint;
using namespace restraint::contact;

TEST_CASE("a bar hung by its end swings off with alpha = m g r/I, whether the joint is a ball or a hinge") {
    // Uniform bar, horizontal, 2 x 0.1 x 0.1: I about its end = m (1 + (4 + 0.01)/12).
    for (Joint::Kind kind : {Joint::Kind::ball, Joint::Kind::hinge}) {
        std::vector<RigidBody> bodies{box_body({2, 0.1, 0.1}, 3.0, {1, 0, 0}),
                                      rigid::make_fixed("world", {})};
        rigid::add_gravity(bodies[0], {0, 0, -9.81});
        const std::vector<Joint> joints{kind == Joint::Kind::ball ? make_ball_joint(bodies, 0, 1, {})
                                                                  : make_hinge(bodies, 0, 1, {}, {0, 2, 0})};
        const gauss::Projection motion = project_accelerations({}, joints, bodies);
        REQUIRE(motion.status == optimize::Status::optimal);
        const double alpha = 9.81 / (1 + 4.01 / 12);
        CHECK(std::abs(motion.x[4] - alpha) < 1e-13);  // about +y: from x down
        CHECK(std::abs(motion.x[2] + alpha) < 1e-13);  // the centre, at 1 m
        CHECK(std::abs(motion.multipliers[2] - 3.0 * (9.81 - alpha)) < 1e-12);
        // And in turning with omega the joint pulls the centre inwards with m omega^2 r.
        rigid::set_velocity(bodies[0], {0, 0, -2}, {0, 2, 0});
        CHECK(std::abs(project_accelerations({}, joints, bodies).multipliers[0] + 3.0 * 4.0) < 1e-12);
    }
}

TEST_CASE("a joint and its redundant twin give the motion of one joint [BARAFF89-36]") {
    std::vector<RigidBody> bodies{box_body({2, 0.1, 0.1}, 3.0, {1, 0, 0}), rigid::make_fixed("world", {})};
    rigid::add_gravity(bodies[0], {0, 0, -9.81});
    const Joint hinge = make_hinge(bodies, 0, 1, {}, {0, 1, 0});
    const gauss::Projection once = project_accelerations({}, std::vector<Joint>{hinge}, bodies);
    const gauss::Projection twice = project_accelerations({}, std::vector<Joint>{hinge, hinge}, bodies);
    REQUIRE(twice.status == optimize::Status::optimal);
    CHECK(max_norm(once.x - twice.x) < 1e-13);
    const ForceSystem system = force_system({}, std::vector<Joint>{hinge, hinge}, bodies);
    const optimize::Solution program = solve_force_program(system);
    CHECK(program.status == optimize::Status::optimal);
    CHECK(force_residual(system, program.x) < 1e-11);
}
