#include "restraint/bricks/acceleration_loop.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "restraint/bricks/framework_loop.h"
#include "restraint/bricks/position_loop.h"
#include "restraint/bricks/rows.h"
#include "restraint/bricks/scale.h"
#include "restraint/bricks/tolerances.h"
#include "restraint/gauss/residual.h"

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
    : options_(options), tower_(std::move(tower)), size_(loop_size(tower_)) {
    require_loop_options(options_.dt, options_.pass_limit);
    for (Body& body : tower_.bodies)
        if (body.fixed) body.velocity = {};
    model_ = model_of(tower_, options_);
    positions_ = model_->positions(tower_);
    velocities_ = model_->velocities(tower_);
    closing_velocity_ = norm(tower_.gravity) * options_.dt;
}

/// One step of figure 6. Corners that meet corners get their contacts where a step without them would make
/// them overlap, and the step is tried again; see sidedness.h.   [ROTE-fig6]
StepReport AccelerationLoop::step() {
    const std::vector<Outline> now = model_->outlines_at(positions_);
    const double falls = std::min(closing_velocity_ * options_.dt, farthest_contact * size_);
    const StepGeometry geometry{tower_, now, now, size_, falls + step_overlap * size_};
    std::vector<SidednessRow> sides = choose_rows(geometry);  // a)

    Attempt result;
    for (std::size_t pass = 0; pass < options_.pass_limit; ++pass) {
        result = attempt(sides, result.report);  // b), c)
        result.report.time = static_cast<double>(steps_ + 1) * options_.dt;
        if (result.report.status != Status::optimal) return result.report;
        const std::vector<SidednessRow> more =
            lacking_rows(geometry, sides, model_->outlines_at(positions_ + result.displacements));
        if (more.empty()) break;
        sides.insert(sides.end(), more.begin(), more.end());
    }
    StepReport& report = result.report;
    if (options_.correct) {  // d)
        const Step step = model_->step_from(tower_, positions_, result.displacements, result.displacements);
        const double residual = report.residual;
        const std::optional<Solved> solved =
            project_positions(*model_, step, {.pass_limit = options_.pass_limit}, {}, report);
        if (!solved) return report;
        report.residual = residual;
        result.displacements = result.displacements + solved->correction;
        if (solved->loosened)  // held without clearance: what does not move has no velocity
            result.velocities = (1.0 / options_.dt) * result.displacements;
    }
    for (std::size_t i = 0; i < result.forces.size(); ++i)
        if (result.forces[i] > 0.0)
            report.contacts.push_back(contact_force(contact_of(tower_, now, sides[i]), result.forces[i]));
    for (std::size_t p = 0; p < result.pin_forces.size(); ++p) {
        const Pin& pin = tower_.pins[p];
        report.pins.push_back({p, now[pin.a].world_corner(pin.vertex_a), result.pin_forces[p]});
    }
    positions_ = positions_ + result.displacements;
    velocities_ = std::move(result.velocities);
    ++steps_;
    model_->place(positions_, velocities_, tower_);
    report.deepest = deepest_overlap(tower_, model_->outlines_at(positions_));
    report.energy = model_->energy(positions_, velocities_, tower_);
    return report;
}

AccelerationLoop::Attempt AccelerationLoop::attempt(const std::vector<SidednessRow>& sides,
                                                    const StepReport& before) const {
    Attempt result{
        velocities_, {}, std::vector<double>(sides.size()), std::vector<Vec2>(tower_.pins.size()), before};
    if (stop_approach(sides, result)) accelerate(sides, result);
    return result;
}

