#pragma once

#include <span>
#include <vector>

#include "restraint/contact/impulse.h"
#include "restraint/linalg/matrix.h"

namespace restraint::contact {

/// A (n x n): a_ij = change of d_i'' for each newton of contact force j. Symmetric and positive semidefinite;
/// singular where the forces are not unique, as under a table with four legs. As the notes compute it, pair
/// by pair; the simulation takes the same numbers, J W J', from force_system, and the tests compare the two.
/// [PBM-G-9.8, PBM-G-code-amat, PBM-G-code-aij, PBM-G-D-tot]
Matrix compute_a_matrix(std::span<const Contact> contacts, std::span<const RigidBody> bodies);

/// b (n): the d_i'' that there would be without contact forces, under the forces and torques that the bodies
/// hold. [PBM-G-9.9, PBM-G-code-bvec]
Vector compute_b_vector(std::span<const Contact> contacts, std::span<const RigidBody> bodies);

/// The conditions of all contacts, and then of the joints.
std::vector<MotionRow> motion_rows(std::span<const Contact> contacts, std::span<const Joint> joints,
                                   std::span<const RigidBody> bodies);

/// Their rows in the accelerations (rest: bias, row . a + bias >= 0 or = 0), or in small displacements (rest:
/// value, row . s + value >= 0 or = 0).
std::vector<gauss::Row> rows_with(const std::vector<MotionRow>& conditions, double MotionRow::*rest);

/// Contacts and joints as one system in the unknown forces: d'' = A f + b; d'' = 0 and f free for the rows of
/// joints, which come last [BARAFF89-36], and for contacts
///
///     d_i'' >= 0,   f_i >= 0,   f_i d_i'' = 0           [PBM-G-9.5, PBM-G-9.6, PBM-G-9.7, BARAFF89-15]
struct ForceSystem {
    Matrix a;                  // (n x n), 1/kg, or 1/(kg m), 1/(kg m^2) for the angular rows of hinges
    Vector b;                  // (n), m/s^2 or rad/s^2
    std::size_t contacts = 0;  // the first rows are theirs
};

/// A = J W J' and b from the same rows that the projection uses.
ForceSystem force_system(std::span<const Contact> contacts, std::span<const Joint> joints,
                         std::span<const RigidBody> bodies);

/// The same motion without A: of all accelerations (vdot, omegadot) of the bodies that let no gap close and
/// keep the joints, the ones nearest to the free ones (Gauss). Forces are the multipliers; they are not
/// unique if A is singular, but the accelerations are. A warm start of another number of rows is left out.
gauss::Projection project_accelerations(std::span<const Contact> contacts, std::span<const Joint> joints,
                                        std::span<const RigidBody> bodies,
                                        std::span<const optimize::Activity> warm_start = {});

/// Of all forces that give the accelerations of the given ones, with f >= 0 at contacts, those with the least
/// sum of squares: unique, and as symmetric as the bodies. The given ones, where none are found.
Vector least_forces(const ForceSystem& system, const Vector& forces);

/// Adds +f n at the contact to A and -f n to B, and the forces of the joints' rows, to `force` and `torque`.
/// [PBM-G-code-CCF, BARAFF89-F, PBM-G-D-tq]
void apply_contact_forces(std::span<const Contact> contacts, std::span<const Joint> joints,
                          std::span<RigidBody> bodies, const Vector& forces);

}  // namespace restraint::contact
