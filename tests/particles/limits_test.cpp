#include "systems.h"

using namespace restraint;
using namespace restraint::particles;

// Facts on either side of a limit.

namespace {

/// A particle of 2 kg at x with velocity v, over the floor y = 0.
ParticleSystem on_floor(Vec3 x, Vec3 v, double restitution = 0.0) {
    ParticleSystem system = one_particle(2.0, x, v);
    system.walls = {make_wall({}, {0, 1, 0}, restitution)};
    return system;
}

}  // namespace

TEST_CASE("a wall is touched to 1.01e-8 m on both sides, and farther out by the rounding of the distance") {
    // [PBM-SC-detect, PBM-SC-contact] A hundredth of contact_distance, and 16 roundings of 4 m and 8 m.
    const Wall floor = make_wall({}, {0, 1, 0}), high = make_wall({0, -8, 0}, {0, 1, 0});
    CHECK(high.slack({4, 0, 0}) == tests::near(1e-10 + 0x1p-48 * 12, 1e-12));
    CHECK(high.slack({4, 0, 0}) - floor.slack({}) == tests::near(0x1p-48 * 12, 1e-3));
    for (const double side : {1.0, -1.0}) {
        CHECK(floor.touches({0, side * 1.009e-8, 0}));
        CHECK_FALSE(floor.touches({0, side * 1.011e-8, 0}));
        // Along the wall is slower than a thousandth of contact_speed, 1e-6 m/s.
        CHECK(floor.in_contact({}, {5, side * 0.9e-6, 0}));
        CHECK_FALSE(floor.in_contact({}, {5, side * 1.1e-6, 0}));
        CHECK_FALSE(floor.in_contact({0, side * 1.011e-8, 0}, {}));
    }
}

TEST_CASE(
    "an approach of 1e-12 m/s is stopped, one of 1e-3 m/s is a bounce, and a rebound of 1e-3 m/s is one") {
    // [PBM-C-bounce] By hand, from N.v before to N.v after: r = 1/2.
    const auto after = [](double v, std::size_t bounces) {
        ParticleSystem ball = on_floor({}, {3, v, 0}, 0.5);
        const WallStep step = impact(ball);
        CHECK(step.outcome == ode::Outcome::finished);
        CHECK(step.bounces == bounces);
        CHECK(ball.particles[0].v.x == 3.0);
        return ball.particles[0].v.y;
    };
    CHECK(after(-0.9e-12, 0) == -0.9e-12);  // the rounding of the last projection
    CHECK(after(-1.1e-12, 0) == 0.0);
    CHECK(after(-0.9e-3, 0) == 0.0);
    CHECK(after(-1.9e-3, 1) == 0.0);  // its rebound of .95e-3 m/s is none
    CHECK(after(-2.1e-3, 1) == 1.05e-3);
    CHECK(after(-1.0, 1) == 0.5);
    CHECK(after(0.0, 0) == 0.0);
    CHECK(after(1e-7, 0) == 1e-7);

    // While another ball hits the floor, one that leaves it slower than 1e-6 m/s stays, a faster one leaves.
    for (const double up : {0.9e-6, 1.1e-6}) {
        ParticleSystem two = on_floor({}, {0, -1, 0}, 0.5);
        two.add_particle(3.0, {1, 0, 0}, {0, up, 0});
        CHECK(impact(two).bounces == 1);
        CHECK(two.particles[0].v.y == 0.5);
        CHECK(two.particles[1].v.y == (up < 1e-6 ? 0.0 : up));
    }
    // What does not touch does not bounce, and nothing bounces that follows a path.
    ParticleSystem above = on_floor({0, 1.1e-8, 0}, {0, -1, 0}, 0.5);
    CHECK(impact(above).bounces == 0);
    ParticleSystem led = on_floor({}, {}, 0.5);
    led.control(0, [](double) { return PathPoint{{}, {0, -1, 0}, {}}; });
    CHECK(impact(led).bounces == 0);
    CHECK(led.particles[0].v.y == -1.0);
}

