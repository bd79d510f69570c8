#pragma once

#include <string>
#include <vector>

#include "restraint/bricks/contacts.h"

/// Is a tower stable? There are forces that hold it, or a motion that proves that none can. Gauss' principle
/// finds either. The slides ask a linear program (equilibrium_program.h), which `compare` holds against it.
namespace restraint::bricks {

enum class Verdict {
    stable,
    unstable,
    numerical,  // neither proof meets its bound
};

/// The verdict and its proof.
struct Stability {
    Verdict verdict = Verdict::numerical;
    std::vector<Contact> contacts;  // in the order of find_contacts, then the corners that were needed
    std::vector<std::string> warnings;
    double residual = 0.0;  // over the weight: the worst unbalanced force (stable), or the worst rate at
                            // which a contact closes or a pin opens under the motion (unstable)

    double terms = 0.0;  // the largest sum of the moduli of forces and torques on a body, over the weight

    // Stable: of all forces in equilibrium with gravity the least, by the sum of their squares.
    std::vector<double> forces;    // one a contact, along its normal on a, N; >= 0
    std::vector<Vec2> pin_forces;  // one a pin, on a, N

    // Unstable: a virtual motion under which no contact closes, no pin opens, and gravity does work: that
    // with which the tower starts to fall (collapse.h) wherever it proves the verdict.
    std::vector<Motion> motion;  // one a body; the largest of |vx|, |vy|, |omega| x half-diagonal is 1
    double power = 0.0;          // work of gravity under it over the weight
    double reach = 0.0;          // R: no forces up to R weights balance the tower
};

/// Whether contact forces exist that balance gravity on every brick.   [SLIDES-lp]
/// The bounds of the two proofs are in tolerances.h: balance_tolerance and closing_tolerance.
/// throws as find_contacts and `heaps` do.
Stability stability(const Tower& tower);

/// Gauss' principle gives the accelerations from rest, and the forces with them. A heap stands if its forces
/// balance gravity. The motion of the others proves that the tower falls, if it closes no gap and has power.
///
/// Where that motion is too small beside its rounding, the least forces are computed for each heap that does
/// not stand: minimise 1/2 sum f^2 subject to A f = -gravity/W, f >= 0 at contacts. If there are none, a
/// combination of the equations proves it, and its coefficients are a motion. Of the heaps that fall, that
/// with the most power is the proof, and the others have no motion in it.   [SLIDES-virt]
///
/// The tower is at rest; contacts: those that count. corners are called in where Gauss' motion would make
/// them collide. least: the forces are the least in every heap; unique, and as symmetric as the tower. The
/// forces of the heaps that do not stand are those of Gauss' motion.
Stability balance(const Tower& tower, const std::vector<Contact>& contacts,
                  const std::vector<CornerContact>& corners, bool least);

}  // namespace restraint::bricks
