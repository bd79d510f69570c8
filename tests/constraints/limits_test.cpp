#include <limits>

#include "models.h"

using namespace restraint;
using namespace restraint::constraints;

// Facts on either side of a limit, and what is said beyond it.

namespace {

/// A nail at the origin, and a particle of 2 kg on a bar of 1 m along x. Nothing else acts.
struct Barred : Held {
    Barred() : Held({}, {{0, {}}, {2.0, {1, 0, 0}}}) { system.constraints.add(Distance(1, 0, 1.0)); }
};

}  // namespace

TEST_CASE("two bars that contradict each other by 2 c bear it while c is below .3 of the largest term") {
    // Bars of 1 and 1.2 m, at 1 m: the terms of C'' are k_s C = 0 and -25 (.2) = -5 m/s^2, and gravity a
    // along the bars. Least squares miss both by 2.5 m/s^2: that is .3 of 8.33 m/s^2.
    for (const double a : {0.0, 8.2, -8.2, 8.4, -8.4}) {
        CAPTURE(a);
        Barred bar;
        bar.system.constraints.add(Distance(1, 0, 1.2));
        bar.particles.add_force(particles::Gravity({a, 0, 0}));
        const ConstraintForces held = bar.system.forces();
        CHECK(held.trouble == (std::abs(a) > 8.33 ? "" : "constraint 0, on the points 1 0, cannot be met"));
        CHECK(held.forces[3] == tests::near(2.0 * (2.5 - a), 1e-9));
    }
}

TEST_CASE("bars that contradict each other pull like bars of their mean length, to ten digits") {
    // Every bar of a slanted chain twice, of .95 and 1.05 m: least squares miss C'' of the two by the mean of
    // their k_s C, which is that of one bar of 1 m. What they leave of A'(b - A x) is 1e-10 of A'b.
    const auto chain = [](std::initializer_list<double> lengths) {
        std::vector<Point> points{{0, {}}};
        for (int i = 1; i <= 8; ++i) points.push_back({1.0 * i, {0.6 * i, -0.8 * i, 0.1 * (i % 3)}});
        Held held({0, -9.81, 0}, points);
        for (std::size_t i = 1; i <= 8; ++i)
            for (const double length : lengths) held.system.constraints.add(Distance(i - 1, i, length));
        return held.system.forces();
    };
    const ConstraintForces twice = chain({0.95, 1.05}), once = chain({1.0});
    CHECK(twice.trouble == "");
    CHECK(max_norm(twice.forces - once.forces) <= 1e-10 * max_norm(once.forces));
}

TEST_CASE("contradictions of a millionth of the model's size, speed or acceleration are rounding") {
    // Bars of 1 m and 1 m + d miss 12.5 d, of which .3 (25 d) may be missed anyway; the rest, 5 d, is
    // rounding up to 1e-6 (25 |q| + 10 |v| + |a|), of the whole model: |q| = 1 m by the bar, or what another
    // particle is off, moves or is accelerated with.
    struct Row {
        Vec3 x, v;
        double gravity, limit;
    };
    for (const auto& [x, v, gravity, limit] : {Row{{}, {}, 0.0, 5e-6}, Row{{0, 4, 0}, {}, 0.0, 20e-6},
                                               Row{{}, {0, 10, 0}, 0.0, 25e-6}, Row{{}, {}, 100.0, 25e-6}})
        for (const double part : {0.9, 1.1}) {
            const double off = part * limit;
            CAPTURE(off);
            Barred bar;
            bar.particles.add_particle(3.0, x, v);
            // Along z, across the bar.
            bar.particles.add_force(particles::Gravity({0, 0, gravity}));
            bar.system.constraints = ConstraintSet(3);
            bar.system.constraints.add(Distance(1, 0, 1.0));
            bar.system.constraints.add(Distance(1, 0, 1.0 + off));
            CHECK((bar.system.forces().trouble == "") == (part < 1.0));
        }
}