TEST_CASE("a ball between a floor and a ceiling that both touch it, without loss, finds no rest: a status") {
    // Reflected by each in turn; the ball is given back as it was.
    ParticleSystem ball = on_floor({}, {0, -1, 0}, 1.0);
    ball.walls.push_back(make_wall({0, 1e-9, 0}, {0, -1, 0}, 1.0));
    const Vector before = ball.state();
    const WallStep step = step_among_walls(ball, ode::stepper("rk4"), 0.1);
    CHECK(step.outcome == ode::Outcome::no_derivative);
    CHECK(step.bounces == 1000);
    CHECK(ball.state() == before);
    // With r = 1/2 the rebound is below 1e-3 m/s after ten of them: 2^-10 < 1e-3.
    for (Wall& wall : ball.walls) wall.restitution = 0.5;
    CHECK(impact(ball).bounces == 10);
    CHECK(ball.particles[0].v == Vec3{});
}

TEST_CASE("beyond a wall by less than half of the slack a particle is left, by more it is put on the wall") {
    // [PBM-C-rollback] The slack at the origin is 1e-10 m.
    for (const double depth : {0.49e-10, 0.51e-10, 0.3}) {
        CAPTURE(depth);
        ParticleSystem ball = on_floor({0, -depth, 0}, {});
        ball.add_particle(3.0, {2, 1, 0});  // on the legal side: it stays where it is
        CHECK(displace(ball) == ode::Outcome::finished);
        CHECK(ball.particles[0].x.y == (depth < 0.5e-10 ? -depth : 0.0));
        CHECK(ball.particles[1].x == Vec3{2, 1, 0});
    }
    // What follows a path may be anywhere.
    ParticleSystem led = on_floor({0, -1, 0}, {});
    led.nail(0);
    CHECK(displace(led) == ode::Outcome::finished);
    CHECK(led.particles[0].x.y == -1.0);
    CHECK(step_among_walls(led, ode::stepper("rk4"), 0.1).outcome == ode::Outcome::finished);
}

TEST_CASE("what a wall pushes with: the load on it, none without a load, none on what follows a path") {
    // [PBM-C-contact] 20 N into the floor, or away from it.
    ParticleSystem ball = on_floor({}, {});
    for (const double load : {20.0, -20.0}) {
        const ContactForces walls = contact_forces(ball, {4, -load, 0});
        REQUIRE(walls.contacts.size() == 1);
        CHECK(walls.solved);
        CHECK(walls.push == Vector{std::max(0.0, load)});
        CHECK(walls.forces == Vector{0, std::max(0.0, load), 0});
    }
    // On a slope of 3-4-5 along a line in the floor: held on the line x, only a wall across it can push.
    ball.hold_on_line(0, {1, 0, 0});
    ball.walls = {make_wall({}, {0.6, 0.8, 0})};
    const ContactForces held = contact_forces(ball, {-30, -5, 0});
    REQUIRE(held.push.size() == 1);
    // a_x = (-30 + .6 push) / 2 = 0.
    CHECK(held.push[0] == tests::near(50.0, 1e-14));
    ball.nail(0);
    CHECK(contact_forces(ball, {4, -20, 0}).contacts.empty());
    CHECK(contact_forces(ball, {4, -20, 0}).forces == Vector(3));
}

TEST_CASE("what is led along a path has no kinetic energy and no momentum of its own, but feels no less") {
    ParticleSystem system = particles_at({{2.0, {0, 0, 0}, {3, 0, 0}}, {5.0, {0, 0, 0}}});
    system.control(1, [](double t) { return PathPoint{{4 * t + 2, 0, 0}, {4, 0, 0}, {0, 7, 0}}; });
    CHECK(system.kinetic_energy() == 9.0);
    CHECK(system.momentum() == Vec3{6, 0, 0});
    CHECK(system.accelerations(Vector{2, 4, 6, 1, 1, 1}) == Vector{1, 2, 3, 0, 7, 0});
    // Gravity and drag are on its accumulator all the same: whoever holds it bears them.
    system.add_force(Gravity({0, -10, 0}));
    system.add_force(Drag(0.5));
    CHECK(system.applied_forces() == Vector{-1.5, -20, 0, -2, -50, 0});
    system.set_state(system.state(), 0.5);
    CHECK(system.particles[1].x == Vec3{4, 0, 0});
    // Released it goes on from there, freely also if a plane held it.
    system.hold_on_plane(1, {1, 0, 0});
    CHECK(system.particles[1].v == Vec3{});
    system.release(1);
    CHECK(system.particles[1].freedom == Mat3::identity());
    CHECK(system.dimension() == 12);
}

