#pragma once

#include <vector>

#include "restraint/constraints/lagrangian.h"

namespace restraint::constraints {

/// A bead on the circle of radius r about the origin: u = (theta), q = r (cos theta, sin theta, 0).
/// [PBM-SG-par]
ParametricModel bead_on_circle(double mass, double radius);

/// A pendulum of any number of bars in the x-y plane, hung from the origin: u_k is the angle of bar k from
/// the downward direction, anticlockwise, and
///
///     q_k = sum over j <= k of  l_j (sin u_j, -cos u_j, 0)
///
/// masses at the ends of the bars in kg, lengths of the bars in m. Throws std::invalid_argument if their
/// numbers differ, there are none, or one is not positive.
ParametricModel pendulum(std::vector<double> masses, std::vector<double> lengths);

}  // namespace restraint::constraints
