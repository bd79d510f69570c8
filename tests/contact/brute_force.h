#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "restraint/contact/simulation.h"

namespace restraint::contact {

/// How deep two bodies are in each other, by a way of its own: along every normal of a face and every cross
/// product of two sides of faces the shadows of the bodies are compared; the smallest overlap of shadows is
/// the depth. Negative: apart along that axis. For a ball, also from its centre to every vertex and to the
/// nearest point of every side.
inline double depth(const collide::ConvexShape& a, const collide::Pose& pose_a, const collide::ConvexShape& b,
                    const collide::Pose& pose_b) {
    struct Cloud {
        std::vector<Vec3> points, normals, sides, ends;
        double radius;
    };
    const auto cloud = [](const collide::ConvexShape& s, const collide::Pose& pose) {
        Cloud c{{}, {}, {}, {}, s.radius};
        for (Vec3 v : s.vertices) c.points.push_back(pose.to_world(v));
        for (const auto& face : s.faces) {
            for (std::size_t k = 0; k < face.size(); ++k) {
                const std::size_t from = face[k], to = face[(k + 1) % face.size()];
                if (to < from) continue;  // the face beyond this side lists it from `to` to `from`
                c.ends.push_back(c.points[from]);
                c.sides.push_back(c.points[to] - c.points[from]);
            }
            c.normals.push_back(
                cross(c.points[face[1]] - c.points[face[0]], c.points[face[2]] - c.points[face[0]]));
        }
        return c;
    };
    const Cloud p = cloud(a, pose_a), q = cloud(b, pose_b);
    double least = std::numeric_limits<double>::infinity();
    const auto compare = [&](Vec3 axis) {
        const double length = norm(axis);
        if (!(length > 0.0)) return;  // any other direction is as good a witness as its shadows say
        const auto shadow = [&](const Cloud& c) {
            double low = std::numeric_limits<double>::infinity(), high = -low;
            for (Vec3 v : c.points) {
                low = std::min(low, dot(v, axis) / length - c.radius);
                high = std::max(high, dot(v, axis) / length + c.radius);
            }
            return std::pair{low, high};
        };
        const auto [low_p, high_p] = shadow(p);
        const auto [low_q, high_q] = shadow(q);
        least = std::min({least, high_p - low_q, high_q - low_p});
    };
    for (Vec3 n : p.normals) compare(n);
    for (Vec3 n : q.normals) compare(n);
    for (Vec3 u : p.sides)
        for (Vec3 w : q.sides) compare(cross(u, w));
    const auto compare_ball = [&](const Cloud& ball, const Cloud& other) {
        const Vec3 centre = ball.points[0];
        for (Vec3 v : other.points) compare(centre - v);
        for (std::size_t k = 0; k < other.sides.size(); ++k) {
            const Vec3 along = other.sides[k], from = other.ends[k];
            const double share = dot(centre - from, along) / dot(along, along);
            if (share > 0.0 && share < 1.0) compare(centre - (from + share * along));
        }
    };
    if (a.is_ball()) compare_ball(p, q);
    if (b.is_ball()) compare_ball(q, p);
    return least;
}

/// Whether the balls around the bodies' centres of mass that hold all their points are apart: such bodies are
/// not in each other, and the comparison of shadows can be spared.
inline bool balls_are_apart(const collide::ConvexShape& a, const collide::Pose& pose_a,
                            const collide::ConvexShape& b, const collide::Pose& pose_b) {
    const auto reach = [](const collide::ConvexShape& s) {
        double farthest = 0.0;
        for (Vec3 v : s.vertices) farthest = std::max(farthest, norm(v));
        return farthest + s.radius;
    };
    return norm(pose_a.to_world(Vec3{}) - pose_b.to_world(Vec3{})) > reach(a) + reach(b);
}

/// The largest depth of all pairs that may touch and whose balls are not apart.
inline double deepest(const World& world) {
    double worst = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < world.parts.size(); ++i)
        for (std::size_t j = i + 1; j < world.parts.size(); ++j) {
            const world::Part &a = world.parts[i], &b = world.parts[j];
            const collide::Pose pose_a = world.bodies[a.body].pose(), pose_b = world.bodies[b.body].pose();
            if (world.may_touch(i, j) && !balls_are_apart(a.shape, pose_a, b.shape, pose_b))
                worst = std::max(worst, depth(a.shape, pose_a, b.shape, pose_b));
        }
    return worst;
}

}  // namespace restraint::contact
