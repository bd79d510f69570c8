#include "models.h"

using namespace restraint;
using namespace restraint::constraints;

namespace {

constexpr double g = 9.81;

/// A bar of 1 m between m and M on the floor y = 0, at an angle from upright.
ConstrainedParticles rod(double lower, double upper, double angle, double restitution = 0.0) {
    ParticleSystem ends =
        points_under({0, -g, 0}, {{lower, {}}, {upper, {std::sin(angle), std::cos(angle), 0}}});
    ends.walls.push_back(particles::make_wall({}, {0, 1, 0}, restitution));
    ConstrainedParticles result(std::move(ends));
    result.constraints.add(Distance(0, 1, 1.0));
    return result;
}

}  // namespace

TEST_CASE("an upright rod: the floor carries both weights, the bar the upper one; nothing moves") {
    // [PBM-SH-r, PBM-SH-qp]
    ConstrainedParticles upright = rod(1.5, 2.5, 0.0);
    const auto held = upright.held();
    REQUIRE(held.walls.push.size() == 1);
    CHECK(held.walls.push[0] == tests::near(4.0 * g, 1e-14));
    CHECK(held.multipliers[0] == tests::near(2.5 * g, 1e-14));
    CHECK(max_norm(upright.applied_forces()) <= 1e-13 * 4 * g);
    run_among_walls(upright, 200, 0.01);
    CHECK(norm(upright.particles[1].x - Vec3{0, 1, 0}) <= 1e-12);
}

TEST_CASE("a leaning rod falls straight down: x of the centre of mass stays, the bar keeps its length") {
    ConstrainedParticles leaning = rod(1.5, 2.5, 0.3);
    const auto centre = [&] { return (1.5 * leaning.particles[0].x.x + 2.5 * leaning.particles[1].x.x) / 4; };
    const double start = centre(), energy = leaning.energy();
    for (int k = 0; k < 1000; ++k) {
        run_among_walls(leaning, 1, 0.002);
        REQUIRE(std::abs(centre() - start) <= 1e-12);
        REQUIRE(violation(leaning, leaning.constraints) <= 1e-8);
        REQUIRE(leaning.energy() <= energy * (1 + 1e-9));
    }
    CHECK(std::abs(leaning.particles[0].x.y) + std::abs(leaning.particles[1].x.y) <= 1e-9);  // it lies flat
}

TEST_CASE("an impact goes through the bar: both ends of a rod dropped upright stop, or bounce, together") {
    // [PBM-SH-eps] Dropped with 3 m/s; r = .5 at the lower end.
    for (const double r : {0.0, 0.5}) {
        ConstrainedParticles dropped = rod(1.5, 2.5, 0.0, r);
        for (particles::Particle& p : dropped.particles) p.v = {0, -3, 0};
        CHECK(particles::impact(dropped).bounces == 1);
        for (const particles::Particle& p : dropped.particles) CHECK(norm(p.v - Vec3{0, 3 * r, 0}) <= 1e-14);
    }
}

TEST_CASE("friction on the foot of a sliding rod goes through the bar: its length and the floor hold") {
    // [PBM-C-friction] The rod slides with 2 m/s and does not turn: l.(a_1 - a_0) = 0, and a_0 is along the
    // floor. The friction is k_f (load without friction) v, and all that is horizontal.
    ConstrainedParticles sliding = rod(1.5, 2.5, 0.3);
    for (particles::Particle& p : sliding.particles) p.v = {2, 0, 0};
    const double load = sliding.held().walls.push[0], k_f = 0.1;
    sliding.walls[0].friction = k_f;
    const Vector forces = sliding.applied_forces(), a = sliding.accelerations(forces);
    const Vec3 a_0 = particles::block(a, 0), a_1 = particles::block(a, 1),
               l = sliding.particles[1].x - sliding.particles[0].x;
    CHECK(std::abs(a_0.y) <= 1e-13 * g);
    CHECK(std::abs(dot(l, a_1 - a_0)) <= 1e-12 * g);
    // The floor carries 0 < load < M g while the rod falls over.
    CHECK(load > 0.1 * 4.0 * g);
    CHECK(load < 4.0 * g);
    CHECK(std::abs(1.5 * a_0.x + 2.5 * a_1.x + k_f * load * 2) <= 1e-12 * load);
}

