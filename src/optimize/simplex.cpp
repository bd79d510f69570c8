#include "restraint/optimize/simplex.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "restraint/optimize/certificate.h"
#include "restraint/optimize/simplex_walk.h"

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
    for (std::size_t j = 0; j < form.variables(); ++j) {
        const double d = walk.reduced_costs[j];
        const bool rounding = vertex.x[j] != (d > 0.0 ? vertex.lower[j] : vertex.upper[j]);
        const double multiplier = rounding ? 0.0 : d / (form.scale[j] * form.cost_scale);
        (j < form.structurals ? solution.bound_multipliers : solution.row_multipliers).push_back(multiplier);
    }
}

/// A multiplier without side to lean on.
bool leans_on_nothing(TwoDoubles y, double lower, double upper) {
    return std::isinf(y.value > 0.0 ? lower : upper);
}

/// The multipliers y of phase one combine the rows to a row that no x in the box satisfies. A power of two
/// brings the largest to 1; the bounds take up what A'y leaves, where they can.
void read_farkas(const Problem& problem, const SimplexVertex& vertex, const SimplexWalk& walk,
                 Solution& solution) {
    const SimplexForm& form = vertex.form;
    PreciseVector& y = solution.farkas_rows;
    y = vertex.multipliers(walk.basic_costs);
    double largest = 0.0;
    for (std::size_t i = 0; i < form.rows; ++i) {
        const std::size_t logical = form.structurals + i;
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

/// The entering variable moves for ever, and the basic ones with it.
void read_ray(const SimplexVertex& vertex, const SimplexWalk& walk, Solution& solution) {
    Vector ray(vertex.form.variables());
    ray[walk.entering.variable] = walk.entering.direction;
    for (std::size_t r = 0; r < vertex.basic.size(); ++r)
        ray[vertex.basic[r]] = -walk.entering.direction * walk.column[r];
    for (std::size_t j = 0; j < ray.size(); ++j) ray[j] *= vertex.form.scale[j];
    ray.resize(vertex.form.structurals);
    ray *= std::ldexp(1.0, -std::ilogb(max_norm(ray)));
    solution.ray = PreciseVector(ray.begin(), ray.end());
}

/// What the end of a walk says about the problem, in the problem's own units and with its proof, checked.
Solution read_answer(const Problem& problem, const SimplexVertex& vertex, const SimplexWalk& walk,
                     Status end) {
    Solution solution;
    solution.status = end;
    solution.active = vertex.active_set();
    solution.iterations = walk.iterations;
    solution.x = original_point(problem, vertex);
    solution.objective = problem.constant + dot(problem.cost, solution.x);
    if (end == Status::optimal) read_multipliers(vertex, walk, solution);
    if (end == Status::infeasible) read_farkas(problem, vertex, walk, solution);
    if (end == Status::unbounded) read_ray(vertex, walk, solution);
    return certified(problem, solution);
}

/// The first place where the sides cross; their number if there is none.
std::size_t first_crossing(const Vector& lower, const Vector& upper) {
    std::size_t i = 0;
    while (i < lower.size() && lower[i] <= upper[i]) ++i;
    return i;
}

/// Crossed sides leave no room at all: proved by one of them alone, a row's or a variable's.
Solution prove_by_crossing(const Problem& problem, std::size_t row, std::size_t variable) {
    Solution solution;
    solution.status = Status::infeasible;
    solution.farkas_rows = PreciseVector(problem.row_lower.size());
    solution.farkas_bounds = Vector(problem.variables());
    if (row < problem.row_lower.size()) solution.farkas_rows[row] = 1.0;
    else solution.farkas_bounds[variable] = 1.0;
    return certified(problem, solution);
}

bool decided(Status status) { return status != Status::numerical && status != Status::iteration_limit; }

/// Walks to the end and, unless the answer is right to rounding, from there once more with all digits.
Solution attempt(const Problem& problem, Units units, const ActiveSet& warm_start,
                 std::size_t iteration_limit) {
    const SimplexForm form = simplex_form(problem, units);
    SimplexVertex vertex(form, warm_start);
    SimplexWalk walk(vertex);
    Solution solution;
    for (const bool precise : {false, true}) {
        solution = read_answer(problem, vertex, walk, walk.run(precise, iteration_limit));
        if (solution.status == Status::iteration_limit) break;
        if (solution.status == Status::optimal &&
            kkt_residuals(problem, solution).worst() <= precise_tolerance)
            break;
    }
    return solution;
}

}  // namespace

Solution solve_linear(const Problem& problem, const SolverOptions& options) {
    require_well_formed(problem);
    if (!problem.is_linear()) throw std::invalid_argument("solve_linear: the problem has a hessian");
    require_fit(options.warm_start, problem);
    const std::size_t row = first_crossing(problem.row_lower, problem.row_upper);
    const std::size_t variable = first_crossing(problem.lower, problem.upper);
    if (row < problem.row_lower.size() || variable < problem.variables())
        return prove_by_crossing(problem, row, variable);

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
