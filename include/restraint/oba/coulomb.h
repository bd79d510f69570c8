#pragma once

#include "restraint/oba/momentum_group.h"

namespace restraint::oba {

/// Coulomb's rule for one group, the default: the rounds of update_momenta.
GroupAnswer coulomb(const MomentumGroup& group, const World& world, const MomentumOptions& options);

}  // namespace restraint::oba