TEST_CASE("a wall's push is the nearest legal acceleration of all: two steps of Gauss are one") {
    // Three particles, two bars, two of them on a slope: the accelerations of ConstrainedParticles against
    // one projection of the free ones, by hand: J a = b and N.a >= 0 in one program.
    const Vec3 n{0.28, 0.96, 0}, t{0.96, -0.28, 0}, x{0.6 * t + 0.8 * n};
    ConstrainedParticles system(
        points_under({0, -g, 0.5}, {{0.7, {}}, {1.9, 1.5 * t, {}}, {1.1, x, 0.4 * cross(Vec3{0, 0, 1}, x)}}));
    system.walls.push_back(particles::make_wall({}, n));
    system.constraints.add(Distance(0, 2, 1.0));
    system.constraints.add(Distance(1, 2, norm(system.particles[1].x - system.particles[2].x)));
    const Vector q = system.positions(), v = system.velocities(),
                 a = system.accelerations(system.applied_forces());

    std::vector<gauss::InverseMass> masses;
    for (const double m : {0.7, 1.9, 1.1})
        masses.push_back(gauss::InverseMass::diagonal({1 / m, 1 / m, 1 / m}));
    std::vector<gauss::Row> rows = system.links();
    const Vector bias = system.constraints.jacobian_dot() * v, rate = system.constraints.jacobian() * v;
    for (std::size_t r = 0; r < 2; ++r)
        rows[r].lower = rows[r].upper = -bias[r] - 25 * system.constraints.value()[r] - 10 * rate[r];
    for (std::size_t i : {0u, 1u}) {
        rows.push_back({});
        rows.back().add(i, {n.x, n.y, n.z});
    }
    const gauss::Projection at_once = project(masses, {0, -g, 0.5, 0, -g, 0.5, 0, -g, 0.5}, rows);
    REQUIRE(at_once.status == optimize::Status::optimal);
    CHECK(max_norm(at_once.x - a) <= 1e-12 * g);
}

