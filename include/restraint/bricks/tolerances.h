#pragma once

#include <limits>

/// The tolerances of the chapter, named once. Lengths are relative to the mean brick size (tower.h,
/// mean_size), so that a tower in millimetres is judged like the same tower in metres.
namespace restraint::bricks {

// Geometry: of the mean brick size.

/// Two features nearer than this are a contact: the rounding of positions that are meant to agree.
inline constexpr double touching_tolerance = 1e-9;
/// Bodies that overlap more deeply at the start are refused. Far wider than `touching`, so that a saved state
/// of a collapse reads back.
inline constexpr double overlap_tolerance = 1e-6;
/// A gap below this, yet no contact, earns a warning: bricks that were probably meant to touch.
inline constexpr double near_gap = 1e-3;
/// Two edges whose directions differ by less (radians) are parallel: they may lie on each other although one
/// of them dips into the other body by up to `overlap`; a normal that is less off level is level.
inline constexpr double parallel_tolerance = 1e-6;
/// A normal with a smaller y (of 1) is upright: the rounding of sines.
inline constexpr double upright_tolerance = 1e-12;
/// A polygon's corner whose sine is smaller is none: the rounding of products of coordinates.
inline constexpr double corner_tolerance = 1e-12;

// Towers that can be judged (contacts.h, PartError).

/// The least width of a body over the mean brick size: thinner ones are lost in the tolerance of overlaps.
inline constexpr double least_width_ratio = 2e-6;
/// The mass of a body over that of all that can move: the balance of lighter ones is lost in the tower's.
inline constexpr double least_mass_ratio = 1e-9;
/// The rounding of a body's position over its least width.
inline constexpr double largest_rounding = 1e-3;
/// The largest modulus of an angle in radians: doubles near it are 1.2e-10 apart, which turns a brick by less
/// than the tolerance of touching.
inline constexpr double largest_angle = 1e6;
/// A fall in one time step over the mean brick size that rounding disturbs: a few thousand units of 2^-53.
inline constexpr double least_fall = 1e-12;

// Motions: of gravity or of the fastest velocity.

/// What rounding does to the rows' values: a violation below is none.
inline constexpr double projection_rounding = 64.0 * std::numeric_limits<double>::epsilon();
/// A gap rate up to this is none: the contact holds, the corner does not collide. It protects the words
/// `lifts` and `holds` against the rounding of motions that are sums of many forces.
inline constexpr double rate_tolerance = 1e-9;
/// A gap velocity in m/s up to this counts as none, neither approach nor separation: the rounding of
/// velocities in a file.
inline constexpr double gap_velocity_tolerance = 1e-9;

// The loops: of the mean brick size, or of 100 times the least width if that is smaller (tower.h, loop_size).

/// A side that the other part crosses by less still separates the pair. It protects a corner that moves along
/// a ledge of a few errors of a step's motion from being caught on it.
inline constexpr double separates_tolerance = 3e-5;
/// Directions whose separations differ by less separate equally well: a choice between them would be made by
/// rounding, and break the mirror symmetry of a tower.
inline constexpr double tie_tolerance = 1e-5;
/// A corner this far beyond the end of a side is still over it: corners of bricks that are flush.
inline constexpr double over_tolerance = 1e-6;
/// Corners nearer to each other lie on each other, if their gaps differ by less than `same_gap_tolerance`: as
/// two rows, the rounding of their gaps would be divided by the little in which the rows differ.
inline constexpr double same_corner_tolerance = 1e-4;
/// The difference of the gaps of two corners, up to which corners that lie on each other are one row.
inline constexpr double same_gap_tolerance = 1e-6;
/// Tries of a step: each has the rows of corners that the last one made overlap.
inline constexpr int most_passes = 4;
/// What a step may leave: deeper overlap is solved for again, and pairs that overlap less need no more rows.
inline constexpr double step_overlap = 1e-7;
/// A step that leaves a deeper overlap is too long and is halved; a gap up to this is closed after a hit.
inline constexpr double missed_overlap = 1e-5;
/// The widest gap that counts as a contact of the acceleration loop, however far a body falls in a step: in
/// long steps a tower would rest on nothing.
inline constexpr double farthest_contact = 1e-2;
/// The error of a row's coefficients, over its length: corners that are meant to agree do so to 1e-9 sizes.
inline constexpr double row_rounding = 1e-9;
/// The distance, beyond the way of bodies in a step, up to which parts are looked at for sides that keep them
/// apart: the projection may move a body farther than it moves freely.
inline constexpr double least_reach = 1e-3;
/// An overlap at the end of a step, over the least width of all bodies, that earns a warning.
inline constexpr double overlap_warned = 1e-3;
/// What rounding does to a gap, over the farthest coordinate: 4 eps, for the two coordinates whose difference
/// it is, and the turns of two arms.
inline constexpr double gap_rounding = 4.0 * std::numeric_limits<double>::epsilon();
/// Where bodies are held without clearance, the sides of contacts are loosened until standing still satisfies
/// them, with this room, of the longest free displacement or acceleration: sides that face each other differ
/// by the turn of a body in a few steps, and less room than that turn leaves the solver none.
inline constexpr double clearance = 1e-9;
/// The largest residual (gauss/residual.h) of a step's motion whose contacts are not loosened so: where the
/// room of a body is wrong by rounding, forces without bound meet the rows only nearly, and gain energy.
inline constexpr double exact_motion = 1e-9;
/// What the sides of the acceleration loop's rows are rounded by, of the target: two contacts with one
/// meaning have sides that differ by this.
inline constexpr double acceleration_rounding = 1e-13;
/// What step d) of the acceleration loop may leave: where more is left, contacts with one meaning differ by
/// it, and rounding, which chooses between them, breaks the mirror symmetry of a tower.
inline constexpr double corrected_overlap = 1e-15;
/// A gap rate of the acceleration loop up to this share of g dt closes nothing: g dt is what one step
/// changes, and an impact for less would be one in every step of a tower that rests.
inline constexpr double closing_of_fall = 1e-6;
/// What rounding leaves of a gap rate that is 0, of the fastest velocity.
inline constexpr double gap_rate_rounding = 1e-12;

// Balance: of the tower's weight.

/// Forces hold a tower if what they leave of gravity is below this share of the weight, or of the largest
/// force where that is larger; a proof of instability must gain more than this by a motion of size 1. A tower
/// that is exactly balanced is stable in spite of its rounding.
inline constexpr double balance_tolerance = 1e-12;
/// A motion proves instability if the rates at which it closes gaps sum up to at most this share of its
/// power: no forces up to 1e9 weights make up for what it violates.
inline constexpr double closing_tolerance = 1e-9;
/// By this share of its size a motion that is corrected opens every gap that can open: a few roundings of the
/// sum of a gap's terms, so that none is left closing.
inline constexpr double opening = 1e-15;

// The margin: of the mean brick size.

/// The error up to which the margin is searched for, relative to the mean brick size; up to twice that error
/// it is printed as 0.
inline constexpr double margin_accuracy = 1e-12;
/// Nearer than this to the margin neither verdict may have a proof: fixed bodies press there with forces
/// beyond all bounds.
inline constexpr double undecided_limit = 1e-7;
/// The longest lengthening of contact intervals that is tried, in extents of the tower.
inline constexpr double longest_lengthening = 10.0;
/// A margin of this modulus, in m over the mean brick size, is a toppling or a standing that the next order
/// of the motion decides.
inline constexpr double nearly_balanced = 1e-9;

// Comparisons: of gravity, or of the fastest velocity (compare.h).

/// By how much two methods may differ that solve one problem: the solvers' residuals.
inline constexpr double methods_agree = 1e-9;
/// methods_agree for the program in the forces: its matrix J W J' squares the condition of J.
inline constexpr double forces_agree = 1e-7;
/// By how much a step of a loop may differ, where the turn of the bodies in it is of first order in dt.
inline constexpr double steps_agree = 1e-5;
/// The step before an impact, of the time sqrt(size / gravity) in which a brick falls by about its size:
/// bodies at rest fall by a millionth of their size in it, and velocities near sqrt(size gravity) are rounded
/// by 1e-13 of what they gain in it.
inline constexpr double acceleration_step = 1e-3;
/// The step after an impact, of the time in which a brick moves by its size: gravity adds this share.
inline constexpr double impact_step = 1e-7;

/// The distance in m below which two features touch. The second term is what rounding does to a coordinate of
/// that size (m) in a tower far from the origin.
inline double touching_distance(double mean_brick_size, double coordinate) {
    const double eps = std::numeric_limits<double>::epsilon();
    return touching_tolerance * mean_brick_size + 64.0 * eps * (coordinate < 0.0 ? -coordinate : coordinate);
}

}  // namespace restraint::bricks
