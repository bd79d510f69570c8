#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "restraint/bricks/contacts.h"
#include "restraint/bricks/tolerances.h"
#include "restraint/bricks/tower.h"
#include "restraint/linalg/sparse_rows.h"
#include "restraint/linalg/vector.h"

namespace restraint::bricks {

/// The equilibrium of a heap,  A f = -gravity/W,  f >= 0,  in units of a weight W.   [SLIDES-lp, SLIDES-eq]
///
/// Columns: the force f of each contact; then two forces without sign (x, y) of each pin. Rows: three of each
/// body that moves, the balance of forces along x and y, and of torques about its centre over its
/// half-diagonal. A column of A is what a unit force does to the bodies, and also the rate of the gap in
/// their motions (virtual work).
struct Equilibrium {
    SparseRows matrix;                  // A
    Vector sides;                       // -gravity/W
    std::size_t contacts = 0;           // columns of contacts; the others are of pins
    std::vector<std::size_t> body;      // of each block of three rows, in the tower
    std::vector<double> half_diagonal;  // of that body, m: the radius of the circle about its centre
    std::vector<std::size_t> force;     // of each column, the place among those of the whole tower
};

/// Heap by heap; the tower is at rest. throws as `heaps` does.
std::vector<Equilibrium> equilibria(const Tower& tower, std::span<const Contact> contacts, double weight);

/// The weight of all that can move, N.
double weight_of(const Tower& tower);

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
/// Of the motion of each body of the tower, in sums of twice the digits of a double. rates: heap by heap.
Proof proof(std::span<const Equilibrium> heaps, const std::vector<Motion>& motion);

}  // namespace restraint::bricks
