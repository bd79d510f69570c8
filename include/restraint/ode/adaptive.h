#pragma once

#include "restraint/ode/explicit.h"

namespace restraint::ode {

/// A step of length h taken in two ways: at once, and as two steps of h/2.   [PBM-B-err]
struct DoubledStep {
    Vector x;            // x_b, the result of the two half steps (n)
    double error = 0.0;  // e = |x_a - x_b|, where x_a is the result of the one step
};

/// Takes the step of length h both ways.
///
/// The notes call e the error of the step of size h. For Euler it estimates that of x_b, which is why x_b is
/// kept; x_a is off by twice as much. In general x_a is off by e 2^p / (2^p - 1), x_b by e / (2^p - 1).
DoubledStep doubled_step(const ExplicitMethod& method, const Derivative& f, const Vector& x0, double t0,
                         double h);

/// The step that should have error `tolerance`, when h had `error`.   [PBM-B-adapt]
///
///     h_new = h (tolerance / error)^(1 / (p+1))       the error of a step goes as h^(p+1); Euler: p = 1
///
/// An error of 0 gives infinity. Throws std::invalid_argument if tolerance is not positive, or error negative
/// or NaN.
double suggested_step(double h, double error, double tolerance, int order);

struct AdaptiveOptions {
    double tolerance = 1e-8;  // of e, in a step; in the units of the state
    double first_step = 0.0;  // s; 0: a hundredth of the interval. A poor guess costs a few rejected steps.
    std::size_t step_limit = 1'000'000;
};

/// From x0 at t0 to t1 >= t0 in steps as long as the tolerance allows. Throws std::invalid_argument for
/// t1 < t0, for a tolerance that is not positive, a first step that is negative or a limit of 0 steps, and as
/// the method's step does.
Integration integrate_adaptively(const ExplicitMethod& method, const Derivative& f, const Vector& x0,
                                 double t0, double t1, const AdaptiveOptions& options = {});

/// The solver of the notes: Runge-Kutta with adaptive steps.   [PBM-G-ode]
///
/// x0 (n) at t0 -> the state at t1, in `x` if the outcome is `finished`; `evaluations` says how often dxdt
/// was called.
Integration ode(const Vector& x0, double t0, double t1, const Derivative& dxdt,
                const AdaptiveOptions& options = {});

}  // namespace restraint::ode
