#include "models.h"
#include "restraint/linalg/lu.h"

using namespace restraint;
using namespace restraint::constraints;

namespace {

constexpr double g = 9.8;

/// A pendulum of bars hung from the origin: masses m at angles u from straight down, turning with udot.
struct Chain : Held {
    Chain(const std::vector<double>& m, const std::vector<double>& l, const std::vector<double>& u,
          const std::vector<double>& udot)
        : Held({0, -g, 0}, bobs(m, l, u, udot)) {
        for (std::size_t k = 0; k < m.size(); ++k) system.constraints.add(Distance(k, k + 1, l[k]));
    }

  private:
    static std::vector<Point> bobs(const std::vector<double>& m, const std::vector<double>& l,
                                   const std::vector<double>& u, const std::vector<double>& udot) {
        std::vector<Point> points{{0, {}}};
        for (std::size_t k = 0; k < m.size(); ++k)
            points.push_back({m[k], points.back().x + l[k] * Vec3{std::sin(u[k]), -std::cos(u[k]), 0},
                              points.back().v + l[k] * udot[k] * Vec3{std::cos(u[k]), std::sin(u[k]), 0}});
        return points;
    }
};

}  // namespace

TEST_CASE("a pendulum at rest hangs on its bar with m g; one that swings with m v^2 / l more [PBM-F-11]") {
    Chain chain({2.0}, {1.5}, {0.0}, {2.0});
    const ConstraintForces held = chain.system.forces();
    // v = 3 m/s: tension 2 (9.8 + 9/1.5) = 31.6 N; the bar pulls the bob up and the pivot down.
    CHECK(held.forces[4] == tests::near(31.6, 1e-14));
    CHECK(held.forces[1] == tests::near(-31.6, 1e-14));
    CHECK(std::abs(held.multipliers[0]) == tests::near(31.6, 1e-14));
}

TEST_CASE("constraint forces and Lagrange's equations give the same accelerations") {
    // [PBM-F-11, PBM-F-13, claim CL-F-02]
    // The double pendulum m = 1, 2, l = 1, 0.7 at angles 0.4, -0.9 turning with 1.2, -0.3.
    const std::vector<double> m{1.0, 2.0}, l{1.0, 0.7};
    Chain chain(m, l, {0.4, -0.9}, {1.2, -0.3});
    LagrangianSystem lagrangian(pendulum(m, l), gravity_on(m, 0, -g, 0), {0.4, -0.9}, {1.2, -0.3});
    const Vector uddot = lagrangian.derivative();
    CHECK(uddot[2] == tests::near(-5.747369, 1e-6));
    CHECK(uddot[3] == tests::near(15.14506, 1e-6));

    const Vector q_ddot = lagrangian.accelerations(lagrangian.applied_forces());
    const Vector derivative = chain.system.derivative();  // v, a of the two bobs
    double largest = 0.0;
    for (std::size_t bob = 0; bob < 2; ++bob)
        for (std::size_t k = 0; k < 3; ++k)
            largest = std::max(largest, std::abs(derivative[6 * bob + 3 + k] - q_ddot[3 * bob + k]));
    CHECK(largest <= 1e-13 * max_norm(q_ddot));
    measured("CL-F-02", "largest difference " + figure(largest));
}

TEST_CASE("the constraint forces are those of Gauss' principle [PBM-F-10, ROTE-Q]") {
    // With no feedback, F-11 finds the accelerations closest to the free ones among those with C'' = 0.
    Chain chain({1.0, 2.0, 0.5}, {1.0, 0.7, 0.4}, {0.4, -0.9, 2.0}, {1.2, -0.3, 3.0});
    chain.system.feedback = {0, 0};
    ParticleSystem& model = chain.particles;
    const Vector applied = model.applied_forces();
    const ConstraintForces held = chain.system.forces();
    const Vector accelerations = model.accelerations(applied + held.forces);

    const ConstraintSet& set = chain.system.constraints;
    const Matrix jacobian = dense(set.jacobian());
    const Vector curvature = set.jacobian_dot() * model.velocities();
    std::vector<gauss::InverseMass> inverse_masses{gauss::InverseMass::fixed(3)};
    for (std::size_t i = 1; i < 4; ++i) {
        const double w = 1 / model.particles[i].mass;
        inverse_masses.push_back(gauss::InverseMass::diagonal({w, w, w}));
    }
    std::vector<gauss::Row> rows;
    for (std::size_t r = 0; r < set.size(); ++r) {
        gauss::Row row;
        for (std::size_t i = 0; i < 4; ++i)
            row.add(i, {jacobian(r, 3 * i), jacobian(r, 3 * i + 1), jacobian(r, 3 * i + 2)});
        row.lower = row.upper = -curvature[r];
        rows.push_back(row);
    }
    const gauss::Projection nearest = gauss::project(inverse_masses, model.accelerations(applied), rows);
    REQUIRE(nearest.status == optimize::Status::optimal);
    CHECK(max_norm(nearest.x - accelerations) <= 1e-9 * max_norm(accelerations));
    CHECK(max_norm(nearest.multipliers - held.multipliers) <= 1e-9 * max_norm(held.multipliers));
}

