#include "restraint/constraints/constrained_system.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "restraint/linalg/conjugate_gradient.h"
#include "tolerances.h"

namespace restraint::constraints {
namespace {

/// The matrix J W J', known by its products: y = J (W (J' x)).   [PBM-F-JWJT]
LinearMap inverse_mass_of(const ode::Mechanics& model, const ConstraintSet& constraints) {
    return [&model, &constraints](const Vector& x) {
        const BlockSparse& jacobian = constraints.jacobian();
        return jacobian * model.response(transpose_times(jacobian, x));
    };
}

std::size_t largest(const Vector& x) {
    std::size_t where = 0;
    for (std::size_t i = 1; i < x.size(); ++i)
        if (std::abs(x[i]) > std::abs(x[where])) where = i;
    return where;
}

/// If rows are redundant, b is in the range of the matrix, and conjugate gradients find a solution. If rows
/// contradict each other it is not, and the answer is the shortest lambda with the least |A lambda - b|; the
/// matrix A is its own transpose.   [PBM-F-cg]
Vector solve_for_multipliers(const LinearMap& matrix, const Vector& b) {
    const ConjugateGradient answer = conjugate_gradient(matrix, b);
    if (answer.converged && answer.residual < unmet) return answer.x;
    // For masses of 1e200 kg the square of the matrix would overflow or vanish: it is divided by its size.
    const double size = max_norm(matrix(1 / max_norm(b) * b)), unit = size > 0.0 ? 1 / size : 1.0;
    const LinearMap scaled = [&](const Vector& x) { return unit * matrix(x); };
    return unit * least_squares_conjugate_gradient(scaled, scaled, b, {least_squares, 0, {}}).x;
}

/// C where its row of J is 0, so that no force can change it, and 0 elsewhere.
Vector out_of_reach(const ConstraintSet& constraints) {
    const BlockSparse& jacobian = constraints.jacobian();
    Vector c = constraints.value();
    for (std::size_t k = 0; k < jacobian.blocks().size(); ++k)
        for (std::size_t e = 0; e < jacobian.entries(k).size(); ++e)
            if (jacobian.entries(k)[e] != 0.0) c[jacobian.blocks()[k].i + e / 3] = 0.0;
    return c;
}

/// By how much C'' may be missed, m/s^2. For what least squares miss, J' missed = 0. If rows agree, that is
/// of second order in C, and the rounding of the accelerations of the whole model.
double bearable(const ode::Mechanics& model, const Vector& accelerations, const Feedback& feedback,
                double largest_term) {
    const double q = max_norm(model.positions()), v = max_norm(model.velocities());
    return unmet * largest_term + unnoticed * (feedback.k_s * q + feedback.k_d * v + max_norm(accelerations));
}

/// (|C'|^2 + k_s |C|^2) / 2.
double constraint_energy(const ode::Mechanics& model, ConstraintSet& constraints, const Feedback& feedback) {
    const Vector velocities = model.velocities();
    constraints.evaluate(model.positions(), velocities);
    const Vector rate = constraints.jacobian() * velocities;
    return (dot(rate, rate) + feedback.k_s * dot(constraints.value(), constraints.value())) / 2;
}

}  // namespace

ConstraintForces constraint_forces(const ode::Mechanics& model, ConstraintSet& constraints,
                                   const Vector& applied_forces, const Feedback& feedback) {
    if (!(feedback.k_s >= 0.0) || !(feedback.k_d >= 0.0) || !std::isfinite(feedback.k_s + feedback.k_d))
        throw std::invalid_argument("the feedback is k_s = " + std::to_string(feedback.k_s) + ", k_d = " +
                                    std::to_string(feedback.k_d) + ", but must be >= 0 and finite");
    const Vector velocities = model.velocities(), accelerations = model.accelerations(applied_forces);
    constraints.evaluate(model.positions(), velocities);
    const BlockSparse& jacobian = constraints.jacobian();

    // b = -Jdot qdot - J W Q - k_s C - k_d Cdot   [PBM-F-11, PBM-F-Cddot, PBM-F-fb]
    const std::array<Vector, 4> terms{constraints.jacobian_dot() * velocities, jacobian * accelerations,
                                      feedback.k_s * constraints.value(),
                                      feedback.k_d * (jacobian * velocities)};
    Vector b(constraints.size());
    double largest_term = 0.0;
    for (const Vector& term : terms) {
        b -= term;
        largest_term = std::max(largest_term, max_norm(term));
    }
    if (!all_finite(b))
        return {Vector(b.size()), Vector(applied_forces.size()), 0.0,
                "the forces or the constraints are not finite"};

    const LinearMap matrix = inverse_mass_of(model, constraints);
    ConstraintForces result;
    result.multipliers = solve_for_multipliers(matrix, b);
    result.forces = transpose_times(jacobian, result.multipliers);  // [PBM-F-JT]
    const Vector missed = b - matrix(result.multipliers);
    result.residual = norm(b) > 0.0 ? norm(missed) / norm(b) : 0.0;
    if (!(max_norm(missed) <= bearable(model, accelerations, feedback, largest_term)) ||
        !all_finite(result.forces))
        result.trouble = constraints.name_of(largest(missed)) + ", cannot be met";
    const Vector lost = out_of_reach(constraints);
    if (max_norm(lost) > 0.0)
        result.trouble = constraints.name_of(largest(lost)) + ", has no direction in which to pull";
    return result;
}

bool constraints_hold(ode::Mechanics& model, ConstraintSet& constraints, const Feedback& feedback,
                      const Forces& applied_forces, const Vector& x0, double t0, std::string& trouble) {
    const Vector x = model.state();
    const double t = model.time(), after = constraint_energy(model, constraints, feedback);
    if (!(after > 0.0)) return true;
    const std::string worst = constraints.name_of(largest(constraints.value()));
    const double shift = unnoticed * norm(model.positions());
    model.set_state(x0, t0);
    const double before = constraint_energy(model, constraints, feedback);
    const double error = (t - t0) * norm(constraints.jacobian_dot() * model.velocities() +
                                         constraints.jacobian() * model.accelerations(applied_forces()));
    model.set_state(x, t);
    if (after <= torn * (before + error * error) + (1 + feedback.k_s) * shift * shift) return true;
    trouble = worst + ", is torn: it cannot be met, or the step is too long";
    return false;
}

double violation(const ode::Mechanics& model, ConstraintSet& constraints) {
    constraints.evaluate(model.positions(), model.velocities());
    return max_norm(constraints.value());
}

std::string most_strained(const ConstraintSet& constraints, const Vector& multipliers) {
    return multipliers.empty() ? "" : constraints.name_of(largest(multipliers)) + ", bears the largest force";
}

ConstrainedSystem::ConstrainedSystem(ode::Mechanics& model)
    : constraints(model.positions().size() / 3), model_(model) {}

Vector ConstrainedSystem::derivative() {
    if (model_.has_contacts())
        throw std::invalid_argument(
            "walls do not see the forces of a ConstrainedSystem: take ConstrainedParticles");
    const Vector applied = model_.applied_forces();  // 1. and 2.: clear, and let the forces act
    const ConstraintForces held = constraint_forces(model_, constraints, applied, feedback);  // 3.
    trouble = model_.trouble.empty() ? held.trouble : model_.trouble;
    if (!trouble.empty()) return Vector(dimension(), std::numeric_limits<double>::quiet_NaN());
    return model_.derivative_under(applied + held.forces);  // 4.: divide by mass, gather   [PBM-SG-qdd]
}

bool ConstrainedSystem::can_have_come_from(const Vector& x0, double t0) {
    const Forces applied = [&] { return model_.applied_forces(); };
    return constraints_hold(model_, constraints, feedback, applied, x0, t0, trouble);
}

std::string ConstrainedSystem::strain() { return most_strained(constraints, forces().multipliers); }

ConstraintForces ConstrainedSystem::forces() {
    return constraint_forces(model_, constraints, model_.applied_forces(), feedback);
}

}  // namespace restraint::constraints
