#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "../refusals.h"
#include "restraint/constraints/constrained_system.h"
#include "restraint/constraints/constraint_kinds.h"
#include "restraint/constraints/lagrangian.h"
#include "restraint/constraints/pendulum.h"
#include "restraint/ode/stepper.h"

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

TEST_CASE("pendulums without bars, or with bars of no mass or length, are refused") {
    tests::check_refused({
        {[] {
             Nail(0, {0, std::numeric_limits<double>::quiet_NaN(), 0});
         },
         "the place of a constraint must be finite"},
        {[] {
             PointOnCircle(0, {std::numeric_limits<double>::infinity(), 0, 0}, 1.0);
         },
         "the place of a constraint must be finite"},
        {[] {
             PointOnLine(0, {std::numeric_limits<double>::quiet_NaN(), 0, 0}, {1, 0, 0});
         },
         "the place of a constraint must be finite"},
        {[] { PointOnCircle(0, {}, -1.0); }, "the radius of a circle is -1.000000 m, but must be positive"},
        {[] { Distance(0, 1, std::numeric_limits<double>::infinity()); },
         "the distance of a bar is inf m, but must be positive"},
        {[] {
             PointOnCircle(0, {}, 1.0, {0, 0, 0});
         },
         "the axis of a circle must be finite and not zero"},
        {[] {
             PointOnLine(0, {}, {0, std::numeric_limits<double>::infinity(), 0});
         },
         "the direction of a line must be finite and not zero"},
        {[] { ConstraintSet(2).evaluate(Vector(3), Vector(6)); },
         "the positions has 3 entries, but a jacobian row has 6"},
        {[] { ConstraintSet(2).evaluate(Vector(6), Vector(9)); },
         "the velocities has 9 entries, but a jacobian row has 6"},
        {[] { pendulum({}, {}); }, "a pendulum has at least one bar"},
        {[] {
             pendulum({1.0}, {1.0, 2.0});
         },
         "the list of lengths has 2 entries, but the list of masses has 1"},
        {[] {
             pendulum({1.0, 0.0}, {1.0, 1.0});
         },
         "bar 1 of a pendulum has mass 0.000000 kg and length 1.000000 m: both must be positive"},
        {[] { pendulum({1.0}, {-1.0}); },
         "bar 0 of a pendulum has mass 1.000000 kg and length -1.000000 m: both must be positive"},
        {[] { bead_on_circle(1.0, 0.0); }, "a bead on a circle needs a positive mass and radius"},
        {[] { bead_on_circle(0.0, 1.0); }, "a bead on a circle needs a positive mass and radius"},
    });
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
    for (const char* method : {"rk4", "midpoint", "euler", "adaptive", "implicit"}) {
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
