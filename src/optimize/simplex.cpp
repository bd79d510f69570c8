#include "restraint/optimize/simplex.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "restraint/optimize/certificate.h"
#include "restraint/optimize/simplex_walk.h"

namespace restraint::optimize {

namespace {

/// Solves that refine the multipliers of a Farkas vector: each gains the digits that B leaves of 16.
constexpr int farkas_refinements = 8;

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
    for (std::size_t j = 0; j < form.variables(); ++j) {
        const double d = walk.reduced_costs()[j];
        const bool rounding = vertex.x[j] != (d > 0.0 ? vertex.lower[j] : vertex.upper[j]);
        const double multiplier = rounding ? 0.0 : d / (form.scale[j] * form.cost_scale);
        (j < form.structurals ? solution.bound_multipliers : solution.row_multipliers).push_back(multiplier);
    }
}

/// A multiplier without side to lean on.
bool leans_on_nothing(TwoDoubles y, double lower, double upper) {
    return std::isinf(y.value > 0.0 ? lower : upper);
}

/// The multipliers y of phase one combine the rows to a row that no x in the box satisfies. They are refined
/// to twice the digits of a double, so that A'y is 0 to 1e-30 or so where it should be: where the
/// contradiction is small, what doubles leave of x_j could fill it nearer than certified_reach. A power of
/// two brings the largest to 1; the bounds take up what A'y leaves, where they can.
void read_farkas(const Problem& problem, const SimplexVertex& vertex, const SimplexWalk& walk,
                 Solution& solution) {
    const SimplexForm& form = vertex.form;
    PreciseVector& y = solution.farkas_rows;
    y = vertex.multipliers(walk.basic_costs(), farkas_refinements);
    double largest = 0.0;
    for (std::size_t i = 0; i < form.rows; ++i) {
        const std::size_t logical = form.structurals + i, r = vertex.place[logical];
        if (r != SimplexVertex::none) y[i] = -walk.basic_costs()[r];  // its column is a unit column: exact
        if (leans_on_nothing(y[i], form.lower[logical], form.upper[logical])) y[i] = 0.0;
        y[i] *= 1.0 / form.scale[logical];
        largest = std::max(largest, std::abs(y[i].value));
    }
    std::vector<AccurateSum> combined(form.structurals);  // A'y
    for (std::size_t i = 0; i < form.rows; ++i) {
        if (largest > 0.0) y[i] *= std::ldexp(1.0, -std::ilogb(largest));
        add_scaled(combined, y[i], problem.rows.row(i));
    }
    solution.farkas_bounds = Vector(form.structurals);
    for (std::size_t j = 0; j < form.structurals; ++j) {
        const double bound = -combined[j].rounded();
        if (!leans_on_nothing(bound, problem.lower[j], problem.upper[j])) solution.farkas_bounds[j] = bound;
    }
}

void read_ray(const SimplexVertex& vertex, const SimplexWalk& walk, Solution& solution) {
    Vector ray = walk.ray();
    ray.resize(vertex.form.structurals);
    for (std::size_t j = 0; j < ray.size(); ++j) ray[j] *= vertex.form.scale[j];
    ray *= std::ldexp(1.0, -std::ilogb(max_norm(ray)));
    solution.ray = PreciseVector(ray.begin(), ray.end());
}

/// What the end of a walk says about the problem, in the problem's own units and with its proof, which is not
/// checked here.
Solution read_answer(const Problem& problem, const SimplexVertex& vertex, const SimplexWalk& walk,
                     Status end) {
    Solution solution;
    solution.status = end;
    solution.active = vertex.active_set();
    solution.x = original_point(problem, vertex);
    solution.objective = problem.constant + dot(problem.cost, solution.x);
    if (end == Status::optimal) read_multipliers(vertex, walk, solution);
    if (end == Status::infeasible) read_farkas(problem, vertex, walk, solution);
    if (end == Status::unbounded) read_ray(vertex, walk, solution);
    return solution;
}

/// Crossed sides leave no room at all: proved by that side alone.
bool prove_by_crossed_sides(const Problem& problem, Solution& solution) {
    solution.farkas_rows = PreciseVector(problem.row_lower.size());
    solution.farkas_bounds = Vector(problem.variables());
    solution.status = Status::infeasible;
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

bool decided(Status status) { return status != Status::numerical && status != Status::iteration_limit; }

/// Walks on from the vertex and reads the answer, which is checked.
Solution walk_on(const Problem& problem, SimplexVertex& vertex, bool precise, std::size_t iteration_limit,
                 std::size_t& iterations) {
    SimplexWalk walk(vertex, precise);
    const Status end = walk.run(iteration_limit - iterations);
    iterations += walk.iterations();
    Solution solution = certified(problem, read_answer(problem, vertex, walk, end));
    solution.iterations = iterations;
    return solution;
}

/// Walks to the end and, unless the answer is right to rounding, from there once more with all digits. A
/// contradiction within the rounding of the data is no proof: then sides may miss each other a little.
Solution attempt(const Problem& problem, Units units, const ActiveSet& warm_start,
                 std::size_t iteration_limit) {
    const SimplexForm form = simplex_form(problem, units);
    SimplexVertex vertex(form, warm_start);
    std::size_t iterations = 0;
    const Solution first = walk_on(problem, vertex, false, iteration_limit, iterations);
    if (first.status == Status::iteration_limit) return first;
    if (first.status == Status::optimal && kkt_residuals(problem, first).worst() <= precise_tolerance)
        return first;
    return walk_on(problem, vertex, true, iteration_limit, iterations);
}

void require_fit(const ActiveSet& warm_start, const Problem& problem) {
    if (warm_start.empty()) return;
    require_same_size("warm_start.rows", warm_start.rows.size(), "the problem's rows", problem.rows.rows());
    require_same_size("warm_start.variables", warm_start.variables.size(), "the problem's variables",
                      problem.variables());
}

}  // namespace

Solution solve_linear(const Problem& problem, const SimplexOptions& options) {
    require_well_formed(problem);
    if (!problem.is_linear()) throw std::invalid_argument("solve_linear: the problem has a hessian");
    require_fit(options.warm_start, problem);
    Solution crossed;
    if (prove_by_crossed_sides(problem, crossed)) return certified(problem, crossed);

    const bool limited = options.iteration_limit > 0;
    const std::size_t size = problem.rows.rows() + problem.variables();
    Solution solution = attempt(problem, Units::natural, options.warm_start,
                                limited ? options.iteration_limit : 1000 + 50 * size);
    for (const Units units : {Units::natural, Units::given}) {  // from scratch, where the first was not
        if (decided(solution.status) || limited) break;
        if (units == Units::natural && options.warm_start.empty()) continue;
        const std::size_t iterations = solution.iterations;
        const Solution next = attempt(problem, units, {}, 1000 + 5 * size);
        if (decided(next.status)) solution = next;
        solution.iterations = iterations + next.iterations;
    }
    return solution;
}

}  // namespace restraint::optimize
