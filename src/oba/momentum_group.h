#pragma once

#include <vector>

#include "restraint/gauss/project.h"
#include "restraint/oba/momentum_update.h"

namespace restraint::oba {

/// Bodies that impulses connect, and what they touch or are jointed to: a small world with numbers of its
/// own.
struct MomentumGroup {
    std::vector<std::size_t> body_numbers, contact_numbers;  // in the world
    std::vector<RigidBody> bodies;
    std::vector<gauss::InverseMass>
        inverse_masses;  // 0 of bodies that take no impulses: they move as they do
    std::vector<Contact> contacts;
    Vector least;               // m/s, of v_n+ at each contact
    std::vector<Joint> joints;  // their points keep equal velocities   [OBA-6.45, OBA-6.47]

    bool takes_impulses(std::size_t body) const { return inverse_masses[body](0, 0) > 0.0; }
    /// True if nothing that the group touches or is jointed to moves by itself and brings energy in.
    bool stands_alone() const;
};

/// J v: the velocity along a row.
inline double along(const gauss::Row& row, const Vector& v) {
    double sum = 0.0;
    for (const gauss::Block& block : row.blocks())
        for (std::size_t k = 0; k < 6; ++k) sum += block.coefficients[k] * v[6 * block.body + k];
    return sum;
}

/// What became of one group, its impulses in the order of its contacts.
struct GroupAnswer : MomentumUpdate {
    Vector velocities;                       // afterwards; none unless the status is optimal
    std::vector<std::size_t> contradicting;  // contacts whose bounds of v_n+ are satisfied by no motion
};

/// The thesis' own program: the least kinetic energy.   [OBA-6.28, OBA-A.3.2]
GroupAnswer least_energy(const MomentumGroup& group, const World& world, const MomentumOptions& options);

}  // namespace restraint::oba
