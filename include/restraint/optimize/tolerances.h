#pragma once

/// All limits of the chapter, in the order in which its headers use them.
namespace restraint::optimize {

/// |h_ij - h_ji|, relative to the entries and the diagonal: a product such as J W J' is as symmetric as that.
inline constexpr double symmetry_tolerance = 1e-14;

/// Each residual of an answer, relative to its terms: `optimal` is said of none above.
inline constexpr double certificate_tolerance = 1e-9;

/// How many natural sizes (scale.h) a proof reaches: `infeasible` and `unbounded` are said of none below.
inline constexpr double certified_reach = 1e9;

/// What sides contradict each other by, or costs add up to along a ray, relative to the sum of the moduli:
/// less is the rounding of the problem's own numbers, and proves nothing.
inline constexpr double rounding_of_data = 2e-15;

/// Simplex: the distance of a variable outside its side, relative to 1 + |side|, and a reduced cost, relative
/// to the largest cost: smaller ones may be rounding and make no variable enter.
inline constexpr double walk_tolerance = 1e-9;

/// walk_tolerance of the second walk, where basic variables and reduced costs have twice the digits; an
/// answer with residuals below it needs no second walk.
inline constexpr double precise_tolerance = 1e-14;

/// A reduced cost of that second walk, relative to the largest multiplier: less is what refinement leaves of
/// multipliers that should be 0, and steps after it would go in circles.
inline constexpr double multiplier_noise = 0x1p-90;

/// Simplex: an entry of the entering column, whose largest is about 1: less counts as 0 in the ratio test.
inline constexpr double smallest_pivot = 1e-13;

/// Simplex: a pivot, relative to the largest entry of its column: with less the basis would be singular, and
/// another variable enters.
inline constexpr double least_pivot = 1e-10;

/// Simplex: the distance by which sides are moved apart where steps stall, relative to 1 + |side|: far above
/// the tolerances, and far below a change that leads to another vertex of a problem with numbers near 1.
inline constexpr double relaxation = 1e-6;

/// An entry of x, in natural sizes (scale.h): with a larger one x may satisfy rows that contradict each
/// other, since the violation is small beside the terms of the row.
inline constexpr double far_away = 1e3;

/// A pivot of H, relative to its diagonal entry: less is rounding, and H counts as singular.
inline constexpr double flat_pivot = 1e-12;

/// An entry of a ray, relative to its largest: smaller ones may be the rounding of 0 and are set to 0. The
/// changes of rows that have no other entries would be rounding alone.
inline constexpr double ray_noise = 1e-13;

/// What the active rows leave of a row of the warm start, relative to its length: with less the row waits
/// until it is violated, since rows that depend on each other but for rounding would pull without bound.
inline constexpr double clearly_independent = 1e-4;
/// The square of what the active rows leave of a row, relative to the square of its length: less has lost 3
/// digits or more as a difference of squares, and is computed from what is left itself.
inline constexpr double cancellation = 1e-3;
/// What the active rows leave of a row, relative to its length: with less it is their combination. The terms
/// of what is left are rounded by 1e-16 each, so that at 1e-11 it has five digits.
inline constexpr double least_row_rounding = 1e-11;
/// What the active rows leave of a row, relative to the terms of the combination, where the row is a
/// difference of large ones.
inline constexpr double rounding_of_terms = 1e-13;

/// What active rows lack of their sides, relative to the largest pull: refinement ends there.
inline constexpr double refined = 0x1p-80;
/// What active rows lack when refinement has ended: with more the factor has lost its digits, and is made
/// anew.
inline constexpr double lost_factor = 1e-11;

/// What a row is violated by, relative to the target and the pulls together: with less it counts as
/// satisfied, since an x that was summed in doubles may have lost 7 digits by cancellation.
inline constexpr double summed_tolerance = 1e-9;
/// What a row is violated by, relative to the terms of the row at x: a thousand times rounding.
inline constexpr double refined_tolerance = 1e-13;

/// The distance of the farthest candidate, relative to that of the farthest row when all rows were last
/// looked at: with less all are looked at again.
inline constexpr double worth_taking = 0.5;
/// The distance from which on a row is a candidate, relative to that of the farthest row.
inline constexpr double worth_watching = 0.4;

/// What a row may be violated by that depends on the active ones, relative to the terms of the combination:
/// with more the answer is `numerical`.
inline constexpr double given_up_tolerance = 1e-12;

/// The rate at which a pull decreases, relative to the entering one: less is rounding, and the row cannot
/// leave.
inline constexpr double pivot_tolerance = 1e-11;

/// The times at which two pulls fall to 0, relative to the earlier: if they differ by less, the safer row
/// leaves.
inline constexpr double tie_tolerance = 1e-12;

/// A pull to the wrong side, relative to the largest pull: less is rounding, and the row stays.
inline constexpr double sign_tolerance = 1e-14;

/// What combined sides contradict each other by, relative to the moduli of the terms: less is rounding and no
/// proof.
inline constexpr double contradiction_tolerance = 1e-12;

/// The residual of an answer, relative to its terms: below this the iterations end.
inline constexpr double good_enough = 1e-14;

/// The length of a proximal step, relative to x: a shorter one moves nothing.
inline constexpr double step_tolerance = 1e-14;

/// d'Hd along a step d, relative to the sum of the moduli: less is rounding, and the step is level.
inline constexpr double level_tolerance = 1e-12;

/// The residual of an answer, relative to its terms: with more the answer may hide another, and other
/// proximal terms are tried.
inline constexpr double doubtful_residual = 1e-12;

/// The proximal term P, relative to the problem, in the order in which it is tried: none, where H is positive
/// definite; where the first of the others fails it is too large for curvatures that are small but not zero,
/// or too small for accuracy. Among rows that are parallel but for their last digits one P fails and another
/// does not.
inline constexpr double proximal_sizes[] = {0.0, 1e-6,  1e-9, 1e-12, 1e-4,  1e-2,
                                            1.0, 100.0, 1e-8, 1e-10, 1e-14, 1e-16};

}  // namespace restraint::optimize
