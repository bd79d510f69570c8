#include "restraint/ode/implicit.h"
#include "systems.h"

using namespace restraint;
using namespace restraint::particles;

namespace {

/// A net of columns x rows particles of unlike masses, 1 m apart and a little disturbed, hung from its first
/// row. The springs are shorter than that, so that all are taut.
ParticleSystem taut_net(std::size_t columns, std::size_t rows, double k_s, double k_d, Random& random) {
    ParticleSystem net;
    for (std::size_t j = 0; j < rows; ++j)
        for (std::size_t i = 0; i < columns; ++i) {
            const double mass = random.uniform(0.5, 2.0);
            const double dx = random.uniform(-0.1, 0.1), dy = random.uniform(-0.1, 0.1),
                         dz = random.uniform(-0.1, 0.1);
            net.add_particle(mass, {static_cast<double>(i) + dx, -static_cast<double>(j) + dy, dz});
            const std::size_t here = j * columns + i;
            if (i > 0) net.add_force(DampedSpring(here - 1, here, {k_s, k_d, 0.7}));
            if (j > 0) net.add_force(DampedSpring(here - columns, here, {k_s, k_d, 0.7}));
        }
    for (std::size_t i = 0; i < columns; ++i) net.nail(i);
    net.add_force(Gravity());
    net.add_force(Drag(0.1));
    return net;
}

/// x'' = f(x, v, t) of the free particles of a model, for the dense method; Jacobians by differences.
ode::SecondOrder dense_equation(ParticleSystem& system) {
    const auto f = [&system](const Vector& x, const Vector& v, double t) {
        Vector state;
        for (std::size_t i = 0; i < x.size() / 3; ++i) {
            for (std::size_t k = 0; k < 3; ++k) state.push_back(x[3 * i + k]);
            for (std::size_t k = 0; k < 3; ++k) state.push_back(v[3 * i + k]);
        }
        system.set_state(state, t);
        const Vector derivative = system.derivative();
        Vector a(x.size());
        for (std::size_t i = 0; i < x.size(); ++i) a[i] = derivative[6 * (i / 3) + 3 + i % 3];
        return a;
    };
    return {f, {}, {}, {}};
}

}  // namespace

TEST_CASE("the matrices of taut springs and drag are the derivatives of their forces [PBM-SD-cg]") {
    Random random(31);  // seed 31
    // At rest: the matrices leave out how damping changes with position.
    ParticleSystem net = taut_net(3, 2, 40.0, 3.0, random);
    for (Particle& p : net.particles) p.path = {};
    check_jacobians(net, 1e-6);
}

TEST_CASE("so are those of a straight chain with angular springs, and of points that should coincide") {
    ParticleSystem chain;
    for (const double x : {0.0, 1.0, 3.0, 3.5}) chain.add_particle(1.0, {x, 0, 0});
    chain.add_force(AngularSpring(0, 1, 2, 5.0));
    chain.add_force(AngularSpring(1, 2, 3, 7.0));
    chain.add_force(coincide(0, 3, 2.0, 0.5));
    check_jacobians(chain, 1e-6);
}