TEST_CASE("feedback makes C'' = -k_s C - k_d C' [PBM-F-fb, PBM-F-11, PBM-F-Cddot]") {
    Random random(44);  // seed 44
    ParticleSystem model;
    for (int i = 0; i < 4; ++i) {
        const double mass = random.uniform(0.5, 3.0);
        const Vec3 x = random_vec3(random), v = random_vec3(random);
        model.add_particle(mass, x, v);
    }
    model.add_force(particles::Gravity());
    model.add_force(particles::Drag(0.4));
    ConstrainedSystem system(model);
    system.feedback = {30.0, 7.0};
    system.constraints.add(Distance(0, 1, 0.8));  // none of them holds: the feedback has something to do
    system.constraints.add(PointOnCircle(2, {0, 0, 0}, 1.0));
    system.constraints.add(PointOnLine(3, {0, 0, 0}, {1, 1, 0}));
    const Vector applied = model.applied_forces();
    const ConstraintForces held = constraint_forces(model, system.constraints, applied, system.feedback);
    const ConstraintSet& set = system.constraints;
    const Vector c_dot = set.jacobian() * model.velocities();
    const Vector c_ddot =
        set.jacobian_dot() * model.velocities() + set.jacobian() * model.accelerations(applied + held.forces);
    CHECK(max_norm(c_ddot + 30.0 * set.value() + 7.0 * c_dot) <= 1e-11);
    CHECK(max_norm(set.value()) > 0.1);
    CHECK(held.residual <= 1e-11);
}

TEST_CASE("redundant constraints: the same total force, shared by conjugate gradients") {
    // [PBM-F-cg, claim CL-F-04]
    const auto forces = [](bool twice) {
        Chain chain({1.0, 2.0}, {1.0, 0.7}, {0.4, -0.9}, {1.2, -0.3});
        if (twice) chain.system.constraints.add(Distance(0, 1, 1.0));
        return chain.system.forces();
    };
    const ConstraintForces once = forces(false), shared = forces(true);
    CHECK(max_norm(shared.forces - once.forces) <= 1e-10 * max_norm(once.forces));
    for (const std::size_t r : {0u, 2u})
        CHECK(shared.multipliers[r] == tests::near(once.multipliers[0] / 2, 1e-10));
    CHECK(shared.multipliers[1] == tests::near(once.multipliers[1], 1e-10));
    measured("CL-F-04", "difference of the forces " + figure(max_norm(shared.forces - once.forces)) +
                            ", multipliers " +
                            figures({shared.multipliers[0] / once.multipliers[0],
                                     shared.multipliers[2] / once.multipliers[0]}) +
                            " of the one");
}

TEST_CASE("constraints that contradict each other are met in the sense of least squares [PBM-F-cg]") {
    // A bar that should be 1 m and 1.2 m long: with feedback it settles half-way.
    Chain chain({2.0}, {1.0}, {0.3}, {0.0});
    chain.system.constraints.add(Distance(0, 1, 1.2));
    chain.particles.add_force(particles::Drag(4.0));
    run(chain.system, "rk4", 1000, 0.01);
    CHECK(norm(chain.particles.particles[1].x) == tests::near(1.1, 1e-6));
    CHECK(chain.system.forces().residual > 0.1);
}

TEST_CASE("constraint forces do no work: the energy of a free bead drifts as h^4") {
    // [PBM-F-vwork2, claim CL-F-07]
    const auto drift = [](int steps) {
        Held bead({0, -g, 0}, {{1.5, {1, 0, 0}, {0, 2, 0}}});
        ParticleSystem& model = bead.particles;
        ConstrainedSystem& system = bead.system;
        system.constraints.add(PointOnCircle(0, {}, 1.0));
        system.feedback = {0, 0};
        const double energy = model.energy();
        run(system, "rk4", steps, 2.0 / steps);
        const Vec3 f{system.forces().forces[0], system.forces().forces[1], system.forces().forces[2]};
        CHECK(std::abs(dot(f, model.particles[0].v)) <= 1e-4 * norm(f));  // legal up to the drift
        return std::abs(model.energy() - energy);
    };
    const double order = std::log2(drift(200) / drift(400));
    CHECK(order > 3.8);
    measured("CL-F-07", "order of the energy drift " + std::to_string(order));
}

