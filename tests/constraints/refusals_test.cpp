#include <limits>

#include "../refusals.h"
#include "models.h"

using namespace restraint;
using namespace restraint::constraints;

namespace {

/// One point of 1 kg on the x axis, whose place is the sum of the parameters.
ParametricModel slider(std::size_t parameters) {
    ParametricModel model;
    model.masses = {1.0};
    model.points = [](const Vector& u) {
        Vector q(3);
        for (double entry : u) q[0] += entry;
        return q;
    };
    model.jacobian = [parameters](const Vector&) {
        Matrix j(3, parameters);
        for (std::size_t k = 0; k < parameters; ++k) j(0, k) = 1.0;
        return j;
    };
    model.jacobian_dot = [parameters](const Vector&, const Vector&) { return Matrix(3, parameters); };
    return model;
}

LagrangianSystem system_of(const ParametricModel& model, Vector u) {
    const Vector rest(u.size());
    return {model, gravity_on(model.masses, 1.0, 0.0, 0.0), std::move(u), rest};
}

}  // namespace

TEST_CASE("constraints without a place, a direction or a length, and pendulums without a bar, are refused") {
    const double infinite = std::numeric_limits<double>::infinity(), undefined = std::nan("");
    const Vec3 endless{0, infinite, 0}, nowhere{0, undefined, 0}, x{1, 0, 0};
    const std::vector<double> one_lost{1.0, 0.0}, two(2, 1.0);
    const std::string place = "the place of a constraint must be finite";
    tests::check_refused({
        {[&] { Nail(0, nowhere); }, place},
        {[&] { PointOnCircle(0, endless, 1.0); }, place},
        {[&] { PointOnLine(0, nowhere, x); }, place},
        {[] { PointOnCircle(0, {}, -1.0); }, "the radius of a circle is -1.000000 m, but must be positive"},
        {[] { PointOnCircle(0, {}, 1.0, {}); }, "the axis of a circle must be finite and not zero"},
        {[] { PointOnLine(0, {}, {}); }, "the direction of a line must be finite and not zero"},
        {[&] { PointOnLine(0, {}, endless); }, "the direction of a line must be finite and not zero"},
        {[] { Distance(0, 1, 0.0); }, "the distance of a bar is 0.000000 m, but must be positive"},
        {[&] { Distance(0, 1, infinite); }, "the distance of a bar is inf m, but must be positive"},
        {[] { pendulum({}, {}); }, "a pendulum has at least one bar"},
        {[&] { pendulum({1.0}, two); }, "the list of lengths has 2 entries, but the list of masses has 1"},
        {[&] { pendulum(one_lost, two); },
         "bar 1 of a pendulum has mass 0.000000 kg and length 1.000000 m: both must be positive"},
        {[] { pendulum({1.0}, {-1.0}); },
         "bar 0 of a pendulum has mass 1.000000 kg and length -1.000000 m: both must be positive"},
        {[] { bead_on_circle(1.0, 0.0); }, "a bead on a circle needs a positive mass and radius"},
        {[] { bead_on_circle(0.0, 1.0); }, "a bead on a circle needs a positive mass and radius"},
    });
}

