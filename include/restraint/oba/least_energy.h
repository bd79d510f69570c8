#pragma once

#include "restraint/oba/momentum_group.h"

namespace restraint::oba {

/// The thesis' own program for one group, to be passed as MomentumOptions::rule: of all impulses in the
/// friction pyramids that satisfy the bounce rule, those that leave the least kinetic energy.
/// [OBA-6.28, OBA-A.3.2]
GroupAnswer least_energy(const MomentumGroup& group, const World& world, const MomentumOptions& options);

}  // namespace restraint::oba
