#pragma once

#include <string>
#include <vector>

#include "restraint/bricks/balance.h"
#include "restraint/bricks/contacts.h"
#include "restraint/bricks/tower.h"
#include "restraint/linalg/vec2.h"

/// Is a tower stable? There are forces that hold it, or a motion that proves that none can. Gauss' principle
/// finds either. The slides ask a linear program (equilibrium_program.h), which `compare` holds against it.
namespace restraint::bricks {

/// The verdict and its proof.
struct Stability {
    Verdict verdict = Verdict::numerical;
    std::vector<Contact> contacts;  // in the order of find_contacts, then the corners that were needed
    std::vector<std::string> warnings;
    double residual = 0.0;  // over the weight: the worst unbalanced force (stable), or the worst rate at
                            // which a contact closes or a pin opens under the motion (unstable)

    // Stable: of all forces in equilibrium with gravity the least, by the sum of their squares.
    std::vector<double> forces;    // one a contact, along its normal on a, N; >= 0
    std::vector<Vec2> pin_forces;  // one a pin, on a, N

    // Unstable: a virtual motion under which no contact closes, no pin opens, and gravity does work: that
    // with which the tower starts to fall (collapse.h) wherever it proves the verdict.
    std::vector<Motion> motion;  // one a body; the largest of |vx|, |vy|, |omega| x half-diagonal is 1
    double power = 0.0;          // work of gravity under it over the weight
    double reach = 0.0;          // no forces up to so many weights balance the tower
};

/// Whether contact forces exist that balance gravity on every brick.   [SLIDES-lp]
/// The bounds of the two proofs are in tolerances.h: balance_tolerance and closing_tolerance.
/// throws as find_contacts and `heaps` do.
Stability stability(const Tower& tower);

}  // namespace restraint::bricks
