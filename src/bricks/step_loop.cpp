#include "restraint/bricks/step_loop.h"

#include <algorithm>

#include "restraint/bricks/position_projection.h"
#include "restraint/bricks/rows.h"
#include "restraint/bricks/scale.h"

namespace restraint::bricks {

StepLoop::StepLoop(Tower tower, double dt, std::size_t pass_limit, std::shared_ptr<const StepModel> model)
    : tower_(std::move(tower)), dt_(dt), size_(loop_size(tower_)), model_(std::move(model)) {
    require_loop_options(dt, pass_limit);
    state_ = {model_->positions(), dt * model_->velocities(), dt, {}};
}

StepReport StepLoop::step() {
    Record record;
    State next = state_;
    const bool taken = advance(next, record);
    StepReport& report = record.report;
    report.time = static_cast<double>(steps_ + 1) * dt_;
    if (!taken) return report;
    for (auto& [row, push] : record.pushes) {
        push.force /= record.duration;
        report.contacts.push_back(push);
    }
    for (PinForce& pin : report.pins) pin.force = (1.0 / record.duration) * pin.force;
    state_ = std::move(next);
    ++steps_;
    model_->place(state_.positions, state_.velocities(), tower_);
    report.energy = energy(state_);
    return report;
}

void StepLoop::add_impulses(const std::vector<Outline>& parts, const std::vector<SidednessRow>& sides,
                            const Vector& impulses, Record& record) const {
    std::vector<PinForce>& pins = record.report.pins;
    for (std::size_t p = 0; p < tower_.pins.size(); ++p) {
        if (pins.size() == p)
            pins.push_back({p, parts[tower_.pins[p].a].world_corner(tower_.pins[p].vertex_a), {}});
        pins[p].force += Vec2{impulses[2 * p], impulses[2 * p + 1]};
    }
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const double impulse = impulses[impulses.size() - sides.size() + i];
        if (!(impulse > 0.0)) continue;
        const auto same = std::find_if(record.pushes.begin(), record.pushes.end(),
                                       [&](const auto& push) { return push.first == sides[i]; });
        if (same != record.pushes.end()) same->second.force += impulse;
        else {
            const Contact c = contact_of(tower_, parts, sides[i]);
            record.pushes.push_back({sides[i], {c.a, c.b, c.point, c.normal, impulse}});
        }
    }
}

}  // namespace restraint::bricks
