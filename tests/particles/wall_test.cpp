#include "systems.h"

using namespace restraint;
using namespace restraint::particles;

namespace {

constexpr double g = 9.81;

/// A particle over the floor y = 0.
ParticleSystem over_floor(double mass, Vec3 x, Vec3 v, double restitution, double friction = 0.0) {
    ParticleSystem system = points_under({0, -g, 0}, {{mass, x, v}});
    system.walls.push_back(make_wall({0, 0, 0}, {0, 2, 0}, restitution, friction));
    return system;
}

}  // namespace

TEST_CASE("the normal part of a vector is (N.x) N, not (N.x) x [PBM-C-normal, PBM-C-tangent, PBM-SC-VN]") {
    // [erratum C01]
    const Vec3 x{3, 0, 2}, n{0, 0, 1};
    CHECK(normal_part(x, n) == Vec3{0, 0, 2});
    CHECK(tangential_part(x, n) == Vec3{3, 0, 0});
    CHECK(dot(n, x) * x == Vec3{6, 0, 4});  // as printed
}

TEST_CASE("which side: (X - P).N is positive where particles may be [PBM-C-detect]") {
    const Wall wall = make_wall({1, 1, 0}, {0, 3, 4});
    CHECK(norm(wall.normal) == 1.0);
    CHECK(wall.distance({5, 2, 0}) == tests::near(0.6, 1e-15));
    CHECK(wall.distance({5, 0, 0}) == tests::near(-0.6, 1e-15));
    CHECK(wall.distance({7, 1, 0}) == 0.0);
}

TEST_CASE("a particle on a wall is on it as far out as rounding lets it be told") {
    // Along a slope of one radian from the wall's point, 1e9 m and more away: N.x is off by roundings of the
    // coordinates, 1e-7 m and more, where contact_distance is 1e-8 m.
    const Vec3 along{std::cos(1.0), -std::sin(1.0), 0};
    const Wall slope = make_wall({}, {std::sin(1.0), std::cos(1.0), 0});
    bool needed = false;
    for (int k = 1; k <= 100; ++k) {
        const Vec3 x = (1e9 + k * 1e7 / 3) * along;
        CHECK(slope.touches(x));
        CHECK_FALSE(slope.touches(x + 1e-3 * slope.normal));
        needed = needed || std::abs(slope.distance(x)) > slope.contact_distance;
    }
    CHECK(needed);
}

TEST_CASE("the wall cancels the force that pushes into it, and no other [PBM-C-contact, PBM-SC-force]") {
    // [claim CL-C-09, erratum C02, PBM-SH-rest, PBM-SH-f]
    const Wall floor = make_wall({}, {0, 0, 1});
    const auto total = [&](Vec3 f) { return f + floor.contact_force(f, {}); };
    CHECK(total({4, 0, -10}) == Vec3{4, 0, 0});
    CHECK(total({4, 0, 10}) == Vec3{4, 0, 10});
    const Vec3 pushed = total({4, 0, -10}), pulled = total({4, 0, 10});
    measured("CL-C-09",
             figures({pushed.x, pushed.y, pushed.z}) + " and " + figures({pulled.x, pulled.y, pulled.z}));
    // Where nothing presses, nothing sticks either.
    Wall sticky = floor;
    sticky.no_slip = true;
    CHECK(sticky.contact_force({4, 0, -1e-9}, {}) == Vec3{-4, 0, 1e-9});
    CHECK(sticky.contact_force({4, 0, 0}, {}) == Vec3{});
    // As printed, f - (N.f) f = (4, 0, -10) + 10 (4, 0, -10) = (44, 0, -110).
    const Vec3 f{4, 0, -10};
    CHECK(f + -dot(floor.normal, f) * f == Vec3{44, 0, -110});
}

TEST_CASE("a bounce reverses the normal velocity times r and keeps the tangential") {
    // [PBM-C-bounce, PBM-SC-resp, PBM-SH-eps, PBM-SH-coll]
    const Wall wall = make_wall({}, {0, 1, 0}, 0.9);
    CHECK(norm(wall.bounced({3, -2, 1}) - Vec3{3, 1.8, 1}) <= 1e-15);
    CHECK(wall.in_contact({5, 0, 0}, {3, 0, 1}));
    CHECK_FALSE(wall.in_contact({5, 0, 0}, {3, -2, 1}));
}

TEST_CASE("dropped from 1 m a superball rises to r^2: 0.81 m; with r = 0 it stays down") {
    // [PBM-C-bounce, PBM-C-rollback, claim CL-C-08]
    const double impact = std::sqrt(2 / g), speed = g * impact;
    for (const double r : {0.0, 0.5, 0.9, 1.0}) {
        CAPTURE(r);
        ParticleSystem system = over_floor(0.3, {0, 1, 0}, {0.5, 0, 0}, r);
        const ode::Stepper advance = ode::stepper("rk4");
        std::size_t bounces = 0;
        double top = 0.0;
        // Steps of 0.01 s; the impact at 0.4515 s is inside one. After it, up for r speed / g seconds.
        while (system.t < impact + r * speed / g - 1e-9) {
            const double h = std::min(0.01, impact + r * speed / g - system.t);
            bounces += step_among_walls(system, advance, h).bounces;
            if (bounces > 0) top = std::max(top, system.particles[0].x.y);
            CHECK(system.particles[0].x.y >= -1e-8);
        }
        if (r > 0.0) {
            CHECK(bounces == 1);
            CHECK(std::abs(top - r * r) <= 1e-7);  // the instant of contact is right to 1e-8 m
            measured("CL-C-08", "r = " + figure(r) + ": " + figure(top) + " m");
        } else {
            run_among_walls(system, 100, 0.01);
            CHECK(std::abs(system.particles[0].x.y) <= 1e-8);
            CHECK(system.particles[0].v.y == 0.0);
        }
        CHECK(system.particles[0].v.x == tests::near(0.5, 1e-12));
    }
}

