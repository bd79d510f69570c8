#pragma once

#include "restraint/ode/stepper.h"
#include "restraint/particles/contacts.h"

namespace restraint::particles {

/// Moves the system on by h among its walls.   [PBM-C-rollback]
///
/// If a particle is found beyond a wall, the whole system is rolled back to the instant of contact: the first
/// guess is linear, s = d_old / (d_old - d_new), and further steps make it exact. Every particle that is on a
/// wall with N.v < 0 bounces, and the rest of h follows. A rebound slower than the wall's contact_speed
/// counts as 0: the particle stays in contact, and the derivative loop adds the wall's force to those that
/// push it. A particle that is beyond a wall at the start is displaced to the legal side of all walls.
///
/// The positions are tested at the end of every stretch between two collisions. A particle with N.v < 0 at
/// the start of a stretch and N.v > 0 at its end is also tested where N.v is 0 if it changes evenly. A
/// particle that crosses a wall and comes back in another way within one step, pulled by a force that turns
/// twice, is missed: take a step in which forces hardly change.
///
/// advance is the solver: an explicit one. The implicit method takes derivatives of the contact forces, which
/// jump at the wall. A step with more than 1000 collisions ends with Outcome::too_many_steps, one without a
/// legal position with Outcome::no_place. Unless the outcome is `finished` the system is where it was. Throws
/// std::invalid_argument for a wall that is not sound, and unless h > 0.
WallStep step_among_walls(ParticleSystem& system, const ode::Stepper& advance, double h);

}  // namespace restraint::particles
