#include "restraint/optimize/proximal.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "restraint/optimize/certificate.h"
#include "restraint/optimize/scale.h"

namespace restraint::optimize {

namespace {

constexpr int iteration_limit_of_proximal = 100;
constexpr int iteration_limit_of_polish = 8;

/// The factor by which centres may lie farther along a step than in the pass before: where P is too large, a
/// step along a direction without curvature is short, and the way to its end long.
constexpr double lengthening = 64.0;

/// log2 |value| rounded down; an entry of 0 counts as 1.
double exponent(double value) { return value == 0.0 ? 0.0 : std::logb(value); }

}  // namespace

Vector proximal_shift(const Problem& problem, double relative) {
    const std::size_t n = problem.variables();
    if (relative == 0.0) return Vector(n);
    Vector d(n);  // logarithms to base 2
    for (int pass = 0; pass < 20; ++pass) {
        Vector sums(n), counts(n);
        const auto add = [&](std::size_t j, double exponent) {
            sums[j] += exponent;
            counts[j] += 1.0;
        };
        for (std::size_t i = 0; i < problem.rows.rows(); ++i) {
            const SparseRows::Row row = problem.rows.row(i);
            double sum = 0.0;
            for (std::size_t k = 0; k < row.size(); ++k) sum += exponent(row.values[k]) + d[row.columns[k]];
            for (std::size_t k = 0; k < row.size(); ++k)
                add(row.columns[k], exponent(row.values[k]) - sum / static_cast<double>(row.size()));
        }
        for (std::size_t j = 0; j < n; ++j) {
            const double bend = problem.is_linear() ? 0.0 : problem.hessian(j, j);
            if (bend > 0.0) add(j, 0.5 * exponent(bend));
            if (counts[j] > 0.0) d[j] = -sums[j] / counts[j];
        }
    }
    // The scaled hessian has the size 1. Without a hessian the step is -c/P: with P = costs/sides it is as
    // long as the sides are far away.
    const Scale scale = natural_scale(problem);
    const double size = problem.is_linear() ? scale.objective / (scale.sides * scale.sides) : 1.0;
    Vector shift(n);
    for (std::size_t j = 0; j < n; ++j)
        shift[j] = relative * size * std::ldexp(1.0, -2 * static_cast<int>(std::round(d[j])));
    return shift;
}

Proximal::Proximal(const AllRows& all, Vector shift)
    : problem_(all.problem), all_(all), shift_(std::move(shift)) {
    const std::size_t n = problem_.variables();
    Matrix metric = problem_.is_linear() ? Matrix(n, n) : problem_.hessian;
    for (std::size_t j = 0; j < n; ++j) metric(j, j) += shift_[j];
    factor_ = factor_ldlt(metric);
    if (!is_convex()) return;
    const auto lift = [this](const Vector& v) { return restraint::solve(factor_, v); };
    // Without P an estimate saves n solutions: ((H + P)^-1)_jj is at least 1 / (H + P)_jj.
    for (std::size_t j = 0; j < n; ++j) {
        Vector unit(n);
        unit[j] = 1.0;
        units_.push_back(std::sqrt(std::max(0.0, shift_[j] > 0.0 ? lift(unit)[j] : 1.0 / metric(j, j))));
    }
    polyhedron_.emplace(LiftedRows{all.rows, all.rows, all.lower, all.upper, {units_.data(), n}, lift});
}

Solution Proximal::solve(Vector center, std::span<const Activity> warm_start, std::size_t iteration_limit) {
    Solution best;
    residual_ = infinity;
    std::size_t iterations = 0;
    double longest = 1.0;  // how far along the step the next centre may be, in steps
    for (int pass = 0; pass < iteration_limit_of_proximal; ++pass) {
        Vector pull = -problem_.cost;  // P center - c; (H + P)^-1 times that is the minimum without rows
        for (std::size_t j = 0; j < center.size(); ++j) pull[j] += shift_[j] * center[j];
        const LeastDistance nearest =
            polyhedron_->solve(restraint::solve(factor_, pull),
                               pass == 0 ? warm_start : std::span<const Activity>(), iteration_limit);
        iterations += nearest.iterations;
        if (nearest.status != Status::optimal) {
            if (best.x.empty()) best.status = nearest.status;
            break;
        }
        const double previous = residual_;
        polish(nearest, best);
        if (max_norm(shift_) == 0.0 || residual_ <= good_enough) break;
        if (residual_ <= certificate_tolerance && !(residual_ < 0.5 * previous)) break;

        const Vector step = nearest.x - center;
        if (max_norm(step) <= step_tolerance * max_norm(center)) break;
        const double length = std::min(longest, length_of_descent(nearest.x, step));
        longest = std::max(1.0, lengthening * length);
        if (std::max(longest, max_norm(nearest.x)) > as_good_as_infinite) break;
        center = nearest.x;
        add_scaled(center, length, step);
    }
    if (best.status == Status::optimal && !(residual_ <= certificate_tolerance))
        best.status = Status::numerical;
    best.iterations = iterations;
    return best;
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
/// (with the active set unchanged), so that a singular H does no harm.
void Proximal::polish(const LeastDistance& nearest, Solution& best) {
    Iterate now{PreciseVector(nearest.x.begin(), nearest.x.end()), {}};
    for (std::size_t k = 0; k < active().size(); ++k) now.y.push_back(nearest.multipliers[active().row(k)]);
    double previous = infinity;
    for (int pass = 0; pass < iteration_limit_of_polish; ++pass) {
        PreciseVector g = gradient(now.x);
        Solution candidate = rounded(now, g, nearest.active);
        const double residual = kkt_residuals(all_, candidate).worst();
        if (residual < residual_) {
            residual_ = residual;
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
    Vector dx = restraint::solve(factor_, minus_dual);
    for (std::size_t k = 0; k < primal.size(); ++k) primal[k] -= dot(all_.rows.row(active().row(k)), dx);
    const Vector dy = active().solve(std::move(primal));
    for (std::size_t k = 0; k < dy.size(); ++k) add_scaled(dx, dy[k], active().lifted(active().row(k)));
    for (std::size_t j = 0; j < dx.size(); ++j) now.x[j] += dx[j];
    for (std::size_t k = 0; k < dy.size(); ++k) now.y[k] += dy[k];
}

/// The answer as doubles. Multipliers of the wrong sign, which must be rounding, become 0, and active bounds
/// are met exactly.
Solution Proximal::rounded(const Iterate& now, const PreciseVector& gradient,
                           const std::vector<Activity>& activity) const {
    const std::size_t n = problem_.variables(), m = problem_.rows.rows();
    Solution solution;
    solution.status = Status::optimal;
    solution.x = Vector(n);
    solution.multipliers.resize(m + n);
    solution.active = activity;
    TwoDoubles objective = problem_.constant;
    for (std::size_t j = 0; j < n; ++j) {
        solution.x[j] = now.x[j].rounded();
        objective += 0.5 * now.x[j] * (gradient[j] + problem_.cost[j]);
    }
    solution.objective = objective.rounded();
    for (std::size_t k = 0; k < now.y.size(); ++k) {
        const std::size_t i = active().row(k);
        if (activity[i] == Activity::fixed || active().sign(k) * now.y[k].value >= 0.0)
            solution.multipliers[i] = now.y[k];
        if (i >= m) solution.x[i - m] = active().side(k);
    }
    return solution;
}

/// The multiple of the ray from x to the least objective along it; infinity if the objective falls for ever.
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

}  // namespace restraint::optimize
