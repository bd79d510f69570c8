#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "restraint/particles/particle_system.h"

namespace restraint::particles {

/// Finds all pairs of points closer than a radius: space is cut into cubes of that size, and partners are
/// looked for in 27 cubes, so that where the density of the points is bounded the number of distances is
/// proportional to that of the points. A cube is found in a sorted table of those that hold a point.
/// [PBM-C-buckets]
class SpatialBuckets {
  public:
    /// radius > 0 in m, or throws std::invalid_argument.
    explicit SpatialBuckets(double radius);

    /// Calls visit(i, j), i < j, once for each pair with |x_i - x_j| < radius; the order depends only on the
    /// points. Returns how many distances were computed.
    std::size_t for_each_pair(const std::vector<Vec3>& points,
                              const std::function<void(std::size_t i, std::size_t j)>& visit) const;

  private:
    double radius_;
};

/// A force between any two particles that are close: they repel each other below the distance r_0, attract
/// each other from there to the radius R, and do not feel each other beyond.
///
///     f(d) = k (1 - d/r_0) (1 - d/R)^2     along the line between them, > 0 pushes them apart;
///                                          0 with its slope at d = R
class PairForce : public Force {
  public:
    enum class Search { buckets, all_pairs };  // the same forces, in another order of summation

    /// k >= 0 in N, 0 < r_0 <= R in m, or throws std::invalid_argument.
    PairForce(double k, double r_0, double radius, Search search = Search::buckets);

    double magnitude(double d) const;  // f(d), N
    double potential(double d) const;  // the energy of a pair: the integral of f from d to R, J

    void check(const ParticleSystem& system) const override;
    void apply(ParticleSystem& system) const override;
    double energy(const ParticleSystem& system) const override;

  private:
    void for_each_pair(const ParticleSystem& system,
                       const std::function<void(std::size_t i, std::size_t j, double d)>& visit) const;

    double k_, r_0_, radius_;
    Search search_;
};

}  // namespace restraint::particles
