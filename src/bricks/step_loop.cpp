#include "restraint/bricks/step_loop.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "restraint/bricks/tolerances.h"

namespace restraint::bricks {
namespace {

/// Whether the corner's part has a side that lies flat on the edge: face on face.
bool is_face_on_face(const std::vector<Outline>& parts, const CornerOverEdge& c) {
    const Vec2 normal = parts[c.edge_part].edges[c.edge].normal;
    const std::vector<Edge>& edges = parts[c.corner_part].edges;
    return std::any_of(edges.begin(), edges.end(), [&](const Edge& edge) {
        return dot(edge.normal, normal) < 0.0 && std::abs(cross(edge.normal, normal)) < parallel_tolerance;
    });
}

/// The contact of a side, in the order of contacts.h: a owns the corner, or, face on face, is the upper part.
ContactForce contact_of(const Tower& tower, const std::vector<Outline>& parts, const SidednessRow& side) {
    const CornerOverEdge &c = side.first, &d = side.second;
    ContactForce contact{c.corner_part, c.edge_part, parts[c.corner_part].world_corner(c.corner),
                         parts[c.edge_part].edges[c.edge].normal, 0.0};
    if (side.is_mean()) {
        const Vec2 sum = contact.normal - parts[d.edge_part].edges[d.edge].normal;
        contact.normal = (1.0 / norm(sum)) * sum;
        contact.point = 0.5 * (contact.point + parts[d.corner_part].world_corner(d.corner));
    }
    const bool is_face = is_table(tower, contact.a) || is_face_on_face(parts, c);
    if (is_face && upper_part(tower, contact.a, contact.b, contact.normal) == contact.b) {
        std::swap(contact.a, contact.b);
        contact.normal = -contact.normal;
    }
    return contact;
}

}  // namespace

StepLoop::StepLoop(Tower tower, double dt, std::size_t pass_limit, std::shared_ptr<const StepModel> model)
    : tower_(std::move(tower)), dt_(dt), size_(loop_size(tower_)), model_(std::move(model)) {
    if (!(dt > 0.0) || !std::isfinite(dt))
        throw std::invalid_argument("dt is " + shown(dt) + ", but must be positive and finite");
    if (pass_limit == 0) throw std::invalid_argument("the pass limit is 0, but a step needs a pass");
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
        ContactForce& contact =
            same != record.pushes.end()
                ? same->second
                : record.pushes.emplace_back(sides[i], contact_of(tower_, parts, sides[i])).second;
        contact.force += impulse;
    }
}

}  // namespace restraint::bricks
