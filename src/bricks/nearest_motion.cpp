#include "restraint/bricks/nearest_motion.h"

#include <algorithm>

#include "restraint/bricks/heaps.h"
#include "restraint/bricks/rows.h"
#include "restraint/bricks/tolerances.h"

namespace restraint::bricks {
namespace {

/// The rate of the gap under the bodies' motions, and under the present velocities if accelerations are
/// asked.
double gap_rate(const Tower& tower, const Question& q, const Contact& contact,
                const std::vector<Motion>& motions) {
    const double term = q.unknown == Unknown::accelerations ? gap_velocity_term(tower, contact) : 0.0;
    return term + gap_rate(tower, contact, motions);
}

/// last_active   out: of the contacts, by which the next answer, with more of them at the end, is found
/// sooner
Answer solve(const Tower& tower, const Question& q, const std::vector<Contact>& contacts,
             std::vector<optimize::Activity>& last_active) {
    const Formulation f = q.formulation(tower, contacts, q.unknown);
    if (!last_active.empty()) last_active.resize(f.rows.size(), optimize::Activity::inactive);
    const gauss::Projection projection =
        gauss::project(f.inverse_masses, f.target, f.rows, last_active, projection_rounding * q.scale);
    last_active = projection.active;
    last_active.resize(contacts.size());
    Answer answer;
    answer.status = projection.status;
    if (answer.status != optimize::Status::optimal) return answer;
    answer.bodies = q.motions(tower, projection.x);
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const double rate = gap_rate(tower, q, contacts[i], answer.bodies);
        answer.contacts.push_back(
            {contacts[i], projection.multipliers[i], rate, rate > rate_tolerance * q.scale});
    }
    for (std::size_t p = 0; p < tower.pins.size(); ++p) {
        const std::size_t row = contacts.size() + 2 * p;
        answer.pin_forces.push_back({projection.multipliers[row], projection.multipliers[row + 1]});
    }
    return answer;
}

/// Whether the motion closes every side that could keep the two corners apart.
bool collides(const Tower& tower, const Question& q, const CornerContact& corner,
              const std::vector<Motion>& motions) {
    if (corner.opens) return false;
    Contact along_axis = corner.contact;
    for (const Vec2 axis : corner.axes) {
        along_axis.normal = axis;
        if (gap_rate(tower, q, along_axis, motions) >= -rate_tolerance * q.scale) return false;
    }
    return true;
}

Answer solve_heap(const Heap& heap, const Question& q) {
    std::vector<Contact> contacts = heap.contacts;
    std::vector<std::size_t> needed;
    std::vector<optimize::Activity> active;
    for (;;) {
        Answer answer = solve(heap.tower, q, contacts, active);
        if (answer.status != optimize::Status::optimal) return answer;
        const std::size_t before = needed.size();
        for (std::size_t c = 0; c < heap.corners.size(); ++c) {
            const bool in_use = std::find(needed.begin(), needed.end(), c) != needed.end();
            if (in_use || !collides(heap.tower, q, heap.corners[c], answer.bodies)) continue;
            needed.push_back(c);
            contacts.push_back(heap.corners[c].contact);
        }
        answer.corners = needed;
        if (needed.size() == before) return answer;
    }
}

}  // namespace

double acceleration_scale(const Tower& tower) {
    const double gravity = norm(tower.gravity);
    return gravity > 0.0 ? gravity : 1.0;
}

Answer nearest_motion(const Tower& tower, const Question& question, const std::vector<Contact>& contacts,
                      const std::vector<CornerContact>& corners) {
    Answer whole;
    whole.status = optimize::Status::optimal;
    whole.bodies.resize(tower.bodies.size());
    whole.contacts.resize(contacts.size());
    whole.pin_forces.resize(tower.pins.size());
    for (const Heap& heap : heaps(tower, contacts, corners)) {
        const Answer part = solve_heap(heap, question);
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
        }
    }
    return whole;
}

}  // namespace restraint::bricks
