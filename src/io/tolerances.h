#pragma once

/// What chapter io allows for rounding, and what it refuses in a file.
namespace restraint::io {

/// A number of a tower file, in its own unit; above it products of six such numbers would leave the range of
/// a double.
inline constexpr double largest_number = 1e50;
/// A size or mass of a tower file, in m or kg; below it quotients of such numbers would leave that range.
inline constexpr double smallest_size = 1e-50;
/// A scene's time t less k dt, relative to (k + 1) t: k sums have rounded it, each by half of 2^-52; what is
/// nearer is printed as k dt in decimals.
inline constexpr double summed_time = 2.3e-16;
/// The cosine between the normal of a face and the line of sight: a face of no more is seen on edge, and
/// hides nothing. (Of two balls: the difference of their depths in m.)
inline constexpr double on_edge = 1e-9;
/// The upward part of a contact's unit normal, below which its force is shown on the other body: rounding
/// must not turn the arrow of an upright wall.
inline constexpr double level_normal = 1e-9;
/// A length of a picture in its unit; what is smaller, or 0, has no scale of round numbers.
inline constexpr double shortest_scale = 1e-300;

}  // namespace restraint::io
