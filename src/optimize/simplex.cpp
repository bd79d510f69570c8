#include "restraint/optimize/simplex.h"

#include <algorithm>
#include <span>
#include <stdexcept>

#include "restraint/optimize/certificate.h"
#include "restraint/optimize/simplex_answer.h"
#include "restraint/optimize/simplex_farkas.h"

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

/// One way to look for the answer; the next is tried when the answer of one cannot be confirmed.
struct Attempt {
    Scaling scaling = Scaling::geometric;
    WalkRules rules;
};

/// After the first walk: all digits, and almost no tolerance.
constexpr WalkRules to_the_last_digit{.primal_tolerance = 1e-14, .dual_tolerance = 1e-14, .precise = true};
/// The same for sides that miss each other by the rounding of their own digits.
constexpr WalkRules forgiving{.primal_tolerance = 1e-10, .dual_tolerance = 1e-14, .precise = true};
/// Sides that contradict each other by less than this share of their terms do so by that rounding.
constexpr double rounding_of_data = 2e-15;

bool decided(Status status) { return status != Status::numerical && status != Status::iteration_limit; }

/// Walks on from the vertex and reads the answer, which is checked.
Solution walk_on(const Problem& problem, SimplexVertex& vertex, const WalkRules& rules,
                 std::size_t iteration_limit, std::size_t& iterations) {
    SimplexWalk walk(vertex, rules);
    const SimplexWalk::End end = walk.run(iteration_limit - iterations);
    iterations += walk.iterations();
    Solution solution = certified(problem, read_answer(problem, vertex, walk, end));
    solution.iterations = iterations;
    return solution;
}

/// Walks to the end, and from there once more with all digits: mostly that second walk has no step and only
/// confirms. A contradiction that it finds is forgiven, even if proved, only as rounding of the data.
Solution attempt(const Problem& problem, const Attempt& how, const ActiveSet& warm_start,
                 std::size_t iteration_limit) {
    const SimplexForm form = simplex_form(problem, how.scaling);
    SimplexVertex vertex(form, warm_start);
    std::size_t iterations = 0;
    const Solution first = walk_on(problem, vertex, how.rules, iteration_limit, iterations);
    if (first.status == Status::iteration_limit) return first;
    const Solution second = walk_on(problem, vertex, to_the_last_digit, iteration_limit, iterations);
    const bool contradicts = !second.farkas_rows.empty();
    if (contradicts ? contradiction(problem, second) > rounding_of_data : decided(second.status))
        return second;
    const Solution third = walk_on(problem, vertex, forgiving, iteration_limit, iterations);
    return decided(third.status) ? third : second;
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
    crossed.farkas_rows = PreciseVector(m);
    crossed.farkas_bounds = Vector(n);
    if (prove_by_crossed_sides(problem, crossed)) {
        crossed.status = Status::infeasible;
        return certified(problem, crossed);
    }

    const bool limited = options.iteration_limit > 0;
    const std::size_t limit = limited ? options.iteration_limit : 1000 + 50 * (m + n);
    Solution solution = attempt(problem, {}, options.warm_start, limit);
    const Attempt others[] = {
        {},  // from scratch, where the first was not
        {Scaling::equilibrate, {.primal_tolerance = 1e-10, .dual_tolerance = 1e-10}},
        {Scaling::none, {.precise = true}},
        {Scaling::geometric, {.precise = true, .always_bland = true}},
    };
    for (const Attempt& other : std::span(others).subspan(options.warm_start.empty() ? 1 : 0)) {
        if (decided(solution.status) || limited) break;
        Solution next = attempt(problem, other, {}, 1000 + 5 * (m + n));
        next.iterations += solution.iterations;
        if (decided(next.status)) return next;
        solution.iterations = next.iterations;
    }
    return solution;
}

}  // namespace restraint::optimize
