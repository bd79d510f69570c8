#pragma once

#include <cstddef>
#include <vector>

#include "restraint/ode/explicit.h"
#include "restraint/particles/particle_system.h"

namespace restraint::particles {

/// A free particle on a wall.
struct Contact {
    std::size_t particle, wall;
    double rebound = 0.0;  // at an impact: N.v afterwards is at least this
    bool stays = false;    // ... and equal to it
};

/// What the walls do to the particles that are in contact with them.
struct ContactForces {
    std::vector<Contact> contacts;
    Vector push;         // one a contact: the wall's force along its normal, N, >= 0
    Vector links;        // one a row of ParticleSystem::links(): by how much the walls change its multiplier
    Vector forces;       // (3n), N, on free particles: pushes, friction, and the changes of the links' forces
    bool solved = true;  // false: no accelerations are legal for all walls and links; the vectors are 0
};

/// The forces of the walls on particles that applied forces push into them.
///
/// A wall alone pushes by the formula of part C [PBM-C-contact]. The forces of walls that touch one particle,
/// or particles that are linked, depend on each other: they give the accelerations a that are nearest to
/// those of the applied forces, among all with N.a >= 0 at every contact and with J a of the links unchanged
/// [PBM-SH-r, PBM-SH-qp]. Friction comes second: the pushes of this projection give the friction
/// [PBM-C-friction], and a second projection, with the friction among the applied forces, gives the pushes. A
/// wall without slip that pushes a particle cancels the whole force on it.
///
/// applied (3n), N: with the forces of the links as they are without the walls. Throws std::invalid_argument
/// for a wall that is not sound.
ContactForces contact_forces(ParticleSystem& system, const Vector& applied);

/// What happened among walls, at an instant or during a step.
struct WallStep {
    ode::Outcome outcome = ode::Outcome::finished;
    std::size_t bounces = 0;  // pairs of a particle and a wall that met faster than the wall's contact_speed
};

/// Moves particles that are beyond a wall by the shortest way to the legal side of all walls;
/// Outcome::no_place if there is none, as between a floor and a lower ceiling.   [PBM-C-rollback]
ode::Outcome displace(ParticleSystem& system);

/// Lets particles that touch a wall with N.v < 0 bounce. Of all velocities v with N.v >= r |N.v before| at
/// every wall that is hit, and N.v >= 0 at those that are touched or hit with a rebound below contact_speed,
/// they get the nearest to those before. For one wall that is v' = v_t - r v_n [PBM-C-bounce]; the energy
/// never rises. A wall that a particle is leaving has no part in it, until it is hit in turn. A wall without
/// slip stops the particles that touch it and do not rebound.
WallStep impact(ParticleSystem& system);

}  // namespace restraint::particles
