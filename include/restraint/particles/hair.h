#pragma once

#include <cstddef>
#include <vector>

#include "restraint/particles/particle_system.h"

namespace restraint::particles {

/// What a hair is made of, whatever the number of particles it is cut into.
struct HairMaterial {
    double mass_per_length = 1e-2;  // kg/m
    double stretch = 10.0;          // N: the force that doubles its length
    double bend = 0.0;     // N m^2: the torque of a bend of one radian a metre. 0: limp, a string of springs
    double damping = 0.0;  // s: every spring is damped with this times its stiffness
};

/// Adds the particles and springs of a hair through the given points, at rest there as far as lengths go, and
/// straight at rest; returns the indices of its particles, the root first.   [PBM-SE-limp, PBM-SE-ang]
///
/// The segment i between two points has the stiffness stretch / l_i, l_i its length; the joint of two
/// segments has bend / l, l the mean of their lengths. Then the energy of a given shape does not depend on
/// the number of points [PBM-SE-kn, PBM-SE-kn2]. More points make stiffer springs, which need shorter steps.
///
/// Each particle has the mass of the halves of its segments. Throws std::invalid_argument for fewer than two
/// points, two neighbours at one place, or constants that are negative (or a mass that is not positive).
std::vector<std::size_t> add_hair(ParticleSystem& system, const std::vector<Vec3>& points,
                                  const HairMaterial& material);

/// n + 1 points on the straight line from a to b; n > 0, or throws std::invalid_argument.
std::vector<Vec3> straight_line(Vec3 a, Vec3 b, std::size_t n);

}  // namespace restraint::particles