TEST_CASE(
    "constraints on points that do not exist, states of another size, walls that nobody sees: refused") {
    Held held({}, {{1.0, {}}, {2.0, {0, 1, 0}}});
    ConstraintSet& set = held.system.constraints;
    particles::Wall sticky = particles::make_wall({}, {0, 1, 0});
    sticky.no_slip = true;
    tests::check_refused({
        {[&] { set.add(Distance(0, 2, 1.0)); }, "a constraint names point 2, but the model has 2"},
        {[&] { set.add(Distance(1, 1, 1.0)); }, "a constraint names point 1 twice"},
        {[&] { set.remove(Distance(0, 1, 1.0)); }, "a constraint to be removed is none of the set"},
        {[&] { set.evaluate(Vector(3), Vector(6)); },
         "the positions has 3 entries, but a jacobian row has 6"},
        {[&] { set.evaluate(Vector(6), Vector(9)); },
         "the velocities has 9 entries, but a jacobian row has 6"},
        {[&] {
             ConstrainedParticles model(points_under({}, {{1.0, {}}, {2.0, {0, 1, 0}}}));
             model.walls = {sticky};
             model.constraints.add(Distance(0, 1, 1.0));
             model.derivative();
         },
         "a wall without slip does not hold particles under constraints: give it friction"},
    });
    CHECK(set.size() == 0);
    set.add(Distance(0, 1, 1.0));
    const auto feedback = [&](Feedback by, const std::string& words) -> tests::Refusal {
        return {[&, by] { held.system.feedback = by, held.system.forces(); },
                "the feedback is " + words + ", but must be >= 0 and finite"};
    };
    const double infinite = std::numeric_limits<double>::infinity();
    tests::check_refused({feedback({-1.0, 10.0}, "k_s = -1.000000, k_d = 10.000000"),
                          feedback({25.0, -2.0}, "k_s = 25.000000, k_d = -2.000000"),
                          feedback({infinite, 10.0}, "k_s = inf, k_d = 10.000000"),
                          feedback({25.0, infinite}, "k_s = 25.000000, k_d = inf")});
    held.system.feedback = {};
    held.particles.walls = {particles::make_wall({}, {0, 1, 0})};
    tests::check_refused({{[&] { held.system.derivative(); },
                           "walls do not see the forces of a ConstrainedSystem: take ConstrainedParticles"}});
}

TEST_CASE("parameters that do not fit the model are refused") {
    ParametricModel weightless = slider(1);
    weightless.masses = {0.0};
    ParametricModel two_masses = slider(1);
    two_masses.masses = {1.0, 1.0};
    const ParametricModel good = slider(1);
    ParametricModel endless = good, flat = good;
    endless.masses = {std::numeric_limits<double>::infinity()};
    flat.jacobian = [](const Vector&) { return Matrix(2, 1); };
    CHECK(system_of(good, {2.0}).derivative_under({1.0, 0.0, 0.0}) == Vector{0.0, 1.0});  // f = m a, 1 kg
    tests::check_refused({
        {[&] {
             LagrangianSystem(good, {}, {2.0}, {0.0, 0.0});
         },
         "udot has 2 entries, but u has 1"},
        {[&] { system_of(weightless, {2.0}); }, "a mass is 0.000000 kg, but must be positive"},
        {[&] { system_of(endless, {2.0}); }, "a mass is inf kg, but must be positive"},
        {[&] { system_of(good, {2.0}).set_state(Vector(3), 0.0); },
         "the state has 3 entries, but (u, udot) has 2"},
        {[&] { system_of(flat, {2.0}); }, "dq/du is 2 x 1, but q has 3 entries and u 1"},
        {[&] { system_of(two_masses, {2.0}); },
         "q(u) has 3 entries, but the list of masses, three a point, has 6"},
        {[&] { system_of(slider(2), {2.0}); }, "dq/du is 3 x 2, but q has 3 entries and u 1"},
    });
}

TEST_CASE("parameters that move one point twice over are an outcome, alone and under constraints") {
    // u_0 + u_1 is the place: neither of them alone is determined.
    const std::string lost = "dq/du has lost rank: the parameters do not move the points independently";
    for (const std::string method : {"rk4", "midpoint", "euler", "adaptive", "implicit"}) {
        CAPTURE(method);
        LagrangianSystem twice = system_of(slider(2), {1.0, 1.0});
        CHECK(ode::stepper(method)(twice, 0.1) == ode::Outcome::no_derivative);
        CHECK(twice.trouble == lost);
        CHECK(twice.state() == Vector{1, 1, 0, 0});
        ConstrainedSystem held(twice);
        held.constraints.add(PointOnLine(0, {}, {1, 0, 0}));
        CHECK(ode::stepper(method)(held, 0.1) == ode::Outcome::no_derivative);
        CHECK(held.trouble == lost);
    }
}
