#pragma once

#include "restraint/ode/system.h"

namespace restraint::ode {

/// A model made of points with masses and forces: what chapter constraints asks of a model, besides what a
/// solver asks.   [PBM-F-W]
///
/// Its derivative is the loop of the notes, cut where constraint forces enter:   [PBM-F-loop]
///
///     1. clear the forces        2. let every force object act       -> applied_forces()
///     3. (constraint forces are added here, see constraints)
///     4. divide by the masses and gather the derivative               -> derivative_under(forces)
///
/// q is the vector of all positions, three numbers a point (3n); Q a vector of forces, three numbers a point.
class Mechanics : public System {
  public:
    virtual Vector positions() const = 0;   // q (3n), m
    virtual Vector velocities() const = 0;  // q' (3n), m/s
    /// Q (3n), N: the sum of all forces at the present state.
    virtual Vector applied_forces() = 0;
    /// q'' (3n), m/s^2, if the points feel the forces Q: W Q for particles. Points that are held or moved by
    /// a script have the acceleration of the script, whatever Q.
    virtual Vector accelerations(const Vector& forces) const = 0;
    /// W Q (3n): by how much forces change the accelerations, which are linear in them.
    Vector response(const Vector& forces) const {
        return accelerations(forces) - accelerations(Vector(forces.size()));
    }
    /// Whether applied_forces() depends on the other forces on the points, as those of contacts do. Then a
    /// constraint's force must not be added to Q: both have to be found together, as in
    /// constrained_particles.h.
    virtual bool has_contacts() const { return false; }
    /// dx/dt of the state, if the points feel the forces Q.
    virtual Vector derivative_under(const Vector& forces) const = 0;

    Vector derivative() override { return derivative_under(applied_forces()); }
};

}  // namespace restraint::ode