TEST_CASE("a step tears a constraint if it doubles its energy: |C'|^2 / 2 + k_s C^2 / 2, by hand") {
    // [PBM-F-fb] From x0 at 0 to x at h. With no force and at rest C may grow by sqrt 2; what C'' = a without
    // constraint forces does in h adds (h a)^2 to the energy, which may double: |C'| <= 2 h |a|.
    const double h = 0.1;
    const auto holds = [&](Vec3 x0, Vec3 v0, Vec3 x, Vec3 v, double gravity) {
        Barred bar;
        bar.particles.add_force(particles::Gravity({gravity, 0, 0}));
        bar.particles.particles[1].x = x0;
        bar.particles.particles[1].v = v0;
        const Vector start = bar.system.state();
        Vector end = start;
        particles::set_block(end, 0, x);
        particles::set_block(end, 1, v);
        bar.system.set_state(end, h);
        const bool kept = bar.system.can_have_come_from(start, 0.0);
        CHECK(bar.system.state() == end);
        CHECK(bar.system.time() == h);
        CHECK(bar.system.trouble ==
              (kept ? ""
                    : "constraint 0, on the points 1 0, is torn: it cannot be met, or the step is too long"));
        return kept;
    };
    const Vec3 here{1, 0, 0}, rest{};
    struct Row {
        Vec3 x0, v0, x, v;  // from there to there, where a little more is too much
        double gravity;     // m/s^2
    };
    // C = .01 is as much as |C'| = .05. Pulled with 10 m/s^2, or going round with 3 m/s, 9 m/s^2: 2 m/s and
    // 1.8 m/s. Both at once, against each other, leave 1 m/s^2, .2 m/s.
    for (const Row& row :
         {Row{{1.01, 0, 0}, rest, {1 + 0.01 * std::sqrt(2.0), 0, 0}, rest, 0.0},
          Row{{1.01, 0, 0}, rest, {1 - 0.01 * std::sqrt(2.0), 0, 0}, rest, 0.0},
          Row{{1.01, 0, 0}, rest, here, {0.05 * std::sqrt(2.0), 0, 0}, 0.0},
          Row{here, {0.05, 0, 0}, here, {-0.05 * std::sqrt(2.0), 0, 0}, 0.0},
          Row{here, rest, here, {2.0, 0, 0}, 10.0}, Row{here, {0, 3, 0}, here, {1.8, 0, 0}, 0.0},
          Row{here, {0, 3, 0}, here, {0.2, 0, 0}, -10.0}})
        for (const double share : {0.998, 1.002}) {
            INFO("x ", row.x.x, ", v ", row.v.x, ", gravity ", row.gravity);
            const Vec3 x = here + share * (row.x - here), v = share * row.v;
            CHECK(holds(row.x0, row.v0, x, v, row.gravity) == (share < 1.0));
        }
}

TEST_CASE("what a step may tear counts all rows together: 6 and 8 m/s^2 are 10, which in .1 s may be 2 m/s") {
    for (const double speed : {1.99, 2.01}) {
        Barred nailed;
        nailed.system.constraints = ConstraintSet(2);
        nailed.system.constraints.add(Nail(1, {1, 0, 0}));
        nailed.particles.add_force(particles::Gravity({6, 8, 0}));
        const Vector start = nailed.system.state();
        Vector end = start;
        particles::set_block(end, 1, {0, 0.6 * speed, 0.8 * speed});
        nailed.system.set_state(end, 0.1);
        CHECK(nailed.system.can_have_come_from(start, 0.0) == (speed < 2.0));
    }
}

TEST_CASE("without constraints nothing bears a force; with some it is the one of the largest multiplier") {
    Held held({-1, -1, 0}, {{0, {}}, {2.0, {1, 0, 0}}, {5.0, {0, 1, 0}}});
    ConstrainedSystem& system = held.system;
    CHECK(system.strain() == "");
    system.constraints.add(Distance(1, 0, 1.0));  // pushes with 2 N
    system.constraints.add(Distance(2, 0, 1.0));  // with 5 N
    CHECK(system.strain() == "constraint 1, on the points 2 0, bears the largest force");
    CHECK(most_strained(system.constraints, {-3.0, 2.0}) ==
          "constraint 0, on the points 1 0, bears the largest force");
}

