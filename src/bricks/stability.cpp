#include "restraint/bricks/stability.h"

namespace restraint::bricks {
Stability stability(const Tower& tower) {
    const Touching touching = find_contacts(tower);
    const double weight = weight_of(tower);
    const Balance found = balance(at_rest(tower), touching.contacts, touching.corners, weight, true);
    Stability result;
    result.verdict = found.verdict;
    result.contacts = found.contacts;
    result.warnings = touching.warnings;
    if (found.verdict == Verdict::stable) {
        const std::size_t contacts = found.contacts.size();
        for (std::size_t c = 0; c < contacts; ++c) result.forces.push_back(weight * found.forces[c]);
        for (std::size_t k = contacts; k < found.forces.size(); k += 2)
            result.pin_forces.push_back(weight * Vec2{found.forces[k], found.forces[k + 1]});
        result.residual = found.imbalance;
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
