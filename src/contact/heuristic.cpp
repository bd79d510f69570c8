#include "restraint/contact/heuristic.h"

#include <algorithm>

#include "restraint/optimize/simplex.h"

namespace restraint::contact {

namespace {

// A residual counts as positive above this share of the largest |b|.
constexpr double vanishing_tolerance = 1e-9;
// Redundant equations, as under a table with four legs, contradict each other by rounding, again as a share
// of |b|.
constexpr double redundancy_tolerance = 1e-12;

// f >= 0 for contacts, f free for joints; (A f + b)_i >= 0 or = 0, row by row.
optimize::Problem force_problem(const ForceSystem& system, const std::vector<bool>& may_open) {
    const std::size_t n = system.b.size();
    const double zero = redundancy_tolerance * max_norm(system.b);
    optimize::Problem problem = optimize::unconstrained(n);
    for (std::size_t i = 0; i < system.contacts; ++i) problem.lower[i] = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
        problem.rows.begin_row();
        for (std::size_t j = 0; j < n; ++j)
            if (system.a(i, j) != 0.0) problem.rows.append(j, system.a(i, j));
        problem.row_lower.push_back(-system.b[i] - (may_open[i] ? 0.0 : zero));
        problem.row_upper.push_back(may_open[i] ? optimize::infinity : -system.b[i] + zero);
    }
    return problem;
}

// All contacts may open, joints may not.
std::vector<bool> every_contact(const ForceSystem& system) {
    std::vector<bool> result(system.b.size(), false);
    std::fill(result.begin(), result.begin() + static_cast<std::ptrdiff_t>(system.contacts), true);
    return result;
}

double power_of(const ForceSystem& system, const Vector& forces) {
    const Vector opening = system.a * forces + system.b;
    double sum = 0.0;
    for (std::size_t i = 0; i < system.contacts; ++i) sum += forces[i] * opening[i];
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
    optimize::Problem problem = force_problem(system, may_open);
    for (std::size_t i : vanishing) problem.upper[i] = 0.0;
    const optimize::Solution solution = optimize::solve_linear(problem);
    return {solution.status, solution.x};
}

HeuristicSolution solve_by_heuristic(const ForceSystem& system) {
    if (system.b.empty()) return {HeuristicStep::none_vanish, {}, {}, 0.0};
    const ForceSolution first = forces_given_vanishing(system, {});
    if (first.status == optimize::Status::optimal)
        return {HeuristicStep::none_vanish, first.forces, {}, power_of(system, first.forces)};

    optimize::Problem least_sum = force_problem(system, every_contact(system));
    for (std::size_t i = 0; i < system.contacts; ++i) least_sum.cost[i] = 1.0;
    const optimize::Solution approximation = optimize::solve_linear(least_sum);
    if (approximation.status != optimize::Status::optimal) return {};

    const Vector residual = system.a * approximation.x + system.b;
    std::vector<std::size_t> predicted;
    for (std::size_t i = 0; i < system.contacts; ++i)
        if (residual[i] > vanishing_tolerance * max_norm(system.b)) predicted.push_back(i);
    const ForceSolution second = forces_given_vanishing(system, predicted);
    if (second.status == optimize::Status::optimal)
        return {HeuristicStep::predicted, second.forces, predicted, power_of(system, second.forces)};
    return {HeuristicStep::approximation, approximation.x, predicted, power_of(system, approximation.x)};
}

}  // namespace restraint::contact
