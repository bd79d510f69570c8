#pragma once

#include "restraint/ode/stepper.h"
#include "restraint/particles/contacts.h"

namespace restraint::particles {

/// Moves the system on by h among its walls.   [PBM-C-rollback]
///
/// If a particle is found beyond a wall, the whole system is rolled back to the instant of contact (the first
/// guess is linear, s = d_old / (d_old - d_new); repeated steps make it exact), whoever is on a wall and
/// heading in bounces, and the rest of h follows. A rebound slower than the wall's contact_speed is none: the
/// particle stays in contact, and the derivative loop adds the wall's force to those that push it. A particle
/// that is beyond a wall at the start is displaced to the legal side of all walls.
///
/// Looked at are the end of every stretch between two collisions and, for a particle that comes in and goes
/// out again, the instant at which its velocity is along the wall if the velocity changes evenly. A particle
/// that crosses a wall and comes back otherwise within one step, pulled by a force that turns twice, is not
/// seen: take a step in which forces hardly change.
///
/// advance is the solver: one whose stages see the forces, not the implicit method, whose derivatives of the
/// contact forces would be taken across the wall. A step with more than 1000 collisions ends with
/// Outcome::too_many_steps, one without a legal position with Outcome::no_place. Unless the outcome is
/// `finished` the system is where it was. Throws std::invalid_argument for a wall that is not sound, and
/// unless h > 0.
WallStep step_among_walls(ParticleSystem& system, const ode::Stepper& advance, double h);

}  // namespace restraint::particles
