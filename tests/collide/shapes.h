#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "../random.h"
#include "restraint/collide/convex.h"
#include "restraint/collide/shapes.h"
#include "restraint/linalg/quaternion.h"

namespace restraint::collide {

inline ConvexShape cube(double edge = 1.0) { return make_convex(rigid::make_box({edge, edge, edge})); }

/// A regular octahedron with vertices at distance r.
inline ConvexShape octahedron(double r) {
    return make_convex(
        {{{r, 0, 0}, {-r, 0, 0}, {0, r, 0}, {0, -r, 0}, {0, 0, r}, {0, 0, -r}},
         {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}});
}

inline ConvexShape tetrahedron() {
    return make_convex(
        {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}});
}

/// A prism over a regular polygon.
inline ConvexShape prism(std::size_t sides, double radius, double depth) {
    std::vector<Vec3> polygon;
    for (std::size_t k = 0; k < sides; ++k) {
        const double angle = 4.0 * std::acos(0.0) * static_cast<double>(k) / static_cast<double>(sides);
        polygon.push_back({radius * std::cos(angle), radius * std::sin(angle), 0});
    }
    return make_convex(rigid::make_prism(polygon, depth));
}

/// Signed extent between the bodies along n: min over A of n.q - max over B of n.q, by their vertices one by
/// one. [OBA-3.1]
inline double gap_along(const ConvexShape& a, const Pose& pose_a, const ConvexShape& b, const Pose& pose_b,
                        Vec3 normal) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (Vec3 v : a.vertices) low = std::min(low, dot(normal, pose_a.to_world(v)) - a.radius);
    for (Vec3 v : b.vertices) high = std::max(high, dot(normal, pose_b.to_world(v)) + b.radius);
    return low - high;
}

inline Pose random_pose(Random& random, double spread) {
    const Vec3 position = random_vec3(random, spread);
    return {position, to_matrix(from_rotation_vector(random_vec3(random, 3.0)))};
}

inline ConvexShape random_shape(Random& random) {
    switch (random.index(6)) {
        case 0:
            return cube(random.uniform(0.5, 1.5));
        case 1:
            return make_convex(
                rigid::make_box({random.uniform(0.2, 2), random.uniform(0.2, 2), random.uniform(0.2, 2)}));
        case 2:
            return octahedron(random.uniform(0.4, 1.0));
        case 3:
            return tetrahedron();
        case 4:
            return prism(3 + random.index(5), random.uniform(0.3, 1), random.uniform(0.3, 1));
        default:
            return make_ball(random.uniform(0.2, 0.8));
    }
}

/// Turned about z by an angle.
inline Mat3 about_z(double angle) { return to_matrix(from_rotation_vector({0, 0, angle})); }

}  // namespace restraint::collide
