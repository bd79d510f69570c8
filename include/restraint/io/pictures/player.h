#pragma once

#include <string>
#include <vector>

#include "restraint/io/pictures/film.h"

namespace restraint::io {

/// One motion, or two side by side by one clock, as one self-contained HTML file that plays them in any
/// browser: play, step, scrub, loop, speed; forces, velocities and names on and off; what the pointer is on;
/// the trace of a point; energy and momentum as curves. Numbers in it are rounded to six digits. Its source
/// is src/io/pictures/player.inc, which says how a film is laid out. Of two films the first one's `look` is
/// the title of the page. Throws std::invalid_argument if a film has no frame, or a number that is not
/// finite.
std::string player_page(const std::vector<Film>& films);

}  // namespace restraint::io
