#pragma once

#include <algorithm>
#include <cmath>

#include "restraint/contact/resting.h"

namespace restraint::contact {

/// By how much the forces, one a contact and then one a row of the joints, N, miss the conditions, in m/s^2:
/// over joints the largest |d''|; over contacts the largest of -d'', of -f a_ii, and of the smaller of |f|
/// a_ii and |d''|, which exclude each other.
inline double force_residual(const ForceSystem& system, const Vector& forces) {
    const Vector acceleration = system.a * forces + system.b;
    double worst = 0.0;
    for (std::size_t i = 0; i < forces.size(); ++i) {
        const double f = forces[i] * system.a(i, i), d = acceleration[i];
        // A force and a receding gap exclude each other: the smaller of both, as accelerations, is the fault.
        worst =
            std::max(worst, i >= system.contacts ? std::fabs(d)
                                                 : std::max({-d, -f, std::min(std::fabs(f), std::fabs(d))}));
    }
    return worst;
}

}  // namespace restraint::contact
