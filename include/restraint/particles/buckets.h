#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "restraint/particles/particle_system.h"

namespace restraint::particles {

/// Calls visit(i, j), i < j, once for each pair of points in one bucket or in two that touch. Buckets are the
/// cubes of edge `edge` into which space is cut, so that two points closer than `edge` are such a pair; a
/// point's partners are in 27 buckets. If the density of the points is bounded, the number of pairs is
/// proportional to the number of points. The order of the calls depends only on the points.   [PBM-C-buckets]
///
/// edge > 0 in m, or throws std::invalid_argument.
void for_each_near_pair(const std::vector<Vec3>& points, double edge,
                        const std::function<void(std::size_t i, std::size_t j)>& visit);

/// A force between any two particles that are close: they repel each other at distances below r_0, attract
/// each other from r_0 to the radius R, and have no force on each other beyond R.
///
///     f(d) = k (1 - d/r_0) (1 - d/R)^2     along the line between them, > 0 pushes them apart;
///                                          0 with its slope at d = R
class PairForce : public Force {
  public:
    /// k >= 0 in N, 0 < r_0 <= R in m, bucket >= 0, or throws std::invalid_argument. The buckets have the
    /// edge `bucket` in m, but at least R: a huge one looks at all pairs, for the same forces summed in
    /// another order.
    PairForce(double k, double r_0, double radius, double bucket = 0.0);

    double magnitude(double d) const;  // f(d), N
    double potential(double d) const;  // the energy of a pair: the integral of f from d to R, J

    void check(const ParticleSystem& system) const override;
    void apply(ParticleSystem& system) const override;
    double energy(const ParticleSystem& system) const override;

  private:
    void for_each_pair(const ParticleSystem& system,
                       const std::function<void(std::size_t i, std::size_t j, double d)>& visit) const;

    double k_, r_0_, radius_, bucket_;
};

}  // namespace restraint::particles
