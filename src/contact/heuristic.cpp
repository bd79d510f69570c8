#include "restraint/contact/heuristic.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "restraint/optimize/simplex.h"
#include "tolerances.h"

namespace restraint::contact {

namespace {

// f >= 0 for contacts, f free for joints; (A f + b)_i >= 0 where a contact may open, else = 0.
optimize::Solution solve_program(const ForceSystem& system, const std::vector<bool>& may_open,
                                 const std::function<void(optimize::Problem&)>& change) {
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
    for (std::size_t i : independent_rows(system.a, closed)) add_row(i, -system.b[i]);
    optimize::Solution solution = optimize::solve_linear(problem);
    if (solution.status != optimize::Status::optimal) return solution;
    const Vector residual = system.a * solution.x + system.b;
    for (std::size_t i : closed)
        if (std::fabs(residual[i]) > vanishing_tolerance * max_norm(system.b))
            solution.status = optimize::Status::infeasible;
    return solution;
}

double power_of(const ForceSystem& system, const Vector& forces) {
    const Vector opening = system.a * forces + system.b;
    double sum = 0.0;
    for (std::size_t i = 0; i < system.contacts; ++i) sum += forces[i] * opening[i];
    return sum;
}

// The rate of a joint's equation.
double opening_speed(const gauss::Row& row, std::span<const RigidBody> bodies) {
    double sum = 0.0;
    for (const gauss::Block& block : row.blocks()) {
        const auto& c = block.coefficients;
        sum += dot(Vec3{c[0], c[1], c[2]}, bodies[block.body].velocity) +
               dot(Vec3{c[3], c[4], c[5]}, bodies[block.body].angular_velocity);
    }
    return sum;
}

}  // namespace

std::string to_string(HeuristicStep step) {
    switch (step) {
        case HeuristicStep::none_vanish:
            return "no contact vanishes";
        case HeuristicStep::predicted:
            return "vanishing contacts predicted";
        case HeuristicStep::approximation:
            return "prediction wrong, minimum sum applied";
        case HeuristicStep::failed:
            break;
    }
    return "no forces exist";
}

ForceSolution forces_given_vanishing(const ForceSystem& system, const std::vector<std::size_t>& vanishing) {
    std::vector<bool> may_open(system.b.size(), false);
    for (std::size_t i : vanishing) may_open[i] = true;
    const optimize::Solution solution = solve_program(system, may_open, [&](optimize::Problem& problem) {
        for (std::size_t i : vanishing) problem.upper[i] = 0.0;
    });
    return {solution.status, solution.x, solution.iterations};
}

HeuristicSolution solve_by_heuristic(const ForceSystem& system) {
    if (system.b.empty()) return {HeuristicStep::none_vanish, {}, {}, 0.0, 0};
    const ForceSolution first = forces_given_vanishing(system, {});
    std::size_t pivots = first.pivots;
    if (first.status == optimize::Status::optimal)
        return {HeuristicStep::none_vanish, first.forces, {}, power_of(system, first.forces), pivots};

    std::vector<bool> every_contact(system.b.size(), false);
    std::fill_n(every_contact.begin(), system.contacts, true);
    const optimize::Solution approximation =
        solve_program(system, every_contact, [&](optimize::Problem& problem) {
            for (std::size_t i = 0; i < system.contacts; ++i) problem.cost[i] = 1.0;
        });
    pivots += approximation.iterations;
    if (approximation.status != optimize::Status::optimal)
        return {HeuristicStep::failed, {}, {}, 0.0, pivots};

    const Vector residual = system.a * approximation.x + system.b;
    std::vector<std::size_t> predicted;
    for (std::size_t i = 0; i < system.contacts; ++i)
        if (residual[i] > vanishing_tolerance * max_norm(system.b)) predicted.push_back(i);
    const ForceSolution second = forces_given_vanishing(system, predicted);
    pivots += second.pivots;
    if (second.status == optimize::Status::optimal)
        return {HeuristicStep::predicted, second.forces, predicted, power_of(system, second.forces), pivots};
    return {HeuristicStep::approximation, approximation.x, predicted, power_of(system, approximation.x),
            pivots};
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
    const std::vector<gauss::Row> rows = velocity_rows(joints, bodies);
    for (const gauss::Row& row : rows) approach.push_back(opening_speed(row, bodies));
    system.b = approach;
    HeuristicSolution solution = solve_by_heuristic(system);
    if (solution.step == HeuristicStep::failed) return solution;
    for (std::size_t i = 0; i < taking_part.size(); ++i)
        add_impulse(taking_part[i], solution.forces[i] * taking_part[i].normal, bodies);
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (const gauss::Block& block : rows[i].blocks()) {
            RigidBody& body = bodies[block.body];
            const double j = solution.forces[taking_part.size() + i];
            const auto& c = block.coefficients;
            if (body.fixed()) continue;
            body.linear_momentum += j * Vec3{c[0], c[1], c[2]};
            body.angular_momentum += j * Vec3{c[3], c[4], c[5]};
            rigid::update_derived(body);
        }
    return solution;
}

}  // namespace restraint::contact
