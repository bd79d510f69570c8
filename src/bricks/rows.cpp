#include "restraint/bricks/rows.h"

#include "restraint/bricks/shape.h"

namespace restraint::bricks {
namespace {

Vec2 centre(const Tower& tower, std::size_t part) {
    return part < tower.bodies.size() ? tower.bodies[part].pose.position : Vec2{};
}

/// Fixed parts and tables do not move, whatever a file says of their velocity.
double angular_velocity(const Tower& tower, std::size_t part) {
    return is_fixed(tower, part) ? 0.0 : tower.bodies[part].velocity.angular;
}

/// -omega^2 r, m/s^2: how the point at p would accelerate if its body had no acceleration.
Vec2 centripetal(const Tower& tower, std::size_t part, Vec2 p) {
    const double omega = angular_velocity(tower, part);
    return (-omega * omega) * (p - centre(tower, part));
}

/// Adds direction . (motion of the part at the world point p) to the row.
void add_point(gauss::Row& row, const Tower& tower, std::size_t part, Vec2 p, Vec2 direction) {
    if (is_fixed(tower, part)) return;
    row.add(part, {direction.x, direction.y, cross(p - centre(tower, part), direction)});
}

}  // namespace

Vec2 point_velocity(const Tower& tower, std::size_t part, Vec2 p) {
    if (is_fixed(tower, part)) return {};
    const Body& body = tower.bodies[part];
    return body.velocity.linear + body.velocity.angular * perpendicular(p - body.pose.position);
}

double gap_velocity(const Tower& tower, const Contact& c) {
    return dot(c.normal, point_velocity(tower, c.a, c.point) - point_velocity(tower, c.b, c.point));
}

double gap_velocity_term(const Tower& tower, const Contact& c) {
    // The gap is m . (p - q): p the vertex, q the point of the edge's body under it, m the edge's normal,
    // which turns with that body:  gap'' = m . (p'' - q'') + 2 m' . (p' - q'),  m' = omega x m.
    const Vec2 normal = c.vertex_part == c.a ? c.normal : -c.normal;
    const Vec2 normal_rate = angular_velocity(tower, c.edge_part) * perpendicular(normal);
    const Vec2 sliding =
        point_velocity(tower, c.vertex_part, c.point) - point_velocity(tower, c.edge_part, c.point);
    const Vec2 turning =
        centripetal(tower, c.vertex_part, c.point) - centripetal(tower, c.edge_part, c.point);
    return dot(normal, turning) + 2.0 * dot(normal_rate, sliding);
}

gauss::Row contact_row(const Tower& tower, const Contact& contact, double lower) {
    gauss::Row row;
    row.lower = lower;
    add_point(row, tower, contact.a, contact.point, contact.normal);
    add_point(row, tower, contact.b, contact.point, -contact.normal);
    return row;
}

double gap_rate(const Tower& tower, const Contact& contact, const std::vector<Motion>& motions) {
    const gauss::Row row = contact_row(tower, contact, 0.0);
    double rate = 0.0;
    for (const gauss::Block& block : row.blocks()) {
        const Motion& motion = motions[block.body];
        rate += block.coefficients[0] * motion.linear.x + block.coefficients[1] * motion.linear.y +
                block.coefficients[2] * motion.angular;
    }
    return rate;
}

std::array<gauss::Row, 2> pin_rows(const Tower& tower, const Pin& pin, Vec2 difference) {
    const Vec2 point_a = world_vertex(tower.bodies[pin.a], pin.vertex_a);
    const Vec2 point_b = world_vertex(tower.bodies[pin.b], pin.vertex_b);
    std::array<gauss::Row, 2> rows;
    const Vec2 axes[] = {{1.0, 0.0}, {0.0, 1.0}};
    const double sides[] = {difference.x, difference.y};
    for (std::size_t i = 0; i < 2; ++i) {
        add_point(rows[i], tower, pin.a, point_a, axes[i]);
        add_point(rows[i], tower, pin.b, point_b, -axes[i]);
        rows[i].lower = rows[i].upper = sides[i];
    }
    return rows;
}

Vec2 pin_velocity_term(const Tower& tower, const Pin& pin) {
    return centripetal(tower, pin.b, world_vertex(tower.bodies[pin.b], pin.vertex_b)) -
           centripetal(tower, pin.a, world_vertex(tower.bodies[pin.a], pin.vertex_a));
}

}  // namespace restraint::bricks
