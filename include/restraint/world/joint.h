#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "restraint/gauss/row.h"
#include "restraint/rigid/body.h"

namespace restraint::world {

using rigid::RigidBody;

/// A holonomic constraint between two bodies: equations that hold for good, whose forces may pull or push.
/// [PBM-G-hinge, BARAFF89-26]
///
///     ball     the anchors coincide (three equations)
///     hinge    and so do the axes (two more)
/// A joint to the world is one to a fixed body; what the notes call a pin is a ball joint or, in the plane, a
/// hinge.
struct Joint {
    enum class Kind { ball, hinge } kind = Kind::ball;
    std::size_t a = 0, b = 0;
    Vec3 anchor_a, anchor_b;  // in the space of each body, m
    Vec3 axis_a, axis_b;      // of a hinge, unit, in the space of each body
};

/// Throw std::invalid_argument unless the number is that of a body, or the two are those of different ones;
/// `what` names them.
void require_body(std::span<const RigidBody> bodies, const std::string& what, std::size_t body);
void require_pair(std::span<const RigidBody> bodies, const std::string& what, std::size_t a, std::size_t b);

/// A ball joint at a world point of two bodies as they are now.
Joint make_ball_joint(std::span<const RigidBody> bodies, std::size_t a, std::size_t b, Vec3 world_point);

/// A hinge about a world axis through a world point. Throws std::invalid_argument if the axis has no length.
Joint make_hinge(std::span<const RigidBody> bodies, std::size_t a, std::size_t b, Vec3 world_point,
                 Vec3 world_axis);

/// One condition on the motion at the bodies' state: c = 0, an equation of a joint, or c >= 0, c the gap of a
/// contact.
struct MotionRow {
    gauss::Row row;      // coefficients of c' in the velocities; lower side 0, the upper one too or infinite
    double value = 0.0;  // c: m, or the sine of an angle
    double bias = 0.0;   // c'' = row . accelerations + bias
};

/// The row u.(velocity of A's point p - velocity of B's point q) for any direction u: blocks (u, r_a x u) and
/// (-u, -r_b x u) for the velocities (v, omega) of A and B. The lower side is 0, the upper one open.
gauss::Row relative_row(std::span<const RigidBody> bodies, std::size_t a, Vec3 p, std::size_t b, Vec3 q,
                        Vec3 u);

/// The equations of a joint: for e = x, y, z   c = e.(p_a - p_b); for a hinge with axis h of A, and u and w
/// two directions of B across its axis, c = u.h and c = w.h.
std::vector<MotionRow> joint_rows(const Joint& joint, std::span<const RigidBody> bodies);

/// The equations of all joints, one joint after the other.
std::vector<MotionRow> joint_rows(std::span<const Joint> joints, std::span<const RigidBody> bodies);

/// The rows alone: with both sides 0, they say that no joint opens.
std::vector<gauss::Row> velocity_rows(std::span<const Joint> joints, std::span<const RigidBody> bodies);

/// Largest |c| of all equations, 0 without joints: how far the joints have drifted.
double joint_error(std::span<const Joint> joints, std::span<const RigidBody> bodies);

}  // namespace restraint::world
