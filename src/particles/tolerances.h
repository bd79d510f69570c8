#pragma once

namespace restraint::particles {

/// | |N| - 1 | of a wall's normal N, which stands squared in the formulas of part C.
inline constexpr double unit_normal = 1e-12;
/// The error of N.(X - P), over the largest coordinate of X and P; 16 roundings, so that a particle on a wall
/// far from the origin is on it.
inline constexpr double distance_rounding = 16 * 0x1p-52;
/// N.v at the start of a step, over Wall::still(): a slower approach is the rounding of the last projection.
inline constexpr double approach_rounding = 1e-6;
/// The length of the bracket of an instant of contact, over the step: the particle's motion beyond its wall
/// in that time is lost when it is displaced.
inline constexpr double contact_instant = 1e-12;
/// How far an edge of a pattern runs across a thread, over its length; the rounding of the pattern's points.
inline constexpr double on_thread = 1e-9;
/// |n_1 x n_2| of two segments; below it the chain is straight, and rounding alone chooses its plane.
inline constexpr double straight = 1e-12;

}  // namespace restraint::particles
