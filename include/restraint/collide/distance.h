#pragma once

#include <cstddef>
#include <limits>

#include "restraint/collide/convex.h"

namespace restraint::collide {

/// Which features of A and B define a normal.
enum class FeatureKind { face_of_a, face_of_b, edge_edge, vertex_edge, edge_vertex, vertex_vertex };

/// Feature `a` of A and feature `b` of B. For a face the other one is the vertex that faces it.
struct Features {
    FeatureKind kind = FeatureKind::vertex_vertex;
    std::size_t a = 0, b = 0;
};

/// How two bodies lie to each other.
struct Separation {
    double distance = 0.0;  // D, m; negative: the depth of the overlap
    Vec3 normal;            // unit, from B to A
    double plane = 0.0;     // d: the plane normal.x = d lies half way between them   [OBA-3.6]
    Vec3 point_a, point_b;  // a pair of closest points (if the bodies overlap: of deepest ones)
    Features features;      // of the cores; a witness for the next time
    bool proved =
        false;  // |point_a - point_b| = D to within rounding: no plane can be farther apart than two points
};

/// The signed extent between the bodies along a unit normal n is min over A of n.q - max over B of n.q; the
/// distance is the LARGEST such number over all n (the thesis once says minimum), and each one is a lower
/// bound. So, from scratch: of all normals that features of the bodies define, the one with the largest gap.
/// [OBA-3.1, OBA-3.2, OBA-3.3, OBA-3.4, OBA-3.5, OBA-A.4, OBA-A.5, OBA-A.6, OBA-A.7]
///
/// Faces come first, then pairs of edges, which are all that touching or overlapping bodies need, then
/// vertices with edges and with each other; the search ends as soon as two points prove a normal right. Exact
/// up to 1e-12 of length_scale, by which later candidates must be better: so parallel faces give the normal
/// of a face.
Separation find_separation(const ConvexShape& a, const Pose& pose_a, const ConvexShape& b,
                           const Pose& pose_b);

/// The distance, beginning with the normal of `witness`, the features of an earlier call. Two convex
/// polyhedra do not overlap if and only if a plane separates them, and then there is one that contains a face
/// of one of them, or is parallel to an edge of each: the plane that separated them a moment ago mostly still
/// does. [PBM-G-witness]
///
/// beyond   m: if the old plane keeps the bodies at least so far apart, that lower bound is the distance
///          returned. Else the old normal is kept if two points prove it right, and
///          searched for from scratch if not, as always where bodies overlap: there the features prove
///          nothing.
/// On return `witness` has the features found, and `hit` says whether the old ones served.
Separation find_separation(const ConvexShape& a, const Pose& pose_a, const ConvexShape& b, const Pose& pose_b,
                           Features& witness, bool& hit,
                           double beyond = std::numeric_limits<double>::infinity());

/// The length to which tolerances for a pair are relative: the mean of the sizes, but no less than what
/// rounding leaves of the coordinates at the pair's place.
double length_scale(const ConvexShape& a, const Pose& pose_a, const ConvexShape& b, const Pose& pose_b);

}  // namespace restraint::collide
