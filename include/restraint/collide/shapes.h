#pragma once

#include "restraint/collide/convex.h"
#include "restraint/rigid/polyhedron.h"

namespace restraint::collide {

using rigid::Polyhedron;

/// A convex polyhedron ready for the questions of this chapter. Throws std::invalid_argument if it is not
/// closed and outward (see rigid::require_closed), not convex, or a face is not plane, by more than 1e-6 of
/// the size; it names the face and the vertex.
ConvexShape make_convex(const Polyhedron& polyhedron);

/// A ball about the origin. Throws std::invalid_argument if the radius is not positive and finite.
ConvexShape make_ball(double radius);

}  // namespace restraint::collide
