#pragma once

#include <cstddef>
#include <vector>

#include "restraint/ode/explicit.h"
#include "restraint/particles/particle_system.h"

namespace restraint::particles {

/// A free particle on a wall.
struct Contact {
    std::size_t particle, wall;
    double rebound = 0.0;  // at an impact: N.v afterwards, at least
    bool stays = false;    // and at most
};

/// What the walls do to the particles that are in contact with them.
struct ContactForces {
    std::vector<Contact> contacts;
    Vector push;    // one a contact: the wall's force along its normal, N, >= 0
    Vector links;   // one a row of ParticleSystem::links(): by how much the walls change its multiplier
    Vector forces;  // (3n), N: pushes, friction, and what the links pass on, as far as particles are free
    bool solved = true;  // false: no accelerations are legal for all walls and links; all of the above is 0
};

/// The forces of the walls on particles that applied forces push into them.
///
/// One wall answers by the formula of part C [PBM-C-contact]. Walls that touch one particle, or particles
/// that are linked, answer together: of the accelerations a with N.a >= 0 at every contact, and with J a of
/// the links as it is, theirs are the nearest to those of the applied forces [PBM-SH-r, PBM-SH-qp]. Friction
/// comes second: the load of the first projection gives the friction [PBM-C-friction], and a second one the
/// pushes. A wall without slip that pushes a particle cancels all of its force.
///
/// applied (3n), N; with what the links do without the walls. Throws std::invalid_argument for a wall that is
/// not sound.
ContactForces contact_forces(ParticleSystem& system, const Vector& applied);

/// What happened among walls, at an instant or during a step.
struct WallStep {
    ode::Outcome outcome = ode::Outcome::finished;
    std::size_t bounces = 0;  // pairs of a particle and a wall that met faster than the wall's contact_speed
};

/// Puts those that are beyond a wall on the legal side of all walls, by the shortest way; Outcome::no_place
/// if there is none, as between a floor and a lower ceiling.   [PBM-C-rollback]
ode::Outcome displace(ParticleSystem& system);

/// Lets whoever touches a wall and heads in bounce: of the velocities v with N.v >= r |N.v before| at every
/// wall that is hit (0 where that is slower than contact_speed, or nothing is hit) the nearest to those
/// before. For one wall that is v' = v_t - r v_n [PBM-C-bounce]; the energy never rises. A wall that a
/// particle is leaving does not answer, until it is hit in turn. A wall without slip stops whoever touches it
/// and does not rebound.
WallStep impact(ParticleSystem& system);

}  // namespace restraint::particles
