#pragma once

#include <cstddef>

/// All tolerances and limits of the chapter; those of the position update that a caller may change are the
/// members of PositionOptions.
namespace restraint::oba {

// Position update.

/// What the active rows leave of a row, over its length: with less it is their combination. Along what is
/// left, bodies would go 10 m, through walls, to mend an overlap of 1e-9 m.
inline constexpr double row_rounding = 1e-10;
/// How far a body may be over its plane, as a share of the overlap that is none: a wedged body, which
/// rounding puts there, then contradicts nothing.
inline constexpr double overlap_aim = 0.4;
/// Rows of the pairs of an island beyond which they may be rough: most of the time would go into rows that
/// are hardly violated.
inline constexpr std::size_t many_rows = 1000;
/// What these rows may be violated by, as a share of the overlap that is none.
inline constexpr double rough_overlap = 0.1;
/// The inverse mass of a plane over that of the bodies beside it, so that planes hardly hold bodies back.
/// With far more, the plane's rows would be almost dependent.
inline constexpr double plane_ease = 100.0;
/// The inverse mass of a plane's rim in a turn over that of the plane in a shift, at most: with more,
/// rounding would show at a far rim.
inline constexpr double widest_turn = 10.0;
/// What the bounds on rotations are multiplied by after each QP once patience is at its end, so that planes
/// that jump between features come to rest.
inline constexpr double shrinkage = 0.5;

// Scripts.

/// Mass of a scripted body over that of the heaviest free one: it gives way only where free bodies cannot.
inline constexpr double script_weight = 1e3;
/// Speed of a script that is behind, over its own: what is caught up in one frame would be a blow.
inline constexpr double catching_up = 2.0;
/// The distance, over the smallest size, that a body behind its script catches up in a frame if the script
/// stands: at twice the speed 0 it would never catch up.
inline constexpr double slow_catching_up = 0.1;

// Free flight.

/// rad, the longest part of a turn: the midpoint rule keeps the energy to the third power of this.
inline constexpr double longest_turn = 0.05;
/// Parts of a frame's turn, at most: it bounds the time that a frame takes, however fast a body spins.
inline constexpr double most_turns = 1e3;
/// Steps of conservative advancement to one meeting, at most: bodies that graze each other come nearer for
/// ever.
inline constexpr std::size_t advancement_limit = 200;

// Momentum update.

/// Approaches, of the fastest body and of g dt: slower ones are rounding and no collision.
inline constexpr double resting_share = 1e-12;
/// Sides of the rows of velocities, of the largest velocity and g dt: what they are rounded by.
inline constexpr double speed_rounding = 1e-15;
/// Contacts of a group beyond which its rounds are rough: there, most of the time would go into rows that are
/// hardly violated, which does not matter as long as s changes.
inline constexpr std::size_t many_contacts = 650;
/// s that counts as 0 in the first rough round, of the fastest speed. Rows may be violated by a third of it.
inline constexpr double first_roughness = 3e-4;
/// The same in a later round, of the change of s in the round before.
inline constexpr double later_roughness = 0.03;
/// Sliding, of g dt: the octagon is not turned towards slower sliding, whose direction is rounding.
inline constexpr double slow_sliding = 1e-3;
/// Kinetic energy that a bounce adds, relative: less is rounding, and the bounce is not made lower.
inline constexpr double energy_rounding = 1e-9;
/// rad, between a direction and a face: nearer ones do not open its contact.
inline constexpr double parallel = 1e-6;
/// Normal impulses of an answer that sticks, over those without friction: larger ones hold a body only by
/// impulses that press against each other.
inline constexpr double clamping = 2.0;
/// Error of s, of the fastest speed: a smaller one is no reason for rounds from another start.
inline constexpr double worth_another_start = 1e-3;
/// Rounds of which the extrapolation remembers the differences: older ones belong to other contacts.
inline constexpr std::size_t remembered_rounds = 3;
/// |f| of a round over the least so far: beyond this the map has changed, and the differences are forgotten.
inline constexpr double setback = 2.0;
/// |d - sum (b.d) b| over |d| for a difference d and the orthonormal ones b before it: below this, d depends
/// on them but for rounding.
inline constexpr double independent = 1e-6;

// Accelerations.

/// The distance that the tip of a cone moves, over g: a shorter move is rounding and is not made.
inline constexpr double tip_rounding = 1e-10;
/// Sides of the rows of accelerations, of g and of what spins, and of those of positions, of the coordinates:
/// what they are rounded by.
inline constexpr double motion_rounding = 1e-15;

}  // namespace restraint::oba
