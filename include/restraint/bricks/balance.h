#pragma once

#include <vector>

#include "restraint/bricks/equilibrium.h"

namespace restraint::bricks {

enum class Verdict {
    stable,
    unstable,
    numerical,  // neither proof meets its bound
};

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
