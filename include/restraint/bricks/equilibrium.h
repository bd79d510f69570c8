#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "restraint/bricks/contacts.h"
#include "restraint/bricks/tolerances.h"
#include "restraint/bricks/tower.h"
#include "restraint/linalg/sparse_rows.h"
#include "restraint/linalg/vector.h"
#include "restraint/optimize/problem.h"

namespace restraint::bricks {

enum class Verdict {
    stable,
    unstable,
    numerical,  // neither proof meets its bound
};

/// The equilibrium of a tower,  A f = -gravity/W,  f >= 0,  in units of a weight W.   [SLIDES-lp, SLIDES-eq]
///
/// Columns: the force f of each contact; then two forces without sign (x, y) of each pin. Rows: three of each
/// body that moves, the balance of forces along x and y, and of torques about its centre over its
/// half-diagonal. A column of A is what a unit force does to the bodies, and also the rate of the gap in
/// their motions (virtual work).
struct Equilibrium {
    SparseRows matrix;                  // A
    Vector sides;                       // -gravity/W
    std::size_t contacts = 0;           // columns of contacts; the others are of pins
    std::vector<std::size_t> moving;    // the body of each block of three rows
    std::vector<double> half_diagonal;  // of that body, m: the radius of the circle about its centre
};
Equilibrium equilibrium(const Tower& tower, std::span<const Contact> contacts, double weight);

/// What equilibrium lacks, as a linear program that is always feasible; r+ and r- of each row are its last
/// columns.   [SLIDES-lp]
///
///     minimise sum (r+ + r-)   subject to   A f + r+ - r- = -gravity/W,   f, r+, r- >= 0
optimize::Problem program(const Equilibrium& equilibrium);

/// The weight of all that can move, N.
double weight_of(const Tower& tower);

/// The tower with no velocities.
Tower at_rest(Tower tower);

/// The size of a virtual motion, one of each body: the largest of |vx|, |vy|, |omega| x half-diagonal.
double size_of_motion(const Tower& tower, const std::vector<Motion>& motion);

/// What a virtual motion proves. Forces f >= 0 that balance gravity would do the work -power on it, and a
/// force loses at most its own size times the rate at which its gap closes:
///
///     power <= sum over the contacts of closing_c f_c,   so that some f is at least reach = power / closings
struct Proof {
    double power = 0.0;     // of gravity, over the weight
    double closing = 0.0;   // the worst rate at which a contact closes, or a pin opens
    double closings = 0.0;  // the sum of those rates
    Vector rates{};         // of each gap, and of each pin along x and y
    bool holds() const { return power > balance_tolerance && closings <= closing_tolerance * power; }
    double reach() const { return power / closings; }  // weights; infinite where nothing closes
};
/// Of the motion of each body, in sums of twice the digits of a double.
Proof proof(const Equilibrium& equilibrium, const std::vector<Motion>& motion);

/// The forces that hold a tower, or the motion that proves that none do.
struct Balance {
    Verdict verdict = Verdict::numerical;
    std::vector<Contact> contacts;  // those that were asked for, then the corners that were needed
    bool corners_asked = true;      // else nothing is known of the corners, and no motion proves a fall
    Vector forces;                  // of these contacts and of the pins (x, y), over the weight
    double imbalance = 0.0;         // the worst sum of forces on a body, over the weight
    double terms = 0.0;             // the largest sum of the moduli of forces and torques on a body
    std::vector<Motion> motion;     // one a body; of size 1 if it proves something
    Proof proof;                    // of that motion
};

/// Gauss' principle: the accelerations from rest, and the forces with them. The heaps that these forces hold
/// stand. The motion of the others, if it is one that no forces resist, proves that the tower falls; where it
/// is too small against its own rounding the verdict is `numerical`. The tower is at rest. corners are called
/// in where a motion would make them collide.
Balance start_of(const Tower& tower, const std::vector<Contact>& contacts,
                 const std::vector<CornerContact>& corners, double weight);

/// The linear program, of the contacts that `start` needed, for the heaps that do not stand: it decides where
/// the start of the motion does not. The multipliers of the rows are a virtual motion: dual to the least sum
/// of the r is the greatest work of gravity under motions of at most 1 that close no gap. Of the heaps that
/// fall, the one with the most power proves it; the others are left standing.   [SLIDES-virt]
Balance by_program(const Tower& tower, const Balance& start, double weight);

/// Of all forces that hold the tower, the least: minimise 1/2 sum f^2 subject to A f = -gravity/W, f >= 0 at
/// contacts; unique, and as symmetric as the tower. The given ones of a heap where they are not found.
Balance with_least_forces(const Tower& tower, Balance balance, double weight);

}  // namespace restraint::bricks
