#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "restraint/bricks/tower.h"

/// What geometry sees of a body or a table: its convex outline at a pose.
///
/// Everything is measured from the outline's own centre along its own normals, and the normals come from the
/// angle, not from the difference of two corners. So the mirror image of an outline (x -> -x, angle ->
/// -angle) has exactly the mirrored numbers, to the last bit, and a symmetric tower can stay symmetric.
namespace restraint::bricks {

/// One side of an outline. It runs counter-clockwise, along perpendicular(normal).
struct Edge {
    Vec2 normal;          // unit, outward: (cos, sin) of the side's direction
    double offset = 0.0;  // distance of the side's line from the centre, along the normal, m
    double from = 0.0;    // where it starts and ends, from the centre along perpendicular(normal), m;
    double to = 0.0;      // from < to; a table's left and right sides reach down to infinity
};

/// A convex outline in the world.
struct Outline {
    Vec2 centre;                // of mass; of a table: the point (0, y_top), whatever its sides
    std::vector<Vec2> corners;  // from the centre, counter-clockwise
    std::vector<Edge> edges;    // of a body: edge e runs from corner e to corner e + 1
    bool bottomless = false;    // a table: corners top right, top left; edges right side, top, left side

    Vec2 world_corner(std::size_t i) const { return centre + corners[i]; }
};

/// The outline of a body at a pose that need not be the body's own.
Outline outline(const Body& body, const Pose& pose);

/// The convex outline through corners given from the centre, counter-clockwise.
Outline outline_through(Vec2 centre, const std::vector<Vec2>& corners);

/// The outline of a table, whatever lies beside it.
Outline outline(const Table& table);

/// Outlines of all parts of a tower: first its bodies in their order, where they are now, then its tables.
/// `part` numbers mean places in this list.
std::vector<Outline> outlines(const Tower& tower);

/// Appends the outlines of the tower's tables. Tables of one height that touch are one surface without a
/// seam, the first one's; the others' outlines are empty.
void append_tables(const Tower& tower, std::vector<Outline>& parts);

/// The name of a part as the output shows it: of a body, or of a table.
const std::string& part_name(const Tower& tower, std::size_t part);

/// "A and B": the names of a pair.
std::string part_names(const Tower& tower, std::size_t a, std::size_t b);

/// Whether the part is a table.
bool is_table(const Tower& tower, std::size_t part);

/// Whether nothing moves the part: a table, or a body that is `fixed`.
bool is_fixed(const Tower& tower, std::size_t part);

/// The box of its corners; a table's has no bottom.
Box bounding_box(const Outline& outline);

}  // namespace restraint::bricks
