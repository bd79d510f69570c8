#include "restraint/constraints/constrained_system.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "restraint/linalg/conjugate_gradient.h"
#include "restraint/linalg/ldlt.h"

namespace restraint::constraints {
namespace {

/// Of the largest term of b, m/s^2: what constraints that have drifted apart, or contradict each other a
/// little, may miss; least squares shares it among them.
constexpr double unmet = 0.3;
/// Of the constraint energy and the squared velocity before a step: far more than a coarse step errs by. Of
/// the squared velocity after it: a step from rest.
constexpr double torn = 10.0, torn_from_rest = 1e-3;
/// Of the length of q: a C, and a C' of as much a second, that are no sign of anything.
constexpr double unnoticed = 1e-6;
/// Of |b|: below, the conjugate gradients have solved the system; above, constraints contradict each other
/// and rounding feigned a solution.
constexpr double solved = 1e-8;

/// The matrix J W J', known by its products: y = J (W (J' x)).   [PBM-F-JWJT]
LinearMap inverse_mass_of(const ode::Mechanics& model, const ConstraintSet& constraints) {
    return [&model, &constraints](const Vector& x) {
        const BlockSparse& jacobian = constraints.jacobian();
        return jacobian * model.response(transpose_times(jacobian, x));
    };
}

/// The same matrix column by column.
Matrix formed(const LinearMap& map, std::size_t size) {
    Matrix matrix(size, size);
    for (std::size_t j = 0; j < size; ++j) {
        Vector unit(size);
        unit[j] = 1.0;
        const Vector column = map(unit);
        for (std::size_t i = 0; i < size; ++i) matrix(i, j) = column[i];
    }
    return matrix;
}

/// The sum of |J_rj| over each row.
Vector row_sizes(const BlockSparse& jacobian) {
    Vector sizes(jacobian.rows());
    for (std::size_t k = 0; k < jacobian.blocks().size(); ++k)
        for (std::size_t e = 0; e < jacobian.entries(k).size(); ++e)
            sizes[jacobian.blocks()[k].i + e / 3] += std::abs(jacobian.entries(k)[e]);
    return sizes;
}

std::size_t largest(const Vector& x) {
    std::size_t where = 0;
    for (std::size_t i = 1; i < x.size(); ++i)
        if (std::abs(x[i]) > std::abs(x[where])) where = i;
    return where;
}

Vector solve_for_multipliers(const LinearMap& matrix, const Vector& b, MultiplierSolver solver) {
    if (solver == MultiplierSolver::direct) return solve(factor_ldlt(formed(matrix, b.size())), b);
    const ConjugateGradient answer = conjugate_gradient(matrix, b);
    if (answer.converged && answer.residual < solved) return answer.x;
    // The matrix is its own transpose.   [PBM-F-cg]
    ConjugateGradientOptions options;
    options.tolerance = 1e-10;
    return least_squares_conjugate_gradient(matrix, matrix, b, options).x;
}

}  // namespace

ConstraintForces constraint_forces(const ode::Mechanics& model, ConstraintSet& constraints,
                                   const Vector& applied_forces, const Feedback& feedback,
                                   MultiplierSolver solver) {
    if (!(feedback.k_s >= 0.0) || !(feedback.k_d >= 0.0) || !std::isfinite(feedback.k_s + feedback.k_d))
        throw std::invalid_argument("the feedback is k_s = " + std::to_string(feedback.k_s) + ", k_d = " +
                                    std::to_string(feedback.k_d) + ", but must be >= 0 and finite");
    const Vector velocities = model.velocities();
    constraints.evaluate(model.positions(), velocities);
    const BlockSparse &jacobian = constraints.jacobian(), &jacobian_dot = constraints.jacobian_dot();

    // b = -Jdot qdot - J W Q - k_s C - k_d Cdot   [PBM-F-11]
    const Vector without_constraints =
        jacobian_dot * velocities + jacobian * model.accelerations(applied_forces);  // [PBM-F-Cddot]
    const Vector wanted =
        -feedback.k_s * constraints.value() - feedback.k_d * (jacobian * velocities);  // [PBM-F-fb]
    const Vector b = wanted - without_constraints;

    const LinearMap matrix = inverse_mass_of(model, constraints);
    ConstraintForces result;
    if (!all_finite(b)) {
        result.multipliers = Vector(b.size());
        result.forces = Vector(applied_forces.size());
        result.trouble = "the forces or the constraints are not finite";
        return result;
    }
    result.multipliers = solve_for_multipliers(matrix, b, solver);
    result.forces = transpose_times(jacobian, result.multipliers);  // [PBM-F-JT]
    const Vector missed = b - matrix(result.multipliers);
    const double size = norm(b), largest_term = std::max(max_norm(wanted), max_norm(without_constraints));
    result.residual = size > 0.0 ? norm(missed) / size : 0.0;
    if (!all_finite(result.forces) || !(max_norm(missed) <= unmet * largest_term))
        result.trouble = constraints.name_of(largest(missed)) + ", cannot be met";
    const Vector slopes = row_sizes(jacobian);
    for (std::size_t r = 0; r < b.size(); ++r)
        if (slopes[r] == 0.0 && constraints.value()[r] != 0.0)
            result.trouble = constraints.name_of(r) + ", has no direction in which to pull";
    return result;
}

namespace {

/// (|C'|^2 + k_s |C|^2) / 2.
double constraint_energy(const ode::Mechanics& model, ConstraintSet& constraints, const Feedback& feedback) {
    const Vector velocities = model.velocities();
    constraints.evaluate(model.positions(), velocities);
    const Vector rate = constraints.jacobian() * velocities;
    return (dot(rate, rate) + feedback.k_s * dot(constraints.value(), constraints.value())) / 2;
}

}  // namespace

bool constraints_hold(ode::Mechanics& model, ConstraintSet& constraints, const Feedback& feedback,
                      const Vector& x0, std::string& trouble) {
    const Vector x = model.state();
    const double t = model.time(), after = constraint_energy(model, constraints, feedback);
    if (!(after > 0.0)) return true;
    const std::string worst = constraints.name_of(largest(constraints.value()));
    const double speed = norm(model.velocities());
    model.set_state(x0, t);
    const double before = constraint_energy(model, constraints, feedback),
                 speed_before = norm(model.velocities());
    model.set_state(x, t);
    const double size = norm(model.positions()), shift = unnoticed * size;
    if (after <= torn * (before + speed_before * speed_before) + torn_from_rest * speed * speed +
                     (1 + feedback.k_s) * shift * shift)
        return true;
    trouble = worst + ", is torn: it cannot be met, or the step is too long";
    return false;
}

ConstrainedSystem::ConstrainedSystem(ode::Mechanics& model)
    : constraints(model.positions().size() / 3), model_(model) {}

Vector ConstrainedSystem::derivative() {
    if (model_.has_contacts())
        throw std::invalid_argument(
            "walls do not see the forces of a ConstrainedSystem: take ConstrainedParticles");
    const Vector applied = model_.applied_forces();  // 1. and 2.: clear, and let the forces act
    const ConstraintForces held = constraint_forces(model_, constraints, applied, feedback, solver);  // 3.
    trouble = held.trouble.empty() ? model_.trouble : held.trouble;
    if (!trouble.empty()) return Vector(dimension(), std::numeric_limits<double>::quiet_NaN());
    return model_.derivative_under(applied + held.forces);  // 4.: divide by mass, gather   [PBM-SG-qdd]
}

bool ConstrainedSystem::can_have_come_from(const Vector& x0) {
    return constraints_hold(model_, constraints, feedback, x0, trouble);
}

ConstraintForces ConstrainedSystem::forces() {
    return constraint_forces(model_, constraints, model_.applied_forces(), feedback, solver);
}

double ConstrainedSystem::violation() {
    constraints.evaluate(model_.positions(), model_.velocities());
    return max_norm(constraints.value());
}

}  // namespace restraint::constraints
