#include "restraint/optimize/simplex_step.h"
#include "restraint/optimize/tolerances.h"

#include <algorithm>
#include <cmath>

namespace restraint::optimize {

namespace {

/// All steps after which a basic variable is at one of its sides, in the order of `latest`. Their pivots,
/// here |entry of the column|, are what the slope of the sum of infeasibilities grows by.
std::vector<Step> breakpoints(const SimplexVertex& vertex, double direction, const Vector& column,
                              double tolerance) {
    std::vector<Step> result;
    for (std::size_t r = 0; r < column.size(); ++r) {
        const double pivot = std::abs(column[r]), way = direction * column[r] > 0.0 ? -1.0 : 1.0;
        if (pivot < smallest_pivot) continue;
        const std::size_t j = vertex.basic[r];
        const auto meets = [&](double side) {
            if (std::isinf(side)) return;
            const double distance = way * (side - vertex.x[j]), slack = tolerance * (1.0 + std::abs(side));
            result.push_back({Step::Kind::exchange, std::max(distance, 0.0) / pivot,
                              (distance + slack) / pivot, r, side, pivot});
        };
        const double outside = infeasibility(vertex, j, tolerance);
        if (outside == way) continue;  // ever farther outside
        if (outside == -way) meets(way < 0.0 ? vertex.upper[j] : vertex.lower[j]);
        meets(way < 0.0 ? vertex.lower[j] : vertex.upper[j]);
    }
    std::stable_sort(result.begin(), result.end(),
                     [](const Step& a, const Step& b) { return a.latest < b.latest; });
    return result;
}

}  // namespace

double infeasibility(const SimplexVertex& vertex, std::size_t j, double tolerance) {
    const double x = vertex.x[j], lower = vertex.lower[j], upper = vertex.upper[j];
    if (lower - x > tolerance * (1.0 + std::abs(lower))) return -1.0;
    return x - upper > tolerance * (1.0 + std::abs(upper)) ? 1.0 : 0.0;
}

Step choose_step(const SimplexVertex& vertex, const Entering& entering, const Vector& column, bool infeasible,
                 double tolerance) {
    const std::vector<Step> points = breakpoints(vertex, entering.direction, column, tolerance);
    double slope = infeasible ? entering.slope : 0.0;  // phase two ends at the first breakpoint
    double longest = infinity, largest = 0.0;
    for (const Step& point : points) {
        longest = point.latest;
        slope -= point.pivot;
        if (slope <= 0.0) break;
    }
    for (const Step& point : points)
        if (point.length <= longest) largest = std::max(largest, point.pivot);
    // Phase two takes the largest pivot, phase one the latest whose pivot is not much smaller.
    const double range = vertex.upper[entering.variable] - vertex.lower[entering.variable];
    Step step;
    for (const Step& point : points)
        if (point.length <= longest && point.pivot >= (infeasible ? 0.1 : 1.0) * largest &&
            point.length >= step.length)
            step = point;
    step.pivot /= std::min(1.0, max_norm(column));
    if (std::isfinite(range) && (step.kind == Step::Kind::unlimited || range <= step.length))
        step = {Step::Kind::flip, range};
    return step;
}

}  // namespace restraint::optimize
