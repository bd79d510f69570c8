#pragma once

#include "restraint/constraints/constrained_system.h"
#include "restraint/particles/contacts.h"

namespace restraint::constraints {

/// Particles under constraints and among walls, all of which answer together: bars that stand on a floor.
///
/// Gauss' principle in two steps: the constraint forces of PBM F-11 take the accelerations of the applied
/// forces to the nearest that meet the constraints; from there the walls go to the nearest that meet both, J
/// a as it is and N.a >= 0 at every contact. By the theorem of Pythagoras that is the nearest of all.
/// [PBM-SH-r, PBM-SH-qp]
///
/// An impact on a wall is passed on by the bars: `particles::step_among_walls` knows such a system like any
/// other. Constraints touch at most four particles each here.
class ConstrainedParticles : public particles::ParticleSystem {
  public:
    /// Takes the particles and forces that were made.
    explicit ConstrainedParticles(particles::ParticleSystem particles);

    ConstraintSet constraints;
    Feedback feedback;

    /// All forces: of the force objects, the constraints and the walls.
    Vector applied_forces() override;
    std::vector<gauss::Row> links() override;
    bool can_have_come_from(const Vector& x0, double t0) override;
    std::string strain() override;

    /// At the present state.
    struct Held {
        Vector multipliers;              // lambda of the constraints (m), with the walls
        particles::ContactForces walls;  // and what they push with
    };
    Held held();
};

}  // namespace restraint::constraints
