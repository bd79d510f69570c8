#include "restraint/bricks/stability.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "restraint/bricks/heaps.h"
#include "restraint/optimize/simplex.h"

namespace restraint::bricks {
namespace {

/// The least f_c (sign 1), or the least -f_c (sign -1), over all equilibria; nothing if the solver gave up.
std::optional<double> extreme_force(optimize::Problem problem, std::size_t c, double sign,
                                    optimize::ActiveSet& start) {
    problem.cost[c] = sign;
    optimize::SimplexOptions options;
    options.warm_start = start;
    optimize::Solution solution = optimize::solve_linear(problem, options);
    if (solution.status == optimize::Status::unbounded) return sign * -optimize::infinity;
    if (solution.status != optimize::Status::optimal) return std::nullopt;
    start = solution.active;
    return solution.x[c];
}

}  // namespace

Stability stability(const Tower& tower) {
    const Touching touching = find_contacts(tower);
    const Tower still = at_rest(tower);
    const double weight = weight_of(tower);
    Balance balance = start_of(still, touching.contacts, touching.corners, weight);
    if (balance.verdict == Verdict::numerical) balance = by_program(still, balance, weight);
    Stability result;
    result.verdict = balance.verdict;
    result.contacts = balance.contacts;
    result.warnings = touching.warnings;
    if (balance.verdict == Verdict::stable) {
        balance = with_least_forces(still, balance, weight);
        const std::size_t contacts = balance.contacts.size();
        for (std::size_t c = 0; c < contacts; ++c) result.forces.push_back(weight * balance.forces[c]);
        for (std::size_t k = contacts; k < balance.forces.size(); k += 2)
            result.pin_forces.push_back(weight * Vec2{balance.forces[k], balance.forces[k + 1]});
        result.residual = balance.imbalance;
    }
    if (balance.verdict == Verdict::unstable) {
        result.motion = balance.motion;
        result.power = balance.proof.power;
        result.reach = balance.proof.reach();
        result.residual = balance.proof.closing;
    }
    return result;
}

std::vector<ForceRange> force_ranges(const Tower& tower, const Stability& stability) {
    if (stability.verdict != Verdict::stable)
        throw std::invalid_argument("force ranges are of a stable tower; this one is not");
    const double weight = weight_of(tower);
    // What the printed forces leave, by rounding, is left to the others too.
    const double rounding = std::max(balance_tolerance, 2.0 * stability.residual);
    std::vector<ForceRange> ranges(stability.contacts.size());
    for (const Heap& heap : heaps(tower, stability.contacts, {})) {
        const Equilibrium e = equilibrium(heap.tower, heap.contacts, weight);
        optimize::Problem problem = program(e);
        for (std::size_t j = e.matrix.cols(); j < problem.variables(); ++j) {
            problem.cost[j] = 0.0;
            problem.upper[j] = rounding;
        }
        optimize::ActiveSet start;
        for (std::size_t c = 0; c < e.contacts; ++c) {
            const auto least = extreme_force(problem, c, 1.0, start),
                       greatest = extreme_force(problem, c, -1.0, start);
            if (!least || !greatest) return {};
            ranges[heap.contact[c]] = {weight * *least, weight * *greatest};
        }
    }
    return ranges;
}

}  // namespace restraint::bricks
