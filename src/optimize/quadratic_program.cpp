#include "restraint/optimize/quadratic_program.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "restraint/linalg/ldlt.h"
#include "restraint/optimize/proximal.h"
#include "restraint/optimize/ray_program.h"
#include "restraint/optimize/scale.h"
#include "restraint/optimize/tolerances.h"

namespace restraint::optimize {

namespace {

/// The active set of a similar problem as a list over all rows.
std::vector<Activity> over_all_rows(const ActiveSet& active, const Problem& problem) {
    if (active.empty()) return {};
    require_same_size("the warm start's rows", active.rows.size(), "a column of the constraints",
                      problem.rows.rows());
    require_same_size("the warm start's variables", active.variables.size(), "the cost", problem.variables());
    std::vector<Activity> result = active.rows;
    result.insert(result.end(), active.variables.begin(), active.variables.end());
    return result;
}

/// An x of more natural sizes (scale.h) than this may satisfy rows that contradict each other: the moduli of
/// its terms hide what a row is violated by.
constexpr double far_away = 1e3;

bool is_far(const Problem& problem, const Vector& x) {
    const Scale scale = natural_scale(problem);
    for (std::size_t j = 0; j < x.size(); ++j)
        if (std::abs(x[j]) > far_away * scale.columns[j] * scale.sides) return true;
    return false;
}

}  // namespace

Solution solve_quadratic(const Problem& problem, const QuadraticOptions& options) {
    require_well_formed(problem);
    const AllRows all(problem);
    std::vector<Activity> warm_start = over_all_rows(options.warm_start, problem);

    Vector x(problem.variables());
    for (std::size_t j = 0; j < x.size(); ++j)
        x[j] = std::max(problem.lower[j], std::min(0.0, problem.upper[j]));

    Solution best;
    std::optional<Solution> proof;  // that there is no optimum; asked for when something looks like it
    for (const double size : proximal_sizes) {
        if (size == 0.0 && problem.is_linear()) continue;
        Proximal proximal(problem, all, proximal_shift(problem, size));
        if (!proximal.is_convex()) {
            if (size > 0.0 || factor_ldlt(problem.hessian).semidefinite) continue;
            best.status = Status::not_convex;
            return best;
        }
        Solution next = proximal.solve(x, warm_start, options.iteration_limit);
        if (next.status == Status::optimal && !is_far(problem, next.x) && !proximal.is_doubtful())
            return next;
        // Where the caller has set no limit, a run that reaches the limit is taken up with the next P below.
        if (next.status == Status::iteration_limit && options.iteration_limit > 0) return next;
        if (!proof) proof = prove_no_optimum(problem);
        if (proof->status == Status::infeasible || proof->status == Status::unbounded) return *proof;
        if (next.status == Status::optimal) return next;
        if (!next.x.empty()) {  // a better start for the next size
            x = next.x;
            warm_start = over_all_rows(next.active, problem);
        } else {
            warm_start.clear();  // it may have led there
        }
        if (best.x.empty()) best = std::move(next);
    }
    if (best.status != Status::iteration_limit) best.status = Status::numerical;
    return best;
}

}  // namespace restraint::optimize
