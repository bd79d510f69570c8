#pragma once

#include <compare>
#include <cstddef>
#include <utility>
#include <vector>

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
///   |   A   o              direction, one for each corner (o) that lies over the side, now or after the
///   +-------+              free motion of the step.
///
///           +-------+      But corner on corner two directions separate, here the top of A and the right
///           |   B   |      of A, or any that differ by more than 10 degrees. Either will do, both would be
///   +-------o-------+      too much: B may fall past A, and may slide over it. Such a pair gets no row,
///   |   A   |              until the step thus solved makes the two overlap. Then it gets the rows of the
///   +-------+              direction that separates them best at the end of the step, none of the other,
///                          and the step is solved again. On a tie it gets both, and the corner stops dead.
///
/// No choice depends on the order of parts, corners or sides. So a symmetric tower gets a symmetric set of
/// rows, and the projection, being unique, moves it symmetrically.
// clang-format on
namespace restraint::bricks {

/// A corner of one part over a side of another.
struct CornerOverEdge {
    std::size_t corner_part = 0, corner = 0, edge_part = 0, edge = 0;
    friend auto operator<=>(const CornerOverEdge&, const CornerOverEdge&) = default;
};

/// A corner that has to stay on its side of a line; or, where two corners lie on each other and each on the
/// other's side, the mean of both: as two rows they would be nearly the same, and the rounding of their gaps
/// would be divided by the little in which they differ.
struct SidednessRow {
    CornerOverEdge first;
    bool is_mean = false;
    CornerOverEdge second;  // of a mean, with the parts exchanged
    friend auto operator<=>(const SidednessRow&, const SidednessRow&) = default;
};

/// The tolerances of the choice, relative to the mean brick size.
struct SidednessTolerances {
    static constexpr double separates = 1e-5;  // a side that the other part crosses by less still separates
    static constexpr double tie = 1e-5;        // directions that separate equally well, to this
    static constexpr double over = 1e-6;       // a corner this far beyond the end of a side is still over it
    static constexpr double same_corner = 1e-4;  // corners nearer to each other lie on each other ...
    static constexpr double same_gap = 1e-6;     // ... if the gaps of both differ by less than this
    static constexpr double overlaps = 1e-7;     // what a step may leave: deeper overlap is solved for again
};

/// What the choice is made from.
struct Scene {
    const Tower& tower;
    const std::vector<Outline>& now;   // the parts as the step begins
    const std::vector<Outline>& free;  // and as they would end it if nothing were in their way
    double size = 1.0;                 // mean brick size, m
    double reach = 0.0;                // m; gaps beyond this cannot close in the step
};

struct Sidedness {
    std::vector<SidednessRow> rows;                             // sorted by pairs
    std::vector<std::pair<std::size_t, std::size_t>> cornered;  // pairs with two directions that separate
};

/// The rows of all pairs of which one direction separates, and the pairs of which two do.
Sidedness choose_rows(const Scene& scene);

/// How far a pair overlaps, m, as seen by its sides that separate in `scene.now`: negative if it is apart.
double overlap(const Scene& scene, std::pair<std::size_t, std::size_t> pair,
               const std::vector<Outline>& then);

/// The rows of a cornered pair that overlaps in `then`, the poses to which a step without them would lead.
std::vector<SidednessRow> rows_at_corner(const Scene& scene, std::pair<std::size_t, std::size_t> pair,
                                         const std::vector<Outline>& then);

/// Section 8.5 as it is printed: one critical side a pair, of the two best ones the LESS satisfied, and a row
/// for ALL corners of the other part.   [ROTE-8.5, erratum R06]
///
/// It pushes apart what is apart already, and a corner beyond the end of a side is held by it: half of the
/// test towers move wrongly. It is kept to show that.
std::vector<SidednessRow> printed_rows(const Scene& scene);

/// The deepest overlap of any pair, m; 0 if none overlaps.
double deepest_overlap(const Tower& tower, const std::vector<Outline>& parts);

}  // namespace restraint::bricks
