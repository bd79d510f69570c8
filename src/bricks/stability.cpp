#include "restraint/bricks/stability.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "restraint/optimize/ray_program.h"
#include "restraint/optimize/simplex.h"

namespace restraint::bricks {
namespace {

void read_forces(const Balance& balance, double weight, std::size_t contacts, const std::vector<bool>& used,
                 Stability& result) {
    for (std::size_t c = 0; c < contacts; ++c)
        if (used[c]) result.forces.push_back(weight * balance.forces[c]);
    for (std::size_t p = contacts; p < balance.forces.size(); p += 2)
        result.pin_forces.push_back(weight * Vec2{balance.forces[p], balance.forces[p + 1]});
    result.residual = balance.imbalance;
}

void read_motion(const Balance& balance, const Tower& tower, Stability& result) {
    const double scale = 1.0 / size_of_motion(tower, balance.motion);
    for (const Motion& m : balance.motion) result.motion.push_back({scale * m.linear, scale * m.angular});
    result.power = scale * balance.power;
    result.residual = scale * balance.closing;
}

/// The least f_c (sign 1), or the least -f_c (sign -1), over all equilibria; nothing if the solver gave up.
std::optional<double> extreme_force(optimize::Problem problem, std::size_t c, double sign,
                                    optimize::ActiveSet& start) {
    problem.cost[c] = sign;
    optimize::SimplexOptions options;
    options.warm_start = start;
    optimize::Solution solution = optimize::solve_linear(problem, options);
    // Two corners at all but the same place: the walk's ray is spoilt by their difference.
    if (solution.status == optimize::Status::numerical) solution = optimize::prove_no_optimum(problem);
    if (solution.status == optimize::Status::unbounded) return sign * -optimize::infinity;
    if (solution.status != optimize::Status::optimal) return std::nullopt;
    start = solution.active;
    return solution.x[c];
}

}  // namespace

Stability stability(const Tower& tower) {
    Touching touching = find_contacts(tower);
    const Support all = support(touching);
    std::vector<bool> used(all.certain(), true);
    const Equilibrium e = equilibrium(tower, all.contacts);
    Balance balance = balance_with_corners(tower, all, used);
    if (balance.verdict == Verdict::unstable) balance = proved_by_start(tower, e, used, balance);
    Stability result;
    result.verdict = balance.verdict;
    result.warnings = std::move(touching.warnings);
    for (std::size_t c = 0; c < all.contacts.size(); ++c)
        if (used[c]) result.contacts.push_back(all.contacts[c]);
    if (balance.verdict == Verdict::stable) read_forces(balance, e.weight, all.contacts.size(), used, result);
    if (balance.verdict == Verdict::unstable) read_motion(balance, tower, result);
    return result;
}

std::vector<ForceRange> force_ranges(const Tower& tower, const Stability& stability) {
    if (stability.verdict != Verdict::stable)
        throw std::invalid_argument("force ranges are of a stable tower; this one is not");
    const Equilibrium e = equilibrium(tower, stability.contacts);
    optimize::Problem problem = e.problem;
    for (std::size_t j = e.contacts + 2 * e.pins; j < problem.variables(); ++j) {
        problem.cost[j] = 0.0;
        problem.upper[j] =
            balance_tolerance;  // exactly balanced towers have rounding between them and balance
    }
    optimize::ActiveSet start;
    std::vector<ForceRange> ranges;
    for (std::size_t c = 0; c < e.contacts; ++c) {
        const auto least = extreme_force(problem, c, 1.0, start),
                   greatest = extreme_force(problem, c, -1.0, start);
        if (!least || !greatest) return {};
        ranges.push_back({e.weight * *least, e.weight * *greatest});
    }
    return ranges;
}

}  // namespace restraint::bricks
