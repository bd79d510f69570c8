#include "restraint/bricks/acceleration_loop.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "restraint/bricks/framework_shape.h"
#include "restraint/bricks/rows.h"
#include "restraint/bricks/scale.h"
#include "restraint/gauss/residual.h"

namespace restraint::bricks {
namespace {

using optimize::Status;

/// What the sides of rows count for, relative to the target: contacts that say the same say it to this.
constexpr double rounding = 1e-13;

}  // namespace

AccelerationLoop::AccelerationLoop(Tower tower, const AccelerationLoopOptions& options)
    : options_(options), state_{std::move(tower), {}}, size_(loop_size(state_.tower)) {
    if (!(options_.dt > 0.0) || !std::isfinite(options_.dt))
        throw std::invalid_argument("dt is " + std::to_string(options_.dt) +
                                    ", but must be positive and finite");
    if (options_.pass_limit == 0) throw std::invalid_argument("the pass limit is 0, but a step needs a pass");
    for (Body& body : state_.tower.bodies)
        if (body.fixed) body.velocity = {};
    if (!is_rigid()) state_.framework = make_framework(state_.tower, options_.model, options_.bars);
    closing_velocity_ = norm(state_.tower.gravity) * options_.dt;
}

/// One step of figure 6. Corners that meet corners get their contacts where a step without them would make
/// them overlap, and the step is tried again; see sidedness.h.   [ROTE-fig6]
StepReport AccelerationLoop::step() {
    StepReport report;
    report.time = static_cast<double>(steps_ + 1) * options_.dt;

    const std::vector<Outline> now = parts(state_);
    const double falls = closing_velocity_ * options_.dt + SidednessTolerances::overlaps * size_;
    const StepGeometry geometry{state_.tower, now, now, size_, falls};
    std::vector<SidednessRow> chosen = choose_rows(geometry);  // a)
    std::vector<Touch> touches;
    for (const SidednessRow& row : chosen) touches.push_back(touch_of(now, row));

    Attempt result;
    for (std::size_t pass = 0; pass < options_.pass_limit; ++pass) {
        Attempt trial{
            state_, std::vector<double>(touches.size()), std::vector<Vec2>(state_.tower.pins.size()), {}};
        report.status = attempt(touches, trial, report);  // b), c)
        if (report.status != Status::optimal) return report;
        const std::vector<Outline> then = parts(trial.state);
        result = std::move(trial);
        const std::vector<SidednessRow> more = lacking_rows(geometry, chosen, then);
        for (const SidednessRow& row : more) touches.push_back(touch_of(now, row));
        chosen.insert(chosen.end(), more.begin(), more.end());
        if (more.empty()) break;
    }
    if (options_.correct) report.status = correct(now, result.state, report);  // d)
    if (report.status != Status::optimal) return report;

    for (std::size_t i = 0; i < result.forces.size(); ++i)
        if (result.forces[i] > 0.0)
            report.contacts.push_back(contact_force(touches[i].contact, result.forces[i]));
    for (std::size_t p = 0; p < result.pin_forces.size(); ++p) {
        const Pin& pin = state_.tower.pins[p];
        report.pins.push_back({p, now[pin.a].world_corner(pin.vertex_a), result.pin_forces[p]});
    }
    state_ = std::move(result.state);
    ++steps_;
    report.deepest_overlap = deepest_overlap(state_.tower, parts(state_)).depth;
    report.energy = is_rigid() ? energy(state_.tower) : energy(state_.framework, state_.tower.gravity);
    return report;
}

Status AccelerationLoop::attempt(const std::vector<Touch>& touches, Attempt& result,
                                 StepReport& report) const {
    const Status status = stop_approach(touches, result, report);
    return status == Status::optimal ? accelerate(touches, result, report) : status;
}

/// a) The velocities after an inelastic impact, if any gap closes.   [ROTE-Q*]
Status AccelerationLoop::stop_approach(const std::vector<Touch>& touches, Attempt& result,
                                       StepReport& report) const {
    const Formulation impact = formulation(result.state, touches, Unknown::velocities);
    const std::size_t size = is_rigid() ? 3 : 2;
    const double fastest = max_norm(impact.target);
    std::vector<std::size_t> places(touches.size());
    bool closes = false;
    for (std::size_t i = 0; i < touches.size(); ++i) {
        places[i] = i;
        const auto velocity = gauss::row_value(impact.rows[i], impact.target, size).rounded();
        closes = closes || velocity < -1e-6 * closing_velocity_ - 1e-12 * fastest;
    }
    if (!closes) return Status::optimal;
    const gauss::Projection solved =
        gauss::project(impact.inverse_masses, impact.target, impact.rows, {}, rounding * fastest);
    report.passes += 1;
    report.iterations += solved.iterations;
    if (solved.status != Status::optimal) return solved.status;
    collect_forces(solved, places, 1.0 / options_.dt, result);
    set_velocities(result.state, solved.x);
    return Status::optimal;
}

/// b) The accelerations nearest to gravity, and c) what they do to velocities and positions.   [ROTE-Q]
Status AccelerationLoop::accelerate(const std::vector<Touch>& touches, Attempt& result,
                                    StepReport& report) const {
    const std::size_t size = is_rigid() ? 3 : 2;
    const Formulation all = formulation(result.state, touches, Unknown::velocities);
    const Vector velocities = all.target;
    std::vector<Touch> resting;
    std::vector<std::size_t> places;  // in `touches`
    for (std::size_t i = 0; i < touches.size(); ++i)
        if (gauss::row_value(all.rows[i], velocities, size).rounded() <=
            closing_velocity_ + 1e-12 * max_norm(velocities)) {
            resting.push_back(touches[i]);
            places.push_back(i);
        }
    const Formulation f = formulation(result.state, resting, Unknown::accelerations);
    result.accelerations =
        gauss::project(f.inverse_masses, f.target, f.rows, {}, rounding * max_norm(f.target));
    const gauss::Projection& solved = result.accelerations;
    report.passes += 1;
    report.iterations += solved.iterations;
    if (solved.status != Status::optimal) return solved.status;
    report.residual = gauss::kkt_residual(f.inverse_masses, f.target, f.rows, solved);
    report.rows = f.rows.size();
    report.active = static_cast<std::size_t>(
        std::count_if(solved.active.begin(), solved.active.end(),
                      [](optimize::Activity a) { return a != optimize::Activity::inactive; }));
    collect_forces(solved, places, 1.0, result);

    const double dt = options_.dt;
    const Vector new_velocities = velocities + dt * solved.x;
    if (!all_finite(new_velocities)) return Status::numerical;
    switch (options_.update) {
        case Update::new_velocity:
            move(result.state, dt * new_velocities);
            break;  // [ROTE-3.1]
        case Update::mean_velocity:
            move(result.state, 0.5 * dt * (velocities + new_velocities));  // [ROTE-updavg]
            break;
        case Update::old_velocity:
            move(result.state, dt * velocities);
            break;
    }
    set_velocities(result.state, new_velocities);
    return Status::optimal;
}

/// Adds the multipliers, times the factor, to the forces of the contacts at `places` and of the pins.
void AccelerationLoop::collect_forces(const gauss::Projection& solved, const std::vector<std::size_t>& places,
                                      double factor, Attempt& result) const {
    for (std::size_t i = 0; i < places.size(); ++i)
        result.forces[places[i]] += factor * solved.multipliers[i];
    for (std::size_t p = 0; p < result.pin_forces.size(); ++p) {
        const std::size_t line = places.size() + 2 * p;
        result.pin_forces[p] += factor * Vec2{solved.multipliers[line], solved.multipliers[line + 1]};
    }
}

std::vector<Outline> AccelerationLoop::parts(const State& state) const {
    return is_rigid() ? outlines(state.tower) : framework_outlines(state.framework, state.tower);
}

AccelerationLoop::Touch AccelerationLoop::touch_of(const std::vector<Outline>& parts,
                                                   const SidednessRow& row) const {
    Touch touch{contact_of(state_.tower, parts, row), {}};
    touch.halves.push_back(contact_of(state_.tower, parts, {row.first, false, {}}));
    if (row.is_mean) touch.halves.push_back(contact_of(state_.tower, parts, {row.second, false, {}}));
    return touch;
}

/// One row a touch, then those of pins and bars. The mean of two halves is taken of their rows, so that it is
/// its own mirror image.
Formulation AccelerationLoop::formulation(const State& state, const std::vector<Touch>& touches,
                                          Unknown unknown) const {
    std::vector<Contact> contacts;
    for (const Touch& touch : touches)
        contacts.insert(contacts.end(), touch.halves.begin(), touch.halves.end());
    Formulation f = is_rigid() ? rigid_formulation(state.tower, contacts, unknown)
                               : framework_formulation(state.framework, state.tower, contacts, unknown);
    std::vector<gauss::Row> rows;
    std::size_t next = 0;
    for (const Touch& touch : touches) {
        const bool is_mean = touch.halves.size() == 2;
        rows.push_back(is_mean ? mean(f.rows[next], f.rows[next + 1]) : f.rows[next]);
        next += touch.halves.size();
    }
    rows.insert(rows.end(), f.rows.begin() + static_cast<std::ptrdiff_t>(next), f.rows.end());
    f.rows = std::move(rows);
    return f;
}

void AccelerationLoop::set_velocities(State& state, const Vector& v) const {
    if (is_rigid()) {
        for (std::size_t i = 0; i < state.tower.bodies.size(); ++i)
            state.tower.bodies[i].velocity = {{v[3 * i], v[3 * i + 1]}, v[3 * i + 2]};
        return;
    }
    for (std::size_t i = 0; i < state.framework.velocities.size(); ++i)
        state.framework.velocities[i] = {v[2 * i], v[2 * i + 1]};
    fit_bodies(state.framework, state.tower);
}

void AccelerationLoop::move(State& state, const Vector& d) const {
    if (is_rigid()) {
        for (std::size_t i = 0; i < state.tower.bodies.size(); ++i) {
            state.tower.bodies[i].pose.position += Vec2{d[3 * i], d[3 * i + 1]};
            state.tower.bodies[i].pose.angle += d[3 * i + 2];
        }
        return;
    }
    for (std::size_t i = 0; i < state.framework.positions.size(); ++i)
        state.framework.positions[i] += Vec2{d[2 * i], d[2 * i + 1]};
    fit_bodies(state.framework, state.tower);
}

}  // namespace restraint::bricks
