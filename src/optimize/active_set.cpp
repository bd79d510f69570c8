#include "restraint/optimize/active_set.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "restraint/linalg/ldlt.h"
#include "restraint/optimize/proximal.h"
#include "restraint/optimize/ray_program.h"
#include "restraint/optimize/scale.h"

namespace restraint::optimize {

namespace {

/// Sizes of the proximal term, relative to the problem, in the order in which they are tried. Where the first
/// fails it is too large for curvatures that are small but not zero, or too small for accuracy.
constexpr double proximal_sizes[] = {1e-6, 1e-9, 1e-4, 1e-2, 1.0, 100.0};

/// The active set of a similar problem as a list over all rows.
std::vector<Activity> over_all_rows(const ActiveSet& active, const AllRows& all, const Problem& problem) {
    if (active.empty()) return {};
    require_same_size("the warm start's rows", active.rows.size(), "a column of the constraints",
                      problem.rows.rows());
    require_same_size("the warm start's variables", active.variables.size(), "the cost", problem.variables());
    std::vector<Activity> result = active.rows;
    for (std::size_t j : all.variables) result.push_back(active.variables[j]);
    return result;
}

/// An x of more natural sizes (scale.h) than this may satisfy rows that contradict each other.
constexpr double far_away = 1e6;

bool is_far(const Problem& problem, const Vector& x) {
    const Scale scale = natural_scale(problem);
    for (std::size_t j = 0; j < x.size(); ++j)
        if (std::abs(x[j]) > far_away * scale.columns[j] * scale.sides) return true;
    return false;
}

/// Far away the moduli of its terms hide what a row is violated by: there two linear programs, whose x is a
/// vertex, have the last word on whether there is a feasible x, and a ray.
Solution confirmed(const Problem& problem, Solution solution) {
    if (solution.status != Status::unbounded &&
        !(solution.status == Status::optimal && is_far(problem, solution.x)))
        return solution;
    Solution proof = prove_no_optimum(problem);
    return proof.status == Status::numerical ? solution : proof;
}

}  // namespace

Solution solve_quadratic(const Problem& problem, const ActiveSetOptions& options) {
    require_well_formed(problem);
    const AllRows all(problem);
    std::vector<Activity> warm_start = over_all_rows(options.warm_start, all, problem);

    Vector x(problem.variables());
    for (std::size_t j = 0; j < x.size(); ++j)
        x[j] = std::max(problem.lower[j], std::min(0.0, problem.upper[j]));

    // A run that needs more than the limit that no caller set has lost its way.
    const auto failed = [&options](Status status) {
        return status == Status::numerical ||
               (status == Status::iteration_limit && options.iteration_limit == 0);
    };
    Solution first;
    if (!problem.is_linear()) {
        Proximal strictly_convex(problem, all, Vector(x.size()));
        if (strictly_convex.is_convex()) {
            first = strictly_convex.solve(x, warm_start, options.iteration_limit);
            if (!failed(first.status)) return confirmed(problem, std::move(first));
        } else if (!factor_ldlt(problem.hessian).semidefinite) {
            first.status = Status::not_convex;
            return first;
        }
    }
    for (double size : proximal_sizes) {
        Proximal semidefinite(problem, all, proximal_shift(problem, size));
        if (!semidefinite.is_convex()) continue;
        Solution next = semidefinite.solve(x, warm_start, options.iteration_limit);
        if (!failed(next.status)) return confirmed(problem, std::move(next));
        if (!next.x.empty()) {  // a better start for the next size
            x = next.x;
            warm_start = over_all_rows(next.active, all, problem);
        } else {
            warm_start.clear();  // it may have led there
        }
        if (first.x.empty()) first = std::move(next);
    }
    Solution proof = prove_no_optimum(problem);
    return proof.status == Status::numerical ? first : proof;
}

}  // namespace restraint::optimize
