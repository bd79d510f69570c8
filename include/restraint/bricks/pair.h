#pragma once

#include <compare>
#include <cstddef>
#include <utility>
#include <vector>

#include "restraint/bricks/shape.h"

/// Two convex parts, and the one question about them: which side keeps them apart, and which corner is over
/// which side.
namespace restraint::bricks {

/// The numbers of two parts (shape.h), the smaller first.
using PartPair = std::pair<std::size_t, std::size_t>;

/// A corner of one part and a side of another.
struct CornerOverEdge {
    std::size_t corner_part = 0, corner = 0, edge_part = 0, edge = 0;
    friend auto operator<=>(const CornerOverEdge&, const CornerOverEdge&) = default;
};

/// The signed distance of the corner from the line of the side, m; positive outside.
double gap(const std::vector<Outline>& parts, const CornerOverEdge& c);

/// Where the corner lies along the side, on the scale of its `from` and `to`, m.
double along(const std::vector<Outline>& parts, const CornerOverEdge& c);

/// Whether the corner lies between the ends of the side, or at most `slack` m beyond one.   [ROTE-alpha]
bool is_over(const std::vector<Outline>& parts, const CornerOverEdge& c, double slack);

/// Whether a pin holds the corner to an end of the side: then the equations of the pin imply a row of theirs.
bool is_pinned(const Tower& tower, const CornerOverEdge& c);

/// Of two parts with a common face, whose unit normal points from the second into the first, the upper one,
/// for upright faces the left one; never a table.
std::size_t upper_part(const Tower& tower, std::size_t first, std::size_t second, Vec2 normal);

/// A side of one part of a pair, as a direction along which the pair may be apart.
struct PairSide {
    std::size_t part = 0, other = 0, edge = 0;
    Vec2 direction;           // its normal, turned so that it points from the pair's first part to its second
    double separation = 0.0;  // m; negative: the other part reaches across the side
};

/// All sides of both parts.
std::vector<PairSide> sides_of(const std::vector<Outline>& parts, PartPair pair);

/// How far the parts are apart along the side when they are elsewhere, m: the gap of the other part's deepest
/// corner; minus infinity where its deepest point is the bottom of a table.
double separation(const std::vector<Outline>& parts, const PairSide& side);

/// The largest separation of the sides, m: negative if the pair overlaps.
double best_separation(const std::vector<PairSide>& sides);

/// The pairs of which one part can move and whose boxes come within `margin` m of each other, sorted: by a
/// sweep along x or y, whichever the centres spread more, so that neither a row nor a column costs n^2.
std::vector<PartPair> movable_pairs(const Tower& tower, const std::vector<Outline>& parts, double margin);

/// The pair that overlaps most deeply; depth 0 m if none overlaps.
struct Overlap {
    PartPair pair;
    double depth = 0.0;  // m
};
Overlap deepest_overlap(const Tower& tower, const std::vector<Outline>& parts);

}  // namespace restraint::bricks
