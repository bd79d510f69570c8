#include "restraint/optimize/simplex_step.h"
#include "restraint/optimize/tolerances.h"

#include <algorithm>
#include <cmath>

namespace restraint::optimize {

namespace {

/// A basic variable reaches one of its sides.
struct Breakpoint {
    double step;    // where it does so exactly
    double latest;  // where it is outside by the tolerance
    std::size_t row;
    double pivot;  // |entry of the column|: by so much the slope of the sum of infeasibilities grows
    double side;
};

/// All breakpoints of a step, in the order of the rows.
std::vector<Breakpoint> breakpoints(const SimplexVertex& vertex, double direction, const Vector& column,
                                    double tolerance) {
    std::vector<Breakpoint> result;
    for (std::size_t r = 0; r < column.size(); ++r) {
        const double pivot = std::abs(column[r]);
        if (pivot < smallest_pivot) continue;
        const std::size_t j = vertex.basic[r];
        const double value = vertex.x[j];
        const auto reaches = [&](double side) {
            if (std::isinf(side)) return;
            const double way = std::abs(value - side);
            const double slack = tolerance * (1.0 + std::abs(side));
            result.push_back({way / pivot, (way + slack) / pivot, r, pivot, side});
        };
        const auto leaves = [&](double side,
                                double way) {  // way < 0: already outside by less than the tolerance
            if (std::isinf(side)) return;
            const double slack = tolerance * (1.0 + std::abs(side));
            result.push_back({std::max(way, 0.0) / pivot, (way + slack) / pivot, r, pivot, side});
        };
        const bool falls = direction * column[r] > 0.0;
        if (falls) {
            if (beyond_lower(vertex, j, tolerance) > 0.0) continue;  // ever farther outside
            if (beyond_upper(vertex, j, tolerance) > 0.0) reaches(vertex.upper[j]);
            leaves(vertex.lower[j], value - vertex.lower[j]);
        } else {
            if (beyond_upper(vertex, j, tolerance) > 0.0) continue;
            if (beyond_lower(vertex, j, tolerance) > 0.0) reaches(vertex.lower[j]);
            leaves(vertex.upper[j], vertex.upper[j] - value);
        }
    }
    return result;
}

/// The longest step, with the tolerance, along which the sum of infeasibilities falls.
double longest_descent(std::vector<Breakpoint> points, double slope) {
    const auto later = [](const Breakpoint& a, const Breakpoint& b) {
        return a.latest != b.latest ? a.latest > b.latest : a.row > b.row;
    };
    std::make_heap(points.begin(), points.end(), later);
    double longest = infinity;
    while (!points.empty()) {
        std::pop_heap(points.begin(), points.end(), later);
        longest = points.back().latest;
        slope -= points.back().pivot;
        points.pop_back();
        if (slope <= 0.0) break;
    }
    return longest;
}

/// Among the breakpoints up to `longest`: phase two takes the largest pivot, phase one the latest whose pivot
/// is not much smaller than the largest.
const Breakpoint* stopper(const std::vector<Breakpoint>& points, double longest, bool infeasible) {
    double largest = 0.0;
    for (const Breakpoint& point : points)
        if (point.step <= longest) largest = std::max(largest, point.pivot);
    const double acceptable = infeasible ? 0.1 * largest : largest;
    const Breakpoint* best = nullptr;
    for (const Breakpoint& point : points)
        if (point.step <= longest && point.pivot >= acceptable && (!best || point.step > best->step))
            best = &point;
    return best;
}

}  // namespace

Step choose_step(const SimplexVertex& vertex, const Entering& entering, const Vector& column, bool infeasible,
                 double tolerance) {
    const std::vector<Breakpoint> points = breakpoints(vertex, entering.direction, column, tolerance);
    // In phase two the first breakpoint ends the descent.
    const Breakpoint* stop =
        stopper(points, longest_descent(points, infeasible ? entering.slope : 0.0), infeasible);

    Step step;
    const double range = vertex.upper[entering.variable] - vertex.lower[entering.variable];
    if (std::isfinite(range) && (!stop || range <= stop->step)) {
        step.kind = Step::Kind::flip;
        step.length = range;
    } else if (stop) {
        step.kind = Step::Kind::exchange;
        step.length = stop->step;
        step.row = stop->row;
        step.leaves_at = stop->side;
        step.pivot = stop->pivot / std::min(1.0, max_norm(column));
    }
    return step;
}

}  // namespace restraint::optimize
