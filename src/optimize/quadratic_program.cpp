#include "restraint/optimize/quadratic_program.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "restraint/linalg/ldlt.h"
#include "restraint/optimize/certificate.h"
#include "restraint/optimize/proximal.h"
#include "restraint/optimize/scale.h"
#include "restraint/optimize/simplex.h"
#include "restraint/optimize/tolerances.h"

namespace restraint::optimize {

namespace {

Problem without_hessian(Problem problem) {
    problem.hessian = Matrix();
    problem.constant = 0.0;
    return problem;
}

/// 0 in place of each side that is there: directions within these sides never leave the given ones.
Vector recession(Vector sides) {
    for (double& side : sides)
        if (std::isfinite(side)) side = 0.0;
    return sides;
}

/// Adds H d = 0: with P H P' = L D L' these are the first rows of L' P d = 0, as many as the rank of H.
void add_null_space(Problem& program, const Matrix& hessian) {
    const Ldlt factor = factor_ldlt(hessian);
    for (std::size_t k = 0; k < factor.rank; ++k) {
        const std::size_t j = factor.order[k];
        if (factor.pivots[k] <= flat_pivot * hessian(j, j)) break;
        Vector row(hessian.rows());
        for (std::size_t i = k; i < row.size(); ++i) row[factor.order[i]] = factor.lower(i, k);
        add_row(program, row, 0.0, 0.0);
    }
}

/// The ray with 0 for each entry that leads out of a bound or is not above the noise: both are rounding.
PreciseVector within_bounds(const Problem& problem, const Vector& ray) {
    const double noise = ray_noise * max_norm(ray);
    PreciseVector result(ray.size());
    for (std::size_t j = 0; j < ray.size(); ++j)
        if (std::abs(ray[j]) > noise && !std::isfinite(ray[j] < 0.0 ? problem.lower[j] : problem.upper[j]))
            result[j] = ray[j];
    return result;
}

/// Whether an answer may hide rows that contradict each other, or a better x: its residuals are above
/// rounding, or x is far away.
bool is_doubtful(const Problem& problem, const Solution& answer, double residual) {
    const Scale scale = natural_scale(problem);
    bool doubtful = residual > doubtful_residual;
    for (std::size_t j = 0; j < answer.x.size(); ++j)
        doubtful |= std::abs(answer.x[j]) > far_away * scale.sizes[problem.rows.rows() + j];
    return doubtful;
}

}  // namespace

Problem ray_program(const Problem& problem) {
    Problem program = without_hessian(problem);
    program.row_lower = recession(problem.row_lower);
    program.row_upper = recession(problem.row_upper);
    program.lower = recession(problem.lower);
    program.upper = recession(problem.upper);
    if (!problem.is_linear()) add_null_space(program, problem.hessian);
    add_row(program, problem.cost, -1.0, infinity);
    return program;
}

Solution prove_no_optimum(const Problem& problem) {
    Problem feasible = without_hessian(problem);
    feasible.cost = Vector(problem.variables());
    Solution proof = solve_linear(feasible);
    if (proof.status != Status::optimal) return proof;
    const Solution ray = solve_linear(ray_program(problem));
    proof.iterations += ray.iterations;
    proof.ray = within_bounds(problem, ray.x);
    proof.status = Status::unbounded;
    return certified(problem, proof);
}

Solution solve_quadratic(const Problem& problem, const SolverOptions& options) {
    if (problem.is_linear()) {  // the simplex method first; where it gives up, P as for H = 0
        const Solution linear = solve_linear(problem, options);
        if (linear.status != Status::numerical) return linear;
    }
    require_well_formed(problem);
    require_fit(options.warm_start, problem);
    const AllRows all(problem);
    ActiveSet warm_start = options.warm_start;

    Vector x(problem.variables());
    for (std::size_t j = 0; j < x.size(); ++j)
        x[j] = std::max(problem.lower[j], std::min(0.0, problem.upper[j]));

    Solution best;
    std::optional<Solution> proof;  // that there is no optimum; made when a P fails, or leads far away
    for (const double size : proximal_sizes) {
        Proximal proximal(all, proximal_shift(problem, size));
        if (!proximal.is_convex()) {
            if (size > 0.0 || factor_ldlt(problem.hessian).semidefinite) continue;
            best.status = Status::not_convex;
            return best;
        }
        Solution next = proximal.solve(x, warm_start, options.iteration_limit);
        if (next.status == Status::optimal && !is_doubtful(problem, next, proximal.residual())) return next;
        // Where the caller has set no limit, a run that reaches the limit is taken up with the next P below.
        if (next.status == Status::iteration_limit && options.iteration_limit > 0) return next;
        if (!proof) proof = prove_no_optimum(problem);
        if (proof->status == Status::infeasible || proof->status == Status::unbounded) return *proof;
        warm_start.clear();  // the failure may be due to it
        if (next.status == Status::optimal ? best.status != next.status : best.x.empty())
            best = std::move(next);
    }
    if (best.status != Status::optimal && best.status != Status::iteration_limit)
        best.status = Status::numerical;
    return best;
}

}  // namespace restraint::optimize
