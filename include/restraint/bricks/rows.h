#pragma once

#include <cstddef>
#include <vector>

#include "restraint/bricks/tower.h"
#include "restraint/gauss/row.h"
#include "restraint/linalg/vec2.h"

/// The rows of points that touch. A brick has three variables, (x, y, angle): accelerations, velocities or
/// virtual velocities of its centre, and of its turn. Fixed parts do not appear, and do not move, whatever a
/// file says of their velocity.
namespace restraint::bricks {

/// From the part's centre to the world point p; of a table, from the origin.
Vec2 arm_of(const Tower& tower, std::size_t part, Vec2 p);

/// Velocity in m/s of the point of a part that is at the world point p:  v + omega x r.
Vec2 point_velocity(const Tower& tower, std::size_t part, Vec2 p);

/// The gap of a corner and a side below it does not close. n is the side's unit normal, or a share of it; p
/// and q are the points of the corner's and of the side's part, that lie `arm` and `edge_arm` from their
/// centres:   [ROTE-S1, ROTE-S2acc]
///
///     n . (motion of p - motion of q)  >=  lower side
///
/// The lower side is that of accelerations: the gap's second derivative  n . (p'' - q'') + 2 n' . (p' - q')
/// has the part that the velocities settle, with -omega^2 r in p'' and q'', and n' = omega x n.
/// [ROTE-4.4, BARAFF89-34, ROTE-S2d]
void add_gap(const Tower& tower, std::size_t corner_part, Vec2 arm, std::size_t edge_part, Vec2 edge_arm,
             Vec2 normal, gauss::Row& row);

/// Of each pin the x and the y row that keep its vertices together:  motion of a's - motion of b's = the
/// difference that their centripetal accelerations need.
std::vector<gauss::Row> pin_rows(const Tower& tower);

}  // namespace restraint::bricks
