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

SimplexWalk::SimplexWalk(SimplexVertex& vertex, bool precise)
    : vertex_(vertex),
      precise_(precise),
      tolerance_(precise ? precise_tolerance : walk_tolerance),
      basic_costs_(vertex.form.rows),
      reduced_costs_(vertex.form.variables()),
      row_(vertex.form.variables()),
      weights_(vertex.form.variables(), 1.0),
      rejected_(vertex.form.variables(), false),
      least_pivot_(good_pivot) {}

Status SimplexWalk::run(std::size_t iteration_limit) {
    restart_costs();
    while (relapses_ <= relapses_before_giving_up) {
        const Entering entering = price();
        if (entering.variable == SimplexVertex::none) {
            if (start_afresh()) continue;  // perhaps only rounding, or the relaxed sides, made it look so
            if (admit_rejected()) continue;
            return infeasible_ ? Status::infeasible : Status::optimal;
        }
        column_ = vertex_.column(entering.variable);
        const Step step = choose_step(vertex_, entering, column_, infeasible_, tolerance_);
        const bool small = step.kind == Step::Kind::exchange && step.pivot < least_pivot_;
        if (step.kind == Step::Kind::unlimited || small) {
            if (start_afresh()) continue;
            if (step.kind == Step::Kind::unlimited && !infeasible_) {
                last_entering_ = entering;
                return Status::unbounded;
            }
            rejected_[entering.variable] = true;
            continue;
        }
        if (iterations_ == iteration_limit) return Status::iteration_limit;
        ++iterations_;
        pivot(entering, step);
        watch_for_stalling(step);
    }
    return Status::numerical;
}

/// The variable that enters. Devex: the steepest edge, as far as the weights tell, of those whose reduced
/// cost says that the objective falls on the way that is open to them.
Entering SimplexWalk::price() const {
    const double tolerance = precise_ ? 0.0 : walk_tolerance;  // precise ones are rounded to 0
    Entering best;
    double best_gain = 0.0;
    for (std::size_t j = 0; j < reduced_costs_.size(); ++j) {
        const double d = reduced_costs_[j];
        if (std::abs(d) <= tolerance) continue;
        const double gain = d * d / weights_[j];
        if (gain <= best_gain || vertex_.form.fixed(j) || rejected_[j]) continue;
        if (d < 0.0 ? vertex_.x[j] >= vertex_.upper[j] : vertex_.x[j] <= vertex_.lower[j]) continue;
        best_gain = gain;
        best = {j, d < 0.0 ? 1.0 : -1.0, std::abs(d)};
    }
    return best;
}

/// Moves along the step; where a basic variable stops it, the entering one takes its place.
void SimplexWalk::pivot(const Entering& entering, const Step& step) {
    fresh_ = false;
    const double way = entering.direction * step.length;
    vertex_.x[entering.variable] += way;
    for (std::size_t r = 0; r < column_.size() && way != 0.0; ++r)
        vertex_.x[vertex_.basic[r]] -= way * column_[r];
    if (step.kind == Step::Kind::flip) {
        const Vector& sides = entering.direction > 0.0 ? vertex_.upper : vertex_.lower;
        vertex_.x[entering.variable] = sides[entering.variable];
    } else {
        exchange_costs(entering, step.row);
        vertex_.exchange(step.row, entering.variable, column_, step.leaves_at);
        std::fill(rejected_.begin(), rejected_.end(), false);
        least_pivot_ = good_pivot;
    }
    const bool inaccurate = step.kind == Step::Kind::exchange && step.pivot < good_pivot;
    if (inaccurate || vertex_.basis.exchanges() >= exchanges_before_factoring) {
        vertex_.factor();
        restart_costs();
    } else if (precise_) {
        vertex_.compute_basics();
        restart_costs();
    } else {
        follow_infeasibilities();
    }
}

/// -1, 0 or 1: the basic variable of row r is below its sides, within or above; the slope of the sum of
/// infeasibilities in it.
double SimplexWalk::infeasibility(std::size_t r) const {
    const std::size_t j = vertex_.basic[r];
    if (beyond_lower(vertex_, j, tolerance_) > 0.0) return -1.0;
    return beyond_upper(vertex_, j, tolerance_) > 0.0 ? 1.0 : 0.0;
}

/// The phase, its costs, and d = c - [A -I]'y with B'y = c_B, all anew.
void SimplexWalk::restart_costs() {
    const SimplexForm& form = vertex_.form;
    const bool was_feasible = !infeasible_ && iterations_ > 0;
    for (std::size_t r = 0; r < form.rows; ++r) basic_costs_[r] = infeasibility(r);
    infeasible_ = max_norm(basic_costs_) > 0.0;
    if (!infeasible_)
        for (std::size_t r = 0; r < form.rows; ++r) basic_costs_[r] = form.cost[vertex_.basic[r]];
    if (infeasible_ && was_feasible && ++relapses_ > relapses_before_tightening)
        tolerance_ = std::max(precise_tolerance, 0.1 * tolerance_);
    const Vector& costs = infeasible_ ? Vector(form.variables()) : form.cost;
    reduced_costs_ = vertex_.reduced_costs(basic_costs_, costs);
}

