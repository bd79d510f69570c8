#pragma once

#include <span>
#include <vector>

#include "restraint/oba/momentum_update.h"

namespace restraint::oba {

/// Contacts and joints of one group of bodies that impulses connect.
struct MomentumGroup {
    std::vector<std::size_t> bodies;    // that respond
    std::vector<std::size_t> local;     // of each body of the world: its place in `bodies`, or local.size()
    std::vector<std::size_t> contacts;  // numbers
    std::vector<gauss::Row> joint_rows;
};

/// The minimum of kinetic energy as the thesis has it, for one group; the velocities change if it is optimal.
/// `least`: of v_n+ at each contact.   [OBA-6.28, OBA-A.3.2-1, OBA-A.3.2-6]
void least_energy(World& world, const std::vector<Contact>& contacts, const MomentumGroup& group,
                  std::span<const double> least, const MomentumOptions& options, MomentumUpdate& result);

/// The velocities that an impulse j on A, -j on B, at the contact gives to those of them that respond.
/// [OBA-6.25, OBA-6.26]
void add_impulse(const Contact& contact, Vec3 impulse, World& world);

/// How fast a contact must part: 0, or eps times the approach.   [OBA-6.27, OBA-A.3.2-5]
double bounce(const Contact& contact, std::span<const RigidBody> bodies, double restitution);

}  // namespace restraint::oba
