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
    Scale scale{Vector(m + n)};
    Vector largest(n);
    for (std::size_t i = 0; i < m; ++i) {
        const SparseRows::Row row = problem.rows.row(i);
        scale.sizes[i] = power_of_two(max_norm(row.values));
        const double to_one = 1.0 / scale.sizes[i];
        for (std::size_t k = 0; k < row.size(); ++k)
            largest[row.columns[k]] = std::max(largest[row.columns[k]], std::abs(row.values[k]) * to_one);
    }
    double sides = 0.0, objective = 0.0;
    for (std::size_t j = 0; j < n; ++j) scale.sizes[m + j] = 1.0 / power_of_two(largest[j]);
    for (std::size_t i = 0; i < m + n; ++i)
        for (const double side : {i < m ? problem.row_lower[i] : problem.lower[i - m],
                                  i < m ? problem.row_upper[i] : problem.upper[i - m]})
            if (std::abs(side) < as_good_as_infinite)
                sides = std::max(sides, std::abs(side) / scale.sizes[i]);
    scale.sides = power_of_two(sides);
    scale.sizes *= scale.sides;
    for (std::size_t j = 0; j < n; ++j)
        objective = std::max(objective, std::abs(problem.cost[j]) * scale.sizes[m + j]);
    scale.objective = power_of_two(objective);
    return scale;
}

}  // namespace restraint::optimize
