#include "restraint/particles/contacts.h"

#include <algorithm>

#include "systems.h"

using namespace restraint;
using namespace restraint::particles;

namespace {

constexpr double g = 9.81;
const double degree = std::acos(-1.0) / 180;

/// A wall through the origin whose surface climbs by `slope` degrees towards +x.
Wall climbing(double slope, double restitution = 0.0) {
    return make_wall({}, {-std::sin(slope * degree), std::cos(slope * degree), 0}, restitution);
}

/// A V of `opening` degrees, turned by `tilt`, with the particle of `mass` at x.
ParticleSystem in_v(double opening, double tilt, double restitution, double mass, Vec3 x) {
    ParticleSystem system = points_under({0, -g, 0}, {{mass, x}});
    system.walls = {climbing(90 - opening / 2 + tilt, restitution),
                    climbing(-(90 - opening / 2) + tilt, restitution)};
    return system;
}

}  // namespace

TEST_CASE("on a slope a ball bounces, comes to rest on it and slides; the energy never rises") {
    // [PBM-C-rollback, PBM-C-bounce] Drops, restitutions and steps of a grid; all must end in contact.
    const ode::Stepper advance = ode::stepper("rk4");
    for (const double slope : {15.0, 30.0, 45.0, 0.0})
        for (const double drop : {0.2, 1.0})
            for (const double r : {0.1, 0.5, 0.8})
                for (const double h : {0.02, 0.005}) {
                    INFO("slope ", slope, ", drop ", drop, ", r ", r, ", h ", h);
                    ParticleSystem system = points_under({0, -g, 0}, {{0.7, {0, drop, 0}}});
                    system.walls = {climbing(-slope, r)};
                    const double energy = system.energy();
                    bool rose = false;
                    while (system.t < 8.0) {
                        REQUIRE(step_among_walls(system, advance, h).outcome == ode::Outcome::finished);
                        rose = rose || system.energy() > energy + 1e-12 * std::abs(system.energy());
                    }
                    const Particle& p = system.particles[0];
                    CHECK_FALSE(rose);
                    CHECK(system.walls[0].in_contact(p.x, p.v));
                    // And now it slides with g sin(slope).
                    CHECK(std::abs(norm(block(system.derivative(), 1)) - g * std::sin(slope * degree)) <=
                          1e-12 * g);
                }
}

TEST_CASE("at rest in a V of any opening the walls carry the weight, and no more") {
    // [PBM-SH-qp] The walls of an upright V push with m g / (2 sin(opening / 2)) each; a tilted one likewise
    // by the law of sines, as long as its bottom is a bottom.
    for (const double opening : {30.0, 60.0, 90.0, 120.0, 150.0})
        for (const double tilt : {0.0, 10.0}) {
            INFO("opening ", opening, ", tilt ", tilt);
            const double m = 3.7;
            ParticleSystem system = in_v(opening, tilt, 0.0, m, {});
            const Vector applied{0, -m * g, 0};
            const ContactForces walls = contact_forces(system, applied);
            REQUIRE(walls.solved);
            REQUIRE(walls.contacts.size() == 2);
            CHECK(max_norm(system.applied_forces()) <= 1e-12 * m * g);
            const double half = opening / 2;
            const double by_the_law_of_sines[] = {m * g * std::sin((90 - half - tilt) * degree),
                                                  m * g * std::sin((90 - half + tilt) * degree)};
            for (const std::size_t k : {0u, 1u}) {
                const double push = by_the_law_of_sines[k] / std::sin(opening * degree);
                CHECK(std::abs(walls.push[k] - push) <= 1e-12 * (push + m * g));
            }
        }
}

