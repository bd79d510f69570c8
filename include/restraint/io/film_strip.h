#pragma once

#include <string>

#include "restraint/io/film.h"

namespace restraint::io {

/// A motion as a picture: six moments of the film side by side, evenly spaced from the start until the tower
/// has come down or has left the window; bricks, tables, contact forces as arrows, times, scales. An SVG
/// file. Throws std::invalid_argument if the film has no frame.
std::string film_strip(const Film& film);

}  // namespace restraint::io
