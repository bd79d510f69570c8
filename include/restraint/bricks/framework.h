#pragma once

#include <cstddef>
#include <vector>

#include "restraint/bricks/pair.h"
#include "restraint/bricks/shape.h"
#include "restraint/bricks/tower.h"
#include "restraint/gauss/row.h"
#include "restraint/linalg/vec2.h"
#include "restraint/linalg/vector.h"

/// Bricks as bar-and-joint frameworks: points of mass, joined by bars of fixed length, ROTE section 2.
namespace restraint::bricks {

/// What a brick is made of.
enum class Model {
    rigid,       // three variables: the motion of its centre, and its turn
    framework4,  // four equal masses at the corners, joined by bars (the authors' prototype)
    framework9,  // the nine masses of ROTE figure 10, which weigh and turn like the homogeneous brick
};

/// The bars of a framework: just enough to make it rigid, or more (ROTE 8.4).
enum class Bars { minimal, braced };

/// Points i and j keep their distance, `length` m.
struct Bar {
    std::size_t i = 0, j = 0;
    double length = 0.0;
};

/// All bricks of a tower as points and bars. The points of body b are first[b] .. first[b + 1] - 1; its
/// corners come first, in the order of its vertices.
struct Framework {
    std::vector<std::size_t> first;
    std::vector<double> masses;               // kg; 0 stands for a point of a fixed body, which nothing moves
    std::vector<Vec2> positions, velocities;  // m, m/s
    std::vector<Bar> bars;                    // of the bodies that move
};

/// The tower's present state as a framework; the model is framework4 or framework9.
///
///     framework4   m/4 at each corner: three times the moment of inertia of the brick   [erratum R07]
///                  minimal: the sides and one diagonal; braced: both diagonals
///     framework9   m (16, 4 x 4, 4 x 1)/36 at the centre, the middles of the sides, the corners
///                  [ROTE-fig10, SLIDES-nine]; braced: the eight half sides and the eight spokes from the
///                  centre, 16 bars of rank 15 [ROTE-8.2]; minimal: without one corner's spoke
///
/// throws std::invalid_argument, naming the body, if one is not a rectangle.
Framework make_framework(const Tower& tower, Model model, Bars bars);

/// Adds to a row (S2), over the length of the side, of a corner over the side from i to j; points of tables
/// do not appear:   [ROTE-S2acc, ROTE-alpha]
///     < acceleration of the corner - [alpha that of j + (1 - alpha) that of i], n >  >=  lower side
/// n is the unit normal from the side towards the corner, or a share of it.
void add_side(const Framework& framework, const Tower& tower, const CornerOverEdge& c, double alpha, Vec2 n,
              gauss::Row& row);

/// (L2) over the length of the bar.   [ROTE-L2acc]
gauss::Row bar_row(const Framework& framework, const Bar& bar);

/// The x and the y row of each pin:  motion of a's vertex - motion of b's = 0.
std::vector<gauss::Row> pin_rows(const Framework& framework, const Tower& tower);

/// The rigid motion of each body, from that of its points: the centre moves with the mean, weighed by mass,
/// and turns with the angular momentum over the moment of inertia. Points in the order of `framework`.
std::vector<Motion> rigid_motions(const Framework& framework, const Tower& tower, const Vector& motions);

/// That of the framework's own velocities.
std::vector<Motion> rigid_velocities(const Framework& framework, const Tower& tower);

}  // namespace restraint::bricks
