#include "restraint/constraints/constrained_system.h"

#include "restraint/linalg/conjugate_gradient.h"
#include "restraint/linalg/ldlt.h"

namespace restraint::constraints {
namespace {

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

Vector solve_for_multipliers(const LinearMap& matrix, const Vector& b, MultiplierSolver solver) {
    if (solver == MultiplierSolver::direct) return solve(factor_ldlt(formed(matrix, b.size())), b);
    const ConjugateGradient answer = conjugate_gradient(matrix, b);
    // The residual is computed afresh from x: where constraints contradict each other, rounding may feign a
    // solution that is none.
    if (answer.converged && answer.residual < 1e-8) return answer.x;
    // The matrix is its own transpose.   [PBM-F-cg]
    ConjugateGradientOptions options;
    options.tolerance = 1e-10;
    return least_squares_conjugate_gradient(matrix, matrix, b, options).x;
}

}  // namespace

ConstraintForces constraint_forces(const ode::Mechanics& model, ConstraintSet& constraints,
                                   const Vector& applied_forces, const Feedback& feedback,
                                   MultiplierSolver solver) {
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
    result.multipliers = solve_for_multipliers(matrix, b, solver);
    result.forces = transpose_times(jacobian, result.multipliers);  // [PBM-F-JT]
    const double size = norm(b);
    result.residual = size > 0.0 ? norm(b - matrix(result.multipliers)) / size : 0.0;
    return result;
}

ConstrainedSystem::ConstrainedSystem(ode::Mechanics& model)
    : constraints(model.positions().size() / 3), model_(model) {}

Vector ConstrainedSystem::derivative() {
    const Vector applied = model_.applied_forces();  // 1. and 2.: clear, and let the forces act
    const ConstraintForces held = constraint_forces(model_, constraints, applied, feedback, solver);  // 3.
    return model_.derivative_under(applied + held.forces);  // 4.: divide by mass, gather   [PBM-SG-qdd]
}

ConstraintForces ConstrainedSystem::forces() {
    return constraint_forces(model_, constraints, model_.applied_forces(), feedback, solver);
}

double ConstrainedSystem::violation() {
    constraints.evaluate(model_.positions(), model_.velocities());
    return max_norm(constraints.value());
}

}  // namespace restraint::constraints
