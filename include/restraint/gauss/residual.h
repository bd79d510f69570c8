#pragma once

#include <span>

#include "restraint/gauss/project.h"

namespace restraint::gauss {

/// How far a projection is from satisfying the conditions of Karush, Kuhn and Tucker; 0 for an exact one. The
/// worst of, each relative to the moduli of its terms and to |x - target| in the metric of the masses (the
/// one unit in which metres and radians can be compared):
///
///     lower <= J x <= upper                          no row is violated
///     x - target = W J' multipliers                  only rows change the motion
///     multiplier (J x - its side) = 0                and only those that are tight
///
/// Violations below side_rounding, as in `project`, count as none. Shares no code with the solver.
double kkt_residual(std::span<const InverseMass> inverse_masses, const Vector& target,
                    std::span<const Row> rows, const Projection& projection, double side_rounding = 0.0);

}  // namespace restraint::gauss
