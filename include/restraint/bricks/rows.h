#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "restraint/bricks/contacts.h"
#include "restraint/bricks/tower.h"
#include "restraint/gauss/row.h"
#include "restraint/linalg/vec2.h"

/// How the gap of a contact changes with the motion of the bodies, and the rows that say so. A brick has
/// three variables, (x, y, angle): accelerations, velocities or virtual velocities of its centre, and of its
/// turn.
namespace restraint::bricks {

/// Velocity in m/s of the point of a part that is at the world point p:  v + omega x r.
Vec2 point_velocity(const Tower& tower, std::size_t part, Vec2 p);

/// The rate in m/s at which the gap opens:  n . (v_a - v_b) at the contact point.   [ROTE-4.3, BARAFF89-33]
double gap_velocity(const Tower& tower, const Contact& contact);

/// The part of the gap's second derivative, in m/s^2, that the present velocities settle; the unknown
/// accelerations add  n . ((v_a' + omega_a' x r_a) - (v_b' + omega_b' x r_b)).   [ROTE-4.4, BARAFF89-34]
double gap_velocity_term(const Tower& tower, const Contact& contact);

/// The row  n . (motion of a - motion of b at the contact point) >= lower.   [ROTE-S1, ROTE-S2acc]
/// Fixed parts do not appear. The multiplier of the row is the force along n on a.
gauss::Row contact_row(const Tower& tower, const Contact& contact, double lower);

/// The value of that row for motions of all bodies: the rate of the gap.
double gap_rate(const Tower& tower, const Contact& contact, const std::vector<Motion>& motions);

/// The x and the y row that keep the vertices of a pin together:  motion of a's - motion of b's = difference.
std::array<gauss::Row, 2> pin_rows(const Tower& tower, const Pin& pin, Vec2 difference);

/// The difference in pin_rows that accelerations must have in m/s^2: the vertices' centripetal accelerations
/// -omega^2 r are not equal, and the unknown accelerations make up for it.
Vec2 pin_velocity_term(const Tower& tower, const Pin& pin);

}  // namespace restraint::bricks
