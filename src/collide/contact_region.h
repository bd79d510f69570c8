#pragma once

#include <vector>

#include "placed.h"

namespace restraint::collide {

/// A corner of the region in which two bodies touch: what meets there, and where.
struct RegionPoint {
    enum class Kind { vertex_of_a, vertex_of_b, edges } kind = Kind::vertex_of_a;
    Vec3 point_a, point_b;  // on the two cores, one over the other along the normal
    Vec3 edge_a, edge_b;    // edges: along them
};

struct ContactRegion {
    std::vector<RegionPoint> corners;
    bool face_a = false, face_b = false;  // the extreme feature of A, of B, is a face, no edge or vertex
};

/// The corners of the intersection of the two extreme polygons, projected along the normal (from B to A):
/// vertices of A in the polygon of B, then of B in that of A, then crossings of edges. The extreme polygon of
/// a body is spanned by the vertices within `slab` m of its extreme; `slab` is also the distance up to which
/// two points count as one.   [PBM-G-contactregion]
ContactRegion contact_region(const Placed& a, const Placed& b, Vec3 normal, double slab);

}  // namespace restraint::collide
