#pragma once

#include "restraint/constraints/constrained_system.h"
#include "restraint/particles/contacts.h"

namespace restraint::constraints {

/// Particles under constraints and among walls, whose forces depend on each other: bars that stand on a
/// floor.
///
/// Gauss' principle in two projections, in the metric of the masses. The constraint forces of PBM F-11 take
/// the accelerations a_0 of the applied forces to the nearest a_1 that meet the constraints. The walls take
/// a_1 to the nearest a_2 with J a_2 = J a_1 and N.a_2 >= 0 at every contact. For every a with J a = J a_1,
/// a_1 - a_0 is perpendicular to a - a_1, so that |a - a_0|^2 = |a - a_1|^2 + |a_1 - a_0|^2 (Pythagoras): of
/// all admissible accelerations a_2 is the nearest to a_0 too.   [PBM-SH-r, PBM-SH-qp]
///
/// The bars pass an impact on a wall on to the other particles: `particles::step_among_walls` works on such a
/// system as on any other. Here a constraint has at most four particles.
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
        particles::ContactForces walls;  // the forces of the walls
    };
    Held held();
};

}  // namespace restraint::constraints
