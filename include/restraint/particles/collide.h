#pragma once

#include "restraint/ode/stepper.h"
#include "restraint/particles/particle_system.h"

namespace restraint::particles {

/// What happened during a step among walls.
struct WallStep {
    ode::Outcome outcome = ode::Outcome::finished;
    std::size_t bounces = 0;
};

/// Moves the system on by h among its walls.   [PBM-C-rollback]
///
/// If a particle is found beyond a wall, the whole system is rolled back to the instant of contact (the first
/// guess is linear, s = d_old / (d_old - d_new); repeated steps make it exact), whoever is on a wall and
/// heading in bounces, and the rest of h follows. A rebound slower than the wall's contact_speed is none: the
/// particle stays in contact, and the derivative loop adds the wall's force to those that push it. A particle
/// that is beyond a wall at the start is displaced to the wall.
///
/// advance is the solver. A step with more than 1000 collisions ends with Outcome::too_many_steps.
WallStep step_among_walls(ParticleSystem& system, const ode::Stepper& advance, double h);

}  // namespace restraint::particles
