#include "restraint/optimize/simplex_vertex.h"

#include <algorithm>
#include <cmath>

#include "restraint/optimize/tolerances.h"

namespace restraint::optimize {

namespace {

constexpr int refinements = 3;  // solves with B of one refined solution: each gains the digits B leaves
/// Numbers in [1/2, 1) that look random (splitmix64).
class Noise {
  public:
    explicit Noise(std::uint64_t seed) : state_(seed) {}
    double next() {
        state_ += 0x9e3779b97f4a7c15u;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return 0.5 + static_cast<double>((z ^ (z >> 31)) >> 12) / 0x1p53;
    }

  private:
    std::uint64_t state_;
};

}  // namespace

SimplexVertex::SimplexVertex(const SimplexForm& f, const ActiveSet& warm_start)
    : form(f), lower(f.lower), upper(f.upper), x(f.variables()), place(f.variables(), none) {
    const std::size_t n = form.structurals;
    std::vector<std::size_t> wanted;
    for (std::size_t j = 0; j < form.variables(); ++j) {
        x[j] = nearest_side(j, 0.0);
        const bool logical = j >= n;
        if (warm_start.empty()) {
            if (logical) wanted.push_back(j);
            continue;
        }
        const Activity activity = logical ? warm_start.rows[j - n] : warm_start.variables[j];
        if (activity == Activity::inactive) wanted.push_back(j);
        if (activity == Activity::at_lower && std::isfinite(lower[j])) x[j] = lower[j];
        if (activity == Activity::at_upper && std::isfinite(upper[j])) x[j] = upper[j];
    }
    set_basis(wanted);
    compute_basics();
}

void SimplexVertex::factor() {
    set_basis(basic);
    compute_basics();
}

void SimplexVertex::set_basis(const std::vector<std::size_t>& wanted) {
    std::vector<std::size_t> candidates = wanted;
    for (bool complete = false; !complete;) {
        std::vector<SparseRows::Row> columns;
        for (std::size_t j : candidates) columns.push_back(form.by_column.row(j));
        const std::vector<std::size_t> chosen = basis.factor(form.rows, columns);
        for (std::size_t j : candidates) place[j] = none;
        basic.assign(form.rows, none);
        complete = true;
        for (std::size_t r = 0; r < form.rows; ++r) {
            complete = complete && chosen[r] != SparseLu::none;
            basic[r] = chosen[r] == SparseLu::none ? form.structurals + r : candidates[chosen[r]];
            place[basic[r]] = r;
        }
        for (std::size_t j : candidates)
            if (place[j] == none) x[j] = nearest_side(j, x[j]);  // dependent columns leave the basis
        candidates = basic;
    }
}

double SimplexVertex::nearest_side(std::size_t j, double value) const {
    if (std::isinf(lower[j]) && std::isinf(upper[j])) return 0.0;
    return std::abs(value - lower[j]) <= std::abs(value - upper[j]) ? lower[j] : upper[j];
}

void SimplexVertex::compute_basics() {
    std::vector<AccurateSum> right(form.rows);  // -N x_N
    for (std::size_t j = 0; j < form.variables(); ++j) {
        if (place[j] == none && x[j] != 0.0) add_scaled(right, -x[j], form.by_column.row(j));
    }
    const PreciseVector solution = solve_precisely(std::move(right));
    for (std::size_t r = 0; r < form.rows; ++r) x[basic[r]] = solution[r].rounded();
}

PreciseVector SimplexVertex::solve_precisely(std::vector<AccurateSum> right) const {
    PreciseVector solution(form.rows);
    Vector correction(form.rows);
    for (int pass = 0; pass < refinements; ++pass) {
        for (std::size_t i = 0; i < form.rows; ++i) correction[i] = right[i].rounded();
        if (max_norm(correction) == 0.0) break;
        basis.solve(correction);
        for (std::size_t r = 0; r < form.rows; ++r) {
            if (correction[r] == 0.0) continue;
            solution[r] += correction[r];
            add_scaled(right, -correction[r], form.by_column.row(basic[r]));
        }
    }
    return solution;
}

PreciseVector SimplexVertex::multipliers(const Vector& basic_costs, int passes) const {
    Vector correction = basic_costs;
    PreciseVector y(form.rows);
    for (int pass = 0; pass < passes; ++pass) {
        basis.solve_transposed(correction);
        for (std::size_t i = 0; i < form.rows; ++i) y[i] += correction[i];
        for (std::size_t r = 0; r < form.rows; ++r)  // c_B - B'y
            correction[r] = reduced_cost(basic[r], basic_costs[r], y).rounded();
        if (max_norm(correction) == 0.0) break;
    }
    return y;
}

/// cost - a_j'y.
AccurateSum SimplexVertex::reduced_cost(std::size_t j, double cost, const PreciseVector& y) const {
    const SparseRows::Row column = form.by_column.row(j);
    AccurateSum rest;
    rest.add(cost);
    for (std::size_t k = 0; k < column.size(); ++k) rest.add(y[column.columns[k]], -column.values[k]);
    return rest;
}

Vector SimplexVertex::reduced_costs(const Vector& basic_costs, const Vector& costs) const {
    const PreciseVector y = multipliers(basic_costs, refinements);
    double largest = 0.0;
    for (const TwoDoubles& multiplier : y) largest = std::max(largest, std::abs(multiplier.value));
    const double noise = multiplier_noise * largest;
    Vector d(form.variables());
    for (std::size_t j = 0; j < form.variables(); ++j) {
        if (place[j] != none) continue;
        const AccurateSum sum = reduced_cost(j, costs[j], y);
        if (std::abs(sum.rounded()) > precise_tolerance * sum.moduli() + noise) d[j] = sum.rounded();
    }
    return d;
}

Vector SimplexVertex::column(std::size_t j) const {
    Vector result(form.rows);
    add_scaled(result, 1.0, form.by_column.row(j));
    basis.solve(result);
    return result;
}

Vector SimplexVertex::inverse_row(std::size_t r) const {
    Vector result(form.rows);
    result[r] = 1.0;
    basis.solve_transposed(result);
    return result;
}

void SimplexVertex::exchange(std::size_t r, std::size_t j, const Vector& column, double leaves_at) {
    x[basic[r]] = leaves_at;
    place[basic[r]] = none;
    basic[r] = j;
    place[j] = r;
    basis.replace_column(r, column);
}

void SimplexVertex::relax_sides(std::uint64_t seed) {
    Noise noise(seed);
    for (std::size_t j : basic) {
        lower[j] -= noise.next() * relaxation * (1.0 + std::abs(lower[j]));
        upper[j] += noise.next() * relaxation * (1.0 + std::abs(upper[j]));
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
        const bool basic_apart = place[j] != none && !(form.fixed(j) && x[j] == lower[j]);
        if (basic_apart) return Activity::inactive;
        if (form.fixed(j)) return Activity::fixed;
        if (x[j] == lower[j]) return Activity::at_lower;
        if (x[j] == upper[j]) return Activity::at_upper;
        return Activity::inactive;  // free, at 0
    };
    ActiveSet active;
    for (std::size_t j = 0; j < form.structurals; ++j) active.variables.push_back(activity(j));
    for (std::size_t i = 0; i < form.rows; ++i) active.rows.push_back(activity(form.structurals + i));
    return active;
}

}  // namespace restraint::optimize
