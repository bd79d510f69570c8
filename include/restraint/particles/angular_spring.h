#pragma once

#include <cstddef>

#include "restraint/particles/particle_system.h"

namespace restraint::particles {

/// Resists bending at particle b of a chain a - b - c:  E = 1/2 k (theta - theta_0)^2.   [PBM-SE-ang]
///
/// theta is the angle by which the chain turns at b: 0 straight, pi folded back. Its gradient: c moves across
/// its segment in the plane of the chain, by 1/|c - b|; a likewise; b against both. A straight chain lies in
/// many planes and one of them is taken: with theta_0 = 0 there is no force in it, with theta_0 > 0 it has to
/// bend somewhere.
class AngularSpring : public Force {
  public:
    /// k in N m (per radian), damping in N m s, both >= 0; theta_0 in [0, pi).
    AngularSpring(std::size_t a, std::size_t b, std::size_t c, double k, double damping = 0.0,
                  double rest_angle = 0.0);
    std::size_t a, b, c;
    double k, damping, rest_angle;

    double angle(const ParticleSystem& system) const;
    void check(const ParticleSystem& system) const override;
    void apply(ParticleSystem& system) const override;
    double energy(const ParticleSystem& system) const override;
    /// The matrix: -k dtheta/dx dtheta/dx' and, for bending across the plane, the part of theta's curvature
    /// that keeps it from being indefinite. Exact for a straight chain with theta_0 = 0.
    void add_jacobians(const ParticleSystem& system, ForceJacobians& jacobians) const override;
};

}  // namespace restraint::particles
