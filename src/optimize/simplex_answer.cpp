#include "restraint/optimize/simplex_answer.h"

#include <algorithm>
#include <cmath>

#include "restraint/optimize/simplex_farkas.h"

namespace restraint::optimize {

namespace {

/// x of the problem from x of the form, without what rounding puts outside the bounds.
Vector original_point(const Problem& problem, const SimplexVertex& vertex) {
    Vector x(problem.variables());
    for (std::size_t j = 0; j < x.size(); ++j)
        x[j] = std::clamp(vertex.x[j] * vertex.form.scale[j], problem.lower[j], problem.upper[j]);
    return x;
}

/// y and z: the reduced costs of the logicals and of the x, since column i of -I gives d = 0 + y_i. One that
/// pulls away from the side where its variable is can only be rounding: 0 in its place.
void read_multipliers(const SimplexVertex& vertex, const SimplexWalk& walk, Solution& solution) {
    const SimplexForm& form = vertex.form;
    const auto multiplier = [&](std::size_t j) {
        const double d = walk.reduced_costs()[j];
        const bool rounding = vertex.x[j] != (d > 0.0 ? vertex.lower[j] : vertex.upper[j]);
        return rounding ? 0.0 : d / (form.scale[j] * form.cost_scale);
    };
    for (std::size_t j = 0; j < form.structurals; ++j) solution.bound_multipliers[j] = multiplier(j);
    for (std::size_t i = 0; i < form.rows; ++i)
        solution.row_multipliers[i] = multiplier(form.structurals + i);
}

void read_ray(const SimplexWalk& walk, const SimplexForm& form, Solution& solution) {
    Vector ray = walk.ray();
    for (std::size_t j = 0; j < form.variables(); ++j) ray[j] *= form.scale[j];
    double largest = 0.0;
    for (std::size_t j = 0; j < form.structurals; ++j) largest = std::max(largest, std::abs(ray[j]));
    ray *= std::ldexp(1.0, -std::ilogb(largest));
    solution.ray = PreciseVector(ray.begin(), ray.begin() + static_cast<std::ptrdiff_t>(form.structurals));
}

}  // namespace

Solution read_answer(const Problem& problem, const SimplexVertex& vertex, const SimplexWalk& walk,
                     SimplexWalk::End end) {
    const std::size_t m = problem.rows.rows(), n = problem.variables();
    Solution solution;
    solution.active = vertex.active_set();
    solution.x = original_point(problem, vertex);
    solution.objective = problem.constant + dot(problem.cost, solution.x);
    switch (end) {
        case SimplexWalk::End::optimal:
            solution.status = Status::optimal;
            solution.row_multipliers = Vector(m);
            solution.bound_multipliers = Vector(n);
            read_multipliers(vertex, walk, solution);
            break;
        case SimplexWalk::End::infeasible:
            solution.status = Status::infeasible;
            solution.farkas_rows = PreciseVector(m);
            solution.farkas_bounds = Vector(n);
            read_farkas(problem, vertex, walk, solution);
            break;
        case SimplexWalk::End::unbounded:
            solution.status = Status::unbounded;
            read_ray(walk, vertex.form, solution);
            break;
        case SimplexWalk::End::iteration_limit:
            solution.status = Status::iteration_limit;
            break;
        case SimplexWalk::End::lost:
            solution.status = Status::numerical;
            break;
    }
    return solution;
}

}  // namespace restraint::optimize
