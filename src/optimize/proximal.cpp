#include "restraint/optimize/proximal.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "restraint/optimize/certificate.h"

namespace restraint::optimize {

namespace {

constexpr int iteration_limit_of_proximal = 100;
constexpr int iteration_limit_of_polish = 8;

/// Iterations on one face of the feasible set that come no nearer: then P is too large for the curvature
/// there.
constexpr int patience = 5;

}  // namespace

AllRows::AllRows(const Problem& problem)
    : rows(problem.rows), lower(problem.row_lower), upper(problem.row_upper) {
    if (rows.rows() == 0) rows = SparseRows(problem.variables());
    for (std::size_t j = 0; j < problem.variables(); ++j) {
        rows.begin_row();
        rows.append(j, 1.0);
        lower.push_back(problem.lower[j]);
        upper.push_back(problem.upper[j]);
    }
}

Proximal::Proximal(const Problem& problem, const AllRows& all, Vector shift)
    : problem_(problem), all_(all), shift_(std::move(shift)), lifted_(problem.variables()) {
    if (!factor_shifted_hessian()) return;
    for (std::size_t i = 0; i < all.rows.rows(); ++i) {
        Vector row(problem.variables());
        add_scaled(row, 1.0, all.rows.row(i));
        row = factor_.solve(std::move(row));
        if (i >= problem.rows.rows()) units_.push_back(std::sqrt(row[i - problem.rows.rows()]));
        lifted_.append_full_row(row);
    }
    polyhedron_.emplace(LiftedRows{all.rows, lifted_, all.lower, all.upper, {units_.data(), units_.size()}});
}

/// H + P = L D L'. False if a pivot is not above rounding, for which n eps of its diagonal entry is taken:
/// the decision does not depend on units.
bool Proximal::factor_shifted_hessian() {
    const std::size_t n = problem_.variables();
    const double rounding = static_cast<double>(n + 1) * std::numeric_limits<double>::epsilon();
    for (std::size_t j = 0; j < n; ++j) {
        Vector column(j);
        double diagonal = shift_[j];
        if (!problem_.is_linear()) {
            for (std::size_t k = 0; k < j; ++k) column[k] = problem_.hessian(j, k);
            diagonal += problem_.hessian(j, j);
        }
        factor_.solve_forward(column);
        double pivot = diagonal;
        for (std::size_t k = 0; k < j; ++k) pivot -= factor_.pivot(k) * column[k] * column[k];
        if (!(pivot > rounding * diagonal)) return false;
        factor_.append(column, pivot);
    }
    return true;
}

Solution Proximal::solve(Vector center, std::span<const Activity> warm_start, std::size_t iteration_limit) {
    const bool proximal = max_norm(shift_) > 0.0;
    Solution best;
    double best_residual = infinity;
    std::size_t iterations = 0;
    int slow = 0;
    for (int pass = 0; pass < iteration_limit_of_proximal; ++pass) {
        const LeastDistance nearest = polyhedron_->solve(
            target(center), pass == 0 ? warm_start : std::span<const Activity>(), iteration_limit);
        iterations += nearest.iterations;
        if (nearest.status != Status::optimal) {
            if (best.x.empty()) best.status = nearest.status;
            break;
        }
        const double previous = best_residual;
        polish(nearest, best, best_residual);
        if (!proximal || best_residual <= good_enough) break;
        slow = nearest.iterations == 0 && !(best_residual < 0.5 * previous) ? slow + 1 : 0;
        if (slow > 0 && (slow == patience || best_residual <= certificate_tolerance)) break;

        const Vector step = nearest.x - center;
        if (max_norm(step) <= step_tolerance * max_norm(center)) break;
        const double length =
            std::min(length_within_rows(nearest.x, step), length_of_descent(nearest.x, step));
        if (length == infinity) {
            best.status = Status::unbounded;
            break;
        }
        center = nearest.x;
        add_scaled(center, length, step);
    }
    if (best.status == Status::optimal && !(best_residual <= certificate_tolerance))
        best.status = Status::numerical;
    best.iterations = iterations;
    return best;
}

/// (H + P)^-1 (P center - c), the minimum of the proximal problem without constraints.
Vector Proximal::target(const Vector& center) const {
    Vector result = -problem_.cost;
    for (std::size_t j = 0; j < center.size(); ++j) result[j] += shift_[j] * center[j];
    return factor_.solve(std::move(result));
}

/// H x + c.
PreciseVector Proximal::gradient(const PreciseVector& x) const {
    PreciseVector result(problem_.cost.begin(), problem_.cost.end());
    for (std::size_t i = 0; i < problem_.hessian.rows(); ++i) {
        AccurateSum sum;
        sum.add(problem_.cost[i]);
        for (std::size_t j = 0; j < x.size(); ++j) sum.add(x[j], problem_.hessian(i, j));
        result[i] = sum.total();
    }
    return result;
}

/// Solves  Hx + c = A_W' y,  A_W x = sides  for the active rows W on the original data, starting at the
/// answer of the proximal problem, and keeps the answer if it is better. Each pass is a proximal step too
/// (without changes of the active set), so that a singular H does no harm.
void Proximal::polish(const LeastDistance& nearest, Solution& best, double& best_residual) const {
    Iterate now{PreciseVector(nearest.x.begin(), nearest.x.end()), {}};
    for (std::size_t k = 0; k < active().size(); ++k) now.y.push_back(nearest.multipliers[active().row(k)]);
    double previous = infinity;
    for (int pass = 0; pass < iteration_limit_of_polish; ++pass) {
        PreciseVector g = gradient(now.x);
        Solution candidate = rounded(now, g, nearest.active);
        const double residual = kkt_residuals(problem_, candidate).worst();
        if (residual < best_residual) {
            best_residual = residual;
            best = std::move(candidate);
        }
        if (residual <= good_enough || !(residual < 0.5 * previous)) break;
        previous = residual;
        improve(now, std::move(g));
    }
}

/// One step of Newton's method, with residuals in twice the digits.
void Proximal::improve(Iterate& now, PreciseVector dual) const {
    Vector minus_dual(now.x.size()), primal(now.y.size());
    for (std::size_t k = 0; k < now.y.size(); ++k) {
        const SparseRows::Row row = all_.rows.row(active().row(k));
        AccurateSum rest;
        rest.add(active().side(k));
        for (std::size_t e = 0; e < row.size(); ++e) {
            rest.add(now.x[row.columns[e]], -row.values[e]);
            dual[row.columns[e]] -= now.y[k] * row.values[e];
        }
        primal[k] = rest.rounded();
    }
    for (std::size_t j = 0; j < dual.size(); ++j) minus_dual[j] = -dual[j].rounded();
    // (H + P) dx - A_W' dy = -dual,  A_W dx = primal
    Vector dx = factor_.solve(std::move(minus_dual));
    for (std::size_t k = 0; k < primal.size(); ++k) primal[k] -= dot(all_.rows.row(active().row(k)), dx);
    const Vector dy = active().solve(std::move(primal));
    for (std::size_t k = 0; k < dy.size(); ++k) add_scaled(dx, dy[k], lifted_.row(active().row(k)));
    for (std::size_t j = 0; j < dx.size(); ++j) now.x[j] += dx[j];
    for (std::size_t k = 0; k < dy.size(); ++k) now.y[k] += dy[k];
}

/// The answer as doubles. Multipliers of the wrong sign, which must be rounding, become 0, and active bounds
/// are met exactly.
Solution Proximal::rounded(const Iterate& now, const PreciseVector& gradient,
                           const std::vector<Activity>& activity) const {
    const std::size_t n = problem_.variables(), m = problem_.rows.rows();
    const auto bounds = activity.begin() + static_cast<std::ptrdiff_t>(m);
    Solution solution;
    solution.status = Status::optimal;
    solution.x = Vector(n);
    solution.row_multipliers = Vector(m);
    solution.bound_multipliers = Vector(n);
    solution.active.rows.assign(activity.begin(), bounds);
    solution.active.variables.assign(bounds, activity.end());
    TwoDoubles objective = problem_.constant;
    for (std::size_t j = 0; j < n; ++j) {
        solution.x[j] = now.x[j].rounded();
        objective += 0.5 * now.x[j] * (gradient[j] + problem_.cost[j]);
    }
    solution.objective = objective.rounded();
    for (std::size_t k = 0; k < now.y.size(); ++k) {
        const std::size_t i = active().row(k);
        double y = now.y[k].rounded();
        if (activity[i] != Activity::fixed && active().sign(k) * y < 0.0) y = 0.0;
        if (i < m) {
            solution.row_multipliers[i] = y;
        } else {
            solution.bound_multipliers[i - m] = y;
            solution.x[i - m] = active().side(k);
        }
    }
    return solution;
}

/// How far one may go on from x along the ray until the objective rises again.
double Proximal::length_of_descent(const Vector& x, const Vector& ray) const {
    const PreciseVector g = gradient(PreciseVector(x.begin(), x.end()));
    AccurateSum slope, bend;
    for (std::size_t i = 0; i < x.size(); ++i) {
        slope.add(g[i], ray[i]);
        for (std::size_t j = 0; j < problem_.hessian.rows(); ++j)
            bend.add(exact_product(problem_.hessian(i, j), ray[j]), ray[i]);
    }
    if (!(slope.rounded() < 0.0)) return 0.0;
    return bend.rounded() > level_tolerance * bend.moduli() ? -slope.rounded() / bend.rounded() : infinity;
}

/// How far until a row that is not active ends it.
double Proximal::length_within_rows(const Vector& x, const Vector& ray) const {
    double x_size = 0.0, ray_size = 0.0;
    for (std::size_t j = 0; j < x.size(); ++j) {
        x_size = std::max(x_size, std::abs(x[j]) * std::sqrt(shift_[j]));
        ray_size = std::max(ray_size, std::abs(ray[j]) * std::sqrt(shift_[j]));
    }
    double length = infinity;
    for (std::size_t i = 0; i < all_.lower.size(); ++i) {
        if (active().is_active(i)) continue;
        const SparseRows::Row row = all_.rows.row(i);
        double value = 0.0, change = 0.0, size = 0.0;
        for (std::size_t e = 0; e < row.size(); ++e) {
            value += row.values[e] * x[row.columns[e]];
            change += row.values[e] * ray[row.columns[e]];
            size += std::abs(row.values[e]) / std::sqrt(shift_[row.columns[e]]);
        }
        if (std::abs(change) <= step_rounding * size * ray_size) continue;
        const double slack = change > 0.0 ? all_.upper[i] - value : value - all_.lower[i];
        length = std::min(length, std::max(0.0, slack + step_rounding * size * x_size) / std::abs(change));
    }
    return length;
}

}  // namespace restraint::optimize
