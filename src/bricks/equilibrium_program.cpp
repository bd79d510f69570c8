#include "restraint/bricks/equilibrium_program.h"

#include <algorithm>
#include <stdexcept>

#include "restraint/optimize/simplex.h"

namespace restraint::bricks {

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
    // Forces may miss each equation by the rounding by which the printed ones miss it.
    const double rounding = std::max(balance_tolerance, 2.0 * stability.residual);
    std::vector<ForceRange> ranges(stability.contacts.size());
    for (const Equilibrium& e : equilibria(with_velocities(tower, {}), stability.contacts, weight)) {
        optimize::Problem problem = program(e);
        for (std::size_t j = e.matrix.cols(); j < problem.variables(); ++j) {
            problem.cost[j] = 0.0;
            problem.upper[j] = rounding;
        }
        optimize::SolverOptions options;
        for (std::size_t c = 0; c < e.contacts; ++c) {
            ForceRange& range = ranges[e.row[c]];
            for (const double sign : {1.0, -1.0}) {  // minimise f_c, then -f_c
                problem.cost[c] = sign;
                const optimize::Solution found = optimize::solve_linear(problem, options);
                const bool unbounded = found.status == optimize::Status::unbounded;
                if (!unbounded && found.status != optimize::Status::optimal) return {};
                (sign > 0.0 ? range.least : range.greatest) =
                    unbounded ? sign * -optimize::infinity : weight * found.x[c];
                if (!unbounded) options.warm_start = found.active;
            }
            problem.cost[c] = 0.0;
        }
    }
    return ranges;
}

}  // namespace restraint::bricks
