#include "restraint/bricks/collapse.h"

#include <algorithm>
#include <cmath>

#include "restraint/bricks/framework.h"
#include "restraint/bricks/rows.h"
#include "restraint/bricks/tolerances.h"

namespace restraint::bricks {
namespace {

Question question(const Tower& tower, Unknown unknown, Model model, Bars bars) {
    if (model == Model::rigid) return {unknown};
    const Framework framework = make_framework(tower, model, bars);
    return {unknown,
            [=](const Tower& of, std::span<const Contact> contacts, Unknown u) {
                return framework_formulation(framework, of, contacts, u);
            },
            [=](const Tower& of, const Vector& x) { return rigid_motions(framework, of, x); }};
}

[[noreturn]] void refuse(const std::string& what, double velocity) {
    throw ApproachError(what + " at " + shown(velocity) +
                        " m/s: ask for the velocities after the impact first (restraint impact)");
}

/// Of the contacts those whose gap stays closed; gaps that open are none, gaps that close are refused.
/// [ROTE-S2]
std::vector<Contact> resting(const Tower& tower, const std::vector<Contact>& contacts) {
    std::vector<Contact> result;
    for (const Contact& contact : contacts) {
        const double velocity = gap_velocity(tower, contact);
        if (velocity < -gap_velocity_tolerance)
            refuse(part_names(tower, contact.a, contact.b) + " approach each other", -velocity);
        if (velocity <= gap_velocity_tolerance) result.push_back(contact);
    }
    return result;
}

/// The corners with only those sides that are in question: sides that close do not separate the pair, and
/// where a side opens nothing is in question.
std::vector<CornerContact> resting(const Tower& tower, const std::vector<CornerContact>& corners) {
    std::vector<CornerContact> result = corners;
    for (CornerContact& corner : result) {
        Contact along_axis = corner.contact;
        double fastest = -std::numeric_limits<double>::infinity();
        std::vector<Vec2> still;
        for (const Vec2 axis : corner.axes) {
            along_axis.normal = axis;
            const double velocity = gap_velocity(tower, along_axis);
            fastest = std::max(fastest, velocity);
            if (velocity >= -gap_velocity_tolerance) still.push_back(axis);
        }
        if (still.empty())
            refuse(part_names(tower, corner.contact.a, corner.contact.b) + " approach each other", -fastest);
        if (still.size() < corner.axes.size()) {
            Vec2 sum;
            for (const Vec2 axis : still) sum += axis;
            corner.contact.normal = (1.0 / norm(sum)) * sum;
        }
        corner.axes = still;
        corner.opens = fastest > gap_velocity_tolerance;
    }
    return result;
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
    const Touching touching = find_contacts(tower);
    require_pins_at_rest(tower);
    Answer answer = nearest_motion(tower, question(tower, Unknown::accelerations, model, bars),
                                   resting(tower, touching.contacts), resting(tower, touching.corners));
    answer.warnings = touching.warnings;
    return answer;
}

Answer impact(const Tower& tower, Model model, Bars bars) {
    const Touching touching = find_contacts(tower);
    Answer answer = nearest_motion(tower, question(tower, Unknown::velocities, model, bars),
                                   touching.contacts, touching.corners);
    answer.warnings = touching.warnings;
    return answer;
}

}  // namespace restraint::bricks