TEST_CASE("where two ends of an angular spring meet later, it has no force along what is lost") {
    ParticleSystem system;
    for (const Vec3 x : {Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{1, 0, 0}}) system.add_particle(1.0, x);
    system.add_force(AngularSpring(1, 0, 2, 1.0));  // folded
    system.particles[2].x = {0, 1, 0};
    system.add_force(PairForce(1.0, 1.0, 2.0));
    system.particles[2].x = {};
    system.applied_forces();
    for (const Particle& p : system.particles) CHECK(is_finite(p.f));
}

TEST_CASE("the matrices of a pressed spring have no part across it, those of a taut one 1 - r / |l|") {
    // [PBM-C-1] Along x at 2 m: -k_s along, and -k_s (1 - r / 2) across, if that is not of the other sign.
    for (const double r : {0.5, 3.0}) {
        ParticleSystem pair = particles_at({{1.0, {2, 0, 0}}, {3.0, {}}});
        pair.add_force(DampedSpring(0, 1, {.k_s = 8, .k_d = 5, .rest_length = r}));
        const auto [dx, dv] = matrices_of(pair);
        const double across = r < 2 ? -8 * (1 - r / 2) : 0.0;
        for (std::size_t i = 0; i < 6; ++i)
            for (std::size_t j = 0; j < 6; ++j) {
                const double sign = i / 3 == j / 3 ? 1.0 : -1.0;
                CHECK(dx(i, j) == (i % 3 != j % 3 ? 0.0 : sign * (i % 3 == 0 ? -8.0 : across)));
                CHECK(dv(i, j) == (i % 3 == 0 && j % 3 == 0 ? -sign * 5.0 : 0.0));
            }
    }
    ParticleSystem pair = particles_at({{1.0, {3, 4, 0}}, {3.0, {}}});
    const DampedSpring spring = spring_at_rest(pair, 0, 1, 7.0, 0.5);
    CHECK(spring.constants.rest_length == 5.0);
    CHECK(spring.constants.k_s == 7.0);
    CHECK(spring.constants.k_d == 0.5);
}

TEST_CASE(
    "the matrix of a bent chain is the derivative of its force where both ends rise alike [PBM-SE-ang]") {
    // Segments of 2 and 1 m; the ends rise by 2 s and s, so that both segments tilt by s: of the second
    // derivatives of the angle that is the part that cannot be indefinite. If the chain is bent less than its
    // rest angle the part is left out, and so is the rest of a straight chain.
    const auto springs = [](double turn, double rest) {
        ParticleSystem chain;
        for (const Vec3 x : {Vec3{-2, 0, 0}, Vec3{}, Vec3{std::cos(turn), std::sin(turn), 0}})
            chain.add_particle(1.0, x);
        chain.add_force(AngularSpring(0, 1, 2, 5.0, 0.0, rest));
        return chain;
    };
    for (const auto& [turn, rest] : {std::pair{pi / 2, 0.0}, {pi / 2, 0.3}, {2.0, 0.5}, {0.4, 0.1}}) {
        const double bent = turn - rest;
        CAPTURE(bent);
        ParticleSystem chain = springs(turn, rest);
        const Matrix dx = matrices_of(chain).first;
        const double s = 1e-4;
        chain.particles[0].x.z = 2 * s;
        chain.particles[2].x.z = s;
        const Vector up = chain.applied_forces();
        for (std::size_t i : {2u, 5u, 8u}) CHECK(2 * dx(i, 2) + dx(i, 8) == tests::near(up[i] / s, 1e-6));
    }
    for (const auto& [turn, rest] : {std::pair{0.4, 0.5}, {0.0, 0.5}})
        CHECK(matrices_of(springs(turn, rest)).first(2, 2) == 0.0);
    // A chain is straight to 1e-12: its plane is then any, and with a rest angle of 0 it resists in all.
    const Matrix straight = matrices_of(springs(0.0, 0.0)).first;
    CHECK(straight(1, 1) == tests::near(-5.0 / 4, 1e-14));
    CHECK(straight(2, 2) == tests::near(-5.0 / 4, 1e-14));
}

