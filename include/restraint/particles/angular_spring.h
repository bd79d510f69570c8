#pragma once

#include <cstddef>

#include "restraint/particles/behaviour.h"

namespace restraint::particles {

/// Resists bending at particle b of a chain a - b - c:  E = 1/2 k (theta - theta_0)^2.   [PBM-SE-ang]
///
/// theta is the angle by which the chain turns at b: 0 straight, pi folded back. Its gradients: dtheta/dx_c
/// lies in the plane of the chain, across the segment b - c, of length 1/|c - b|; dtheta/dx_a likewise, of
/// length 1/|a - b|; dtheta/dx_b is minus their sum. A straight chain lies in many planes, of which one is
/// chosen: with theta_0 = 0 the force is 0 there, with theta_0 > 0 the chain bends in the chosen plane.
class AngularSpring : public ConditionForce {
  public:
    /// k in N m (per radian), damping in N m s, both >= 0; theta_0 in [0, pi).
    AngularSpring(std::size_t a, std::size_t b, std::size_t c, double k, double damping = 0.0,
                  double rest_angle = 0.0);
    std::size_t a, b, c;
    double k, damping, rest_angle;

    void check(const ParticleSystem& system) const override;

  private:
    /// C = theta - theta_0. Of the second derivatives of theta only those for a bend out of the plane of the
    /// chain are taken: exact for a straight chain with theta_0 = 0.
    void for_each_condition(const ParticleSystem& system, const Visit& visit) const override;
};

}  // namespace restraint::particles
