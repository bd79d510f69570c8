#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "restraint/collide/contact_points.h"
#include "restraint/gauss/project.h"
#include "restraint/gauss/row.h"
#include "restraint/rigid/body.h"

/// Chapter world: what the simulations of PBM part G, BARAFF89 and OBA share: bodies with their shapes and
/// joints, where they touch, and how a gap changes as they move.   (PBM part G, section 9.2 and appendix D;
/// OBA 4.1)
///
/// Read in this order: tolerances.h, joint.h (constraints that hold for good), kinematics.h (how the gap of a
/// contact changes), moving_contact.h (a contact that goes along with its bodies), world.h (bodies with their
/// shapes, and what acts on them), close_pairs.h (which of them are near each other, and where they touch).
///
/// A contact's normal n points from B into A; its force f n acts on A, -f n on B. The gap d = n.(p_a - p_b)
/// is positive between separate bodies.
namespace restraint::world {

using collide::Contact;
using collide::ContactKind;
using rigid::RigidBody;

/// Velocity of A's point over B's at the contact, p_a' - p_b', m/s.   [OBA-vt]
Vec3 relative_velocity(const Contact& contact, std::span<const RigidBody> bodies);

/// Rate of the gap, d' = n.(p_a' - p_b'), m/s; negative if the bodies approach.   [PBM-G-8.3, BARAFF89-33]
double gap_velocity(const Contact& contact, std::span<const RigidBody> bodies);

/// Rate of the normal, n', 1/s.   [PBM-G-code-Ndot]
///
///     vertex on a face:  omega_b x n
///     two edges:         (z - (z.n) n)/|e_a x e_b|,   z = e_a' x e_b + e_a x e_b',   e' = omega x e
///     a ball's centre, at the distance D from a fixed point of B: omega_b x n + (its velocity relative to B,
///     across n)/D; over an edge of B only the part across the edge counts.
/// The notes print dot products where cross products are needed.
Vec3 normal_rate(const Contact& contact, std::span<const RigidBody> bodies);

/// The part of d'' that the velocities fix: what d'' would be if all accelerations were zero.
/// [PBM-G-D-2, PBM-G-D-3]
///
///     n.(omega_a x (omega_a x r_a) - omega_b x (omega_b x r_b)) + 2 n'.(p_a' - p_b') + n''.(p_a - p_b)
///
/// The last term is zero at a contact of polyhedra. Between the centre of a ball and its foot, D n apart, it
/// is -D n'.n', since n.n = 1 gives n''.n = -n'.n'.   [BARAFF89-34]
double gap_acceleration_bias(const Contact& contact, std::span<const RigidBody> bodies);

/// d'' under the forces and torques that the bodies hold, without contact forces: the b_i of the notes.
/// [PBM-G-9.4, PBM-G-D-b, PBM-G-D-ext, PBM-G-D-extq, PBM-G-D-const]
double gap_acceleration(const Contact& contact, std::span<const RigidBody> bodies);

/// The row u.(relative velocity of A over B) for any direction u: see relative_row.
gauss::Row direction_row(const Contact& contact, Vec3 u, std::span<const RigidBody> bodies);

/// The coefficients of d' (and of d'', and of the gap's change): the row of the direction n.
gauss::Row gap_row(const Contact& contact, std::span<const RigidBody> bodies);

/// W of a body for its six variables: 1/M three times, then I^-1 in the world; zero if it is fixed.
gauss::InverseMass inverse_mass_of(const RigidBody& body);
std::vector<gauss::InverseMass> inverse_masses(std::span<const RigidBody> bodies);

/// K = 1/m - r_x* I^-1 r_y*: an impulse j at the point y of the body changes the velocity of its point x by
/// K j.   [OBA-4.11, OBA-4.12]
Mat3 mobility(const RigidBody& body, Vec3 x, Vec3 y);

/// The impulse j at the contact point on A, -j on B.   [PBM-G-8.7, PBM-G-8.12, OBA-6.25, OBA-6.26]
void add_impulse(const Contact& contact, Vec3 impulse, std::span<RigidBody> bodies);

/// Velocities (v, omega) of all bodies in one vector, and back; `set_velocities` changes momenta accordingly.
/// The velocities of fixed bodies are read but not written.
Vector velocities(std::span<const RigidBody> bodies);
void set_velocities(std::span<RigidBody> bodies, const Vector& velocities);

/// Accelerations (vdot, omegadot) of all bodies under the forces and torques that they hold.   [PBM-G-C-10]
Vector free_accelerations(std::span<const RigidBody> bodies);

}  // namespace restraint::world
