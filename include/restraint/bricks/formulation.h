#pragma once

#include <span>
#include <vector>

#include "restraint/bricks/framework.h"
#include "restraint/bricks/rows.h"
#include "restraint/gauss/project.h"
#include "restraint/gauss/row.h"
#include "restraint/linalg/vector.h"

namespace restraint::bricks {

/// Which derivative of the positions is unknown.
enum class Unknown { accelerations, velocities };

/// A tower as a projection (gauss/project.h): the masses, the motion without contacts, and the rows: first
/// one for each contact, then two for each pin, then one for each bar. All bodies have as many variables; of
/// those that are fixed the target and the inverse masses are 0.
struct Formulation {
    std::vector<gauss::InverseMass> inverse_masses;
    Vector target;
    std::vector<gauss::Row> rows;
    std::size_t bodies_per_brick = 1;  // of the projection: the points of a framework
};

/// Body i of the projection is the rigid body i of the tower, with (x, y, angle), or point i of the
/// framework, with (x, y).   [ROTE-Q, ROTE-Q*]
/// Accelerations: the target is gravity, and no gap may have a negative second derivative. Velocities: the
/// target are the present ones, and no gap may close. The multipliers are forces or impulses (rows.h).
Formulation formulation(Bricks bricks, std::span<const Contact> contacts, Unknown unknown);

}  // namespace restraint::bricks
