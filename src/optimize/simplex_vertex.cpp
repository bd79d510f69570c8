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
    const AllRows all(problem);
    Scale scale = natural_scale(problem);
    if (units == Units::given) scale = {Vector(all.rows.rows(), 1.0), 1.0, scale.objective / scale.sides};
    const double absent_from = units == Units::natural ? as_good_as_infinite : infinity;
    form.scale = scale.sizes;
    form.cost_scale = 1.0 / scale.objective;
    form.columns = SparseRows(form.rows);
    const SparseRows columns = fast::transposed(all.rows);
    for (std::size_t v = 0; v < all.rows.rows(); ++v) {
        const double size = scale.sizes[v];
        form.lower.push_back(all.lower[v] <= -absent_from ? -infinity : all.lower[v] / size);
        form.upper.push_back(all.upper[v] >= absent_from ? infinity : all.upper[v] / size);
        form.columns.begin_row();
        if (v < form.rows) {
            form.cost.push_back(0.0);
            form.columns.append(v, 1.0);
            continue;
        }
        form.cost.push_back(problem.cost[v - form.rows] * size * form.cost_scale);
        const SparseRows::Row column = columns.row(v - form.rows);
        for (std::size_t k = 0; k + 1 < column.size(); ++k)  // the last entry is that of the bounds
            form.columns.append(column.columns[k], -column.values[k] * size / scale.sizes[column.columns[k]]);
    }
    form.equations = fast::transposed(form.columns);
    return form;
}

SimplexVertex::SimplexVertex(const SimplexForm& f, const ActiveSet& warm_start)
    : form(f), lower(f.lower), upper(f.upper), x(f.variables()) {
    for (std::size_t j = 0; j < form.variables(); ++j) {
        Activity activity = j < form.rows ? Activity::inactive : Activity::fixed;
        if (!warm_start.empty()) activity = warm_start[j];
        if (activity == Activity::inactive) basic.push_back(j);
        if (activity == Activity::at_lower) x[j] = lower[j];
        if (activity == Activity::at_upper) x[j] = upper[j];
    }
    factor();
}

void SimplexVertex::crash() {
    bool changed = false;
    for (std::size_t j = form.rows; j < form.variables(); ++j) {
        const SparseRows::Row column = form.columns.row(j);
        if (column.size() != 1 || form.fixed(j)) continue;
        const std::size_t i = column.columns[0];
        const double side = std::clamp(x[i], lower[i], upper[i]), entry = -column.values[0];
        const double held = x[j] + (side - x[i]) / entry;  // where r_i is at its side
        const bool holds = lower[j] <= held && held <= upper[j];
        if (holds && basic[i] == i && (side != x[i] || form.fixed(i))) basic[i] = j, changed = true;
    }
    if (changed) factor();
}

void SimplexVertex::factor() {
    const std::vector<std::size_t> candidates = basic;
    std::vector<SparseRows::Row> columns;
    for (const std::size_t j : candidates) columns.push_back(form.columns.row(j));
    const std::vector<std::size_t> chosen = basis.factor(form.rows, columns);
    basic.resize(form.rows);
    place.assign(form.variables(), none);
    for (std::size_t r = 0; r < form.rows; ++r) {
        basic[r] = chosen[r] == none ? r : candidates[chosen[r]];
        place[basic[r]] = r;
    }
    if (std::find(chosen.begin(), chosen.end(), none) != chosen.end()) return factor();  // with the logicals
    for (std::size_t j = 0; j < form.variables(); ++j) {  // to the nearest side
        if (place[j] != none) continue;
        if (std::isinf(upper[j])) x[j] = std::isinf(lower[j]) ? 0.0 : lower[j];
        else x[j] = std::abs(x[j] - lower[j]) <= std::abs(x[j] - upper[j]) ? lower[j] : upper[j];
    }
    compute_basics();
}

/// B^-1 right, or B^-T right, refined by residuals in twice the digits.
PreciseVector SimplexVertex::solve_precisely(std::vector<AccurateSum> right, bool transposed) const {
    constexpr int refinements = 6;  // each gains the digits that the condition of B leaves of 16
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

void SimplexVertex::reduce(PreciseVector& d) const {
    Vector y(form.rows);
    for (std::size_t r = 0; r < form.rows; ++r) y[r] = d[basic[r]].value;
    if (max_norm(y) == 0.0) return;
    basis.solve_transposed(y);
    for (std::size_t i = 0; i < form.rows; ++i) {
        if (y[i] == 0.0) continue;
        const SparseRows::Row row = form.equations.row(i);
        for (std::size_t e = 0; e < row.size(); ++e)
            d[row.columns[e]] = d[row.columns[e]].value - y[i] * row.values[e];
    }
    for (const std::size_t j : basic) d[j] = 0.0;
}

PreciseVector SimplexVertex::precise_reduced_costs(const Vector& costs) const {
    const PreciseVector y = multipliers(costs);
    double largest = 0.0;
    for (const TwoDoubles& multiplier : y) largest = std::max(largest, std::abs(multiplier.value));
    PreciseVector d(form.variables());
    for (std::size_t j = 0; j < form.variables(); ++j) {
        if (place[j] != none) continue;
        AccurateSum sum;
        sum.add(costs[j]);
        add_product(sum, -1.0, form.columns.row(j), y);
        const double noise = precise_tolerance * sum.moduli() + multiplier_noise * largest;
        if (std::abs(sum.rounded()) > noise) d[j] = sum.total();
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

ActiveSet SimplexVertex::active_set() const {
    ActiveSet active(form.variables(), Activity::inactive);  // basic, or free, at 0
    for (std::size_t j = 0; j < form.variables(); ++j)
        if (form.fixed(j) && x[j] == lower[j]) active[j] = Activity::fixed;
        else if (place[j] == none && x[j] == lower[j]) active[j] = Activity::at_lower;
        else if (place[j] == none && x[j] == upper[j]) active[j] = Activity::at_upper;
    return active;
}

}  // namespace restraint::optimize
