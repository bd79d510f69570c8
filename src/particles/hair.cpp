#include "restraint/particles/hair.h"

#include <cmath>
#include <stdexcept>
#include <string>

#include "restraint/particles/angular_spring.h"
#include "restraint/particles/forces.h"

namespace restraint::particles {

std::vector<std::size_t> add_hair(ParticleSystem& system, const std::vector<Vec3>& points,
                                  const HairMaterial& material) {
    const std::size_t n = points.size();
    if (n < 2) throw std::invalid_argument("a hair has at least two points");
    std::vector<double> length;
    for (std::size_t i = 0; i + 1 < n; ++i) {
        length.push_back(norm(points[i + 1] - points[i]));
        if (!(length[i] > 0.0) || !std::isfinite(length[i]))
            throw std::invalid_argument("points " + std::to_string(i) + " and " + std::to_string(i + 1) +
                                        " of a hair are at the same place, or not finite");
    }
    for (double constant : {material.mass_per_length, material.stretch, material.bend, material.damping})
        require_not_negative("a constant of a hair", constant);
    const auto half_lengths = [&](std::size_t i) {  // of the segments that meet at point i
        return ((i > 0 ? length[i - 1] : 0.0) + (i + 1 < n ? length[i] : 0.0)) / 2;
    };

    std::vector<std::size_t> hair;
    for (std::size_t i = 0; i < n; ++i)
        hair.push_back(system.add_particle(material.mass_per_length * half_lengths(i), points[i]));
    for (std::size_t i = 0; i + 1 < n; ++i) {
        const double k = material.stretch / length[i];  // [PBM-SE-kn]
        system.add_force(DampedSpring(hair[i], hair[i + 1], {k, material.damping * k, length[i]}));
    }
    for (std::size_t i = 1; i + 1 < n && material.bend != 0.0; ++i) {
        const double k = material.bend / half_lengths(i);  // [PBM-SE-kn2]
        system.add_force(AngularSpring(hair[i - 1], hair[i], hair[i + 1], k, material.damping * k));
    }
    return hair;
}

std::vector<Vec3> straight_line(Vec3 a, Vec3 b, std::size_t n) {
    if (n == 0) throw std::invalid_argument("a straight line has at least one part");
    std::vector<Vec3> points;
    for (std::size_t i = 0; i <= n; ++i)
        points.push_back(a + static_cast<double>(i) / static_cast<double>(n) * (b - a));
    return points;
}

}  // namespace restraint::particles
