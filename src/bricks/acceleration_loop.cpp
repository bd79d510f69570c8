#include "restraint/bricks/acceleration_loop.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "restraint/bricks/tolerances.h"

namespace restraint::bricks {

using optimize::Status;

/// In a step d) lengths and sides are taken where the accelerations lead.   [SLIDES-len, SLIDES-nonpen]
AccelerationLoop::AccelerationLoop(const Tower& tower, const LoopOptions& options)
    : StepLoop(tower, options) {
    model_.lengths = Lengths::predicted;
}

/// One step of figure 6.   [ROTE-fig6]
bool AccelerationLoop::advance(State& state, StepTotals& totals) const {
    StepReport& report = totals.report;
    const double dt = options_.dt;
    const double falls = std::min(norm(tower().gravity) * dt * dt, farthest_contact * size_);
    Step here = model_.step_from(state.positions, state.velocities(), Vector(state.positions.size()));
    here.geometry.reach = falls + step_overlap * size_;
    std::vector<SidednessRow> sides = choose_rows(here.geometry);
    Attempt found = attempt(here, sides, state, report);  // a) to c)
    for (int pass = 1; pass < most_passes && report.status == Status::optimal; ++pass) {
        const std::vector<SidednessRow> more =
            lacking_rows(here.geometry, sides, model_.outlines_at(here.start + found.displacements));
        if (more.empty()) break;
        sides.insert(sides.end(), more.begin(), more.end());
        found = attempt(here, sides, state, report);
    }
    if (report.status != Status::optimal) return false;
    if (options_.correct) {  // d)
        const Step step = model_.step_from(here.start, found.displacements, found.displacements);
        const std::optional<Solved> solved =
            project_positions(step, SidednessRule::both, corrected_overlap, {}, report);
        if (!solved) return false;
        found.displacements = solved->answer.x;
        if (report.loosened)  // with loosened sides: a body that does not move has no velocity
            found.velocities = (1.0 / dt) * found.displacements;
    }
    add_impulses(here.geometry.now, sides, found.impulses, state, totals);
    totals.duration = dt;
    state.positions = here.start + found.displacements;
    state.displacements = dt * found.velocities;
    report.deepest = deepest_overlap(tower(), model_.outlines_at(state.positions));
    return true;
}

AccelerationLoop::Attempt AccelerationLoop::attempt(const Step& here, const std::vector<SidednessRow>& sides,
                                                    const State& state, StepReport& report) const {
    Step moving = here;
    std::vector<gauss::Row> rows = model_.rows(moving, sides);
    Attempt result{here.carried, {}, Vector(rows.size())};
    const auto gap_velocity = [&](std::size_t side) {
        return gauss::row_value(rows[side], result.velocities, model_.coordinates).rounded();
    };
    const double fastest = max_norm(here.carried), gravity = norm(tower().gravity), dt = options_.dt;
    bool closes = false;
    for (std::size_t i = 0; i < sides.size(); ++i)
        closes = closes || gap_velocity(i) < -closing_of_fall * gravity * dt - gap_rate_rounding * fastest;
    if (closes) {  // a)   [ROTE-Q*]
        const gauss::Projection stopped =
            stop_approach(rows, sides.size(), here.carried, acceleration_rounding * fastest, report);
        if (stopped.status != Status::optimal) return result;
        result.velocities = moving.carried = stopped.x;
        result.impulses = stopped.multipliers;
        rows = model_.rows(moving, sides);
    }

    const double leaving = gravity * dt + gap_rate_rounding * max_norm(result.velocities);
    for (std::size_t i = 0; i < sides.size(); ++i)
        if (gap_velocity(i) > leaving) rows[i].lower = -std::numeric_limits<double>::infinity();
    const gauss::Projection accelerations =
        nearest(rows, sides.size(), model_.gravity, acceleration_rounding * gravity,
                warm_start(sides, state.active), report);  // b) [ROTE-Q]
    if (accelerations.status != Status::optimal) return result;
    result.impulses += dt * accelerations.multipliers;
    const Vector gained = dt * accelerations.x;  // c) [ROTE-3.1]
    const double share = options_.update == Update::new_velocity    ? 1.0
                         : options_.update == Update::mean_velocity ? 0.5  // [ROTE-updavg]
                                                                    : 0.0;
    result.displacements = dt * (result.velocities + share * gained);
    result.velocities = result.velocities + gained;
    if (!all_finite(result.displacements)) report.status = Status::numerical;
    return result;
}

}  // namespace restraint::bricks
