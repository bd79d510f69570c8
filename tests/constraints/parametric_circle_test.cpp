#include <doctest/doctest.h>

#include <cmath>
#include <stdexcept>

#include "../near.h"
#include "restraint/constraints/constrained_system.h"
#include "restraint/constraints/constraint_kinds.h"
#include "restraint/constraints/pendulum.h"
#include "restraint/particles/particle_system.h"

using namespace restraint;
using namespace restraint::constraints;

TEST_CASE("gravity pulls every point with its own mass, along all three axes") {
    const Vector forces = gravity_on({2.0, 3.0}, 1.0, -10.0, 0.5)(Vector(6), Vector(6), 0.0);
    CHECK(forces == Vector{2.0, -20.0, 1.0, 3.0, -30.0, 1.5});
}

TEST_CASE(
    "a bead on a circle: its velocity J udot is a tangent, Jdot udot points to the centre [PBM-SG-par]") {
    const double r = 2.0, omega = 3.0;
    const ParametricModel bead = bead_on_circle(0.5, r);
    for (const double theta : {0.0, 0.7, 2.5, -1.0}) {
        CAPTURE(theta);
        const Vector u{theta}, udot{omega};
        const Vector q = bead.points(u), v = bead.jacobian(u) * udot, a = bead.jacobian_dot(u, udot) * udot;
        CHECK(std::abs(norm(v) - r * omega) < 1e-14);
        CHECK(std::abs(dot(q, v)) < 1e-14);
        CHECK(q[0] * v[1] - q[1] * v[0] > 0.0);        // counter-clockwise
        CHECK(norm(a + (omega * omega) * q) < 1e-13);  // the centripetal acceleration: 18 m/s^2
    }
    // 1/2 m (r omega)^2, wherever the bead is.
    const LagrangianSystem moving(bead, gravity_on(bead.masses, 0, -9.81, 0), {0.7}, {omega});
    CHECK(moving.kinetic_energy() == tests::near(0.25 * r * r * omega * omega, 1e-14));
    CHECK(moving.dimension() == 2);
}

TEST_CASE("where no force is needed there is none, and the residual is 0 [PBM-F-11]") {
    particles::ParticleSystem bodies;
    bodies.add_particle(1.0, {});
    bodies.add_particle(1.0, {1, 0, 0});
    ConstrainedSystem bar(bodies);
    bar.constraints = ConstraintSet(2);
    bar.constraints.add(Distance(0, 1, 1.0));
    const ConstraintForces none = bar.forces();
    CHECK(none.multipliers == Vector{0.0});
    CHECK(none.residual == 0.0);
}
