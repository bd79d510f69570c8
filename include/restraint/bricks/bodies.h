#pragma once

#include <string>
#include <vector>

#include "restraint/bricks/tower.h"
#include "restraint/linalg/vec2.h"

namespace restraint::bricks {

/// A rectangle of width x height m and of the given density in kg/m^2, at rest. Throws std::invalid_argument
/// naming the value if a size or the density is not positive and finite, the pose is not finite, or the angle
/// is above largest_angle.
Body make_brick(std::string name, Pose pose, double width, double height, double density = 1.0);

/// A convex polygon from its vertices in the world, counter-clockwise; centre of mass, mass and moment of
/// inertia are computed from them. Throws std::invalid_argument if there are fewer than three, or they are
/// not strictly convex and counter-clockwise.
Body make_polygon(std::string name, const std::vector<Vec2>& world_vertices, double density = 1.0);

/// Gives the body another mass in kg; its moment of inertia changes in proportion. Throws
/// std::invalid_argument if it is not positive and finite.
void set_mass(Body& body, double mass);

}  // namespace restraint::bricks
