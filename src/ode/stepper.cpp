#include "restraint/ode/stepper.h"

#include <cmath>

#include "restraint/ode/adaptive.h"
#include "restraint/ode/implicit.h"

namespace restraint::ode {
namespace {

/// x0, t0 -> the state at t0 + h, or an outcome that says why there is none.
using Method = std::function<Integration(const Derivative& f, const Vector& x0, double t0, double h)>;

/// True if an entry is NaN. If one is infinite there is a derivative, and the step leads too far.
bool has_nan(const Vector& x) { return std::isnan(dot(x, x)); }

/// Gets the state, takes a step and installs the new state and time [PBM-SB-code, PBM-C-eulerstep]; if there
/// is none, or the model cannot be there, or a force throws, the old ones.
Outcome take(System& system, const Method& method, double h) {
    const Vector x0 = system.state();
    const double t0 = system.time();
    system.trouble.clear();
    try {
        const Integration result = method(derivative_of(system), x0, t0, h);
        const bool finite = result.outcome == Outcome::finished && all_finite(result.x);
        if (finite) {
            system.set_state(result.x, t0 + h);
            if (system.can_have_come_from(x0, t0)) return Outcome::finished;
        }
        std::string strain;
        if (result.outcome == Outcome::step_too_small) {
            system.set_state(result.x, result.t);
            strain = system.strain();
        }
        system.set_state(x0, t0);
        const bool stuck = !system.trouble.empty() || has_nan(system.derivative());
        if (system.trouble.empty()) system.trouble = stuck ? system.strain() : strain;
        if (stuck) return Outcome::no_derivative;
        return result.outcome == Outcome::finished ? Outcome::blew_up : result.outcome;
    } catch (...) {
        system.set_state(x0, t0);
        throw;
    }
}

Stepper by(const Method& method) {
    return [method](System& system, double h) { return take(system, method, h); };
}

Integration implicit(const Derivative& f, const Vector& x0, double t0, double h) {
    const auto x = implicit_euler_step(FirstOrder{f, {}, {}}, x0, t0, h);
    return {.outcome = x ? Outcome::finished : Outcome::no_solution, .x = x.value_or(x0)};
}

Integration adaptive(const Derivative& f, const Vector& x0, double t0, double h) {
    return ode(x0, t0, t0 + h, f, {.first_step = h});
}

}  // namespace

Stepper stepper(const std::string& name) {
    for (const ExplicitMethod& method : {euler, midpoint, rk4})
        if (name == method.name)
            return by([method](const Derivative& f, const Vector& x0, double t0, double h) {
                return Integration{.x = method.step(f, x0, t0, h)};
            });
    if (name == "implicit") return by(implicit);
    if (name == "adaptive") return by(adaptive);
    throw std::invalid_argument("there is no method \"" + name + "\", but " + stepper_names);
}

}  // namespace restraint::ode
