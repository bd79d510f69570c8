#pragma once

#include <string>

#include "restraint/bricks/tower.h"

namespace restraint::io {

/// The tower as a file, after the lines of `comment`. Writing, reading and writing again gives the same
/// bits; a brick reads back exactly, the vertices of a turned polygon to rounding (its angle starts at 0
/// again). Throws std::invalid_argument if a number is not finite.
std::string tower_text(const bricks::Tower& tower, const std::string& comment = "");

}  // namespace restraint::io
