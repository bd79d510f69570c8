#include "restraint/particles/particle_system.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "restraint/particles/contacts.h"

namespace restraint::particles {
namespace {

/// d d' / (d.d), the projection onto the direction d.
Mat3 along(Vec3 d) {
    if (!is_finite(d) || d == Vec3{})
        throw std::invalid_argument(
            "a particle is held along or across a direction that is zero or not finite");
    const Vec3 n = normalized(d / max_norm(d));  // whose square neither overflows nor vanishes
    return outer(n, n);
}

}  // namespace

std::size_t ParticleSystem::add_particle(double mass, Vec3 x, Vec3 v) {
    if (!(mass > 0.0) || !std::isfinite(mass))
        throw std::invalid_argument("the mass of particle " + std::to_string(particles.size()) + " is " +
                                    std::to_string(mass) + " kg, but must be positive and finite");
    if (!is_finite(x) || !is_finite(v))
        throw std::invalid_argument("position and velocity of particle " + std::to_string(particles.size()) +
                                    " must be finite");
    particles.push_back({.mass = mass, .x = x, .v = v, .f = {}, .path = {}});
    return particles.size() - 1;
}

void ParticleSystem::remove_force(const Force& force) {
    const auto gone = std::find_if(forces_.begin(), forces_.end(),
                                   [&](const auto& candidate) { return candidate.get() == &force; });
    if (gone == forces_.end()) throw std::invalid_argument("a force to be removed is none of the system");
    forces_.erase(gone);
}

const Particle& ParticleSystem::at(std::size_t i) const {
    if (i >= particles.size())
        throw std::invalid_argument("there is no particle " + std::to_string(i) + ": the system has " +
                                    std::to_string(particles.size()));
    return particles[i];
}

void ParticleSystem::control(std::size_t i, Path path) {
    at(i);
    particles[i].path = std::move(path);
    follow_paths();
}

void ParticleSystem::nail(std::size_t i) {
    const Vec3 place = at(i).x;
    if (!is_finite(place))
        throw std::invalid_argument("particle " + std::to_string(i) + " is nailed where it is not finite");
    control(i, [place](double) { return PathPoint{place, {}, {}}; });
}

void ParticleSystem::hold_on_plane(std::size_t i, Vec3 normal) { hold(i, Mat3::identity() - along(normal)); }

void ParticleSystem::hold_on_line(std::size_t i, Vec3 direction) { hold(i, along(direction)); }

void ParticleSystem::hold(std::size_t i, const Mat3& freedom) {
    at(i);
    particles[i].freedom = freedom;
    particles[i].v = freedom * particles[i].v;
}

void ParticleSystem::release(std::size_t i) {
    at(i);
    particles[i].path = {};
    particles[i].freedom = Mat3::identity();
}

/// Position and velocity of the controlled particles belong to the clock.   [PBM-C-controlled]
void ParticleSystem::follow_paths() {
    for (Particle& p : particles)
        if (!p.is_free()) {
            const PathPoint point = p.path(t);
            p.x = point.x;
            p.v = point.v;
        }
}

std::size_t ParticleSystem::dimension() const {
    std::size_t free = 0;
    for (const Particle& p : particles) free += p.is_free() ? 1 : 0;
    return 6 * free;  // [PBM-C-dims]
}

Vector ParticleSystem::state() const {
    Vector x(dimension());
    std::size_t k = 0;
    for (const Particle& p : particles)
        if (p.is_free()) {  // [PBM-C-getstate]
            set_block(x, k++, p.x);
            set_block(x, k++, p.v);
        }
    return x;
}

void ParticleSystem::set_state(const Vector& x, double time) {
    require_same_size("the state", x.size(), "the particle system", dimension());
    std::size_t k = 0;
    for (Particle& p : particles)
        if (p.is_free()) {  // [PBM-C-setstate]
            p.x = block(x, k++);
            p.v = block(x, k++);
        }
    t = time;
    follow_paths();
}

Vector ParticleSystem::gathered(Vec3 Particle::*what) const {
    Vector all(3 * particles.size());
    for (std::size_t i = 0; i < particles.size(); ++i) set_block(all, i, particles[i].*what);
    return all;
}

Vector ParticleSystem::positions() const { return gathered(&Particle::x); }
Vector ParticleSystem::velocities() const { return gathered(&Particle::v); }

Vector ParticleSystem::applied_forces() { return with_walls(summed_forces()); }

Vector ParticleSystem::summed_forces() {
    for (Particle& p : particles) p.f = {};                 // clear,
    for (const auto& force : forces_) force->apply(*this);  // let every force act   [PBM-C-forceloop]
    return gathered(&Particle::f);
}

/// The walls come last: their forces depend on all others.
Vector ParticleSystem::with_walls(const Vector& forces) {
    if (walls.empty()) return forces;
    const ContactForces answer = contact_forces(*this, forces);
    if (answer.solved) return forces + answer.forces;
    trouble = "no accelerations are legal for all walls and links";
    return Vector(forces.size(), std::numeric_limits<double>::quiet_NaN());
}

Vector ParticleSystem::accelerations(const Vector& forces) const {
    require_same_size("the forces", forces.size(), "the positions", 3 * particles.size());
    Vector a(forces.size());
    for (std::size_t i = 0; i < particles.size(); ++i) {
        const Particle& p = particles[i];
        set_block(a, i, p.is_free() ? p.freedom * block(forces, i) / p.mass : p.path(t).a);
    }
    return a;
}

Vector ParticleSystem::derivative_under(const Vector& forces) const {
    const Vector a = accelerations(forces);  // f/m, each with its own m   [PBM-C-deriv]
    Vector derivative(dimension());
    std::size_t k = 0;
    for (std::size_t i = 0; i < particles.size(); ++i)
        if (particles[i].is_free()) {  // xdot = v, vdot = f/m
            set_block(derivative, k++, particles[i].v);
            set_block(derivative, k++, block(a, i));
        }
    return derivative;
}

std::string ParticleSystem::strain() {
    const Vector f = summed_forces();
    for (std::size_t j = 0; j < f.size(); ++j)
        if (!std::isfinite(f[j])) return "the force on particle " + std::to_string(j / 3) + " is not finite";
    return {};
}

double ParticleSystem::kinetic_energy() const {
    double energy = 0.0;
    for (const Particle& p : particles)
        if (p.is_free()) energy += p.mass / 2 * dot(p.v, p.v);
    return energy;
}

double ParticleSystem::potential_energy() const {
    double energy = 0.0;
    for (const auto& force : forces_) energy += force->energy(*this);
    return energy;
}

Vec3 ParticleSystem::momentum() const {
    Vec3 sum;
    for (const Particle& p : particles)
        if (p.is_free()) sum += p.mass * p.v;
    return sum;
}

}  // namespace restraint::particles
