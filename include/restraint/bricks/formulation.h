#pragma once

#include <span>
#include <vector>

#include "restraint/bricks/contacts.h"
#include "restraint/bricks/tower.h"
#include "restraint/gauss/project.h"
#include "restraint/gauss/row.h"
#include "restraint/linalg/vector.h"

namespace restraint::bricks {

/// What a brick is made of.
enum class Model {
    rigid,       // three variables: the motion of its centre, and its turn
    framework4,  // four equal masses at the corners, joined by bars (the authors' prototype)
    framework9,  // the nine masses of ROTE figure 10, which weigh and turn like the homogeneous brick
};

/// The bars of a framework: just enough to make it rigid, or more (ROTE 8.4).
enum class Bars { minimal, braced };

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

/// The motion of each body (m/s^2 and rad/s^2, or m/s and rad/s) in a solution x of `rigid_formulation`; zero
/// for fixed bodies.
std::vector<Motion> body_motions(const Tower& tower, const Vector& x);

}  // namespace restraint::bricks