/// a) The velocities after an inelastic impact, if any gap closes.   [ROTE-Q*]
bool AccelerationLoop::stop_approach(const std::vector<SidednessRow>& sides, Attempt& result) const {
    const Formulation impact = formulation(result.velocities, sides, Unknown::velocities);
    const double fastest = max_norm(impact.target);
    std::vector<std::size_t> places(sides.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    const double closing = -closing_of_fall * closing_velocity_ - gap_rate_rounding * fastest;
    if (std::none_of(places.begin(), places.end(), [&](std::size_t i) {
            return row_value(impact.rows[i], result.velocities, model_->coordinates()) < closing;
        }))
        return true;
    const gauss::Projection solved = solve(impact, sides.size(), result.report);
    if (solved.status != Status::optimal) return false;
    collect_forces(solved, places, 1.0 / options_.dt, result);
    for (std::size_t j = 0; j < result.velocities.size(); ++j)
        result.velocities[j] += Fine(solved.x[j]) - impact.target[j];
    return true;
}

/// b) The accelerations nearest to gravity, and c) what they do to velocities and positions.   [ROTE-Q]
bool AccelerationLoop::accelerate(const std::vector<SidednessRow>& sides, Attempt& result) const {
    const Formulation all = formulation(result.velocities, sides, Unknown::velocities);
    const double leaving = closing_velocity_ + gap_rate_rounding * max_norm(all.target);
    std::vector<SidednessRow> resting;
    std::vector<std::size_t> places;  // in `sides`
    for (std::size_t i = 0; i < sides.size(); ++i)
        if (row_value(all.rows[i], result.velocities, model_->coordinates()) <= leaving) {
            resting.push_back(sides[i]);
            places.push_back(i);
        }
    const Formulation f = formulation(result.velocities, resting, Unknown::accelerations);
    const gauss::Projection solved = solve(f, resting.size(), result.report);
    if (solved.status != Status::optimal) return false;
    collect_forces(solved, places, 1.0, result);
    const double dt = options_.dt;
    const FineVector old = result.velocities;
    result.velocities = old + dt * FineVector(solved.x.begin(), solved.x.end());
    switch (options_.update) {
        case Update::new_velocity:
            result.displacements = dt * result.velocities;
            break;  // [ROTE-3.1]
        case Update::mean_velocity:
            result.displacements = 0.5 * dt * (old + result.velocities);  // [ROTE-updavg]
            break;
        case Update::old_velocity:
            result.displacements = dt * old;
            break;
    }
    if (!all_finite(result.displacements)) result.report.status = Status::numerical;
    return all_finite(result.displacements);
}

/// The projection of a formulation whose first `sides` rows are those of contacts. If it has no answer,
/// bodies are held between others without clearance: the contacts are loosened until standing still satisfies
/// them.
gauss::Projection AccelerationLoop::solve(Formulation f, std::size_t sides, StepReport& report) const {
    const double side_rounding = acceleration_rounding * max_norm(f.target);
    gauss::Projection solved = gauss::project(f.inverse_masses, f.target, f.rows, {}, side_rounding);
    if (solved.status != Status::optimal) {
        const double standing = -acceleration_clearance * max_norm(f.target);
        for (std::size_t i = 0; i < sides; ++i) f.rows[i].lower = std::min(f.rows[i].lower, standing);
        solved = gauss::project(f.inverse_masses, f.target, f.rows, {}, side_rounding);
    }
    report.status = solved.status;
    report.passes += 1;
    report.iterations += solved.iterations;
    if (solved.status != Status::optimal) return solved;
    report.residual = gauss::kkt_residual(f.inverse_masses, f.target, f.rows, solved);
    report.rows = f.rows.size();
    report.active = static_cast<std::size_t>(
        std::count_if(solved.active.begin(), solved.active.end(),
                      [](optimize::Activity a) { return a != optimize::Activity::inactive; }));
    return solved;
}

/// Adds the multipliers, times the factor, to the forces of the sides at `places` and of the pins.
void AccelerationLoop::collect_forces(const gauss::Projection& solved, const std::vector<std::size_t>& places,
                                      double factor, Attempt& result) const {
    for (std::size_t i = 0; i < places.size(); ++i)
        result.forces[places[i]] += factor * solved.multipliers[i];
    for (std::size_t p = 0; p < result.pin_forces.size(); ++p) {
        const std::size_t line = places.size() + 2 * p;
        result.pin_forces[p] += factor * Vec2{solved.multipliers[line], solved.multipliers[line + 1]};
    }
}

/// One row a side, then those of pins and bars. A mean is taken of the rows of its halves, so that it is its
/// own mirror image.
Formulation AccelerationLoop::formulation(const FineVector& velocities,
                                          const std::vector<SidednessRow>& sides, Unknown unknown) const {
    const std::vector<Outline> parts = model_->outlines_at(positions_);
    std::vector<Contact> contacts;
    for (const SidednessRow& side : sides) {
        contacts.push_back(contact_of(tower_, parts, {side.first, false, {}}));
        if (side.is_mean) contacts.push_back(contact_of(tower_, parts, {side.second, false, {}}));
    }
    Formulation f = model_->formulation(positions_, velocities, contacts, unknown);
    std::vector<gauss::Row> rows;
    std::size_t next = 0;
    for (const SidednessRow& side : sides) {
        rows.push_back(side.is_mean ? mean(f.rows[next], f.rows[next + 1]) : f.rows[next]);
        next += side.is_mean ? 2 : 1;
    }
    rows.insert(rows.end(), f.rows.begin() + static_cast<std::ptrdiff_t>(next), f.rows.end());
    f.rows = std::move(rows);
    return f;
}

Framework AccelerationLoop::framework() const {
    if (options_.model == Model::rigid) return {};
    return moved(make_framework(tower_, options_.model, options_.bars), positions_, velocities_);
}

}  // namespace restraint::bricks
