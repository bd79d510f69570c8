#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "../claims.h"
#include "../matrices.h"
#include "../near.h"
#include "../random.h"
#include "restraint/ode/stepper.h"
#include "restraint/particles/angular_spring.h"
#include "restraint/particles/behaviour.h"
#include "restraint/particles/buckets.h"
#include "restraint/particles/cloth.h"
#include "restraint/particles/collide.h"
#include "restraint/particles/forces.h"
#include "restraint/particles/hair.h"
#include "restraint/particles/implicit_step.h"

namespace restraint::particles {

inline constexpr double eps = 0x1p-52, pi = std::numbers::pi;

/// Mass in kg, or 0 for a nail; place and velocity.
struct Point {
    double mass;
    Vec3 x, v = {};
};

/// Such points under gravity, in m/s^2.
inline ParticleSystem points_under(Vec3 gravity, const std::vector<Point>& points) {
    ParticleSystem model;
    for (const auto& [mass, x, v] : points) {
        const std::size_t i = model.add_particle(mass == 0.0 ? 1.0 : mass, x, v);
        if (mass == 0.0) model.nail(i);
    }
    if (norm(gravity) > 0.0) model.add_force(Gravity(gravity));
    return model;
}
inline ParticleSystem particles_at(const std::vector<Point>& points) { return points_under({}, points); }
inline ParticleSystem one_particle(double mass, Vec3 x, Vec3 v = {}) { return particles_at({{mass, x, v}}); }

/// Takes that many steps of h seconds by the method, implicit ones, or by rk4 among walls; each must succeed.
inline void run(ode::System& system, const std::string& method, int steps, double h) {
    const ode::Stepper advance = ode::stepper(method);
    for (int k = 0; k < steps; ++k) REQUIRE(advance(system, h) == ode::Outcome::finished);
}
inline void run_implicit(ParticleSystem& system, int steps, double h) {
    ForceJacobians jacobians;
    for (int k = 0; k < steps; ++k)
        REQUIRE(implicit_step(system, h, jacobians).outcome == ode::Outcome::finished);
}

inline void run_among_walls(ParticleSystem& system, int steps, double h) {
    for (int k = 0; k < steps; ++k)
        REQUIRE(step_among_walls(system, ode::stepper("rk4"), h).outcome == ode::Outcome::finished);
}

/// The central difference quotient of f() in a variable that it depends on.
template <class Function>
auto slope(double& variable, Function f) {
    const double value = variable, d = 1e-5;
    variable = value + d;
    const auto ahead = f();
    variable = value - d;
    const auto behind = f();
    variable = value;
    return 1 / (2 * d) * (ahead - behind);
}

/// Are the forces minus the slopes of the energy?
inline void check_gradient(ParticleSystem& system, double tolerance) {
    const Vector f = system.applied_forces();
    for (std::size_t i = 0; i < f.size(); ++i) {
        const double rise =
            slope(system.particles[i / 3].x[i % 3], [&] { return system.potential_energy(); });
        CHECK(std::abs(f[i] + rise) <= tolerance);
    }
}

/// df/dx and df/dv of all forces, where the particles are.
inline std::pair<Matrix, Matrix> matrices_of(const ParticleSystem& system) {
    ForceJacobians jacobians(system.particles.size());
    for (const auto& force : system.forces()) force->add_jacobians(system, jacobians);
    return {dense(jacobians.df_dx()), dense(jacobians.df_dv())};
}

/// Are these the slopes of the forces?
inline void check_jacobians(ParticleSystem& system, double tolerance) {
    const auto [dx, dv] = matrices_of(system);
    const auto forces = [&] { return system.applied_forces(); };
    for (std::size_t j = 0; j < dx.cols(); ++j) {
        Particle& p = system.particles[j / 3];
        const Vector by_x = slope(p.x[j % 3], forces), by_v = slope(p.v[j % 3], forces);
        for (std::size_t i = 0; i < dx.rows(); ++i) {
            CHECK(std::abs(by_x[i] - dx(i, j)) <= tolerance);
            CHECK(std::abs(by_v[i] - dv(i, j)) <= tolerance);
        }
    }
}

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
