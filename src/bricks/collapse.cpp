#include "restraint/bricks/collapse.h"

#include <algorithm>
#include <cmath>

#include "restraint/bricks/heaps.h"
#include "restraint/bricks/rows.h"

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
    const double term = q.unknown == Unknown::accelerations ? gap_velocity_term(q.tower, contact) : 0.0;
    return term + gap_rate(q.tower, contact, motions);
}

/// last_active   out: of the contacts, by which the next answer, with more of them at the end, is found
/// sooner
Answer solve(const Question& q, const std::vector<Contact>& contacts,
             std::vector<optimize::Activity>& last_active) {
    const Formulation f = formulation(q.tower, contacts, q.unknown, q.model, q.bars);
    if (!last_active.empty()) last_active.resize(f.rows.size(), optimize::Activity::inactive);
    const gauss::Projection projection =
        gauss::project(f.inverse_masses, f.target, f.rows, last_active, projection_rounding * q.scale);
    last_active = projection.active;
    last_active.resize(contacts.size());
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
    if (corner.opens) return false;
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
                          const std::vector<CornerContact>& corners) {
    std::vector<std::size_t> needed;
    std::vector<optimize::Activity> active;
    for (;;) {
        Answer answer = solve(q, contacts, active);
        if (answer.status != optimize::Status::optimal) return answer;
        const std::size_t before = needed.size();
        for (std::size_t c = 0; c < corners.size(); ++c) {
            const bool in_use = std::find(needed.begin(), needed.end(), c) != needed.end();
            if (in_use || !collides(q, corners[c], answer.bodies)) continue;
            needed.push_back(c);
            contacts.push_back(corners[c].contact);
            contacts.back().partner = contacts.size() - 1;
        }
        answer.corners = needed;
        if (needed.size() == before) return answer;
    }
}

/// Heap by heap: what does not hang together is solved apart.
Answer solve_apart(const Question& q, const std::vector<Contact>& contacts,
                   const std::vector<CornerContact>& corners) {
    Answer whole;
    whole.status = optimize::Status::optimal;
    whole.bodies.resize(q.tower.bodies.size());
    whole.contacts.resize(contacts.size());
    whole.pin_forces.resize(q.tower.pins.size());
    for (const Heap& heap : heaps(q.tower, contacts, corners)) {
        const Question of_heap{heap.tower, q.unknown, q.model, q.bars, q.scale};
        const Answer part = solve_with_corners(of_heap, heap.contacts, heap.corners);
        if (part.status != optimize::Status::optimal) return part;
        for (std::size_t k = 0; k < heap.body.size(); ++k) whole.bodies[heap.body[k]] = part.bodies[k];
        for (std::size_t k = 0; k < heap.pin.size(); ++k) whole.pin_forces[heap.pin[k]] = part.pin_forces[k];
        for (std::size_t k = 0; k < heap.contact.size(); ++k) {
            whole.contacts[heap.contact[k]] = part.contacts[k];
            whole.contacts[heap.contact[k]].contact = contacts[heap.contact[k]];
        }
        for (std::size_t k = 0; k < part.corners.size(); ++k) {
            const std::size_t corner = heap.corner[part.corners[k]];
            whole.corners.push_back(corner);
            whole.contacts.push_back(part.contacts[heap.contact.size() + k]);
            whole.contacts.back().contact = corners[corner].contact;
            whole.contacts.back().contact.partner = whole.contacts.size() - 1;
        }
    }
    return whole;
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
        if (still.empty()) refuse_approach(names(tower, corner.contact), -fastest);
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
        solve_apart(question, resting(tower, touching.contacts), resting(tower, touching.corners));
    answer.warnings = std::move(touching.warnings);
    return answer;
}

Answer accelerate_from_rest(const Tower& tower, const std::vector<Contact>& contacts,
                            const std::vector<CornerContact>& corners) {
    Tower still = tower;
    for (Body& body : still.bodies) body.velocity = {};
    const double gravity = norm(tower.gravity);
    const Question question{still, Unknown::accelerations, Model::rigid, Bars::minimal,
                            gravity > 0.0 ? gravity : 1.0};
    return solve_with_corners(question, contacts, corners);
}

Answer impact(const Tower& tower, Model model, Bars bars, Overlaps overlaps) {
    Touching touching = find_contacts(tower, overlaps);
    const Question question{tower, Unknown::velocities, model, bars, fastest_velocity(tower)};
    Answer answer = solve_apart(question, touching.contacts, touching.corners);
    answer.warnings = std::move(touching.warnings);
    return answer;
}

}  // namespace restraint::bricks
