#pragma once

#include <string>
#include <vector>

#include "restraint/bricks/stability.h"
#include "restraint/bricks/tower.h"

namespace restraint::io {

/// The proof of a verdict as a picture, an SVG file. Stable: the contact forces on the upper bodies as
/// arrows, and beside them, where `ranges` (one a contact, or none) are given, bars from the least to the
/// greatest force. Unstable: where the motion that proves it takes the bodies, and where they were.
std::string stability_picture(const std::string& title, const bricks::Tower& tower,
                              const bricks::Stability& stability,
                              const std::vector<bricks::ForceRange>& ranges);

}  // namespace restraint::io
