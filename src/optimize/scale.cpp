#include "restraint/optimize/scale.h"

#include <algorithm>
#include <cmath>

namespace restraint::optimize {

namespace {

/// The power of two in (size/2, size], not beyond 2^-500 and 2^500; 1 for a size of 0.
double power_of_two(double size) {
    return size > 0.0 ? std::ldexp(1.0, std::clamp(std::ilogb(size), -500, 500)) : 1.0;
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
    for (std::size_t j = 0; j < n; ++j) scale.columns[j] = 1.0 / power_of_two(largest[j]);
    double sides = 0.0;
    const AllRows all(problem);
    for (std::size_t i = 0; i < m + n; ++i)
        for (const double side : {all.lower[i], all.upper[i]})
            if (std::abs(side) < as_good_as_infinite)
                sides =
                    std::max(sides, std::abs(side) * (i < m ? scale.rows[i] : 1.0 / scale.columns[i - m]));
    scale.sides = power_of_two(sides);
    double costs = 0.0;
    for (std::size_t j = 0; j < n; ++j) costs = std::max(costs, std::abs(problem.cost[j]) * scale.columns[j]);
    scale.costs = power_of_two(costs);
    return scale;
}

}  // namespace restraint::optimize
