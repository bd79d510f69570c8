#include "restraint/bricks/position_loop.h"

#include <limits>
#include <optional>

#include "restraint/bricks/tolerances.h"

namespace restraint::bricks {

using optimize::Status;

/// One step of figure 7, or two halves of it if something is hit or missed.   [ROTE-fig7]
bool PositionLoop::advance(State& state, double length, std::size_t halved, Record& record) const {
    Record whole = record;
    const Step step = free_step(state, length);  // a), b)
    // A gap that is rounded by the size of a brick says nothing: bars of (L') that turn run off to 1e50 m.
    if (!all_finite(step.free) || !(step.rounding < size_)) {
        record.report.status = Status::numerical;
        return false;
    }
    const std::optional<Solved> solved =
        project_positions(step, options_.separation, step_overlap, state.active, whole.report);  // c)
    const bool hit = solved && options_.halvings > 0 && is_hit(step, *solved, length);
    const bool missed = !solved || solved->miss > missed_overlap * size_;
    if ((hit && halved < options_.halvings) || (missed && halved < 2 * options_.halvings)) {
        State half = state;
        Record halves = record;
        if (advance(half, 0.5 * length, halved + 1, halves) &&
            advance(half, 0.5 * length, halved + 1, halves)) {
            state = std::move(half);
            record = std::move(halves);
            return true;
        }
    }
    record = std::move(whole);
    if (!solved) return false;

    Vector impulses = (1.0 / length) * solved->answer.multipliers;  // [erratum R12]
    record.duration += 0.5 * (length + state.length);
    state.displacements = step.free + solved->correction;  // d) what was found is where the bodies are
    state.positions = step.start + state.displacements;
    state.length = length;
    if (options_.halvings > 0 && (hit || missed)) stop_hit(step, *solved, state, impulses, record.report);
    add_impulses(step.geometry.now, solved->sides, impulses, state, record);
    if (solved->deepest.depth > record.report.deepest.depth) record.report.deepest = solved->deepest;
    return true;
}

/// a) Everything moves on as it moved, p + (p - p of the step before) [ROTE-fig7a], and b) falls
/// [ROTE-fig7b].
Step PositionLoop::free_step(const State& state, double length) const {
    const Vector carried = (length / state.length) * state.displacements;
    const double fall = 0.5 * length * (length + state.length);
    const Vector free = carried + fall * model_.gravity;
    return model_.step_from(state.positions, carried, free);
}

/// Whether a side pushes whose gap was wider than what a body falls in the step.
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
    Correction change = stop_approach(rows, sides, step.free, step.rounding, report);
    report.status = Status::optimal;
    if (change.status != Status::optimal) return;
    change.x.resize(step.free.size());
    state.displacements = step.free + change.x;
    impulses = (1.0 / state.length) * change.multipliers;
}

}  // namespace restraint::bricks