TEST_CASE("the sparse step is the dense step of the notes [PBM-D-4.5, PBM-D-4.6, PBM-D-dx]") {
    Random random(32);  // seed 32
    ParticleSystem sparse = taut_net(4, 3, 100.0, 0.0, random);
    sparse.control(1, [](double t) { return PathPoint{{1 + t, 0, t * t}, {1, 0, 2 * t}, {0, 0, 2}}; });
    ParticleSystem dense = taut_net(1, 1, 1.0, 0.0, random);
    {
        Random again(32);
        dense = taut_net(4, 3, 100.0, 0.0, again);
    }
    dense.control(1, sparse.particles[1].path);

    const double h = 1e-3;
    const std::size_t free = sparse.dimension() / 6;
    ode::PositionVelocity start{Vector(3 * free), Vector(3 * free)};
    const Vector state = sparse.state();
    for (std::size_t i = 0; i < 3 * free; ++i) {
        start.x[i] = state[6 * (i / 3) + i % 3];
        start.v[i] = state[6 * (i / 3) + 3 + i % 3];
    }
    const auto expected = ode::implicit_euler_step(dense_equation(dense), start, 0.0, h);
    REQUIRE(expected);
    ForceJacobians jacobians;
    const ImplicitResult result = implicit_step(sparse, h, jacobians, {.tolerance = 1e-14});
    CHECK(result.outcome == ode::Outcome::finished);
    const Vector end = sparse.state();
    double moved = 0.0;
    for (std::size_t i = 0; i < free; ++i) {
        const Vec3 x = block(end, 2 * i), v = block(end, 2 * i + 1);
        moved = std::max(moved, norm(v));
        // The nets differ in how the moving nail enters: its own dx and dv here, h df/dt there; that is h^2
        // k.
        CHECK(norm(v - block(expected->v, i)) <= 1e-6);
        CHECK(norm(x - block(expected->x, i)) <= 1e-9);
    }
    CHECK(moved > 0.01);
    CHECK(norm(sparse.particles[1].x - Vec3{1 + h, 0, h * h}) <= 1e-15);
    CHECK(sparse.time() == h);
}

TEST_CASE("implicit steps are stable where explicit ones are off to Neptune: at least ten times as long") {
    // [PBM-D-4.5, claim CL-D-04]
    // A net of stiffness 1e5 N/m and masses of about 1 kg: w_max is about sqrt(8 k/m) = 900/s. Explicit
    // Runge-Kutta needs h < 2.8/w = 3 ms, Euler much less.
    const auto survives = [](bool implicit, double h) {
        Random random(33);  // seed 33
        ParticleSystem net = taut_net(6, 6, 1e5, 0.0, random);
        const double energy = net.energy();
        const ode::Stepper advance = ode::stepper("rk4");
        ForceJacobians jacobians;
        for (int k = 0; k < 200; ++k) {
            const ode::Outcome outcome =
                implicit ? implicit_step(net, h, jacobians).outcome : advance(net, h);
            if (outcome != ode::Outcome::finished) return false;
        }
        return net.energy() <= energy;
    };
    CHECK(survives(false, 5e-4));
    CHECK_FALSE(survives(false, 5e-3));
    CHECK(survives(true, 5e-3));
    CHECK(survives(true, 5e-2));
    // A patch of cloth, stretched by 2 % both ways: the largest of h = 2^-k s.
    const auto largest_step = [](bool implicit) {
        const ode::Stepper advance = ode::stepper("rk4");
        for (double h = 0x1p-3;; h /= 2) {
            ParticleSystem patch;
            add_cloth(patch, rectangular_pattern(5, 5, 1.0, 1.0),
                      {.density = 0.3, .stretch_warp = 2e3, .stretch_weft = 3e3, .shear = 50.0}, [](Vec2 p) {
                          return Vec3{1.02 * p.x, 1.02 * p.y, 0};
                      });
            const double energy = patch.energy();
            ForceJacobians jacobians;
            bool stands = true;
            for (int k = 0; k < 100 && stands; ++k)
                stands = (implicit ? implicit_step(patch, h, jacobians).outcome : advance(patch, h)) ==
                             ode::Outcome::finished &&
                         patch.energy() <= energy;
            if (stands) return h;
        }
    };
    const double by_runge_kutta = largest_step(false), by_implicit = largest_step(true);
    CHECK(by_implicit >= 10 * by_runge_kutta);
    measured("CL-D-04", "cloth stands steps of " + figure(by_runge_kutta) + " s by Runge-Kutta, " +
                            figure(by_implicit) + " s by the implicit step");
}

