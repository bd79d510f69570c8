#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "restraint/linalg/vec3.h"
#include "restraint/rigid/pose.h"

namespace restraint::rigid {

/// A solid bounded by plane faces. Each face lists its vertices counter-clockwise as seen from outside.
struct Polyhedron {
    std::vector<Vec3> vertices;  // m
    std::vector<std::vector<std::size_t>> faces;
};

/// Throws std::invalid_argument "WHAT is VALUE UNIT, but must be positive and finite" unless it is.
void require_positive(const std::string& what, double value, const std::string& unit);

/// Throws std::invalid_argument that says what is wrong and where, unless the faces close the solid and look
/// outwards: indices exist, coordinates are finite, every edge is used once in each direction, and the volume
/// is positive (else it is inside out, or flat).
void require_closed(const Polyhedron& polyhedron);

/// A box with the given edge lengths, centred on the origin; vertex i has x > 0 if bit 0 of i is set, y if
/// bit 1, z if bit 2. Throws std::invalid_argument if a length is not positive and finite.
Polyhedron make_box(Vec3 size);

/// The prism over a counter-clockwise convex or concave polygon of the xy plane, from z = -depth/2 to
/// depth/2.
Polyhedron make_prism(std::span<const Vec3> polygon, double depth);

/// The same solid, moved.
Polyhedron moved(Polyhedron polyhedron, const Pose& pose);

}  // namespace restraint::rigid
