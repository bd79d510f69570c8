#include "restraint/bricks/step_loop.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "restraint/bricks/rows.h"
#include "restraint/bricks/scale.h"
#include "restraint/gauss/residual.h"

namespace restraint::bricks {
namespace {

using optimize::Activity;
using optimize::Status;

FineVector operator+(const FineVector& a, const FineVector& b) {
    FineVector sum(a.size());
    for (std::size_t j = 0; j < sum.size(); ++j) sum[j] = a[j] + b[j];
    return sum;
}

/// The free displacements, corrected.
FineVector corrected(const FineVector& free, const Vector& correction) {
    FineVector sum(free.size());
    for (std::size_t j = 0; j < sum.size(); ++j) sum[j] = free[j] + correction[j];
    return sum;
}

/// The smallest correction of free displacements that meets the rows, in the metric of the masses. [ROTE-Q']
///
/// It is solved in the unit of its largest side, so that the same tower in millimetres, or in shorter steps,
/// is the same problem to the solver.
gauss::Projection smallest_correction(const StepModel& model, std::vector<gauss::Row> rows,
                                      std::span<const Activity> warm_start, double rounding,
                                      StepReport& report) {
    double largest = 1e6 * rounding;
    for (const gauss::Row& row : rows) largest = std::max(largest, std::abs(row.lower));
    int exponent = 0;
    std::frexp(largest, &exponent);
    const double unit = std::ldexp(1.0, exponent);  // a power of two, so that scaling rounds nothing
    for (gauss::Row& row : rows) {
        row.lower /= unit;
        row.upper /= unit;
    }
    std::size_t variables = 0;
    for (const gauss::InverseMass& w : model.inverse_masses()) variables += w.size();
    const Vector origin(variables);
    gauss::Projection projection =
        gauss::project(model.inverse_masses(), origin, rows, warm_start, rounding / unit);
    report.passes += 1;
    report.iterations += projection.iterations;
    if (projection.status == Status::optimal)
        report.residual =
            gauss::kkt_residual(model.inverse_masses(), origin, rows, projection, rounding / unit);
    projection.x *= unit;
    projection.multipliers *= unit;
    return projection;
}

/// The gaps that may close in a step, m: two bodies may meet that both move as fast as the fastest one.
double reach(const std::vector<Outline>& now, const std::vector<Outline>& free, double size) {
    double farthest = 0.0;
    for (std::size_t i = 0; i < now.size(); ++i)
        for (std::size_t k = 0; k < now[i].corners.size(); ++k)
            farthest = std::max(
                farthest, norm((free[i].centre - now[i].centre) + (free[i].corners[k] - now[i].corners[k])));
    return 2.0 * farthest + 1e-3 * size;
}

}  // namespace

std::optional<Solved> project_positions(const StepModel& model, const Step& step, const LoopOptions& options,
                                        const std::vector<SidednessRow>& last_active, StepReport& report) {
    const double tolerance = SidednessTolerances::overlaps * step.geometry.size;
    const double rounding = model.rounding(step.start);
    const bool is_printed = options.separation == Separation::printed;
    std::vector<gauss::Row> rows = model.joints(step);
    std::vector<Activity> warm_start(rows.size(), Activity::inactive);
    std::vector<SidednessRow> sides;
    const std::size_t joints = rows.size();
    const auto add = [&](const std::vector<SidednessRow>& more) {
        for (const SidednessRow& side : more) {
            sides.push_back(side);
            rows.push_back(model.side(step, side));
            const bool was_active = std::binary_search(last_active.begin(), last_active.end(), side);
            warm_start.push_back(was_active ? Activity::at_lower : Activity::inactive);
        }
    };
    add(is_printed ? printed_rows(step.geometry) : choose_rows(step.geometry));
    Vector no_correction(step.free.size());
    model.linearise(step, no_correction, sides, rows);

    std::optional<Solved> best;
    for (std::size_t pass = 0; pass < options.pass_limit; ++pass) {
        gauss::Projection found = smallest_correction(model, rows, warm_start, rounding, report);
        if (found.status != Status::optimal && pass == 0) {
            Vector standing(no_correction.size());
            for (std::size_t j = 0; j < standing.size(); ++j)
                standing[j] = -static_cast<double>(step.free[j]);
            for (std::size_t i = joints; i < rows.size(); ++i)
                rows[i].lower = std::min(rows[i].lower,
                                         gauss::row_value(rows[i], standing, model.coordinates()).rounded());
            found = smallest_correction(model, rows, warm_start, rounding, report);
            report.status = found.status;
        }
        if (found.status != Status::optimal) return best;
        const FineVector end = step.start + corrected(step.free, found.x);
        const std::vector<Outline> then = model.outlines_at(end);
        const Overlap deepest = deepest_overlap(step.geometry.tower, then);
        const std::vector<gauss::Row> last_rows = rows;
        const double miss = std::max(deepest.depth, model.linearise(step, found.x, sides, rows));
        if (best && !(miss < best->miss)) return best;
        warm_start = found.active;
        best = Solved{sides, std::move(found), joints, deepest, miss};
        if (miss <= tolerance) return best;
        if (!is_printed) add(lacking_rows(step.geometry, sides, then));
        model.linearise(step, best->projection.x, sides, rows);
    }
    return best;
}

StepLoop::StepLoop(Tower tower, const LoopOptions& options, std::shared_ptr<const StepModel> model)
    : tower_(std::move(tower)), options_(options), model_(std::move(model)), size_(loop_size(tower_)) {
    if (!(options_.dt > 0.0) || !std::isfinite(options_.dt))
        throw std::invalid_argument("dt is " + std::to_string(options_.dt) +
                                    ", but must be positive and finite");
    if (options_.pass_limit == 0) throw std::invalid_argument("the pass limit is 0, but a step needs a pass");
    for (Body& body : tower_.bodies)
        if (body.fixed) body.velocity = {};
    state_ = {model_->positions(tower_), model_->velocities(tower_), options_.dt, {}};
    for (Fine& d : state_.displacements) d *= options_.dt;
}

StepReport StepLoop::step() {
    Record record;
    State next = state_;
    const bool taken = advance(next, options_.dt, options_.halvings, record);
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
    FineVector velocities = state_.displacements;
    for (Fine& v : velocities) v /= state_.length;
    model_->place(state_.positions, velocities, tower_);
    FineVector middle = state_.positions;
    for (std::size_t j = 0; j < middle.size(); ++j) middle[j] -= 0.5L * state_.displacements[j];
    report.energy = model_->energy(middle, velocities, tower_);
    if (state_.length < options_.dt) report.energy.potential += energy_lag();
    return report;
}

/// One step of figure 7, or two halves of it if something is hit or missed.   [ROTE-fig7]
bool StepLoop::advance(State& state, double length, std::size_t halvings, Record& record) const {
    Record whole = record;
    const Step step = free_step(state, length);  // a), b)
    if (!std::all_of(step.free.begin(), step.free.end(),
                     [](Fine d) { return std::isfinite(static_cast<double>(d)); })) {
        record.report.status = Status::numerical;
        return false;
    }
    const std::optional<Solved> solved =
        project_positions(*model_, step, options_, state.active, whole.report);  // c)
    const bool hit = solved && options_.halvings > 0 && is_hit(step, *solved, length);
    const bool missed = !solved || solved->miss > SidednessTolerances::separates * size_;
    if (halvings > 0 && (hit || missed)) {
        State half = state;
        Record halves = record;
        if (advance(half, 0.5 * length, halvings - 1, halves) &&
            advance(half, 0.5 * length, halvings - 1, halves)) {
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
    state.displacements = corrected(step.free, answer.x);
    state.positions = step.start + state.displacements;
    state.length = length;
    state.active.clear();
    for (std::size_t i = solved->joints; i < answer.active.size(); ++i)
        if (answer.active[i] != Activity::inactive) state.active.push_back(solved->sides[i - solved->joints]);
    std::sort(state.active.begin(), state.active.end());
    if (hit) stop_approach(step, *solved, state, impulses);
    add_impulses(step, *solved, impulses, record);
    record.report.rows = answer.active.size();
    record.report.active = static_cast<std::size_t>(std::count_if(
        answer.active.begin(), answer.active.end(), [](Activity a) { return a != Activity::inactive; }));
    if (solved->deepest.depth > record.report.deepest_overlap)
        record.report.deepest_overlap = solved->deepest.depth;
    return true;
}

/// a) Everything moves on as it moved, p + (p - p of the step before) [ROTE-fig7a], and b) falls
/// [ROTE-fig7b].
Step StepLoop::free_step(const State& state, double length) const {
    FineVector carried = state.displacements;
    for (Fine& d : carried) d *= length / state.length;
    FineVector free = carried;
    const Fine fall = 0.5L * length * (static_cast<Fine>(length) + state.length);
    const std::size_t n = model_->coordinates();
    for (std::size_t i = 0; i < free.size() / n; ++i)
        if (model_->inverse_masses()[i](0, 0) > 0.0) {
            free[n * i] += tower_.gravity.x * fall;
            free[n * i + 1] += tower_.gravity.y * fall;
        }
    std::vector<Outline> now = model_->outlines_at(state.positions),
                         undisturbed = model_->outlines_at(state.positions + free);
    const double far = reach(now, undisturbed, size_);
    return {state.positions,
            std::move(carried),
            std::move(free),
            {tower_, std::move(now), std::move(undisturbed), size_, far}};
}

/// Whether a side pushes whose gap was wider than what a body falls in the step.
bool StepLoop::is_hit(const Step& step, const Solved& solved, double length) const {
    const double falls = norm(tower_.gravity) * length * length + SidednessTolerances::overlaps * size_;
    for (std::size_t i = 0; i < solved.sides.size(); ++i)
        if (solved.projection.multipliers[solved.joints + i] > 0.0 &&
            gap(step.geometry.now, solved.sides[i].first) > falls)
            return true;
    return false;
}

/// The displacements after the inelastic impact of all that touches.   [ROTE-Q*]
bool StepLoop::stop_approach(const Step& step, const Solved& solved, State& state, Vector& impulses) const {
    std::vector<gauss::Row> rows = model_->joints(step);
    const std::vector<Outline> then = model_->outlines_at(state.positions);
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < rows.size(); ++i) places.push_back(i);
    for (std::size_t i = 0; i < solved.sides.size(); ++i)
        if (gap(then, solved.sides[i].first) <= SidednessTolerances::separates * size_) {
            rows.push_back(model_->side(step, solved.sides[i]));
            places.push_back(solved.joints + i);
        }
    for (gauss::Row& row : rows) {
        row.lower = 0.0;
        if (std::isfinite(row.upper)) row.upper = 0.0;
    }
    std::size_t variables = 0;
    for (const gauss::InverseMass& w : model_->inverse_masses()) variables += w.size();
    Vector target(variables);
    for (std::size_t j = 0; j < state.displacements.size(); ++j)
        target[j] = static_cast<double>(state.displacements[j]);
    const gauss::Projection after =
        gauss::project(model_->inverse_masses(), target, rows, {}, model_->rounding(state.positions));
    if (after.status != Status::optimal) return false;
    for (std::size_t j = 0; j < state.displacements.size(); ++j)
        state.displacements[j] += after.x[j] - target[j];
    for (std::size_t i = 0; i < places.size(); ++i)
        impulses[places[i]] += after.multipliers[i] / state.length;
    return true;
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
        const auto gained = static_cast<double>(next.free[j] - next.carried[j]) + solved->projection.x[j];
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