TEST_CASE("a force that depends on the clock enters a step as it is at its end [PBM-D-4.6]") {
    struct Ramp : Force {  // F = m t
        void apply(ParticleSystem& system) const override {
            for (Particle& p : system.particles) p.f += Vec3{p.mass * system.t, 0, 0};
        }
    };
    ParticleSystem system = one_particle(3.0, {});
    system.add_force(Ramp{});
    system.t = 2.0;
    run_implicit(system, 1, 0.25);
    CHECK(system.particles[0].v.x == tests::near(0.5625, 1e-15));
    CHECK(system.particles[0].x.x == tests::near(0.25 * 0.5625, 1e-15));
}

TEST_CASE("a damper takes the velocity that its other end will have [PBM-D-4.6]") {
    // Along x only a damper of d = 3 N s/m; its far end comes to rest within the step, from 8 m/s. Backward
    // Euler: m dv = h d (v_end' - v - dv), v_end' = 0, with m = 2, h = 1/2, v = 7: dv = -10.5 / 3.5 = -3.
    ParticleSystem system = particles_at({{2.0, {0, 0, 0}, {7, 0, 0}}, {1.0, {4, 0, 0}}});
    system.control(1, [](double t) {
        return PathPoint{{4 + 8 * t - 8 * t * t, 0, 0}, {8 - 16 * t, 0, 0}, {-16, 0, 0}};
    });
    system.add_force(DampedSpring(0, 1, {0.0, 3.0, 1.0}));
    run_implicit(system, 1, 0.5);
    CHECK(system.particles[0].v.x == tests::near(4.0, 1e-12));
}

TEST_CASE("an explicit step for what gives no matrix") {
    ParticleSystem system = points_under({0, -10, 0}, {{2.0, {0, 1, 0}, {1, 0, 0}}});
    ForceJacobians jacobians;
    implicit_step(system, 0.5, jacobians);
    CHECK(norm(system.particles[0].v - Vec3{1, -5, 0}) <= 1e-14);
}

TEST_CASE("the centre of mass of a free cloth falls by g h, however stiff and crumpled it is [PBM-D-4.5]") {
    for (const double stretch : {300.0, 1e4, 1e6})
        for (const bool crumpled : {true, false}) {
            INFO("stretch ", stretch, ", crumpled ", crumpled);
            Random random(7);  // seed 7
            ParticleSystem system;
            for (const double height : {0.0, 5.0})  // two pieces, of different masses
                add_cloth(system, rectangular_pattern(8, 6, 1.0, 0.7),
                          {.density = 0.2 + height, .stretch_warp = stretch, .stretch_weft = stretch / 2},
                          [&](Vec2 p) {
                              if (!crumpled) return Vec3{1.2 * p.x, 1.3 * p.y, height};
                              const double dx = random.uniform(-0.03, 0.03), dy = random.uniform(-0.03, 0.03);
                              return Vec3{p.x + dx, p.y + dy, height + random.uniform(-0.03, 0.03)};
                          });
            const double g = 9.81, h = 0.02;
            system.add_force(Gravity({0, 0, -g}));
            ForceJacobians jacobians;
            const ImplicitResult result = implicit_step(system, h, jacobians);
            REQUIRE(result.outcome == ode::Outcome::finished);
            CHECK(result.iterations <= 300);
            const std::size_t half = system.particles.size() / 2;
            for (const std::size_t first : {std::size_t{0}, half}) {
                Vec3 momentum;
                double mass = 0.0;
                for (std::size_t i = first; i < first + half; ++i) {
                    momentum += system.particles[i].mass * system.particles[i].v;
                    mass += system.particles[i].mass;
                }
                CHECK(norm(momentum / mass - Vec3{0, 0, -g * h}) <= 1e-8 * g * h);
            }
        }
}