TEST_CASE(
    "a chain bent by 1e-11 is bent further in its plane; bent by less than 1e-12 in any, here that of x and "
    "y") {
    // [PBM-SE-ang] Towards z; k = 5 N m and .5 rad less than the rest angle push the end at 1 m with 2.5 N.
    for (const double turn : {1e-11, -1e-11, 0.9e-12, -0.9e-12}) {
        CAPTURE(turn);
        ParticleSystem chain;
        for (const Vec3 x : {Vec3{-2, 0, 0}, Vec3{}, Vec3{1, 0, turn}}) chain.add_particle(1.0, x);
        chain.add_force(AngularSpring(0, 1, 2, 5.0, 0.0, 0.5));
        const Vec3 f = block(chain.applied_forces(), 2);
        const bool bent = std::abs(turn) > 1e-12;
        CHECK(std::abs(bent ? f.y : f.z) <= 1e-9);
        CHECK((bent ? std::copysign(1.0, turn) * f.z : std::abs(f.y)) == tests::near(2.5, 1e-9));
    }
}

TEST_CASE("the points of a hair weigh half of the pieces that meet there, and only a stiff one has joints") {
    // Pieces of .1 and .3 m, 2 kg/m: .1, .4 and .3 kg.
    for (const double bend : {0.0, 3.0}) {
        ParticleSystem system;
        add_hair(system, {{0, 0, 0}, {0.1, 0, 0}, {0.1, 0.3, 0}},
                 {.mass_per_length = 2.0, .stretch = 6.0, .bend = bend, .damping = 0.5});
        const double masses[] = {0.1, 0.4, 0.3};
        for (std::size_t i = 0; i < 3; ++i) CHECK(system.particles[i].mass == tests::near(masses[i], 1e-14));
        CHECK(system.forces().size() == (bend == 0.0 ? 2 : 3));
        // The damping is .5 s times the stiffness: the end moves along its piece of 6/.3 N/m with 1 m/s.
        system.particles[2].v = {0, 1, 0};
        const Vector f = system.applied_forces();
        CHECK(f[7] == tests::near(-0.5 * 6.0 / 0.3, 1e-14));
        // Across it, round the joint of 3/.2 N m, .5 s of which is 7.5 N m s: with 1/.3 rad/s, and the bend
        // of a right angle besides.
        if (bend > 0.0) {
            system.particles[2].v = {-1, 0, 0};
            CHECK(system.applied_forces()[6] == tests::near((7.5 / 0.3 + 15.0 * pi / 2) / 0.3, 1e-13));
        }
    }
}

TEST_CASE(
    "an edge is along a thread up to a slope of 1e-9, and only then a fold at it is a bend [PBM-SE-Ebend]") {
    // Two triangles of 1/2 m^2 on either side of an edge of 1 m along v, or along u.
    for (const bool warp : {true, false})
        for (const double slope : {0.9e-9, -0.9e-9, 1.1e-9, -1.1e-9}) {
            INFO("warp ", warp, ", slope ", slope);
            const auto turned = [&](Vec2 p) { return warp ? p : Vec2{p.y, -p.x}; };
            const ClothPattern pattern{{turned({0, 0}), turned({slope, 1}), turned({-1, 0}), turned({1, 0})},
                                       {{0, 1, 2}, {0, 3, 1}}};
            const Cloth cloth(pattern, {0, 1, 2, 3}, {.bend = 3.0, .bend_of_weft = 0.5});
            REQUIRE(cloth.edges().size() == 1);
            const ClothEdge& edge = cloth.edges()[0];
            CHECK(edge.bend == (std::abs(slope) > 1e-9 ? 0.0 : warp ? 3.0 : 1.5));
            CHECK(edge.area == tests::near(1.0, 1e-8));
            CHECK(edge.l_perp == tests::near(1.0, 1e-8));
        }
}

