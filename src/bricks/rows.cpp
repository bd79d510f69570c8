#include "restraint/bricks/rows.h"

#include "restraint/bricks/shape.h"

namespace restraint::bricks {
namespace {

/// Adds direction . (motion of the point), and to the lower side what its -omega^2 r leaves.
void add_point(gauss::Row& row, const Tower& tower, std::size_t part, Vec2 arm, Vec2 direction) {
    if (is_fixed(tower, part)) return;
    const double turn = tower.bodies[part].velocity.angular;
    row.add(part, {direction.x, direction.y, cross(arm, direction)});
    row.lower += turn * turn * dot(direction, arm);
}

Vec2 velocity_at(const Tower& tower, std::size_t part, Vec2 arm) {
    if (is_fixed(tower, part)) return {};
    const Motion& v = tower.bodies[part].velocity;
    return v.linear + v.angular * perpendicular(arm);
}

}  // namespace

Vec2 arm_of(const Tower& tower, std::size_t part, Vec2 p) {
    return is_table(tower, part) ? p : p - tower.bodies[part].pose.position;
}

Vec2 point_velocity(const Tower& tower, std::size_t part, Vec2 p) {
    return velocity_at(tower, part, arm_of(tower, part, p));
}

void add_gap(const Tower& tower, std::size_t corner_part, Vec2 arm, std::size_t edge_part, Vec2 edge_arm,
             Vec2 normal, gauss::Row& row) {
    add_point(row, tower, corner_part, arm, normal);
    add_point(row, tower, edge_part, edge_arm, -normal);
    if (is_fixed(tower, edge_part)) return;
    const Vec2 normal_rate = tower.bodies[edge_part].velocity.angular * perpendicular(normal);
    row.lower -= 2.0 * dot(normal_rate,
                           velocity_at(tower, corner_part, arm) - velocity_at(tower, edge_part, edge_arm));
}

std::vector<gauss::Row> pin_rows(const Tower& tower) {
    std::vector<gauss::Row> rows;
    for (const Pin& pin : tower.pins) {
        const Body &a = tower.bodies[pin.a], &b = tower.bodies[pin.b];
        const Vec2 arm_a = outline(a, a.pose).corners.at(pin.vertex_a),
                   arm_b = outline(b, b.pose).corners.at(pin.vertex_b);
        for (const Vec2 axis : {Vec2{1.0, 0.0}, Vec2{0.0, 1.0}}) {
            gauss::Row& row = rows.emplace_back();
            add_point(row, tower, pin.a, arm_a, axis);
            add_point(row, tower, pin.b, arm_b, -axis);
            row.upper = row.lower;
        }
    }
    return rows;
}

}  // namespace restraint::bricks
