#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "../random.h"
#include "restraint/linalg/matrix.h"
#include "restraint/optimize/problem.h"
#include "rounded.h"

namespace restraint::optimize {

/// 1/2 |x|^2 + c'x without constraints.
inline Problem bowl(const Vector& cost) {
    Problem problem = unconstrained(cost.size());
    problem.hessian = identity(cost.size());
    problem.cost = cost;
    return problem;
}

inline Vector random_vector(Random& random, std::size_t size) {
    Vector v(size);
    for (double& entry : v) entry = random.normal();
    return v;
}

inline Vector dense_row(const Problem& problem, std::size_t i) {
    Vector row(problem.variables());
    add_scaled(row, 1.0, problem.rows.row(i));
    return row;
}

/// H = B'B for a random B of `rank` rows (and, so that it is no worse conditioned than needed, a diagonal of
/// 0.1 where the rank is full).
inline Matrix random_hessian(Random& random, std::size_t n, std::size_t rank) {
    Matrix h(n, n);
    for (std::size_t k = 0; k < rank; ++k) {
        const Vector b = random_vector(random, n);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) h(i, j) += b[i] * b[j];
    }
    for (std::size_t i = 0; i < n && rank >= n; ++i) h(i, i) += 0.1;
    return h;
}

/// A problem together with its answer, made backwards: x, the sides and the multipliers are chosen, and then
/// the cost so that the conditions of Karush, Kuhn and Tucker hold:  c = A'y + z - Hx.
struct Case {
    Problem problem;
    Vector x;
    double objective = 0.0;
};

struct CaseShape {
    std::size_t variables = 0, rank = 0, rows = 0;
    double tight = 0.3;  // share of rows and bounds that hold with equality at x
    bool degenerate =
        false;  // repeated and scaled rows, rows that are sums of others; tight without a multiplier
};

/// Sides for a row of this value at x, and the multiplier it may have.
inline double choose_sides(Random& random, double tight, double value, double& lower, double& upper) {
    const double gap = random.uniform(0.1, 2.0), pull = random.uniform(0.0, 2.0);
    lower = random.chance(0.3) ? value - random.uniform(0.1, 2.0) : -infinity;
    upper = random.chance(0.3) ? value + random.uniform(0.1, 2.0) : infinity;
    if (!random.chance(tight)) {
        (random.chance(0.5) ? lower : upper) =
            value + (lower > -infinity ? -gap : 0.0) + (upper < infinity ? gap : 0.0);
        lower = std::min(lower, value - 0.05);
        upper = std::max(upper, value + 0.05);
        return 0.0;
    }
    switch (random.index(4)) {
        case 0:
            lower = upper = value;
            return random.normal();
        case 1:
            lower = value;
            return pull;
        case 2:
            upper = value;
            return -pull;
        default:
            lower = value;
            return 0.0;  // tight by accident
    }
}

inline Case random_case(Random& random, const CaseShape& shape) {
    Case c;
    const std::size_t n = shape.variables;
    c.problem = unconstrained(n);
    Problem& p = c.problem;
    if (shape.rank > 0) p.hessian = random_hessian(random, n, shape.rank);
    c.x = random_vector(random, n);
    for (std::size_t j = 0; j < n; ++j)
        for (std::size_t k = 0; k < n && shape.rank > 0; ++k) p.cost[j] -= p.hessian(j, k) * c.x[k];

    for (std::size_t i = 0; i < shape.rows; ++i) {
        Vector row(n);
        for (double& entry : row) entry = random.chance(0.5) ? random.normal() : 0.0;
        if (shape.degenerate && i >= 2 && random.chance(0.5)) {
            const double s = random.chance(0.3) ? 1.0 : random.uniform(-3.0, 3.0);
            row = s * dense_row(p, random.index(i));                       // repeated or scaled
            if (random.chance(0.4)) row += dense_row(p, random.index(i));  // or a sum
        }
        double lower = 0.0, upper = 0.0;
        const double y = choose_sides(random, shape.tight, dot(row, c.x), lower, upper);
        p.cost += y * row;
        add_row(p, row, lower, upper);
    }
    for (std::size_t j = 0; j < n; ++j)
        if (random.chance(0.4))
            p.cost[j] += choose_sides(random, shape.tight, c.x[j], p.lower[j], p.upper[j]);

    p.constant = random.normal();
    c.objective = p.constant + dot(p.cost, c.x);
    for (std::size_t j = 0; j < n; ++j)
        for (std::size_t k = 0; k < n && shape.rank > 0; ++k)
            c.objective += 0.5 * c.x[j] * p.hessian(j, k) * c.x[k];
    return c;
}

/// The same problem with its rows and variables in another order: row i of the result is row rows[i], and so
/// on.
inline Problem permuted(const Problem& p, const std::vector<std::size_t>& rows,
                        const std::vector<std::size_t>& variables) {
    const std::size_t n = p.variables();
    Problem q = unconstrained(n);
    q.constant = p.constant;
    if (!p.is_linear()) q.hessian = Matrix(n, n);
    for (std::size_t j = 0; j < n; ++j) {
        q.cost[j] = p.cost[variables[j]];
        q.lower[j] = p.lower[variables[j]];
        q.upper[j] = p.upper[variables[j]];
        for (std::size_t k = 0; k < n && !p.is_linear(); ++k)
            q.hessian(j, k) = p.hessian(variables[j], variables[k]);
    }
    for (std::size_t i : rows) {
        const Vector old = dense_row(p, i);
        Vector row(n);
        for (std::size_t j = 0; j < n; ++j) row[j] = old[variables[j]];
        add_row(q, row, p.row_lower[i], p.row_upper[i]);
    }
    return q;
}

inline std::vector<std::size_t> random_order(Random& random, std::size_t size) {
    std::vector<std::size_t> order(size);
    for (std::size_t i = 0; i < size; ++i) order[i] = i;
    for (std::size_t i = size; i > 1; --i) {
        const std::size_t other = random.index(i);
        std::swap(order[i - 1], order[other]);
    }
    return order;
}

/// The same problem in other units: x_j = units_j x'_j, row i times row_units_i.
inline Problem in_units(const Problem& p, const Vector& units, const Vector& row_units) {
    Problem q = p;
    const std::size_t n = p.variables();
    for (std::size_t j = 0; j < n; ++j) {
        q.cost[j] *= units[j];
        q.lower[j] /= units[j];
        q.upper[j] /= units[j];
        for (std::size_t k = 0; k < n && !p.is_linear(); ++k) q.hessian(j, k) *= units[j] * units[k];
    }
    q.rows = SparseRows(n);
    q.row_lower = q.row_upper = Vector();
    for (std::size_t i = 0; i < p.rows.rows(); ++i) {
        Vector row = dense_row(p, i);
        for (std::size_t j = 0; j < n; ++j) row[j] *= units[j] * row_units[i];
        add_row(q, row, p.row_lower[i] * row_units[i], p.row_upper[i] * row_units[i]);
    }
    return q;
}

}  // namespace restraint::optimize
