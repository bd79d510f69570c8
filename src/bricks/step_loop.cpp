#include "restraint/bricks/step_loop.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "restraint/bricks/tolerances.h"
#include "restraint/gauss/residual.h"

namespace restraint::bricks {

using optimize::Activity;
using optimize::Status;

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

StepLoop::StepLoop(Tower tower, const LoopOptions& options)
    : tower_(std::move(tower)), options_(options), model_(step_model(tower_, options)) {
    for (const auto& [name, value] : {std::pair{"dt", options.dt}, {"the penalty", options.penalty}})
        if (!(value > 0.0) || !std::isfinite(value))
            throw std::invalid_argument(std::string(name) + " is " + shown(value) +
                                        ", but must be positive and finite");
    if (options.pass_limit == 0) throw std::invalid_argument("the pass limit is 0, but a step needs a pass");
    state_ = {model_->start_positions, options.dt * model_->start_velocities, options.dt, {}};
}

StepReport StepLoop::step() {
    Record record;
    State next = state_;
    const bool taken = advance(next, record);
    StepReport& report = record.report;
    report.time = static_cast<double>(steps_ + 1) * options_.dt;
    if (!taken) return report;
    for (auto& [row, push] : record.pushes) {
        push.force /= record.duration;
        report.contacts.push_back(push);
    }
    for (PinForce& pin : report.pins) pin.force = (1.0 / record.duration) * pin.force;
    const Vector way = next.positions - state_.positions;
    report.energy = model_->energy(state_.positions + 0.5 * way, (1.0 / options_.dt) * way);
    state_ = std::move(next);
    ++steps_;
    model_->place(state_.positions, state_.velocities(), tower_);
    return report;
}

void StepLoop::add_impulses(const std::vector<Outline>& parts, const std::vector<SidednessRow>& sides,
                            const Vector& impulses, State& state, Record& record) const {
    std::vector<PinForce>& pins = record.report.pins;
    for (std::size_t p = 0; p < tower_.pins.size(); ++p) {
        if (pins.size() == p)
            pins.push_back({p, parts[tower_.pins[p].a].world_corner(tower_.pins[p].vertex_a), {}});
        pins[p].force += Vec2{impulses[2 * p], impulses[2 * p + 1]};
    }
    state.active.clear();
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const double impulse = impulses[impulses.size() - sides.size() + i];
        if (!(impulse > 0.0)) continue;
        state.active.push_back(sides[i]);
        const auto same = std::find_if(record.pushes.begin(), record.pushes.end(),
                                       [&](const auto& push) { return push.first == sides[i]; });
        ContactForce& contact =
            same != record.pushes.end()
                ? same->second
                : record.pushes.emplace_back(sides[i], contact_of(tower_, parts, sides[i])).second;
        contact.force += impulse;
    }
    std::sort(state.active.begin(), state.active.end());
}

std::vector<Activity> StepLoop::warm_start(std::size_t joints, const std::vector<SidednessRow>& sides,
                                           const std::vector<SidednessRow>& last_active) {
    std::vector<Activity> result(joints, Activity::inactive);
    for (const SidednessRow& side : sides) {
        const bool was_active = std::binary_search(last_active.begin(), last_active.end(), side);
        result.push_back(was_active ? Activity::at_lower : Activity::inactive);
    }
    return result;
}

StepLoop::Correction StepLoop::smallest_correction(std::vector<gauss::Row> rows, std::size_t sides,
                                                   const Vector& free, double rounding,
                                                   std::span<const Activity> start,
                                                   StepReport& report) const {
    std::size_t variables = 0;
    for (const gauss::InverseMass& body : model_->inverse_masses) variables += body.size();
    const Vector origin(variables);
    const auto solve = [&] {
        gauss::Projection found = gauss::project(model_->inverse_masses, origin, rows, start, rounding);
        report.status = found.status;
        report.passes += 1;
        report.iterations += found.iterations;
        if (found.status == Status::optimal)
            report.residual = std::max(
                report.residual, gauss::kkt_residual(model_->inverse_masses, origin, rows, found, rounding));
        return found;
    };
    Correction result{solve()};
    if (result.status != Status::optimal) {
        for (std::size_t i = rows.size() - sides; i < rows.size(); ++i) {
            const double standing = -gauss::row_value(rows[i], free, model_->coordinates).rounded();
            rows[i].lower = std::min(rows[i].lower, standing - clearance * max_norm(free));
        }
        result = {solve(), true};
    }
    report.rows = rows.size();
    report.active = rows.size() - static_cast<std::size_t>(std::count(
                                      result.active.begin(), result.active.end(), Activity::inactive));
    return result;
}

StepLoop::Correction StepLoop::stop_approach(std::vector<gauss::Row> rows, std::size_t sides,
                                             const Vector& motion, double rounding,
                                             StepReport& report) const {
    for (gauss::Row& row : rows) {  // J (motion + change) >= 0, or = 0
        if (!std::isfinite(row.lower)) continue;
        const bool is_equality = std::isfinite(row.upper);
        row.lower = -gauss::row_value(row, motion, model_->coordinates).rounded();
        if (is_equality) row.upper = row.lower;
    }
    return smallest_correction(std::move(rows), sides, motion, rounding, {}, report);
}

std::optional<StepLoop::Solved> StepLoop::project_positions(const Step& step, Separation separation,
                                                            double tolerance,
                                                            const std::vector<SidednessRow>& last_active,
                                                            StepReport& report) const {
    const bool is_printed = separation == Separation::printed;
    std::vector<SidednessRow> sides = is_printed ? printed_rows(step.geometry) : choose_rows(step.geometry);
    Vector correction(step.free.size());
    double missed = 0.0;
    std::vector<gauss::Row> rows = model_->position_rows(step, sides, correction, missed);
    std::vector<Activity> start = warm_start(rows.size() - sides.size(), sides, last_active);

    std::optional<Solved> best;
    for (std::size_t pass = 0; pass < options_.pass_limit; ++pass) {
        const Correction found =
            smallest_correction(rows, sides.size(), step.free, step.rounding, start, report);
        if (found.status != Status::optimal) break;
        correction = found.x;
        correction.resize(step.free.size());
        const std::vector<Outline> then = model_->outlines_at(step.start + (step.free + correction));
        const Overlap deepest = deepest_overlap(step.geometry.tower, then);
        rows = model_->position_rows(step, sides, correction, missed);
        const double miss = std::max(deepest.depth, missed);
        if (best && !(miss < best->miss)) break;
        best = Solved{sides, found, correction, deepest, miss};
        if (miss <= tolerance * size_) break;
        if (!is_printed) {
            const std::vector<SidednessRow> more = lacking_rows(step.geometry, sides, then);
            sides.insert(sides.end(), more.begin(), more.end());
            rows = model_->position_rows(step, sides, correction, missed);
        }
        start = found.active;
        start.resize(rows.size(), Activity::inactive);
    }
    if (best) report.status = Status::optimal;
    return best;
}

}  // namespace restraint::bricks
