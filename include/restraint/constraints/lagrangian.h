#pragma once

#include <functional>

#include "restraint/linalg/matrix.h"
#include "restraint/ode/mechanics.h"

namespace restraint::constraints {

/// Points whose legal places are all q(u), and no others: u has fewer entries than q.   [PBM-SG-par]
struct ParametricModel {
    std::vector<double> masses;                       // one a point (n), kg
    std::function<Vector(const Vector& u)> points;    // q(u) (3n), m
    std::function<Matrix(const Vector& u)> jacobian;  // J = dq/du (3n x p)   [PBM-F-Ju]
    std::function<Matrix(const Vector& u, const Vector& udot)> jacobian_dot;  // dJ/dt (3n x p)
};

/// The applied forces Q (3n) on the points at q with velocities qdot.
using AppliedForces = std::function<Vector(const Vector& q, const Vector& qdot, double t)>;

/// Lagrange's equations of motion in the free coordinates u:   [PBM-F-13]
///
///     J' M J uddot + J' M Jdot udot - J' Q = 0
///
/// The constraints q = q(u) hold exactly and need no forces. On the other hand q(u) has to be found by hand,
/// and two such models combine only by constraint forces between them: a LagrangianSystem is a model for
/// ConstrainedSystem like any other (hybrid models). Where dq/du loses rank, as at the pole of a sphere,
/// uddot is not determined: the derivative is NaN, and `trouble` says so.
class LagrangianSystem : public ode::Mechanics {
  public:
    /// u (p) and udot (p) at time 0. Throws std::invalid_argument if shapes do not fit or a mass is not
    /// positive.
    LagrangianSystem(ParametricModel model, AppliedForces forces, Vector u, Vector udot);

    const Vector& u() const { return u_; }
    const Vector& udot() const { return udot_; }

    std::size_t dimension() const override { return 2 * u_.size(); }
    Vector state() const override;  // (u, udot)
    double time() const override { return t_; }
    void set_state(const Vector& x, double t) override;

    Vector positions() const override;   // q(u)
    Vector velocities() const override;  // J udot   [PBM-F-qdu]
    Vector applied_forces() override;
    Vector accelerations(const Vector& forces) const override;  // J uddot + Jdot udot   [PBM-F-qdd]
    Vector derivative_under(const Vector& forces) const override;

    /// 1/2 qdot' M qdot, J.
    double kinetic_energy() const;

  private:
    Vector free_acceleration(const Vector& forces) const;

    ParametricModel model_;
    AppliedForces forces_;
    Vector u_, udot_;
    double t_ = 0.0;
};

/// Gravity on all points of a model.
AppliedForces gravity_on(std::vector<double> masses, double gx, double gy, double gz);

}  // namespace restraint::constraints
