#pragma once

#include <vector>

#include "restraint/gauss/project.h"
#include "restraint/oba/friction.h"

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
    bool stands_alone() const {
        for (std::size_t k = 0; k < bodies.size(); ++k)
            if (!takes_impulses(k) && (bodies[k].velocity != Vec3{} || bodies[k].angular_velocity != Vec3{}))
                return false;
        return true;
    }
};

/// J v: the velocity along a row.
inline double along(const gauss::Row& row, const Vector& v) {
    double sum = 0.0;
    for (const gauss::Block& block : row.blocks())
        for (std::size_t k = 0; k < 6; ++k) sum += block.coefficients[k] * v[6 * block.body + k];
    return sum;
}

/// The outcome of a momentum update, or of one group.
struct MomentumUpdate {
    optimize::Status status = optimize::Status::optimal;
    std::size_t qps = 0, pivots = 0;
    std::size_t collisions = 0;  // contacts that approach
    std::size_t unfinished = 0;  // groups whose rounds reached the limit
    double sliding_error = 0.0;  // e, m/s: what s of momentum_update.h was still off by, of all contacts
    std::vector<Vec3> impulses;  // of each contact, on A, N s
};

/// What a rule says of one group, its impulses in the order of its contacts.
struct GroupAnswer : MomentumUpdate {
    Vector velocities;                       // afterwards; none unless the status is optimal
    std::vector<std::size_t> contradicting;  // contacts whose bounds of v_n+ are satisfied by no motion
};

struct MomentumOptions;

/// A rule by which one group gets its impulses.
using MomentumRule = GroupAnswer (*)(const MomentumGroup& group, const World& world,
                                     const MomentumOptions& options);

struct MomentumOptions {
    MomentumRule rule = nullptr;   // least_energy, the thesis' own, or coulomb; null: coulomb
    bool turn_octagon = true;      // false: frames do not look at the sliding
    std::size_t round_limit = 40;  // of the Coulomb rule
    double tolerance = 1e-11;      // of sliding speeds, relative to the fastest contact
};

}  // namespace restraint::oba
