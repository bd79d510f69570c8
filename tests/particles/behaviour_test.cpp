#include "restraint/particles/behaviour.h"
#include "systems.h"

using namespace restraint;
using namespace restraint::particles;

TEST_CASE("a hand that jumps: the mouse spring makes a bounded force and the motion stays finite") {
    // [PBM-C-mousespring, claim CL-C-06]
    // A bob hangs on a stiff spring from a nail; the hand jumps by 10 m in one frame. Through the mouse
    // spring the bob feels at most k times the jump; set to the hand's position, it would stretch the stiff
    // spring by 10 m, 20 times the force.
    const double jump = 10.0, k_mouse = 50.0, k_stiff = 1000.0;
    const std::size_t nail = 0, bob = 1;
    const auto hang = [&](ParticleSystem& system) {
        system.add_particle(1.0, {0, 1, 0});
        system.add_particle(1.0, {0, 0, 0});
        system.nail(nail);
        system.add_force(DampedSpring(nail, bob, {.k_s = k_stiff, .k_d = 2, .rest_length = 1}));
    };
    ParticleSystem system, direct;
    hang(system);
    hang(direct);
    const std::size_t hand = grab(
        system, bob,
        [=](double t) {
            return PathPoint{{t < 0.1 ? 0.0 : jump, 0, 0}, {}, {}};
        },
        k_mouse, 5.0);
    const ode::Stepper advance = ode::stepper("rk4");
    double largest = 0.0;
    for (int k = 0; k < 300; ++k) {
        REQUIRE(advance(system, 0.01) == ode::Outcome::finished);
        largest = std::max(largest, k_mouse * norm(system.particles[hand].x - system.particles[bob].x));
    }
    CHECK(largest <= k_mouse * jump * 1.1);
    // Dragged directly: the stiff spring is as long as from (0, 1) to (10, 0), and throws the bob back.
    direct.particles[bob].x = {jump, 0, 0};
    const double dragged = norm(block(direct.applied_forces(), bob));
    CHECK(dragged == tests::near(k_stiff * (std::sqrt(jump * jump + 1) - 1), 1e-12));
    CHECK(dragged > 10 * largest);
    measured("CL-C-06", "by the spring at most " + figure(largest) + " N, by setting the position " +
                            figure(dragged) + " N");
    // At rest the bob hangs where the two springs balance, near the nail: |x| (from the nail) of 1 +
    // 500/1050.
    CHECK(norm(system.particles[bob].x - system.particles[nail].x) < 2.0);
}

TEST_CASE("a behaviour function of coincidence is a damped spring of length zero") {
    // [PBM-C-ex1force, PBM-C-ex1grad, PBM-C-ex1cdot]
    ParticleSystem system = particles_at({{1.0, {3, 4, 0}, {1, 2, 7}}, {2.0, {1, 1, 1}, {0, 0, 7}}});
    system.add_force(coincide(0, 1, 10.0, 5.0));
    // x1 - x2 = (2, 3, -1), v1 - v2 = (1, 2, 0): f1 = -10 (2, 3, -1) - 5 (1, 2, 0).
    const Vector f = system.applied_forces();
    CHECK(f == Vector{-25, -40, 10, 25, 40, -10});
    CHECK(system.potential_energy() == 5 * 14.0);
    system.particles[1].x = system.particles[0].x;  // no direction is needed where they meet
    CHECK(all_finite(system.applied_forces()));
}

TEST_CASE("the behaviour function |l| - r is the damped spring of equation 1") {
    // [PBM-C-ex2C, PBM-C-ex2grad, PBM-C-ex2cdot, PBM-C-2, claim CL-C-01]
    Random random(23);  // seed 23
    double worst = 0.0;
    for (int run = 0; run < 20; ++run) {
        CAPTURE(run);
        ParticleSystem spring = random_system(2, random);
        ParticleSystem behaviour;
        for (const Particle& p : spring.particles) behaviour.add_particle(p.mass, p.x, p.v);
        spring.add_force(DampedSpring(0, 1, {.k_s = 5, .k_d = 0.8, .rest_length = 0.6}));
        behaviour.add_force(keep_distance(0, 1, 0.6, 5.0, 0.8));
        const double difference = max_norm(spring.applied_forces() - behaviour.applied_forces());
        CHECK(difference <= 16 * eps);
        worst = std::max(worst, difference);
        CHECK(spring.potential_energy() == tests::near(behaviour.potential_energy(), 1e-14));
    }
    measured("CL-C-01", "largest difference of the forces " + figure(worst) + " N");
}

TEST_CASE("any behaviour function becomes a force: three particles that should span an area") {
    // [PBM-C-energy, PBM-C-egrad, PBM-C-2]
    // C = (b - a) x (c - a) - A z, a vector. At rest the area vector is A z, by whatever triangle.
    const double area = 0.8;
    ParticleSystem system;
    for (const Vec3 x : {Vec3{0, 0, 0}, Vec3{1.5, 0.2, 0.1}, Vec3{0.1, 1.2, -0.2}})
        system.add_particle(0.5, x);
    const Behaviour behaviour = [area](const std::vector<Vec3>& x) {
        const Vec3 b = x[1] - x[0], c = x[2] - x[0], value = cross(b, c) - Vec3{0, 0, area};
        BehaviourValue result{{value.x, value.y, value.z}, {}};
        for (std::size_t r = 0; r < 3; ++r) {
            Vec3 axis;
            axis[r] = 1.0;  // d(axis . b x c) = db . c x axis + dc . axis x b
            const Vec3 by_b = cross(c, axis), by_c = cross(axis, b);
            result.gradient.push_back({-by_b - by_c, by_b, by_c});
        }
        return result;
    };
    system.add_force(BehaviourForce({0, 1, 2}, behaviour, 20.0, 1.0));
    system.add_force(Drag(0.5));  // or the triangle goes on growing longer and thinner, at the same area
    run(system, "rk4", 2000, 0.01);
    const auto& p = system.particles;
    CHECK(norm(cross(p[1].x - p[0].x, p[2].x - p[0].x) - Vec3{0, 0, area}) <= 1e-6);
    CHECK(norm(system.momentum()) <= 1e-12);
}
