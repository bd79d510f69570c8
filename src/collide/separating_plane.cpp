#include "restraint/collide/separating_plane.h"

#include <algorithm>

#include "placed.h"

namespace restraint::collide {

namespace {

std::optional<SeparatingPlane> plane_of(const Features& defining, const Placed& a, const Placed& b) {
    SeparatingPlane plane;
    plane.defining = defining;
    if (defining.kind == FeatureKind::face_of_a) plane.normal = -a.normals[defining.a];
    else if (defining.kind == FeatureKind::face_of_b) plane.normal = b.normals[defining.b];
    else {
        const Vec3 across =
            cross(normalized(a.edge_direction(defining.a)), normalized(b.edge_direction(defining.b)));
        if (!(norm(across) > 1e-9)) return std::nullopt;  // parallel edges: the plane is that of a face
        plane.normal = normalized(across);
        // Of the two senses the one that separates better.
        const Extent on_a = extent_along(a, plane.normal), on_b = extent_along(b, plane.normal);
        if (on_b.low - on_a.high > on_a.low - on_b.high) plane.normal = -plane.normal;
    }
    const double low = extent_along(a, plane.normal).low - a.shape.radius;
    const double high = extent_along(b, plane.normal).high + b.shape.radius;
    plane.margin = low - high;
    plane.offset = defining.kind == FeatureKind::face_of_a   ? low
                   : defining.kind == FeatureKind::face_of_b ? high
                                                             : 0.5 * (low + high);
    return plane;
}

// Strictly inside every face.
bool inside(const Placed& body, Vec3 p) {
    for (std::size_t f = 0; f < body.normals.size(); ++f)
        if (dot(body.normals[f], p - body.vertices[body.shape.faces[f][0]]) >= 0.0) return false;
    return true;
}

// The segment from p to q comes from one side of the face to the other, and passes the plane inside the face.
bool pierces(Vec3 p, Vec3 q, const Placed& body, std::size_t face) {
    const auto& loop = body.shape.faces[face];
    const Vec3 n = body.normals[face], corner = body.vertices[loop[0]];
    const double from = dot(n, p - corner), to = dot(n, q - corner);
    if (!(from * to < 0.0)) return false;
    const Vec3 x = p + (from / (from - to)) * (q - p);
    for (std::size_t k = 0; k < loop.size(); ++k) {
        const Vec3 start = body.vertices[loop[k]], along = body.vertices[loop[(k + 1) % loop.size()]] - start;
        if (!(dot(cross(along, x - start), n) > 0.0)) return false;
    }
    return true;
}

bool still_overlaps(const OverlapWitness& witness, const Placed& a, const Placed& b) {
    using Kind = OverlapWitness::Kind;
    switch (witness.kind) {
        case Kind::vertex_of_a:
            return inside(b, a.vertices[witness.feature]);
        case Kind::vertex_of_b:
            return inside(a, b.vertices[witness.feature]);
        case Kind::edge_of_a:
            return pierces(a.edge_from(witness.feature), a.edge_to(witness.feature), b, witness.face);
        case Kind::edge_of_b:
            return pierces(b.edge_from(witness.feature), b.edge_to(witness.feature), a, witness.face);
    }
    return false;
}

std::optional<OverlapWitness> find_overlap_witness(const Placed& a, const Placed& b) {
    using Kind = OverlapWitness::Kind;
    const auto search = [&](Kind kind, std::size_t features,
                            std::size_t faces) -> std::optional<OverlapWitness> {
        for (std::size_t i = 0; i < features; ++i)
            for (std::size_t f = 0; f < faces; ++f)
                if (still_overlaps({kind, i, f}, a, b)) return OverlapWitness{kind, i, f};
        return std::nullopt;
    };
    if (auto found = search(Kind::vertex_of_a, a.vertices.size(), 1)) return found;
    if (auto found = search(Kind::vertex_of_b, b.vertices.size(), 1)) return found;
    if (auto found = search(Kind::edge_of_a, a.shape.edges.size(), b.normals.size())) return found;
    return search(Kind::edge_of_b, b.shape.edges.size(), a.normals.size());
}

std::optional<SeparatingPlane> find_separating_plane(const Placed& a, const Placed& b) {
    const auto search = [&](FeatureKind kind, std::size_t of_a,
                            std::size_t of_b) -> std::optional<SeparatingPlane> {
        for (std::size_t i = 0; i < of_a; ++i)
            for (std::size_t j = 0; j < of_b; ++j)
                if (const auto plane = plane_of({kind, i, j}, a, b); plane && separates(*plane)) return plane;
        return std::nullopt;
    };
    if (auto found = search(FeatureKind::face_of_b, 1, b.normals.size())) return found;
    if (auto found = search(FeatureKind::face_of_a, a.normals.size(), 1)) return found;
    return search(FeatureKind::edge_edge, a.shape.edges.size(), b.shape.edges.size());
}

}  // namespace

bool separates(const SeparatingPlane& plane, double tolerance) { return plane.margin >= -tolerance; }

std::optional<SeparatingPlane> plane_of(const Features& defining, const ConvexShape& a, const Pose& pose_a,
                                        const ConvexShape& b, const Pose& pose_b) {
    return plane_of(defining, Placed(a, pose_a), Placed(b, pose_b));
}

std::optional<SeparatingPlane> find_separating_plane(const ConvexShape& a, const Pose& pose_a,
                                                     const ConvexShape& b, const Pose& pose_b) {
    return find_separating_plane(Placed(a, pose_a), Placed(b, pose_b));
}

std::optional<OverlapWitness> find_overlap_witness(const ConvexShape& a, const Pose& pose_a,
                                                   const ConvexShape& b, const Pose& pose_b) {
    return find_overlap_witness(Placed(a, pose_a), Placed(b, pose_b));
}

bool still_overlaps(const OverlapWitness& witness, const ConvexShape& a, const Pose& pose_a,
                    const ConvexShape& b, const Pose& pose_b) {
    return still_overlaps(witness, Placed(a, pose_a), Placed(b, pose_b));
}

bool PairWitness::disjoint(const ConvexShape& a, const Pose& pose_a, const ConvexShape& b,
                           const Pose& pose_b) {
    const Placed placed_a(a, pose_a), placed_b(b, pose_b);
    ++questions_;
    if (plane_) {
        plane_ = plane_of(plane_->defining, placed_a, placed_b);
        if (plane_ && separates(*plane_)) {
            ++hits_;
            return true;
        }
    } else if (overlap_ && still_overlaps(*overlap_, placed_a, placed_b)) {
        ++hits_;
        return false;
    }
    plane_ = find_separating_plane(placed_a, placed_b);
    overlap_ = plane_ ? std::nullopt : find_overlap_witness(placed_a, placed_b);
    return plane_.has_value();
}

}  // namespace restraint::collide
