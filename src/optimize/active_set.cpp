#include "restraint/optimize/active_set.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "restraint/linalg/growing_ldlt.h"
#include "restraint/linalg/ldlt.h"
#include "restraint/optimize/certificate.h"
#include "restraint/optimize/least_distance.h"

namespace restraint::optimize {

namespace {

/// An answer this good is not worth another iteration.
constexpr double good_enough = 1e-13;

/// Proximal iterations of one attempt.
constexpr int proximal_limit = 100;

/// The columns' scale d with which the entries of D H D and A D are of size 1 (Ruiz 2001: divide rows and
/// columns of (H A'; A 0) by the root of their largest entry, a few times).
Vector column_scale(const Problem& problem) {
    const std::size_t n = problem.variables(), m = problem.rows.rows();
    Vector d(n, 1.0), e(m, 1.0);
    for (int pass = 0; pass < 10; ++pass) {
        Vector column(n), row(m);
        for (std::size_t j = 0; j < problem.hessian.rows(); ++j)
            for (std::size_t k = 0; k < n; ++k)
                column[j] = std::max(column[j], std::abs(d[j] * problem.hessian(j, k) * d[k]));
        for (std::size_t i = 0; i < m; ++i) {
            const SparseRows::Row a = problem.rows.row(i);
            for (std::size_t k = 0; k < a.size(); ++k) {
                const double size = std::abs(e[i] * a.values[k] * d[a.columns[k]]);
                row[i] = std::max(row[i], size);
                column[a.columns[k]] = std::max(column[a.columns[k]], size);
            }
        }
        for (std::size_t j = 0; j < n; ++j)
            if (column[j] > 0.0) d[j] /= std::sqrt(column[j]);
        for (std::size_t i = 0; i < m; ++i)
            if (row[i] > 0.0) e[i] /= std::sqrt(row[i]);
    }
    return d;
}

/// All constraints as rows: those of the problem, then one for each variable that has a bound.
struct AllRows {
    SparseRows rows;
    Vector lower, upper;
    std::vector<std::size_t> variables;  // row m + k bounds variable variables[k]
};

AllRows with_bounds(const Problem& problem) {
    AllRows all{problem.rows, problem.row_lower, problem.row_upper, {}};
    if (all.rows.cols() != problem.variables()) all.rows = SparseRows(problem.variables());
    for (std::size_t j = 0; j < problem.variables(); ++j) {
        if (!std::isfinite(problem.lower[j]) && !std::isfinite(problem.upper[j])) continue;
        all.rows.begin_row();
        all.rows.append(j, 1.0);
        all.lower.push_back(problem.lower[j]);
        all.upper.push_back(problem.upper[j]);
        all.variables.push_back(j);
    }
    return all;
}

/// H + P = R'R for a positive diagonal P. In y = R x the quadratic problem is one of least distance.
class Root {
  public:
    /// False if H + P is not positive definite beyond rounding.
    bool factor(const Problem& problem, const Vector& shift);
    /// R^-T a.
    Vector transposed_solve(Vector a) const;
    /// R^-1 y.
    Vector solve(Vector y) const;

  private:
    GrowingLdlt factor_;  // R = D^1/2 L'
    Vector root_pivots_;
};

bool Root::factor(const Problem& problem, const Vector& shift) {
    const std::size_t n = problem.variables();
    const double rounding = static_cast<double>(n + 1) * std::numeric_limits<double>::epsilon();
    root_pivots_ = Vector(n);
    for (std::size_t j = 0; j < n; ++j) {
        Vector column(j);
        const double diagonal = shift[j] + (problem.is_linear() ? 0.0 : problem.hessian(j, j));
        double pivot = diagonal;
        if (!problem.is_linear())
            for (std::size_t k = 0; k < j; ++k) column[k] = problem.hessian(j, k);
        factor_.solve_forward(column);
        for (std::size_t k = 0; k < j; ++k) pivot -= factor_.pivot(k) * column[k] * column[k];
        if (!(pivot > rounding * diagonal)) return false;
        factor_.append(column, pivot);
        root_pivots_[j] = std::sqrt(pivot);
    }
    return true;
}

Vector Root::transposed_solve(Vector a) const {
    factor_.solve_forward(a);
    for (std::size_t j = 0; j < a.size(); ++j) a[j] *= root_pivots_[j];
    return a;
}

Vector Root::solve(Vector y) const {
    for (std::size_t j = 0; j < y.size(); ++j) y[j] /= root_pivots_[j];
    factor_.solve_backward(y);
    return y;
}

/// The rows A R^-1.
SparseRows transformed(const SparseRows& rows, const Root& root) {
    SparseRows result(rows.cols());
    for (std::size_t i = 0; i < rows.rows(); ++i) {
        Vector a(rows.cols());
        add_scaled(a, 1.0, rows.row(i));
        a = root.transposed_solve(std::move(a));
        result.begin_row();
        for (std::size_t j = 0; j < a.size(); ++j)
            if (a[j] != 0.0) result.append(j, a[j]);
    }
    return result;
}

using LongVector = std::vector<long double>;

/// One attempt at a problem: with P = 0 a single problem of least distance, else proximal-point iterations
///
///     x_next = argmin 1/2 x'Hx + c'x + 1/2 (x - x_now)' P (x - x_now)   over the feasible x,
///
/// each of which is strictly convex; they converge for every convex problem that has a solution, and where
/// there is none, x_next - x_now tends to a ray (Rockafellar 1976).
class Attempt {
  public:
    Attempt(const Problem& problem, const AllRows& all, Vector shift, std::size_t iteration_limit);
    bool is_convex() const { return convex_; }
    Solution run(const std::vector<Activity>& warm_start);

