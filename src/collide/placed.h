#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "restraint/collide/convex.h"

namespace restraint::collide {

/// A shape with its vertices and normals in the world.
struct Placed {
    Placed(const ConvexShape& of, const Pose& pose) : shape(of) {
        for (Vec3 v : of.vertices) vertices.push_back(pose.to_world(v));
        for (Vec3 n : of.normals) normals.push_back(pose.turn(n));
    }
    const ConvexShape& shape;
    std::vector<Vec3> vertices, normals;

    Vec3 edge_from(std::size_t e) const { return vertices[shape.edges[e].from]; }
    Vec3 edge_direction(std::size_t e) const { return vertices[shape.edges[e].to] - edge_from(e); }
};

/// Least and greatest value of n.q over the core.
struct Extent {
    double low, high;
    std::size_t lowest, highest;  // vertices where they are taken, the first of several
};
inline Extent extent_along(const Placed& body, Vec3 n) {
    const double first = dot(n, body.vertices[0]);
    Extent extent{first, first, 0, 0};
    for (std::size_t i = 1; i < body.vertices.size(); ++i) {
        const double value = dot(n, body.vertices[i]);
        if (value < extent.low) extent.low = value, extent.lowest = i;
        if (value > extent.high) extent.high = value, extent.highest = i;
    }
    return extent;
}

/// The point of a segment from p along u that is closest to x; u may be zero.
inline Vec3 on_segment(Vec3 p, Vec3 u, Vec3 x) {
    const double length2 = dot(u, u);
    return length2 > 0.0 ? p + std::clamp(dot(x - p, u) / length2, 0.0, 1.0) * u : p;
}

}  // namespace restraint::collide
