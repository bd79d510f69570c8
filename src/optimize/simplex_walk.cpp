#include "restraint/optimize/simplex_walk.h"

#include <algorithm>
#include <cmath>

namespace restraint::optimize {

namespace {

constexpr std::size_t exchanges_before_factoring = 64;
constexpr std::size_t patience = 30;           // idle steps before the sides are moved apart
constexpr int relapses_before_giving_up = 50;  // from phase two to phase one
constexpr double largest_weight = 1e8;         // of Devex, before its reference frame is renewed

}  // namespace

SimplexWalk::SimplexWalk(SimplexVertex& start)
    : vertex(start), basic_costs(start.form.rows), weights_(start.form.variables(), 1.0) {}

Status SimplexWalk::run(bool precise, std::size_t iteration_limit) {
    precise_ = precise;
    tolerance_ = precise ? precise_tolerance : walk_tolerance;
    relapses_ = 0;
    admit_all(good_pivot);
    while (relapses_ <= relapses_before_giving_up) {
        set_costs();
        price();
        if (entering.variable == SimplexVertex::none) {
            if (start_afresh()) continue;  // perhaps only rounding, or the relaxed sides, made it look so
            if (least_pivot_ == poor_pivot) return infeasible_ ? Status::infeasible : Status::optimal;
            admit_all(poor_pivot);  // for want of better ones
            continue;
        }
        column = vertex.column(entering.variable);
        const Step step = choose_step(vertex, entering, column, infeasible_, tolerance_);
        const bool small = step.kind == Step::Kind::exchange && step.pivot < least_pivot_;
        if (step.kind == Step::Kind::unlimited || small) {
            if (start_afresh()) continue;
            if (step.kind == Step::Kind::unlimited && !infeasible_) return Status::unbounded;
            rejected_[entering.variable] = true;
            continue;
        }
        if (iterations == iteration_limit) return Status::iteration_limit;
        ++iterations;
        pivot(step);
        idle_steps_ = step.length > idle_length ? 0 : idle_steps_ + 1;
        if (idle_steps_ < patience) continue;
        idle_steps_ = 0;
        vertex.relax_sides(++relaxations_);
    }
    return Status::numerical;
}

/// The phase, its costs, and the reduced costs.
void SimplexWalk::set_costs() {
    const SimplexForm& form = vertex.form;
    const bool was_feasible = !infeasible_ && iterations > 0;
    for (std::size_t r = 0; r < form.rows; ++r)
        basic_costs[r] = infeasibility(vertex, vertex.basic[r], tolerance_);
    infeasible_ = max_norm(basic_costs) > 0.0;
    if (!infeasible_)
        for (std::size_t r = 0; r < form.rows; ++r) basic_costs[r] = form.cost[vertex.basic[r]];
    if (infeasible_ && was_feasible) ++relapses_;
    const Vector& costs = infeasible_ ? Vector(form.variables()) : form.cost;
    reduced_costs = precise_ || fresh_ ? vertex.precise_reduced_costs(basic_costs, costs)
                                       : vertex.reduced_costs(basic_costs, costs);
}

/// The variable that enters. Devex: the steepest edge, as far as the weights tell, of those whose reduced
/// cost says that the objective falls on the way that is open to them.
void SimplexWalk::price() {
    const double tolerance = precise_ ? 0.0 : walk_tolerance;  // precise ones are rounded to 0
    entering = {};
    double best_gain = 0.0;
    for (std::size_t j = 0; j < reduced_costs.size(); ++j) {
        const double d = reduced_costs[j];
        if (std::abs(d) <= tolerance) continue;
        const double gain = d * d / weights_[j];
        if (gain <= best_gain || vertex.form.fixed(j) || rejected_[j]) continue;
        if (d < 0.0 ? vertex.x[j] >= vertex.upper[j] : vertex.x[j] <= vertex.lower[j]) continue;
        best_gain = gain;
        entering = {j, d < 0.0 ? 1.0 : -1.0, std::abs(d)};
    }
}

/// Moves along the step; where a basic variable stops it, the entering one takes its place.
void SimplexWalk::pivot(const Step& step) {
    fresh_ = false;
    const double way = entering.direction * step.length;
    vertex.x[entering.variable] += way;
    for (std::size_t r = 0; r < column.size() && way != 0.0; ++r)
        vertex.x[vertex.basic[r]] -= way * column[r];
    if (step.kind == Step::Kind::flip) {
        const Vector& sides = entering.direction > 0.0 ? vertex.upper : vertex.lower;
        vertex.x[entering.variable] = sides[entering.variable];
    } else {
        update_weights(step.row);
        vertex.exchange(step.row, entering.variable, column, step.leaves_at);
        admit_all(good_pivot);
    }
    const bool inaccurate = step.kind == Step::Kind::exchange && step.pivot < good_pivot;
    if (inaccurate || vertex.basis.exchanges() >= exchanges_before_factoring) vertex.factor();
    else if (precise_) vertex.compute_basics();
}

/// The Devex weights of the next basis (Harris 1973).
void SimplexWalk::update_weights(std::size_t row) {
    const std::size_t leaving = vertex.basic[row];
    const double pivot = column[row];
    weights_[leaving] = std::max((1.0 + dot(column, column)) / (pivot * pivot), 1.0);
    if (weights_[leaving] > largest_weight) weights_ = Vector(vertex.form.variables(), 1.0);
}

/// Makes exact what may have drifted, and says whether there was anything to do.
bool SimplexWalk::start_afresh() {
    if (fresh_ && !vertex.relaxed) return false;
    vertex.restore_sides();
    vertex.factor();
    fresh_ = true;
    return true;
}

/// Variables that were rejected for their small pivots may enter again.
void SimplexWalk::admit_all(double least_pivot) {
    rejected_.assign(vertex.form.variables(), false);
    least_pivot_ = least_pivot;
}

}  // namespace restraint::optimize
