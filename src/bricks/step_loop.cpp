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

/// The contact of a side: a owns the corner, or, face on face, is the upper part (rows.h).
Contact contact_of(const Tower& tower, const std::vector<Outline>& parts, const SidednessRow& side) {
    const CornerOverEdge &c = side.first, &d = side.second;
    Contact contact = contact_at(parts, c);
    if (side.is_mean()) {
        const Vec2 sum = contact.normal - parts[d.edge_part].edges[d.edge].normal;
        contact.normal = (1.0 / norm(sum)) * sum;
        contact.point = 0.5 * (contact.point + parts[d.corner_part].world_corner(d.corner));
    }
    if (is_table(tower, contact.a) || is_face_on_face(parts, c))
        orient(contact, upper_part(tower, contact.a, contact.b, contact.normal));
    return contact;
}

}  // namespace

StepLoop::StepLoop(const Tower& tower, const LoopOptions& options)
    : options_(options), model_(tower, options) {
    for (const auto& [name, value] : {std::pair{"dt", options.dt}, {"the penalty", options.penalty}})
        if (!(value > 0.0) || !std::isfinite(value))
            throw std::invalid_argument(std::string(name) + " is " + shown(value) +
                                        ", but must be positive and finite");
    state_ = {model_.start_positions, options.dt * model_.start_velocities, options.dt, {}};
}

StepReport StepLoop::step() {
    StepTotals totals;
    State next = state_;
    StepReport& report = totals.report;
    report.time = static_cast<double>(steps_ + 1) * options_.dt;
    if (!advance(next, totals)) return report;
    for (auto& [row, push] : totals.pushes) {
        push.force /= totals.duration;
        report.contacts.push_back(push);
    }
    for (PinForce& pin : report.pins) pin.force = (1.0 / totals.duration) * pin.force;
    const Vector way = next.positions - state_.positions;
    report.energy = model_.energy(state_.positions + 0.5 * way, (1.0 / options_.dt) * way);
    state_ = std::move(next);
    ++steps_;
    model_.place(state_.positions, state_.velocities(), bricks_);
    return report;
}

void StepLoop::add_impulses(const std::vector<Outline>& parts, const std::vector<SidednessRow>& sides,
                            const Vector& impulses, State& state, StepTotals& totals) const {
    std::vector<PinForce>& pins = totals.report.pins;
    for (std::size_t p = 0; p < tower().pins.size(); ++p) {
        const Pin& pin = tower().pins[p];
        if (pins.size() == p) pins.push_back({parts[pin.a].world_corner(pin.vertex_a), {}});
        const std::size_t row = sides.size() + 2 * p;
        pins[p].force += Vec2{impulses[row], impulses[row + 1]};
    }
    state.active.clear();
    for (std::size_t i = 0; i < sides.size(); ++i) {
        if (!(impulses[i] > 0.0)) continue;
        state.active.insert(sides[i]);
        auto push = std::find_if(totals.pushes.begin(), totals.pushes.end(),
                                 [&](const auto& old) { return old.first == sides[i]; });
        if (push == totals.pushes.end())
            push = totals.pushes.insert(push, {sides[i], ContactForce{contact_of(tower(), parts, sides[i])}});
        push->second.force += impulses[i];
    }
}

std::vector<Activity> StepLoop::warm_start(const std::vector<SidednessRow>& sides,
                                           const std::set<SidednessRow>& last_active) {
    std::vector<Activity> result;
    for (const SidednessRow& side : sides)
        result.push_back(last_active.contains(side) ? Activity::at_lower : Activity::inactive);
    return result;
}

gauss::Projection StepLoop::nearest(std::vector<gauss::Row> rows, std::size_t sides, const Vector& free,
                                    double rounding, std::vector<Activity> start, StepReport& report) const {
    Vector motion = free;  // and 0 for the miss of each penalised length, which is a body of one coordinate
    motion.resize(model_.coordinates * model_.inverse_masses.size());
    for (gauss::Row& row : rows) {  // J (free + correction) >= lower
        const double freely = gauss::row_value(row, motion, model_.coordinates).rounded();
        row.lower -= freely;
        row.upper -= freely;
    }
    const Vector origin(free.size() + model_.inverse_masses.size() - free.size() / model_.coordinates);
    start.resize(rows.size(), Activity::inactive);
    report.rows = rows.size();
    const double before = report.residual;
    double residual = 0.0;
    const auto solve = [&] {
        gauss::Projection found =
            gauss::project(model_.inverse_masses, origin, rows, start, rounding, row_rounding);
        report.status = found.status;
        report.passes += 1;
        report.iterations += found.iterations;
        if (found.status != Status::optimal) return found;
        residual = gauss::kkt_residual(model_.inverse_masses, origin, rows, found, rounding);
        found.x.resize(free.size());
        found.x += free;
        report.residual = std::max(before, residual);
        return found;
    };
    const gauss::Projection result = solve();
    if (result.status == Status::optimal && residual <= exact_motion) return result;
    for (std::size_t i = 0; i < sides; ++i) {
        const double standing = -gauss::row_value(rows[i], free, model_.coordinates).rounded();
        rows[i].lower = std::min(rows[i].lower, standing - clearance * max_norm(free));
    }
    report.loosened = true;
    return solve();
}

gauss::Projection StepLoop::stop_approach(std::vector<gauss::Row> rows, std::size_t sides,
                                          const Vector& motion, double rounding, StepReport& report) const {
    for (gauss::Row& row : rows) {
        if (!std::isfinite(row.lower)) continue;
        row.lower = 0.0;
        if (std::isfinite(row.upper)) row.upper = 0.0;
    }
    return nearest(std::move(rows), sides, motion, rounding, {}, report);
}

std::optional<StepLoop::Solved> StepLoop::project_positions(const Step& step, SidednessRule rule,
                                                            double tolerance,
                                                            const std::set<SidednessRow>& last_active,
                                                            StepReport& report) const {
    const bool is_printed = rule == SidednessRule::printed;
    std::vector<SidednessRow> sides = is_printed ? printed_rows(step.geometry) : choose_rows(step.geometry);
    std::vector<Activity> start = warm_start(sides, last_active);
    std::vector<Outline> then = step.geometry.free;
    Vector way = step.free;

    std::optional<Solved> best;
    for (int pass = 0; pass < most_passes; ++pass) {
        const gauss::Projection found = nearest(model_.position_rows(step, sides, way, then), sides.size(),
                                                step.free, step.rounding, start, report);
        if (found.status != Status::optimal) break;
        way = found.x;
        then = model_.outlines_at(step.start + way);
        const Overlap deepest = deepest_overlap(step.geometry.tower, then);
        const double miss = std::max(deepest.depth, model_.missed(sides, then));
        if (best && !(miss < best->miss)) break;
        best = Solved{sides, found, deepest, miss};
        if (miss <= tolerance * size_) break;
        start = found.active;
        start.resize(sides.size());
        std::vector<SidednessRow> more;
        if (!is_printed) more = lacking_rows(step.geometry, sides, then);
        // The sides of a framework's rows do not depend on the way: another pass would give the motion again.
        if (more.empty() && !model_.bricks.are_rigid()) break;
        sides.insert(sides.end(), more.begin(), more.end());
    }
    if (best) report.status = Status::optimal;
    return best;
}

}  // namespace restraint::bricks
