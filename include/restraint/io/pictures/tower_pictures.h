#pragma once

#include <string>

#include "restraint/bricks/equilibrium_program.h"
#include "restraint/bricks/motion.h"
#include "restraint/bricks/tower.h"
#include "restraint/io/pictures/film.h"

/// Pictures of towers: their films, and the proof of a verdict.
namespace restraint::io {

/// The flat film of a tower, still without frames.
Film tower_film(const std::string& title, const bricks::Tower& tower);

/// The moment that a tower is in, after a step that reported `report`: the contact forces, each on the upper
/// body of its pair, and those of the pins.
FilmFrame tower_frame(const bricks::Tower& tower, const bricks::StepReport& report = {});

/// A vector of the plane in space.
inline Vec3 in_space(Vec2 v) { return {v.x, v.y, 0.0}; }

/// The proof of a verdict as a picture, an SVG file. Stable: the contact forces on the upper bodies as
/// arrows, and beside them, where `ranges` (one a contact, or none) are given, bars from the least to the
/// greatest force. Unstable: where the motion that proves it takes the bodies, and where they were.
std::string stability_picture(const std::string& title, const bricks::Tower& tower,
                              const bricks::Stability& stability,
                              const std::vector<bricks::ForceRange>& ranges);

}  // namespace restraint::io
