#include "restraint/collide/convex.h"

#include <algorithm>
#include <limits>

namespace restraint::collide {

std::size_t farthest_vertex(const ConvexShape& shape, Vec3 direction) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < shape.vertices.size(); ++i)
        if (dot(direction, shape.vertices[i]) > dot(direction, shape.vertices[best])) best = i;
    return best;
}

double thickness(const ConvexShape& shape) {
    if (shape.is_ball()) return 2.0 * shape.radius;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t f = 0; f < shape.faces.size(); ++f) {
        const Vec3 n = shape.normals[f], on_face = shape.vertices[shape.faces[f][0]];
        least = std::min(least, dot(n, on_face - shape.vertices[farthest_vertex(shape, -n)]));
    }
    return least + 2.0 * shape.radius;
}

Box bounding_box(const ConvexShape& shape, const Pose& pose, double margin) {
    Vec3 low = pose.to_world(shape.vertices[0]), high = low;
    for (std::size_t i = 1; i < shape.vertices.size(); ++i) {
        const Vec3 v = pose.to_world(shape.vertices[i]);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            low[axis] = std::min(low[axis], v[axis]);
            high[axis] = std::max(high[axis], v[axis]);
        }
    }
    const double wider = shape.radius + margin;
    return {low - Vec3{wider, wider, wider}, high + Vec3{wider, wider, wider}};
}

bool overlap(const Box& a, const Box& b) {
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (a.low[axis] > b.high[axis] || b.low[axis] > a.high[axis]) return false;
    return true;
}

}  // namespace restraint::collide
