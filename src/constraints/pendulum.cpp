#include "restraint/constraints/pendulum.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace restraint::constraints {

ParametricModel bead_on_circle(double mass, double radius) {
    if (!(mass > 0.0) || !(radius > 0.0))
        throw std::invalid_argument("a bead on a circle needs a positive mass and radius");
    ParametricModel model;
    model.masses = {mass};
    model.points = [radius](const Vector& u) {  // [PBM-SG-par]
        return radius * Vector{std::cos(u[0]), std::sin(u[0]), 0.0};
    };
    model.jacobian = [radius](const Vector& u) {
        return radius * Matrix{{-std::sin(u[0])}, {std::cos(u[0])}, {0.0}};
    };
    model.jacobian_dot = [radius](const Vector& u, const Vector& udot) {
        return radius * udot[0] * Matrix{{-std::cos(u[0])}, {-std::sin(u[0])}, {0.0}};
    };
    return model;
}

ParametricModel pendulum(std::vector<double> masses, std::vector<double> lengths) {
    require_same_size("the list of lengths", lengths.size(), "the list of masses", masses.size());
    if (masses.empty()) throw std::invalid_argument("a pendulum has at least one bar");
    for (std::size_t k = 0; k < masses.size(); ++k)
        if (!(masses[k] > 0.0) || !(lengths[k] > 0.0))
            throw std::invalid_argument("bar " + std::to_string(k) + " of a pendulum has mass " +
                                        std::to_string(masses[k]) + " kg and length " +
                                        std::to_string(lengths[k]) + " m: both must be positive");
    ParametricModel model;
    model.masses = masses;
    const std::size_t n = masses.size();
    // Bar j carries all points from j on; (x, y) is how the end of a bar of length 1 moves.
    const auto carried = [lengths, n](const auto& x, const auto& y) {
        Matrix result(3 * n, n);
        for (std::size_t j = 0; j < n; ++j)
            for (std::size_t k = j; k < n; ++k) {
                result(3 * k, j) = lengths[j] * x(j);
                result(3 * k + 1, j) = lengths[j] * y(j);
            }
        return result;
    };
    model.points = [carried, n](const Vector& u) {
        return carried([&](std::size_t j) { return std::sin(u[j]); },
                       [&](std::size_t j) { return -std::cos(u[j]); }) *
               Vector(n, 1.0);
    };
    model.jacobian = [carried](const Vector& u) {
        return carried([&](std::size_t j) { return std::cos(u[j]); },
                       [&](std::size_t j) { return std::sin(u[j]); });
    };
    model.jacobian_dot = [carried](const Vector& u, const Vector& udot) {
        return carried([&](std::size_t j) { return -std::sin(u[j]) * udot[j]; },
                       [&](std::size_t j) { return std::cos(u[j]) * udot[j]; });
    };
    return model;
}

}  // namespace restraint::constraints
