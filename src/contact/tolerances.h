#pragma once

namespace restraint::contact {

/// Of the contact tolerance: no overlap is deeper when a step starts, so that a contact time of found_depth
/// is new.
inline constexpr double start_depth = 0.1;

/// Of the contact tolerance: a contact time is found when the gap, or the overlap of bodies that overlap at
/// the start, is this, give or take found_width. It is deeper than start_depth, so that time goes on in every
/// step.
inline constexpr double found_depth = 0.5;
/// See found_depth; found_depth + found_width < 1, so that an accepted state is not deeper than the
/// tolerance.
inline constexpr double found_width = 0.35;

/// What joints may be open by, as a share of the mean size of the bodies, before they are closed.
inline constexpr double joint_tolerance = 1e-10;

/// What the displacements asked for by different rows may differ by, as a share of the largest one: the
/// joints of a closed loop, and the contacts of faces that are not quite parallel, are redundant.
inline constexpr double displacement_rounding = 1e-3;

/// The acceleration of a gap, as a share of gravity, below which it counts as pressed.
inline constexpr double no_acceleration = 1e-9;

/// The approach of a contact, as a share of the fastest speed, that is rounding and no collision.
inline constexpr double speed_rounding = 1e-9;

/// A residual, as a share of the largest |b|, that is none: what the heuristic's equations may leave, and
/// what an equation that follows from others may miss.
inline constexpr double vanishing_tolerance = 1e-9;

/// What a row of A leaves of a_ii after the others, as a share of the largest a_ii, below which it follows
/// from them.
inline constexpr double dependence_tolerance = 1e-10;

/// What each equation of a joint yields, as a share of what its own bodies do under its force: it leaves the
/// accelerations wrong by this share, and bounds the forces that the joints of a closed loop, which
/// contradict each other by what they are open, exert on each other.
inline constexpr double least_compliance = 1e-13;

/// rad/s, beside the fastest turn: a divisor that is not 0 where nothing turns.
inline constexpr double no_turn = 1e-300;

}  // namespace restraint::contact
