#include "restraint/optimize/simplex.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "restraint/optimize/certificate.h"
#include "restraint/optimize/simplex_walk.h"

namespace restraint::optimize {

namespace {

/// y and z: the reduced costs of the logicals and of the x. One that pulls away from the side where its
/// variable is can only be rounding: 0 in its place.
void read_multipliers(const SimplexVertex& vertex, const PreciseVector& reduced_costs, Solution& solution) {
    const SimplexForm& form = vertex.form;
    for (std::size_t j = 0; j < form.variables(); ++j) {
        const TwoDoubles d = reduced_costs[j];
        const bool rounding = vertex.x[j] != (d.value > 0.0 ? vertex.lower[j] : vertex.upper[j]);
        solution.multipliers.push_back(rounding ? 0.0 : d * (1.0 / (form.scale[j] * form.cost_scale)));
    }
}

/// The power of two that brings a size between 1 and 2.
double to_one(double size) { return size > 0.0 ? std::ldexp(1.0, -std::ilogb(size)) : 1.0; }

/// The multipliers y of phase one combine the rows [I -A] (r, x) = 0 to -y'[I -A] (r, x) = 0, which no (r, x)
/// in its box satisfies: its coefficients are the multipliers of the rows and bounds. One without a side to
/// lean on can only be rounding.
void read_farkas(const SimplexVertex& vertex, const Vector& costs, Solution& solution) {
    const SimplexForm& form = vertex.form;
    const PreciseVector y = vertex.multipliers(costs);
    double largest = 0.0;
    for (std::size_t j = 0; j < form.variables(); ++j) {
        AccurateSum sum;
        add_product(sum, -1.0, form.columns.row(j), y);
        TwoDoubles multiplier = sum.total() * (1.0 / form.scale[j]);
        if (std::isinf(multiplier.value > 0.0 ? form.lower[j] : form.upper[j])) multiplier = 0.0;
        solution.farkas.push_back(multiplier);
        largest = std::max(largest, std::abs(multiplier.value));
    }
    for (TwoDoubles& multiplier : solution.farkas) multiplier *= to_one(largest);
}

/// The entering variable moves for ever, and the basic ones with it.
void read_ray(const SimplexVertex& vertex, const SimplexWalk& walk, Solution& solution) {
    const SimplexForm& form = vertex.form;
    Vector direction(form.variables());
    direction[walk.entering.variable] = walk.entering.direction;
    for (std::size_t r = 0; r < form.rows; ++r)
        direction[vertex.basic[r]] = -walk.entering.direction * walk.column[r];
    Vector ray;
    for (std::size_t j = form.rows; j < form.variables(); ++j) ray.push_back(direction[j] * form.scale[j]);
    ray *= to_one(max_norm(ray));
    solution.ray = PreciseVector(ray.begin(), ray.end());
}

/// What the end of a walk says about the problem, in the problem's own units and with its proof, checked.
Solution read_answer(const Problem& problem, const SimplexVertex& vertex, const SimplexWalk& walk,
                     Status end) {
    Solution solution;
    solution.status = end;
    solution.active = vertex.active_set();
    solution.iterations = walk.iterations;
    for (std::size_t j = 0, v = vertex.form.rows; j < problem.variables(); ++j, ++v)
        solution.x.push_back(  // within the bounds, whatever the rounding
            std::clamp(vertex.x[v] * vertex.form.scale[v], problem.lower[j], problem.upper[j]));
    solution.objective = problem.constant + dot(problem.cost, solution.x);
    if (end == Status::optimal) read_multipliers(vertex, walk.reduced_costs, solution);
    if (end == Status::infeasible) read_farkas(vertex, walk.costs, solution);
    if (end == Status::unbounded) read_ray(vertex, walk, solution);
    return certified(problem, solution);
}

bool decided(Status status) { return status != Status::numerical && status != Status::iteration_limit; }

/// Walks to the end and goes on from there in twice the digits, unless the answer is right to rounding and no
/// reduced cost, however small, has the wrong sign: its variable may go far. If that second walk only proves
/// that rows contradict each other by less than the rounding of the problem's own numbers, the rough answer
/// stands.
///
/// Without a warm start, the walk in natural units begins at a crash basis and the other at the rows: where a
/// row has a tiny entry in a crash basis, its multiplier is so large that the answer loses its digits.
Solution attempt(const Problem& problem, Units units, const ActiveSet& warm_start,
                 std::size_t iteration_limit) {
    const SimplexForm form = simplex_form(problem, units);
    SimplexVertex vertex(form, warm_start);
    if (warm_start.empty() && units == Units::natural) vertex.crash();
    SimplexWalk walk(vertex);
    const Solution rough = read_answer(problem, vertex, walk, walk.run(false, iteration_limit));
    if (rough.status == Status::iteration_limit) return rough;
    const bool right_to_rounding =
        rough.status == Status::optimal && kkt_residuals(problem, rough).worst() <= precise_tolerance;
    walk.price(0.0);
    if (right_to_rounding && walk.entering.variable == SimplexVertex::none) return rough;
    const Solution precise = read_answer(problem, vertex, walk, walk.run(true, iteration_limit));
    const bool stands = rough.status == Status::optimal && precise.reach >= certified_reach;
    return decided(precise.status) || !(right_to_rounding || stands) ? precise : rough;
}

}  // namespace

Solution solve_linear(const Problem& problem, const SolverOptions& options) {
    require_well_formed(problem);
    if (!problem.is_linear()) throw std::invalid_argument("solve_linear: the problem has a hessian");
    require_fit(options.warm_start, problem);
    const AllRows all(problem);
    Solution crossing;
    crossing.status = Status::infeasible;
    crossing.farkas = crossed_sides(all.lower, all.upper);
    if (!crossing.farkas.empty()) return certified(problem, crossing);

    const std::size_t limit = options.iteration_limit > 0
                                  ? options.iteration_limit
                                  : 1000 + 50 * (problem.rows.rows() + problem.variables());
    Solution solution = attempt(problem, Units::natural, options.warm_start, limit);
    if (decided(solution.status) || options.iteration_limit > 0) return solution;
    Solution next = attempt(problem, Units::given, {}, limit);  // from basic rows
    if (!decided(next.status)) std::swap(next, solution);
    next.iterations += solution.iterations;
    return next;
}

}  // namespace restraint::optimize
