#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "restraint/bricks/tower.h"
#include "restraint/io/text/errors.h"

namespace restraint::io {

/// The tower file: one item a line, in any order; # starts a comment.
///
///     gravity GX GY                                 m/s^2; without the line 0 -9.81
///     table   X_LEFT X_RIGHT Y_TOP                  a fixed support of everything below; several are allowed
///     brick   NAME X Y ANGLE WIDTH HEIGHT [word...] a rectangle: centre, angle in radians
///     polygon NAME X Y X Y X Y ...        [word...] convex, counter-clockwise, at least three vertices
///     pin     NAME VERTEX NAME VERTEX               two vertices that are the same point
///
/// The words of a body, in any order: density D (kg/m^2, default 1) or mass M (kg), velocity VX VY OMEGA,
/// fixed. Tables are named table, table2, ... in their order. No number may be larger than 1e50, no size
/// smaller than 1e-50, so that no product of them leaves the range of a double.

/// The tower of a text. Throws FileError `NAME:LINE: what is wrong` for anything that is not exactly as
/// above, for a name that is used twice, and for two bodies that overlap (the later one's line), or a pin
/// whose vertices are apart, by more than bricks::overlap_tolerance.
bricks::Tower read_tower(std::string_view text, const std::string& name);

/// The tower of the file at `path`, or of standard input if that is "-". At most 16 MiB.
bricks::Tower load_tower(const std::string& path, std::istream& standard_input);

/// The tower as a file, after the lines of `comment`. Writing, reading and writing again gives the same
/// bits; a brick reads back exactly, the vertices of a turned polygon to rounding (its angle starts at 0
/// again). Throws std::invalid_argument if a number is not finite.
std::string tower_text(const bricks::Tower& tower, const std::string& comment = "");

}  // namespace restraint::io