  private:
    const Problem& problem_;
    const AllRows& all_;
    Vector shift_;
    std::size_t limit_;
    bool convex_ = false;
    Root root_;
    SparseRows rows_;

    Vector target(const Vector& x) const;
    LongVector gradient(const LongVector& x) const;
    std::pair<Vector, Vector> newton_step(const LeastDistance& nearest, const Vector& dual,
                                          const Vector& primal) const;
    Solution polished(const LeastDistance& nearest) const;
    Solution infeasible(const LeastDistance& nearest) const;
    Solution unbounded(const LeastDistance& nearest, const Vector& x, Vector ray) const;
    Solution assemble(const LeastDistance& nearest, const LongVector& x, const Vector& multipliers) const;
};

Attempt::Attempt(const Problem& problem, const AllRows& all, Vector shift, std::size_t iteration_limit)
    : problem_(problem), all_(all), shift_(std::move(shift)), limit_(iteration_limit) {
    convex_ = root_.factor(problem, shift_);
    if (convex_) rows_ = transformed(all.rows, root_);
}

/// R^-T (P x - c), the minimum of the proximal problem without constraints.
Vector Attempt::target(const Vector& x) const {
    Vector result = -problem_.cost;
    for (std::size_t j = 0; j < x.size(); ++j) result[j] += shift_[j] * x[j];
    return root_.transposed_solve(std::move(result));
}

/// H x + c.
LongVector Attempt::gradient(const LongVector& x) const {
    LongVector result(problem_.cost.begin(), problem_.cost.end());
    if (problem_.is_linear()) return result;
    for (std::size_t i = 0; i < x.size(); ++i)
        for (std::size_t j = 0; j < x.size(); ++j)
            if (problem_.hessian(i, j) != 0.0) result[i] += problem_.hessian(i, j) * x[j];
    return result;
}

/// (dx, dy) with (H + P) dx - A_W' dy = dual, A_W dx = primal, W the active rows in the order of the factor.
std::pair<Vector, Vector> Attempt::newton_step(const LeastDistance& nearest, const Vector& dual,
                                               const Vector& primal) const {
    Vector v = root_.transposed_solve(dual);
    Vector dy = primal;
    for (std::size_t k = 0; k < dy.size(); ++k) dy[k] -= dot(rows_.row(nearest.order[k]), v);
    dy = nearest.factor.solve(std::move(dy));
    for (std::size_t k = 0; k < dy.size(); ++k) add_scaled(v, dy[k], rows_.row(nearest.order[k]));
    return {root_.solve(std::move(v)), std::move(dy)};
}

/// The answer with the multipliers of the active rows, wrong signs of rounding size dropped.
Solution Attempt::assemble(const LeastDistance& nearest, const LongVector& x,
                           const Vector& multipliers) const {
    const std::size_t m = problem_.rows.rows();
    Solution solution;
    solution.status = Status::optimal;
    solution.x = Vector(x.size());
    for (std::size_t j = 0; j < x.size(); ++j) solution.x[j] = static_cast<double>(x[j]);
    solution.row_multipliers = Vector(m);
    solution.bound_multipliers = Vector(x.size());
    solution.active.rows.assign(m, Activity::inactive);
    solution.active.variables.assign(x.size(), Activity::inactive);
    for (std::size_t k = 0; k < nearest.order.size(); ++k) {
        const std::size_t i = nearest.order[k];
        const Activity side = nearest.active[i];
        double y = multipliers[k];
        if (side == Activity::at_lower) y = std::max(0.0, y);
        if (side == Activity::at_upper) y = std::min(0.0, y);
        if (i < m) {
            solution.active.rows[i] = side;
            solution.row_multipliers[i] = y;
        } else {
            const std::size_t j = all_.variables[i - m];
            solution.active.variables[j] = side;
            solution.bound_multipliers[j] = y;
            solution.x[j] = side == Activity::at_upper ? problem_.upper[j] : problem_.lower[j];
        }
    }
    LongVector exact(solution.x.begin(), solution.x.end());
    const LongVector g = gradient(exact);
    long double objective = 0.0L;
    for (std::size_t j = 0; j < x.size(); ++j) objective += 0.5L * exact[j] * (g[j] + problem_.cost[j]);
    solution.objective = static_cast<double>(objective + problem_.constant);
    return solution;
}

/// Solves  Hx + c = A_W' y,  A_W x = sides  for the active rows W on the original data, with residuals in
/// long double. Each pass is a step of the proximal-point method too, so that a singular H does no harm.
Solution Attempt::polished(const LeastDistance& nearest) const {
    const std::size_t n = problem_.variables(), k = nearest.order.size();
    const Vector start = root_.solve(nearest.x);
    LongVector x(start.begin(), start.end()), y(k);
    for (std::size_t i = 0; i < k; ++i) y[i] = nearest.multipliers[nearest.order[i]];
    Solution best;
    double best_residual = infinity;
    for (int pass = 0; pass < 8; ++pass) {
        Vector rounded(k);
        for (std::size_t i = 0; i < k; ++i) rounded[i] = static_cast<double>(y[i]);
        Solution candidate = assemble(nearest, x, rounded);
        const double residual = kkt_residuals(problem_, candidate).worst();
        if (!(residual < 0.5 * best_residual)) {
            if (residual < best_residual) best = std::move(candidate);
            break;
        }
        best_residual = residual;
        best = std::move(candidate);

        LongVector dual = gradient(x);
        Vector primal(k);
        for (std::size_t i = 0; i < k; ++i) {
            const SparseRows::Row row = all_.rows.row(nearest.order[i]);
            long double rest = nearest.active[nearest.order[i]] == Activity::at_upper
                                   ? all_.upper[nearest.order[i]]
                                   : all_.lower[nearest.order[i]];
            for (std::size_t e = 0; e < row.size(); ++e) {
                rest -= row.values[e] * x[row.columns[e]];
                dual[row.columns[e]] -= row.values[e] * y[i];
            }
            primal[i] = static_cast<double>(rest);
        }
        Vector minus_dual(n);
        for (std::size_t j = 0; j < n; ++j) minus_dual[j] = -static_cast<double>(dual[j]);
        const auto [dx, dy] = newton_step(nearest, minus_dual, primal);
        for (std::size_t j = 0; j < n; ++j) x[j] += dx[j];
        for (std::size_t i = 0; i < k; ++i) y[i] += dy[i];
    }
    return best;
}

/// The proof that rows contradict each other, refined until A'farkas vanishes to rounding.
Solution Attempt::infeasible(const LeastDistance& nearest) const {
    const std::size_t n = problem_.variables(), m = problem_.rows.rows();
    Vector farkas = nearest.farkas;
    for (int pass = 0; pass < 4; ++pass) {
        LongVector left(n);
        for (std::size_t i = 0; i < farkas.size(); ++i) {
            const SparseRows::Row row = all_.rows.row(i);
            for (std::size_t e = 0; e < row.size(); ++e)
                left[row.columns[e]] -= static_cast<long double>(row.values[e]) * farkas[i];
        }
        Vector rest(n);
        for (std::size_t j = 0; j < n; ++j) rest[j] = static_cast<double>(left[j]);
        const Vector v = root_.transposed_solve(std::move(rest));
        Vector correction(nearest.order.size());
        for (std::size_t k = 0; k < correction.size(); ++k)
            correction[k] = dot(rows_.row(nearest.order[k]), v);
        correction = nearest.factor.solve(std::move(correction));
        for (std::size_t k = 0; k < correction.size(); ++k) farkas[nearest.order[k]] += correction[k];
    }
    Solution solution;
    solution.status = Status::infeasible;
    solution.farkas_rows = Vector(m);
    solution.farkas_bounds = Vector(n);
    for (std::size_t i = 0; i < farkas.size(); ++i)
        (i < m ? solution.farkas_rows[i] : solution.farkas_bounds[all_.variables[i - m]]) = farkas[i];
    return certified(problem_, std::move(solution));
}

/// The proof that the objective falls forever along `ray`, refined until H ray and A_W ray vanish to
/// rounding.
Solution Attempt::unbounded(const LeastDistance& nearest, const Vector& x, Vector ray) const {
    for (int pass = 0; pass < 4; ++pass) {
        const LongVector bent = gradient(LongVector(ray.begin(), ray.end()));
        Vector dual(ray.size()), primal(nearest.order.size());
        for (std::size_t j = 0; j < ray.size(); ++j)
            dual[j] = static_cast<double>(problem_.cost[j] - bent[j]);
        for (std::size_t k = 0; k < primal.size(); ++k)
            primal[k] = -dot(all_.rows.row(nearest.order[k]), ray);
        ray += newton_step(nearest, dual, primal).first;
    }
    Solution solution;
    solution.status = Status::unbounded;
    solution.x = x;
    solution.ray = std::move(ray);
    return certified(problem_, std::move(solution));
}

Solution Attempt::run(const std::vector<Activity>& warm_start) {
    const bool proximal = max_norm(shift_) > 0.0;
    Vector x(problem_.variables());
    for (std::size_t j = 0; j < x.size(); ++j)
        x[j] = std::max(problem_.lower[j], std::min(0.0, problem_.upper[j]));
    std::vector<Activity> active = warm_start;
    Solution best;
    double best_residual = infinity;
    std::size_t iterations = 0;
    for (int pass = 0; pass < proximal_limit; ++pass) {
        const Vector y = target(x);
        const LeastDistance nearest =
            least_distance({y, rows_, rows_, all_.lower, all_.upper}, active, limit_);
        iterations += nearest.iterations;
        if (nearest.status == Status::infeasible) {
            Solution proof = infeasible(nearest);
            proof.iterations = iterations;
            return proof;
        }
        if (nearest.status != Status::optimal) {
            if (best_residual == infinity) best.status = nearest.status;
            break;
        }
        Solution candidate = polished(nearest);
        const double residual = kkt_residuals(problem_, candidate).worst();
        if (residual < best_residual) {
            best_residual = residual;
            best = std::move(candidate);
        }
        if (!proximal || best_residual <= good_enough) break;
        const Vector next = root_.solve(nearest.x);
        if (pass > 0) {
            Solution proof = unbounded(nearest, next, next - x);
            if (proof.status == Status::unbounded) {
                proof.iterations = iterations;
                return proof;
            }
        }
        if (max_norm(next - x) <= 1e-14 * max_norm(x)) break;
        x = next;
        active = nearest.active;
    }
    best.iterations = iterations;
    return certified(problem_, std::move(best));
}

/// The active set of an answer as a list over all rows.
std::vector<Activity> over_all_rows(const ActiveSet& active, const AllRows& all) {
    if (active.empty()) return {};
    std::vector<Activity> result = active.rows;
    for (std::size_t j : all.variables) result.push_back(active.variables[j]);
    return result;
}

/// The diagonal P, relative to the size of the scaled problem.
Vector proximal_shift(const Problem& problem, double relative) {
    const Vector d = column_scale(problem);
    double curvature = 0.0, slope = 0.0, side = 1.0;
    for (std::size_t j = 0; j < d.size(); ++j) {
        slope = std::max(slope, std::abs(problem.cost[j] * d[j]));
        if (!problem.is_linear())
            for (std::size_t k = 0; k < d.size(); ++k)
                curvature = std::max(curvature, std::abs(d[j] * problem.hessian(j, k) * d[k]));
        for (double bound : {problem.lower[j], problem.upper[j]})
            if (std::isfinite(bound)) side = std::max(side, std::abs(bound / d[j]));
    }
    const double size = std::max(curvature, slope / side);
    Vector shift(d.size());
    for (std::size_t j = 0; j < d.size(); ++j)
        shift[j] = relative * (size > 0.0 ? size : 1.0) / (d[j] * d[j]);
    return shift;
}

}  // namespace

Solution solve_quadratic(const Problem& problem, const ActiveSetOptions& options) {
    require_well_formed(problem);
    const AllRows all = with_bounds(problem);
    const std::vector<Activity> warm_start = over_all_rows(options.warm_start, all);

    Solution best;
    if (!problem.is_linear()) {
        Attempt strict(problem, all, Vector(problem.variables()), options.iteration_limit);
        if (strict.is_convex()) {
            best = strict.run(warm_start);
            if (best.status != Status::numerical) return best;
        } else if (!factor_ldlt(problem.hessian).semidefinite) {
            best.status = Status::not_convex;
            return best;
        }
    }
    for (double relative : {1e-6, 1e-4, 1e-2, 1e-8}) {
        Attempt attempt(problem, all, proximal_shift(problem, relative), options.iteration_limit);
        if (!attempt.is_convex()) continue;
        Solution next = attempt.run(warm_start);
        if (next.status != Status::numerical) return next;
        if (best.x.empty()) best = std::move(next);
    }
    return best;
}

}  // namespace restraint::optimize
