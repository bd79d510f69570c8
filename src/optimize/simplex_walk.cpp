#include "restraint/optimize/simplex_walk.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "restraint/optimize/tolerances.h"

namespace restraint::optimize {

namespace {

constexpr std::size_t patience = 30;  // idle steps before the sides are moved apart

/// The slope of the sum of infeasibilities in variable j: -1 below its sides, 1 above, 0 within. `tolerance`,
/// relative to 1 + |side|, is how far outside counts as within.
double infeasibility(const SimplexVertex& vertex, std::size_t j, double tolerance) {
    const double x = vertex.x[j], lower = vertex.lower[j], upper = vertex.upper[j];
    if (lower - x > tolerance * (1.0 + std::abs(lower))) return -1.0;
    return x - upper > tolerance * (1.0 + std::abs(upper)) ? 1.0 : 0.0;
}

/// A total order: steps of one length are in the order of their rows.
bool is_later(const SimplexStep& a, const SimplexStep& b) {
    return std::pair(a.latest, a.row) > std::pair(b.latest, b.row);
}

/// All steps after which a basic variable is at one of its sides. Their pivots, here |entry of the column|,
/// are what the slope of the sum of infeasibilities grows by.
std::vector<SimplexStep> breakpoints(const SimplexVertex& vertex, double direction, const Vector& column,
                                     double tolerance) {
    std::vector<SimplexStep> result;
    for (std::size_t r = 0; r < column.size(); ++r) {
        const double pivot = std::abs(column[r]), way = direction * column[r] > 0.0 ? -1.0 : 1.0;
        if (pivot < smallest_pivot) continue;
        const std::size_t j = vertex.basic[r];
        const auto meets = [&](double side) {
            if (std::isinf(side)) return;
            const double distance = way * (side - vertex.x[j]), slack = tolerance * (1.0 + std::abs(side));
            result.push_back({std::max(distance, 0.0) / pivot, pivot, r, side, (distance + slack) / pivot});
        };
        const double outside = infeasibility(vertex, j, tolerance);
        if ((outside < 0.0) == (way > 0.0)) meets(vertex.lower[j]);
        if ((outside > 0.0) == (way < 0.0)) meets(vertex.upper[j]);
    }
    return result;
}

}  // namespace

SimplexStep choose_step(const SimplexVertex& vertex, const Entering& entering, const Vector& column,
                        double tolerance) {
    std::vector<SimplexStep> points = breakpoints(vertex, entering.direction, column, tolerance);
    std::make_heap(points.begin(), points.end(), is_later);
    double slope = entering.slope, longest = infinity;
    for (auto end = points.end(); end != points.begin(); --end) {  // the heap: [begin, end)
        longest = points.front().latest;
        slope -= points.front().pivot;
        if (slope <= 0.0) break;
        std::pop_heap(points.begin(), end, is_later);
    }
    const auto rank = [](const SimplexStep& s) { return std::tuple(s.pivot, s.latest, s.row); };
    SimplexStep step{infinity, 0.0};
    for (const SimplexStep& point : points)
        if (point.length <= longest && rank(point) > rank(step)) step = point;
    step.pivot /= std::min(1.0, max_norm(column));
    const double range = vertex.upper[entering.variable] - vertex.lower[entering.variable];
    if (std::isfinite(range) && range <= step.length) step = {range};
    return step;
}

Status SimplexWalk::run(bool precise, std::size_t iteration_limit) {
    precise_ = precise;
    tolerance_ = precise ? precise_tolerance : walk_tolerance;
    rejected_.assign(vertex.form.variables(), false);
    while (true) {
        set_costs();
        price(precise ? 0.0 : walk_tolerance);  // precise reduced costs are rounded to 0
        if (entering.variable == SimplexVertex::none) {
            if (start_afresh()) continue;
            return infeasible_ ? Status::infeasible : Status::optimal;
        }
        column = vertex.column(entering.variable);
        const SimplexStep step = choose_step(vertex, entering, column, tolerance_);
        const bool unlimited = std::isinf(step.length);
        if (unlimited || step.pivot < least_pivot) {
            if (start_afresh()) continue;
            if (unlimited && !infeasible_) return Status::unbounded;
            rejected_[entering.variable] = true;
            continue;
        }
        if (iterations == iteration_limit) return Status::iteration_limit;
        ++iterations;
        pivot(step);
    }
}

/// The phase, its costs, and the reduced costs. They are updated from those of the vertex before; for a new
/// phase and for new factors they are computed anew, so that rounding does not add up, and before the walk
/// ends (start_afresh) in twice the digits.
void SimplexWalk::set_costs() {
    Vector slopes(vertex.form.rows);
    for (std::size_t r = 0; r < slopes.size(); ++r)
        slopes[r] = infeasibility(vertex, vertex.basic[r], tolerance_);
    const bool was_infeasible = std::exchange(infeasible_, max_norm(slopes) > 0.0);
    if (precise_ || infeasible_ != was_infeasible || vertex.basis.exchanges() == 0) {
        costs = infeasible_ ? Vector(vertex.form.variables()) : vertex.form.cost;
        reduced_costs.assign(costs.begin(), costs.end());
    }
    for (std::size_t r = 0; infeasible_ && r < slopes.size(); ++r) {
        const std::size_t j = vertex.basic[r];
        if (slopes[r] == costs[j]) continue;
        reduced_costs[j] += slopes[r] - costs[j];
        costs[j] = slopes[r];
    }
    if (precise_ || fresh_) reduced_costs = vertex.precise_reduced_costs(costs);
    else vertex.reduce(reduced_costs);
}

/// The variable that enters. Devex pricing: of the variables that can move in the direction in which the
/// objective falls, the one with the largest d^2/weight; the weight estimates the squared length of its edge.
void SimplexWalk::price(double tolerance) {
    entering = {};
    double best_gain = 0.0;
    for (std::size_t j = 0; j < reduced_costs.size(); ++j) {
        const double d = reduced_costs[j].value;
        if (std::abs(d) <= tolerance || d * d <= best_gain * weights_[j]) continue;
        if (vertex.form.fixed(j) || rejected_[j]) continue;
        if (d < 0.0 ? vertex.x[j] >= vertex.upper[j] : vertex.x[j] <= vertex.lower[j]) continue;
        best_gain = d * d / weights_[j];
        entering = {j, d < 0.0 ? 1.0 : -1.0, infeasible_ ? std::abs(d) : 0.0};
    }
}

/// Moves along the step; where a basic variable stops it, the entering one takes its place.
void SimplexWalk::pivot(const SimplexStep& step) {
    fresh_ = false;
    const std::size_t enters = entering.variable;
    const double way = entering.direction * step.length;
    vertex.x[enters] += way;
    for (std::size_t r = 0; r < column.size() && way != 0.0; ++r)
        vertex.x[vertex.basic[r]] -= way * column[r];
    if (step.row == SimplexVertex::none) {
        vertex.x[enters] = entering.direction > 0.0 ? vertex.upper[enters] : vertex.lower[enters];
    } else {
        const std::size_t leaves = std::exchange(vertex.basic[step.row], enters);
        vertex.x[leaves] = step.leaves_at;
        if (infeasible_) reduced_costs[leaves] = -std::exchange(costs[leaves], 0.0);
        vertex.place[leaves] = SimplexVertex::none;
        vertex.place[enters] = step.row;
        vertex.basis.replace_column(step.row, column);
        const double pivot = column[step.row];
        weights_[leaves] = std::max((1.0 + dot(column, column)) / (pivot * pivot), 1.0);
        rejected_.assign(vertex.form.variables(), false);
    }
    if (vertex.basis.is_long()) vertex.factor();
    else if (precise_) vertex.compute_basics();

    idle_steps_ = step.length > 0.0 ? 0 : idle_steps_ + 1;
    if (idle_steps_ < patience) return;
    idle_steps_ = 0;
    vertex.relax_sides();
}

/// Restores relaxed sides and computes the factor and x anew: relaxed sides or rounding alone may have made
/// the walk end. False if nothing has changed since the last time.
bool SimplexWalk::start_afresh() {
    if (fresh_) return false;
    vertex.lower = vertex.form.lower;
    vertex.upper = vertex.form.upper;
    vertex.factor();
    fresh_ = true;
    return true;
}

}  // namespace restraint::optimize
