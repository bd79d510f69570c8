#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "restraint/gauss/row.h"
#include "restraint/linalg/mat3.h"
#include "restraint/linalg/vec3.h"
#include "restraint/ode/mechanics.h"
#include "restraint/particles/wall.h"

/// Chapter particles: masses without extent, the forces on them, and cloth and hair made of both.
/// [PBM-C-newton]
///
/// Read in this order: wall.h (a plane), particle_system.h (particles, force objects, the derivative loop),
/// forces.h (gravity, drag, springs), behaviour.h (forces from a function that should be zero), buckets.h
/// (short-range forces between any two particles), contacts.h and collide.h (pushing and bouncing on walls),
/// force_jacobians.h and implicit_step.h (long steps), angular_spring.h and hair.h, cloth.h.
///
/// Symbols, as in the notes: m mass in kg, x position in m, v velocity in m/s, f force in N, k_s stiffness,
/// k_d damping, r rest length in m, C behaviour function. Everything is three-dimensional; a scene of the
/// plane keeps z = 0.
namespace restraint::particles {

/// Where a controlled particle is, how fast, and with what acceleration: m, m/s, m/s^2. All three must belong
/// together: forces depend on v, constraints on a.   [PBM-C-controlled]
struct PathPoint {
    Vec3 x, v, a;
};

/// The script of a controlled particle: an anchor, a motor, the hand that holds the mouse.
using Path = std::function<PathPoint(double t)>;

/// [PBM-C-struct]
struct Particle {
    double mass = 1.0;                // m, kg
    Vec3 x, v;                        // m, m/s
    Vec3 f;                           // force accumulator, N
    Path path;                        // not empty: the particle follows it, whatever the forces
    Mat3 freedom = Mat3::identity();  // S: its acceleration is S f / m; see hold_on_plane

    bool is_free() const { return !path; }
};

/// Entries 3i, 3i + 1, 3i + 2 of a vector with three numbers a particle.
inline Vec3 block(const Vector& v, std::size_t i) { return {v[3 * i], v[3 * i + 1], v[3 * i + 2]}; }
inline void set_block(Vector& v, std::size_t i, Vec3 value) {
    for (std::size_t k = 0; k < 3; ++k) v[3 * i + k] = value[k];
}

class ParticleSystem;
class ForceJacobians;

/// Something that makes forces, which may depend on positions, velocities and time [PBM-SC-newton]. It knows
/// its particles by their indices, and adds its own to their accumulators [PBM-C-forceloop].
class Force {
  public:
    virtual ~Force() = default;
    /// Called when the force is added. Throws std::invalid_argument if it cannot act on the particles as they
    /// are: a particle does not exist, or the ends of a spring are at one point, so that it has no direction.
    virtual void check(const ParticleSystem&) const {}
    /// Adds its forces. Where a direction is not defined, as of a spring of length 0, the force along it is
    /// 0.
    virtual void apply(ParticleSystem& system) const = 0;
    /// Its potential energy in J; 0 for forces that have none.
    virtual double energy(const ParticleSystem&) const { return 0.0; }
    /// Adds df/dx and df/dv, for implicit steps; a force that adds none is constant during such a step.
    virtual void add_jacobians(const ParticleSystem&, ForceJacobians&) const {}
};

/// Particles, forces and a clock.   [PBM-C-system]
///
/// To a solver it is a point in phase space: the state holds x and v of every free particle in turn, 6
/// numbers each.   [PBM-C-dims, PBM-SC-phase]
class ParticleSystem : public ode::Mechanics {
  public:
    std::vector<Particle> particles;
    double t = 0.0;           // s
    std::vector<Wall> walls;  // planes that particles in contact cannot be pushed through

    /// Adds a free particle and returns its index. Throws std::invalid_argument if the mass is not positive
    /// and finite, or x or v is not finite.
    std::size_t add_particle(double mass, Vec3 x, Vec3 v = {});
    /// From now on particle i follows the path.
    void control(std::size_t i, Path path);
    /// From now on particle i stays where it is.
    void nail(std::size_t i);
    /// From now on particle i moves freely, from where and as fast as it is now.
    void release(std::size_t i);

    /// Adds a force object, after its particles. Forces are applied in the order in which they were added.
    /// The reference holds until the force is removed.
    template <std::derived_from<Force> F>
    const Force& add_force(F force) {
        force.check(*this);
        forces_.push_back(std::make_unique<F>(std::move(force)));
        return *forces_.back();
    }
    /// Removes a force: a hand lets go. Throws std::invalid_argument if it was never added.
    void remove_force(const Force& force);
    const std::vector<std::unique_ptr<Force>>& forces() const { return forces_; }

    /// Particle i; throws std::invalid_argument that says how many there are if there is none.
    const Particle& at(std::size_t i) const;

    // The interface of the solvers.   [PBM-B-interface]
    std::size_t dimension() const override;
    Vector state() const override;  // [PBM-C-getstate]
    /// Moves controlled particles too.   [PBM-C-setstate]
    void set_state(const Vector& x, double time) override;
    double time() const override { return t; }

    // The steps of the derivative loop.   [PBM-C-deriv]
    Vector applied_forces() override;  // of the force objects, and of the walls on those in contact
    Vector derivative_under(const Vector& forces) const override;
    std::string strain() override;  // a particle on which the force is not finite

    double kinetic_energy() const;    // of the free particles, J
    double potential_energy() const;  // sum over the force objects, J
    double energy() const { return kinetic_energy() + potential_energy(); }
    Vec3 momentum() const;  // of the free particles, kg m/s

    // What implicit steps, constraints and contacts need besides (parts D and F).
    /// From now on particle i moves only on the plane across the normal n, or on the line along the direction
    /// d, through its place: v := S v and accelerations S f / m, with S = 1 - n n' or d d' (n, d of length
    /// 1). [PBM-SH-cloth] Throws std::invalid_argument for a vector that is zero or not finite.
    void hold_on_plane(std::size_t i, Vec3 normal);
    void hold_on_line(std::size_t i, Vec3 direction);
    Vector positions() const override;
    Vector velocities() const override;
    Vector accelerations(const Vector& forces) const override;
    bool has_contacts() const override { return !walls.empty(); }
    /// Rows J of constraints between particles: forces of walls do not change J a, nor impacts J v. None
    /// here; chapter constraints has them.
    virtual std::vector<gauss::Row> links() { return {}; }

  protected:
    /// (3n), N: clears the accumulators and lets every force object act.   [PBM-C-forceloop]
    Vector summed_forces();
    /// `forces` plus the forces of the walls on particles in contact.
    Vector with_walls(const Vector& forces);

  private:
    void follow_paths();
    Vector gathered(Vec3 Particle::*what) const;
    void hold(std::size_t i, const Mat3& freedom);

    std::vector<std::unique_ptr<Force>> forces_;
};

}  // namespace restraint::particles
