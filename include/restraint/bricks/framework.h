#pragma once

#include <cstddef>
#include <vector>

#include "restraint/bricks/shape.h"
#include "restraint/bricks/tower.h"
#include "restraint/linalg/vec2.h"
#include "restraint/linalg/vector.h"

/// What bricks are made of: rigid, or bar-and-joint frameworks: points of mass, joined by bars of fixed
/// length, ROTE section 2.
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

/// The tower's present state as a framework; of the rigid model one without points.
///
///     framework4   m/4 at each corner: three times the moment of inertia of the brick   [erratum R07]
///                  minimal: the sides and one diagonal; braced: both diagonals
///     framework9   m (16, 4 x 4, 4 x 1)/36 at the centre, the middles of the sides, the corners
///                  [ROTE-fig10, SLIDES-nine]; braced: the eight half sides and the eight spokes from the
///                  centre, 16 bars of rank 15 [ROTE-8.2]; minimal: without one corner's spoke
///
/// throws std::invalid_argument, naming the body, if a framework is asked of a body that is no rectangle.
Framework make_framework(const Tower& tower, Model model, Bars bars);

/// The bricks of a tower in a state: the bodies' own where they are rigid, the points' where they are
/// frameworks.
struct Bricks {
    Tower tower;
    Framework framework{};  // of rigid bricks one without points
    bool are_rigid() const { return framework.masses.empty(); }
};

/// Point i of a vector (x, y, x, y, ...).
inline Vec2 point_at(const Vector& points, std::size_t i) { return {points[2 * i], points[2 * i + 1]}; }

/// The parts (shape.h). A framework's brick is the outline through its four corner points, wherever those
/// are, for bars keep their lengths only nearly.
std::vector<Outline> outlines(const Bricks& bricks);

/// The rigid motion of each body, from the velocities of its points: the centre moves with the mean, weighed
/// by mass, and turns with the angular momentum over the moment of inertia.
std::vector<Motion> fitted_motions(const Bricks& bricks);

/// The motion of each body (m/s^2 and rad/s^2, or m/s and rad/s) in a vector of three coordinates a rigid
/// brick, or two a point, whose motions are fitted.
std::vector<Motion> body_motions(const Bricks& bricks, const Vector& x);

}  // namespace restraint::bricks