TEST_CASE("cloth without a direction, crumpled to a point or folded flat, has finite forces") {
    ParticleSystem system;
    add_cloth(system, rectangular_pattern(2, 1, 2.0, 1.0), {.bend = 1.0, .damping = 0.1},
              [](Vec2) { return Vec3{}; });
    CHECK(all_finite(system.applied_forces()));
    CHECK(std::isfinite(max_norm(matrices_of(system).first)));
    for (Particle& p : system.particles) p.x = {p.x.x, 0, 0};
    system.particles[1].x.x = 1.0;
    CHECK(all_finite(system.applied_forces()));
}

TEST_CASE("a hand is joined to its particle by a damped spring, at the velocities of both") {
    ParticleSystem system = particles_at({{1.0, {}}, {1.0, {1, 0, 0}}});
    const std::size_t hand = grab(
        system, 1,
        [](double) {
            return PathPoint{{1, 2, 0}, {0, 3, 0}, {}};
        },
        10.0, 2.0);
    CHECK(hand == 2);
    CHECK(system.applied_forces() == Vector{0, 0, 0, 0, 26, 0, 0, -26, 0});  // 10 (2) + 2 (3)
}

TEST_CASE("forces that push apart more than the masses resist leave an implicit step without a solution") {
    // f = +k x with h^2 k = 4 kg on 2 kg: the matrix is -2.
    struct Repel : Force {
        void apply(ParticleSystem& system) const override {
            for (Particle& p : system.particles) p.f += 16.0 * p.x;
        }
        void add_jacobians(const ParticleSystem& system, ForceJacobians& jacobians) const override {
            for (std::size_t i = 0; i < system.particles.size(); ++i)
                jacobians.add(i, i, 16.0 * Mat3::identity(), {});
        }
    };
    ParticleSystem system = one_particle(2.0, {1, 0, 0});
    system.add_force(Repel{});
    ForceJacobians jacobians;
    CHECK(implicit_step(system, 0.5, jacobians).outcome == ode::Outcome::no_solution);
    CHECK(system.state() == Vector{1, 0, 0, 0, 0, 0});
    CHECK(system.t == 0.0);
    // With h = 1/4 it is +1, and m dv = h f: dv = 4.
    CHECK(implicit_step(system, 0.25, jacobians).outcome == ode::Outcome::finished);
    CHECK(system.particles[0].v.x == tests::near(4.0, 1e-12));
    CHECK(system.particles[0].x.x == tests::near(2.0, 1e-12));
    CHECK(system.t == 0.25);
}

TEST_CASE(
    "thrown off one wall by another, slower than 1e-3 m/s, a ball stays on both; below 1e-6 it is at rest") {
    // [PBM-C-bounce] Two walls without rebound, n_1.n_2 = 1/2. Wall 1 takes away n_1.v = -1, which gives the
    // ball 1/2 along n_2: of n_2.v = off - 1/2 it leaves off.
    const Vec3 n_1{1, 0, 0}, n_2{0.5, std::sqrt(0.75), 0};
    for (const double off : {0.9e-6, 1.1e-6, 0.9e-3, 1.1e-3}) {
        CAPTURE(off);
        ParticleSystem ball = one_particle(0.7, {}, {-1, off / n_2.y, 3});
        ball.walls = {make_wall({}, n_1), make_wall({}, n_2)};
        REQUIRE(impact(ball).outcome == ode::Outcome::finished);
        const Vec3 v = ball.particles[0].v;
        CHECK(std::abs(dot(n_1, v)) <= 1e-15);
        CHECK(v.z == 3.0);
        const bool stays = off > 1e-6 && off < 1e-3;
        CHECK(std::abs(dot(n_2, v) - (stays ? 0.0 : off)) <= 1e-15);
    }
}
