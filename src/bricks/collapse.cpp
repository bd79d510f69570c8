#include "restraint/bricks/collapse.h"

#include <algorithm>
#include <cmath>

#include "restraint/bricks/heaps.h"
#include "restraint/bricks/tolerances.h"

namespace restraint::bricks {
namespace {

/// The rate of the gap under the bodies' motions, and under the present velocities if accelerations are
/// asked.
double gap_rate(const Bricks& rigid, Unknown unknown, const Contact& contact, const Tower& moving) {
    gauss::Row row;
    if (unknown == Unknown::accelerations) add_gap(rigid, contact, row);
    return gap_velocity(moving, contact) - row.lower;
}

/// Whether the motion closes every side that could keep the two corners apart, by more than `rounding`.
bool collides(const Bricks& rigid, Unknown unknown, const CornerContact& corner, const Tower& moving,
              double rounding) {
    if (corner.opens) return false;
    Contact along_axis = corner.contact;
    for (const Vec2 axis : corner.axes) {
        along_axis.normal = axis;
        if (gap_rate(rigid, unknown, along_axis, moving) >= -rounding) return false;
    }
    return true;
}

[[noreturn]] void refuse(const std::string& what, double velocity) {
    throw ApproachError(what + " at " + shown(velocity) +
                        " m/s: ask for the velocities after the impact first (restraint impact)");
}

/// The corner with only those sides whose gaps do not close, for a side whose gap closes does not separate
/// the pair. If one of the gaps opens, the pair separates (`opens`); if all close, throws ApproachError.
CornerContact resting(const Tower& tower, CornerContact corner) {
    Contact along_axis = corner.contact;
    double fastest = -std::numeric_limits<double>::infinity();
    std::vector<Vec2> still;
    Vec2 sum;
    for (const Vec2 axis : corner.axes) {
        along_axis.normal = axis;
        const double velocity = gap_velocity(tower, along_axis);
        fastest = std::max(fastest, velocity);
        if (velocity < -gap_velocity_tolerance) continue;
        still.push_back(axis);
        sum += axis;
    }
    if (still.empty())
        refuse(part_names(tower, along_axis.a, along_axis.b) + " approach each other", -fastest);
    if (still.size() < corner.axes.size()) corner.contact.normal = (1.0 / norm(sum)) * sum;
    corner.axes = still;
    corner.opens = fastest > gap_velocity_tolerance;
    return corner;
}

/// The contacts whose gaps do not open, each judged as a corner with one side, and the corners.
/// [ROTE-S2]
Touching resting(const Tower& tower, Touching touching) {
    std::erase_if(touching.contacts, [&](const Contact& contact) {
        return resting(tower, CornerContact{contact, {contact.normal}}).opens;
    });
    for (CornerContact& corner : touching.corners) corner = resting(tower, corner);
    return touching;
}

void require_pins_at_rest(const Tower& tower) {
    for (const Pin& pin : tower.pins) {
        const Vec2 apart = point_velocity(tower, pin.a, world_vertex(tower.bodies[pin.a], pin.vertex_a)) -
                           point_velocity(tower, pin.b, world_vertex(tower.bodies[pin.b], pin.vertex_b));
        if (norm(apart) > gap_velocity_tolerance)
            refuse("the pinned vertices of " + part_names(tower, pin.a, pin.b) + " move apart", norm(apart));
    }
}

}  // namespace

Answer nearest_motion(const Bricks& bricks, Unknown unknown, const Touching& touching) {
    const Tower& tower = bricks.tower;
    const Bricks rigid{tower};
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
            if (in_use[c] || !collides(rigid, unknown, corners[c], moving, rate_tolerance * scale)) continue;
            in_use[c] = true;
            contacts.push_back(corners[c].contact);
        }
        if (contacts.size() > active.size()) continue;

        Answer answer{projection.status, motions, {}, {}, touching.warnings};
        const Vector& forces = projection.multipliers;
        for (std::size_t c = 0; c < contacts.size(); ++c) {
            const double rate = gap_rate(rigid, unknown, contacts[c], moving);
            answer.contacts.push_back({contacts[c], forces[c], rate, rate > rate_tolerance * scale});
        }
        for (std::size_t p = 0; p < tower.pins.size(); ++p) {
            const std::size_t row = contacts.size() + 2 * p;
            answer.pin_forces.push_back({forces[row], forces[row + 1]});
        }
        return answer;
    }
}

Answer accelerate(const Tower& tower, Model model, Bars bars) {
    const Touching all = find_contacts(tower);
    require_pins_at_rest(tower);
    const Touching touching = resting(tower, all);
    return nearest_motion({tower, make_framework(tower, model, bars)}, Unknown::accelerations, touching);
}

Answer impact(const Tower& tower, Model model, Bars bars) {
    const Touching touching = find_contacts(tower);
    return nearest_motion({tower, make_framework(tower, model, bars)}, Unknown::velocities, touching);
}

}  // namespace restraint::bricks
