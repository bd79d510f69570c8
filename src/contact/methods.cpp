#include "restraint/contact/methods.h"

#include "restraint/optimize/active_set.h"
#include "restraint/world/tolerances.h"
#include "tolerances.h"

namespace restraint::contact {

optimize::Solution solve_force_program(const ForceSystem& system) {
    const std::size_t n = system.b.size();
    optimize::Problem problem = optimize::unconstrained(n);
    problem.hessian = 0.5 * (system.a + transpose(system.a));  // symmetric to the last bit
    problem.cost = system.b;
    for (std::size_t i = 0; i < system.contacts; ++i) problem.lower[i] = 0.0;
    for (std::size_t i = system.contacts; i < n; ++i) problem.hessian(i, i) *= 1.0 + least_compliance;
    optimize::Solution solution = optimize::solve_quadratic(problem);
    // The yielding of joints leaves what they contradict each other by: more than their rows are wrong by is
    // a motion that no forces give.
    if (solution.status == optimize::Status::optimal &&
        force_residual(system, solution.x) > joint_rounding * max_norm(system.b))
        solution.status = optimize::Status::infeasible;
    return solution;
}

bool sequential_impulses(std::span<const Contact> contacts, World& world, const Restitution& restitution,
                         double threshold, Record&) {
    const std::vector<gauss::Row> joints = velocity_rows(world.joints, world.bodies);
    return resolve_sequentially(contacts, world.bodies, restitution, joints, threshold).status ==
           optimize::Status::optimal;
}

bool heuristic_impulses(std::span<const Contact> contacts, World& world, const Restitution& restitution,
                        double threshold, Record& record) {
    const HeuristicSolution solution =
        resolve_by_heuristic(contacts, world.joints, world.bodies, restitution, threshold);
    ++record.heuristic_steps[static_cast<std::size_t>(solution.step)];
    return solution.step != HeuristicStep::failed;
}

std::optional<Vector> find_by_notes(std::span<const Contact> contacts, std::span<const Joint>,
                                    std::span<const RigidBody> bodies, Record&) {
    const optimize::Solution solution = solve_force_program(
        {compute_a_matrix(contacts, bodies), compute_b_vector(contacts, bodies), contacts.size()});
    if (solution.status != optimize::Status::optimal) return {};
    return solution.x;
}

std::optional<Vector> find_by_program(std::span<const Contact> contacts, std::span<const Joint> joints,
                                      std::span<const RigidBody> bodies, Record&) {
    const optimize::Solution solution = solve_force_program(force_system(contacts, joints, bodies));
    if (solution.status == optimize::Status::optimal) return solution.x;
    const gauss::Projection motion = project_accelerations(contacts, joints, bodies);
    if (motion.status != optimize::Status::optimal) return {};
    return motion.multipliers;
}

std::optional<Vector> find_by_heuristic(std::span<const Contact> contacts, std::span<const Joint> joints,
                                        std::span<const RigidBody> bodies, Record& record) {
    const HeuristicSolution solution = solve_by_heuristic(force_system(contacts, joints, bodies));
    ++record.heuristic_steps[static_cast<std::size_t>(solution.step)];
    if (solution.step == HeuristicStep::failed) return {};
    return solution.forces;
}

}  // namespace restraint::contact
