#include "restraint/bricks/position_loop.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "restraint/bricks/contact_rows.h"
#include "restraint/bricks/scale.h"
#include "restraint/bricks/sidedness_row.h"
#include "restraint/bricks/step_projection.h"

namespace restraint::bricks {
namespace {

using optimize::Status;

double rounded(long double x) { return static_cast<double>(x); }

bool is_finite(const std::vector<FineVector>& vectors) {
    return std::all_of(vectors.begin(), vectors.end(), [](const FineVector& v) {
        return std::isfinite(rounded(v.x)) && std::isfinite(rounded(v.y)) && std::isfinite(rounded(v.angle));
    });
}

}  // namespace

PositionLoop::PositionLoop(Tower tower, const LoopOptions& options)
    : tower_(std::move(tower)), options_(options), size_(loop_size(tower_)), shapes_(tower_) {
    if (!(options_.dt > 0.0) || !std::isfinite(options_.dt))
        throw std::invalid_argument("dt is " + std::to_string(options_.dt) +
                                    ", but must be positive and finite");
    if (options_.pass_limit == 0) throw std::invalid_argument("the pass limit is 0, but a step needs a pass");
    for (Body& body : tower_.bodies) {
        if (body.fixed) body.velocity = {};
        const double w = 1.0 / body.mass, w_turn = 1.0 / body.inertia;
        inverse_masses_.push_back(body.fixed ? gauss::InverseMass::fixed(3)
                                             : gauss::InverseMass::diagonal({w, w, w_turn}));
        const long double dt = options_.dt;
        const Motion& v = body.velocity;
        poses_.push_back({body.pose.position.x, body.pose.position.y, body.pose.angle});
        displacements_.push_back({dt * v.linear.x, dt * v.linear.y, dt * v.angular});
    }
}

/// One step of figure 7.   [ROTE-fig7]
StepReport PositionLoop::step() {
    StepReport report;
    report.time = static_cast<double>(steps_ + 1) * options_.dt;

    std::vector<FineVector> free = extrapolate();  // a)
    add_gravity(free);                             // b)
    if (!is_finite(free)) {
        report.status = Status::numerical;
        return report;
    }
    const std::vector<Outline> now = outlines(tower_);
    const std::vector<Outline> undisturbed = outlines_at(moved(free, Vector(3 * free.size())));
    const Scene scene{tower_, now, undisturbed, size_, reach(now, undisturbed, size_)};

    Rows rows = choose_rows(scene);
    if (project(scene, free, rows, report)) {  // c)
        report_forces(scene, rows, report);
        accept(free, rows, report);  // d)
    }
    return report;
}

/// a) Every body moves on as it moved: p + (p - p of the step before).   [ROTE-fig7a]
std::vector<FineVector> PositionLoop::extrapolate() const { return displacements_; }

/// b) ... and falls by g dt^2.   [ROTE-fig7b]
void PositionLoop::add_gravity(std::vector<FineVector>& displacements) const {
    const long double dt = options_.dt;
    const FineVector fall{tower_.gravity.x * dt * dt, tower_.gravity.y * dt * dt, 0.0L};
    for (std::size_t i = 0; i < displacements.size(); ++i)
        if (!tower_.bodies[i].fixed) displacements[i] = displacements[i] + fall;
}

PositionLoop::Rows PositionLoop::choose_rows(const Scene& scene) const {
    Rows rows;
    for (const Pin& pin : tower_.pins)
        for (const gauss::Row& line : pin_rows(tower_, pin, {})) rows.lines.push_back(line);
    Sidedness chosen;
    if (options_.separation == Separation::printed) chosen.rows = printed_rows(scene);
    else chosen = bricks::choose_rows(scene);
    for (const SidednessRow& row : chosen.rows) add_row(scene, row, rows);
    rows.cornered = std::move(chosen.cornered);
    return rows;
}

/// c) The positions without overlap that are nearest to the free ones, in the metric of the masses.
///    [ROTE-Q']
///
/// Gaps are only nearly linear in the displacements, and pairs that meet corner to corner have no rows yet.
/// Where the answer misses a gap, or overlaps at a corner, by more than the tolerance, the step is solved
/// again, with the rows that the corners need and with the gaps as they are where the last pass ended. That
/// happens on impacts, at dt = 0.002 s in one step of five. A pass that is no better than the one before is
/// not taken. False if the first pass has no answer.
bool PositionLoop::project(const Scene& scene, const std::vector<FineVector>& free, Rows& rows,
                           StepReport& report) {
    const Vector no_correction(3 * free.size());
    shapes_.place(moved(free, no_correction));
    linearise(no_correction, rows);
    double miss = std::numeric_limits<double>::infinity();
    for (std::size_t pass = 0; pass < options_.pass_limit; ++pass) {
        gauss::Projection projection = step_projection(
            inverse_masses_, rows.lines,
            warm_start(rows.lines.size(), pin_lines(), rows.sidedness, rows.solved, last_active_), rounding(),
            report);
        if (projection.status != Status::optimal) {
            if (pass == 0) report.status = projection.status;
            return pass > 0;
        }
        const std::vector<FineVector> poses = moved(free, projection.x);
        const std::vector<Outline> then = outlines_at(poses);
        shapes_.place(poses);
        const double new_miss = worst_miss(scene, rows, then);
        if (pass > 0 && !(new_miss < miss)) return true;
        miss = new_miss;
        rows.solved = std::move(projection);
        if (miss <= SidednessTolerances::overlaps * size_) return true;

        std::erase_if(rows.cornered, [&](const auto& pair) {
            if (overlap(scene, pair, then) <= SidednessTolerances::overlaps * size_) return false;
            const std::vector<SidednessRow> needed = rows_at_corner(scene, pair, then);
            for (const SidednessRow& row : needed) add_row(scene, row, rows);
            return !needed.empty();
        });
        linearise(rows.solved.x, rows);
    }
    return true;
}

/// d) What was found is where the bodies are.   [ROTE-fig7]
void PositionLoop::accept(const std::vector<FineVector>& free, const Rows& rows, StepReport& report) {
    const Vector& x = rows.solved.x;
    for (std::size_t i = 0; i < free.size(); ++i) {
        displacements_[i] = free[i] + FineVector{x[3 * i], x[3 * i + 1], x[3 * i + 2]};
        poses_[i] = poses_[i] + displacements_[i];
        const FineVector &p = poses_[i], &d = displacements_[i];
        const long double dt = options_.dt;
        tower_.bodies[i].pose = {{rounded(p.x), rounded(p.y)}, rounded(p.angle)};
        tower_.bodies[i].velocity = {{rounded(d.x / dt), rounded(d.y / dt)}, rounded(d.angle / dt)};
    }
    ++steps_;
    last_active_ = active_rows(pin_lines(), rows.sidedness, rows.solved);
    report.deepest_overlap = deepest_overlap(tower_, outlines(tower_));
    report.energy = energy(tower_, 0.5 * options_.dt);
}

void PositionLoop::add_row(const Scene& scene, const SidednessRow& row, Rows& rows) const {
    rows.sidedness.push_back(row);
    rows.lines.push_back(gap_gradient(tower_, scene.now, row));
}

/// The sides of all rows:  gap + J (x - correction) >= 0, with the gaps at the place of `shapes_`, which is
/// that of the correction.   [ROTE-S']
void PositionLoop::linearise(const Vector& correction, Rows& rows) const {
    for (std::size_t p = 0; p < tower_.pins.size(); ++p) {
        const Pin& pin = tower_.pins[p];
        const FineVector a = shapes_.corner(pin.a, pin.vertex_a), b = shapes_.corner(pin.b, pin.vertex_b);
        gauss::Row &x_line = rows.lines[2 * p], &y_line = rows.lines[2 * p + 1];
        x_line.lower = x_line.upper = rounded(gauss::row_value(x_line, correction, 3) - (a.x - b.x));
        y_line.lower = y_line.upper = rounded(gauss::row_value(y_line, correction, 3) - (a.y - b.y));
    }
    for (std::size_t i = 0; i < rows.sidedness.size(); ++i) {
        gauss::Row& line = rows.lines[pin_lines() + i];
        line.lower = rounded(gauss::row_value(line, correction, 3) - shapes_.gap(rows.sidedness[i]));
    }
}

/// How far the answer, to which `shapes_` and `then` are placed, misses a gap, a pin or a corner at worst; m.
double PositionLoop::worst_miss(const Scene& scene, const Rows& rows,
                                const std::vector<Outline>& then) const {
    double worst = 0.0;
    for (const Pin& pin : tower_.pins) {
        const FineVector a = shapes_.corner(pin.a, pin.vertex_a), b = shapes_.corner(pin.b, pin.vertex_b);
        worst = std::max(worst, norm(Vec2{rounded(a.x - b.x), rounded(a.y - b.y)}));
    }
    for (const SidednessRow& row : rows.sidedness) worst = std::max(worst, -rounded(shapes_.gap(row)));
    for (const auto& pair : rows.cornered) worst = std::max(worst, overlap(scene, pair, then));
    return worst;
}

void PositionLoop::report_forces(const Scene& scene, const Rows& rows, StepReport& report) const {
    const double dt = options_.dt;
    const gauss::Projection& solved = rows.solved;
    const auto force = [&](std::size_t i) { return solved.multipliers[i] / (dt * dt); };  // [erratum R12]
    for (std::size_t p = 0; p < tower_.pins.size(); ++p) {
        const Pin& pin = tower_.pins[p];
        report.pins.push_back(
            {p, scene.now[pin.a].world_corner(pin.vertex_a), {force(2 * p), force(2 * p + 1)}});
    }
    count_rows(solved, report);
    for (std::size_t i = pin_lines(); i < solved.active.size(); ++i)
        if (solved.multipliers[i] > 0.0)
            report.contacts.push_back(
                contact_force(contact_of(tower_, scene.now, rows.sidedness[i - pin_lines()]), force(i)));
}

std::vector<FineVector> PositionLoop::moved(const std::vector<FineVector>& free,
                                            const Vector& correction) const {
    std::vector<FineVector> poses(poses_.size());
    for (std::size_t i = 0; i < poses.size(); ++i)
        poses[i] = poses_[i] +
                   (free[i] + FineVector{correction[3 * i], correction[3 * i + 1], correction[3 * i + 2]});
    return poses;
}

std::vector<Outline> PositionLoop::outlines_at(const std::vector<FineVector>& poses) const {
    std::vector<Outline> result;
    result.reserve(poses.size() + tower_.tables.size());
    for (std::size_t i = 0; i < poses.size(); ++i)
        result.push_back(
            outline(tower_.bodies[i], {{rounded(poses[i].x), rounded(poses[i].y)}, rounded(poses[i].angle)}));
    append_tables(tower_, result);
    return result;
}

/// What rounding does to a gap, m.
double PositionLoop::rounding() const {
    long double farthest = size_;
    for (const FineVector& p : poses_) farthest = std::max({farthest, std::abs(p.x), std::abs(p.y)});
    return 8.0 * rounded(std::numeric_limits<long double>::epsilon() * farthest);
}

}  // namespace restraint::bricks
