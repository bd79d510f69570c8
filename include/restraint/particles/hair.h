#pragma once

#include <cstddef>
#include <vector>

#include "restraint/particles/particle_system.h"

namespace restraint::particles {

/// What a hair is made of, whatever the number of particles it is cut into.
struct HairMaterial {
    double mass_per_length = 1e-2;  // kg/m
    double stretch = 10.0;          // N: the force that would double its length
    double bend = 0.0;     // N m^2: the torque of a bend of one radian a metre. 0: limp, a string of springs
    double damping = 0.0;  // s: every spring is damped with this times its stiffness
};

/// Adds the particles and springs of a hair through the given points, at rest there as far as lengths go, and
/// straight at rest; returns the indices of its particles, the root first.   [PBM-SE-limp, PBM-SE-ang]
///
/// The segment between two points has stiffness stretch / l_i, the joint of two segments bend / l_i with l_i
/// half of their sum: then the energy of a given shape does not depend on how many points stand for it.
/// [PBM-SE-kn, PBM-SE-kn2]. More points, stiffer springs: the price is a smaller step.
///
/// Each particle has the mass of the halves of its segments. Throws std::invalid_argument for fewer than two
/// points, two neighbours at one place, or constants that are negative (or a mass that is not positive).
std::vector<std::size_t> add_hair(ParticleSystem& system, const std::vector<Vec3>& points,
                                  const HairMaterial& material);

/// n + 1 points on the straight line from a to b; n > 0, or throws std::invalid_argument.
std::vector<Vec3> straight_line(Vec3 a, Vec3 b, std::size_t n);

}  // namespace restraint::particles
