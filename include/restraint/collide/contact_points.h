#pragma once

#include <cstddef>
#include <vector>

#include "restraint/collide/convex.h"
#include "restraint/collide/distance.h"

namespace restraint::collide {

/// What touches what. A ball touches with its surface, and its normal turns as it rolls about an edge or a
/// vertex.
enum class ContactKind {
    vertex_face,  // a vertex of A, or a ball A, on a plane of B
    edge_edge,    // two edges that cross
    ball_edge,    // the ball A on an edge of B
    ball_vertex,  // the ball A on a vertex of B, or on the ball B
};

/// A point at which bodies A and B touch.   [PBM-G-code-Contact]
struct Contact {
    ContactKind kind = ContactKind::vertex_face;
    std::size_t a = 0, b = 0;  // A has the vertex or the ball, B the face; the normal points from B into A
    Vec3 point;                // p, in the middle of the gap
    Vec3 normal;               // n, unit: of the face of B, or along e_a x e_b
    Vec3 edge_a, edge_b;       // unit directions of the edges, e_a x e_b along +n; edge_b also for ball_edge
    double gap = 0.0;          // distance along n between the two bodies here, m; negative if they overlap
    Vec3 core_a, core_b;       // points of the cores: point_a of A (a ball's centre), point_b of B
    bool degenerate = false;   // vertex on vertex, vertex on edge, parallel edges: see below
};

/// The contact points of two bodies whose separation is known: the corners of the region common to the
/// extreme features of both, seen along the normal, that lie within `slab` metres of the extremes.
/// [PBM-G-contactregion, BARAFF89-region, PBM-G-edgenormal]
///
/// A vertex on a closed face is vertex_face with that face's normal; if vertices of both bodies meet there,
/// it is A's. Crossing edges are edge_edge. A vertex on a vertex or on an edge, and the ends of the common
/// part of parallel edges, are degenerate: B is thought of as bounded by a plane whose normal is the average
/// of those of the faces nearby that separate the bodies (or, if the bodies are a little apart, that of their
/// separation), and the contact is vertex_face with it. That plane separates, too: the gap along a sum of
/// normals is at least the sum of their gaps.   [BARAFF89-degen]
///
/// `index_a`, `index_b` are stored in the contacts; where the roles are exchanged, so that A has the vertex,
/// they are, too. Never empty: if no features lie over each other within the slab, the closest points are the
/// one contact.
std::vector<Contact> contact_points(const ConvexShape& a, const Pose& pose_a, std::size_t index_a,
                                    const ConvexShape& b, const Pose& pose_b, std::size_t index_b,
                                    const Separation& separation, double slab);

}  // namespace restraint::collide
