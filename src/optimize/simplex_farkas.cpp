#include "restraint/optimize/simplex_farkas.h"

#include <algorithm>
#include <cmath>

#include "restraint/optimize/certificate.h"

namespace restraint::optimize {

namespace {

/// Solves that refine the multipliers of a Farkas vector: each gains the digits that B leaves of 16.
constexpr int farkas_refinements = 8;

/// True if the multiplier leans on a side that is absent.
bool leans_on_nothing(TwoDoubles y, double lower, double upper) {
    return std::isinf(y.value > 0.0 ? lower : upper);
}

}  // namespace

void read_farkas(const Problem& problem, const SimplexVertex& vertex, const SimplexWalk& walk,
                 Solution& solution) {
    const SimplexForm& form = vertex.form;
    PreciseVector y = vertex.multipliers(walk.basic_costs(), farkas_refinements);
    double largest = 0.0;
    for (std::size_t i = 0; i < form.rows; ++i) {
        const std::size_t logical = form.structurals + i, r = vertex.place[logical];
        if (r != SimplexVertex::none) y[i] = -walk.basic_costs()[r];  // its column is a unit column: exact
        if (leans_on_nothing(y[i], form.lower[logical], form.upper[logical])) y[i] = 0.0;
        y[i] = y[i] * (1.0 / form.scale[logical]);
        largest = std::max(largest, std::abs(y[i].value));
    }
    if (largest == 0.0) return;
    std::vector<AccurateSum> combined(form.structurals);  // A'y
    for (std::size_t i = 0; i < form.rows; ++i) {
        solution.farkas_rows[i] = y[i] * std::ldexp(1.0, -std::ilogb(largest));
        const SparseRows::Row row = problem.rows.row(i);
        for (std::size_t k = 0; k < row.size(); ++k)
            combined[row.columns[k]].add(solution.farkas_rows[i], row.values[k]);
    }
    for (std::size_t j = 0; j < form.structurals; ++j) {
        const double bound = -combined[j].rounded();
        if (!leans_on_nothing(bound, problem.lower[j], problem.upper[j])) solution.farkas_bounds[j] = bound;
    }
}

double contradiction(const Problem& problem, const Solution& solution) {
    AccurateSum sum;
    const auto add = [&sum](TwoDoubles entry, double lower, double upper) {
        if (entry.value != 0.0) sum.add(entry, entry.value > 0.0 ? lower : upper);
    };
    for (std::size_t i = 0; i < problem.row_lower.size(); ++i)
        add(solution.farkas_rows[i], problem.row_lower[i], problem.row_upper[i]);
    for (std::size_t j = 0; j < problem.lower.size(); ++j)
        add(solution.farkas_bounds[j], problem.lower[j], problem.upper[j]);
    return sum.moduli() > 0.0 ? sum.rounded() / sum.moduli() : 0.0;
}

}  // namespace restraint::optimize
