#include "restraint/optimize/simplex_vertex.h"

#include <algorithm>
#include <cmath>

#include "restraint/linalg/fast/row_order.h"
#include "restraint/optimize/scale.h"
#include "restraint/optimize/tolerances.h"

namespace restraint::optimize {

SimplexForm simplex_form(const Problem& problem, Units units) {
    SimplexForm form;
    form.rows = problem.rows.rows();
    form.structurals = problem.variables();
    Scale scale = natural_scale(problem);
    if (units == Units::given)
        scale = {Vector(form.rows, 1.0), Vector(form.structurals, 1.0), 1.0, scale.costs};
    const double absent_from = units == Units::natural ? as_good_as_infinite : infinity;
    const auto add_variable = [&](double lower, double upper, double unit) {
        form.scale.push_back(unit);
        form.lower.push_back(lower <= -absent_from ? -infinity : lower / unit);
        form.upper.push_back(upper >= absent_from ? infinity : upper / unit);
    };
    form.cost_scale = 1.0 / (scale.costs * scale.sides);
    for (std::size_t j = 0; j < form.structurals; ++j) {
        add_variable(problem.lower[j], problem.upper[j], scale.columns[j] * scale.sides);
        form.cost.push_back(problem.cost[j] * form.scale[j] * form.cost_scale);
    }
    SparseRows scaled(form.structurals);  // -A
    for (std::size_t i = 0; i < form.rows; ++i) {
        add_variable(problem.row_lower[i], problem.row_upper[i], scale.sides / scale.rows[i]);
        form.cost.push_back(0.0);
        const SparseRows::Row row = problem.rows.row(i);
        scaled.begin_row();
        for (std::size_t k = 0; k < row.size(); ++k)
            scaled.append(row.columns[k], -row.values[k] * scale.rows[i] * scale.columns[row.columns[k]]);
    }
    form.columns = fast::transposed(scaled);
    for (std::size_t i = 0; i < form.rows; ++i) {
        form.columns.begin_row();
        form.columns.append(i, 1.0);
    }
    return form;
}

SimplexVertex::SimplexVertex(const SimplexForm& f, const ActiveSet& warm_start)
    : form(f), lower(f.lower), upper(f.upper), x(f.variables()) {
    const std::size_t n = form.structurals;
    for (std::size_t j = 0; j < form.variables(); ++j) {
        const bool logical = j >= n;
        Activity activity = logical ? Activity::inactive : Activity::fixed;
        if (!warm_start.empty()) activity = warm_start[logical ? j - n : form.rows + j];
        if (activity == Activity::inactive) basic.push_back(j);
        if (activity == Activity::at_lower) x[j] = lower[j];
        if (activity == Activity::at_upper) x[j] = upper[j];
    }
    factor();
}

void SimplexVertex::factor() {
    const std::vector<std::size_t> candidates = basic;
    std::vector<SparseRows::Row> columns;
    for (const std::size_t j : candidates) columns.push_back(form.columns.row(j));
    const std::vector<std::size_t> chosen = basis.factor(form.rows, columns);
    basic.resize(form.rows);
    place.assign(form.variables(), none);
    for (std::size_t r = 0; r < form.rows; ++r) {
        basic[r] = chosen[r] == none ? form.structurals + r : candidates[chosen[r]];
        place[basic[r]] = r;
    }
    for (std::size_t j = 0; j < form.variables(); ++j) {  // to the nearest side
        if (place[j] != none) continue;
        if (std::isinf(upper[j])) x[j] = std::isinf(lower[j]) ? 0.0 : lower[j];
        else x[j] = std::abs(x[j] - lower[j]) <= std::abs(x[j] - upper[j]) ? lower[j] : upper[j];
    }
    compute_basics();
}

/// B^-1 right, or B^-T right, refined by residuals in twice the digits.
PreciseVector SimplexVertex::solve_precisely(std::vector<AccurateSum> right, bool transposed) const {
    constexpr int refinements = 6;  // each gains the digits that B leaves
    PreciseVector solution(form.rows);
    Vector correction(form.rows);
    for (int pass = 0; pass < refinements; ++pass) {
        for (std::size_t i = 0; i < form.rows; ++i) correction[i] = right[i].rounded();
        if (max_norm(correction) == 0.0) break;
        transposed ? basis.solve_transposed(correction) : basis.solve(correction);
        for (std::size_t r = 0; r < form.rows; ++r) {
            solution[r] += correction[r];
            const SparseRows::Row column = form.columns.row(basic[r]);
            if (transposed) add_product(right[r], -1.0, column, correction);
            else if (correction[r] != 0.0) add_scaled(right, -correction[r], column);
        }
    }
    return solution;
}

void SimplexVertex::compute_basics() {
    std::vector<AccurateSum> right(form.rows);  // -N x_N
    for (std::size_t j = 0; j < form.variables(); ++j)
        if (place[j] == none && x[j] != 0.0) add_scaled(right, -x[j], form.columns.row(j));
    const PreciseVector solution = solve_precisely(std::move(right), false);
    for (std::size_t r = 0; r < form.rows; ++r) x[basic[r]] = solution[r].rounded();
}

PreciseVector SimplexVertex::multipliers(const Vector& costs) const {
    std::vector<AccurateSum> right(form.rows);
    for (std::size_t r = 0; r < form.rows; ++r) right[r].add(costs[basic[r]]);
    return solve_precisely(std::move(right), true);
}

Vector SimplexVertex::reduced_costs(const Vector& costs) const {
    Vector y(form.rows), d(form.variables());
    for (std::size_t r = 0; r < form.rows; ++r) y[r] = costs[basic[r]];
    basis.solve_transposed(y);
    for (std::size_t j = 0; j < form.variables(); ++j)
        if (place[j] == none) d[j] = costs[j] - dot(form.columns.row(j), y);
    return d;
}

Vector SimplexVertex::precise_reduced_costs(const Vector& costs) const {
    const PreciseVector y = multipliers(costs);
    double largest = 0.0;
    for (const TwoDoubles& multiplier : y) largest = std::max(largest, std::abs(multiplier.value));
    Vector d(form.variables());
    for (std::size_t j = 0; j < form.variables(); ++j) {
        if (place[j] != none) continue;
        AccurateSum sum;
        sum.add(costs[j]);
        add_product(sum, -1.0, form.columns.row(j), y);
        const double noise = precise_tolerance * sum.moduli() + multiplier_noise * largest;
        if (std::abs(sum.rounded()) > noise) d[j] = sum.rounded();
    }
    return d;
}

Vector SimplexVertex::column(std::size_t j) const {
    Vector result(form.rows);
    add_scaled(result, 1.0, form.columns.row(j));
    basis.solve(result);
    return result;
}

void SimplexVertex::relax_sides() {
    const auto noise = [&] {
        return relaxation * (0.5 + 0.5 * static_cast<double>(random_()) / static_cast<double>(random_.max()));
    };
    for (const std::size_t j : basic) {
        lower[j] -= noise() * (1.0 + std::abs(lower[j]));
        upper[j] += noise() * (1.0 + std::abs(upper[j]));
    }
}

void SimplexVertex::restore_sides() {
    lower = form.lower;
    upper = form.upper;
    factor();
}

ActiveSet SimplexVertex::active_set() const {
    const auto activity = [&](std::size_t j) {
        if (form.fixed(j) && x[j] == lower[j]) return Activity::fixed;
        if (place[j] != none) return Activity::inactive;
        if (x[j] == lower[j]) return Activity::at_lower;
        return x[j] == upper[j] ? Activity::at_upper : Activity::inactive;  // free, at 0
    };
    ActiveSet active;
    for (std::size_t i = 0; i < form.rows; ++i) active.push_back(activity(form.structurals + i));
    for (std::size_t j = 0; j < form.structurals; ++j) active.push_back(activity(j));
    return active;
}

}  // namespace restraint::optimize
