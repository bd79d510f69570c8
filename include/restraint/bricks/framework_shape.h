#pragma once

#include <vector>

#include "restraint/bricks/framework.h"
#include "restraint/bricks/motion.h"
#include "restraint/bricks/shape.h"
#include "restraint/bricks/tower.h"

/// The shapes of bricks that are frameworks: nearly rectangles, for bars keep their lengths only nearly.
namespace restraint::bricks {

/// The parts of the tower (shape.h): each brick as the outline through its four corner points, wherever those
/// are; then the tables.
std::vector<Outline> framework_outlines(const Framework& framework, const Tower& tower);

/// Gives each brick of the tower that is not fixed the pose and the motion that fit its points best: the
/// centre, the turn of the corners, and momentum and angular momentum. Angles stay unwrapped.
void fit_bodies(const Framework& framework, Tower& tower);

/// Kinetic and potential energy of the points, J; see motion.h.
Energy energy(const Framework& framework, Vec2 gravity, double seconds_before = 0.0);

}  // namespace restraint::bricks
