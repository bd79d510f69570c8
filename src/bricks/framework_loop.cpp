#include "restraint/bricks/framework_loop.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "restraint/bricks/framework_shape.h"
#include "restraint/bricks/scale.h"
#include "restraint/bricks/sidedness_row.h"
#include "restraint/bricks/step_projection.h"

namespace restraint::bricks {
namespace {

using optimize::Status;

Vec2 at(const Vector& points, std::size_t i) { return {points[2 * i], points[2 * i + 1]}; }

void require_positive(const std::string& what, double number) {
    if (!(number > 0.0) || !std::isfinite(number))
        throw std::invalid_argument(what + " is " + std::to_string(number) +
                                    ", but must be positive and finite");
}

}  // namespace

FrameworkLoop::FrameworkLoop(Tower tower, const FrameworkLoopOptions& options)
    : tower_(std::move(tower)),
      options_(options),
      framework_(make_framework(tower_, options.model, options.bars)),
      size_(loop_size(tower_)) {
    require_positive("dt", options_.dt);
    require_positive("the penalty", options_.penalty);
    if (options_.pass_limit == 0) throw std::invalid_argument("the pass limit is 0, but a step needs a pass");
    for (std::size_t i = 0; i < framework_.positions.size(); ++i) {
        const double mass = framework_.masses[i], w = mass > 0.0 ? 1.0 / mass : 0.0;
        inverse_masses_.push_back(gauss::InverseMass::diagonal({w, w}));
        displacements_.push_back(options_.dt * framework_.velocities[i].x);
        displacements_.push_back(options_.dt * framework_.velocities[i].y);
    }
    if (options_.lengths == Lengths::penalty)  // a variable for the miss of each bar
        for (std::size_t b = 0; b < framework_.bars.size(); ++b)
            inverse_masses_.push_back(gauss::InverseMass::diagonal({1.0 / options_.penalty}));
}

/// One step of figure 7.   [ROTE-fig7]
StepReport FrameworkLoop::step() {
    StepReport report;
    report.time = static_cast<double>(steps_ + 1) * options_.dt;

    Vector free = extrapolate();  // a)
    add_gravity(free);            // b)
    if (!all_finite(free)) {
        report.status = Status::numerical;
        return report;
    }
    const std::vector<Outline> now = outlines_at(Vector(free.size())), undisturbed = outlines_at(free);
    const Scene scene{tower_, now, undisturbed, size_, reach(now, undisturbed, size_)};

    Rows rows = choose_rows(scene, free);
    if (project(scene, free, rows, report)) accept(free, rows, report);  // c), d)
    return report;
}

/// a) Every point moves on as it moved: p + (p - p of the step before).   [ROTE-fig7a]
Vector FrameworkLoop::extrapolate() const { return displacements_; }

/// b) ... and falls by g dt^2.   [ROTE-fig7b]
void FrameworkLoop::add_gravity(Vector& displacements) const {
    const double dt = options_.dt;
    for (std::size_t i = 0; i < framework_.masses.size(); ++i) {
        if (framework_.masses[i] == 0.0) continue;
        displacements[2 * i] += tower_.gravity.x * dt * dt;
        displacements[2 * i + 1] += tower_.gravity.y * dt * dt;
    }
}

FrameworkLoop::Rows FrameworkLoop::choose_rows(const Scene& scene, const Vector& free) const {
    Rows rows;
    const std::size_t points = framework_.positions.size();
    for (std::size_t b = 0; b < framework_.bars.size(); ++b)
        rows.lines.push_back(bar_row(framework_.bars[b], points + b, free));
    for (const Pin& pin : tower_.pins)
        for (const Vec2 axis : {Vec2{1, 0}, Vec2{0, 1}}) {
            const std::size_t a = framework_.first[pin.a] + pin.vertex_a,
                              b = framework_.first[pin.b] + pin.vertex_b;
            gauss::Row line;
            line.add(a, {axis.x, axis.y}).add(b, {-axis.x, -axis.y});
            const double apart = dot(framework_.positions[a] - framework_.positions[b], axis);
            line.lower = line.upper = static_cast<double>(-apart - gauss::row_value(line, free, 2));
            rows.lines.push_back(line);
        }
    Sidedness chosen;
    if (options_.separation == Separation::printed) chosen.rows = printed_rows(scene);
    else chosen = bricks::choose_rows(scene);
    for (const SidednessRow& row : chosen.rows) rows.lines.push_back(sidedness_row(scene, row, free));
    rows.sidedness = std::move(chosen.rows);
    rows.cornered = std::move(chosen.cornered);
    return rows;
}

/// c) The positions nearest to the free ones, in the metric of the masses, that keep bars and sides. It is
///    solved again with the rows that corners need, where they run into each other.   [ROTE-Q']
bool FrameworkLoop::project(const Scene& scene, const Vector& free, Rows& rows, StepReport& report) {
    const double tolerance = SidednessTolerances::overlaps * size_;
    double farthest = size_;
    for (const Vec2 p : framework_.positions) farthest = std::max({farthest, std::abs(p.x), std::abs(p.y)});
    const double rounding = 4.0 * std::numeric_limits<double>::epsilon() * farthest;  // of lengths and gaps
    for (std::size_t pass = 0; pass < options_.pass_limit; ++pass) {
        gauss::Projection projection = step_projection(
            inverse_masses_, rows.lines,
            warm_start(rows.lines.size(), rows_before_sides(), rows.sidedness, rows.solved, last_active_),
            rounding, report);
        if (projection.status != Status::optimal) {
            if (pass == 0) report.status = projection.status;
            return pass > 0;
        }
        rows.solved = std::move(projection);
        Vector displacements = free;
        for (std::size_t j = 0; j < free.size(); ++j) displacements[j] += rows.solved.x[j];
        const std::vector<Outline> then = outlines_at(displacements);
        const std::size_t before = rows.lines.size();
        std::erase_if(rows.cornered, [&](const auto& pair) {
            if (overlap(scene, pair, then) <= tolerance) return false;
            const std::vector<SidednessRow> needed = rows_at_corner(scene, pair, then);
            for (const SidednessRow& row : needed) {
                rows.sidedness.push_back(row);
                rows.lines.push_back(sidedness_row(scene, row, free));
            }
            return !needed.empty();
        });
        if (rows.lines.size() == before) return true;
    }
    return true;
}

/// d) What was found is where the points are.   [ROTE-fig7]
void FrameworkLoop::accept(const Vector& free, const Rows& rows, StepReport& report) {
    const double dt = options_.dt;
    const gauss::Projection& solved = rows.solved;
    const std::vector<Outline> before = outlines_at(Vector(free.size()));
    const auto force = [&](std::size_t i) { return solved.multipliers[i] / (dt * dt); };  // [erratum R12]
    for (std::size_t p = 0; p < tower_.pins.size(); ++p) {
        const std::size_t line = framework_.bars.size() + 2 * p;
        const Pin& pin = tower_.pins[p];
        report.pins.push_back({p, before[pin.a].world_corner(pin.vertex_a), {force(line), force(line + 1)}});
    }
    for (std::size_t i = rows_before_sides(); i < solved.active.size(); ++i)
        if (solved.multipliers[i] > 0.0)
            report.contacts.push_back(
                contact_force(contact_of(tower_, before, rows.sidedness[i - rows_before_sides()]), force(i)));
    count_rows(solved, report);
    last_active_ = active_rows(rows_before_sides(), rows.sidedness, solved);

    for (std::size_t i = 0; i < framework_.positions.size(); ++i) {
        displacements_[2 * i] = free[2 * i] + solved.x[2 * i];
        displacements_[2 * i + 1] = free[2 * i + 1] + solved.x[2 * i + 1];
        framework_.positions[i] += at(displacements_, i);
        framework_.velocities[i] = (1.0 / dt) * at(displacements_, i);
    }
    ++steps_;
    fit_bodies(framework_, tower_);
    report.energy = energy(framework_, tower_.gravity, 0.5 * dt);
    report.deepest_overlap = deepest_overlap(tower_, outlines_at(Vector(free.size())));
}

/// What keeps the length of a bar; see Lengths. p of the bar is u, its free end ~u, both from j to i.
gauss::Row FrameworkLoop::bar_row(const Bar& bar, std::size_t slack, const Vector& free) const {
    const Vec2 u = framework_.positions[bar.i] - framework_.positions[bar.j];
    const Vec2 free_apart = at(free, bar.i) - at(free, bar.j), free_u = u + free_apart;
    const bool is_predicted = options_.lengths == Lengths::predicted;
    const double length = norm(is_predicted ? free_u : u);
    const Vec2 along = (1.0 / length) * (is_predicted ? free_u : u);

    gauss::Row row;
    row.add(bar.i, {along.x, along.y}).add(bar.j, {-along.x, -along.y});
    const double free_projection = dot(along, free_u);  // of the bar, were it left free
    if (options_.lengths == Lengths::drifting) {
        const Vec2 turned = at(displacements_, bar.i) - at(displacements_, bar.j);
        row.lower = length - dot(turned, turned) / length - free_projection;  // [ROTE-L']
    } else {
        row.lower = bar.length - free_projection;  // [ROTE-L'', SLIDES-len]
    }
    if (options_.lengths == Lengths::penalty) {  // the equation times |u|, missed by the slack   [ROTE-8.4]
        gauss::Row soft;
        soft.add(bar.i, {u.x, u.y}).add(bar.j, {-u.x, -u.y}).add(slack, {1.0});
        soft.lower = length * row.lower;
        row = soft;
    }
    row.upper = row.lower;
    return row;
}

/// < P_k - (alpha P_j + (1 - alpha) P_i), n > >= -2 A(dp_i, dp_j, dp_k), over the length of the side, for the
/// side from i to j and the corner k outside of it, on its right.   [ROTE-S']
/// With predicted lengths: the same >= 0, with n and alpha at the free positions.   [SLIDES-n, SLIDES-nonpen]
gauss::Row FrameworkLoop::sidedness_row(const Scene& scene, const CornerOverEdge& c,
                                        const Vector& free) const {
    const bool is_predicted = options_.lengths == Lengths::predicted;
    const std::vector<Outline>& parts = is_predicted ? scene.free : scene.now;
    const Outline &below = parts[c.edge_part], &above = parts[c.corner_part];
    const Edge& edge = below.edges[c.edge];
    const Vec2 n = edge.normal;
    gauss::Row row;
    Vec2 d_k, d_i, d_j;  // displacements of the last step
    if (c.corner_part < tower_.bodies.size()) {
        const std::size_t k = framework_.first[c.corner_part] + c.corner;
        row.add(k, {n.x, n.y});
        d_k = at(displacements_, k);
    }
    double length = 1.0;
    if (c.edge_part < tower_.bodies.size()) {
        length = edge.to - edge.from;
        const double alpha =
            (along(below, edge, above, above.corners[c.corner]) - edge.from) / length;  // [ROTE-alpha]
        const std::size_t i = framework_.first[c.edge_part] + c.edge,
                          j = framework_.first[c.edge_part] + (c.edge + 1) % 4;
        row.add(i, {-(1.0 - alpha) * n.x, -(1.0 - alpha) * n.y}).add(j, {-alpha * n.x, -alpha * n.y});
        d_i = at(displacements_, i);
        d_j = at(displacements_, j);
    }
    const double gap_there = gap(below, edge, above, above.corners[c.corner]);
    if (is_predicted) {
        row.lower = -gap_there;
    } else {
        const double area = cross(d_i - d_j, d_k - d_j);  // A(dp_j, dp_i, dp_k): k is on the left of j -> i
        row.lower = static_cast<double>(-2.0 * area / length - gap_there - gauss::row_value(row, free, 2));
    }
    return row;
}

gauss::Row FrameworkLoop::sidedness_row(const Scene& scene, const SidednessRow& row,
                                        const Vector& free) const {
    const gauss::Row first = sidedness_row(scene, row.first, free);
    return row.is_mean ? mean(first, sidedness_row(scene, row.second, free)) : first;
}

/// The parts as they are when every point has moved by its displacement.
std::vector<Outline> FrameworkLoop::outlines_at(const Vector& displacements) const {
    Framework moved = framework_;
    for (std::size_t i = 0; i < moved.positions.size(); ++i) moved.positions[i] += at(displacements, i);
    return framework_outlines(moved, tower_);
}

}  // namespace restraint::bricks
