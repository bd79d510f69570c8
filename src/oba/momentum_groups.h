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

/// How one group fared.
struct GroupOutcome {
    optimize::Status status = optimize::Status::optimal;  // else its velocities are as they were
    std::vector<std::size_t> contradicting;  // contacts whose bounds of v_n+ were met by no motion
    double sliding_error = 0.0;              // e, m/s
    bool is_finished = true;                 // the rounds came to their end
};

/// All groups by the rule asked for, scripted bodies as they move: v_n+ >= least at each contact.
MomentumUpdate resolve(World& world, const std::vector<Contact>& contacts, std::span<const double> least,
                       const MomentumOptions& options, MomentumMemory* memory);

/// The same, where scripted bodies give way if they must.
MomentumUpdate resolve_with_scripts(World& world, const std::vector<Contact>& contacts,
                                    std::span<const double> least, const MomentumOptions& options,
                                    MomentumMemory* memory);

/// The minimum of kinetic energy as the thesis has it, for one group; the velocities change if it is optimal.
/// `least`: of v_n+ at each contact.   [OBA-6.28, OBA-A.3.2-1, OBA-A.3.2-6]
GroupOutcome least_energy(World& world, const std::vector<Contact>& contacts, const MomentumGroup& group,
                          std::span<const double> least, const MomentumOptions& options,
                          MomentumUpdate& result);

/// Coulomb's rule for one group: the rounds of update_momenta. The velocities change if there is an answer.
GroupOutcome resolve_coulomb(World& world, const std::vector<Contact>& contacts, const MomentumGroup& group,
                             std::span<const double> least, const MomentumOptions& options,
                             MomentumUpdate& result, MomentumMemory* memory);

/// The velocities that an impulse j on A, -j on B, at the contact gives to those of them that respond.
/// [OBA-6.25, OBA-6.26]
void add_impulse(const Contact& contact, Vec3 impulse, World& world);

/// How fast a contact must part: 0, or eps times the approach.   [OBA-6.27, OBA-A.3.2-5]
double bounce(const Contact& contact, std::span<const RigidBody> bodies, double restitution);

}  // namespace restraint::oba
