#pragma once

#include <optional>

#include "restraint/ode/explicit.h"
#include "restraint/ode/jacobian.h"

namespace restraint::ode {

/// dx/dt = f(x, t), with the derivatives of f that an implicit step needs.
struct FirstOrder {
    Derivative f;
    JacobianFunction df_dx;  // f' (n x n); empty: by differences
    Derivative df_dt;        // (n); empty: by differences
};

/// One step of the implicit Euler method, which evaluates f where it is going: x = x0 + h f(x, t0 + h), with
/// f replaced by its linear part at (x0, t0).   [PBM-D-3.1, PBM-SD-impl]
///
///     dx = ((1/h) 1 - f')^-1 (f + h df/dt),      x(t0 + h) = x0 + dx                            [PBM-D-3.2]
///
/// The notes leave out time. It enters as h df/dt, just as f' dx enters: the linear part of f at t0 + h. On
/// the slide the term (df/dx) dx has lost its h.   [PBM-SD-lin]
///
/// equation, x0 (n), t0 in s, h in s. Returns x (n), or nothing if (1/h) 1 - f' is singular, which happens
/// only if f' has the eigenvalue 1/h: a growing motion and too long a step. Order 1; where all motions decay,
/// stable for every h. Throws as the explicit steps do.
std::optional<Vector> implicit_euler_step(const FirstOrder& equation, const Vector& x0, double t0, double h);

/// An acceleration x'' = f(x, v, t) (n), or one of its derivatives; v = x'.   [PBM-D-4.1]
using Acceleration = std::function<Vector(const Vector& x, const Vector& v, double t)>;
using AccelerationJacobian = std::function<Matrix(const Vector& x, const Vector& v, double t)>;

/// x'' = f(x, v, t). f is an acceleration, not a force: with forces F and masses M it is M^-1 F.
struct SecondOrder {
    Acceleration f;
    AccelerationJacobian df_dx;  // (n x n), 1/s^2; empty: by differences
    AccelerationJacobian df_dv;  // (n x n), 1/s; empty: by differences
    Acceleration df_dt;          // (n), m/s^3; empty: by differences
};

struct PositionVelocity {
    Vector x, v;  // (n) each
};

/// One step of the implicit Euler method from n equations instead of 2n.   [PBM-D-4.5, PBM-D-4.6]
///
///     (1 - h df/dv - h^2 df/dx) dv = h (f + h df/dx v0 + h df/dt),      dx = h (v0 + dv)
///
/// To rounding it is the step above, taken on the 2n equations of first order
/// d/dt (x, v) = (v, f(x, v, t)) [PBM-D-4.2]. The notes have df/dt without the h: a jerk added to an
/// acceleration. Arguments, result and errors as above.
std::optional<PositionVelocity> implicit_euler_step(const SecondOrder& equation,
                                                    const PositionVelocity& start, double t0, double h);

}  // namespace restraint::ode
