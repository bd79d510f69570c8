#include "restraint/collide/distance.h"

#include <algorithm>

#include "contact_region.h"
#include "placed.h"
#include "tolerances.h"

namespace restraint::collide {

namespace {

// The foot of x on the plane of a convex face if x stands over the face (but for rounding); else a corner of
// the face, which proves nothing.
Vec3 on_face(const Placed& body, std::size_t face, Vec3 x) {
    const auto& loop = body.shape.faces[face];
    const Vec3 n = body.normals[face], corner = body.vertices[loop[0]];
    const Vec3 foot = x - dot(n, x - corner) * n;
    for (std::size_t k = 0; k < loop.size(); ++k) {
        const Vec3 p = body.vertices[loop[k]], u = body.vertices[loop[(k + 1) % loop.size()]] - p;
        if (dot(cross(u, foot - p), n) < -distance_tolerance * dot(u, u)) return corner;
    }
    return foot;
}

struct Points {
    Vec3 a, b;
};

// Closest points of two segments p + s u and q + t w, 0 <= s, t <= 1, that are not parallel; one of them, or
// both, may have no length.
Points closest_points_of_segments(Vec3 p, Vec3 u, Vec3 q, Vec3 w) {
    const double uu = dot(u, u), ww = dot(w, w), uw = dot(u, w);
    const Vec3 r = p - q;
    // sin^2 of the angle times uu ww: 0 for a segment of no length; parallel edges define no normal.
    const double determinant = uu * ww - uw * uw;
    double s =
        determinant > 0.0 ? std::clamp((uw * dot(w, r) - ww * dot(u, r)) / determinant, 0.0, 1.0) : 0.0;
    const double t = ww > 0.0 ? std::clamp(dot(w, p + s * u - q) / ww, 0.0, 1.0) : 0.0;
    s = uu > 0.0 ? std::clamp(dot(u, q + t * w - p) / uu, 0.0, 1.0) : 0.0;
    return {p + s * u, on_segment(q, w, p + s * u)};
}

bool has_edge_of_a(FeatureKind kind) {
    return kind == FeatureKind::edge_edge || kind == FeatureKind::edge_vertex;
}
bool has_edge_of_b(FeatureKind kind) {
    return kind == FeatureKind::edge_edge || kind == FeatureKind::vertex_edge;
}

// Closest points of the features themselves; a vertex is a segment of no length.
Points closest_points(const Placed& a, const Placed& b, const Features& f) {
    if (f.kind == FeatureKind::face_of_a) return {on_face(a, f.a, b.vertices[f.b]), b.vertices[f.b]};
    if (f.kind == FeatureKind::face_of_b) return {a.vertices[f.a], on_face(b, f.b, a.vertices[f.a])};
    const bool edge_a = has_edge_of_a(f.kind), edge_b = has_edge_of_b(f.kind);
    return closest_points_of_segments(
        edge_a ? a.edge_from(f.a) : a.vertices[f.a], edge_a ? a.edge_direction(f.a) : Vec3{},
        edge_b ? b.edge_from(f.b) : b.vertices[f.b], edge_b ? b.edge_direction(f.b) : Vec3{});
}

// A search for the normal with the largest gap between two cores.
struct Search {
    const Placed& a;
    const Placed& b;
    double tolerance;  // m
    bool any = false;
    double best = 0.0;
    Vec3 normal{};
    Features features{};

