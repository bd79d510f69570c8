#include "restraint/optimize/simplex_walk.h"

#include <algorithm>
#include <cmath>

namespace restraint::optimize {

namespace {

constexpr std::size_t exchanges_before_factoring = 64;
constexpr std::size_t patience = 30;           // idle steps before the sides are moved apart
constexpr int relapses_before_tightening = 5;  // from phase two to phase one; then at every further one
constexpr int relapses_before_giving_up = 50;
constexpr double largest_weight = 1e8;  // of Devex, before its reference frame is renewed

}  // namespace

SimplexWalk::SimplexWalk(SimplexVertex& vertex)
    : vertex_(vertex), basic_costs_(vertex.form.rows), weights_(vertex.form.variables(), 1.0) {}

Status SimplexWalk::run(bool precise, std::size_t iteration_limit) {
    precise_ = precise;
    tolerance_ = precise ? precise_tolerance : walk_tolerance;
    relapses_ = 0;
    admit_all(good_pivot);
    while (relapses_ <= relapses_before_giving_up) {
        set_costs();
        price();
        if (entering_.variable == SimplexVertex::none) {
            if (start_afresh()) continue;  // perhaps only rounding, or the relaxed sides, made it look so
            if (least_pivot_ == poor_pivot) return infeasible_ ? Status::infeasible : Status::optimal;
            admit_all(poor_pivot);  // for want of better ones
            continue;
        }
        column_ = vertex_.column(entering_.variable);
        const Step step = choose_step(vertex_, entering_, column_, infeasible_, tolerance_);
        const bool small = step.kind == Step::Kind::exchange && step.pivot < least_pivot_;
        if (step.kind == Step::Kind::unlimited || small) {
            if (start_afresh()) continue;
            if (step.kind == Step::Kind::unlimited && !infeasible_) return Status::unbounded;
            rejected_[entering_.variable] = true;
            continue;
        }
        if (iterations_ == iteration_limit) return Status::iteration_limit;
        ++iterations_;
        pivot(step);
        watch_for_stalling(step);
    }
    return Status::numerical;
}

/// The phase, its costs, and the reduced costs.
void SimplexWalk::set_costs() {
    const SimplexForm& form = vertex_.form;
    const bool was_feasible = !infeasible_ && iterations_ > 0;
    for (std::size_t r = 0; r < form.rows; ++r)
        basic_costs_[r] = infeasibility(vertex_, vertex_.basic[r], tolerance_);
    infeasible_ = max_norm(basic_costs_) > 0.0;
    if (!infeasible_)
        for (std::size_t r = 0; r < form.rows; ++r) basic_costs_[r] = form.cost[vertex_.basic[r]];
    if (infeasible_ && was_feasible && ++relapses_ > relapses_before_tightening)
        tolerance_ = std::max(precise_tolerance, 0.1 * tolerance_);
    const Vector& costs = infeasible_ ? Vector(form.variables()) : form.cost;
    reduced_costs_ = precise_ || fresh_ ? vertex_.precise_reduced_costs(basic_costs_, costs)
                                        : vertex_.reduced_costs(basic_costs_, costs);
}

/// The variable that enters. Devex: the steepest edge, as far as the weights tell, of those whose reduced
/// cost says that the objective falls on the way that is open to them.
void SimplexWalk::price() {
    const double tolerance = precise_ ? 0.0 : walk_tolerance;  // precise ones are rounded to 0
    entering_ = {};
    double best_gain = 0.0;
    for (std::size_t j = 0; j < reduced_costs_.size(); ++j) {
        const double d = reduced_costs_[j];
        if (std::abs(d) <= tolerance) continue;
        const double gain = d * d / weights_[j];
        if (gain <= best_gain || vertex_.form.fixed(j) || rejected_[j]) continue;
        if (d < 0.0 ? vertex_.x[j] >= vertex_.upper[j] : vertex_.x[j] <= vertex_.lower[j]) continue;
        best_gain = gain;
        entering_ = {j, d < 0.0 ? 1.0 : -1.0, std::abs(d)};
    }
}

/// Moves along the step; where a basic variable stops it, the entering one takes its place.
void SimplexWalk::pivot(const Step& step) {
    fresh_ = false;
    const double way = entering_.direction * step.length;
    vertex_.x[entering_.variable] += way;
    for (std::size_t r = 0; r < column_.size() && way != 0.0; ++r)
        vertex_.x[vertex_.basic[r]] -= way * column_[r];
    if (step.kind == Step::Kind::flip) {
        const Vector& sides = entering_.direction > 0.0 ? vertex_.upper : vertex_.lower;
        vertex_.x[entering_.variable] = sides[entering_.variable];
    } else {
        update_weights(step.row);
        vertex_.exchange(step.row, entering_.variable, column_, step.leaves_at);
        admit_all(good_pivot);
    }
    const bool inaccurate = step.kind == Step::Kind::exchange && step.pivot < good_pivot;
    if (inaccurate || vertex_.basis.exchanges() >= exchanges_before_factoring) vertex_.factor();
    else if (precise_) vertex_.compute_basics();
}

/// The Devex weights of the next basis (Harris 1973).
void SimplexWalk::update_weights(std::size_t row) {
    const std::size_t leaving = vertex_.basic[row];
    const double pivot = column_[row];
    weights_[leaving] = std::max((1.0 + dot(column_, column_)) / (pivot * pivot), 1.0);
    if (weights_[leaving] > largest_weight) weights_ = Vector(vertex_.form.variables(), 1.0);
}

/// Makes exact what may have drifted, and says whether there was anything to do.
bool SimplexWalk::start_afresh() {
    if (fresh_ && !vertex_.relaxed) return false;
    if (vertex_.relaxed) vertex_.restore_sides();
    vertex_.factor();
    fresh_ = true;
    return true;
}

/// Variables that were rejected for their small pivots may enter again.
void SimplexWalk::admit_all(double least_pivot) {
    rejected_.assign(vertex_.form.variables(), false);
    least_pivot_ = least_pivot;
}

void SimplexWalk::watch_for_stalling(const Step& step) {
    if (step.length > idle_length) {
        idle_steps_ = 0;
        return;
    }
    if (++idle_steps_ < patience) return;
    idle_steps_ = 0;
    vertex_.relax_sides(++relaxations_);
}

Vector SimplexWalk::ray() const {
    Vector direction(vertex_.form.variables());
    direction[entering_.variable] = entering_.direction;
    for (std::size_t r = 0; r < column_.size(); ++r)
        direction[vertex_.basic[r]] = -entering_.direction * column_[r];
    return direction;
}

}  // namespace restraint::optimize
