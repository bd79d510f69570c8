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

/// The side to which a multiplier of that sign belongs.
double side_of(double multiplier, double lower, double upper) { return multiplier > 0.0 ? lower : upper; }

/// Hx; without terms in a linear program.
template <typename Numbers>
std::vector<AccurateSum> hessian_product(const Problem& problem, const Numbers& x) {
    std::vector<AccurateSum> sums(x.size());
    for (std::size_t j = 0; j < problem.hessian.rows(); ++j) {
        AccurateSum sum;
        for (std::size_t k = 0; k < x.size(); ++k) sum.add(x[k], problem.hessian(j, k));
        sums[j] = sum;
    }
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

double primal_residual(const AllRows& all, const Vector& x) {
    require_same_size("x", x.size(), "the cost", all.rows.cols());
    double worst = 0.0;
    for (std::size_t i = 0; i < all.rows.rows(); ++i) {
        AccurateSum activity;
        add_product(activity, 1.0, all.rows.row(i), x);
        worst = larger(worst, violation(activity, all.lower[i], all.upper[i]));
    }
    return worst;
}

/// |g - z| for g = Hx + c - A'y and the multipliers z of the bounds, plus what multipliers of absent sides
/// add.
double dual_residual(const AllRows& all, const PreciseVector& y, std::vector<AccurateSum> g) {
    const std::size_t m = y.size() - g.size();
    Vector unsupported(g.size());  // what multipliers of absent sides add
    for (std::size_t i = 0; i < y.size(); ++i) {
        if (y[i].value == 0.0) continue;
        const SparseRows::Row row = all.rows.row(i);
        if (i >= m) add_scaled(g, -y[i], row);
        if (std::isfinite(side_of(y[i].value, all.lower[i], all.upper[i]))) continue;
        for (std::size_t k = 0; k < row.size(); ++k)
            unsupported[row.columns[k]] += std::abs(row.values[k] * y[i].value);
    }
    double worst = 0.0;
    for (std::size_t j = 0; j < g.size(); ++j)
        worst = larger(worst, (std::abs(g[j].rounded()) + unsupported[j]) / (g[j].moduli() + 1.0));
    return worst;
}

/// From Hx + c, from g = Hx + c - A'y, and from all multipliers y, of which those of the bounds are replaced
/// by g.
double complementarity(const AllRows& all, const Solution& solution, const std::vector<AccurateSum>& gradient,
                       const std::vector<AccurateSum>& g) {
    const Vector& x = solution.x;
    const std::size_t m = all.problem.rows.rows();
    PreciseVector y = solution.multipliers;
    AccurateSum primal, gap;  // 1/2 (Hx + c + c)'x + c0, (Hx + c)'x - y'side - g'bound
    primal.add(all.problem.constant);
    for (std::size_t j = 0; j < x.size(); ++j) {
        primal.add(gradient[j].total(), 0.5 * x[j]);
        primal.add(all.problem.cost[j], 0.5 * x[j]);
        gap.add(gradient[j].total(), x[j]);
        y[m + j] = std::abs(g[j].rounded()) > epsilon * g[j].moduli() ? g[j].total() : 0.0;
    }
    for (std::size_t i = 0; i < y.size(); ++i) {
        const double side = side_of(y[i].value, all.lower[i], all.upper[i]);
        if (y[i].value != 0.0 && std::isfinite(side)) gap.add(-y[i], side);
    }
    const double claim = (primal.total() - solution.objective).rounded();
    return larger(std::abs(gap.rounded()), std::abs(claim)) / (1.0 + std::abs(primal.rounded()));
}

/// A proof with a margin S holds for all x with |x_k| <= M size_k in the columns k that no bound stops, where
/// M = S / sum_k |r_k| size_k.
struct Reach {
    AccurateSum margin;
    double doubt = 0.0;   // what the errors of r, times bounds, may take from the margin
    double escape = 0.0;  // sum_k |r_k| size_k

    double value() const {
        const double left = margin.rounded() - 2.0 * (margin.error() + doubt);
        if (!(left > 0.0)) return 0.0;
        return escape > 0.0 ? left / escape : infinity;
    }
    /// Whether the proof holds, too, for the problems whose numbers are rounded to those that are given.
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

/// How far a proof of infeasibility reaches. Every x that satisfies the rows and bounds has
///
///     r'x >= S,   r = A'f + g,   S the combined sides (lower for positive f_i and g_j, upper for negative),
///
/// so     M = S - sum_j max r_j x_j <= sum_k r_k x_k,   j the columns where the bounds of x_j stop r_j x_j,
///                                                      k the others.
///
/// No x with |x_k| <= R size_k does that for R < M / sum_k |r_k| size_k, the reach: infinity for an
/// exact proof, and 0 if M is not positive or f or g leans on an absent side. M and r count at their worst
/// within the error of their sums. Bounds from 1e20 on do not stop x_j.
///
/// A row or bound whose own sides cross is its own proof: an f or g that is not 0 there adds 1 to M and
/// nothing to r.
Reach reach_of_farkas(const Problem& problem, const PreciseVector& farkas) {
    const AllRows all(problem);
    require_same_size("the Farkas vector", farkas.size(), "that of rows and bounds", all.rows.rows());
    Reach reach;  // its margin: S, which an absent side makes infinite or NaN, so that it proves nothing
    std::vector<AccurateSum> r(problem.variables());  // A'f + g
    for (std::size_t i = 0; i < farkas.size(); ++i) {
        if (farkas[i].value == 0.0) continue;
        if (all.lower[i] > all.upper[i]) {
            reach.margin.add(1.0);
            continue;
        }
        reach.margin.add(farkas[i], side_of(farkas[i].value, all.lower[i], all.upper[i]));
        add_scaled(r, farkas[i], all.rows.row(i));
    }
    const Scale scale = natural_scale(problem);
    for (std::size_t j = 0; j < r.size(); ++j)
        stop(r[j], problem.lower[j], problem.upper[j], scale.sizes[problem.rows.rows() + j], reach);
    return reach;
}

/// How far a proof of unboundedness reaches: x satisfies the rows and bounds up to certificate_tolerance
/// (otherwise 0), and d leads down for ever. The multipliers of an optimum would satisfy
///
///     -c'd = -sum_i y_i (Ad)_i - sum_j z_j d_j + x*'Hd <= sum_i |y_i| |(Ad)_i| + sum_j |z_j| |d_j|
///                                                         + sum_j |x*_j| |(Hd)_j|,
///
/// i and j over the rows and bounds out of which d leads. So there are none within R natural sizes of
/// multipliers and x* for R < -c'd over the right side for multipliers and x* of the natural sizes, which is
/// the reach: infinity for an exact proof, 0 if c'd is not negative.
Reach reach_of_ray(const Problem& problem, const Vector& x, const PreciseVector& d) {
    require_same_size("the ray", d.size(), "the cost", problem.variables());
    const AllRows all(problem);
    if (!(primal_residual(all, x) <= certificate_tolerance)) return {};
    const Scale scale = natural_scale(problem);
    const std::size_t m = problem.rows.rows();
    Reach reach;  // its margin: -c'd
    const std::vector<AccurateSum> bend = hessian_product(problem, d);
    for (std::size_t j = 0; j < d.size(); ++j) {
        reach.margin.add(d[j], -problem.cost[j]);
        stop(bend[j], -infinity, infinity, scale.sizes[m + j], reach);
    }
    // A row's change along the ray. Where it leads out of a side that is there, the multiplier of that side
    // has no bound and the change counts as escape; where that side is absent the multiplier is 0.
    for (std::size_t i = 0; i < all.rows.rows(); ++i) {
        AccurateSum change;
        add_product(change, 1.0, all.rows.row(i), d);
        stop(change, std::isfinite(all.lower[i]) ? -infinity : 0.0,
             std::isfinite(all.upper[i]) ? infinity : 0.0, scale.objective / scale.sizes[i], reach);
    }
    return reach;
}

}  // namespace

double Residuals::worst() const { return larger(primal, larger(dual, complementarity)); }

Residuals kkt_residuals(const AllRows& all, const Solution& solution) {
    const PreciseVector& y = solution.multipliers;
    require_same_size("the list of multipliers", y.size(), "that of rows and bounds", all.rows.rows());
    const double primal = primal_residual(all, solution.x);
    std::vector<AccurateSum> gradient = hessian_product(all.problem, solution.x);
    for (std::size_t j = 0; j < gradient.size(); ++j) gradient[j].add(all.problem.cost[j]);
    std::vector<AccurateSum> g = gradient;  // less A'y
    for (std::size_t i = 0; i < all.problem.rows.rows(); ++i)
        if (y[i].value != 0.0) add_scaled(g, -y[i], all.problem.rows.row(i));
    return {primal, dual_residual(all, y, g), complementarity(all, solution, gradient, g)};
}

Solution certified(const Problem& problem, Solution solution) {
    bool proved = true;
    if (solution.status == Status::optimal)
        proved = kkt_residuals(problem, solution).worst() <= certificate_tolerance;
    if (solution.status == Status::infeasible || solution.status == Status::unbounded) {
        const Reach reach = solution.status == Status::infeasible
                                ? reach_of_farkas(problem, solution.farkas)
                                : reach_of_ray(problem, solution.x, solution.ray);
        solution.reach = reach.value();
        proved = reach.is_certain();
    }
    if (!proved) solution.status = Status::numerical;
    return solution;
}

}  // namespace restraint::optimize
