#include "restraint/optimize/simplex.h"

#include <algorithm>
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

const WalkRules last_digits{.primal_tolerance = 1e-12, .dual_tolerance = 1e-14, .precise = true};

/// Sides that contradict each other by less than this share of their terms do so by the rounding of the data.
constexpr double rounding_of_data = 1e-14;

bool decided(Status status) { return status != Status::numerical && status != Status::iteration_limit; }

/// Walks to the end, and from there once more with all digits: mostly that walk has no step and only
/// confirms.
///
/// The second walk has the last word. If it finds a contradiction within the tolerance of the first that it
/// cannot prove, the answer of the first is believed only if the contradiction is no more than rounding of
/// the data.
Solution attempt(const Problem& problem, const Attempt& how, const ActiveSet& warm_start,
                 std::size_t iteration_limit) {
    const SimplexForm form = simplex_form(problem, how.scaling);
    SimplexVertex vertex(form, warm_start);
    SimplexWalk rough(vertex, how.rules);
    const SimplexWalk::End rough_end = rough.run(iteration_limit);
    Solution rough_answer = read_answer(problem, vertex, rough, rough_end);
    rough_answer.iterations = rough.iterations();
    if (rough_end == SimplexWalk::End::iteration_limit) return rough_answer;

    SimplexWalk fine(vertex, last_digits);
    const SimplexWalk::End fine_end = fine.run(iteration_limit - rough.iterations());
    Solution fine_answer = certified(problem, read_answer(problem, vertex, fine, fine_end));
    fine_answer.iterations = rough.iterations() + fine.iterations();
    if (decided(fine_answer.status)) return fine_answer;
    if (fine_end == SimplexWalk::End::infeasible &&
        contradiction(problem, fine_answer.farkas_rows, fine_answer.farkas_bounds) > rounding_of_data)
        return fine_answer;
    return certified(problem, rough_answer);
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

    const bool limited = options.iteration_limit > 0;
    const std::size_t limit = limited ? options.iteration_limit : 1000 + 50 * (m + n);
    Solution solution = attempt(problem, {}, options.warm_start, limit);
    const Attempt others[] = {
        {Scaling::equilibrate, {.primal_tolerance = 1e-10, .dual_tolerance = 1e-10}},
        {Scaling::none, {.precise = true}},
        {Scaling::geometric, {.precise = true, .always_bland = true}},
    };
    for (const Attempt& other : others) {
        if (solution.status != Status::numerical || limited) break;
        Solution next = attempt(problem, other, {}, 1000 + 5 * (m + n));
        next.iterations += solution.iterations;
        if (decided(next.status)) return next;
        solution.iterations = next.iterations;
    }
    return solution;
}

}  // namespace restraint::optimize
