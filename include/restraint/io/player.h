#pragma once

#include <string>

#include "restraint/io/film.h"

namespace restraint::io {

/// A motion as one self-contained HTML file that plays it in any browser: play, pause, step, scrub, speed;
/// forces, velocities and names on and off; energy and momentum as curves. Numbers in it are rounded to six
/// digits. Its source is src/io/player.inc, which says how the film is laid out.
/// Throws std::invalid_argument if the film has no frame.
std::string player_page(const Film& film);

}  // namespace restraint::io
