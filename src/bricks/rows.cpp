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

std::array<gauss::Row, 2> pin_rows(const Tower& tower, const Pin& pin) {
    const Body &a = tower.bodies[pin.a], &b = tower.bodies[pin.b];
    const Vec2 arm_a = outline(a, a.pose).corners.at(pin.vertex_a),
               arm_b = outline(b, b.pose).corners.at(pin.vertex_b);
    const Vec2 axes[] = {{1.0, 0.0}, {0.0, 1.0}};
    std::array<gauss::Row, 2> rows;
    for (std::size_t i = 0; i < 2; ++i) {
        add_point(rows[i], tower, pin.a, arm_a, axes[i]);
        add_point(rows[i], tower, pin.b, arm_b, -axes[i]);
        rows[i].upper = rows[i].lower;
    }
    return rows;
}

}  // namespace restraint::bricks
