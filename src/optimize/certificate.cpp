#include "restraint/optimize/certificate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace restraint::optimize {

namespace {

/// A sum of products, the moduli of its terms, and how many there are.
struct Sum {
    long double value = 0.0L, moduli = 0.0L;
    std::size_t terms = 0;

    void add(long double a, long double b) {
        value += a * b;
        moduli += std::abs(a * b);
        ++terms;
    }
    /// What rounding may have made of `value`: one for the product and one for the sum of each term.
    long double rounding() const {
        return 2.0L * static_cast<long double>(terms) * std::numeric_limits<long double>::epsilon() * moduli;
    }
    long double leftover() const { return moduli > 0.0L ? std::abs(value) / moduli : 0.0L; }
};

/// The larger one; infinity if either is NaN.
double larger(double a, double b) { return std::isnan(a) || std::isnan(b) ? infinity : std::max(a, b); }

bool present(double side) { return std::isfinite(side); }

/// The side that a multiplier leans on.
double side_of(double multiplier, double lower, double upper) { return multiplier > 0.0 ? lower : upper; }

Sum product(SparseRows::Row row, const Vector& x) {
    Sum sum;
    for (std::size_t k = 0; k < row.size(); ++k) sum.add(row.values[k], x[row.columns[k]]);
    return sum;
}

/// Hx; without terms in a linear program.
std::vector<Sum> hessian_product(const Problem& problem, const Vector& x) {
    std::vector<Sum> sums(x.size());
    for (std::size_t j = 0; j < problem.hessian.rows(); ++j) {
        Sum sum;
        for (std::size_t k = 0; k < x.size(); ++k) sum.add(problem.hessian(j, k), x[k]);
        sums[j] = sum;
    }
    return sums;
}

/// How far a leaves [lower, upper], over (moduli of a + |side| + 1).
double violation(const Sum& a, double lower, double upper) {
    if (!std::isfinite(a.value)) return infinity;
    if (a.value < lower) return static_cast<double>((lower - a.value) / (a.moduli + std::abs(lower) + 1.0L));
    if (a.value > upper) return static_cast<double>((a.value - upper) / (a.moduli + std::abs(upper) + 1.0L));
    return 0.0;
}

double primal_residual(const Problem& problem, const Vector& x) {
    require_same_size("x", x.size(), "the cost", problem.variables());
    double worst = 0.0;
    for (std::size_t i = 0; i < problem.rows.rows(); ++i)
        worst = larger(
            worst, violation(product(problem.rows.row(i), x), problem.row_lower[i], problem.row_upper[i]));
    for (std::size_t j = 0; j < x.size(); ++j) {
        Sum value;
        value.add(1.0L, x[j]);
        worst = larger(worst, violation(value, problem.lower[j], problem.upper[j]));
    }
    return worst;
}

/// gradient: Hx, to which the other terms are added.
double dual_residual(const Problem& problem, const Solution& solution, std::vector<Sum> gradient) {
    const Vector &y = solution.row_multipliers, &z = solution.bound_multipliers;
    const std::size_t n = problem.variables();
    std::vector<long double> unsupported(n);  // what multipliers of absent sides add to it
    for (std::size_t j = 0; j < n; ++j) {
        gradient[j].add(1.0L, problem.cost[j]);
        gradient[j].add(-1.0L, z[j]);
        if (z[j] != 0.0 && !present(side_of(z[j], problem.lower[j], problem.upper[j])))
            unsupported[j] += std::abs(z[j]);
    }
    for (std::size_t i = 0; i < y.size(); ++i) {
        if (y[i] == 0.0) continue;
        const SparseRows::Row row = problem.rows.row(i);
        const bool supported = present(side_of(y[i], problem.row_lower[i], problem.row_upper[i]));
        for (std::size_t k = 0; k < row.size(); ++k) {
            gradient[row.columns[k]].add(-row.values[k], y[i]);
            if (!supported)
                unsupported[row.columns[k]] += std::abs(static_cast<long double>(row.values[k]) * y[i]);
        }
    }
    double worst = 0.0;
    for (std::size_t j = 0; j < n; ++j)
        worst = larger(worst, static_cast<double>((std::abs(gradient[j].value) + unsupported[j]) /
                                                  (gradient[j].moduli + 1.0L)));
    return worst;
}

double complementarity(const Problem& problem, const Solution& solution, const std::vector<Sum>& hx) {
    const Vector &x = solution.x, &y = solution.row_multipliers, &z = solution.bound_multipliers;
    Sum half_square, cost, sides;  // 1/2 x'Hx, c'x, y'side + z'bound
    for (std::size_t j = 0; j < x.size(); ++j) {
        half_square.add(0.5L * x[j], hx[j].value);
        cost.add(problem.cost[j], x[j]);
        const double bound = side_of(z[j], problem.lower[j], problem.upper[j]);
        if (z[j] != 0.0 && present(bound)) sides.add(z[j], bound);
    }
    for (std::size_t i = 0; i < y.size(); ++i) {
        const double side = side_of(y[i], problem.row_lower[i], problem.row_upper[i]);
        if (y[i] != 0.0 && present(side)) sides.add(y[i], side);
    }
    const long double primal = half_square.value + cost.value + problem.constant;
    const long double gap = 2.0L * half_square.value + cost.value - sides.value;
    const long double claim = primal - solution.objective;
    const long double scale = 1.0L + std::abs(primal);
    return larger(static_cast<double>(std::abs(gap) / scale), static_cast<double>(std::abs(claim) / scale));
}

/// A leftover must be rounding (below 1e-12 at the tolerance), and leave no way out within reach.
double judged(long double leftover, const Sum& margin) {
    const long double share = std::min(margin.value / margin.moduli, 1e-3L);
    return static_cast<double>(std::min(1.0L, leftover / share));
}

/// True if the proof is a multiple of one row, and that row's sides cross.
bool is_crossed_row(const Problem& problem, const Vector& farkas_rows, const Vector& farkas_bounds) {
    for (double f : farkas_bounds)
        if (f != 0.0) return false;
    std::size_t used = 0;
    bool crossed = false;
    for (std::size_t i = 0; i < farkas_rows.size(); ++i)
        if (farkas_rows[i] != 0.0) {
            ++used;
            crossed = problem.row_lower[i] > problem.row_upper[i];
        }
    return used == 1 && crossed;
}

/// The residual of a Farkas proof whose combined row is r'x >= sides, where leftovers of at most `free` of
/// their terms are judged as if x_j had no bounds, the others by the bounds there are.
double judged_over_box(const Problem& problem, const std::vector<Sum>& r, const Sum& sides,
                       long double free) {
    Sum margin = sides;           // M
    long double rounding = 0.0L;  // of the r_j, as it shows in M
    long double worst = 0.0L;
    for (std::size_t j = 0; j < r.size(); ++j) {
        const double bound = r[j].value > 0.0L ? problem.upper[j] : problem.lower[j];
        const bool bounded = present(bound) && r[j].leftover() > free;
        if (bounded) {
            margin.add(-r[j].value, bound);
            rounding += r[j].rounding() * std::abs(bound);
        } else {
            worst = std::max(worst, r[j].leftover());
        }
    }
    if (!(margin.value > margin.rounding() + rounding)) return 1.0;
    return judged(worst, margin);
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
    const std::vector<Sum> hx = hessian_product(problem, solution.x);
    residuals.dual = dual_residual(problem, solution, hx);
    residuals.complementarity = complementarity(problem, solution, hx);
    return residuals;
}

double farkas_residual(const Problem& problem, const Vector& farkas_rows, const Vector& farkas_bounds) {
    require_same_size("farkas_rows", farkas_rows.size(), "a column of the constraints", problem.rows.rows());
    require_same_size("farkas_bounds", farkas_bounds.size(), "the cost", problem.variables());
    if (is_crossed_row(problem, farkas_rows, farkas_bounds)) return 0.0;

    Sum sides;                                // S
    std::vector<Sum> r(problem.variables());  // A'farkas_rows + farkas_bounds
    for (std::size_t i = 0; i < farkas_rows.size(); ++i) {
        const double f = farkas_rows[i], side = side_of(f, problem.row_lower[i], problem.row_upper[i]);
        if (f == 0.0) continue;
        if (!present(side)) return 1.0;
        sides.add(f, side);
        const SparseRows::Row row = problem.rows.row(i);
        for (std::size_t k = 0; k < row.size(); ++k) r[row.columns[k]].add(f, row.values[k]);
    }
    for (std::size_t j = 0; j < farkas_bounds.size(); ++j) {
        const double f = farkas_bounds[j], bound = side_of(f, problem.lower[j], problem.upper[j]);
        if (f == 0.0) continue;
        if (!present(bound)) return 1.0;
        sides.add(f, bound);
        r[j].add(f, 1.0L);
    }
    return std::min(judged_over_box(problem, r, sides, 0.0L), judged_over_box(problem, r, sides, 1e-12L));
}

double ray_residual(const Problem& problem, const Vector& x, const Vector& ray) {
    require_same_size("the ray", ray.size(), "the cost", problem.variables());
    Sum descent;  // -c'd
    for (std::size_t j = 0; j < ray.size(); ++j) descent.add(-problem.cost[j], ray[j]);
    if (!(descent.value > descent.rounding())) return 1.0;

    long double worst = 0.0L;
    const auto must_stay = [&worst](const Sum& change, double lower, double upper) {
        if (present(change.value < 0.0L ? lower : upper)) worst = std::max(worst, change.leftover());
    };
    for (std::size_t i = 0; i < problem.rows.rows(); ++i)
        must_stay(product(problem.rows.row(i), ray), problem.row_lower[i], problem.row_upper[i]);
    for (std::size_t j = 0; j < ray.size(); ++j) {
        Sum change;
        change.add(1.0L, ray[j]);
        must_stay(change, problem.lower[j], problem.upper[j]);
    }
    for (const Sum& bend : hessian_product(problem, ray)) worst = std::max(worst, bend.leftover());
    return larger(primal_residual(problem, x), judged(worst, descent));
}

Solution certified(const Problem& problem, Solution solution) {
    double residual = 0.0;
    if (solution.status == Status::optimal) residual = kkt_residuals(problem, solution).worst();
    if (solution.status == Status::infeasible)
        residual = farkas_residual(problem, solution.farkas_rows, solution.farkas_bounds);
    if (solution.status == Status::unbounded) residual = ray_residual(problem, solution.x, solution.ray);
    if (!(residual <= certificate_tolerance)) solution.status = Status::numerical;
    return solution;
}

}  // namespace restraint::optimize
