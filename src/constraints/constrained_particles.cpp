#include "restraint/constraints/constrained_particles.h"

#include <limits>

namespace restraint::constraints {

ConstrainedParticles::ConstrainedParticles(particles::ParticleSystem system)
    : particles::ParticleSystem(std::move(system)), constraints(particles.size()) {}

Vector ConstrainedParticles::applied_forces() {
    const Vector free = summed_forces();
    const ConstraintForces bars = constraint_forces(*this, constraints, free, feedback);
    if (bars.trouble.empty()) return with_walls(free + bars.forces);
    trouble = bars.trouble;
    return Vector(free.size(), std::numeric_limits<double>::quiet_NaN());
}

std::vector<gauss::Row> ConstrainedParticles::links() {
    constraints.evaluate(positions(), velocities());
    const BlockSparse& jacobian = constraints.jacobian();
    std::vector<gauss::Row> rows(constraints.size());
    for (std::size_t k = 0; k < jacobian.blocks().size(); ++k) {
        const BlockSparse::Block& block = jacobian.blocks()[k];
        for (std::size_t r = 0; r < block.ilength; ++r)
            rows[block.i + r].add(block.j / 3, jacobian.entries(k).subspan(3 * r, 3));
    }
    return rows;
}

bool ConstrainedParticles::can_have_come_from(const Vector& x0, double t0) {
    const Forces applied = [&] { return summed_forces(); };
    return constraints_hold(*this, constraints, feedback, applied, x0, t0, trouble);
}

std::string ConstrainedParticles::strain() { return most_strained(constraints, held().multipliers); }

ConstrainedParticles::Held ConstrainedParticles::held() {
    const Vector free = summed_forces();
    const ConstraintForces bars = constraint_forces(*this, constraints, free, feedback);
    Held result{bars.multipliers, particles::contact_forces(*this, free + bars.forces)};
    if (!result.walls.links.empty()) result.multipliers += result.walls.links;
    return result;
}

}  // namespace restraint::constraints
