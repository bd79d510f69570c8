#pragma once

#include <span>

#include "restraint/gauss/project.h"

namespace restraint::gauss {

/// How far a projection is from satisfying the conditions of Karush, Kuhn and Tucker; 0 for an exact one. The
/// worst of, each over the size of what is subtracted in it:
///
///     lower <= J x <= upper                          no row is violated
///     x - target = W J' multipliers                  only rows pull
///     multiplier (J x - side) = 0, and of its sign   and only rows that are tight, towards their inside
///
/// Lengths count relative to the largest change |x - target| (a projection that changes nothing is right if
/// no row is violated by more than `side_rounding`, as in project).
double kkt_residual(std::span<const InverseMass> inverse_masses, const Vector& target,
                    std::span<const Row> rows, const Projection& projection, double side_rounding = 0.0);

}  // namespace restraint::gauss
