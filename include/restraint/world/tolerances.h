#pragma once

namespace restraint::world {

/// What the rows of joints are wrong by, as a share of their lengths: a step leaves the joints open by that.
/// The rows of a closed loop are combinations of each other when it is closed, and contradict each other by
/// what it is open.
inline constexpr double joint_rounding = 1e-4;

/// What the sums over the terms of such rows are rounded by, as shares of the largest velocity or
/// acceleration: the first of the three that leaves an answer is taken.
inline constexpr double row_sum_roundings[] = {1e-12, 1e-9, 1e-6};

/// The difference of two velocities or matrices, as a share of the larger one, that counts as none: some
/// roundings of a product of three matrices.
inline constexpr double derived_rounding = 1e-9;

/// The squared sine of the angle between two edges in contact below which they are parallel: the normal is
/// then not their cross product, and the contact stays as it was.
inline constexpr double parallel_edges = 1e-14;

}  // namespace restraint::world
