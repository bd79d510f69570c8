#pragma once

namespace restraint::collide {

/// How far a vertex may stand out of the plane of a face, as a share of the shape's size, before the shape
/// counts as not convex or the face as not plane: coordinates are typed with seven digits. Also the sine of
/// the angle up to which two faces are one plane.
inline constexpr double flatness_tolerance = 1e-6;

/// A distance by which a candidate for the normal must be better, as a share of length_scale: some thousand
/// roundings of a coordinate. So parallel faces give the normal of a face.
inline constexpr double distance_tolerance = 1e-12;

/// The share of the farthest coordinate that length_scale is at least: distance_tolerance of that share is
/// 1e-15 of the coordinate, some roundings of it.
inline constexpr double coordinate_share = 1e-3;

/// The sine of the angle between two edges below which they are parallel: their cross product is then
/// rounding, and faces or vertices have the normal.
inline constexpr double parallel_edges = 1e-7;

/// The sine by which a normal across an edge may lean towards a face: what rounding makes of the cross
/// product of nearly parallel edges.
inline constexpr double outermost_rounding = 1e-9;

/// The sine of the angle between the sides of two polygons below which they do not cross.
inline constexpr double parallel_sides = 1e-9;

}  // namespace restraint::collide