/// The reduced costs of the next basis, while costs stay: row `row` of the tableau, B^-1 N, is subtracted so
/// often that the entering variable's becomes 0. The same row updates the Devex weights (Harris 1973).
void SimplexWalk::exchange_costs(const Entering& entering, std::size_t row) {
    const std::size_t leaving = vertex_.basic[row];
    const double pivot = column_[row], weight = weights_[entering.variable];
    const double times = reduced_costs_[entering.variable] / pivot;
    tableau_row(vertex_.inverse_row(row));
    for (const std::size_t j : places_) {
        const double ratio = row_[j] / pivot;
        reduced_costs_[j] -= times * row_[j];
        weights_[j] = std::max(weights_[j], ratio * ratio * weight);
        row_[j] = 0.0;
    }
    // The leaving variable costs nothing outside the basis in phase one, in phase two what it did.
    reduced_costs_[leaving] = infeasible_ ? -times - basic_costs_[row] : -times;
    reduced_costs_[entering.variable] = 0.0;
    basic_costs_[row] = infeasible_ ? 0.0 : vertex_.form.cost[entering.variable];
    weights_[leaving] = std::max(weight / (pivot * pivot), 1.0);
    if (weights_[leaving] > largest_weight) weights_ = Vector(vertex_.form.variables(), 1.0);
}

/// Where a step led a basic variable to its side, or out of it, its cost in phase one changes, and so do the
/// reduced costs: by [A -I]'y where B'y is the change. A change of the phase changes all costs.
void SimplexWalk::follow_infeasibilities() {
    bool changed = false, any = false;
    Vector change(column_.size());
    for (std::size_t r = 0; r < column_.size(); ++r) {
        if (column_[r] != 0.0) {
            const double slope = infeasibility(r);
            if (!infeasible_ && slope != 0.0) return restart_costs();
            change[r] = infeasible_ ? slope - basic_costs_[r] : 0.0;
            basic_costs_[r] += change[r];
            changed = changed || change[r] != 0.0;
        }
        any = any || basic_costs_[r] != 0.0;
    }
    if (infeasible_ && !any) return restart_costs();
    if (!changed) return;
    vertex_.basis.solve_transposed(change);
    tableau_row(change);
    for (const std::size_t j : places_) {
        reduced_costs_[j] -= row_[j];
        row_[j] = 0.0;
    }
}

/// row_ = [A -I]'y outside the basis, and the places where it is not 0.
void SimplexWalk::tableau_row(const Vector& y) {
    const SimplexForm& form = vertex_.form;
    places_.clear();
    for (std::size_t i = 0; i < form.rows; ++i) {
        if (y[i] == 0.0) continue;
        const std::size_t logical = form.structurals + i;
        if (vertex_.place[logical] == SimplexVertex::none) {
            row_[logical] = -y[i];
            places_.push_back(logical);
        }
        const SparseRows::Row row = form.by_row.row(i);
        for (std::size_t k = 0; k < row.size(); ++k) {
            const std::size_t j = row.columns[k];
            if (vertex_.place[j] != SimplexVertex::none) continue;
            if (row_[j] == 0.0) places_.push_back(j);  // at worst twice, of which the second finds 0
            row_[j] += row.values[k] * y[i];
        }
    }
}

/// Makes exact what may have drifted, and says whether there was anything to do.
bool SimplexWalk::start_afresh() {
    if (fresh_ && !vertex_.relaxed) return false;
    if (vertex_.relaxed) vertex_.restore_sides();
    vertex_.factor();
    restart_costs();
    fresh_ = true;
    return true;
}

/// For want of better ones, variables that were rejected for their small pivots may enter after all.
bool SimplexWalk::admit_rejected() {
    if (least_pivot_ == poor_pivot) return false;
    if (std::find(rejected_.begin(), rejected_.end(), true) == rejected_.end()) return false;
    least_pivot_ = poor_pivot;
    std::fill(rejected_.begin(), rejected_.end(), false);
    return true;
}

void SimplexWalk::watch_for_stalling(const Step& step) {
    if (step.length > idle_length) {
        idle_steps_ = 0;
        return;
    }
    if (++idle_steps_ < patience) return;
    idle_steps_ = 0;
    vertex_.relax_sides(static_cast<std::uint64_t>(++relaxations_));
    restart_costs();
}

Vector SimplexWalk::ray() const {
    Vector direction(vertex_.form.variables());
    direction[last_entering_.variable] = last_entering_.direction;
    for (std::size_t r = 0; r < column_.size(); ++r)
        direction[vertex_.basic[r]] = -last_entering_.direction * column_[r];
    return direction;
}

}  // namespace restraint::optimize
