#include "restraint/optimize/scale.h"

#include <algorithm>
#include <cmath>

namespace restraint::optimize {

namespace {

/// The power of two in (size/2, size], not beyond 2^-500 and 2^500; 1 for a size of 0.
double power_of_two(double size) {
    return size > 0.0 ? std::ldexp(1.0, std::clamp(std::ilogb(size), -500, 500)) : 1.0;
}

/// The largest of `largest` and the sides that count as such, each times its unit.
double largest_side(const Vector& lower, const Vector& upper, const Vector& units, double largest) {
    for (std::size_t i = 0; i < lower.size(); ++i)
        for (const double side : {lower[i], upper[i]})
            if (std::abs(side) < as_good_as_infinite) largest = std::max(largest, std::abs(side) * units[i]);
    return largest;
}

}  // namespace

Scale natural_scale(const Problem& problem) {
    const std::size_t m = problem.rows.rows(), n = problem.variables();
    Scale scale{Vector(m), Vector(n), 1.0, 1.0};
    Vector largest(n);
    for (std::size_t i = 0; i < m; ++i) {
        const SparseRows::Row row = problem.rows.row(i);
        double size = 0.0;
        for (const double value : row.values) size = std::max(size, std::abs(value));
        scale.rows[i] = 1.0 / power_of_two(size);
        for (std::size_t k = 0; k < row.size(); ++k)
            largest[row.columns[k]] =
                std::max(largest[row.columns[k]], std::abs(row.values[k]) * scale.rows[i]);
    }
    Vector units(n);  // 1 / columns
    for (std::size_t j = 0; j < n; ++j) {
        units[j] = power_of_two(largest[j]);
        scale.columns[j] = 1.0 / units[j];
    }
    const double sides = largest_side(problem.row_lower, problem.row_upper, scale.rows, 0.0);
    scale.sides = power_of_two(largest_side(problem.lower, problem.upper, units, sides));
    double costs = 0.0;
    for (std::size_t j = 0; j < n; ++j) costs = std::max(costs, std::abs(problem.cost[j]) * scale.columns[j]);
    scale.costs = power_of_two(costs);
    return scale;
}

}  // namespace restraint::optimize
