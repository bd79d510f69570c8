#include "restraint/particles/buckets.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>

namespace restraint::particles {
namespace {

/// The cube of edge `radius` that a point lies in; whatever is farther out than 2^50 cubes is in the last
/// one.
using Cell = std::array<std::int64_t, 3>;

Cell cell_of(Vec3 x, double radius) {
    Cell cell;
    for (std::size_t k = 0; k < 3; ++k) {
        if (!std::isfinite(x[k])) throw std::invalid_argument("a particle is not at a finite place");
        cell[k] = static_cast<std::int64_t>(std::clamp(std::floor(x[k] / radius), -0x1p50, 0x1p50));
    }
    return cell;
}

}  // namespace

SpatialBuckets::SpatialBuckets(double radius) : radius_(radius) {
    if (!(radius > 0.0) || !std::isfinite(radius))
        throw std::invalid_argument("the radius of the buckets is " + std::to_string(radius) +
                                    " m, but must be positive");
}

std::size_t SpatialBuckets::for_each_pair(const std::vector<Vec3>& points,
                                          const std::function<void(std::size_t, std::size_t)>& visit) const {
    std::map<Cell, std::vector<std::size_t>> buckets;  // the points of each cell that has any
    for (std::size_t i = 0; i < points.size(); ++i) buckets[cell_of(points[i], radius_)].push_back(i);
    std::size_t tests = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Cell cell = cell_of(points[i], radius_);
        for (std::int64_t dx = -1; dx <= 1; ++dx)
            for (std::int64_t dy = -1; dy <= 1; ++dy)
                for (std::int64_t dz = -1; dz <= 1; ++dz) {  // [PBM-C-buckets]
                    const auto near = buckets.find({cell[0] + dx, cell[1] + dy, cell[2] + dz});
                    if (near == buckets.end()) continue;
                    for (std::size_t j : near->second) {
                        if (j <= i) continue;
                        ++tests;
                        const Vec3 l = points[i] - points[j];
                        if (dot(l, l) < radius_ * radius_) visit(i, j);
                    }
                }
    }
    return tests;
}

PairForce::PairForce(double k, double r_0, double radius, Search search)
    : k_(k), r_0_(r_0), radius_(radius), search_(search) {
    if (!(k >= 0.0) || !std::isfinite(k) || !(r_0 > 0.0) || !(r_0 <= radius) || !std::isfinite(radius))
        throw std::invalid_argument(
            "a pair force needs k >= 0 and 0 < r_0 <= R, but has k = " + std::to_string(k) +
            ", r_0 = " + std::to_string(r_0) + ", R = " + std::to_string(radius));
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
    const auto& particles = system.particles;
    const auto measured = [&](std::size_t i, std::size_t j) {
        const double d = norm(particles[i].x - particles[j].x);
        if (d < radius_) visit(i, j, d);
    };
    if (search_ == Search::all_pairs) {
        for (std::size_t i = 0; i < particles.size(); ++i)
            for (std::size_t j = i + 1; j < particles.size(); ++j) measured(i, j);
        return;
    }
    std::vector<Vec3> points;
    points.reserve(particles.size());
    for (const Particle& p : particles) points.push_back(p.x);
    SpatialBuckets(radius_).for_each_pair(points, measured);
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