TEST_CASE("rolled back to the instant of contact, a bounce costs no accuracy: r = 1 keeps the energy") {
    // [PBM-C-rollback]
    ParticleSystem system = over_floor(2.0, {0, 1, 0}, {}, 1.0);
    const double energy = system.energy();
    const ode::Stepper advance = ode::stepper("rk4");
    std::size_t bounces = 0;
    for (int k = 0; k < 100; ++k) bounces += step_among_walls(system, advance, 0.1).bounces;  // coarse steps
    // The first impact is at 0.4515 s, the others every 0.903 s: 11 in 10 s.
    CHECK(bounces == 11);
    CHECK(std::abs(system.energy() - energy) <= 1e-6 * energy);
}

TEST_CASE("a ball with r < 1 comes to rest and stays, supported by the contact force [PBM-SC-contact]") {
    ParticleSystem system = over_floor(0.3, {0, 0.2, 0}, {}, 0.5);
    run_among_walls(system, 200, 0.02);
    CHECK(std::abs(system.particles[0].x.y) <= 1e-8);
    CHECK(norm(system.particles[0].v) == 0.0);
    CHECK(max_norm(system.applied_forces()) == 0.0);
}

TEST_CASE("the printed friction is viscous: a sliding particle slows as exp(-k_f g t) and never stops") {
    // [PBM-C-friction, erratum C04]
    const double k_f = 0.3;
    ParticleSystem system = over_floor(5.0, {0, 0, 0}, {4, 0, 3}, 0.0, k_f);
    run_among_walls(system, 200, 0.01);
    const double left =
        std::exp(-k_f * g * 2.0);  // Coulomb's law with mu = 0.3 would have stopped it at 1.7 s
    CHECK(system.particles[0].v.x == tests::near(4 * left, 1e-6));
    CHECK(system.particles[0].v.z == tests::near(3 * left, 1e-6));
}

TEST_CASE("a non-slippery wall takes the tangential velocity away; a lifted particle leaves") {
    ParticleSystem system = over_floor(1.0, {0, 0, 0}, {4, 0, 0}, 0.0);
    system.walls[0].no_slip = true;
    const ode::Stepper advance = ode::stepper("rk4");
    step_among_walls(system, advance, 0.1);
    CHECK(norm(system.particles[0].v) == 0.0);
    system.add_force(Gravity({1, 2 * g, 0}));  // now lifted with g
    run_among_walls(system, 10, 0.1);
    CHECK(system.particles[0].x.y == tests::near(g / 2, 1e-12));
    CHECK(system.particles[0].x.x > 0.0);
}

TEST_CASE("two particles between two walls: everybody is rolled back to the first contact") {
    ParticleSystem system = particles_at({{1.0, {0.5, 0.3, 0}, {2, 0, 0}}, {1.0, {0.2, 0.7, 0}, {-3, 0, 0}}});
    system.walls.push_back(make_wall({0, 0, 0}, {1, 0, 0}, 1.0));
    system.walls.push_back(make_wall({1, 0, 0}, {-1, 0, 0}, 1.0));
    // Free flight: in 1 s the first covers 2 m: 0.5 -> 1 -> 0 -> 0.5 (2 bounces); the second 3 m: 0.2 -> 0 ->
    // 1 -> 0 -> 0.8 (3 bounces).
    const WallStep step = step_among_walls(system, ode::stepper("euler"), 1.0);
    CHECK(step.outcome == ode::Outcome::finished);
    CHECK(step.bounces == 5);
    CHECK(system.particles[0].x.x == tests::near(0.5, 1e-6));
    CHECK(system.particles[1].x.x == tests::near(0.8, 1e-6));
    CHECK(system.time() == 1.0);
}

TEST_CASE("a particle that would bounce ten thousand times in a step is given back as it was") {
    ParticleSystem system = one_particle(1.0, {0.0005, 0, 0}, {10, 0, 0});
    system.walls = {make_wall({0, 0, 0}, {1, 0, 0}, 1.0), make_wall({0.001, 0, 0}, {-1, 0, 0}, 1.0)};
    const WallStep step = step_among_walls(system, ode::stepper("rk4"), 1.0);
    CHECK(step.outcome == ode::Outcome::too_many_steps);
    CHECK(step.bounces == 1001);
    CHECK(system.time() == 0.0);
    CHECK(system.particles[0].x == Vec3{0.0005, 0, 0});
    CHECK(system.particles[0].v == Vec3{10, 0, 0});
}

TEST_CASE("a particle less than the slack beyond a wall when a step ends is on it") {
    // [PBM-C-rollback] The slack is 1e-2 of the contact distance 2^-20, 9.5e-9 m, and 2^-30 = 9.3e-10 m is
    // less. It bounces in the next step, from where it is.
    const double speed = 1 + 0x1p-30;
    ParticleSystem system = one_particle(1.0, {1, 0, 0}, {-speed, 0, 0});
    system.walls = {make_wall({0, 0, 0}, {1, 0, 0}, 0.5)};
    system.walls[0].contact_distance = 0x1p-20;
    CHECK(step_among_walls(system, ode::stepper("euler"), 1.0).bounces == 0);
    CHECK(system.particles[0].x.x == -0x1p-30);
    CHECK(system.particles[0].v.x == -speed);
    CHECK(step_among_walls(system, ode::stepper("euler"), 1.0).bounces == 1);
    CHECK(system.particles[0].x.x == speed / 2 - 0x1p-30);
    CHECK(system.particles[0].v.x == speed / 2);
}
