#pragma once

#include <cstddef>

#include "restraint/particles/behaviour.h"

namespace restraint::particles {

/// Resists bending at particle b of a chain a - b - c:  E = 1/2 k (theta - theta_0)^2.   [PBM-SE-ang]
///
/// theta is the angle by which the chain turns at b: 0 straight, pi folded back. Its gradient: c moves across
/// its segment in the plane of the chain, by 1/|c - b|; a likewise; b against both. A straight chain lies in
/// many planes and one of them is taken: with theta_0 = 0 there is no force in it, with theta_0 > 0 it has to
/// bend somewhere.
class AngularSpring : public ConditionForce {
  public:
    /// k in N m (per radian), damping in N m s, both >= 0; theta_0 in [0, pi).
    AngularSpring(std::size_t a, std::size_t b, std::size_t c, double k, double damping = 0.0,
                  double rest_angle = 0.0);
    std::size_t a, b, c;
    double k, damping, rest_angle;

    void check(const ParticleSystem& system) const override;

  private:
    /// C = theta - theta_0; of theta's curvature only that for a bend across the plane of the chain. Exact
    /// for a straight chain with theta_0 = 0.
    void for_each_condition(const ParticleSystem& system, const Visit& visit) const override;
};

}  // namespace restraint::particles
