#pragma once

#include "restraint/optimize/problem.h"

namespace restraint::optimize {

/// The diagonal P = relative * size / d_j^2, where x_j / d_j are the variables of a well scaled problem and
/// size is that of its hessian, or without one of its cost over its sides: P does not depend on units.
Vector proximal_shift(const Problem& problem, double relative);

}  // namespace restraint::optimize
