#pragma once

#include "restraint/ode/system.h"

namespace restraint::ode {

/// One step of Euler's method, along the tangent at the start.   [PBM-B-euler, PBM-SB-euler, PBM-SD-expl]
///
///     x(t0 + h) = x0 + h f(x0, t0)                                    error O(h^2) a step, O(h) in all
///
/// f, x0 (n), t0 in s, h in s: h may be negative, but not 0. Returns x (n).
/// Throws std::invalid_argument if h, t0 or an entry of x0 is not finite, or if f returns another number of
/// entries than x0 has. The result may overflow: `step` and `integrate` look, and so must other callers. f is
/// asked only at finite states: once a stage of the step has overflowed, the result is NaN.
Vector euler_step(const Derivative& f, const Vector& x0, double t0, double h);

/// One step of the midpoint method, along the tangent half-way.   [PBM-B-midpoint]
///
///     x(t0 + h) = x0 + h f(x0 + h/2 f(x0, t0), t0 + h/2)              error O(h^3) a step, O(h^2) in all
///
/// Arguments and errors as for `euler_step`. Figure 5 of the notes, and the slide, have (x + dx)/2 and
/// (t + dt)/2 where the formula has x + dx/2 and t + dt/2; the printed formula omits the time.
/// [PBM-B-fig5, PBM-SB-mid]
Vector midpoint_step(const Derivative& f, const Vector& x0, double t0, double h);

/// One step of the classical Runge-Kutta method of order 4.   [PBM-B-rk4]
///
///     k1 = h f(x0, t0)                  k2 = h f(x0 + k1/2, t0 + h/2)
///     k3 = h f(x0 + k2/2, t0 + h/2)     k4 = h f(x0 + k3, t0 + h)
///     x(t0 + h) = x0 + k1/6 + k2/3 + k3/3 + k4/6                      error O(h^5) a step, O(h^4) in all
///
/// Arguments and errors as for `euler_step`.
Vector rk4_step(const Derivative& f, const Vector& x0, double t0, double h);

/// A method as data, so that what is built on a step (adaptive.h, event.h) is written once for all methods.
struct ExplicitMethod {
    const char* name;
    int order;        // p: the error over an interval is O(h^p), over one step O(h^(p+1))
    int evaluations;  // of f in one step
    Vector (*step)(const Derivative& f, const Vector& x0, double t0, double h);
};

inline constexpr ExplicitMethod euler{"euler", 1, 1, euler_step};
inline constexpr ExplicitMethod midpoint{"midpoint", 2, 2, midpoint_step};
inline constexpr ExplicitMethod rk4{"rk4", 4, 4, rk4_step};

/// Throws std::invalid_argument if h is 0, or h, t0 or an entry of x0 is not finite: what no step can use.
void require_step(const Vector& x0, double t0, double h);

/// How a computation over time ended.
enum class Outcome {
    finished,        // the end was reached
    blew_up,         // the state left the range of a double: the step is too long for the method
    no_derivative,   // dx/dt at the start of the step has no solution or is not finite
    step_too_small,  // no step that still advances t meets the tolerance
    too_many_steps,  // the limit of steps was reached before the end
    no_solution,     // the linear system of an implicit step is singular or indefinite
    not_converged,   // its conjugate gradients reached the limit of iterations
    no_place,        // no position is on the legal side of all walls
};

/// "finished", "the state has left the range of numbers", ...: one phrase that ends "at t = 3 s".
const char* to_string(Outcome outcome);

/// A state that was reached, and what it took.
struct Integration {
    Outcome outcome = Outcome::finished;
    Vector x;                     // the last finite state (n)
    double t = 0.0;               // its time; the end if finished
    std::size_t steps = 0;        // accepted
    std::size_t rejected = 0;     // tried, found wanting, and repeated with a smaller h
    std::size_t evaluations = 0;  // of f
};

/// From x0 at t0 to t1 in `steps` equal steps; t after k steps is t0 + k h. Throws as the method's step does,
/// and if steps is 0.
Integration integrate(const ExplicitMethod& method, const Derivative& f, const Vector& x0, double t0,
                      double t1, std::size_t steps);

}  // namespace restraint::ode
