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
    Vector forces;                  // of these contacts and of the pins (x, y), over the weight
    double imbalance = 0.0;         // the worst sum of forces on a body, over the weight
    double terms = 0.0;             // the largest sum of the moduli of forces and torques on a body
    std::vector<Motion> motion;     // one a body; of size 1 if it proves something
    Proof proof;                    // of that motion
};

/// Gauss' principle gives the accelerations from rest, and the forces with them. The heaps that these forces
/// hold stand. The motion of the others, if it is one that no forces resist, proves that the tower falls.
///
/// Where it is too small against its own rounding, each heap that does not stand is asked for the least
/// forces that hold it: minimise 1/2 sum f^2 subject to A f = -gravity/W, f >= 0 at contacts. There are such
/// forces, or a combination of the equations, which is a motion, proves that there are none. Of the heaps
/// that fall, the one with the most power proves it; the others are left standing.   [SLIDES-virt]
///
/// The tower is at rest. corners are called in where Gauss' motion would make them collide. least: the forces
/// are the least in every heap; unique, and as symmetric as the tower.
Balance balance(const Tower& tower, const std::vector<Contact>& contacts,
                const std::vector<CornerContact>& corners, double weight, bool least);

}  // namespace restraint::bricks