    void consider(double gap, Vec3 n, const Features& candidate) {
        if (any && !(gap > best + tolerance)) return;
        any = true;
        best = gap;
        normal = n;
        features = candidate;
    }
    // No normal is better than the best one if two points are as near as its gap is wide.
    bool is_proved() const {
        if (!any || !(best > 0.0)) return false;
        const Points points = closest_points(a, b, features);
        return norm(points.a - points.b) <= best + 2.0 * tolerance;
    }
};

// The normal of a face, and the vertex of the other body that faces it.   [OBA-3.4]
void try_face(Search& search, Features f) {
    const bool of_b = f.kind == FeatureKind::face_of_b;
    const Vec3 n = of_b ? search.b.normals[f.b] : -search.a.normals[f.a];
    const Extent on_a = extent_along(search.a, n), on_b = extent_along(search.b, n);
    if (of_b) f.a = on_a.lowest;
    else f.b = on_b.highest;
    search.consider(on_a.low - on_b.high, n, f);  // [OBA-3.1]
}

// True if no point of the body lies beyond its edge in the direction n, which is across the edge: n then
// leads away from both faces. Rounding of n counts as within.
bool is_outermost(const Placed& body, std::size_t edge, Vec3 n) {
    const Edge& e = body.shape.edges[edge];
    const Vec3 along = normalized(body.edge_direction(edge));
    return dot(n, cross(body.normals[e.left], along)) <= outermost_rounding &&
           dot(n, cross(along, body.normals[e.right])) <= outermost_rounding;
}

// The cross product of two edges, in the sense in which both are outermost, if there is one. Parallel edges
// have none.   [OBA-3.5]
void try_edges(Search& search, const Features& f) {
    const Vec3 across =
        cross(normalized(search.a.edge_direction(f.a)), normalized(search.b.edge_direction(f.b)));
    if (!(norm(across) > parallel_edges)) return;
    const Vec3 direction = normalized(across);
    for (Vec3 n : {direction, -direction})
        if (is_outermost(search.a, f.a, -n) && is_outermost(search.b, f.b, n))
            search.consider(dot(n, search.a.edge_from(f.a) - search.b.edge_from(f.b)), n, f);
}

// x is beside the edge, not beyond its ends (where a vertex is closest, which is another pair of features).
bool is_beside(const Placed& body, std::size_t edge, Vec3 x) {
    const Vec3 u = body.edge_direction(edge);
    const double along = dot(x - body.edge_from(edge), u);
    return along > 0.0 && along < dot(u, u);
}

// The direction from the feature of B to that of A, if these are the closest points of the bodies: then the
// gap is as wide as the points are apart. (The other sense, of which the thesis speaks, never wins: where
// bodies overlap, a face or two edges have the normal.)   [OBA-3.2, OBA-3.3, OBA-A.4]
void try_points(Search& search, const Features& f) {
    if (f.kind == FeatureKind::vertex_edge && !is_beside(search.b, f.b, search.a.vertices[f.a])) return;
    if (f.kind == FeatureKind::edge_vertex && !is_beside(search.a, f.a, search.b.vertices[f.b])) return;
    const Points points = closest_points(search.a, search.b, f);
    const double length = norm(points.a - points.b);
    if (!(length > search.tolerance)) return;  // they touch, and have no direction
    const Vec3 n = (points.a - points.b) / length;
    const double gap = extent_along(search.a, n).low - extent_along(search.b, n).high;
    if (gap >= length - 2.0 * search.tolerance) search.consider(gap, n, f);
}

// The normal that a pair of features defines.
void try_features(Search& search, const Features& f) {
    if (f.kind == FeatureKind::face_of_a || f.kind == FeatureKind::face_of_b) try_face(search, f);
    else if (f.kind == FeatureKind::edge_edge) try_edges(search, f);
    else try_points(search, f);
}

// Every pair of features of some kind, from the counts of A's and B's.
void try_all(Search& search, FeatureKind kind, std::size_t count_a, std::size_t count_b) {
    for (std::size_t i = 0; i < count_a; ++i)
        for (std::size_t j = 0; j < count_b; ++j) try_features(search, {kind, i, j});
}

// From the cores to the bodies: both surfaces come nearer by their radii.   [OBA-A.5, OBA-A.6, OBA-A.7]
Separation finished(const Search& search) {
    const Placed &a = search.a, &b = search.b;
    const double radius_a = a.shape.radius, radius_b = b.shape.radius;
    Separation result;
    result.distance = search.best - radius_a - radius_b;
    result.normal = search.normal;
    result.features = search.features;
    result.plane = 0.5 * (extent_along(a, result.normal).low - radius_a +
                          extent_along(b, result.normal).high + radius_b);  // [OBA-3.6]
    Points points = closest_points(a, b, search.features);
    result.proved = search.is_proved();
    if (!result.proved) {  // faces that cross without a vertex over the other one, or an overlap
        const auto region = contact_region(a, b, result.normal, search.tolerance).corners;
        if (!region.empty()) {
            points = {region[0].point_a, region[0].point_b};
            result.proved = norm(points.a - points.b) <= search.best + 2.0 * search.tolerance;
        }
    }
    result.point_a = points.a - radius_a * result.normal;
    result.point_b = points.b + radius_b * result.normal;
    return result;
}

Separation searched(Search search) {
    const ConvexShape &a = search.a.shape, &b = search.b.shape;
    try_all(search, FeatureKind::face_of_b, 1, b.faces.size());
    try_all(search, FeatureKind::face_of_a, a.faces.size(), 1);
    if (!search.is_proved()) try_all(search, FeatureKind::edge_edge, a.edges.size(), b.edges.size());
    // Bodies that touch or overlap have found their normal; others may be nearest at vertices.
    if (!search.any || (search.best > 0.0 && !search.is_proved())) {
        try_all(search, FeatureKind::vertex_edge, a.vertices.size(), b.edges.size());
        try_all(search, FeatureKind::edge_vertex, a.edges.size(), b.vertices.size());
        try_all(search, FeatureKind::vertex_vertex, a.vertices.size(), b.vertices.size());
    }
    // Two balls with the same centre: no direction is special, and any will do.
    if (!search.any) search.consider(0.0, {0, 0, 1}, {});
    return finished(search);
}

bool fits(const Features& f, const ConvexShape& a, const ConvexShape& b) {
    const auto count = [](const ConvexShape& shape, bool face, bool edge) {
        return face ? shape.faces.size() : edge ? shape.edges.size() : shape.vertices.size();
    };
    return f.a < count(a, f.kind == FeatureKind::face_of_a, has_edge_of_a(f.kind)) &&
           f.b < count(b, f.kind == FeatureKind::face_of_b, has_edge_of_b(f.kind));
}

}  // namespace

double length_scale(const ConvexShape& a, const Pose& pose_a, const ConvexShape& b, const Pose& pose_b) {
    const double far = std::max(max_norm(pose_a.position), max_norm(pose_b.position));
    return std::max(0.5 * (a.size + b.size), coordinate_share * far);
}

Separation find_separation(const ConvexShape& a, const Pose& pose_a, const ConvexShape& b,
                           const Pose& pose_b) {
    const Placed placed_a(a, pose_a), placed_b(b, pose_b);
    return searched({placed_a, placed_b, distance_tolerance * length_scale(a, pose_a, b, pose_b)});
}

Separation find_separation(const ConvexShape& a, const Pose& pose_a, const ConvexShape& b, const Pose& pose_b,
                           Features& witness, bool& hit, double beyond) {
    const Placed placed_a(a, pose_a), placed_b(b, pose_b);
    Search search{placed_a, placed_b, distance_tolerance * length_scale(a, pose_a, b, pose_b)};
    if (fits(witness, a, b)) try_features(search, witness);
    Separation result;
    if (search.any) result = finished(search);
    hit = result.proved || (search.any && result.distance >= beyond);
    if (!hit) result = searched({placed_a, placed_b, search.tolerance});
    witness = result.features;
    return result;
}

}  // namespace restraint::collide
