// Constraint forces on what is not a free particle: a parametric model, a controlled one.

#include "models.h"

using namespace restraint;
using namespace restraint::constraints;

namespace {

constexpr double g = 9.8;

}  // namespace

TEST_CASE("a hybrid: constraint forces on a parametric model [PBM-F-13, PBM-F-11]") {
    // The first two bars of a triple pendulum are parametric; the third hangs on by a distance constraint, as
    // a parametric pendulum of one bar that starts where the second ends would. Compared with the parametric
    // triple pendulum.
    const std::vector<double> m{1.0, 2.0, 0.5}, l{1.0, 0.7, 0.4};
    LagrangianSystem triple(pendulum(m, l), gravity_on(m, 0, -g, 0), {0.4, -0.9, 0.3}, {1.2, -0.3, 2.0});

    // q = (two bobs by angles, one free point): u = (u1, u2, x, y, z).
    ParametricModel two = pendulum({m[0], m[1]}, {l[0], l[1]}), model;
    const auto head = [](const Vector& u) { return Vector{u[0], u[1]}; };
    const auto widened = [](const Matrix& small, double tail) {
        Matrix wide(9, 5);
        for (std::size_t i = 0; i < 6; ++i)
            for (std::size_t j = 0; j < 2; ++j) wide(i, j) = small(i, j);
        for (std::size_t k = 0; k < 3; ++k) wide(6 + k, 2 + k) = tail;
        return wide;
    };
    model.masses = m;
    model.points = [=](const Vector& u) {
        Vector q = two.points(head(u));
        for (std::size_t k = 2; k < 5; ++k) q.push_back(u[k]);
        return q;
    };
    model.jacobian = [=](const Vector& u) { return widened(two.jacobian(head(u)), 1.0); };
    model.jacobian_dot = [=](const Vector& u, const Vector& v) {
        return widened(two.jacobian_dot(head(u), head(v)), 0.0);
    };
    const Vector q = triple.positions(), v = triple.velocities();
    LagrangianSystem objects(model, gravity_on(m, 0, -g, 0), {0.4, -0.9, q[6], q[7], 0},
                             {1.2, -0.3, v[6], v[7], 0});
    ConstrainedSystem hybrid(objects);
    hybrid.constraints.add(Distance(1, 2, l[2]));

    const Vector a = triple.derivative(), b = hybrid.derivative();
    CHECK(b[5] == tests::near(a[3], 1e-11));  // uddot of the first two bars
    CHECK(b[6] == tests::near(a[4], 1e-11));
    const ode::Stepper advance = ode::stepper("rk4");
    for (int k = 0; k < 1000; ++k) {
        advance(triple, 1e-3);
        advance(hybrid, 1e-3);
    }
    CHECK(max_norm(triple.positions() - objects.positions()) <= 1e-7);
    CHECK(max_norm(objects.positions() - q) > 0.5);
}

TEST_CASE("a motor: a controlled particle drives a bar, which carries the load [PBM-C-controlled]") {
    // A crank of 0.5 m turns with 3 rad/s; a rod of 1.3 m joins it to a slider on the x axis. The slider is
    // at x = r cos wt + sqrt(L^2 - r^2 sin^2 wt).
    const double r = 0.5, length = 1.3, w = 3.0;
    ParticleSystem model;
    const std::size_t crank = model.add_particle(1.0, {r, 0, 0});
    model.control(crank, [=](double t) {
        const Vec3 x = r * Vec3{std::cos(w * t), std::sin(w * t), 0};
        return particles::PathPoint{x, w * Vec3{-x.y, x.x, 0}, -w * w * x};
    });
    const std::size_t slider = model.add_particle(2.0, {r + length, 0, 0});
    model.add_force(particles::Gravity({0, -g, 0}));
    ConstrainedSystem system(model);
    system.feedback = {0, 0};
    system.constraints.add(Distance(crank, slider, length));
    system.constraints.add(PointOnLine(slider, {}, {1, 0, 0}));
    const ode::Stepper advance = ode::stepper("rk4");
    for (int k = 1; k <= 1000; ++k) {
        advance(system, 1e-3);
        const double s = r * std::sin(w * k * 1e-3);
        const double exact = r * std::cos(w * k * 1e-3) + std::sqrt(length * length - s * s);
        if (k % 100 == 0) CHECK(std::abs(model.particles[slider].x.x - exact) <= 1e-8);
    }
}

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
    Held bar({}, {{1.0, {}}, {1.0, {1, 0, 0}}});
    bar.system.constraints.add(Distance(0, 1, 1.0));
    const ConstraintForces none = bar.system.forces();
    CHECK(none.multipliers == Vector{0.0});
    CHECK(none.residual == 0.0);
}
