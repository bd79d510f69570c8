#include "restraint/bricks/step_model.h"

#include <algorithm>
#include <cmath>

#include "restraint/bricks/rows.h"
#include "restraint/bricks/tolerances.h"

namespace restraint::bricks {
namespace {

/// The gap of a side, of a mean that of its two corners.
double gap(const std::vector<Outline>& parts, const SidednessRow& side) {
    return 0.5 * (gap(parts, side.first) + gap(parts, side.second));
}

/// From the second corner of a pin to the first.
Vec2 distance_of(const Pin& pin, const std::vector<Outline>& parts) {
    return parts[pin.a].world_corner(pin.vertex_a) - parts[pin.b].world_corner(pin.vertex_b);
}

/// Gives each side its true gap at `then`, the outlines after the displacements `way`: gap + J (x - way) >=
/// 0; and each pin its true distance along x and y.   [ROTE-S']
void set_true_gaps(const Tower& tower, const std::vector<SidednessRow>& sides, const Vector& way,
                   const std::vector<Outline>& then, std::vector<gauss::Row>& rows) {
    const auto value = [&](const gauss::Row& row) { return gauss::row_value(row, way, 3).rounded(); };
    for (std::size_t i = 0; i < sides.size(); ++i) rows[i].lower = value(rows[i]) - gap(then, sides[i]);
    std::size_t next = sides.size();
    for (const Pin& pin : tower.pins) {
        const Vec2 apart = distance_of(pin, then);
        for (const double distance : {apart.x, apart.y}) {
            gauss::Row& row = rows[next++];
            row.lower = row.upper = value(row) - distance;
        }
    }
}

/// With the displacements of the last step in the place of the velocities (L') and (S') give the
/// accelerations of (Q).   [ROTE-thm5.1]
void set_framework_sides(const StepModel& model, const Step& step, const std::vector<SidednessRow>& sides,
                         std::vector<gauss::Row>& rows) {
    const std::size_t bars = rows.size() - model.bricks.framework.bars.size();
    for (std::size_t i = 0; i < sides.size(); ++i) rows[i].lower -= gap(step.geometry.now, sides[i]);
    for (std::size_t i = sides.size(); i < bars; ++i)
        rows[i].lower = rows[i].upper = -gauss::row_value(rows[i], step.start, 2).rounded();
    for (std::size_t i = bars; i < rows.size() && model.lengths != Lengths::drifting; ++i) {  // else (L')
        const Bar& bar = model.bricks.framework.bars[i - bars];
        const double length = norm(point_at(step.start, bar.i) - point_at(step.start, bar.j));
        rows[i].lower = rows[i].upper = bar.length - length;  // [ROTE-L'', SLIDES-len]
    }
}

/// Multiplies the equations of the bars, the last rows, by their lengths; each may be missed by a variable of
/// its own, whose mass is the penalty.
/// [ROTE-8.4]
void soften(const Framework& framework, const Vector& points, std::vector<gauss::Row>& rows) {
    const std::size_t bars = rows.size() - framework.bars.size();
    for (std::size_t b = 0; b < framework.bars.size(); ++b) {
        const Bar& bar = framework.bars[b];
        const Vec2 u = point_at(points, bar.i) - point_at(points, bar.j);
        gauss::Row soft;
        soft.add(bar.i, {u.x, u.y}).add(bar.j, {-u.x, -u.y}).add(framework.masses.size() + b, {1.0});
        soft.lower = soft.upper = norm(u) * rows[bars + b].lower;
        rows[bars + b] = soft;
    }
}

}  // namespace

StepModel::StepModel(const Tower& tower, const LoopOptions& options)
    : bricks{tower, make_framework(tower, options.model, options.bars)},
      lengths(options.lengths),
      coordinates(bricks.are_rigid() ? 3 : 2),
      start_velocities(formulation(bricks, {}, Unknown::velocities).target) {
    const Formulation falling = formulation(bricks, {}, Unknown::accelerations);
    inverse_masses = falling.inverse_masses;
    gravity = falling.target;
    if (bricks.are_rigid())
        for (const Body& body : tower.bodies)
            for (const double x : {body.pose.position.x, body.pose.position.y, body.pose.angle})
                start_positions.push_back(x);
    for (const Vec2 point : bricks.framework.positions)
        for (const double x : {point.x, point.y}) start_positions.push_back(x);
    if (lengths == Lengths::penalty)  // a variable for the miss of each bar
        inverse_masses.resize(inverse_masses.size() + bricks.framework.bars.size(),
                              gauss::InverseMass::diagonal({1.0 / options.penalty}));
}

void StepModel::place(const Vector& positions, const Vector& velocities, Bricks& placed) const {
    Framework& points = placed.framework;
    for (std::size_t p = 0; p < points.positions.size(); ++p) {
        points.positions[p] = point_at(positions, p);
        points.velocities[p] = point_at(velocities, p);
    }
    const std::vector<Motion> motions = body_motions(placed, velocities);
    std::vector<Outline> parts;
    if (!bricks.are_rigid()) parts = outlines(placed);
    for (std::size_t b = 0; b < motions.size(); ++b) {
        Body& body = placed.tower.bodies[b];
        body.velocity = motions[b];
        if (bricks.are_rigid()) {
            body.pose = {{positions[3 * b], positions[3 * b + 1]}, positions[3 * b + 2]};
            continue;
        }
        if (body.fixed) continue;
        const Outline before = outline(body, body.pose);
        double along = 0.0, across = 0.0;  // of the corners, as seen from the body's last pose
        for (std::size_t k = 0; k < 4; ++k) {
            along += dot(before.corners[k], parts[b].corners[k]);
            across += cross(before.corners[k], parts[b].corners[k]);
        }
        body.pose = {parts[b].centre, body.pose.angle + std::atan2(across, along)};
    }
}

std::vector<Outline> StepModel::outlines_at(const Vector& positions) const {
    if (!bricks.are_rigid()) {
        Bricks there = bricks;
        for (std::size_t p = 0; p < there.framework.positions.size(); ++p)
            there.framework.positions[p] = point_at(positions, p);
        return outlines(there);
    }
    std::vector<Outline> parts;
    for (std::size_t b = 0; b < bricks.tower.bodies.size(); ++b)
        parts.push_back(outline(bricks.tower.bodies[b],
                                {{positions[3 * b], positions[3 * b + 1]}, positions[3 * b + 2]}));
    append_tables(bricks.tower, parts);
    return parts;
}

Energy StepModel::energy(const Vector& positions, const Vector& velocities) const {
    Energy sum;
    for (std::size_t j = 0; j < positions.size(); ++j) {
        const std::size_t k = j % coordinates;
        const double inverse_mass = inverse_masses[j / coordinates](k, k), velocity = velocities[j];
        if (inverse_mass == 0.0) continue;
        sum.kinetic += 0.5 * velocity * velocity / inverse_mass;
        sum.potential -= gravity[j] * positions[j] / inverse_mass;
    }
    return sum;
}

Step StepModel::step_from(const Vector& positions, const Vector& carried, const Vector& free) const {
    const std::vector<Outline> now = outlines_at(positions), then = outlines_at(positions + free);
    const double size = loop_size(bricks.tower);
    double farthest = mean_size(bricks.tower), longest = 0.0;  // coordinate, way
    for (std::size_t i = 0; i < now.size(); ++i) {
        farthest = std::max({farthest, std::abs(now[i].centre.x), std::abs(now[i].centre.y)});
        for (std::size_t k = 0; k < now[i].corners.size(); ++k)
            longest = std::max(longest, norm(then[i].world_corner(k) - now[i].world_corner(k)));
    }
    // Two bodies may meet that both move as fast as the fastest one.
    const double reach = 2.0 * longest + least_reach * size;
    return {positions, carried, free, {bricks.tower, now, then, size, reach}, gap_rounding * farthest};
}

std::vector<gauss::Row> StepModel::rows(const Step& step, const std::vector<SidednessRow>& sides) const {
    Bricks here = bricks;
    place(step.start, step.carried, here);
    std::vector<gauss::Row> rows(sides.size());
    for (std::size_t i = 0; i < sides.size(); ++i)
        for (const CornerOverEdge& c : {sides[i].first, sides[i].second}) {
            Contact half = contact_at(step.geometry.now, c);
            half.normal = 0.5 * half.normal;
            add_gap(here, half, rows[i]);
        }
    add_joints(here, rows);
    return rows;
}

std::vector<gauss::Row> StepModel::position_rows(const Step& step, const std::vector<SidednessRow>& sides,
                                                 const Vector& way, const std::vector<Outline>& then) const {
    const bool ahead = !bricks.are_rigid() && lengths == Lengths::predicted;
    Step base = step;
    if (ahead) {  // the rows are taken where the free motion ends
        base.start += step.free;
        base.carried = Vector(step.start.size());
        base.geometry.now = step.geometry.free;
    }
    std::vector<gauss::Row> rows = this->rows(base, sides);
    if (bricks.are_rigid()) set_true_gaps(bricks.tower, sides, way, then, rows);
    else set_framework_sides(*this, base, sides, rows);
    for (gauss::Row& row : rows) {
        const double freely = ahead ? gauss::row_value(row, step.free, 2).rounded() : 0.0;
        row.lower += freely;
        row.upper += freely;
    }
    if (lengths == Lengths::penalty) soften(bricks.framework, base.start, rows);
    return rows;
}

double StepModel::missed(const std::vector<SidednessRow>& sides, const std::vector<Outline>& then) const {
    double worst = 0.0;
    if (!bricks.are_rigid()) return worst;
    for (const SidednessRow& side : sides) worst = std::max(worst, -gap(then, side));
    for (const Pin& pin : bricks.tower.pins) worst = std::max(worst, norm(distance_of(pin, then)));
    return worst;
}

Energy energy(const Tower& tower) {
    const StepModel model(tower, {});
    return model.energy(model.start_positions, model.start_velocities);
}

}  // namespace restraint::bricks
