#include "restraint/bricks/collapse.h"

#include <algorithm>
#include <cmath>

#include "restraint/bricks/contact_rows.h"

namespace restraint::bricks {
namespace {

/// Everything about one question that stays the same while corners are added.
struct Question {
    const Tower& tower;
    Unknown unknown;
    Model model;
    Bars bars;
    double scale;  // of the answer: gravity, or the fastest velocity; m/s^2 or m/s
};

/// The rate of the gap under the bodies' motions, and under the present velocities if accelerations are
/// asked.
double gap_rate(const Question& q, const Contact& contact, const std::vector<Motion>& motions) {
    double rate = q.unknown == Unknown::accelerations ? gap_velocity_term(q.tower, contact) : 0.0;
    const auto row = contact_row(q.tower, contact, 0.0);
    for (const gauss::Block& block : row.blocks()) {
        const Motion& m = motions[block.body];
        rate += block.coefficients[0] * m.linear.x + block.coefficients[1] * m.linear.y +
                block.coefficients[2] * m.angular;
    }
    return rate;
}

Answer solve(const Question& q, const std::vector<Contact>& contacts) {
    const Formulation f = formulation(q.tower, contacts, q.unknown, q.model, q.bars);
    const gauss::Projection projection = gauss::project(f.inverse_masses, f.target, f.rows);
    Answer answer;
    answer.status = projection.status;
    if (answer.status != optimize::Status::optimal) return answer;
    answer.bodies = body_motions(q.tower, projection.x, q.model);
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const double rate = gap_rate(q, contacts[i], answer.bodies);
        answer.contacts.push_back({contacts[i], projection.multipliers[i], rate, rate > 1e-9 * q.scale});
    }
    for (std::size_t p = 0; p < q.tower.pins.size(); ++p) {
        const std::size_t row = contacts.size() + 2 * p;
        answer.pin_forces.push_back({projection.multipliers[row], projection.multipliers[row + 1]});
    }
    return answer;
}

/// Whether the motion closes every side that could keep the two corners apart.
bool collides(const Question& q, const CornerContact& corner, const std::vector<Motion>& motions) {
    Contact along_axis = corner.contact;
    for (const Vec2 axis : corner.axes) {
        along_axis.normal = axis;
        if (gap_rate(q, along_axis, motions) >= -1e-9 * q.scale) return false;
    }
    return true;
}

/// Solves without the corners, and again with those that would collide, until none would. Where corners pass
/// each other freely, the answer without them is the nearest admissible motion; a corner that does not pass
/// is held with its averaged normal.   [BARAFF89-degen]
Answer solve_with_corners(const Question& q, std::vector<Contact> contacts,
                          std::vector<CornerContact> corners) {
    for (;;) {
        Answer answer = solve(q, contacts);
        if (answer.status != optimize::Status::optimal) return answer;
        const auto colliding = std::stable_partition(
            corners.begin(), corners.end(),
            [&](const CornerContact& corner) { return !collides(q, corner, answer.bodies); });
        if (colliding == corners.end()) return answer;
        for (auto corner = colliding; corner != corners.end(); ++corner) {
            corner->contact.partner = contacts.size();
            contacts.push_back(corner->contact);
        }
        corners.erase(colliding, corners.end());
    }
}

std::string names(const Tower& tower, const Contact& c) {
    return part_name(tower, c.a) + " and " + part_name(tower, c.b);
}

[[noreturn]] void refuse_approach(const std::string& pair, double velocity) {
    throw ApproachError(pair + " approach each other at " + shown(velocity) +
                        " m/s: ask for the velocities after the impact first (restraint impact)");
}

/// Of the contacts those whose gap stays closed; gaps that open are none, gaps that close are refused.
/// [ROTE-S2]
std::vector<Contact> resting(const Tower& tower, const std::vector<Contact>& contacts) {
    std::vector<Contact> result;
    std::vector<std::size_t> place(contacts.size(), contacts.size());  // in the result
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const double velocity = gap_velocity(tower, contacts[i]);
        if (velocity < -gap_velocity_tolerance) refuse_approach(names(tower, contacts[i]), -velocity);
        if (velocity > gap_velocity_tolerance) continue;
        place[i] = result.size();
        result.push_back(contacts[i]);
    }
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        if (place[i] == contacts.size()) continue;
        const std::size_t partner = place[contacts[i].partner];
        result[place[i]].partner = partner == contacts.size() ? place[i] : partner;
    }
    return result;
}

/// Of the corners those that are in question: no side opens. Sides that close do not separate them.
std::vector<CornerContact> resting(const Tower& tower, const std::vector<CornerContact>& corners) {
    std::vector<CornerContact> result;
    for (const CornerContact& corner : corners) {
        CornerContact kept{corner.contact, {}};
        Vec2 sum;
        double fastest = -std::numeric_limits<double>::infinity();
        for (const Vec2 axis : corner.axes) {
            Contact along_axis = corner.contact;
            along_axis.normal = axis;
            const double velocity = gap_velocity(tower, along_axis);
            fastest = std::max(fastest, velocity);
            if (velocity < -gap_velocity_tolerance) continue;
            kept.axes.push_back(axis);
            sum += axis;
        }
        if (fastest > gap_velocity_tolerance) continue;
        if (kept.axes.empty()) refuse_approach(names(tower, corner.contact), -fastest);
        if (kept.axes.size() < corner.axes.size()) kept.contact.normal = (1.0 / norm(sum)) * sum;
        result.push_back(kept);
    }
    return result;
}

void require_pins_at_rest(const Tower& tower) {
    for (const Pin& pin : tower.pins) {
        const Vec2 apart = point_velocity(tower, pin.a, world_vertex(tower.bodies[pin.a], pin.vertex_a)) -
                           point_velocity(tower, pin.b, world_vertex(tower.bodies[pin.b], pin.vertex_b));
        if (norm(apart) > gap_velocity_tolerance)
            throw ApproachError("the pinned vertices of " + part_name(tower, pin.a) + " and " +
                                part_name(tower, pin.b) + " move apart at " + shown(norm(apart)) +
                                " m/s: ask for the velocities after the impact first (restraint impact)");
    }
}

double fastest_velocity(const Tower& tower) {
    double fastest = 0.0;
    for (const Body& body : tower.bodies)
        if (!body.fixed) fastest = std::max(fastest, norm(body.velocity.linear));
    return fastest > 0.0 ? fastest : 1.0;
}

}  // namespace

Answer accelerate(const Tower& tower, Model model, Bars bars, Overlaps overlaps) {
    Touching touching = find_contacts(tower, overlaps);
    require_pins_at_rest(tower);
    const double gravity = norm(tower.gravity);
    const Question question{tower, Unknown::accelerations, model, bars, gravity > 0.0 ? gravity : 1.0};
    Answer answer =
        solve_with_corners(question, resting(tower, touching.contacts), resting(tower, touching.corners));
    answer.warnings = std::move(touching.warnings);
    return answer;
}

Answer impact(const Tower& tower, Model model, Bars bars, Overlaps overlaps) {
    Touching touching = find_contacts(tower, overlaps);
    const Question question{tower, Unknown::velocities, model, bars, fastest_velocity(tower)};
    Answer answer = solve_with_corners(question, touching.contacts, touching.corners);
    answer.warnings = std::move(touching.warnings);
    return answer;
}

}  // namespace restraint::bricks
