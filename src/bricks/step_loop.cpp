#include "restraint/bricks/step_loop.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "restraint/bricks/rows.h"
#include "restraint/bricks/scale.h"
#include "restraint/bricks/tolerances.h"
#include "restraint/gauss/project.h"

namespace restraint::bricks {
namespace {

using optimize::Activity;
using optimize::Status;

}  // namespace

StepLoop::StepLoop(Tower tower, const LoopOptions& options, std::shared_ptr<const StepModel> model)
    : tower_(std::move(tower)), options_(options), model_(std::move(model)), size_(loop_size(tower_)) {
    require_loop_options(options_.dt, options_.pass_limit);
    for (Body& body : tower_.bodies)
        if (body.fixed) body.velocity = {};
    state_ = {model_->positions(tower_), options_.dt * model_->velocities(tower_), options_.dt, {}};
}

StepReport StepLoop::step() {
    Record record;
    State next = state_;
    const bool taken = advance(next, options_.dt, 0, record);
    StepReport& report = record.report;
    report.time = static_cast<double>(steps_ + 1) * options_.dt;
    if (!taken) return report;
    for (auto& [row, push] : record.pushes) {
        push.force /= record.duration;
        report.contacts.push_back(push);
    }
    for (PinForce& pin : report.pins) pin.force = (1.0 / record.duration) * pin.force;
    state_ = std::move(next);
    ++steps_;
    const FineVector velocities = (1.0 / state_.length) * state_.displacements;
    model_->place(state_.positions, velocities, tower_);
    report.energy = model_->energy(state_.positions + (-0.5 * state_.displacements), velocities, tower_);
    if (state_.length < options_.dt) report.energy.potential += energy_lag();
    return report;
}

/// One step of figure 7, or two halves of it if something is hit or missed.   [ROTE-fig7]
bool StepLoop::advance(State& state, double length, std::size_t halved, Record& record) const {
    Record whole = record;
    const Step step = free_step(state, length);  // a), b)
    if (!all_finite(step.free)) {
        record.report.status = Status::numerical;
        return false;
    }
    const std::optional<Solved> solved =
        project_positions(*model_, step, options_, state.active, whole.report);  // c)
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

    const gauss::Projection& answer = solved->projection;   // d) what was found is where the bodies are
    Vector impulses = (1.0 / length) * answer.multipliers;  // [erratum R12]
    record.duration += 0.5 * (length + state.length);
    state.displacements = step.free + solved->correction;
    state.positions = step.start + state.displacements;
    state.length = length;
    state.active.clear();
    for (std::size_t i = solved->joints; i < answer.active.size(); ++i)
        if (answer.active[i] != Activity::inactive) state.active.push_back(solved->sides[i - solved->joints]);
    std::sort(state.active.begin(), state.active.end());
    if (options_.halvings > 0 && (hit || missed))
        stop_approach(step, *solved, state, impulses, record.report);
    add_impulses(step, *solved, impulses, record);
    record.report.rows = answer.active.size();
    record.report.active = static_cast<std::size_t>(std::count_if(
        answer.active.begin(), answer.active.end(), [](Activity a) { return a != Activity::inactive; }));
    if (solved->deepest.depth > record.report.deepest.depth) record.report.deepest = solved->deepest;
    return true;
}

/// a) Everything moves on as it moved, p + (p - p of the step before) [ROTE-fig7a], and b) falls
/// [ROTE-fig7b].
Step StepLoop::free_step(const State& state, double length) const {
    const FineVector carried = (length / state.length) * state.displacements;
    FineVector free = carried;
    const Fine fall = 0.5 * length * (Fine(length) + state.length);
    const std::size_t n = model_->coordinates();
    for (std::size_t i = 0; i < free.size() / n; ++i)
        if (model_->inverse_masses()[i](0, 0) > 0.0) {
            free[n * i] += tower_.gravity.x * fall;
            free[n * i + 1] += tower_.gravity.y * fall;
        }
    return model_->step_from(tower_, state.positions, carried, free);
}

/// Whether a side pushes whose gap was wider than what a body falls in the step.
bool StepLoop::is_hit(const Step& step, const Solved& solved, double length) const {
    const double falls = norm(tower_.gravity) * length * length + step_overlap * size_;
    for (std::size_t i = 0; i < solved.sides.size(); ++i)
        if (solved.projection.multipliers[solved.joints + i] > 0.0 &&
            gap(step.geometry.now, solved.sides[i].first) > falls)
            return true;
    return false;
}

/// The velocities after the inelastic impact of all that touches, nearest to those of the free motion
/// [ROTE-Q*], as displacements; the impulses are theirs, too.
void StepLoop::stop_approach(const Step& step, const Solved& solved, State& state, Vector& impulses,
                             StepReport& report) const {
    std::vector<gauss::Row> rows = model_->joints(step);
    std::vector<std::size_t> places(rows.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    const std::vector<Outline> then = model_->outlines_at(state.positions);
    for (std::size_t i = 0; i < solved.sides.size(); ++i)
        if (gap(then, solved.sides[i].first) <= missed_overlap * size_) {
            rows.push_back(model_->side(step, solved.sides[i]));
            places.push_back(solved.joints + i);
        }
    for (gauss::Row& row : rows) {  // J (free + change) >= 0, or = 0
        const bool is_equality = std::isfinite(row.upper);
        row.lower = -row_value(row, step.free, model_->coordinates());
        if (is_equality) row.upper = row.lower;
    }
    const gauss::Projection change =
        smallest_correction(*model_, rows, {}, model_->rounding(state.positions), report);
    if (change.status != Status::optimal) return;
    const auto positions = static_cast<std::ptrdiff_t>(step.free.size());
    state.displacements = step.free + FineVector(change.x.begin(), change.x.begin() + positions);
    impulses = Vector(impulses.size());
    for (std::size_t i = 0; i < places.size(); ++i)
        impulses[places[i]] = change.multipliers[i] / state.length;
}

/// The energy of the middle of a step errs by h^2/8 sum m a (2 g - a), with the acceleration a of the bodies,
/// which steps of one length all do. What a step of dt errs by more than the last, shorter part of this step:
/// without it, energies rise where the steps become longer again. a is that with which the bodies go on.
double StepLoop::energy_lag() const {
    const double h = state_.length, dt = options_.dt;
    const Step next = free_step(state_, dt);
    StepReport unused;
    const std::optional<Solved> solved = project_positions(*model_, next, options_, state_.active, unused);
    if (!solved || is_hit(next, *solved, dt)) return 0.0;
    const std::size_t n = model_->coordinates();
    const double gravity[] = {tower_.gravity.x, tower_.gravity.y, 0.0};
    double sum = 0.0;
    for (std::size_t j = 0; j < next.free.size(); ++j) {
        const double inverse_mass = model_->inverse_masses()[j / n](j % n, j % n);
        if (inverse_mass == 0.0) continue;
        const double gained = (next.free[j] - next.carried[j] + solved->correction[j]).rounded();
        const double a = gained / (0.5 * dt * (h + dt));
        sum += a * (2.0 * gravity[j % n] - a) / inverse_mass;
    }
    return sum * (h * h - dt * dt) / 8.0;
}

void StepLoop::add_impulses(const Step& step, const Solved& solved, const Vector& impulses,
                            Record& record) const {
    const std::vector<Outline>& parts = step.geometry.now;
    std::vector<PinForce>& pins = record.report.pins;
    for (std::size_t p = 0; p < tower_.pins.size(); ++p) {
        if (pins.size() == p)
            pins.push_back({p, parts[tower_.pins[p].a].world_corner(tower_.pins[p].vertex_a), {}});
        pins[p].force += Vec2{impulses[2 * p], impulses[2 * p + 1]};
    }
    for (std::size_t i = 0; i < solved.sides.size(); ++i) {
        const double impulse = impulses[solved.joints + i];
        if (!(impulse > 0.0)) continue;
        const auto same = std::find_if(record.pushes.begin(), record.pushes.end(),
                                       [&](const auto& push) { return push.first == solved.sides[i]; });
        if (same != record.pushes.end()) same->second.force += impulse;
        else
            record.pushes.push_back(
                {solved.sides[i], contact_force(contact_of(tower_, parts, solved.sides[i]), impulse)});
    }
}

}  // namespace restraint::bricks
