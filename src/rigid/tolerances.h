#pragma once

namespace restraint::rigid {

/// A moment of inertia that counts as zero, as a share of the tensor's largest entry: points on a line have
/// 0, a rod 1 x 1e-5 x 1e-5 has 2e-10.
inline constexpr double no_moment = 1e-12;

/// What a moment of inertia may exceed the sum of the other two by, as a share of the largest: coordinates
/// are typed with seven digits.
inline constexpr double moment_rounding = 1e-6;

/// Volume over the sum of the moduli of its terms: below this the rounding of the coordinates decides the
/// sign of the volume. A rod 1 x 1e-5 x 1e-5 has 1e-11.
inline constexpr double no_volume = 1e-12;

}  // namespace restraint::rigid
