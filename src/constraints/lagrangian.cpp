#include "restraint/constraints/lagrangian.h"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "restraint/linalg/ldlt.h"

namespace restraint::constraints {
namespace {

/// M x: each point's three entries times its mass.   [PBM-F-M]
Vector times_mass(const std::vector<double>& masses, Vector x) {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] *= masses[i / 3];
    return x;
}

/// J' M J.
Ldlt generalized_mass(const std::vector<double>& masses, const Matrix& jacobian) {
    Matrix weighted = jacobian;
    for (std::size_t i = 0; i < weighted.rows(); ++i)
        for (double& entry : weighted.row(i)) entry *= masses[i / 3];
    return factor_ldlt(transpose(jacobian) * weighted);
}

bool is_positive_definite(const Ldlt& factor) {
    return factor.semidefinite && factor.rank == factor.pivots.size();
}

}  // namespace

LagrangianSystem::LagrangianSystem(ParametricModel model, AppliedForces forces, Vector u, Vector udot)
    : model_(std::move(model)), forces_(std::move(forces)), u_(std::move(u)), udot_(std::move(udot)) {
    require_same_size("udot", udot_.size(), "u", u_.size());
    for (double mass : model_.masses)
        if (!(mass > 0.0) || !std::isfinite(mass))
            throw std::invalid_argument("a mass is " + std::to_string(mass) + " kg, but must be positive");
    require_same_size("q(u)", model_.points(u_).size(), "the list of masses, three a point,",
                      3 * model_.masses.size());
    const Matrix jacobian = model_.jacobian(u_);
    if (jacobian.rows() != 3 * model_.masses.size() || jacobian.cols() != u_.size())
        throw std::invalid_argument("dq/du is " + shape(jacobian) + ", but q has " +
                                    std::to_string(3 * model_.masses.size()) + " entries and u " +
                                    std::to_string(u_.size()));
}

Vector LagrangianSystem::state() const {
    Vector x = u_;
    for (double entry : udot_) x.push_back(entry);
    return x;
}

void LagrangianSystem::set_state(const Vector& x, double t) {
    require_same_size("the state", x.size(), "(u, udot)", dimension());
    for (std::size_t i = 0; i < u_.size(); ++i) {
        u_[i] = x[i];
        udot_[i] = x[u_.size() + i];
    }
    t_ = t;
}

Vector LagrangianSystem::positions() const { return model_.points(u_); }

Vector LagrangianSystem::velocities() const { return model_.jacobian(u_) * udot_; }

Vector LagrangianSystem::applied_forces() {
    trouble = is_positive_definite(generalized_mass(model_.masses, model_.jacobian(u_)))
                  ? ""
                  : "dq/du has lost rank: the parameters do not move the points independently";
    return forces_(positions(), velocities(), t_);
}

/// uddot from (J' M J) uddot = J' Q - J' M Jdot udot [PBM-F-13]; NaN where there is none.
Vector LagrangianSystem::free_acceleration(const Vector& forces) const {
    const Matrix jacobian = model_.jacobian(u_);
    const Ldlt factor = generalized_mass(model_.masses, jacobian);
    const Vector inertial = times_mass(model_.masses, model_.jacobian_dot(u_, udot_) * udot_);
    const Vector right = transpose_times(jacobian, forces - inertial);
    if (is_positive_definite(factor) && all_finite(right)) return solve(factor, right);
    return Vector(u_.size(), std::numeric_limits<double>::quiet_NaN());
}

Vector LagrangianSystem::accelerations(const Vector& forces) const {
    return model_.jacobian(u_) * free_acceleration(forces) +
           model_.jacobian_dot(u_, udot_) * udot_;  // [PBM-F-qdd]
}

Vector LagrangianSystem::derivative_under(const Vector& forces) const {
    Vector derivative = udot_;
    for (double entry : free_acceleration(forces)) derivative.push_back(entry);
    return derivative;
}

double LagrangianSystem::kinetic_energy() const {
    const Vector qdot = velocities();
    return 0.5 * dot(qdot, times_mass(model_.masses, qdot));
}

AppliedForces gravity_on(std::vector<double> masses, double gx, double gy, double gz) {
    return [masses = std::move(masses), gx, gy, gz](const Vector& q, const Vector&, double) {
        Vector forces(q.size());
        const double g[3] = {gx, gy, gz};
        for (std::size_t i = 0; i < q.size(); ++i) forces[i] = masses[i / 3] * g[i % 3];
        return forces;
    };
}

}  // namespace restraint::constraints
