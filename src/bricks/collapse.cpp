#include "restraint/bricks/collapse.h"

#include <algorithm>
#include <cmath>

#include "restraint/bricks/framework.h"
#include "restraint/bricks/rows.h"
#include "restraint/bricks/tolerances.h"

namespace restraint::bricks {
namespace {

[[noreturn]] void refuse(const std::string& what, double velocity) {
    throw ApproachError(what + " at " + shown(velocity) +
                        " m/s: ask for the velocities after the impact first (restraint impact)");
}

/// The corner with only those sides that are in question: sides that close do not separate the pair, and
/// where a side opens nothing is in question. Where all close the corner is refused.
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

/// What touches and stays closed. A contact is a corner with one side: if its gap opens it is none.
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
