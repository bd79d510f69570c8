#include "restraint/optimize/simplex_step.h"

#include <algorithm>
#include <cmath>

#include "restraint/optimize/tolerances.h"

namespace restraint::optimize {

namespace {

/// Where a basic variable stops the step.
struct Breakpoint {
    double step = infinity;    // where it reaches its side exactly; infinity: it stops no step
    double latest = infinity;  // where it is outside by the tolerance
    double pivot = 0.0;        // |entry of the column|
    double side = 0.0;
};

/// A variable within its sides stops the step at the side ahead; one outside at the side that it is beyond,
/// or nowhere if it moves away from it.
Breakpoint breakpoint(const SimplexVertex& vertex, std::size_t j, double fall, double tolerance) {
    const bool below = beyond_lower(vertex, j, tolerance) > 0.0;
    const bool above = beyond_upper(vertex, j, tolerance) > 0.0;
    const bool falls = fall > 0.0;
    if (falls ? below : above) return {};
    const double side = (falls ? above : !below) ? vertex.upper[j] : vertex.lower[j];
    const double pivot = std::abs(fall);
    if (std::isinf(side) || pivot < smallest_pivot) return {};
    const double way = falls ? vertex.x[j] - side : side - vertex.x[j];  // < 0: outside by less than ...
    const double slack = tolerance * (1.0 + std::abs(side));             // ... this
    return {std::max(way, 0.0) / pivot, (way + slack) / pivot, pivot, side};
}

}  // namespace

Step choose_step(const SimplexVertex& vertex, const Entering& entering, const Vector& column,
                 double tolerance) {
    std::vector<Breakpoint> points;
    double longest = infinity;
    for (std::size_t r = 0; r < column.size(); ++r) {
        points.push_back(breakpoint(vertex, vertex.basic[r], entering.direction * column[r], tolerance));
        longest = std::min(longest, points[r].latest);
    }
    std::size_t stop = SimplexVertex::none;
    double largest = 0.0;
    for (std::size_t r = 0; r < points.size(); ++r)
        if (points[r].step <= longest && points[r].pivot > largest) {
            stop = r;
            largest = points[r].pivot;
        }

    Step step;
    const bool stops = stop != SimplexVertex::none;
    const double range = vertex.upper[entering.variable] - vertex.lower[entering.variable];
    if (std::isfinite(range) && (!stops || range <= points[stop].step)) {
        step.kind = Step::Kind::flip;
        step.length = range;
    } else if (stops) {
        step.kind = Step::Kind::exchange;
        step.length = points[stop].step;
        step.row = stop;
        step.leaves_at = points[stop].side;
        step.pivot = points[stop].pivot / std::min(1.0, max_norm(column));
    }
    return step;
}

}  // namespace restraint::optimize
