#pragma once

#include <compare>
#include <vector>

#include "restraint/bricks/pair.h"
#include "restraint/bricks/shape.h"
#include "restraint/bricks/tower.h"

// clang-format off
/// Which sidedness rows a step of the position loop gets: the macroscopic half of collision handling, on
/// which right and wrong motions hang. ROTE treats it in one paragraph, section 8.5, and that does not work
/// (see `printed_rows`).
///
/// Two convex parts are apart as long as ONE of their sides separates them: has the other part wholly outside
/// its line. A row says that a corner stays outside the line of a side. So a pair needs the rows of a side
/// that separates it, and of no other.
///
///       +-------+          Mostly one direction separates: the top of A, from which the bottom of B
///       |   B   |          hardly differs. Both count, for a corner of either may come to lie on a side
///   +---o---+---+          of the other: rows are due to every side within 45 degrees of the separating
///   |   A   o              direction, one for each corner (o) that lies over the side after the free
///   +-------+              motion of the step. A corner that leaves the end of a side in the step has no row:
///                          nothing is below it where it arrives, and a row would throw it up.
///
///           +-------+      But corner on corner two directions separate, here the top of A and the right
///           |   B   |      of A, or any that differ by more than 10 degrees. Either will do, both would be
///   +-------o-------+      too much: B may fall past A, and may slide over it. Such a pair gets no row,
///   |   A   |              until the step thus solved makes the two overlap. Then it gets the rows of the
///   +-------+              direction that separates them best at the end of the step, none of the other,
///                          and the step is solved again. On a tie it gets both, and the corner stops dead.
///
/// Where the free motion carries a corner off a side, and another contact pushes it back, the pair overlaps at
/// the end of the step as well. So after each solution the pairs that overlap get the rows that they lack.
///
/// No choice depends on the order of parts, corners or sides. So a symmetric tower gets a symmetric set of
/// rows, and the projection, being unique, moves it symmetrically.
// clang-format on
namespace restraint::bricks {

/// A corner that has to stay on its side of a line: gap >= 0. Where corner p of A and corner q of B coincide,
/// the mean of their two gaps instead: the two rows differ by some |p - q|, and the multipliers would be the
/// rounding of the gaps over that difference.
struct SidednessRow {
    CornerOverEdge first,
        second;  // of a mean, with the parts exchanged; of one corner, both are that corner's
    bool is_mean() const { return first != second; }
    friend auto operator<=>(const SidednessRow&, const SidednessRow&) = default;
};

/// What the choice is made from.
struct StepGeometry {
    const Tower& tower;
    std::vector<Outline> now;   // the parts as the step begins
    std::vector<Outline> free;  // and as they would end it if nothing were in their way
    double size = 1.0;          // mean brick size, m
    double reach = 0.0;         // m; gaps beyond this cannot close in the step
};

/// The rows of all pairs of which one direction separates, sorted by pairs.
std::vector<SidednessRow> choose_rows(const StepGeometry& step);

/// The rows that `rows` lack, of the pairs that overlap in `then`, the poses to which a step with `rows`
/// leads: those of corners that meet corners, and of corners that another contact has pushed over a side.
std::vector<SidednessRow> lacking_rows(const StepGeometry& step, const std::vector<SidednessRow>& rows,
                                       const std::vector<Outline>& then);

/// Section 8.5 as it is printed: one critical side a pair, of the two best ones the LESS satisfied, and a row
/// for ALL corners of the other part.   [ROTE-8.5, erratum R06]
///
/// It pushes apart what is apart already, and a corner beyond the end of a side is held by it: half of the
/// test towers move wrongly. It is kept to show that.
std::vector<SidednessRow> printed_rows(const StepGeometry& step);

}  // namespace restraint::bricks
