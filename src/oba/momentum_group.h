#pragma once

#include <span>
#include <vector>

#include "restraint/gauss/project.h"
#include "restraint/oba/momentum_update.h"

namespace restraint::oba {

/// Contacts and joints of bodies that impulses connect, as rows over the velocities (v, omega) of those
/// bodies that respond; the others move as they do.
struct MomentumGroup {
    std::vector<std::size_t> bodies;    // that respond and are not frozen
    std::vector<std::size_t> contacts;  // numbers
    std::vector<gauss::Row> joints;     // the points of a joint keep equal velocities   [OBA-6.45, OBA-6.47]
    std::vector<gauss::InverseMass> inverse_masses;
    Vector before;  // velocities
};

/// Place of each body of the world in the one group that it belongs to; the number of bodies for the others.
using Places = std::vector<std::size_t>;

/// The row u . (velocity of A over B at the contact) >= least, over the bodies of the contact's group: what
/// the others do is known, and goes to the side.   [OBA-6.24, OBA-A.3.2-4]
gauss::Row contact_row(const Contact& contact, Vec3 u, double least, const World& world,
                       const Places& places);

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
GroupAnswer least_energy(const World& world, const std::vector<Contact>& contacts, const MomentumGroup& group,
                         const Places& places, std::span<const double> least, const MomentumOptions& options);

/// Coulomb's rule: the rounds of update_momenta.
GroupAnswer coulomb(const World& world, const std::vector<Contact>& contacts, const MomentumGroup& group,
                    const Places& places, std::span<const double> least, const MomentumOptions& options);

}  // namespace restraint::oba
