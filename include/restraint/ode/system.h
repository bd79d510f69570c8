#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "restraint/linalg/vector.h"

/// Chapter ode: initial value problems  dx/dt = f(x, t), x(t0) = x0, solved step by step.   [PBM-B-ode]
///
/// Read in this order: system.h (what a solver may ask of a model), explicit.h (Euler, midpoint,
/// Runge-Kutta), adaptive.h (how long a step should be), jacobian.h and implicit.h (stiff equations),
/// stepper.h (a method by its name, on a model), event.h (when does something happen during a step?),
/// mechanics.h (models that are points with masses and forces, for chapters particles and constraints).
///
/// Symbols, as in the notes: x state, t time in s, h step in s, f derivative of the state. In second-order
/// equations x is position and v velocity, and f is an acceleration. A state may hold anything: its units are
/// the model's.
namespace restraint::ode {

/// The derivative function f: takes a state x (n) and a time t, returns dx/dt (n).   [PBM-B-ode]
using Derivative = std::function<Vector(const Vector& x, double t)>;

/// What a solver needs to know of a model, and no more: so every solver runs every model.   [PBM-B-interface]
class System {
  public:
    virtual ~System() = default;
    /// n, the length of the state.
    virtual std::size_t dimension() const = 0;
    /// x (n) and t as they are now.
    virtual Vector state() const = 0;
    virtual double time() const = 0;
    /// Installs x and t; throws std::invalid_argument if x does not have n entries.
    virtual void set_state(const Vector& x, double t) = 0;
    /// f(x, t) at the state as it is now. Not const: a model may keep what it computed on the way, such as
    /// the force on each particle.
    ///
    /// Where the forces of the state have no solution, as those of contradicting constraints, the result is
    /// NaN and `trouble` says why: a stepper then puts the model back and ends with an outcome.
    virtual Vector derivative() = 0;
    /// Whether a step from x0 at t0 may end where the model is now: false, with the reason in `trouble`, if
    /// no motion of the model leads there however long the step was.
    virtual bool can_have_come_from(const Vector& /*x0*/, double /*t0*/) { return true; }
    /// A phrase that names what bears the largest force of the model now, or a force that is NaN. It stands
    /// in the outcome of a step that no step size makes accurate enough, or that has no derivative. Empty if
    /// no force of the model can grow without bound.
    virtual std::string strain() { return {}; }

    std::string trouble;  // a phrase: why derivative() has none; a stepper clears it before a step
};

/// The model as the black box f(x, t) that the solvers see: installs x and t, then evaluates. Afterwards the
/// model is at the state of the last call, so a solver ends its step by installing the result.
inline Derivative derivative_of(System& system) {
    return [&system](const Vector& x, double t) {
        system.set_state(x, t);
        return system.derivative();
    };
}

}  // namespace restraint::ode
