#pragma once

#include <string>

#include "restraint/rigid/body.h"
#include "restraint/rigid/mass.h"

namespace restraint::rigid {

/// A body at rest whose body space has its origin at the centre of mass: `properties.center` is not used, see
/// polyhedron_mass and moved for shapes that are given elsewhere. Throws std::invalid_argument naming the
/// body if the mass is not positive and finite, or the tensor is none that matter can have: symmetric,
/// positive definite, no principal moment larger than the sum of the two others.
RigidBody make_body(std::string name, const MassProperties& properties, Vec3 position,
                    Quaternion orientation = {});

}  // namespace restraint::rigid
