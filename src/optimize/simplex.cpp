#include "restraint/optimize/simplex.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "restraint/optimize/certificate.h"
#include "restraint/optimize/simplex_walk.h"

namespace restraint::optimize {

namespace {

/// Crossed sides leave no room at all: proved by that side alone.
bool prove_by_crossed_sides(const Problem& problem, Solution& solution) {
    for (std::size_t i = 0; i < problem.row_lower.size(); ++i)
        if (problem.row_lower[i] > problem.row_upper[i]) {
            solution.farkas_rows[i] = 1.0;
            return true;
        }
    for (std::size_t j = 0; j < problem.lower.size(); ++j)
        if (problem.lower[j] > problem.upper[j]) {
            solution.farkas_bounds[j] = 1.0;
            return true;
        }
    return false;
}

/// x of the problem from x of the form, without what rounding puts outside the bounds.
Vector original_point(const Problem& problem, const SimplexVertex& vertex) {
    Vector x(problem.variables());
    for (std::size_t j = 0; j < x.size(); ++j)
        x[j] = std::clamp(vertex.x[j] * vertex.form.scale[j], problem.lower[j], problem.upper[j]);
    return x;
}

/// y and z: the reduced costs of the logicals and of the x, since column i of -I gives d = 0 + y_i.
void read_multipliers(const SimplexWalk& walk, const SimplexForm& form, Solution& solution) {
    const Vector& d = walk.reduced_costs();
    for (std::size_t j = 0; j < form.structurals; ++j)
        solution.bound_multipliers[j] = d[j] / (form.scale[j] * form.cost_scale);
    for (std::size_t i = 0; i < form.rows; ++i) {
        const std::size_t j = form.structurals + i;
        solution.row_multipliers[i] = d[j] / (form.scale[j] * form.cost_scale);
    }
}

/// 0 in place of an entry that pulls at a side that does not exist: it can only be rounding.
double pull(double entry, double lower, double upper) {
    return std::isinf(entry > 0.0 ? lower : upper) ? 0.0 : entry;
}

/// The proof of infeasibility: d - c, with the costs c and the reduced costs d of phase one. Every entry
/// pulls at the side where its variable is, or that it misses; and (d - c)'(x, r) = 0 for every x and r = Ax.
void read_farkas(const Problem& problem, const SimplexWalk& walk, const SimplexVertex& vertex,
                 Solution& solution) {
    const SimplexForm& form = vertex.form;
    Vector proof = walk.reduced_costs();
    for (std::size_t r = 0; r < form.rows; ++r) proof[vertex.basic[r]] = -walk.basic_costs()[r];
    for (std::size_t j = 0; j < form.variables(); ++j) proof[j] /= form.scale[j];
    const double largest = max_norm(proof);

    std::vector<long double> combined(form.structurals, 0.0L);  // A' farkas_rows
    for (std::size_t i = 0; i < form.rows; ++i) {
        const double entry =
            pull(proof[form.structurals + i] / largest, problem.row_lower[i], problem.row_upper[i]);
        solution.farkas_rows[i] = entry;
        const SparseRows::Row row = problem.rows.row(i);
        for (std::size_t k = 0; k < row.size(); ++k)
            combined[row.columns[k]] += static_cast<long double>(row.values[k]) * entry;
    }
    for (std::size_t j = 0; j < form.structurals; ++j)
        solution.farkas_bounds[j] =
            pull(-static_cast<double>(combined[j]), problem.lower[j], problem.upper[j]);
}

void read_ray(const SimplexWalk& walk, const SimplexForm& form, Solution& solution) {
    Vector ray = walk.ray();
    for (std::size_t j = 0; j < form.variables(); ++j) ray[j] *= form.scale[j];
    for (std::size_t j = 0; j < form.structurals; ++j) solution.ray[j] = ray[j];
    solution.ray *= 1.0 / max_norm(solution.ray);
}

/// The answer at the end of a walk, with its proof.
Solution read_solution(const Problem& problem, const SimplexVertex& vertex, const SimplexWalk& walk,
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
            read_multipliers(walk, vertex.form, solution);
            break;
        case SimplexWalk::End::infeasible:
            solution.status = Status::infeasible;
            solution.farkas_rows = Vector(m);
            solution.farkas_bounds = Vector(n);
            read_farkas(problem, walk, vertex, solution);
            break;
        case SimplexWalk::End::unbounded:
            solution.status = Status::unbounded;
            solution.ray = Vector(n);
            read_ray(walk, vertex.form, solution);
            break;
        case SimplexWalk::End::iteration_limit:
            solution.status = Status::iteration_limit;
            break;
    }
    return solution;
}

/// One way to look for the answer; the next is tried when the answer of one cannot be confirmed.
struct Attempt {
    Scaling scaling = Scaling::geometric;
    WalkRules rules;
};

const WalkRules last_digits{.primal_tolerance = 1e-12, .dual_tolerance = 1e-12, .precise = true};

/// Walks to the end, and from there once more with all digits: mostly that walk has no step and only
/// confirms.
Solution attempt(const Problem& problem, const Attempt& how, const ActiveSet& warm_start,
                 std::size_t iteration_limit) {
    const SimplexForm form = simplex_form(problem, how.scaling);
    SimplexVertex vertex(form, warm_start);
    SimplexWalk rough(vertex, how.rules);
    const SimplexWalk::End rough_end = rough.run(iteration_limit);
    Solution solution = read_solution(problem, vertex, rough, rough_end);
    solution.iterations = rough.iterations();
    if (rough_end == SimplexWalk::End::iteration_limit) return solution;

    SimplexWalk fine(vertex, last_digits);
    const SimplexWalk::End fine_end = fine.run(iteration_limit - rough.iterations());
    Solution refined = certified(problem, read_solution(problem, vertex, fine, fine_end));
    refined.iterations = rough.iterations() + fine.iterations();
    const bool proved = refined.status != Status::numerical && refined.status != Status::iteration_limit;
    return proved ? refined : certified(problem, solution);
}

}  // namespace

Solution solve_linear(const Problem& problem, const SimplexOptions& options) {
    require_well_formed(problem);
    if (!problem.is_linear()) throw std::invalid_argument("solve_linear: the problem has a hessian");
    const std::size_t m = problem.rows.rows(), n = problem.variables();
    if (!options.warm_start.empty()) {
        require_same_size("warm_start.rows", options.warm_start.rows.size(), "the problem's rows", m);
        require_same_size("warm_start.variables", options.warm_start.variables.size(),
                          "the problem's variables", n);
    }
    Solution crossed;
    crossed.farkas_rows = Vector(m);
    crossed.farkas_bounds = Vector(n);
    if (prove_by_crossed_sides(problem, crossed)) {
        crossed.status = Status::infeasible;
        return certified(problem, crossed);
    }

    const std::size_t limit = options.iteration_limit > 0 ? options.iteration_limit : 1000 + 50 * (m + n);
    Solution solution = attempt(problem, {}, options.warm_start, limit);
    const Attempt others[] = {
        {Scaling::equilibrate, {.primal_tolerance = 1e-10, .dual_tolerance = 1e-10}},
        {Scaling::none, {.precise = true}},
        {Scaling::geometric, {.precise = true, .always_bland = true}},
    };
    for (const Attempt& other : others) {
        if (solution.status != Status::numerical) break;
        const std::size_t before = solution.iterations;
        solution = attempt(problem, other, {}, limit);
        solution.iterations += before;
    }
    return solution;
}

}  // namespace restraint::optimize
