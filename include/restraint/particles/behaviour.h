#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "restraint/particles/particle_system.h"

namespace restraint::particles {

/// One component C of a behaviour function at the present state, with the energy k_s/2 C^2.
struct Condition {
    struct Slope {
        std::size_t particle;
        Vec3 gradient;       // dC/dx of the particle
        double share = 0.0;  // of the curvature
    };
    double c = 0.0;
    double k_s = 0.0, k_d = 0.0;
    std::vector<Slope> slopes;  // of the particles that C depends on
    Mat3 curvature{};  // C d2C/(dx_i dx_j) = share_i share_j curvature; 0 where that would be indefinite
};

/// A force made of conditions that should be 0:   [PBM-C-energy]
///
///     f_i = (dC/dx_i)' (-k_s C - k_d Cdot),      Cdot = sum over i of dC/dx_i v_i     [PBM-C-egrad, PBM-C-2]
///
/// Its matrices are
///
///     df_i/dx_j = -k_s (dC/dx_i' dC/dx_j + C d2C/(dx_i dx_j)),      df_i/dv_j = -k_d dC/dx_i' dC/dx_j
///
/// without terms of C d2C that could make them indefinite, and without the derivative of the damping with
/// respect to position.
class ConditionForce : public Force {
  public:
    void apply(ParticleSystem& system) const override;
    double energy(const ParticleSystem& system) const override;
    void add_jacobians(const ParticleSystem& system, ForceJacobians& jacobians) const override;

  protected:
    using Visit = std::function<void(const Condition&)>;
    virtual void for_each_condition(const ParticleSystem& system, const Visit& visit) const = 0;
};

/// A behaviour function evaluated: C (m components) and its gradients.
struct BehaviourValue {
    std::vector<double> c;                    // C, which should be 0
    std::vector<std::vector<Vec3>> gradient;  // [component][particle]: dC_r/dx_i
};

/// C(x_1, ..., x_n): takes the positions of its particles, in its own order.
using Behaviour = std::function<BehaviourValue(const std::vector<Vec3>& positions)>;

/// The force that pulls particles towards C = 0, from the energy E = k_s/2 C.C.   [PBM-C-energy]
///
/// All forces add up, so that C is near 0 but not 0, the nearer the larger k_s; and a large k_s makes the
/// equation stiff. Constraints (chapter constraints) keep C = 0. The matrix that it gives to implicit steps
/// is -k_s J'J, -k_d J'J: without the curvature of C, and never indefinite.
class BehaviourForce : public ConditionForce {
  public:
    /// k_s and k_d in units that make f newtons, >= 0. Throws std::invalid_argument else.
    BehaviourForce(std::vector<std::size_t> particles, Behaviour behaviour, double k_s, double k_d = 0.0);

    void check(const ParticleSystem& system) const override;  // evaluates it once

  private:
    void for_each_condition(const ParticleSystem& system, const Visit& visit) const override;
    BehaviourValue evaluate(const ParticleSystem& system) const;

    std::vector<std::size_t> particles_;
    Behaviour behaviour_;
    double k_s_, k_d_;
};

/// C = x_1 - x_2, a vector: pulls two particles to one point.   [PBM-C-behav1]
/// The force is a damped spring of rest length zero [PBM-C-ex1force]. The second example of the notes, C =
/// |x_1 - x_2| - r, is DampedSpring [PBM-C-behav2].
BehaviourForce coincide(std::size_t a, std::size_t b, double k_s, double k_d = 0.0);

/// A hand takes hold of particle i: adds the hand as a controlled particle (index returned) and ties the two
/// together with `coincide`. A hand that jumps makes a large force, but not an instability, as setting the
/// position of the grabbed particle does.   [PBM-C-mousespring]
std::size_t grab(ParticleSystem& system, std::size_t i, Path hand, double k_s, double k_d);

}  // namespace restraint::particles
