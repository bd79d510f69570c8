#include "restraint/oba/separation_rows.h"

#include <algorithm>

namespace restraint::oba {

PlaneBetween plane_between(const collide::Separation& separation) {
    PlaneBetween between;
    between.normal = -separation.normal;
    between.offset = -separation.plane;  // half way, touching or not   [OBA-6.20]
    between.x = unit_across(between.normal);
    between.y = cross(between.normal, between.x);
    between.carrier = separation.features.kind == collide::FeatureKind::face_of_b ? 1 : -1;
    return between;
}

void add_critical(const ConvexShape& shape, const Pose& pose, Vec3 outwards, double slab,
                  CriticalVertices& critical) {
    const Vec3 direction = transpose_times(pose.orientation, outwards);
    double farthest = dot(direction, shape.vertices[0]);
    for (const Vec3& vertex : shape.vertices) farthest = std::max(farthest, dot(direction, vertex));
    for (std::size_t i = 0; i < shape.vertices.size(); ++i)
        if (dot(direction, shape.vertices[i]) >= farthest - slab) critical.insert(i);
}

gauss::Row separation_row(const PlaneBetween& between, int side, Vec3 vertex, double radius, Vec3 body_center,
                          bool moves, std::size_t body, std::size_t plane) {
    const Vec3 n = between.normal, turn = cross(vertex - body_center, n), arm = vertex - between.center;
    const double room = between.offset - dot(n, vertex);
    gauss::Row row;
    if (side < 0) row.lower = -std::numeric_limits<double>::infinity();
    (side < 0 ? row.upper : row.lower) = room + side * radius;
    if (moves) row.add(body, {n.x, n.y, n.z, turn.x, turn.y, turn.z});
    row.add(plane, {dot(between.x, arm), dot(between.y, arm), -1.0});
    return row;
}

}  // namespace restraint::oba
