#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "restraint/bricks/framework.h"
#include "restraint/bricks/pair.h"
#include "restraint/bricks/tower.h"
#include "restraint/gauss/project.h"
#include "restraint/gauss/row.h"
#include "restraint/linalg/vec2.h"
#include "restraint/linalg/vector.h"

/// The conditions of contacts, pins and bars on the motions, and the projection that these rows make. A rigid
/// brick has three variables, (x, y, angle): accelerations, velocities or virtual velocities of its centre,
/// and of its turn; a point of a framework has two. What is fixed does not move, whatever a file says of its
/// velocity.
namespace restraint::bricks {

/// A point where two parts touch: a corner of one on a side of the other.
///
/// Each point is listed once. A vertex on an edge: the vertex belongs to a. Two edges that lie on each other:
/// the two ends of their common interval, a being the upper body, for upright faces the left one. A table is
/// never a. Whichever is a, `vertex_part` owns the corner and `edge_part` the side.
struct Contact {
    std::size_t a = 0, b = 0;  // parts (shape.h)
    Vec2 point;                // m
    Vec2 normal;               // unit; from b into a
    std::size_t vertex_part = 0, vertex = 0;
    std::size_t edge_part = 0, edge = 0;
    double fraction = 0.0;  // alpha: point = alpha end + (1 - alpha) start of the side   [ROTE-alphadef]
    Vec2 other_end;         // of the same interval, m; the point itself where there is no interval
};

/// The corner as a contact with the side: a owns the corner.   [ROTE-alphadef]
Contact contact_at(const std::vector<Outline>& parts, const CornerOverEdge& c);

/// Makes `into` the part a that the normal points into.
void orient(Contact& contact, std::size_t into);

/// Velocity in m/s of the point of a part that is at the world point p:  v + omega x r.
Vec2 point_velocity(const Tower& tower, std::size_t part, Vec2 p);

/// Adds to a row that the gap does not close; the normal may be a share of the unit normal:
/// [ROTE-S1, ROTE-S2acc, ROTE-alpha]
///
///     n . (motion of the corner - motion of the side's point there)  >=  lower side
///
/// The lower side is that of accelerations: the gap's second derivative  n . (p'' - q'') + 2 n' . (p' - q')
/// has terms of the velocities alone: -omega^2 r in p'' and q'' of rigid bricks, and the last, with n' =
/// omega x n.   [ROTE-4.4, BARAFF89-34, ROTE-S2d, ROTE-d2A2]
///
/// Over the length of the side: so the multiplier is the force along n on a.
void add_gap(const Bricks& bricks, const Contact& contact, gauss::Row& row);

/// Adds the rows of each pin, along x and y, that keep its vertices together:  motion of a's - motion of b's
/// = the difference that their centripetal accelerations need; and (L2) of each bar, over its length:
/// [ROTE-L1, ROTE-L2acc, ROTE-L2d]
///
///     < acceleration of i - acceleration of j, p_i - p_j > = -|v_i - v_j|^2
void add_joints(const Bricks& bricks, std::vector<gauss::Row>& rows);

/// Which derivative of the positions is unknown.
enum class Unknown { accelerations, velocities };

/// A tower as a projection (gauss/project.h): the masses, the motion without contacts, and the rows: first
/// one for each contact, then two for each pin, then one for each bar. All bodies have as many variables; of
/// those that are fixed the target and the inverse masses are 0.
struct Formulation {
    std::vector<gauss::InverseMass> inverse_masses;
    Vector target;
    std::vector<gauss::Row> rows;
    std::size_t bodies_per_brick = 1;  // of the projection: the points of a framework
};

/// Body i of the projection is the rigid body i of the tower, with (x, y, angle), or point i of the
/// framework, with (x, y).   [ROTE-Q, ROTE-Q*]
/// Accelerations: the target is gravity, and no gap may have a negative second derivative. Velocities: the
/// target are the present ones, and no gap may close. The multipliers are forces or impulses.
Formulation formulation(Bricks bricks, std::span<const Contact> contacts, Unknown unknown);

}  // namespace restraint::bricks
