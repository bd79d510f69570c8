#include "restraint/ode/stepper.h"

#include "restraint/ode/adaptive.h"
#include "restraint/ode/implicit.h"

namespace restraint::ode {
namespace {

/// Installs the new state if there is a good one, else the old one.
Outcome install(System& system, Outcome outcome, const Vector& new_state, double new_time,
                const Vector& old_state, double old_time) {
    if (outcome == Outcome::finished && !all_finite(new_state)) outcome = Outcome::blew_up;
    if (outcome == Outcome::finished) system.set_state(new_state, new_time);
    else system.set_state(old_state, old_time);
    return outcome;
}

Outcome adaptive_step(System& system, double h, double tolerance) {
    const Vector x0 = system.state();
    const double t0 = system.time();
    const Integration result =
        ode(x0, t0, t0 + h, derivative_of(system), {.tolerance = tolerance, .first_step = h});
    return install(system, result.outcome, result.x, t0 + h, x0, t0);
}

Outcome implicit_step(System& system, double h) {
    const Vector x0 = system.state();
    const double t0 = system.time();
    const auto x = implicit_euler_step(FirstOrder{derivative_of(system), {}, {}}, x0, t0, h);
    return install(system, x ? Outcome::finished : Outcome::no_solution, x ? *x : x0, t0 + h, x0, t0);
}

}  // namespace

Outcome step(System& system, const ExplicitMethod& method, double h) {
    const Vector x0 = system.state();
    const double t0 = system.time();
    const Vector x = method.step(derivative_of(system), x0, t0, h);
    return install(system, Outcome::finished, x, t0 + h, x0, t0);  // [PBM-SB-code]
}

Stepper stepper(const std::string& name, double tolerance) {
    for (const ExplicitMethod& method : {euler, midpoint, rk4})
        if (name == method.name)
            return [method](System& system, double h) { return step(system, method, h); };
    if (name == "adaptive")
        return [tolerance](System& system, double h) { return adaptive_step(system, h, tolerance); };
    if (name == "implicit") return implicit_step;
    throw std::invalid_argument("there is no method \"" + name + "\", but " + stepper_names);
}

}  // namespace restraint::ode
