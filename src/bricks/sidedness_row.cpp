#include "restraint/bricks/sidedness_row.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "restraint/bricks/tolerances.h"

namespace restraint::bricks {

gauss::Row gap_gradient(const Tower& tower, const std::vector<Outline>& parts, const SidednessRow& row) {
    gauss::Row result;
    const auto add = [&](const CornerOverEdge& c, double weight) {
        const Outline &above = parts[c.corner_part], &below = parts[c.edge_part];
        const Vec2 n = weight * below.edges[c.edge].normal;
        const Vec2 arm = above.corners[c.corner], arm_below = (above.centre - below.centre) + arm;
        if (!is_fixed(tower, c.corner_part)) result.add(c.corner_part, {n.x, n.y, cross(arm, n)});
        if (!is_fixed(tower, c.edge_part)) result.add(c.edge_part, {-n.x, -n.y, -cross(arm_below, n)});
    };
    add(row.first, row.is_mean ? 0.5 : 1.0);
    if (row.is_mean) add(row.second, 0.5);
    return result;
}

namespace {

/// Whether the corner's part has a side that lies flat on the edge: face on face.
bool is_face_on_face(const std::vector<Outline>& parts, const CornerOverEdge& c) {
    const Vec2 normal = parts[c.edge_part].edges[c.edge].normal;
    const std::vector<Edge>& edges = parts[c.corner_part].edges;
    return std::any_of(edges.begin(), edges.end(), [&](const Edge& edge) {
        return dot(edge.normal, normal) < 0.0 && std::abs(cross(edge.normal, normal)) < parallel_tolerance;
    });
}

}  // namespace

Contact contact_of(const Tower& tower, const std::vector<Outline>& parts, const SidednessRow& row) {
    CornerOverEdge c = row.first;
    Vec2 point = parts[c.corner_part].world_corner(c.corner);
    Vec2 normal = parts[c.edge_part].edges[c.edge].normal;  // into the corner's part
    if (row.is_mean) {
        const CornerOverEdge& d = row.second;
        point = 0.5 * (point + parts[d.corner_part].world_corner(d.corner));
        normal = normal - parts[d.edge_part].edges[d.edge].normal;
        normal = (1.0 / norm(normal)) * normal;
    }
    const bool is_upright = std::abs(normal.y) < parallel_tolerance;
    const bool corner_is_upper = is_upright ? normal.x < 0.0 : normal.y > 0.0;
    const bool corner_of_table = c.corner_part >= tower.bodies.size();
    const bool edge_of_table = c.edge_part >= tower.bodies.size();
    const bool swap = corner_of_table || (!edge_of_table && !corner_is_upper && is_face_on_face(parts, c));

    Contact contact;
    contact.a = swap ? c.edge_part : c.corner_part;
    contact.b = swap ? c.corner_part : c.edge_part;
    contact.point = point;
    contact.normal = swap ? -normal : normal;
    if (swap && row.is_mean) c = row.second;  // the half whose corner is a's
    contact.vertex_part = c.corner_part;
    contact.vertex = c.corner;
    contact.edge_part = c.edge_part;
    contact.edge = c.edge;
    const Outline &below = parts[c.edge_part], &above = parts[c.corner_part];
    const Edge& edge = below.edges[c.edge];
    if (c.edge_part < tower.bodies.size())
        contact.fraction =
            (along(below, edge, above, above.corners[c.corner]) - edge.from) / (edge.to - edge.from);
    return contact;
}

gauss::Row mean(const gauss::Row& a, const gauss::Row& b) {
    gauss::Row result;
    result.lower = 0.5 * (a.lower + b.lower);
    for (const gauss::Row* row : {&a, &b})
        for (const gauss::Block& block : row->blocks()) {
            std::array<double, 6> half{};
            for (std::size_t i = 0; i < block.size; ++i) half[i] = 0.5 * block.coefficients[i];
            result.add(block.body, std::span<const double>(half.data(), block.size));
        }
    return result;
}

ContactForce contact_force(const Contact& contact, double force) {
    return {contact.a, contact.b, contact.point, contact.normal, force};
}

}  // namespace restraint::bricks
