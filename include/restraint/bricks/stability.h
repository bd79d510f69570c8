#pragma once

#include <string>
#include <vector>

#include "restraint/bricks/contacts.h"
#include "restraint/bricks/equilibrium.h"
#include "restraint/bricks/tower.h"
#include "restraint/linalg/vec2.h"

/// Is a tower stable? A linear program finds forces that hold it, or a motion that proves that none can.
namespace restraint::bricks {

/// The verdict and its proof.
struct Stability {
    Verdict verdict = Verdict::numerical;
    std::vector<Contact> contacts;  // in the order of find_contacts, then the corners that were needed
    std::vector<std::string> warnings;
    double residual = 0.0;  // over the weight: the worst unbalanced force (stable), or the worst rate at
                            // which a contact closes or a pin opens under the motion (unstable)

    // Stable: forces in equilibrium with gravity.
    std::vector<double> forces;    // one a contact, along its normal on a, N; >= 0
    std::vector<Vec2> pin_forces;  // one a pin, on a, N

    // Unstable: a virtual motion under which no contact closes, no pin opens, and gravity does work.
    std::vector<Motion> motion;  // one a body; the largest of |vx|, |vy|, |omega| x half-diagonal is 1
    double power = 0.0;          // work of gravity under it over the weight
};

/// Whether contact forces exist that balance gravity on every brick.   [SLIDES-lp]
/// The bounds of the two proofs are balance_tolerance's (equilibrium.h).
/// throws OverlapError and std::invalid_argument as find_contacts does.
Stability stability(const Tower& tower);

/// A length, or that there is none, or no bound.
struct Margin {
    enum class Kind { finite, none, unbounded, numerical } kind = Kind::numerical;
    double value = 0.0;  // m
};

/// The largest s such that the tower still balances with every contact interval shortened by s at both ends;
/// an interval shorter than 2 s carries no force, single points stay. Negative: the least lengthening that
/// would balance it; `none` if no lengthening up to ten times the tower's extent does; `unbounded` if
/// nothing limits s, since points and pins alone hold the tower. Good to 1e-11 of the mean brick size; to 1e-8
/// where a fixed body must press ever harder towards it, beyond all bounds.
Margin margin(const Tower& tower, const Stability& stability);

/// The least and the greatest force in N of one contact over all equilibria; may be infinite.
struct ForceRange {
    double least = 0.0, greatest = 0.0;
};

/// The range of each contact's force in a stable tower: forces are not unique. Empty if the solver gave up.
/// Throws std::invalid_argument unless the tower is stable.
std::vector<ForceRange> force_ranges(const Tower& tower, const Stability& stability);

}  // namespace restraint::bricks
