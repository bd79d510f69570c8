#include "restraint/bricks/nearest_motion.h"

#include <algorithm>

#include "restraint/bricks/heaps.h"
#include "restraint/bricks/tolerances.h"

namespace restraint::bricks {
namespace {

/// The rate of the gap under the bodies' motions, and under the present velocities if accelerations are
/// asked.
double gap_rate(const Tower& tower, Unknown unknown, const Contact& contact, const Tower& moving) {
    const double lower = unknown == Unknown::accelerations ? gap_row(tower, contact).lower : 0.0;
    return gap_velocity(moving, contact) - lower;
}

/// Whether the motion closes every side that could keep the two corners apart, by more than `rounding`.
bool collides(const Tower& tower, Unknown unknown, const CornerContact& corner, const Tower& moving,
              double rounding) {
    if (corner.opens) return false;
    Contact along_axis = corner.contact;
    for (const Vec2 axis : corner.axes) {
        along_axis.normal = axis;
        if (gap_rate(tower, unknown, along_axis, moving) >= -rounding) return false;
    }
    return true;
}

}  // namespace

Answer nearest_motion(const Bricks& bricks, Unknown unknown, const Touching& touching) {
    const Tower& tower = bricks.tower;
    const std::vector<CornerContact>& corners = touching.corners;
    std::vector<Contact> contacts = touching.contacts;
    const double natural = unknown == Unknown::accelerations ? norm(tower.gravity) : fastest_velocity(tower);
    const double scale = natural > 0.0 ? natural : 1.0;  // of the answer, m/s^2 or m/s
    std::vector<bool> in_use(corners.size());
    std::vector<optimize::Activity> active;  // of the contacts of the last answer: the next is found sooner
    for (;;) {
        const Formulation f = formulation(bricks, contacts, unknown);
        const gauss::Projection projection = project(f, active, projection_rounding * scale);
        active = projection.active;
        active.resize(contacts.size());
        const std::vector<Motion> motions = body_motions(bricks, projection.x);
        const Tower moving = with_velocities(tower, motions);
        for (std::size_t c = 0; c < corners.size(); ++c) {
            if (in_use[c] || !collides(tower, unknown, corners[c], moving, rate_tolerance * scale)) continue;
            in_use[c] = true;
            contacts.push_back(corners[c].contact);
        }
        if (contacts.size() > active.size()) continue;

        Answer answer{projection.status, motions, {}, {}, touching.warnings};
        const Vector& forces = projection.multipliers;
        for (std::size_t c = 0; c < contacts.size(); ++c) {
            const double rate = gap_rate(tower, unknown, contacts[c], moving);
            answer.contacts.push_back({contacts[c], forces[c], rate, rate > rate_tolerance * scale});
        }
        for (std::size_t p = 0; p < tower.pins.size(); ++p) {
            const std::size_t row = contacts.size() + 2 * p;
            answer.pin_forces.push_back({forces[row], forces[row + 1]});
        }
        return answer;
    }
}

}  // namespace restraint::bricks