TEST_CASE("constraints that cannot be met end a step and name themselves; the model is where it was") {
    const auto ends = [](const std::string& method, const std::vector<Vec3>& places,
                         const std::vector<Distance>& bars, const std::string& name, const std::string& why,
                         double h = 0.01) {
        INFO("method ", method, ", h ", h);
        std::vector<Point> points;
        for (const Vec3 x : places) points.push_back({1.0 + 0.5 * static_cast<double>(points.size()), x, {}});
        Held held({0, -g, 0}, points);
        ConstrainedSystem& system = held.system;
        for (const Distance& bar : bars) system.constraints.add(bar);
        const ode::Outcome wanted =
            why.find("bears") == 0 ? ode::Outcome::step_too_small : ode::Outcome::no_derivative;
        for (double t = 0.0; t < 2.0; t += h) {
            const Vector before = system.state();
            const ode::Outcome outcome = ode::stepper(method)(system, h);
            if (outcome == ode::Outcome::finished) continue;
            CHECK(outcome == wanted);
            CHECK(system.state() == before);
            CHECK(max_norm(before) < 1e4);
            CHECK(system.trouble.find(name) == 0);
            CHECK(system.trouble.find(why) != std::string::npos);
            return;
        }
        FAIL("it went on");
    };
    const std::vector<Distance> bars{Distance(0, 1, 1.0), Distance(1, 2, 1.0), Distance(2, 0, 3.0)};
    const std::vector<Vec3> triangle{{0, 0, 0}, {1, 0, 0}, {0.5, 0.8, 0}};
    for (const std::string method : {"rk4", "midpoint", "euler", "implicit"})
        for (double h : {0.1, 0.03, 0.01, 0.002})
            ends(method, triangle, bars, "constraint ", "is torn: it cannot be met", h);
    ends("adaptive", triangle, bars, "constraint ", "bears the largest force");
    for (const std::string method : {"rk4", "midpoint", "euler", "implicit", "adaptive"}) {
        ends(method, {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, bars, "constraint ", "cannot be met");
        ends(method, {{1, 2, 0}, {1, 2, 0}}, {Distance(0, 1, 0.5)}, "constraint 0, on the points 0 1",
             "has no direction in which to pull");
    }
    // A slope that is negative everywhere is one: x + 2 y = 1, written 1 - x - 2 y = 0.
    Held line({}, {{2.0, {}}});
    line.system.constraints.add(point_on(0, [](Vec3 x) {
        return ImplicitValue{1 - x.x - 2 * x.y, {-1, -2, 0}, {}};
    }));
    CHECK(line.system.forces().trouble == "");
    // A bead at the centre of its circle.
    Held wire({}, {{1.0, {}}});
    wire.system.constraints.add(PointOnCircle(0, {}, 1.0));
    CHECK(ode::stepper("rk4")(wire.system, 0.01) == ode::Outcome::no_derivative);
    CHECK(wire.system.trouble == "constraint 0, on the points 0, has no direction in which to pull");
}

TEST_CASE("a drift below a millionth of the model's size is no tear; above it, it is") {
    // A bar of 1 m at rest, |q| = 1 m, without any force: nothing could have moved it.
    for (double drift : {5e-7, 2e-6}) {
        CAPTURE(drift);
        Held bar({}, {{1.5, {}}, {2.5, {1, 0, 0}}});
        bar.system.constraints.add(Distance(0, 1, 1.0));
        const Vector start = bar.system.state();
        bar.particles.particles[1].x.x += drift;
        CHECK(bar.system.can_have_come_from(start, 0.0) == (drift < 1e-6));
        CHECK(bar.system.trouble.empty() == (drift < 1e-6));
    }
}

TEST_CASE("a constraint that is met where it has no gradient pulls in no direction, and need not") {
    // C = x.x / 2 at the origin.
    Held bead({}, {{1.5, {}}});
    bead.system.constraints.add(point_on(0, [](Vec3 x) {
        return ImplicitValue{dot(x, x) / 2, x, Mat3::identity()};
    }));
    CHECK(bead.system.derivative() == Vector(6));
    CHECK(bead.system.trouble == "");
}

TEST_CASE("planes that meet far away, at 1e-6 rad, do not contradict each other: the force is found") {
    // C_0 = x - 1 = 0 and C_1 = x + e y - .9 = .1: a_x = 0, e a_y = -k_s C_1 = -2.5 m/s^2. The condition of J
    // W J' is 4 / e^2, which leaves the residual some 1e-4 of b.
    const double e = 1e-6, m = 2.0;
    Held bead({}, {{m, {1, 0, 0}}});
    for (const auto& [normal, offset] : {std::pair{Vec3{1, 0, 0}, 1.0}, std::pair{Vec3{1, e, 0}, 0.9}})
        bead.system.constraints.add(point_on(0, [n = normal, c = offset](Vec3 x) {
            return ImplicitValue{dot(n, x) - c, n, {}};
        }));
    const ConstraintForces held = bead.system.forces();
    CHECK(held.trouble == "");
    CHECK(held.forces[1] == tests::near(-2.5 * m / e, 1e-3));
}

TEST_CASE("a constraint is released while the model moves: the bob flies off on a parabola [PBM-F-sum]") {
    Held chain({0, -g, 0}, {{0, {}}, {0.8, {1, 0, 0}}, {1.2, {2, 0, 0}}});
    ParticleSystem& model = chain.particles;
    ConstrainedSystem& system = chain.system;
    system.constraints.add(Distance(0, 1, 1.0));
    const Constraint& second = system.constraints.add(Distance(1, 2, 1.0));
    run(system, "rk4", 50, 0.01);
    const Vec3 x = model.particles[2].x, v = model.particles[2].v;
    system.constraints.remove(second);
    CHECK(system.constraints.size() == 1);
    run(system, "rk4", 20, 0.01);
    CHECK(norm(model.particles[2].x - (x + 0.2 * v + Vec3{0, -g / 2 * 0.04, 0})) <= 1e-13);
    CHECK(std::abs(norm(model.particles[1].x) - 1) <= 1e-6);  // the first bar holds on
}

TEST_CASE(
    "far too long a step of a pendulum is an outcome, whatever the method, and leaves it where it was") {
    for (const std::string name : {"rk4", "midpoint", "euler", "implicit"})
        for (const double h : {1e80, 1e300}) {
            INFO("name ", name, ", h ", h);
            Held bob({0, -g, 0}, {{0, {}}, {2.0, {0.6, -0.8, 0}, {0.8, 0.6, 0}}});
            ConstrainedSystem& system = bob.system;
            system.constraints.add(Distance(0, 1, 1.0));
            const ode::Stepper advance = ode::stepper(name);
            ode::Outcome outcome = ode::Outcome::finished;
            Vector before;
            double t = 0.0;
            for (int k = 0; k < 50 && outcome == ode::Outcome::finished; ++k) {
                before = system.state(), t = system.time();
                CHECK_NOTHROW(outcome = advance(system, h));
            }
            if (outcome == ode::Outcome::finished) continue;  // steps that are long, but bearable
            CHECK(system.state() == before);
            CHECK(system.time() == t);
        }
}

TEST_CASE("contradicting bars share a force of any size: least squares at 2e-200, 2 and 2e200 kg") {
    // Bars of 1 and of 1.2 m between a nail and a mass at 1 m: one wants a = 0, the other a = k_s .2 = 5
    // m/s^2.
    for (const double mass : {2e-200, 2.0, 2e200}) {
        CAPTURE(mass);
        Held bob({}, {{0, {}}, {mass, {1, 0, 0}}});
        bob.system.constraints.add(Distance(1, 0, 1.0));
        bob.system.constraints.add(Distance(1, 0, 1.2));
        const ConstraintForces held = bob.system.forces();
        CHECK(held.forces[3] / mass == tests::near(2.5, 1e-9));
        CHECK(held.trouble == "constraint 0, on the points 1 0, cannot be met");
        // One pushes with .1 k_s, the other pulls with as much: nothing is left.
        bob.particles.particles[1].x.x = 1.1;
        CHECK(std::abs(bob.system.forces().forces[3] / mass) <= 1e-9 * 2.5);
    }
}

TEST_CASE("a step that fails names the force that is no number, with and without constraints") {
    for (const std::string method : {"rk4", "midpoint", "euler", "implicit", "adaptive"}) {
        CAPTURE(method);
        ParticleSystem model = points_under({}, {{2.0, {}}, {3.0, {1, 0, 0}}});
        particles::Gravity gravity;
        gravity.g.y = std::nan("");
        model.add_force(gravity);
        CHECK(ode::stepper(method)(model, 0.1) == ode::Outcome::no_derivative);
        CHECK(model.trouble == "the force on particle 0 is not finite");
        ConstrainedParticles both(std::move(model));
        both.constraints.add(Distance(0, 1, 1.0));
        CHECK(ode::stepper(method)(both, 0.1) == ode::Outcome::no_derivative);
        CHECK(both.trouble == "the forces or the constraints are not finite");
    }
}

TEST_CASE("directions of 1e200 and of 1e-200 are directions: walls, holds, lines, circles") {
    for (const double size : {1e-200, 1.0, 1e200}) {
        CAPTURE(size);
        CHECK(particles::make_wall({}, {0, size, 0}).normal == Vec3{0, 1, 0});
        Held held({}, {{2.0, {}, {3, 4, 0}}});
        ParticleSystem& model = held.particles;
        ConstrainedSystem& system = held.system;
        model.hold_on_plane(0, {0, size, 0});
        CHECK(model.particles[0].v == Vec3{3, 0, 0});
        system.constraints.add(PointOnLine(0, {0, 1, 2}, {size, 0, 0}));
        system.constraints.add(PointOnCircle(0, {5, 0, 7}, 5.0, {0, 0, size}));
        violation(model, system.constraints);
        const Vector& c = system.constraints.value();  // the line's two, |x - c| - 5, and 7 along the axis
        CHECK(std::hypot(c[0], c[1]) == tests::near(std::sqrt(5.0), 1e-15));
        CHECK(c[2] == tests::near(std::sqrt(74.0) - 5, 1e-15));
        CHECK(c[3] == -7.0);
    }
}
