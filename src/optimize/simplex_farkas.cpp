#include "restraint/optimize/simplex_farkas.h"

#include <cmath>

#include "restraint/optimize/certificate.h"

namespace restraint::optimize {

namespace {

/// How the last digits of a combination are chosen, relative to its largest entry.
struct LastDigits {
    double noise;  // smaller entries are left out: they should have cancelled to 0
    double lean;   // basic variables with one side are made to pull at it by so much, so that rounding cannot
                   // make them pull at the side that they have not
};

constexpr LastDigits choices[] = {{0, 0},     {1e-16, 0},     {1e-14, 0},     {1e-12, 0},
                                  {0, 1e-15}, {1e-16, 1e-14}, {1e-14, 1e-13}, {0, 1e-12}};

/// 0 in place of an entry that pulls at a side that does not exist: it can only be rounding.
double pull(double entry, double lower, double upper) {
    return std::isinf(entry > 0.0 ? lower : upper) ? 0.0 : entry;
}

/// The costs of phase one on the basic variables, leaning.
Vector leaning_costs(const SimplexVertex& vertex, Vector costs, double lean) {
    const SimplexForm& form = vertex.form;
    for (std::size_t r = 0; r < form.rows; ++r) {
        const std::size_t j = vertex.basic[r];
        if (costs[r] != 0.0 || j >= form.structurals) continue;
        if (std::isinf(form.lower[j]) == std::isinf(form.upper[j])) continue;
        costs[r] = std::isinf(form.upper[j]) ? -lean : lean;
    }
    return costs;
}

/// The combination of rows and bounds with B'y = costs: y for the rows, and for the bounds what makes up for
/// A'y.
void combine(const Problem& problem, const SimplexVertex& vertex, const Vector& costs, double noise,
             Solution& solution) {
    const SimplexForm& form = vertex.form;
    Vector y;
    for (long double entry : vertex.multipliers(costs)) y.push_back(static_cast<double>(entry));
    for (std::size_t r = 0; r < form.rows; ++r)  // the column of a logical is a unit column: exact
        if (vertex.basic[r] >= form.structurals) y[vertex.basic[r] - form.structurals] = -costs[r];
    noise *= max_norm(y);
    for (std::size_t i = 0; i < form.rows; ++i)
        y[i] = std::abs(y[i]) <= noise ? 0.0 : y[i] / form.scale[form.structurals + i];
    y *= std::ldexp(1.0, -std::ilogb(max_norm(y)));  // a power of two: no digit changes

    std::vector<long double> combined(form.structurals, 0.0L);  // A'y
    for (std::size_t i = 0; i < form.rows; ++i) {
        solution.farkas_rows[i] =
            pull(y[i], form.lower[form.structurals + i], form.upper[form.structurals + i]);
        const SparseRows::Row row = problem.rows.row(i);
        for (std::size_t k = 0; k < row.size(); ++k)
            combined[row.columns[k]] += static_cast<long double>(row.values[k]) * solution.farkas_rows[i];
    }
    for (std::size_t j = 0; j < form.structurals; ++j)
        solution.farkas_bounds[j] = pull(-static_cast<double>(combined[j]), form.lower[j], form.upper[j]);
}

}  // namespace

void read_farkas(const Problem& problem, const SimplexVertex& vertex, const SimplexWalk& walk,
                 Solution& solution) {
    Solution trial = solution;
    double best = infinity;
    for (const LastDigits& digits : choices) {
        const Vector costs = leaning_costs(vertex, walk.basic_costs(), digits.lean);
        combine(problem, vertex, costs, digits.noise, trial);
        const double residual = farkas_residual(problem, trial.farkas_rows, trial.farkas_bounds);
        if (residual < best) {
            best = residual;
            solution.farkas_rows = trial.farkas_rows;
            solution.farkas_bounds = trial.farkas_bounds;
        }
        if (best <= certificate_tolerance) return;
    }
}

double contradiction(const Problem& problem, const Solution& solution) {
    const Vector &rows = solution.farkas_rows, &bounds = solution.farkas_bounds;
    long double sum = 0.0L, moduli = 0.0L;
    const auto add = [&](double entry, double lower, double upper) {
        if (entry == 0.0) return;
        const long double term = static_cast<long double>(entry) * (entry > 0.0 ? lower : upper);
        sum += term;
        moduli += std::abs(term);
    };
    for (std::size_t i = 0; i < rows.size(); ++i) add(rows[i], problem.row_lower[i], problem.row_upper[i]);
    for (std::size_t j = 0; j < bounds.size(); ++j) add(bounds[j], problem.lower[j], problem.upper[j]);
    return moduli > 0.0L ? static_cast<double>(sum / moduli) : 0.0;
}

}  // namespace restraint::optimize
