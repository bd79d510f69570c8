#include "restraint/optimize/certificate.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "restraint/optimize/scale.h"

namespace restraint::optimize {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// The larger one; infinity if either is NaN.
double larger(double a, double b) { return std::isnan(a) || std::isnan(b) ? infinity : std::max(a, b); }

bool present(double side) { return std::isfinite(side); }

/// The side that a multiplier leans on.
double side_of(double multiplier, double lower, double upper) { return multiplier > 0.0 ? lower : upper; }

/// Hx; without terms in a linear program.
template <typename Numbers>
std::vector<AccurateSum> hessian_product(const Problem& problem, const Numbers& x) {
    std::vector<AccurateSum> sums(x.size());
    for (std::size_t j = 0; j < problem.hessian.rows(); ++j)
        for (std::size_t k = 0; k < x.size(); ++k)
            if (problem.hessian(j, k) != 0.0) sums[j].add(x[k], problem.hessian(j, k));
    return sums;
}

/// How far a leaves [lower, upper], over (moduli of a + |side| + 1).
double violation(const AccurateSum& a, double lower, double upper) {
    const TwoDoubles value = a.total();
    if (!std::isfinite(value.value)) return infinity;
    if (value < lower) return (lower - value).rounded() / (a.moduli() + std::abs(lower) + 1.0);
    if (value > upper) return (value - upper).rounded() / (a.moduli() + std::abs(upper) + 1.0);
    return 0.0;
}

double primal_residual(const Problem& problem, const Vector& x) {
    require_same_size("x", x.size(), "the cost", problem.variables());
    double worst = 0.0;
    for (std::size_t i = 0; i < problem.rows.rows(); ++i) {
        AccurateSum activity;
        add_product(activity, 1.0, problem.rows.row(i), x);
        worst = larger(worst, violation(activity, problem.row_lower[i], problem.row_upper[i]));
    }
    for (std::size_t j = 0; j < x.size(); ++j) {
        AccurateSum value;
        value.add(x[j]);
        worst = larger(worst, violation(value, problem.lower[j], problem.upper[j]));
    }
    return worst;
}

/// g = Hx + c - A'y, from Hx.
std::vector<AccurateSum> reduced_gradient(const Problem& problem, const Vector& y,
                                          std::vector<AccurateSum> gradient) {
    for (std::size_t j = 0; j < gradient.size(); ++j) gradient[j].add(problem.cost[j]);
    for (std::size_t i = 0; i < y.size(); ++i)
        if (y[i] != 0.0) add_scaled(gradient, -y[i], problem.rows.row(i));
    return gradient;
}

double dual_residual(const Problem& problem, const Solution& solution, std::vector<AccurateSum> g) {
    const Vector &y = solution.row_multipliers, &z = solution.bound_multipliers;
    Vector unsupported(g.size());  // what multipliers of absent sides add
    for (std::size_t j = 0; j < g.size(); ++j) {
        g[j].add(-z[j]);
        if (!present(side_of(z[j], problem.lower[j], problem.upper[j]))) unsupported[j] = std::abs(z[j]);
    }
    for (std::size_t i = 0; i < y.size(); ++i) {
        if (y[i] == 0.0 || present(side_of(y[i], problem.row_lower[i], problem.row_upper[i]))) continue;
        const SparseRows::Row row = problem.rows.row(i);
        for (std::size_t k = 0; k < row.size(); ++k)
            unsupported[row.columns[k]] += std::abs(row.values[k] * y[i]);
    }
    double worst = 0.0;
    for (std::size_t j = 0; j < g.size(); ++j)
        worst = larger(worst, (std::abs(g[j].rounded()) + unsupported[j]) / (g[j].moduli() + 1.0));
    return worst;
}

double complementarity(const Problem& problem, const Solution& solution, const std::vector<AccurateSum>& hx,
                       const std::vector<AccurateSum>& g) {
    const Vector &x = solution.x, &y = solution.row_multipliers;
    AccurateSum primal, gap;  // gap = x'Hx + c'x - y'side - g'bound
    primal.add(problem.constant);
    for (std::size_t j = 0; j < x.size(); ++j) {
        primal.add(hx[j].total(), 0.5 * x[j]);
        primal.add(problem.cost[j], x[j]);
        gap.add(hx[j].total(), x[j]);
        gap.add(problem.cost[j], x[j]);
        const double gradient = g[j].rounded(), bound = side_of(gradient, problem.lower[j], problem.upper[j]);
        if (present(bound) && std::abs(gradient) > epsilon * g[j].moduli()) gap.add(-g[j].total(), bound);
    }
    for (std::size_t i = 0; i < y.size(); ++i) {
        const double side = side_of(y[i], problem.row_lower[i], problem.row_upper[i]);
        if (y[i] != 0.0 && present(side)) gap.add(-y[i], side);
    }
    const double claim = (primal.total() - solution.objective).rounded();
    return larger(std::abs(gap.rounded()), std::abs(claim)) / (1.0 + std::abs(primal.rounded()));
}

/// What is left for M and for the columns that no bound stops.
struct Reach {
    AccurateSum margin;
    double doubt = 0.0;   // what the errors of other sums may take from the margin
    double escape = 0.0;  // sum_k |r_k| size_k

