#pragma once

#include <cstddef>
#include <string>

#include "restraint/particles/particle_system.h"

namespace restraint::particles {

/// For the constants of forces: throws std::invalid_argument that names `what` unless value is >= 0 and
/// finite.
void require_not_negative(const std::string& what, double value);
/// Throws std::invalid_argument if particles a and b are at the same point: a spring has no direction there.
void require_apart(const ParticleSystem& system, std::size_t a, std::size_t b);

/// The gravity of the earth on all particles: f = m g.   [PBM-C-gravity, PBM-SC-grav]
/// Energy -m g.x, 0 at the origin.
struct Gravity : Force {
    /// Throws std::invalid_argument if it is not finite.
    explicit Gravity(Vec3 acceleration = {0.0, -9.81, 0.0});
    Vec3 g;  // m/s^2

    void apply(ParticleSystem& system) const override;
    double energy(const ParticleSystem& system) const override;
};

/// Viscous drag on all particles: f = -k_d v.   [PBM-C-drag, PBM-SC-drag]
/// A small k_d makes any system more stable; with a large one everything moves as in molasses.
struct Drag : Force {
    /// k_d >= 0 in N s/m, or throws std::invalid_argument.
    explicit Drag(double k_d);
    double k_d;

    void apply(ParticleSystem& system) const override;
    void add_jacobians(const ParticleSystem& system, ForceJacobians& jacobians) const override;
};

struct SpringConstants {
    double k_s = 0.0;          // stiffness, N/m
    double k_d = 0.0;          // damping, N s/m
    double rest_length = 0.0;  // r, m
};

/// Hooke's law with damping between two particles:   [PBM-C-1, PBM-SC-spring]
///
///     f_a = -( k_s (|l| - r) + k_d (ldot.l)/|l| ) l/|l|,     f_b = -f_a,     l = a - b,   ldot = v_a - v_b
///
/// Both forces lie on the line that joins the particles, and their sum is 0: a spring, damped or not, moves
/// no centre of mass.
///
/// With n = l/|l|,   df_a/dx_a = -k_s ( n n' + (1 - r/|l|) (1 - n n') ),   df_a/dv_a = -k_d n n'.
/// The term (1 - r/|l|) (1 - n n') is left out while the spring is pressed, |l| < r: there it is negative,
/// and the matrix of the implicit step might not be positive definite. The derivative of the damping with
/// respect to position is left out too.
class DampedSpring : public Force {
  public:
    /// Throws std::invalid_argument if a == b, a constant is negative or not finite, or r is 0: a spring of
    /// rest length 0 is `coincide` of behaviour.h.
    DampedSpring(std::size_t a, std::size_t b, const SpringConstants& constants);
    std::size_t a, b;
    SpringConstants constants;

    void check(const ParticleSystem& system) const override;
    void apply(ParticleSystem& system) const override;
    double energy(const ParticleSystem& system) const override;
    void add_jacobians(const ParticleSystem& system, ForceJacobians& jacobians) const override;
};

/// A spring whose rest length is the distance of a and b as they are in the system.
DampedSpring spring_at_rest(const ParticleSystem& system, std::size_t a, std::size_t b, double k_s,
                            double k_d = 0.0);

}  // namespace restraint::particles
