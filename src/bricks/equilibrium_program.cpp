#include "restraint/bricks/equilibrium_program.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

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

optimize::Problem program(const Equilibrium& e) {
    const std::size_t forces = e.matrix.cols(), rows = e.matrix.rows();
    optimize::Problem p = optimize::unconstrained(forces + 2 * rows);
    p.row_lower = p.row_upper = e.sides;
    for (std::size_t c = 0; c < e.contacts; ++c) p.lower[c] = 0.0;
    for (std::size_t column = forces; column < p.variables(); ++column) {
        p.lower[column] = 0.0;
        p.cost[column] = 1.0;
    }
    for (std::size_t r = 0; r < rows; ++r) {
        const SparseRows::Row row = e.matrix.row(r);
        p.rows.begin_row();
        for (std::size_t k = 0; k < row.size(); ++k) p.rows.append(row.columns[k], row.values[k]);
        p.rows.append(forces + 2 * r, 1.0);
        p.rows.append(forces + 2 * r + 1, -1.0);
    }
    return p;
}

std::vector<ForceRange> force_ranges(const Tower& tower, const Stability& stability) {
    if (stability.verdict != Verdict::stable)
        throw std::invalid_argument("force ranges are of a stable tower; this one is not");
    const double weight = weight_of(tower);
    // What the printed forces leave, by rounding, is left to the others too.
    const double rounding = std::max(balance_tolerance, 2.0 * stability.residual);
    std::vector<ForceRange> ranges(stability.contacts.size());
    for (const Equilibrium& e : equilibria(at_rest(tower), stability.contacts, weight)) {
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
            ranges[e.force[c]] = {weight * *least, weight * *greatest};
        }
    }
    return ranges;
}

}  // namespace restraint::bricks
