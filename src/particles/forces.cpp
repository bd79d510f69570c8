#include "restraint/particles/forces.h"

#include <cmath>
#include <stdexcept>
#include <string>

#include "restraint/particles/force_jacobians.h"

namespace restraint::particles {

void require_not_negative(const std::string& what, double value) {
    if (!(value >= 0.0) || !std::isfinite(value))
        throw std::invalid_argument(what + " is " + std::to_string(value) + ", but must be >= 0 and finite");
}

void require_apart(const ParticleSystem& system, std::size_t a, std::size_t b) {
    if (system.at(a).x == system.at(b).x)
        throw std::invalid_argument("particles " + std::to_string(a) + " and " + std::to_string(b) +
                                    " are at the same point: a spring between them has no direction");
}

Gravity::Gravity(Vec3 acceleration) : g(acceleration) {
    if (!is_finite(g)) throw std::invalid_argument("the acceleration of gravity must be finite");
}

void Gravity::apply(ParticleSystem& system) const {
    for (Particle& p : system.particles) p.f += p.mass * g;  // [PBM-C-gravity]
}

double Gravity::energy(const ParticleSystem& system) const {
    double sum = 0.0;
    for (const Particle& p : system.particles)
        if (p.is_free()) sum -= p.mass * dot(g, p.x);
    return sum;
}

Drag::Drag(double constant) : k_d(constant) { require_not_negative("the coefficient of drag", k_d); }

void Drag::apply(ParticleSystem& system) const {
    for (Particle& p : system.particles) p.f -= k_d * p.v;  // [PBM-C-drag]
}

void Drag::add_jacobians(const ParticleSystem& system, ForceJacobians& jacobians) const {
    for (std::size_t i = 0; i < system.particles.size(); ++i)
        jacobians.add(i, i, Mat3{}, -k_d * Mat3::identity());
}

DampedSpring::DampedSpring(std::size_t first, std::size_t second, const SpringConstants& spring_constants)
    : a(first), b(second), constants(spring_constants) {
    const std::string spring =
        "the spring between particles " + std::to_string(a) + " and " + std::to_string(b);
    if (a == b) throw std::invalid_argument(spring + " joins a particle to itself");
    require_not_negative("the stiffness of " + spring, constants.k_s);
    require_not_negative("the damping of " + spring, constants.k_d);
    if (!(constants.rest_length > 0.0) || !std::isfinite(constants.rest_length))
        throw std::invalid_argument("the rest length of " + spring + " is " +
                                    std::to_string(constants.rest_length) + " m, but must be positive");
}

void DampedSpring::check(const ParticleSystem& system) const { require_apart(system, a, b); }

void DampedSpring::apply(ParticleSystem& system) const {
    const Particle &pa = system.particles[a], &pb = system.particles[b];
    const Vec3 l = pa.x - pb.x, ldot = pa.v - pb.v;  // [PBM-C-ldot]
    const Vec3 n = normalized(l);
    const auto [k_s, k_d, r] = constants;
    const Vec3 f_a = -(k_s * (norm(l) - r) + k_d * dot(ldot, n)) * n;  // [PBM-C-1]
    system.particles[a].f += f_a;
    system.particles[b].f -= f_a;
}

double DampedSpring::energy(const ParticleSystem& system) const {
    const double stretch = norm(system.particles[a].x - system.particles[b].x) - constants.rest_length;
    return constants.k_s / 2 * stretch * stretch;
}

void DampedSpring::add_jacobians(const ParticleSystem& system, ForceJacobians& jacobians) const {
    const Vec3 l = system.particles[a].x - system.particles[b].x, n = normalized(l);
    const auto [k_s, k_d, r] = constants;
    const Mat3 along = outer(n, n), across = Mat3::identity() - along;
    const double length = norm(l), taut = length > r ? 1 - r / length : 0.0;
    const Mat3 dx = -k_s * (along + taut * across), dv = -k_d * along;
    jacobians.add(a, a, dx, dv);
    jacobians.add(b, b, dx, dv);
    jacobians.add(a, b, -1.0 * dx, -1.0 * dv);
    jacobians.add(b, a, -1.0 * dx, -1.0 * dv);
}

DampedSpring spring_at_rest(const ParticleSystem& system, std::size_t a, std::size_t b, double k_s,
                            double k_d) {
    return {a, b, {k_s, k_d, norm(system.at(a).x - system.at(b).x)}};
}

}  // namespace restraint::particles
