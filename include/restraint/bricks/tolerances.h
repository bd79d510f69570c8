#pragma once

#include <limits>

namespace restraint::bricks {

/// The tolerances of geometry, named once. Lengths are relative to the mean brick size (tower.h, mean_size),
/// so that a tower in millimetres is judged like the same tower in metres.

/// Two features nearer than this are a contact: the rounding of positions that are meant to agree.
inline constexpr double touching_tolerance = 1e-9;
/// Bodies that overlap more deeply at the start are refused. Far wider than `touching`, so that a saved state
/// of a collapse reads back.
inline constexpr double overlap_tolerance = 1e-6;
/// A gap below this, yet no contact, earns a warning: bricks that were probably meant to touch.
inline constexpr double near_gap = 1e-3;
/// Two edges whose directions differ by less (radians) are parallel: they may lie on each other although one
/// of them dips into the other body by up to `overlap`; a normal that is less off level is level.
inline constexpr double parallel_tolerance = 1e-6;

/// The distance in m below which two features touch. The second term is what rounding does to a coordinate of
/// that size (m) in a tower far from the origin.
inline double touching_distance(double mean_brick_size, double coordinate) {
    const double eps = std::numeric_limits<double>::epsilon();
    return touching_tolerance * mean_brick_size + 64.0 * eps * (coordinate < 0.0 ? -coordinate : coordinate);
}

}  // namespace restraint::bricks
