#include <array>
#include <limits>
#include <vector>

#include "../refusals.h"
#include "restraint/particles/angular_spring.h"
#include "restraint/particles/behaviour.h"
#include "restraint/particles/buckets.h"
#include "restraint/particles/cloth.h"
#include "restraint/particles/collide.h"
#include "restraint/particles/forces.h"
#include "restraint/particles/hair.h"
#include "restraint/particles/implicit_step.h"

using namespace restraint;
using namespace restraint::particles;

TEST_CASE("springs that join nothing, or bend beyond folding, are refused") {
    const SpringConstants good{10.0, 0.0, 1.0};
    tests::check_refused({
        {[&] { DampedSpring(3, 3, good); },
         "the spring between particles 3 and 3 joins a particle to itself"},
        {[] {
             DampedSpring(0, 1, {-2.0, 0.0, 1.0});
         },
         "the stiffness of the spring between particles 0 and 1 is -2.000000, but must be >= 0 and finite"},
        {[] {
             DampedSpring(0, 1, {2.0, 0.0, 0.0});
         },
         "the rest length of the spring between particles 0 and 1 is 0.000000 m, but must be positive"},
        {[] { AngularSpring(0, 1, 0, 1.0); },
         "the angular spring at particle 1 needs three different particles"},
        {[] { AngularSpring(0, 1, 2, 1.0, 0.0, 3.1416); },
         "the rest angle of the angular spring at particle 1 must be in [0, pi)"},
    });
}

TEST_CASE("cloth cut from a pattern that is no pattern is refused") {
    const std::vector<Vec2> points{{0, 0}, {1, 0}, {0, 1}};
    const auto cloth_of = [&](std::array<std::size_t, 3> triangle, ClothMaterial material = {}) {
        return Cloth({points, {triangle}}, {0, 1, 2}, material);
    };
    ClothMaterial pushing;
    pushing.shear = -1.0;
    tests::check_refused({
        {[&] {
             cloth_of({0, 2, 1});
         },
         "a triangle of the pattern has area -0.500000 m^2: its corners must be given counter-clockwise"},
        {[&] {
             cloth_of({0, 1, 3});
         },
         "a triangle names point 3 of the pattern, which has 3"},
        {[&] {
             cloth_of({0, 1, 2}, pushing);
         },
         "a constant of the cloth is -1.000000, but must be >= 0 and finite"},
        {[&] {
             Cloth({points, {{0, 1, 2}}}, {0, 1}, {});
         },
         "the list of particles has 2 entries, but the pattern has 3"},
        {[] { rectangular_pattern(0, 1, 1.0, 1.0); },
         "a rectangular pattern needs at least one cell, and positive sides"},
        {[] { rectangular_pattern(1, 1, 1.0, -1.0); },
         "a rectangular pattern needs at least one cell, and positive sides"},
    });
    ParticleSystem system;
    system.add_particle(1.0, {0, 0, 0});
    system.add_particle(1.0, {1, 0, 0});
    tests::check_refused({{[&] {
                               system.add_force(cloth_of({0, 1, 2}));
                           },
                           "there is no particle 2: the system has 2"}});
}

TEST_CASE("behaviour functions without a value, or without a way to their zero, are refused") {
    ParticleSystem system;
    system.add_particle(1.0, {0, 0, 0});
    // C = |x| - 1 at the origin, where its slope is lost, and C = 1/|x|.
    const auto add = [&](double value, Vec3 slope) {
        const Behaviour constant = [=](const std::vector<Vec3>&) {
            return BehaviourValue{{value}, {{slope}}};
        };
        system.add_force(BehaviourForce({0}, constant, 1.0));
    };
    CHECK_NOTHROW(add(0.0, {}));
    tests::check_refused({
        {[&] { add(-1.0, {}); },
         "a behaviour function is -1.000000 and not 0, but has no slope where its particles are"},
        {[&] {
             add(std::numeric_limits<double>::infinity(), {1, 0, 0});
         },
         "a behaviour function is not finite where its particles are"},
    });
}

TEST_CASE("what cannot be built leaves nothing behind") {
    const double infinite = std::numeric_limits<double>::infinity();
    ParticleSystem system;
    system.add_particle(2.0, {0, 0, 0});
    tests::check_refused({
        {[&] {
             grab(
                 system, 0, [](double) { return PathPoint{}; }, -1.0, 0.0);
         },
         "k_s of a behaviour force is -1.000000, but must be >= 0 and finite"},
        {[&] { coincide(0, 1, 1.0, infinite); },
         "k_d of a behaviour force is inf, but must be >= 0 and finite"},
        {[&] { PairForce(1.0, 0.5, 1.0, std::nan("")); },
         "the edge of the buckets is nan, but must be >= 0 and finite"},
        {[&] { PairForce(1.0, 0.5, std::nan("")); },
         "a pair force needs 0 < r_0 <= R, but has r_0 = 0.500000, R = nan"},
        {[&] {
             ForceJacobians jacobians;
             implicit_step(system, 0.1, jacobians, {.tolerance = std::nan("")});
         },
         "the tolerance of an implicit step is nan, but must be >= 0 and finite"},
        {[&] {
             add_cloth(system, rectangular_pattern(1, 1, 1.0, 1.0), {}, [&](Vec2 p) {
                 return Vec3{p.x, p.y < 1.0 ? 0.0 : infinite, 0};
             });
         },
         "position and velocity of particle 2 must be finite"},
        {[&] {
             add_hair(system, {{0, 0, 0}, {infinite, 0, 0}}, {});
         },
         "points 0 and 1 of a hair are at the same place, or not finite"},
    });
    CHECK(system.particles.size() == 1);
    CHECK(system.forces().empty());
}

TEST_CASE("a step among walls that is not positive is refused") {
    ParticleSystem system;
    system.add_particle(2.0, {0, 1, 0});
    for (double h : {0.0, -0.1, std::numeric_limits<double>::quiet_NaN()})
        CHECK_THROWS_WITH_AS(step_among_walls(system, ode::stepper("rk4"), h),
                             "a step among walls must be positive", std::invalid_argument);
}

TEST_CASE("an implicit step from a state or a time that is no number is refused") {
    ParticleSystem system;
    system.add_particle(2.0, {0, 1, 0});
    ForceJacobians jacobians;
    system.t = std::numeric_limits<double>::quiet_NaN();
    CHECK_THROWS_WITH_AS(implicit_step(system, 0.1, jacobians), "the time is nan, but must be finite",
                         std::invalid_argument);
    system.t = 0.0;
    system.particles[0].v.z = std::numeric_limits<double>::quiet_NaN();
    CHECK_THROWS_WITH_AS(implicit_step(system, 0.1, jacobians),
                         "entry 5 of the state is nan, but must be finite", std::invalid_argument);
}
