#pragma once

#include <set>
#include <vector>

#include "restraint/gauss/row.h"
#include "restraint/oba/world.h"

namespace restraint::oba {

/// A plane between two bodies A and B, with OBA's normal from A to B, and its collision frame.   [OBA-6.20]
struct PlaneBetween {
    Vec3 normal, x, y;  // n, n_x, n_y: orthonormal, right-handed
    double offset = 0;  // d: n.q = d half way between the bodies
    Vec3 center;        // a point of the plane, about which it turns
    int carrier = -1;   // the body that it goes along with, -1 for A and 1 for B: that of its face
};

/// The plane but for its point.
PlaneBetween plane_between(const collide::Separation& separation);

/// The critical vertices of a part are never forgotten within a frame.
using CriticalVertices = std::set<std::size_t>;

/// Adds each vertex q with  outwards.q >= max outwards.q' - slab,  the maximum over all vertices q' of the
/// part: those that are nearest to the plane, or farthest beyond it.
void add_critical(const ConvexShape& shape, const Pose& pose, Vec3 outwards, double slab,
                  CriticalVertices& critical);

/// Row of a vertex q of A (`side` -1) or of B (`side` +1): after the perturbation it is on its side of the
/// perturbed plane, up to second order.   [OBA-6.1, OBA-6.2, OBA-6.18, OBA-6.19]
/// [OBA-A.3.1-4, OBA-A.3.1-5, OBA-6.11, OBA-6.14]
///
///     A:   n.dx + ((q - x) x n).dphi + n_x.(q - c) delta_x + n_y.(q - c) delta_y - delta_d <= d - n.q - r
///     B:   the same left side >= d - n.q + r
///
/// The plane turns about its own point c and not about the origin, so that delta_d is the change of its
/// distance from c; r is the radius of a ball, 0 for a polyhedron.
/// body, plane    numbers of the blocks of six (dx, dphi) and three (delta_x, delta_y, delta_d) variables;
///                `moves` false: the body is fixed and has none
gauss::Row separation_row(const PlaneBetween& between, int side, Vec3 vertex, double radius, Vec3 body_center,
                          bool moves, std::size_t body, std::size_t plane);

}  // namespace restraint::oba
