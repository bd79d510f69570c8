#include "restraint/bricks/rows.h"

#include <algorithm>
#include <cmath>

namespace restraint::bricks {
namespace {

/// Adds direction . (motion of the point p of a rigid part), and to the lower side omega^2 r . direction,
/// since the turn alone accelerates the point by -omega^2 r.
void add_point(gauss::Row& row, const Tower& tower, std::size_t part, Vec2 p, Vec2 direction) {
    if (is_fixed(tower, part)) return;
    const Vec2 arm = p - tower.bodies[part].pose.position;
    const double turn = tower.bodies[part].velocity.angular;
    row.add(part, {direction.x, direction.y, cross(arm, direction)});
    row.lower += turn * turn * dot(direction, arm);
}

/// Adds direction . (motion of the framework's point).
void add_point(gauss::Row& row, std::size_t point, Vec2 direction) {
    row.add(point, {direction.x, direction.y});
}

void add_vertex(const Bricks& bricks, std::size_t body, std::size_t vertex, Vec2 direction, gauss::Row& row) {
    const Tower& tower = bricks.tower;
    if (bricks.are_rigid()) add_point(row, tower, body, world_vertex(tower.bodies[body], vertex), direction);
    else add_point(row, bricks.framework.first[body] + vertex, direction);
}

/// (S2) in the points: 2 A(v_i, v_j, v_k) over the side's length, with v_j - v_i = turn x side.
void add_side(const Framework& f, const Tower& tower, const Contact& c, Vec2 n, gauss::Row& row) {
    Vec2 corner_velocity;
    if (!is_table(tower, c.vertex_part)) {
        const std::size_t k = f.first[c.vertex_part] + c.vertex;
        add_point(row, k, n);
        corner_velocity = f.velocities[k];
    }
    if (is_table(tower, c.edge_part)) return;
    const std::size_t i = f.first[c.edge_part] + c.edge, j = f.first[c.edge_part] + (c.edge + 1) % 4;
    const double alpha = c.fraction;
    add_point(row, i, -(1.0 - alpha) * n);
    add_point(row, j, -alpha * n);
    const Vec2 side = f.positions[j] - f.positions[i];
    const double turn = cross(side, f.velocities[j] - f.velocities[i]) / dot(side, side);  // rad/s
    const Vec2 side_velocity = alpha * f.velocities[j] + (1.0 - alpha) * f.velocities[i];  // [ROTE-alphadef]
    row.lower -= 2.0 * dot(turn * perpendicular(n), corner_velocity - side_velocity);
}

}  // namespace

Contact contact_at(const std::vector<Outline>& parts, const CornerOverEdge& c) {
    const Edge& edge = parts[c.edge_part].edges[c.edge];
    const Vec2 point = parts[c.corner_part].world_corner(c.corner);
    const double length = edge.to - edge.from;
    const double fraction = std::isfinite(length) ? (along(parts, c) - edge.from) / length : 0.0;
    return {c.corner_part, c.edge_part,   point,
            edge.normal,   c.corner_part, c.corner,
            c.edge_part,   c.edge,        std::clamp(fraction, 0.0, 1.0),
            point};
}

void orient(Contact& contact, std::size_t into) {
    if (into != contact.a) contact.normal = -contact.normal;
    contact.a = into;
    contact.b = into == contact.vertex_part ? contact.edge_part : contact.vertex_part;
}

Vec2 point_velocity(const Tower& tower, std::size_t part, Vec2 p) {
    if (is_fixed(tower, part)) return {};
    const Body& body = tower.bodies[part];
    return body.velocity.linear + body.velocity.angular * perpendicular(p - body.pose.position);
}

void add_gap(const Bricks& bricks, const Contact& c, gauss::Row& row) {
    const Tower& tower = bricks.tower;
    const Vec2 n = c.vertex_part == c.a ? c.normal : -c.normal;  // from the side towards the corner
    if (!bricks.are_rigid()) return add_side(bricks.framework, tower, c, n, row);
    add_point(row, tower, c.vertex_part, c.point, n);
    add_point(row, tower, c.edge_part, c.point, -n);
    if (is_fixed(tower, c.edge_part)) return;
    const Vec2 normal_rate = tower.bodies[c.edge_part].velocity.angular * perpendicular(n);
    row.lower -= 2.0 * dot(normal_rate, point_velocity(tower, c.vertex_part, c.point) -
                                            point_velocity(tower, c.edge_part, c.point));
}

void add_joints(const Bricks& bricks, std::vector<gauss::Row>& rows) {
    for (const Pin& pin : bricks.tower.pins)
        for (const Vec2 axis : {Vec2{1.0, 0.0}, Vec2{0.0, 1.0}}) {
            gauss::Row& row = rows.emplace_back();
            add_vertex(bricks, pin.a, pin.vertex_a, axis, row);
            add_vertex(bricks, pin.b, pin.vertex_b, -axis, row);
            row.upper = row.lower;
        }
    const Framework& f = bricks.framework;
    for (const Bar& bar : f.bars) {
        const Vec2 along = f.positions[bar.i] - f.positions[bar.j],
                   apart = f.velocities[bar.i] - f.velocities[bar.j];
        const double length = norm(along);
        gauss::Row& row = rows.emplace_back();
        add_point(row, bar.i, (1.0 / length) * along);
        add_point(row, bar.j, (-1.0 / length) * along);
        row.lower = row.upper = -dot(apart, apart) / length;
    }
}

Formulation formulation(Bricks bricks, std::span<const Contact> contacts, Unknown unknown) {
    const bool accelerations = unknown == Unknown::accelerations;
    Formulation f;
    const auto add_body = [&](const std::vector<double>& masses, const std::vector<double>& velocity) {
        std::vector<double> inverse;
        for (std::size_t k = 0; k < masses.size(); ++k) {
            const bool moves = masses[k] > 0.0;  // what is fixed has inverse mass 0 and target 0
            const double falls = k == 0 ? bricks.tower.gravity.x : k == 1 ? bricks.tower.gravity.y : 0.0;
            inverse.push_back(moves ? 1.0 / masses[k] : 0.0);
            f.target.push_back(!moves ? 0.0 : accelerations ? falls : velocity[k]);
        }
        f.inverse_masses.push_back(gauss::InverseMass::diagonal(inverse));
    };
    Framework& points = bricks.framework;
    for (std::size_t i = 0; i < points.masses.size(); ++i)
        add_body({points.masses[i], points.masses[i]}, {points.velocities[i].x, points.velocities[i].y});
    for (const Body& body : bricks.tower.bodies) {
        if (!bricks.are_rigid()) break;
        const double mass = body.fixed ? 0.0 : body.mass, inertia = body.fixed ? 0.0 : body.inertia;
        const Motion& v = body.velocity;
        add_body({mass, mass, inertia}, {v.linear.x, v.linear.y, v.angular});
    }
    if (!accelerations) {  // (S1) and (L1) have the sides 0
        bricks.tower = with_velocities(bricks.tower, {});
        for (Vec2& velocity : points.velocities) velocity = {};
    }
    for (const Contact& contact : contacts) add_gap(bricks, contact, f.rows.emplace_back());
    add_joints(bricks, f.rows);
    f.bodies_per_brick = f.inverse_masses.size() / std::max<std::size_t>(1, bricks.tower.bodies.size());
    return f;
}

}  // namespace restraint::bricks
