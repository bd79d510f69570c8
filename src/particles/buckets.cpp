#include "restraint/particles/buckets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "restraint/particles/forces.h"

namespace restraint::particles {
namespace {

/// The bucket, a cube, that a point lies in; whatever is farther out than 2^50 cubes is in the last
/// one.
using Cell = std::array<std::int64_t, 3>;

Cell cell_of(Vec3 x, double edge) {
    Cell cell;
    for (std::size_t k = 0; k < 3; ++k) {
        if (!std::isfinite(x[k])) throw std::invalid_argument("a particle is not at a finite place");
        cell[k] = static_cast<std::int64_t>(std::clamp(std::floor(x[k] / edge), -0x1p50, 0x1p50));
    }
    return cell;
}

}  // namespace

void for_each_near_pair(const std::vector<Vec3>& points, double edge,
                        const std::function<void(std::size_t, std::size_t)>& visit) {
    if (!(edge > 0.0) || !std::isfinite(edge))
        throw std::invalid_argument("the edge of the buckets is " + std::to_string(edge) +
                                    " m, but must be positive");
    std::vector<std::pair<Cell, std::size_t>> sorted;
    for (std::size_t i = 0; i < points.size(); ++i) sorted.push_back({cell_of(points[i], edge), i});
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Cell cell = cell_of(points[i], edge);
        for (std::int64_t x = cell[0] - 1; x <= cell[0] + 1; ++x)
            for (std::int64_t y = cell[1] - 1; y <= cell[1] + 1; ++y) {
                // The three buckets along z stand one after the other.   [PBM-C-buckets]
                const std::pair<Cell, std::size_t> first{{x, y, cell[2] - 1}, 0};
                for (auto near = std::lower_bound(sorted.begin(), sorted.end(), first);
                     near != sorted.end() && near->first <= Cell{x, y, cell[2] + 1}; ++near)
                    if (near->second > i) visit(i, near->second);
            }
    }
}

PairForce::PairForce(double k, double r_0, double radius, double bucket)
    : k_(k), r_0_(r_0), radius_(radius), bucket_(std::max(radius, bucket)) {
    require_not_negative("k of a pair force", k);
    require_not_negative("the edge of the buckets", bucket);
    if (!(r_0 > 0.0) || !(r_0 <= radius) || !std::isfinite(radius))
        throw std::invalid_argument("a pair force needs 0 < r_0 <= R, but has r_0 = " + std::to_string(r_0) +
                                    ", R = " + std::to_string(radius));
}

double PairForce::magnitude(double d) const {
    if (d >= radius_) return 0.0;
    const double u = 1 - d / radius_;
    return k_ * (1 - d / r_0_) * u * u;
}

double PairForce::potential(double d) const {
    if (d >= radius_) return 0.0;
    // With u = 1 - s/R and p = R/r_0 the force is k ((1-p) u^2 + p u^3): integrate over s = R (1 - u).
    const double u = 1 - d / radius_, p = radius_ / r_0_;
    return k_ * radius_ * u * u * u * ((1 - p) / 3 + p * u / 4);
}

void PairForce::for_each_pair(
    const ParticleSystem& system,
    const std::function<void(std::size_t i, std::size_t j, double d)>& visit) const {
    std::vector<Vec3> points;
    for (const Particle& p : system.particles) points.push_back(p.x);
    for_each_near_pair(points, bucket_, [&](std::size_t i, std::size_t j) {
        const double d = norm(points[i] - points[j]);
        if (d < radius_) visit(i, j, d);
    });
}

void PairForce::check(const ParticleSystem& system) const {
    for_each_pair(system, [](std::size_t i, std::size_t j, double d) {
        if (!(d > 0.0))
            throw std::invalid_argument("particles " + std::to_string(i) + " and " + std::to_string(j) +
                                        " are at the same point: their repulsion has no direction");
    });
}

void PairForce::apply(ParticleSystem& system) const {
    for_each_pair(system, [&](std::size_t i, std::size_t j, double d) {
        if (!(d > 0.0)) return;
        const Vec3 f = magnitude(d) / d * (system.particles[i].x - system.particles[j].x);
        system.particles[i].f += f;
        system.particles[j].f -= f;
    });
}

double PairForce::energy(const ParticleSystem& system) const {
    double sum = 0.0;
    for_each_pair(system, [&](std::size_t, std::size_t, double d) { sum += potential(d); });
    return sum;
}

}  // namespace restraint::particles
