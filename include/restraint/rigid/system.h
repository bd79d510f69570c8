#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "restraint/linalg/vector.h"
#include "restraint/ode/system.h"
#include "restraint/rigid/body.h"

namespace restraint::rigid {

/// What stands in the state for a body's orientation: the nine entries of R, or the four of q, which has only
/// one number too many and so drifts less.   [PBM-G-2.41, PBM-G-state13]
enum class Representation { matrix, quaternion };

/// Numbers a body in the state: 18 or 13.
inline constexpr std::size_t state_size(Representation representation) {
    return representation == Representation::matrix ? 18 : 13;
}

/// (x, R row by row, P, L) or (x, q, P, L) of each body in turn.
/// [PBM-G-code-StateToArray, PBM-G-code-BodiesToArray, PBM-G-code-qcopy]
Vector bodies_to_state(std::span<const RigidBody> bodies, Representation representation);

/// The inverse, with the derived quantities. R is taken as it is, rotation or not; q is normalised before it
/// becomes a matrix. Throws std::invalid_argument if the sizes do not fit.
/// [PBM-G-code-ArrayToState, PBM-G-code-ArrayToBodies, PBM-G-code-qR]
void state_to_bodies(const Vector& state, std::span<RigidBody> bodies, Representation representation);

/// dX/dt = (v, omega* R, F, tau), or with 1/2 omega q for omega* R, of each body in turn, from the forces and
/// torques that the bodies hold.   [PBM-G-2.43, PBM-G-4.2]
Vector state_derivative(std::span<const RigidBody> bodies, Representation representation);

/// Adds the forces and torques that act at time t to the bodies, whose sums start at zero.
/// [PBM-G-code-CFT]
using ForceFunction = std::function<void(double t, std::span<RigidBody> bodies)>;

/// Throws std::invalid_argument that names the body and the time if a force or a torque is not finite.
void require_finite_forces(std::span<const RigidBody> bodies, double t);

/// The force function of uniform gravity.
ForceFunction gravity(Vec3 acceleration);

/// Bodies under given forces, for any solver of chapter ode.   [PBM-G-code-Dxdt]
class System : public ode::System {
  public:
    System(std::vector<RigidBody> all, ForceFunction all_forces,
           Representation of_orientation = Representation::quaternion)
        : bodies(std::move(all)), forces(std::move(all_forces)), representation(of_orientation) {}

    std::vector<RigidBody> bodies;
    ForceFunction forces;
    Representation representation;
    /// Whenever a state is installed, q gets unit length, and R becomes a rotation again, that of q (of the
    /// quaternion that stands for R, where R is integrated); false lets them drift.
    bool normalizes = true;

    std::size_t dimension() const override { return state_size(representation) * bodies.size(); }
    Vector state() const override { return bodies_to_state(bodies, representation); }
    double time() const override { return time_; }
    void set_state(const Vector& x, double t) override;
    Vector derivative() override;

  private:
    double time_ = 0.0;
};

/// Sums over all bodies (those of fixed ones are 0): kinetic energy, momentum, and angular momentum about the
/// origin, L + x cross P.
double kinetic_energy(std::span<const RigidBody> bodies);
Vec3 linear_momentum(std::span<const RigidBody> bodies);
Vec3 angular_momentum(std::span<const RigidBody> bodies);

}  // namespace restraint::rigid
