#pragma once

#include <string>

#include "restraint/io/pictures/film.h"

namespace restraint::io {

/// A motion as a picture: up to six moments side by side, see telling_frames; bodies, tables, lines, contact
/// forces as arrows, shadows on a floor that is seen from above, times, scales. An SVG file. Throws
/// std::invalid_argument if the film has no frame.
std::string film_strip(const Film& film, const Camera& camera);

}  // namespace restraint::io
