#pragma once

#include "../random.h"
#include "restraint/particles/particle_system.h"

namespace restraint::particles {

inline constexpr double eps = 0x1p-52;

/// Particles of unlike masses at random places with random velocities.
inline ParticleSystem random_system(std::size_t n, Random& random) {
    ParticleSystem system;
    for (std::size_t i = 0; i < n; ++i) {
        const double mass = random.uniform(0.5, 3.0);
        const Vec3 x = random_vec3(random), v = random_vec3(random);
        system.add_particle(mass, x, v);
    }
    return system;
}

}  // namespace restraint::particles