    double value() const {
        const double left = margin.rounded() - 2.0 * (margin.error() + doubt);
        if (!(left > 0.0)) return 0.0;
        return escape > 0.0 ? left / escape : infinity;
    }
    /// Whether the problem as it was meant, before its numbers were rounded, is proved too.
    bool is_certain() const {
        return value() >= certified_reach && margin.rounded() > rounding_of_data * margin.moduli();
    }
};

/// Subtracts the largest r x over lower <= x <= upper from the margin, or adds |r| size to what escapes.
void stop(const AccurateSum& r, double lower, double upper, double size, Reach& reach) {
    const TwoDoubles value = r.total();
    const double error = r.error(), modulus = abs(value).rounded();
    if (modulus + error == 0.0) return;
    const auto stops = [](double bound) { return std::abs(bound) < as_good_as_infinite; };
    const double bound = value.value > 0.0 ? upper : lower;
    const bool sign_is_known = modulus > error;
    if (stops(bound) && (sign_is_known || (stops(lower) && stops(upper)))) {
        reach.margin.add(-value, bound);
        reach.doubt += error * (sign_is_known ? std::abs(bound) : std::max(std::abs(lower), std::abs(upper)));
    } else {
        reach.escape += (modulus + error) * size;
    }
}

Reach reach_of_farkas(const Problem& problem, const PreciseVector& f, const Vector& g) {
    require_same_size("farkas_rows", f.size(), "a column of the constraints", problem.rows.rows());
    require_same_size("farkas_bounds", g.size(), "the cost", problem.variables());
    Reach reach;  // its margin: S, which an absent side makes infinite or NaN, so that it proves nothing
    std::vector<AccurateSum> r(problem.variables());  // A'f + g
    for (std::size_t i = 0; i < f.size(); ++i) {
        const double lower = problem.row_lower[i], upper = problem.row_upper[i];
        if (f[i].value == 0.0) continue;
        if (lower > upper) {
            Reach crossed;
            crossed.margin.add(1.0);
            return crossed;
        }
        reach.margin.add(f[i], side_of(f[i].value, lower, upper));
        add_scaled(r, f[i], problem.rows.row(i));
    }
    for (std::size_t j = 0; j < g.size(); ++j) {
        if (g[j] != 0.0) reach.margin.add(g[j], side_of(g[j], problem.lower[j], problem.upper[j]));
        r[j].add(g[j]);
    }
    const Scale scale = natural_scale(problem);
    for (std::size_t j = 0; j < r.size(); ++j)
        stop(r[j], problem.lower[j], problem.upper[j], scale.columns[j] * scale.sides, reach);
    return reach;
}

/// A change along the ray of a row or variable: the multiplier of the side that it leads out of, if that side
/// is there, may take it up.
void leave(const AccurateSum& change, double lower, double upper, double size, Reach& reach) {
    stop(change, present(lower) ? -infinity : 0.0, present(upper) ? infinity : 0.0, size, reach);
}

Reach reach_of_ray(const Problem& problem, const Vector& x, const PreciseVector& d) {
    require_same_size("the ray", d.size(), "the cost", problem.variables());
    if (!(primal_residual(problem, x) <= certificate_tolerance)) return {};
    const Scale scale = natural_scale(problem);
    const std::vector<AccurateSum> bend = hessian_product(problem, d);
    Reach reach;  // its margin: -c'd
    for (std::size_t j = 0; j < d.size(); ++j) {
        reach.margin.add(d[j], -problem.cost[j]);
        AccurateSum change;
        change.add(d[j]);
        leave(change, problem.lower[j], problem.upper[j], scale.costs / scale.columns[j], reach);
        stop(bend[j], -infinity, infinity, scale.columns[j] * scale.sides, reach);
    }
    for (std::size_t i = 0; i < problem.rows.rows(); ++i) {
        AccurateSum change;
        add_product(change, 1.0, problem.rows.row(i), d);
        leave(change, problem.row_lower[i], problem.row_upper[i], scale.costs * scale.rows[i], reach);
    }
    return reach;
}

}  // namespace

double Residuals::worst() const { return larger(primal, larger(dual, complementarity)); }

Residuals kkt_residuals(const Problem& problem, const Solution& solution) {
    require_same_size("row_multipliers", solution.row_multipliers.size(), "a column of the constraints",
                      problem.rows.rows());
    require_same_size("bound_multipliers", solution.bound_multipliers.size(), "the cost",
                      problem.variables());
    Residuals residuals;
    residuals.primal = primal_residual(problem, solution.x);
    const std::vector<AccurateSum> hx = hessian_product(problem, solution.x);
    const std::vector<AccurateSum> g = reduced_gradient(problem, solution.row_multipliers, hx);
    residuals.dual = dual_residual(problem, solution, g);
    residuals.complementarity = complementarity(problem, solution, hx, g);
    return residuals;
}

double farkas_reach(const Problem& problem, const PreciseVector& f, const Vector& g) {
    return reach_of_farkas(problem, f, g).value();
}

double ray_reach(const Problem& problem, const Vector& x, const PreciseVector& d) {
    return reach_of_ray(problem, x, d).value();
}

Solution certified(const Problem& problem, Solution solution) {
    bool proved = true;
    if (solution.status == Status::optimal)
        proved = kkt_residuals(problem, solution).worst() <= certificate_tolerance;
    if (solution.status == Status::infeasible || solution.status == Status::unbounded) {
        const Reach reach = solution.status == Status::infeasible
                                ? reach_of_farkas(problem, solution.farkas_rows, solution.farkas_bounds)
                                : reach_of_ray(problem, solution.x, solution.ray);
        solution.reach = reach.value();
        proved = reach.is_certain();
    }
    if (!proved) solution.status = Status::numerical;
    return solution;
}

}  // namespace restraint::optimize
