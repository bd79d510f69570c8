#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "restraint/particles/particle_system.h"

namespace restraint::particles {

/// A behaviour function evaluated: C (m components) and its gradients.
struct BehaviourValue {
    std::vector<double> c;                    // C, 0 where the particles are content
    std::vector<std::vector<Vec3>> gradient;  // [component][particle]: dC_r/dx_i
};

/// C(x_1, ..., x_n): takes the positions of its particles, in its own order.
using Behaviour = std::function<BehaviourValue(const std::vector<Vec3>& positions)>;

/// The force that pulls particles towards C = 0, from the energy E = k_s/2 C.C:   [PBM-C-energy]
///
///     f_i = (dC/dx_i)' (-k_s C - k_d Cdot),      Cdot = sum over i of dC/dx_i v_i     [PBM-C-egrad, PBM-C-2]
///
/// It competes with all other forces: C = 0 is never quite reached, and a large k_s makes a stiff equation.
/// Constraints (chapter constraints) reach it. The matrix that it gives to implicit steps is -k_s J'J, -k_d
/// J'J: without the curvature of C, and never indefinite.
class BehaviourForce : public Force {
  public:
    /// k_s and k_d in units that make f newtons, >= 0. Throws std::invalid_argument else.
    BehaviourForce(std::vector<std::size_t> particles, Behaviour behaviour, double k_s, double k_d = 0.0);

    void check(const ParticleSystem& system) const override;  // evaluates it once
    void apply(ParticleSystem& system) const override;
    double energy(const ParticleSystem& system) const override;
    void add_jacobians(const ParticleSystem& system, ForceJacobians& jacobians) const override;

  private:
    BehaviourValue evaluate(const ParticleSystem& system) const;

    std::vector<std::size_t> particles_;
    Behaviour behaviour_;
    double k_s_, k_d_;
};

/// C = x_1 - x_2, a vector: they want to be at one point.   [PBM-C-behav1]
/// The force is a damped spring of rest length zero.   [PBM-C-ex1force]
BehaviourForce coincide(std::size_t a, std::size_t b, double k_s, double k_d = 0.0);

/// C = |x_1 - x_2| - r: they want to be at distance r > 0.   [PBM-C-behav2, PBM-C-ex2C]
/// The force is that of DampedSpring.
BehaviourForce keep_distance(std::size_t a, std::size_t b, double r, double k_s, double k_d = 0.0);

/// A hand takes hold of particle i: adds the hand as a controlled particle (index returned) and ties the two
/// together with `coincide`. A hand that jumps makes a large force, but not an instability, as setting the
/// position of the grabbed particle does.   [PBM-C-mousespring]
std::size_t grab(ParticleSystem& system, std::size_t i, Path hand, double k_s, double k_d);

}  // namespace restraint::particles
