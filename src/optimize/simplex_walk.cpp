#include "restraint/optimize/simplex_walk.h"

#include <algorithm>
#include <cmath>

namespace restraint::optimize {

namespace {

constexpr std::size_t exchanges_before_factoring = 64;
constexpr double idle_length = 1e-12;  // of a step that leads nowhere
constexpr std::size_t patience = 30;   // idle steps before the sides are moved apart, or Bland's rule chooses
constexpr int relaxations_before_bland = 3;
constexpr int relapses_before_tightening = 5;  // from phase two to phase one; then at every further one
constexpr int relapses_before_giving_up = 50;
constexpr double tightest_tolerance = 1e-14;
constexpr double good_pivot = 1e-6;   // beside the largest entry of its column: smaller ones may be rounding
constexpr double poor_pivot = 1e-10;  // what is taken for want of a better one
constexpr double largest_weight = 1e8;  // of Devex, before its reference frame is renewed

}  // namespace

SimplexWalk::SimplexWalk(SimplexVertex& vertex, const WalkRules& rules)
    : vertex_(vertex),
      rules_(rules),
      basic_costs_(vertex.form.rows),
      reduced_costs_(vertex.form.variables()),
      weights_(vertex.form.variables(), 1.0),
      rejected_(vertex.form.variables(), false),
      least_pivot_(good_pivot),
      bland_(rules.always_bland) {}

SimplexWalk::End SimplexWalk::run(std::size_t iteration_limit) {
    for (;;) {
        price();
        if (relapses_ > relapses_before_giving_up) return End::lost;
        const Entering entering = choose_entering();
        if (entering.variable == SimplexVertex::none) {
            if (start_afresh()) continue;  // perhaps only rounding, or the relaxed sides, made it look so
            if (admit_rejected()) continue;
            return infeasible_ ? End::infeasible : End::optimal;
        }
        column_ = vertex_.column(entering.variable);
        const Step step = choose_step(vertex_, entering, column_, infeasible_, rules_.primal_tolerance,
                                      bland_ ? RatioRule::bland : RatioRule::harris);
        const bool small = step.kind == Step::Kind::exchange && step.pivot < least_pivot_;
        if (step.kind == Step::Kind::unlimited || small) {
            if (start_afresh()) continue;
            if (step.kind == Step::Kind::unlimited && !infeasible_) {
                last_entering_ = entering;
                return End::unbounded;
            }
            rejected_[entering.variable] = true;
            continue;
        }
        if (iterations_ == iteration_limit) return End::iteration_limit;
        ++iterations_;
        take(entering, step);
        watch_for_stalling(step);
    }
}

/// The phase, its costs, and what each variable outside the basis would gain: d = c - [A -I]'y, B'y = c_B.
void SimplexWalk::price() {
    const SimplexForm& form = vertex_.form;
    const bool was_feasible = !infeasible_ && iterations_ > 0;
    infeasible_ = false;
    for (std::size_t r = 0; r < form.rows; ++r) {
        const std::size_t j = vertex_.basic[r];
        basic_costs_[r] = 0.0;
        if (beyond_lower(vertex_, j, rules_.primal_tolerance) > 0.0) basic_costs_[r] = -1.0;
        if (beyond_upper(vertex_, j, rules_.primal_tolerance) > 0.0) basic_costs_[r] = 1.0;
        infeasible_ = infeasible_ || basic_costs_[r] != 0.0;
    }
    if (!infeasible_)
        for (std::size_t r = 0; r < form.rows; ++r) basic_costs_[r] = form.cost[vertex_.basic[r]];
    if (infeasible_ && was_feasible && ++relapses_ > relapses_before_tightening)
        rules_.primal_tolerance = std::max(tightest_tolerance, 0.1 * rules_.primal_tolerance);
    reduced_costs_ = vertex_.reduced_costs(basic_costs_, infeasible_ ? Vector() : form.cost, rules_.precise);
}

/// Can variable j move so that the objective falls?
bool SimplexWalk::tempts(std::size_t j) const {
    const double d = reduced_costs_[j];
    if (std::abs(d) <= rules_.dual_tolerance || vertex_.form.fixed(j) || rejected_[j]) return false;
    return d < 0.0 ? vertex_.x[j] < vertex_.upper[j] : vertex_.x[j] > vertex_.lower[j];
}

/// Devex: the steepest edge, as far as the weights tell. Bland: the first that tempts.
Entering SimplexWalk::choose_entering() const {
    Entering best;
    double best_gain = 0.0;
    for (std::size_t j = 0; j < reduced_costs_.size(); ++j) {
        if (!tempts(j)) continue;
        const double d = reduced_costs_[j];
        const double gain = d * d / weights_[j];
        if (gain <= best_gain) continue;
        best_gain = gain;
        best = {j, d < 0.0 ? 1.0 : -1.0, std::abs(d)};
        if (bland_) break;
    }
    return best;
}

void SimplexWalk::take(const Entering& entering, const Step& step) {
    fresh_ = false;
    const double way = entering.direction * step.length;
    vertex_.x[entering.variable] += way;
    if (way != 0.0)
        for (std::size_t r = 0; r < column_.size(); ++r) vertex_.x[vertex_.basic[r]] -= way * column_[r];
    if (step.kind == Step::Kind::flip) {
        const bool up = entering.direction > 0.0;
        vertex_.x[entering.variable] =
            up ? vertex_.upper[entering.variable] : vertex_.lower[entering.variable];
    } else {
        if (!bland_) update_weights(entering, step.row);
        vertex_.exchange(step.row, entering.variable, column_, step.leaves_at);
        std::fill(rejected_.begin(), rejected_.end(), false);
        least_pivot_ = good_pivot;
    }
    const bool inaccurate = step.kind == Step::Kind::exchange && step.pivot < good_pivot;
    if (inaccurate || vertex_.basis.exchanges() >= exchanges_before_factoring) vertex_.factor();
    else if (rules_.precise) vertex_.compute_basics();
}

/// Devex weights (Harris 1973): row `row` of the tableau, B^-1 N, tells how the other edges turn.
void SimplexWalk::update_weights(const Entering& entering, std::size_t row) {
    const SimplexForm& form = vertex_.form;
    const Vector inverse_row = vertex_.inverse_row(row);
    Vector tableau_row(form.variables());
    for (std::size_t i = 0; i < form.rows; ++i) {
        if (inverse_row[i] == 0.0) continue;
        add_scaled(tableau_row, inverse_row[i], form.by_row.row(i));
        tableau_row[form.structurals + i] = -inverse_row[i];
    }
    const double pivot = column_[row];
    const double weight = weights_[entering.variable];
    for (std::size_t j = 0; j < form.variables(); ++j) {
        if (tableau_row[j] == 0.0 || vertex_.place[j] != SimplexVertex::none) continue;
        const double ratio = tableau_row[j] / pivot;
        weights_[j] = std::max(weights_[j], ratio * ratio * weight);
    }
    const std::size_t leaving = vertex_.basic[row];
    weights_[leaving] = std::max(weight / (pivot * pivot), 1.0);
    if (weights_[leaving] > largest_weight) weights_ = Vector(form.variables(), 1.0);
}

/// Makes exact what may have drifted, and says whether there was anything to do.
bool SimplexWalk::start_afresh() {
    if (fresh_ && !vertex_.relaxed) return false;
    if (vertex_.relaxed) vertex_.restore_sides();
    vertex_.factor();
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
        bland_ = rules_.always_bland;
        return;
    }
    if (++idle_steps_ < patience) return;
    idle_steps_ = 0;
    if (relaxations_ < relaxations_before_bland && !rules_.always_bland)
        vertex_.relax_sides(static_cast<std::uint64_t>(++relaxations_));
    else bland_ = true;
}

Vector SimplexWalk::ray() const {
    Vector direction(vertex_.form.variables());
    direction[last_entering_.variable] = last_entering_.direction;
    for (std::size_t r = 0; r < column_.size(); ++r)
        direction[vertex_.basic[r]] = -last_entering_.direction * column_[r];
    return direction;
}

}  // namespace restraint::optimize