TEST_CASE("parametric constraints are exact, implicit ones drift [claim CL-F-06, PBM-F-qdu]") {
    // A pendulum over 10^4 Euler steps of 1 ms without feedback.
    Chain chain({1.0}, {1.0}, {1.0}, {0.0});
    chain.system.feedback = {0, 0};
    LagrangianSystem lagrangian(pendulum({1.0}, {1.0}), gravity_on({1.0}, 0, -g, 0), {1.0}, {0.0});
    const ode::Stepper advance = ode::stepper("euler");
    for (int k = 0; k < 10000; ++k) {
        advance(chain.system, 1e-3);
        advance(lagrangian, 1e-3);
    }
    const double drift = std::abs(norm(chain.particles.particles[1].x) - 1);
    const double exact = std::abs(norm(lagrangian.positions()) - 1);
    CHECK(drift > 1e-3);
    CHECK(exact <= 4e-16);
    measured("CL-F-06", "|x| - 1 = " + figure(exact) + " against " + figure(drift));
}

TEST_CASE("the double pendulum keeps its energy for a minute: drift below 1e-6 of m g l [PBM-F-sum]") {
    // Runge-Kutta, h = 1 ms, feedback (25, 10); both bars start horizontal, at rest.
    const double m = 1.0, l = 1.0, pi = std::acos(-1.0);
    Chain chain({m, m}, {l, l}, {pi / 2, pi / 2}, {0, 0});
    const double energy = chain.particles.energy();
    const ode::Stepper advance = ode::stepper("rk4");
    double drift = 0.0, violation = 0.0;
    for (int k = 1; k <= 60000; ++k) {
        REQUIRE(advance(chain.system, 1e-3) == ode::Outcome::finished);
        if (k % 100 == 0) {
            drift = std::max(drift, std::abs(chain.particles.energy() - energy));
            violation =
                std::max(violation, constraints::violation(chain.particles, chain.system.constraints));
        }
    }
    CAPTURE(drift);
    CHECK(drift < 1e-6 * m * g * l);
    CHECK(violation < 1e-8);
}

TEST_CASE("a chain of a hundred bars: conjugate gradients agree with the direct solve") {
    // [PBM-F-JWJT, PBM-F-cg]
    std::vector<double> m, l, u, udot;
    Random random(45);  // seed 45
    for (int k = 0; k < 100; ++k) {
        m.push_back(random.uniform(0.5, 1.5));
        l.push_back(0.1);
        u.push_back(random.uniform(-0.5, 0.5));
        udot.push_back(random.uniform(-0.5, 0.5));
    }
    Chain chain(m, l, u, udot);
    const ConstraintForces held = chain.system.forces();
    CHECK(held.residual <= 1e-11);
    // J W J' and b, formed by hand, with W = 0 for the pivot, which is nailed.
    const ConstraintSet& set = chain.system.constraints;
    const Vector v = chain.particles.velocities(),
                 free = chain.particles.accelerations(chain.particles.applied_forces());
    const Matrix j = dense(set.jacobian());
    Matrix jw = j;
    for (std::size_t r = 0; r < 100; ++r)
        for (std::size_t c = 0; c < 303; ++c) jw(r, c) *= c < 3 ? 0.0 : 1 / m[c / 3 - 1];
    const Vector b = -25.0 * set.value() - 10.0 * (j * v) - set.jacobian_dot() * v - j * free;
    const Vector direct = solve(factor_lu(jw * transpose(j)), b);
    // The condition of this matrix is some 10^4.
    CHECK(max_norm(held.multipliers - direct) <= 1e-7 * max_norm(direct));
}

TEST_CASE("a truss with more bars than it needs flies, spins and lies still: its constraints agree") {
    // All the bars between 4 to 6 points, in the plane and in space, as long as the points are apart: each
    // can be met, although only 2n - 3, or 3n - 6, of the rows are independent. In free flight and at rest
    // all terms of b cancel down to rounding; while a drift dies away k_s C and k_d C' cancel each other.
    Random random(46);  // seed 46
    for (int run = 0; run < 60; ++run) {
        CAPTURE(run);
        ParticleSystem model;
        const int points = 4 + run % 3;
        const bool flat = run % 2 == 0;
        for (int i = 0; i < points; ++i) {
            const Vec3 x = random_vec3(random);
            model.add_particle(random.uniform(0.3, 1.3), {x.x, x.y, flat ? 0.0 : x.z});
        }
        if (run % 4 < 2) model.add_force(particles::Gravity());
        for (particles::Particle& p : model.particles) {
            if (run % 5 == 1) p.v = cross(Vec3{0, 0, 2}, p.x) + Vec3{3, 1, 0};
            if (run % 5 == 2) p.v = {random.uniform(0, 0.1), 0.2, 0};  // the bars take it out
        }
        ConstrainedSystem truss(model);
        if (run % 7 == 0) truss.feedback = {0.0, 0.0};
        for (std::size_t a = 0; a < model.particles.size(); ++a)
            for (std::size_t b = a + 1; b < model.particles.size(); ++b)
                truss.constraints.add(Distance(a, b, norm(model.particles[a].x - model.particles[b].x)));
        const ode::Stepper advance = ode::stepper("rk4");
        for (int k = 0; k < 100; ++k) {
            const ode::Outcome outcome = advance(truss, 0.01);
            CAPTURE(truss.trouble);
            REQUIRE(outcome == ode::Outcome::finished);
        }
    }
}
