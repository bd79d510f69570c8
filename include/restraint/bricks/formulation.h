#pragma once

#include <span>
#include <vector>

#include "restraint/bricks/contacts.h"
#include "restraint/bricks/framework.h"
#include "restraint/bricks/tower.h"
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

/// The rigid model: body i of the projection is body i of the tower, with (x, y, angle).   [ROTE-Q, ROTE-Q*]
/// Accelerations: the target is gravity, and no gap may have a negative second derivative. Velocities: the
/// target are the present ones, and no gap may close.
Formulation rigid_formulation(const Tower& tower, std::span<const Contact> contacts, Unknown unknown);

/// The projection in the points' accelerations or velocities; point i is body i of the projection, with (x,
/// y). The rows of contacts are (S1), (S2) over the length of the side [ROTE-S1, ROTE-S2acc], those of bars
/// (L1), (L2) over the length of the bar [ROTE-L1, ROTE-L2acc], so that multipliers are forces or impulses.
/// The contacts and pins are those of the tower that the framework was made from.
Formulation framework_formulation(Framework framework, const Tower& tower, std::span<const Contact> contacts,
                                  Unknown unknown);

/// The motion of each body (m/s^2 and rad/s^2, or m/s and rad/s) in a solution x of `rigid_formulation`; zero
/// for fixed bodies.
std::vector<Motion> body_motions(const Tower& tower, const Vector& x);

}  // namespace restraint::bricks