TEST_CASE("dropped into a V a ball comes to rest at its bottom, bouncing or not; its energy never rises") {
    const ode::Stepper advance = ode::stepper("rk4");
    for (const double opening : {30.0, 60.0, 70.0, 80.0, 90.0, 120.0, 150.0})
        for (const double r : {0.0, 0.5}) {
            INFO("opening ", opening, ", r ", r);
            const double m = 0.3;
            ParticleSystem system = in_v(opening, 0.0, r, m, {0.05, 0.5, 0});
            double energy = system.energy();
            while (system.t < 10.0) {
                REQUIRE(step_among_walls(system, advance, 0.01).outcome == ode::Outcome::finished);
                // A particle that was found beyond a wall is put back on it: up by a hundredth of
                // contact_distance, at most.
                REQUIRE(system.energy() <= energy + 2 * m * g * 1e-10);
                energy = system.energy();
                for (const Wall& wall : system.walls) REQUIRE(wall.distance(system.particles[0].x) >= -2e-10);
            }
            CHECK(norm(system.particles[0].x) <= 1e-8);
            CHECK(norm(system.particles[0].v) <= 1e-12);
            CHECK(max_norm(system.applied_forces()) <= 1e-12 * m * g);
        }
}

TEST_CASE("three walls in space: the corner of a cube on its tip carries m g by m g / sqrt 3 each") {
    // Normals at right angles to each other, each at acos(1/sqrt 3) from the upright.
    const double m = 2.5;
    ParticleSystem system = points_under({0, -g, 0}, {{m, {0.02, 0.3, 0.01}}});
    for (const double turn : {0.0, 120.0, 240.0}) {
        const double c = std::sqrt(2.0 / 3), s = std::sqrt(1.0 / 3);
        system.walls.push_back(
            make_wall({}, {c * std::cos(turn * degree), s, c * std::sin(turn * degree)}, 0.3));
    }
    run_among_walls(system, 400, 0.01);
    CHECK(norm(system.particles[0].x) <= 1e-8);
    CHECK(max_norm(system.applied_forces()) <= 1e-12 * m * g);
    const ContactForces walls = contact_forces(system, {0, -m * g, 0});
    REQUIRE(walls.contacts.size() == 3);
    for (double push : walls.push) CHECK(push == tests::near(m * g / std::sqrt(3.0), 1e-12));
}

TEST_CASE("a floor above its ceiling leaves no place, and the particle stays where it was") {
    ParticleSystem system = points_under({0, -g, 0}, {{2.0, {0.3, 0.1, 0}, {1, 0, 0}}});
    system.walls = {make_wall({0, 0, 0}, {0, 1, 0}), make_wall({0, -0.5, 0}, {0, -1, 0})};
    CHECK(step_among_walls(system, ode::stepper("rk4"), 0.01).outcome == ode::Outcome::no_place);
    CHECK(system.particles[0].x == Vec3{0.3, 0.1, 0});
    CHECK(system.particles[0].v == Vec3{1, 0, 0});
    CHECK(system.t == 0.0);
    system.walls[1].point.y = 0.1;  // just room enough, as between two planes it touches both
    CHECK(step_among_walls(system, ode::stepper("rk4"), 0.01).outcome == ode::Outcome::finished);
}

TEST_CASE("many balls that meet their floor at once are as many bounces") {
    ParticleSystem system;
    for (int k = 0; k < 4; ++k) system.add_particle(0.5 + k, {1.0 * k, 0.05, 0}, {0, -1, 0});
    system.walls = {make_wall({}, {0, 1, 0}, 0.5)};
    CHECK(step_among_walls(system, ode::stepper("euler"), 0.1).bounces == 4);
    for (const Particle& p : system.particles) CHECK(p.v == Vec3{0, 0.5, 0});
}

TEST_CASE("a slow departure is watched: 9e-4 m/s up is a hop, not a fall through the floor") {
    ParticleSystem system = points_under({0, -g, 0}, {{1.5, {}, {0, 9e-4, 0}}});
    system.walls = {make_wall({}, {0, 1, 0}, 0.5)};
    CHECK(step_among_walls(system, ode::stepper("rk4"), 0.01).outcome == ode::Outcome::finished);
    CHECK(std::abs(system.particles[0].x.y) <= 1e-9);
    CHECK(system.particles[0].v.y == 0.0);
}

