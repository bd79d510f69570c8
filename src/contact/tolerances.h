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

/// The acceleration of a gap, as a share of gravity, below which it counts as pressed.
inline constexpr double no_acceleration = 1e-9;

/// The approach of a contact, as a share of the fastest speed, that is rounding and no collision.
inline constexpr double speed_rounding = 1e-9;

/// A residual, as a share of the largest |b|, that counts as 0: of the heuristic's equations, and of an
/// equation that follows from others.
inline constexpr double vanishing_tolerance = 1e-9;

/// What a row of A leaves of a_ii after the others, as a share of the largest a_ii, below which it follows
/// from them.
inline constexpr double dependence_tolerance = 1e-10;

/// dependence_tolerance for the equations of the motion. In a closed loop that is open by joint_tolerance,
/// which is of second order in angles, hinges are parallel up to angles of sqrt(1e-10) = 1e-5. By such angles
/// the rows that follow from others differ from their combination; kept as equations of their own, they would
/// turn the links by forces without bound. 1e-6 is the square of a hundred such angles.
inline constexpr double dependence_of_equations = 1e-6;

/// The squared sine of the angle between an equation and those that it follows from, below which it is
/// rounding: some ten roundings of a_ii.
inline constexpr double exact_dependence = 1e-16;

/// An equation contradicts others if its motion is above this multiple of the largest velocity or
/// acceleration. Loops of hinges that are nearly parallel ask for up to 10 times it
/// (many_blocks_into_chain --step 0.004 --blocks 5).
inline constexpr double contradiction = 100.0;

/// What a contact yields in the quadratic program, as a share of what the elimination of joints has taken off
/// its a_ii: the rounding of that could make A indefinite. It leaves accelerations wrong by this share.
inline constexpr double least_compliance = 1e-13;

}  // namespace restraint::contact
