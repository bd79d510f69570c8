#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "restraint/bricks/tower.h"

/// Bodies from their sizes, and well-known towers of them.
///
/// The towers are of bricks of 1 x 1/4 m, density 1, named b1, b2, ... row by row from below, each row
/// from the left; the table's top is y = 0.
///
/// Two families. Towers that reach over the right edge of a table that ends at x = 0: there `scale` 1 is the
/// critical overhang, exactly balanced and so just stable, and anything larger falls. And towers that are
/// symmetric about x = 0 on a wide table: there `scale` multiplies the horizontal distances of the bricks'
/// centres, so that neighbours touch at 1 and have gaps above. All coordinates at scale 1 are exact binary
/// fractions, except where a comment says otherwise.
///
/// They throw std::invalid_argument if a number is 0, there would be more than 100000 bricks, or the scale is
/// not positive and finite.
namespace restraint::bricks {

/// A rectangle of width x height m and of the given density in kg/m^2, at rest. Throws std::invalid_argument
/// naming the value if a size or the density is not positive and finite, the pose is not finite, or the angle
/// is above largest_angle.
Body make_brick(std::string name, Pose pose, double width, double height, double density = 1.0);

/// A convex polygon from its vertices in the world, counter-clockwise; centre of mass, mass and moment of
/// inertia are computed from them. Throws std::invalid_argument if there are fewer than three, or they are
/// not strictly convex and counter-clockwise.
Body make_polygon(std::string name, const std::vector<Vec2>& world_vertices, double density = 1.0);

/// Gives the body another mass in kg; its moment of inertia changes in proportion. Throws
/// std::invalid_argument if it is not positive and finite.
void set_mass(Body& body, double mass);

/// One brick over the edge, by scale times half its width.
Tower single(double scale = 1.0);

/// The standard solution [SLIDES-harm]: one brick on another, the i-th from the top reaching scale/(2i) over
/// the next; the overhang is scale times H_n / 2. Fractions like 1/6 are rounded.
Tower harmonic(std::size_t bricks, double scale = 1.0);

/// Paterson's and Zwick's parabolic stack of order k [SLIDES-5stack]: on one brick a slab for each
/// width r = 2..k, and a slab is r, r - 1, r, ... r bricks in 2r - 3 rows. k (k - 1)(2k - 1)/3 + 1 bricks
/// reach k/2 over the edge; the whole is moved by (scale - 1) k/2.
Tower parabolic_stack(std::size_t order, double scale = 1.0);

/// The stack of 1 to 5 bricks that reaches farthest: 1/2, 3/4, 1, (15 - 4 sqrt 2)/8, (12 - sqrt 30)/5;
/// the whole is moved by (scale - 1) times its overhang. With 4 and 5 bricks the coordinates are
/// rounded.
Tower optimal_stack(std::size_t bricks, double scale = 1.0);

/// An inverted pyramid: rows of 1, 2, 3, ... bricks from below. Two rows stand, three do not.
Tower inverted_pyramid(std::size_t rows, double scale = 1.0);

/// A square on its corner: rows of 1, 2, ..., n, ..., 2, 1 bricks. Up to n = 4 it stands; n = 5 (25 bricks)
/// is most probably the tower of ROTE figures 2 and 11.
Tower diamond(std::size_t n, double scale = 1.0);

/// A wall in running bond: rows of `columns` bricks; every second row is shifted by half a brick, with half
/// bricks at its ends. Symmetric about x = 0.
Tower wall(std::size_t rows, std::size_t columns, double scale = 1.0);

/// A wall in stack bond: brick on brick, so that the corners of four meet in one point.
Tower stack_bond(std::size_t rows, std::size_t columns, double scale = 1.0);

}  // namespace restraint::bricks
