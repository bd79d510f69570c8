#include "restraint/bricks/acceleration_loop.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "restraint/bricks/framework_loop.h"
#include "restraint/bricks/rigid_model.h"
#include "restraint/bricks/tolerances.h"

namespace restraint::bricks {
namespace {

using optimize::Status;

/// In a step d) lengths and sides are taken where the accelerations lead.   [SLIDES-len, SLIDES-nonpen]
std::shared_ptr<const StepModel> model_of(const Tower& tower, const AccelerationLoopOptions& options) {
    if (options.model == Model::rigid) return rigid_model(tower);
    return framework_model(tower,
                           {.model = options.model, .bars = options.bars, .lengths = Lengths::predicted});
}

}  // namespace

AccelerationLoop::AccelerationLoop(Tower tower, const AccelerationLoopOptions& options)
    : StepLoop(tower, options.dt, options.pass_limit, model_of(tower, options)), options_(options) {}

/// One step of figure 6.   [ROTE-fig6]
bool AccelerationLoop::advance(State& state, Record& record) const {
    StepReport& report = record.report;
    const std::vector<Outline> now = model_->outlines_at(state.positions);
    const double falls = std::min(norm(tower_.gravity) * dt_ * dt_, farthest_contact * size_);
    const Step here{state.positions,
                    state.velocities(),
                    FineVector(state.positions.size()),
                    {tower_, now, now, size_, falls + step_overlap * size_}};
    std::vector<SidednessRow> sides = choose_rows(here.geometry);
    Attempt found = attempt(here, sides, state, report);  // a) to c)
    for (std::size_t pass = 1; pass < pass_limit_ && report.status == Status::optimal; ++pass) {
        const std::vector<SidednessRow> more =
            lacking_rows(here.geometry, sides, model_->outlines_at(here.start + found.displacements));
        if (more.empty()) break;
        sides.insert(sides.end(), more.begin(), more.end());
        found = attempt(here, sides, state, report);
    }
    if (report.status != Status::optimal) return false;
    if (options_.correct) {  // d)
        const Step step = model_->step_from(tower_, here.start, found.displacements, found.displacements);
        const std::optional<Solved> solved =
            project_positions(step, Separation::both, corrected_overlap, {}, report);
        if (!solved) return false;
        found.displacements = found.displacements + solved->correction;
        if (solved->answer.loosened)  // held without clearance: what does not move has no velocity
            found.velocities = (1.0 / dt_) * found.displacements;
    }
    add_impulses(now, sides, found.impulses, state, record);
    record.duration = dt_;
    state.positions = here.start + found.displacements;
    state.displacements = dt_ * found.velocities;
    report.deepest = deepest_overlap(tower_, model_->outlines_at(state.positions));
    return true;
}

AccelerationLoop::Attempt AccelerationLoop::attempt(const Step& here, const std::vector<SidednessRow>& sides,
                                                    const State& state, StepReport& report) const {
    Step moving = here;
    std::vector<gauss::Row> rows = model_->rows(moving, sides);
    const std::size_t joints = rows.size() - sides.size();
    Attempt result{here.carried, {}, Vector(rows.size())};
    const auto gap_velocity = [&](std::size_t side) {
        return row_value(rows[joints + side], result.velocities, model_->coordinates);
    };
    const double fastest = max_norm(here.carried), gravity = norm(tower_.gravity);
    bool closes = false;
    for (std::size_t i = 0; i < sides.size(); ++i)
        closes = closes || gap_velocity(i) < -closing_of_fall * gravity * dt_ - gap_rate_rounding * fastest;
    if (closes) {  // a)   [ROTE-Q*]
        const Correction change =
            stop_approach(rows, sides.size(), here.carried, acceleration_rounding * fastest, report);
        if (change.status != Status::optimal) return result;
        result.velocities = moving.carried = here.carried + FineVector(change.x.begin(), change.x.end());
        result.impulses = change.multipliers;
        rows = model_->rows(moving, sides);
    }

    const double leaving = gravity * dt_ + gap_rate_rounding * max_norm(result.velocities);
    for (std::size_t i = 0; i < sides.size(); ++i)
        if (gap_velocity(i) > leaving) rows[joints + i].lower = -std::numeric_limits<double>::infinity();
    const FineVector& free = model_->gravity;
    for (gauss::Row& row : rows) {  // J (free + change) >= its side
        const double falls = row_value(row, free, model_->coordinates);
        row.lower -= falls;
        row.upper -= falls;
    }
    const Correction change =
        smallest_correction(rows, sides.size(), free, acceleration_rounding * gravity,
                            warm_start(joints, sides, state.active), report);  // b) [ROTE-Q]
    if (change.status != Status::optimal) return result;
    result.impulses += dt_ * change.multipliers;
    const FineVector gained = dt_ * (free + FineVector(change.x.begin(), change.x.end()));  // c) [ROTE-3.1]
    const double share = options_.update == Update::new_velocity    ? 1.0
                         : options_.update == Update::mean_velocity ? 0.5  // [ROTE-updavg]
                                                                    : 0.0;
    result.displacements = dt_ * (result.velocities + share * gained);
    result.velocities = result.velocities + gained;
    if (!all_finite(result.displacements)) report.status = Status::numerical;
    return result;
}

Framework AccelerationLoop::framework() const {
    if (options_.model == Model::rigid) return {};
    return moved(make_framework(tower_, options_.model, options_.bars), state().positions,
                 state().velocities());
}

}  // namespace restraint::bricks
