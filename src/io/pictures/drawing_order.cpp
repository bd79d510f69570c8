#include "restraint/io/pictures/drawing_order.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "../tolerances.h"

namespace restraint::io {

namespace {

/// A body as it stands in a frame.
struct Placed {
    const FilmBody& body;
    std::vector<Vec3> points;  // the centre of a ball
    double depth = 0.0;        // of the centre, towards the eye
    Rectangle seen;            // on the picture
};

Placed placed(const FilmBody& body, const FilmPose& pose, const Camera& camera) {
    Placed result{body, {}, dot(camera.toward, pose.position), {}};
    for (const Vec3 p : body.points) result.points.push_back(pose(p));
    if (body.faces.empty()) result.points = {pose.position};
    const Vec2 first = camera.seen(result.points[0]);
    result.seen = {first.x, first.y, first.x, first.y};
    for (const Vec3 p : result.points) result.seen.include(camera.seen(p));
    result.seen = result.seen.grown(body.faces.empty() ? body.radius : 0.0);
    return result;
}

/// Of the faces of a, the one before which b lies farthest: how far, and whether it faces the eye (> 0).
struct Side {
    double gap = -std::numeric_limits<double>::infinity();
    double facing = 0.0;
};
Side farthest_side(const Placed& a, const Placed& b, const Camera& camera) {
    Side best;
    for (const auto& face : a.body.faces) {
        const Vec3 p = a.points[face[0]];
        const Vec3 normal = normalized(cross(a.points[face[1]] - p, a.points[face[2]] - p));
        double gap = std::numeric_limits<double>::infinity();
        for (const Vec3 q : b.points) gap = std::min(gap, dot(normal, q - p));
        if (b.body.faces.empty()) gap -= b.body.radius;
        if (gap > best.gap) best = {gap, dot(normal, camera.toward)};
    }
    return best;
}

/// Above 0: b is nearer to the eye than a and may hide it; below 0: a is nearer.
double nearer(const Placed& a, const Placed& b, const Camera& camera) {
    const Side of_a = farthest_side(a, b, camera), of_b = farthest_side(b, a, camera);
    if (a.body.faces.empty() && b.body.faces.empty()) return b.depth - a.depth;
    return of_a.gap > of_b.gap ? of_a.facing : -of_b.facing;
}

}  // namespace

DrawingOrder drawing_order(const Film& film, const FilmFrame& frame, const Camera& camera) {
    const std::size_t n = film.bodies.size();
    DrawingOrder order{{}, std::vector<bool>(n, false)};
    std::vector<Placed> bodies;
    for (std::size_t i = 0; i < n; ++i) bodies.push_back(placed(film.bodies[i], frame.poses[i], camera));
    std::vector<std::vector<std::size_t>> behind(n);  // what must be drawn before body i
    for (std::size_t i = 0; i < n && !film.flat; ++i)
        for (std::size_t j = 0; j < i; ++j) {
            if (!bodies[i].seen.meets(bodies[j].seen)) continue;
            const double sign = nearer(bodies[i], bodies[j], camera);
            if (std::abs(sign) < on_edge) continue;  // the face is seen on edge
            const std::size_t near = sign > 0.0 ? j : i, far = sign > 0.0 ? i : j;
            behind[near].push_back(far);
            if (film.bodies[near].fixed && !film.bodies[far].fixed) order.is_glass[near] = true;
        }
    std::vector<std::size_t> by_depth(n);
    std::iota(by_depth.begin(), by_depth.end(), std::size_t{0});
    std::stable_sort(by_depth.begin(), by_depth.end(),
                     [&](std::size_t i, std::size_t j) { return bodies[i].depth < bodies[j].depth; });
    std::vector<bool> begun(n, false);
    const auto draw = [&](const auto& self, std::size_t i) -> void {  // first what it may hide
        if (begun[i]) return;  // done, or a ring of bodies that hide each other: cut here
        begun[i] = true;
        for (const std::size_t j : behind[i]) self(self, j);
        order.bodies.push_back(i);
    };
    for (const std::size_t i : by_depth) draw(draw, i);
    return order;
}

}  // namespace restraint::io
