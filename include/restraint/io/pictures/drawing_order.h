#pragma once

#include <cstddef>
#include <vector>

#include "restraint/io/pictures/film.h"

namespace restraint::io {

/// The order in which to draw the bodies of a frame, so that near ones hide far ones.
struct DrawingOrder {
    std::vector<std::size_t> bodies;
    std::vector<bool> is_glass;  // one a body: fixed, and before something that moves; not to hide it
};

/// Two convex bodies lie on either side of a face of one of them. The body on the eye's side of the face is
/// drawn after the other. So a floor lies under all that stands on it, however large it is, and a near wall
/// before all that is in the room.
DrawingOrder drawing_order(const Film& film, const FilmFrame& frame, const Camera& camera);

}  // namespace restraint::io