TEST_CASE("a wall crossed and recrossed within a step is seen: thrown down, pulled back up") {
    // Upwards with an acceleration of a + growth t.
    struct Pull : Force {
        explicit Pull(double a, double growth) : a_(a), growth_(growth) {}
        void apply(ParticleSystem& system) const override {
            for (Particle& p : system.particles) p.f += Vec3{0, (a_ + growth_ * system.t) * p.mass, 0};
        }

      private:
        double a_, growth_;
    };
    // y = .2 - 2 t + 4 t^2 is least at t = .25 s: -.05 m. It meets the floor when t^2 - t/2 + 1/20 = 0.
    ParticleSystem system = one_particle(2.0, {0, 0.2, 0}, {0, -2, 0});
    system.add_force(Pull(8, 0));
    system.walls = {make_wall({}, {0, 1, 0}, 1.0)};
    CHECK(step_among_walls(system, ode::stepper("rk4"), 0.5).bounces == 1);
    const double meets = 0.25 - std::sqrt(0.0625 - 0.05), up = 2 - 8 * meets, left = 0.5 - meets;
    CHECK(system.particles[0].x.y == tests::near(up * left + 4 * left * left, 1e-8));
    CHECK(system.particles[0].v.y == tests::near(up + 8 * left, 1e-8));
    // Pulled ever harder it is deeper than v changing evenly would take it, .333 m: y = .492 - 2 t + 4 t^3 is
    // -.052 m at t = .408 s, and meets the floor at t = .3 s with .92 m/s. v = .92 + 12 (t^2 - .09) from
    // there.
    ParticleSystem later = one_particle(2.0, {0, 0.492, 0}, {0, -2, 0});
    later.add_force(Pull(0, 24));
    later.walls = {make_wall({}, {0, 1, 0}, 1.0)};
    CHECK(step_among_walls(later, ode::stepper("rk4"), 0.5).bounces == 1);
    CHECK(later.particles[0].x.y == tests::near(0.36, 1e-8));
    CHECK(later.particles[0].v.y == tests::near(2.84, 1e-8));
}

TEST_CASE("walls so nearly parallel that rounding hides where they meet: no step ends beyond one of them") {
    // A floor and three walls that lean by e leave room 1 / e m away, if at all. A rounding of a normal,
    // 1e-16, moves the line where two of them meet by 1e-16 / e^2: by metres.
    for (const double e : {7e-9, 5e-9, 3e-9, 2e-9}) {
        CAPTURE(e);
        ParticleSystem system = one_particle(1.5, {0.3, 0.2, 0.1});
        const Vec3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1}, there{0.1, -0.5, 0.2};
        system.walls = {make_wall({}, y), make_wall(-y, e * x - y), make_wall(there, e * z - e / 2 * x - y),
                        make_wall(there, -e * z - e / 2 * x + y)};
        const Vector start = system.state();
        if (step_among_walls(system, ode::stepper("rk4"), 0.01).outcome == ode::Outcome::finished)
            for (const Wall& wall : system.walls)
                CHECK(wall.distance(system.particles[0].x) >= -wall.slack(system.particles[0].x));
        else CHECK(system.state() == start);
    }
}