TEST_CASE("a filtered step: on its line a bead goes as one of its own, and stays on it to the last bit") {
    // [PBM-SH-cloth] m x'' = -k x along the line, whatever pulls across: dv = -h k x / (m + h^2 k).
    const double m = 2.0, k = 30.0, h = 0.25, x = 0.4;
    ParticleSystem system = particles_at({{m, {x, 1, 0}, {0, 5, 5}}, {1.0, {0, 1, 0}}});
    system.nail(1);
    system.hold_on_line(0, {3, 0, 0});
    CHECK(system.particles[0].v == Vec3{});
    system.add_force(coincide(0, 1, k));
    system.add_force(Gravity({0, -9.81, 3}));
    run_implicit(system, 1, h);
    CHECK(system.particles[0].v.x == tests::near(-h * k * x / (m + h * h * k), 1e-12));
    CHECK(system.particles[0].v.y == 0.0);
    CHECK(system.particles[0].x.y == 1.0);
    CHECK(system.particles[0].x.z == 0.0);
    // On a plane gravity slides it, explicitly too: g - (g.n) n with n = (0, .6, .8).
    system.release(0);
    system.particles[0].v = {};
    system.hold_on_plane(0, {0, 3, 4});
    const Vector derivative = system.derivative();
    const Vec3 g{0, -9.81, 3}, n{0, 0.6, 0.8};
    CHECK(norm(block(derivative, 1) - (g - dot(g, n) * n + Vec3{-k / m * system.particles[0].x.x, 0, 0})) <=
          1e-12);
}

TEST_CASE("a plane that leans holds its particle to rounding, though the system is solved to 1e-4 only") {
    // [PBM-SH-cloth] The conjugate gradients, whose preconditioner does not know the plane, leave it.
    Random random(36);  // seed 36
    ParticleSystem net = taut_net(4, 3, 1e4, 0.0, random);
    const Vec3 n{0.6, 0.64, 0.48};  // of length 1
    net.hold_on_plane(5, n);
    for (int k = 0; k < 10; ++k) {
        run_implicit(net, 1, 0.02);
        CHECK(std::abs(dot(n, net.particles[5].v)) <= 1e-14 * norm(net.particles[5].v));
    }
    CHECK(norm(net.particles[5].v) > 0.1);
}

TEST_CASE("what an implicit step cannot solve it says: the limit of iterations, forces that are not finite") {
    Random random(34);  // seed 34
    ParticleSystem net = taut_net(4, 3, 1e5, 0.0, random);
    const Vector before = net.state();
    ForceJacobians jacobians;
    CHECK(implicit_step(net, 0.1, jacobians, {.tolerance = 1e-12, .iteration_limit = 2}).outcome ==
          ode::Outcome::not_converged);
    CHECK(net.state() == before);
    CHECK(net.time() == 0.0);
    struct Bad : Force {
        void apply(ParticleSystem& system) const override { system.particles[0].f.x = std::nan(""); }
    };
    net.release(0);
    const Force& bad = net.add_force(Bad{});
    CHECK(implicit_step(net, 0.1, jacobians).outcome == ode::Outcome::no_derivative);
    CHECK(net.trouble == "the force on particle 0 is not finite");
    net.remove_force(bad);
    CHECK(implicit_step(net, 0.1, jacobians).outcome == ode::Outcome::finished);
    CHECK(net.trouble == "");
    ParticleSystem far;  // x + h v is beyond the largest double, 1.8e308
    far.add_particle(2.0, {1e308, 0, 0}, {1.5e308, 0, 0});
    CHECK(implicit_step(far, 1.0, jacobians).outcome == ode::Outcome::blew_up);
    CHECK(far.state() == Vector{1e308, 0, 0, 1.5e308, 0, 0});
    CHECK(far.time() == 0.0);
}

TEST_CASE(
    "the energy of gravity is that of the free particles: what is nailed does not count [PBM-C-gravity]") {
    ParticleSystem system;
    system.add_particle(2.0, {0, 3, 0});
    system.nail(system.add_particle(5.0, {0, 7, 0}));
    system.add_force(Gravity({0, -10, 0}));
    CHECK(system.potential_energy() == 60.0);
}
