#include "restraint/collide/contact_points.h"

#include <algorithm>

#include "contact_region.h"
#include "placed.h"

namespace restraint::collide {

namespace {

// The two bodies with their indices; `exchanged` reads them the other way round.
struct Two {
    const Placed& a;
    const Placed& b;
    std::size_t index_a, index_b;
    Vec3 normal;  // from B to A
    Two exchanged() const { return {b, a, index_b, index_a, -normal}; }
};

Contact contact_between(const Two& bodies, ContactKind kind, Vec3 core_a, Vec3 core_b, Vec3 normal) {
    Contact contact{kind, bodies.index_a, bodies.index_b, {}, normal, {}, {}, 0.0, core_a, core_b};
    const double radius_a = bodies.a.shape.radius, radius_b = bodies.b.shape.radius;
    contact.gap = dot(normal, core_a - core_b) - radius_a - radius_b;
    contact.point = 0.5 * (core_a - radius_a * normal + core_b + radius_b * normal);
    return contact;
}

// A vertex of A on B: on a face with its normal, the one that looks most along that of the separation, else
// degenerate with that of the separation.
Contact vertex_contact(const Two& bodies, Vec3 vertex, Vec3 below, bool on_face) {
    Vec3 n = bodies.normal;
    if (on_face) {
        const std::vector<Vec3>& normals = bodies.b.normals;
        n = *std::max_element(normals.begin(), normals.end(),
                              [&](Vec3 p, Vec3 q) { return dot(p, bodies.normal) < dot(q, bodies.normal); });
        below = vertex - (dot(n, vertex) - extent_along(bodies.b, n).high) * n;
    }
    Contact contact = contact_between(bodies, ContactKind::vertex_face, vertex, below, n);
    contact.degenerate = !on_face;
    return contact;
}

// True if the corners of the region span less than both polygons do: two faces that share only an edge or a
// vertex.
bool is_thin(const ContactRegion& region, double slab) {
    if (!region.face_a || !region.face_b || region.corners.empty()) return false;
    // The farthest corner from the first, then the farthest from the line through both.
    const Vec3 first = region.corners[0].point_a;
    Vec3 along;
    for (const RegionPoint& r : region.corners)
        if (norm(r.point_a - first) > norm(along)) along = r.point_a - first;
    if (norm(along) <= 2.0 * slab) return true;
    return std::all_of(region.corners.begin(), region.corners.end(), [&](const RegionPoint& r) {
        return norm(cross(normalized(along), r.point_a - first)) <= 2.0 * slab;
    });
}

// The sum of the normals of all faces whose planes separate the bodies up to the slab.   [BARAFF89-degen]
Vec3 averaged_normal(const Two& bodies, double slab) {
    Vec3 sum;
    const auto add = [&](Vec3 n) {
        if (extent_along(bodies.a, n).low - extent_along(bodies.b, n).high >= -slab) sum += n;
    };
    for (Vec3 n : bodies.b.normals) add(n);
    for (Vec3 n : bodies.a.normals) add(-n);
    return norm(sum) > 0.0 ? normalized(sum) : bodies.normal;
}

Contact edge_contact(const Two& bodies, const RegionPoint& r) {
    Vec3 e_a = normalized(r.edge_a);
    const Vec3 e_b = normalized(r.edge_b);
    Vec3 n = normalized(cross(e_a, e_b));  // [PBM-G-edgenormal]
    if (dot(n, bodies.normal) < 0.0) {
        e_a = -e_a;
        n = -n;
    }
    Contact contact = contact_between(bodies, ContactKind::edge_edge, r.point_a, r.point_b, n);
    contact.edge_a = e_a;
    contact.edge_b = e_b;
    return contact;
}

// A is a ball; the normal was found from B's feature.
Contact ball_contact(const Two& bodies, FeatureKind kind, std::size_t feature_of_b,
                     const Separation& separation) {
    const Placed& b = bodies.b;
    const Vec3 center = bodies.a.vertices[0], n = bodies.normal;
    if (b.shape.is_ball() || kind == FeatureKind::vertex_vertex)
        return contact_between(bodies, ContactKind::ball_vertex, center, b.vertices[feature_of_b], n);
    const Vec3 below =
        center - (separation.distance + bodies.a.shape.radius + b.shape.radius) * n;  // on B's core
    const bool on_edge = kind == FeatureKind::vertex_edge || kind == FeatureKind::edge_vertex;
    Contact contact = contact_between(bodies, on_edge ? ContactKind::ball_edge : ContactKind::vertex_face,
                                      center, below, n);
    if (on_edge) contact.edge_b = normalized(b.edge_direction(feature_of_b));
    return contact;
}

}  // namespace

std::vector<Contact> contact_points(const ConvexShape& a, const Pose& pose_a, std::size_t index_a,
                                    const ConvexShape& b, const Pose& pose_b, std::size_t index_b,
                                    const Separation& separation, double slab) {
    const Placed placed_a(a, pose_a), placed_b(b, pose_b);
    Two bodies{placed_a, placed_b, index_a, index_b, separation.normal};
    const Features& f = separation.features;
    if (a.is_ball()) return {ball_contact(bodies, f.kind, f.b, separation)};
    if (b.is_ball()) return {ball_contact(bodies.exchanged(), f.kind, f.a, separation)};

    std::vector<Contact> contacts;
    const ContactRegion region = contact_region(placed_a, placed_b, separation.normal, slab);
    const bool thin = is_thin(region, slab);
    if (thin) bodies.normal = averaged_normal(bodies, slab);
    for (const RegionPoint& r : region.corners)
        if (r.kind == RegionPoint::Kind::vertex_of_a)
            contacts.push_back(vertex_contact(bodies, r.point_a, r.point_b, region.face_b && !thin));
        else if (r.kind == RegionPoint::Kind::vertex_of_b)
            contacts.push_back(
                vertex_contact(bodies.exchanged(), r.point_b, r.point_a, region.face_a && !thin));
        else contacts.push_back(edge_contact(bodies, r));
    if (contacts.empty())
        contacts.push_back(vertex_contact(bodies, separation.point_a, separation.point_b, false));
    return contacts;
}

}  // namespace restraint::collide
