#include "restraint/bricks/shape.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "restraint/bricks/tolerances.h"

namespace restraint::bricks {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The edges between corners at angle 0, turned. Those of an upright brick have normals without rounding:
/// w/w is 1.
std::vector<Edge> edges_between(const std::vector<Vec2>& corners, double cosine, double sine) {
    std::vector<Edge> edges;
    for (std::size_t e = 0; e < corners.size(); ++e) {
        const Vec2 start = corners[e], end = corners[(e + 1) % corners.size()];
        const double length = norm(end - start);
        const Vec2 direction{(end.x - start.x) / length, (end.y - start.y) / length};
        const Vec2 normal = -perpendicular(direction);  // the inside is on the left
        edges.push_back({rotated(normal, cosine, sine), dot(normal, 0.5 * (start + end)),
                         dot(direction, start), dot(direction, end)});
    }
    return edges;
}

}  // namespace

Outline outline(const Body& body, const Pose& pose) {
    const double cosine = std::cos(pose.angle), sine = std::sin(pose.angle);
    Outline result;
    result.centre = pose.position;
    result.corners.reserve(body.vertices.size());
    for (const Vec2 vertex : body.vertices) result.corners.push_back(rotated(vertex, cosine, sine));
    result.edges = edges_between(body.vertices, cosine, sine);
    return result;
}

Outline outline_through(Vec2 centre, const std::vector<Vec2>& corners) {
    return {centre, corners, edges_between(corners, 1.0, 0.0)};
}

Outline outline(const Table& table) {
    Outline result;
    result.centre = {0.0, table.y_top};
    result.corners = {{table.x_right, 0.0}, {table.x_left, 0.0}};
    result.edges = {{{1.0, 0.0}, table.x_right, -infinity, 0.0},
                    {{0.0, 1.0}, 0.0, -table.x_right, -table.x_left},
                    {{-1.0, 0.0}, -table.x_left, 0.0, infinity}};
    result.bottomless = true;
    return result;
}

std::vector<Outline> outlines(const Tower& tower) {
    std::vector<Outline> result;
    result.reserve(tower.bodies.size() + tower.tables.size());
    for (const Body& body : tower.bodies) result.push_back(outline(body, body.pose));
    append_tables(tower, result);
    return result;
}

void append_tables(const Tower& tower, std::vector<Outline>& parts) {
    const double touch = touching_tolerance * mean_size(tower);
    std::vector<Table> tables = tower.tables;
    std::vector<bool> joined(tables.size());
    for (std::size_t t = 0; t < tables.size(); ++t) {
        for (std::size_t other = t + 1; other < tables.size(); ++other) {
            Table &table = tables[t], &next = tables[other];
            if (joined[t] || joined[other] || std::abs(next.y_top - table.y_top) > touch ||
                next.x_left > table.x_right + touch || next.x_right < table.x_left - touch)
                continue;
            table.x_left = std::min(table.x_left, next.x_left);
            table.x_right = std::max(table.x_right, next.x_right);
            joined[other] = true;
            other = t;  // the longer table may reach those that it did not
        }
        parts.push_back(joined[t] ? Outline{} : outline(tables[t]));
    }
}

const std::string& part_name(const Tower& tower, std::size_t part) {
    const std::size_t bodies = tower.bodies.size();
    return part < bodies ? tower.bodies[part].name : tower.tables.at(part - bodies).name;
}

std::string part_names(const Tower& tower, std::size_t a, std::size_t b) {
    return part_name(tower, a) + " and " + part_name(tower, b);
}

bool is_table(const Tower& tower, std::size_t part) { return part >= tower.bodies.size(); }

bool is_fixed(const Tower& tower, std::size_t part) {
    return is_table(tower, part) || tower.bodies[part].fixed;
}

Box bounding_box(const Outline& outline) {
    Box box;
    for (const Vec2 corner : outline.corners) box.add(outline.centre + corner);
    if (outline.bottomless) box.bottom = -infinity;
    return box;
}

}  // namespace restraint::bricks
