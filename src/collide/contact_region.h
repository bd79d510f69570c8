#pragma once

#include <cstddef>
#include <vector>

#include "placed.h"

namespace restraint::collide {

/// A corner of the region in which two bodies touch: what meets there, and where.
struct RegionPoint {
    enum class Kind { vertex_of_a, vertex_of_b, edges } kind = Kind::vertex_of_a;
    Vec3 point_a, point_b;           // on the two cores, one over the other along the normal
    std::size_t a = 0, b = 0;        // the vertex of A or B; for edges both edges' first vertices
    std::size_t a_to = 0, b_to = 0;  // ... and their second ones
    bool in_polygon =
        false;  // the vertex lies on a face of the other body, and not only on an edge or vertex
    bool faces_both = false;  // the extreme features of both bodies are faces
};

/// The corners of the intersection of the two extreme polygons, projected along the normal (from B to A):
/// vertices of A in the polygon of B, then of B in that of A, then crossings of edges. `slab` in m is also
/// the distance at which points are the same.   [PBM-G-contactregion]
std::vector<RegionPoint> contact_region(const Placed& a, const Placed& b, Vec3 normal, double slab);

}  // namespace restraint::collide
