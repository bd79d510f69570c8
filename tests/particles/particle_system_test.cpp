#include "systems.h"

using namespace restraint;
using namespace restraint::particles;

TEST_CASE("the state is x and v of each particle in turn, 6 numbers each") {
    // [PBM-C-dims, PBM-C-getstate, PBM-C-setstate]
    ParticleSystem system = particles_at({{2.0, {1, 2, 3}, {4, 5, 6}}, {3.0, {7, 8, 9}, {10, 11, 12}}});
    CHECK(system.dimension() == 12);
    CHECK(system.state() == Vector{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
    const Vector other{0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3};
    system.set_state(other, 5.0);
    CHECK(system.state() == other);
    CHECK(system.time() == 5.0);
}

TEST_CASE("each particle's force is divided by its own mass [PBM-C-deriv, PBM-C-newton]") {
    // [erratum C03]
    // Drag 3 on a particle of 2 kg at (4, 5, 6) m/s: f = (-12, -15, -18), vdot = (-6, -7.5, -9). Gravity adds
    // (0, 0, -10) whatever the mass.
    ParticleSystem system =
        points_under({0, 0, -10}, {{2.0, {1, 2, 3}, {4, 5, 6}}, {8.0, {0, 0, 0}, {8, 0, 0}}});
    system.add_force(Drag(3.0));
    CHECK(system.derivative() == Vector{4, 5, 6, -6, -7.5, -19, 8, 0, 0, -3, 0, -10});
    CHECK(system.derivative() ==
          Vector{4, 5, 6, -6, -7.5, -19, 8, 0, 0, -3, 0, -10});  // accumulators are cleared
}

TEST_CASE("the force of a damped spring, by hand [PBM-C-1, PBM-C-ldot, PBM-SC-spring]") {
    // a at (3, 4, 0), b at the origin: l = (3, 4, 0), |l| = 5. r = 2, k_s = 10: stretch 3, pull 30 N. a moves
    // with (1, 2, 7), b with (0, 0, 7): ldot.l/|l| = (3 + 8)/5 = 2.2, k_d = 5: 11 N more. f_a = -41 (0.6,
    // 0.8, 0).
    ParticleSystem system = particles_at({{1.5, {3, 4, 0}, {1, 2, 7}}, {2.5, {0, 0, 0}, {0, 0, 7}}});
    system.add_force(DampedSpring(0, 1, {.k_s = 10, .k_d = 5, .rest_length = 2}));
    const Vector f = system.applied_forces();
    CHECK(norm(block(f, 0) - Vec3{-24.6, -32.8, 0}) <= 50 * eps);
    CHECK(block(f, 1) == -block(f, 0));
    CHECK(system.potential_energy() == 45.0);  // 10/2 * 3^2
}

TEST_CASE("springs, damped or not, move no centre of mass; drag does [PBM-C-1, PBM-C-drag]") {
    // [claim CL-C-02]
    Random random(11);  // seed 11
    ParticleSystem system = random_system(4, random);
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = i + 1; j < 4; ++j)
            system.add_force(DampedSpring(i, j, {.k_s = 30, .k_d = 2, .rest_length = 0.7}));
    const Vec3 before = system.momentum();
    const double energy = system.energy();
    const ode::Stepper advance = ode::stepper("rk4");
    for (int k = 0; k < 100; ++k) advance(system, 0.01);
    CHECK(norm(before) > 0.1);
    CHECK(norm(system.momentum() - before) <= 1e-13 * norm(before));  // some hundred roundings
    CHECK(system.energy() < 0.9 * energy);                            // though the damping has worked
    measured("CL-C-02", "springs: momentum changes by " +
                            figure(norm(system.momentum() - before) / norm(before)) +
                            " of itself, energy falls to " + figure(system.energy() / energy));

    // Drag on one mass m: the momentum decays as exp(-k t / m).
    ParticleSystem lone = one_particle(2.0, {}, {3, 0, 0});
    lone.add_force(Drag(0.5));
    for (int k = 0; k < 100; ++k) advance(lone, 0.02);
    CHECK(lone.momentum().x == tests::near(6 * std::exp(-0.5 * 2 / 2.0), 1e-9));
}

TEST_CASE("forces are minus the gradient of the energy, and energy is kept") {
    Random random(5);  // seed 5
    ParticleSystem system = random_system(3, random);
    system.add_force(Gravity({0.3, -9.81, 0.2}));
    system.add_force(DampedSpring(0, 1, {.k_s = 20, .k_d = 0, .rest_length = 0.5}));
    system.add_force(AngularSpring(0, 1, 2, 4.0));
    system.add_force(AngularSpring(1, 2, 0, 3.0, 0.0, 1.2));
    check_gradient(system, 1e-7);  // d^2 times a third derivative of some hundreds
    const double energy = system.energy();
    run(system, "rk4", 500, 1e-3);
    CHECK(std::abs(system.energy() - energy) <= 1e-8 * std::abs(energy));
}

TEST_CASE("an angular spring, by hand: a right angle pulls the ends towards the straight line [PBM-SE-ang]") {
    // a (0,0), b (2,0), c (2,1): theta = pi/2, k = 6: torque 3 pi. On a: 3 pi / 2 m, on c: 3 pi / 1 m, both
    // across their segments: c is pushed along +x, a along -y, b against both.
    ParticleSystem system;
    for (const Vec3 x : {Vec3{0, 0, 0}, Vec3{2, 0, 0}, Vec3{2, 1, 0}}) system.add_particle(1.0, x);
    const AngularSpring spring(0, 1, 2, 6.0);
    system.add_force(spring);
    const Vector f = system.applied_forces();
    CHECK(norm(block(f, 0) - Vec3{0, -1.5 * pi, 0}) <= 1e-14);
    CHECK(norm(block(f, 2) - Vec3{3 * pi, 0, 0}) <= 1e-14);
    CHECK(norm(block(f, 0) + block(f, 1) + block(f, 2)) <= 1e-14);
    CHECK(system.potential_energy() == tests::near(3 * pi * pi / 4, 1e-15));
}

TEST_CASE("a straight chain feels no angular force, and a bent one no torque as a whole [PBM-SE-ang]") {
    ParticleSystem straight;
    for (const double x : {0.0, 1.0, 3.0}) straight.add_particle(1.0, {x, 2 * x, -x}, {0, x * x, 0});
    straight.add_force(AngularSpring(0, 1, 2, 100.0));
    CHECK(max_norm(straight.applied_forces()) <= 1e-13);

    Random random(3);  // seed 3
    ParticleSystem bent = random_system(3, random);
    bent.add_force(AngularSpring(0, 1, 2, 10.0, 2.0));
    const Vector f = bent.applied_forces();
    Vec3 force, torque;
    for (std::size_t i = 0; i < 3; ++i) {
        force += block(f, i);
        torque += cross(bent.particles[i].x, block(f, i));
    }
    CHECK(norm(block(f, 1)) > 1.0);
    CHECK(norm(force) <= 100 * eps);
    CHECK(norm(torque) <= 100 * eps);
}

TEST_CASE("controlled particles follow their script, at the right velocity, whatever the forces") {
    // [PBM-C-controlled, claim CL-C-05]
    ParticleSystem system;
    const std::size_t motor = system.add_particle(1.0, {9, 9, 9});
    const std::size_t load = system.add_particle(2.0, {3, 0, 0});
    const double w = 2.0;
    system.control(motor, [w](double t) {  // on the unit circle
        const double c = std::cos(w * t), s = std::sin(w * t);
        return PathPoint{{c, s, 0}, {-w * s, w * c, 0}, {-w * w * c, -w * w * s, 0}};
    });
    CHECK(system.particles[motor].x == Vec3{1, 0, 0});
    CHECK(system.dimension() == 6);
    system.add_force(Gravity());
    system.add_force(DampedSpring(motor, load, {.k_s = 5, .k_d = 1, .rest_length = 1}));
    run(system, "midpoint", 50, 0.01);
    CHECK(norm(system.particles[motor].x - Vec3{std::cos(1.0), std::sin(1.0), 0}) <= 1e-14);
    CHECK(norm(system.particles[motor].v - 2 * Vec3{-std::sin(1.0), std::cos(1.0), 0}) <= 1e-13);
    CHECK(norm(system.particles[load].v) > 1.0);

    // The damping feels the velocity of the anchor: with v left at 0 the force would be off by k_d v_n.
    const Vec3 l = system.particles[motor].x - system.particles[load].x, n = l / norm(l);
    const Vec3 right = block(system.applied_forces(), load);
    const double v_n = dot(system.particles[motor].v, n);
    system.particles[motor].v = {};
    const Vec3 wrong = block(system.applied_forces(), load);
    CHECK(std::abs(v_n) > 0.1);
    CHECK(norm(right - wrong - 1.0 * v_n * n) <= 1e-13);
    measured("CL-C-05", "without the anchor's velocity the force is " + figure(norm(right - wrong)) +
                            " N off, k_d v_n = " + figure(std::abs(v_n)) + " N");
}

TEST_CASE("a nailed particle stays, a released one falls") {
    ParticleSystem system = points_under({0, -10, 0}, {{1.0, {0, 5, 0}}});
    system.nail(0);
    const ode::Stepper advance = ode::stepper("rk4");
    advance(system, 1.0);
    CHECK(system.particles[0].x == Vec3{0, 5, 0});
    system.release(0);
    advance(system, 1.0);
    CHECK(std::abs(system.particles[0].x.y) <= 1e-14 * 5);
    CHECK(system.particles[0].v.y == tests::near(-10.0, 1e-14));
}

TEST_CASE("accuracy by stiffness fails: the sag is f/k, and a stiffer spring makes Euler's method explode") {
    // [claim CL-C-07]
    // m = 1 under 1 N on a damped spring: it rests 1/k off. Euler with h = 1e-3 and damping k_d needs
    // h < k_d / k (roughly): k = 100 rests, k = 1e6 is off to Neptune.
    const auto after_10_s = [](double k) {
        ParticleSystem system;
        system.add_particle(1.0, {});
        const std::size_t nail = system.add_particle(1.0, {});
        system.nail(nail);
        system.add_force(Gravity({0, -1, 0}));
        system.add_force(coincide(0, nail, k, 2.0));
        const ode::Stepper advance = ode::stepper("euler");
        for (int n = 0; n < 10000; ++n)
            if (advance(system, 1e-3) != ode::Outcome::finished) return 1e300;
        return std::abs(system.particles[0].x.y);
    };
    const double soft = after_10_s(100.0), stiff = after_10_s(1000.0), stiffest = after_10_s(1e6);
    CHECK(soft == tests::near(1.0 / 100, 1e-3));
    CHECK(stiff == tests::near(1.0 / 1000, 1e-2));
    CHECK(stiffest > 1e100);
    measured("CL-C-07", "sag " + figure(soft) + " m for k = 100, " + figure(stiff) + " m for 1000, beyond " +
                            figure(stiffest) + " m for 1e6");
}

TEST_CASE("a little drag on every particle makes a lattice stable at longer steps [PBM-C-drag]") {
    // [claim CL-C-03]
    // A chain of 5 masses between two nails under Euler's method: without damping it grows at every step
    // size; with drag k_d a mode of frequency w is stable for h < k_d / (m w^2).
    const auto growth = [](double k_d, double h) {  // of the energy, in 2000 steps
        ParticleSystem system;
        for (int i = 0; i <= 6; ++i)
            system.add_particle(1.0, {static_cast<double>(i), i == 3 ? 0.1 : 0.0, 0});
        system.nail(0);
        system.nail(6);
        for (std::size_t i = 0; i < 6; ++i)
            system.add_force(DampedSpring(i, i + 1, {.k_s = 10, .k_d = 0, .rest_length = 0.9}));
        system.add_force(Drag(k_d));
        const double before = system.energy();
        const ode::Stepper advance = ode::stepper("euler");
        for (int n = 0; n < 2000; ++n)
            if (advance(system, h) != ode::Outcome::finished) return HUGE_VAL;
        return system.energy() / before;
    };
    const double without = growth(0.0, 0.005), with_drag = growth(0.5, 0.005), long_step = growth(0.5, 0.1);
    CHECK(without > 1.0);
    CHECK(with_drag < 1.0);
    CHECK(long_step > 1.0);
    measured("CL-C-03", "energy times " + figure(without) + " without drag, " + figure(with_drag) +
                            " with 0.5 N s/m (h = 5 ms), " + figure(long_step) + " with it at h = 0.1 s");
}