TEST_CASE("a bar that a script pulls into the floor leaves no legal accelerations, and the model says so") {
    // The upper end goes down with 1 m/s^2, the lower one stands on the floor.
    ParticleSystem made;
    made.control(made.add_particle(1.0, {}), [](double) {
        return particles::PathPoint{{0, 1, 0}, {}, {0, -1, 0}};
    });
    made.add_particle(2.0, {});
    made.walls.push_back(particles::make_wall({}, {0, 1, 0}));
    ConstrainedParticles pushed(std::move(made));
    pushed.constraints.add(Distance(0, 1, 1.0));
    CHECK_FALSE(all_finite(pushed.derivative()));
    CHECK(pushed.trouble == "no accelerations are legal for all walls and links");
}

TEST_CASE("the energy of a double pendulum that turns as one bar: half of m v^2 of each point [PBM-F-T]") {
    // 2 and 3 kg at 1 and 1.5 m, with 2 rad/s: 1/2 (2 (2)^2 + 3 (3)^2) = 17.5 J.
    LagrangianSystem both(pendulum({2.0, 3.0}, {1.0, 0.5}), gravity_on({2.0, 3.0}, 0, -9.81, 0), {0.7, 0.7},
                          {2.0, 2.0});
    CHECK(both.kinetic_energy() == tests::near(17.5, 1e-15));
    CHECK(both.dimension() == 4);
    both.set_state({0.1, 0.2, 0.3, 0.4}, 1.5);
    CHECK(both.state() == Vector{0.1, 0.2, 0.3, 0.4});
    CHECK(both.time() == 1.5);
}

TEST_CASE("each component of a constraint has its own row: of C, of J, and of the links that walls see") {
    // Two planes, the one along x second: C = (-.1, -.2), and both can be met.
    ConstrainedParticles both(points_under({}, {{2.0, {}}, {3.0, {1, 0, 0}}}));
    both.constraints.add(Distance(0, 1, 1.0));
    both.constraints.add(PointOnCurve(1, {[](Vec3 x) {
                                              return ImplicitValue{x.y - 0.1, {0, 1, 0}, {}};
                                          },
                                          [](Vec3 x) {
                                              return ImplicitValue{x.x - 1.2, {1, 0, 0}, {}};
                                          }}));
    CHECK(max_norm(both.applied_forces()) > 0.0);
    CHECK(both.trouble == "");
    const std::vector<gauss::Row> rows = both.links();
    REQUIRE(rows.size() == 3);
    // |x_0 - x_1| grows as x_1 - x_0 along x; the planes move with y and with x of 1.
    const Vector x{2, 3, 5, 7, 11, 13};
    CHECK(gauss::row_value(rows[0], x, 3).rounded() == 7.0 - 2.0);
    CHECK(gauss::row_value(rows[1], x, 3).rounded() == 11.0);
    CHECK(gauss::row_value(rows[2], x, 3).rounded() == 7.0);
    // Where the gradient of one is lost it is the one that is named.
    both.constraints.add(PointOnCurve(0, {[](Vec3 p) {
                                              return ImplicitValue{p.x, {1, 0, 0}, {}};
                                          },
                                          [](Vec3) {
                                              return ImplicitValue{1.0, {}, {}};
                                          }}));
    both.applied_forces();
    CHECK(both.trouble == "constraint 2, on the points 0, has no direction in which to pull");
}

TEST_CASE("drift is measured by the length of all positions: 1e-6 of 3 m") {
    // Without a force a bar at rest may be off by d with 25 d^2 / 2 <= (1 + 25) (3e-6)^2: d = 4.327e-6 m. The
    // other particle, at (0, 2, 2), makes |q| 3 m.
    for (const double d : {4.31e-6, 4.34e-6, -4.31e-6, -4.34e-6}) {
        Barred bar;
        bar.particles.add_particle(3.0, {0, 2, 2});
        bar.system.constraints = ConstraintSet(3);
        bar.system.constraints.add(Distance(1, 0, 1.0));
        const Vector start = bar.system.state();
        bar.particles.particles[1].x.x += d;
        CHECK(bar.system.can_have_come_from(start, 0.0) == (std::abs(d) < 4.327e-6));
    }
}
