#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "restraint/bricks/rows.h"
#include "restraint/bricks/tolerances.h"
#include "restraint/gauss/project.h"
#include "restraint/linalg/sparse_rows.h"

namespace restraint::bricks {

/// The most bricks of one heap that are solved together: 10,000 take minutes, and the time grows with the
/// power 2.5.
inline constexpr std::size_t most_bricks_together = 10000;

/// Movable bodies that rows connect. A fixed body connects nothing, since its motion is 0 whatever the forces
/// on it are; so each heap is a problem of its own.
struct Heap {
    Formulation formulation;             // of the heap alone: bodies are numbered within it
    std::vector<std::size_t> body, row;  // of each of these the place in the whole formulation
};

/// The heaps in the order of their first bodies; bodies without rows are heaps too, and rows between fixed
/// bodies belong to no heap.
///
/// throws std::length_error, with their number, if a heap has more than most_bricks_together
std::vector<Heap> heaps(const Formulation& whole);

/// gauss::project, heap by heap. If the solver gives up in a heap, the status tells how, and that heap is
/// left as if it had no rows.
gauss::Projection project(const Formulation& whole, std::span<const optimize::Activity> warm_start = {},
                          double side_rounding = 0.0);

/// The equilibrium of a heap,  A f = -gravity/W,  f >= 0,  in units of a weight W.   [SLIDES-lp, SLIDES-eq]
///
/// Columns: the force f of each contact; then two forces without sign (x, y) of each pin. Rows: three of each
/// body that moves, the balance of forces along x and y, and of torques about its centre over its
/// half-diagonal. A column of A is what a unit force does to the bodies, and also the rate of the gap in
/// their motions (virtual work).
struct Equilibrium : Heap {               // its rows are the columns here
    SparseRows matrix{};                  // A
    Vector sides{};                       // -gravity/W
    std::size_t contacts = 0;             // columns of contacts; the others are of pins
    std::vector<double> half_diagonal{};  // of each body, m: the radius of the circle about its centre
};

/// Heap by heap; the tower is at rest. throws as `heaps` does.
std::vector<Equilibrium> equilibria(const Tower& tower, std::span<const Contact> contacts, double weight);

/// The weight of all bodies that are not fixed, N.
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
/// Of the motion of each body of the tower, in sums of twice the digits of a double. digits: added to it,
/// what it lacks. rates: heap by heap.
Proof proof(std::span<const Equilibrium> heaps, const std::vector<Motion>& motion,
            const std::vector<Motion>& digits = {});

}  // namespace restraint::bricks