TEST_CASE("friction in a groove: the loads of both walls rub, along the groove") {
    // A groove of 60 degrees along z: both walls push with m g / (2 sin 30) = m g, so the slider slows as
    // exp(-2 k_f g t).
    const double k_f = 0.2, m = 1.3;
    ParticleSystem system = in_v(60.0, 0.0, 0.0, m, {});
    system.particles[0].v = {0, 0, 3};
    for (Wall& wall : system.walls) wall.friction = k_f;
    run_among_walls(system, 100, 0.01);
    // Runge-Kutta with h r = .039, r = 2 k_f g: each of 100 steps is off by (h r)^5 / 120, all by 8e-8.
    CHECK(system.particles[0].v.z == tests::near(3 * std::exp(-2 * k_f * g), 1e-7));
    for (Wall& wall : system.walls) wall.no_slip = true;  // and without slip it stands at once
    CHECK(step_among_walls(system, ode::stepper("rk4"), 0.01).outcome == ode::Outcome::finished);
    CHECK(norm(system.particles[0].v) <= 1e-15);
}

TEST_CASE("without slip a groove holds against a force along it, and a floor lets go of what rebounds") {
    ParticleSystem system = in_v(60.0, 0.0, 0.0, 1.3, {});
    system.add_force(Gravity({0, 0, 3}));  // along the groove
    for (Wall& wall : system.walls) wall.no_slip = true;
    CHECK(max_norm(system.applied_forces()) == 0.0);

    ParticleSystem ball = one_particle(0.7, {}, {3, -2, 0});
    ball.walls = {make_wall({}, {0, 1, 0}, 0.5)};
    ball.walls[0].no_slip = true;
    CHECK(impact(ball).bounces == 1);
    CHECK(ball.particles[0].v == Vec3{3, 1, 0});  // [PBM-C-bounce]
    ball.particles[0].v = {3, -1e-4, 0};          // slower than contact_speed: no rebound
    CHECK(impact(ball).bounces == 0);
    CHECK(ball.particles[0].v == Vec3{});
}

TEST_CASE("thrown off one wall by the rebound of another, however slowly, a ball gains no energy") {
    // [PBM-C-bounce] n_1.n_2 = 1/2. With r_1 = 1 the ball is reflected at wall 1, v -> v + 2 n_1 if n_1.v =
    // -1, which takes it off wall 2 with n_2.v + 1 = 5e-4 m/s. Held on wall 2 by force, it would be faster
    // than before.
    const Vec3 n_1{1, 0, 0}, n_2{0.5, std::sqrt(0.75), 0};
    ParticleSystem system = one_particle(0.7, {}, {-1, (-0.9995 + 0.5) / n_2.y, 0});
    system.walls = {make_wall({}, n_1, 1.0), make_wall({}, n_2)};
    const double energy = system.energy();
    REQUIRE(impact(system).outcome == ode::Outcome::finished);
    CHECK(system.energy() <= energy * (1 + 1e-15));
    CHECK(dot(n_1, system.particles[0].v) == tests::near(1.0, 1e-14));
}

TEST_CASE(
    "the instant of contact is found within 1e-12 of the step: a fast ball thrown back goes up as far") {
    // [PBM-C-rollback] Thrown down from y0 with v0 and back without loss: |v| = sqrt(v0^2 + 2 g y0) at the
    // floor, at t1 = (|v| - v0) / g. An instant late by s leaves it lower by 2 |v| s; the slack is where it
    // is found.
    const ode::Stepper advance = ode::stepper("rk4");
    for (int k = 0; k < 40; ++k) {
        CAPTURE(k);
        const double v0 = 20.0 + 7.3 * k, y0 = v0 * (0.2 + 0.013 * k), v = std::sqrt(v0 * v0 + 2 * g * y0);
        ParticleSystem system = points_under({0, -g, 0}, {{0.4, {0, y0, 0}, {0, -v0, 0}}});
        system.walls = {make_wall({}, {0, 1, 0}, 1.0)};
        const double slack = system.walls[0].slack({0, y0, 0}), left = 1.0 - (v - v0) / g;
        REQUIRE(step_among_walls(system, advance, 1.0).bounces == 1);
        const double exact = v * left - g / 2 * left * left;
        CHECK(std::abs(system.particles[0].x.y - exact) <= 2 * v * 1e-12 + 3 * slack + 1e-13 * exact);
    }
}
