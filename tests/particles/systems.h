#pragma once

#include "../random.h"
#include "restraint/particles/behaviour.h"

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

/// C = |x_1 - x_2| - r, the second example of the notes.   [PBM-C-behav2, PBM-C-ex2C, PBM-C-ex2grad2]
inline BehaviourForce keep_distance(std::size_t a, std::size_t b, double r, double k_s, double k_d = 0.0) {
    const Behaviour behaviour = [r](const std::vector<Vec3>& x) {
        const Vec3 n = normalized(x[0] - x[1]);  // [PBM-C-ex2grad]
        return BehaviourValue{{norm(x[0] - x[1]) - r}, {{n, -n}}};
    };
    return {{a, b}, behaviour, k_s, k_d};
}

}  // namespace restraint::particles
