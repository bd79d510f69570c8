#pragma once

#include <cstddef>
#include <vector>

#include "restraint/linalg/vec3.h"
#include "restraint/rigid/pose.h"

/// Chapter collide: where do two bodies touch, how far are they apart, and when do they meet?   (PBM part G,
/// section 7; OBA chapter 3; BARAFF89 section 4)
///
/// Read in this order: convex.h (shapes), shapes.h (which make them), broad_phase.h (which boxes overlap),
/// distance.h (the plane between two bodies: how far apart they are, and along which normal, with witnesses
/// that are remembered), contact_points.h (the points at which they touch), passing.h (have they gone through
/// each other between two times at which they are apart?). When a distance becomes zero, ode/event.h tells.
///
/// A normal points out of body B and into body A, as in PBM and BARAFF89; OBA's points the other way.
/// Distances are negative where bodies overlap. Everything is in the world frame, in metres.
namespace restraint::collide {

using rigid::Pose;

/// An edge between the faces `left` and `right`; it runs from `from` to `to` in `left`, and back in `right`.
struct Edge {
    std::size_t from = 0, to = 0;
    std::size_t left = 0, right = 0;
};

/// A convex body in its own space: all points no farther than `radius` from a convex core. The core of a
/// polyhedron is itself, with radius 0; that of a ball is one vertex.
struct ConvexShape {
    std::vector<Vec3> vertices;
    std::vector<std::vector<std::size_t>> faces;  // counter-clockwise from outside
    std::vector<Vec3> normals;                    // of the faces, unit length, outwards
    std::vector<Edge> edges;                      // without those between two faces of one plane
    double radius = 0.0;
    double size =
        0.0;  // m, longest side of the box around it in its own space; tolerances are relative to it

    bool is_ball() const { return faces.empty(); }
};

/// The vertex of the core that is farthest in a direction of body space; the first one of several.
std::size_t farthest_vertex(const ConvexShape& shape, Vec3 direction);

/// The smallest distance between two parallel planes that have a convex shape between them, one of them
/// through a face (for a ball, the diameter): a bound on its thickness from above, and at most a few times
/// it.
double thickness(const ConvexShape& shape);

/// An axis-parallel box.
struct Box {
    Vec3 low, high;
};

/// The smallest axis-parallel box around the shape at a pose, widened by `margin` on every side.
Box bounding_box(const ConvexShape& shape, const Pose& pose, double margin = 0.0);

/// True if the boxes have a point in common, their boundaries included.
bool overlap(const Box& a, const Box& b);

}  // namespace restraint::collide
