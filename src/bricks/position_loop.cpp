#include "restraint/bricks/position_loop.h"

#include <limits>
#include <optional>

#include "restraint/bricks/tolerances.h"

namespace restraint::bricks {

using optimize::Status;

/// One step of figure 7, or two of half the length if something is hit or missed.   [ROTE-fig7]
bool PositionLoop::advance(State& state, double length, std::size_t halved, StepTotals& totals) const {
    StepTotals whole = totals;
    // a) Everything moves on as it moved, p + (p - p of the step before) [ROTE-fig7a], and b) falls
    // [ROTE-fig7b].
    const Vector carried = (length / state.length) * state.displacements;
    const double fall = 0.5 * length * (length + state.length);
    const Step step = model_.step_from(state.positions, carried, carried + fall * model_.gravity);
    // No step can be taken where gaps are rounded by the size of a brick, as for turning bars that (L') moves
    // to 1e50 m.
    if (!all_finite(step.free) || !(step.rounding < size_)) {
        totals.report.status = Status::numerical;
        return false;
    }
    const std::optional<Solved> solved =
        project_positions(step, options_.sidedness, step_overlap, state.active, whole.report);  // c)
    const bool hit = solved && options_.halvings > 0 && is_hit(step, *solved, length);
    const bool missed = !solved || solved->miss > missed_overlap * size_;
    if ((hit && halved < options_.halvings) || (missed && halved < 2 * options_.halvings)) {
        State half = state;
        StepTotals halves = totals;
        if (advance(half, 0.5 * length, halved + 1, halves) &&
            advance(half, 0.5 * length, halved + 1, halves)) {
            state = std::move(half);
            totals = std::move(halves);
            return true;
        }
    }
    totals = std::move(whole);
    if (!solved) return false;

    Vector impulses = (1.0 / length) * solved->answer.multipliers;  // [erratum R12]
    totals.duration += 0.5 * (length + state.length);
    state.displacements = solved->answer.x;  // d) the bodies move by what c) has found
    state.positions = step.start + state.displacements;
    state.length = length;
    if ((options_.halvings > 0 && (hit || missed)) || totals.report.loosened)
        stop_hit(step, *solved, state, impulses, totals.report);
    add_impulses(step.geometry.now, solved->sides, impulses, state, totals);
    if (solved->deepest.depth > totals.report.deepest.depth) totals.report.deepest = solved->deepest;
    return true;
}

/// Whether a contact pushes whose gap, when the step began, was wider than a body falls in the step: a hit.
bool PositionLoop::is_hit(const Step& step, const Solved& solved, double length) const {
    const double falls = norm(tower().gravity) * length * length + step_overlap * size_;
    for (std::size_t i = 0; i < solved.sides.size(); ++i)
        if (solved.answer.multipliers[i] > 0.0 && gap(step.geometry.now, solved.sides[i].first) > falls)
            return true;
    return false;
}

/// The displacements after the inelastic impact of all that touches at the end of the step, nearest to those
/// of the free motion [ROTE-Q*]; the impulses are theirs, too.
void PositionLoop::stop_hit(const Step& step, const Solved& solved, State& state, Vector& impulses,
                            StepReport& report) const {
    std::vector<gauss::Row> rows = model_.rows(step, solved.sides);
    const std::vector<Outline> then = model_.outlines_at(state.positions);
    const std::size_t sides = solved.sides.size();
    for (std::size_t i = 0; i < sides; ++i)
        if (gap(then, solved.sides[i].first) > missed_overlap * size_)
            rows[i].lower = -std::numeric_limits<double>::infinity();
    const gauss::Projection stopped = stop_approach(rows, sides, step.free, step.rounding, report);
    report.status = Status::optimal;
    if (stopped.status != Status::optimal) return;
    state.displacements = stopped.x;
    impulses = (1.0 / state.length) * stopped.multipliers;
}

}  // namespace restraint::bricks
