#pragma once

namespace restraint::world {

/// The difference of two velocities or matrices, as a share of the larger one, that counts as none: some
/// roundings of a product of three matrices.
inline constexpr double derived_rounding = 1e-9;

/// The squared sine of the angle between two edges in contact below which they are parallel: the normal is
/// then not their cross product, and the contact stays as it was.
inline constexpr double parallel_edges = 1e-14;

}  // namespace restraint::world
