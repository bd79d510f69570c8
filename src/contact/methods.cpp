#include "restraint/contact/methods.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "restraint/optimize/quadratic_program.h"
#include "restraint/optimize/simplex.h"
#include "tolerances.h"

namespace restraint::contact {

optimize::Solution solve_force_program(const ForceSystem& system) {
    const std::size_t n = system.b.size(), contacts = system.contacts;
    // The rows (A b) of contacts, less multiples of those of joints: then no force of a joint is in them.
    Matrix left(n, n + 1);
    std::vector<std::size_t> joints;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) left(i, j) = system.a(i, j);
        left(i, n) = system.b[i];
        if (i >= contacts) joints.push_back(i);
    }
    joints = independent_rows(left, joints, dependence_of_equations);
    optimize::Problem problem = optimize::unconstrained(contacts);
    problem.hessian = Matrix(contacts, contacts);
    for (std::size_t i = 0; i < contacts; ++i) {
        problem.lower[i] = 0.0;
        problem.cost[i] = left(i, n);
        for (std::size_t j = 0; j < contacts; ++j)  // symmetric to the last bit
            problem.hessian(i, j) = 0.5 * (left(i, j) + left(j, i));
        problem.hessian(i, i) += least_compliance * (system.a(i, i) - left(i, i));
    }
    optimize::Solution solution = optimize::solve_quadratic(problem);
    // The joints' forces from their rows, the last one first: it holds none of the others.
    solution.x.resize(n);
    double largest = max_norm(system.b);
    for (std::size_t k = joints.size(); k-- > 0;) {
        double rest = left(joints[k], n);
        for (std::size_t j = 0; j < n; ++j) rest += left(joints[k], j) * solution.x[j];
        solution.x[joints[k]] = -rest / left(joints[k], joints[k]);
        largest = std::max(largest, std::fabs(solution.x[joints[k]]) * system.a(joints[k], joints[k]));
    }
    const Vector acceleration = system.a * solution.x + system.b;
    for (std::size_t i = contacts; i < n; ++i)
        if (contradicts(acceleration[i], left(i, i) / system.a(i, i), largest))
            solution.status = optimize::Status::infeasible;
    return solution;
}

namespace {

// f >= 0 for contacts, f free for joints; (A f + b)_i >= 0 where a contact may open, else = 0.
optimize::Solution solve_program(const ForceSystem& system, const std::vector<bool>& may_open,
                                 const auto& change) {
    const std::size_t n = system.b.size();
    optimize::Problem problem = optimize::unconstrained(n);
    for (std::size_t i = 0; i < system.contacts; ++i) problem.lower[i] = 0.0;
    change(problem);
    const auto add_row = [&](std::size_t i, double upper) {
        problem.rows.begin_row();
        for (std::size_t j = 0; j < n; ++j)
            if (system.a(i, j) != 0.0) problem.rows.append(j, system.a(i, j));
        problem.row_lower.push_back(-system.b[i]);
        problem.row_upper.push_back(upper);
    };
    std::vector<std::size_t> closed;
    for (std::size_t i = 0; i < n; ++i) {
        if (may_open[i]) add_row(i, optimize::infinity);
        else closed.push_back(i);
    }
    Matrix left = system.a;
    for (std::size_t i : independent_rows(left, closed, dependence_tolerance)) add_row(i, -system.b[i]);
    optimize::Solution solution = optimize::solve_linear(problem);
    if (solution.status != optimize::Status::optimal) return solution;
    const Vector residual = system.a * solution.x + system.b;
    for (std::size_t i : closed)
        if (std::fabs(residual[i]) > vanishing_tolerance * max_norm(system.b))
            solution.status = optimize::Status::infeasible;
    return solution;
}

}  // namespace

optimize::Solution forces_given_vanishing(const ForceSystem& system,
                                          const std::vector<std::size_t>& vanishing) {
    std::vector<bool> may_open(system.b.size(), false);
    for (std::size_t i : vanishing) may_open[i] = true;
    return solve_program(system, may_open, [&](optimize::Problem& problem) {
        for (std::size_t i : vanishing) problem.upper[i] = 0.0;
    });
}

HeuristicSolution solve_by_heuristic(const ForceSystem& system) {
    HeuristicSolution result;
    Vector opening;  // d''
    const auto take = [&](HeuristicStep step, const optimize::Solution& solution) {
        result.pivots += solution.iterations;
        if (solution.status != optimize::Status::optimal) return false;
        result.step = step;
        result.forces = solution.x;
        opening = system.a * solution.x + system.b;
        result.power = dot(solution.x, opening);  // joints do not open
        return true;
    };
    if (take(HeuristicStep::none_vanish, forces_given_vanishing(system, {}))) return result;

    std::vector<bool> every_contact(system.b.size(), false);
    std::fill_n(every_contact.begin(), system.contacts, true);
    const optimize::Solution least_sum =
        solve_program(system, every_contact, [&](optimize::Problem& problem) {
            for (std::size_t i = 0; i < system.contacts; ++i) problem.cost[i] = 1.0;
        });
    if (!take(HeuristicStep::approximation, least_sum)) return result;

    for (std::size_t i = 0; i < system.contacts; ++i)
        if (opening[i] > vanishing_tolerance * max_norm(system.b)) result.vanishing.push_back(i);
    take(HeuristicStep::predicted, forces_given_vanishing(system, result.vanishing));
    return result;
}

HeuristicSolution resolve_by_heuristic(std::span<const Contact> contacts, std::span<const Joint> joints,
                                       std::span<RigidBody> bodies, const Restitution& restitution,
                                       double threshold) {
    std::vector<Contact> taking_part;
    Vector approach;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const double v = gap_velocity(contacts[i], bodies);
        if (v > threshold) continue;
        taking_part.push_back(contacts[i]);
        approach.push_back(v < 0.0 ? (1.0 + restitution(i)) * v : v);
    }
    ForceSystem system = force_system(taking_part, joints, bodies);
    for (const gauss::Row& row : velocity_rows(joints, bodies))
        approach.push_back(gauss::row_value(row, velocities(bodies), 6).rounded());
    system.b = approach;
    HeuristicSolution solution = solve_by_heuristic(system);
    if (solution.step == HeuristicStep::failed) return solution;
    for (RigidBody& body : bodies) body.force = body.torque = Vec3{};
    apply_contact_forces(taking_part, joints, bodies, solution.forces);
    for (RigidBody& body : bodies) {
        if (body.fixed()) continue;
        body.linear_momentum += std::exchange(body.force, {});
        body.angular_momentum += std::exchange(body.torque, {});
        rigid::update_derived(body);
    }
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
    if (solution.status != optimize::Status::optimal) return {};
    return solution.x;
}

std::optional<Vector> find_by_heuristic(std::span<const Contact> contacts, std::span<const Joint> joints,
                                        std::span<const RigidBody> bodies, Record& record) {
    const HeuristicSolution solution = solve_by_heuristic(force_system(contacts, joints, bodies));
    ++record.heuristic_steps[static_cast<std::size_t>(solution.step)];
    if (solution.step == HeuristicStep::failed) return {};
    return solution.forces;
}

}  // namespace restraint::contact
