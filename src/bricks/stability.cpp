#include "restraint/bricks/stability.h"

namespace restraint::bricks {
Stability stability(const Tower& tower) {
    const Touching touching = find_contacts(tower);
    const Tower still = at_rest(tower);
    const double weight = weight_of(tower);
    const Balance found = balance(still, touching.contacts, touching.corners, weight);
    Stability result;
    result.verdict = found.verdict;
    result.contacts = found.contacts;
    result.warnings = touching.warnings;
    if (found.verdict == Verdict::stable) {
        const Balance least = with_least_forces(still, found, weight);
        const std::size_t contacts = least.contacts.size();
        for (std::size_t c = 0; c < contacts; ++c) result.forces.push_back(weight * least.forces[c]);
        for (std::size_t k = contacts; k < least.forces.size(); k += 2)
            result.pin_forces.push_back(weight * Vec2{least.forces[k], least.forces[k + 1]});
        result.residual = least.imbalance;
    }
    if (found.verdict == Verdict::unstable) {
        result.motion = found.motion;
        result.power = found.proof.power;
        result.reach = found.proof.reach();
        result.residual = found.proof.closing;
    }
    return result;
}

}  // namespace restraint::bricks
