#pragma once

#include <memory>

#include "restraint/bricks/step_model.h"
#include "restraint/bricks/tower.h"

namespace restraint::bricks {

/// Rigid bricks as a model of a step: body i has the coordinates x, y and angle.
///
/// The unknown is the correction of the free displacement, so that its digits count from its own size. The
/// linearised gap of rigid bodies takes the place of (S'): gap + J correction >= 0, with the true gap where
/// the free motion ends. (S') has -2 A(dp) there, from which one step's acceleration follows, as Theorem 5.1
/// says, while the corner ends A(dp) too deep or too high. The true gap has the A(dp) from which the right
/// position follows, and no error adds up; the accelerations are those of (S') from the second step on, and
/// in the first if the tower starts from rest.   [ROTE-S', erratum R02]
std::shared_ptr<const StepModel> rigid_model(const Tower& tower);

}  // namespace restraint::bricks
