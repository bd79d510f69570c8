#include "restraint/optimize/simplex_vertex.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "restraint/optimize/tolerances.h"

namespace restraint::optimize {

namespace {

constexpr int refinements = 6;  // solves with B of one refined solution: each gains the digits B leaves

}  // namespace

SimplexVertex::SimplexVertex(const SimplexForm& f, const ActiveSet& warm_start)
    : form(f), lower(f.lower), upper(f.upper), x(f.variables()), place(f.variables(), none) {
    const std::size_t n = form.structurals;
    for (std::size_t j = 0; j < form.variables(); ++j) {
        const bool logical = j >= n;
        Activity activity = logical ? Activity::inactive : Activity::fixed;
        if (!warm_start.empty()) activity = warm_start[logical ? j - n : form.rows + j];
        x[j] = nearest_side(j, 0.0);
        if (activity == Activity::inactive) basic.push_back(j);
        if (activity == Activity::at_lower && std::isfinite(lower[j])) x[j] = lower[j];
        if (activity == Activity::at_upper && std::isfinite(upper[j])) x[j] = upper[j];
    }
    factor();
}

void SimplexVertex::factor() {
    for (bool complete = false; !complete;) {
        const std::vector<std::size_t> candidates = basic;
        std::vector<SparseRows::Row> columns;
        for (const std::size_t j : candidates) columns.push_back(form.columns.row(j));
        const std::vector<std::size_t> chosen = basis.factor(form.rows, columns);
        for (const std::size_t j : candidates) place[j] = none;
        basic.assign(form.rows, none);
        complete = true;
        for (std::size_t r = 0; r < form.rows; ++r) {
            complete = complete && chosen[r] != SparseLu::none;
            basic[r] = chosen[r] == SparseLu::none ? form.structurals + r : candidates[chosen[r]];
            place[basic[r]] = r;
        }
        for (const std::size_t j : candidates)
            if (place[j] == none) x[j] = nearest_side(j, x[j]);  // dependent columns leave the basis
    }
    compute_basics();
}

double SimplexVertex::nearest_side(std::size_t j, double value) const {
    if (std::isinf(lower[j]) && std::isinf(upper[j])) return 0.0;
    return std::abs(value - lower[j]) <= std::abs(value - upper[j]) ? lower[j] : upper[j];
}

/// B^-1 right, or B^-T right, refined by residuals in twice the digits.
PreciseVector SimplexVertex::solve_precisely(std::vector<AccurateSum> right, bool transposed) const {
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

PreciseVector SimplexVertex::multipliers(const Vector& basic_costs) const {
    std::vector<AccurateSum> right(form.rows);
    for (std::size_t r = 0; r < form.rows; ++r) right[r].add(basic_costs[r]);
    return solve_precisely(std::move(right), true);
}

Vector SimplexVertex::reduced_costs(const Vector& basic_costs, const Vector& costs) const {
    Vector y = basic_costs, d(form.variables());
    basis.solve_transposed(y);
    for (std::size_t j = 0; j < form.variables(); ++j)
        if (place[j] == none) d[j] = costs[j] - dot(form.columns.row(j), y);
    return d;
}

Vector SimplexVertex::precise_reduced_costs(const Vector& basic_costs, const Vector& costs) const {
    const PreciseVector y = multipliers(basic_costs);
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

void SimplexVertex::exchange(std::size_t r, std::size_t j, const Vector& column, double leaves_at) {
    x[basic[r]] = leaves_at;
    place[basic[r]] = none;
    basic[r] = j;
    place[j] = r;
    basis.replace_column(r, column);
}

void SimplexVertex::relax_sides(std::uint32_t seed) {
    std::minstd_rand random(seed);  // numbers below 2^31, laid down by the standard
    const auto noise = [&] {
        return relaxation * (0.5 + 0.5 * static_cast<double>(random()) / static_cast<double>(random.max()));
    };
    for (const std::size_t j : basic) {
        lower[j] -= noise() * (1.0 + std::abs(lower[j]));
        upper[j] += noise() * (1.0 + std::abs(upper[j]));
    }
    relaxed = true;
}

void SimplexVertex::restore_sides() {
    for (std::size_t j = 0; j < form.variables(); ++j)
        if (place[j] == none) {
            if (x[j] == lower[j]) x[j] = form.lower[j];
            else if (x[j] == upper[j]) x[j] = form.upper[j];
        }
    lower = form.lower;
    upper = form.upper;
    relaxed = false;
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
