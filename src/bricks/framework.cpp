#include "restraint/bricks/framework.h"

#include <cmath>
#include <stdexcept>

namespace restraint::bricks {
namespace {

/// Points of one brick at angle 0 from its centre, the share of its mass on each, and its bars.
struct Skeleton {
    std::vector<Vec2> points;
    std::vector<double> shares;
    std::vector<Bar> bars;
};

Skeleton corner_masses(const Body& brick, Bars bars) {
    Skeleton s{brick.vertices, {0.25, 0.25, 0.25, 0.25}, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}}};
    if (bars == Bars::braced) s.bars.push_back({1, 3});
    return s;
}

/// Corners 0..3, middles of the sides 4..7 (4 + e on the side from corner e), centre 8.   [ROTE-fig10]
Skeleton nine_masses(const Body& brick, Bars bars) {
    Skeleton s;
    s.points = brick.vertices;
    s.shares.assign(4, 1.0 / 36.0);
    for (std::size_t e = 0; e < 4; ++e) {
        s.points.push_back(0.5 * (brick.vertices[e] + brick.vertices[(e + 1) % 4]));
        s.shares.push_back(4.0 / 36.0);
    }
    s.points.push_back({0.0, 0.0});
    s.shares.push_back(16.0 / 36.0);
    for (std::size_t e = 0; e < 4; ++e) {
        s.bars.push_back({e, 4 + e});
        s.bars.push_back({4 + e, (e + 1) % 4});
        s.bars.push_back({4 + e, 8});  // without it the middle of a straight side would be loose
    }
    const std::size_t spokes = bars == Bars::braced ? 4 : 3;  // from the centre to the corners
    for (std::size_t e = 0; e < spokes; ++e) s.bars.push_back({e, 8});
    return s;
}

void add_body(Framework& f, const Body& body, const Skeleton& skeleton) {
    const double cosine = std::cos(body.pose.angle), sine = std::sin(body.pose.angle);
    const std::size_t first = f.positions.size();
    for (std::size_t p = 0; p < skeleton.points.size(); ++p) {
        const Vec2 arm = rotated(skeleton.points[p], cosine, sine);
        f.positions.push_back(body.pose.position + arm);
        f.velocities.push_back(
            body.fixed ? Vec2{} : body.velocity.linear + body.velocity.angular * perpendicular(arm));
        f.masses.push_back(body.fixed ? 0.0 : skeleton.shares[p] * body.mass);
    }
    if (!body.fixed)
        for (const Bar& bar : skeleton.bars)
            f.bars.push_back(
                {first + bar.i, first + bar.j, norm(skeleton.points[bar.i] - skeleton.points[bar.j])});
    f.first.push_back(f.positions.size());
}

/// Adds direction . (motion of point p).
void add_point(gauss::Row& row, std::size_t p, Vec2 direction) { row.add(p, {direction.x, direction.y}); }

}  // namespace

Framework make_framework(const Tower& tower, Model model, Bars bars) {
    if (model == Model::rigid) throw std::invalid_argument("the rigid model has no framework");
    Framework f;
    f.first.push_back(0);
    for (const Body& body : tower.bodies) {
        if (!body.rectangle)
            throw std::invalid_argument(body.name + " is a polygon, but only bricks have frameworks");
        add_body(f, body, model == Model::framework4 ? corner_masses(body, bars) : nine_masses(body, bars));
    }
    return f;
}

void add_side(const Framework& f, const Tower& tower, const CornerOverEdge& c, double alpha, Vec2 n,
              gauss::Row& row) {
    Vec2 corner_velocity;
    if (!is_table(tower, c.corner_part)) {
        const std::size_t k = f.first[c.corner_part] + c.corner;
        add_point(row, k, n);
        corner_velocity = f.velocities[k];
    }
    if (is_table(tower, c.edge_part)) return;
    const std::size_t i = f.first[c.edge_part] + c.edge, j = f.first[c.edge_part] + (c.edge + 1) % 4;
    add_point(row, i, -(1.0 - alpha) * n);
    add_point(row, j, -alpha * n);
    // 2 A(v_i, v_j, v_k) over the side's length: v_j - v_i = turn x side.   [ROTE-d2A2, ROTE-S2d]
    const Vec2 side = f.positions[j] - f.positions[i];
    const double turn = cross(side, f.velocities[j] - f.velocities[i]) / dot(side, side);  // rad/s
    const Vec2 side_velocity = alpha * f.velocities[j] + (1.0 - alpha) * f.velocities[i];  // [ROTE-alphadef]
    row.lower -= 2.0 * dot(turn * perpendicular(n), corner_velocity - side_velocity);
}

/// < acceleration of i - acceleration of j, p_i - p_j > = -|v_i - v_j|^2, over the length.   [ROTE-L2d]
gauss::Row bar_row(const Framework& f, const Bar& bar) {
    const Vec2 along = f.positions[bar.i] - f.positions[bar.j],
               apart = f.velocities[bar.i] - f.velocities[bar.j];
    const double length = norm(along);
    gauss::Row row;
    add_point(row, bar.i, (1.0 / length) * along);
    add_point(row, bar.j, (-1.0 / length) * along);
    row.lower = row.upper = -dot(apart, apart) / length;
    return row;
}

std::vector<gauss::Row> pin_rows(const Framework& framework, const Tower& tower) {
    std::vector<gauss::Row> rows;
    for (const Pin& pin : tower.pins)
        for (const Vec2 axis : {Vec2{1.0, 0.0}, Vec2{0.0, 1.0}}) {
            gauss::Row& row = rows.emplace_back();
            add_point(row, framework.first[pin.a] + pin.vertex_a, axis);
            add_point(row, framework.first[pin.b] + pin.vertex_b, -axis);
            row.lower = row.upper = 0.0;
        }
    return rows;
}

std::vector<Motion> rigid_motions(const Framework& framework, const Tower& tower, const Vector& motions) {
    std::vector<Motion> result(tower.bodies.size());
    for (std::size_t b = 0; b < tower.bodies.size(); ++b) {
        if (tower.bodies[b].fixed) continue;
        const std::size_t first = framework.first[b], last = framework.first[b + 1];
        double mass = 0.0, inertia = 0.0, turning = 0.0;
        Vec2 centre, momentum;
        for (std::size_t p = first; p < last; ++p) {
            mass += framework.masses[p];
            centre += framework.masses[p] * framework.positions[p];
            momentum += framework.masses[p] * Vec2{motions[2 * p], motions[2 * p + 1]};
        }
        centre = (1.0 / mass) * centre;
        for (std::size_t p = first; p < last; ++p) {
            const Vec2 arm = framework.positions[p] - centre;
            inertia += framework.masses[p] * dot(arm, arm);
            turning += framework.masses[p] * cross(arm, Vec2{motions[2 * p], motions[2 * p + 1]});
        }
        result[b] = {(1.0 / mass) * momentum, turning / inertia};
    }
    return result;
}

std::vector<Motion> rigid_velocities(const Framework& framework, const Tower& tower) {
    Vector velocities;
    for (const Vec2 v : framework.velocities) {
        velocities.push_back(v.x);
        velocities.push_back(v.y);
    }
    return rigid_motions(framework, tower, velocities);
}

}  // namespace restraint::bricks
