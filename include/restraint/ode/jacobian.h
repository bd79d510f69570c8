#pragma once

#include "restraint/linalg/matrix.h"
#include "restraint/ode/system.h"

namespace restraint::ode {

/// A matrix of derivatives as a function of state and time, such as df/dx (n x n).
using JacobianFunction = std::function<Matrix(const Vector& x, double t)>;

/// df/dx at (x, t) by central differences, column by column: 2 n evaluations of f.
///
///     df/dx_j = (f(x + d e_j, t) - f(x - d e_j, t)) / 2d,    d = eps^(1/3) max(1, |x_j|)
///
/// The error is about 1e-10, in units in which the states and f are about 1: d^2 from the series and eps / d
/// from rounding, which this d balances.
Matrix differenced_jacobian(const Derivative& f, const Vector& x, double t);

/// df/dt at (x, t), by the same formula; 0 to the last bit if f does not depend on t.
Vector differenced_time_derivative(const Derivative& f, const Vector& x, double t);

}  // namespace restraint::ode
