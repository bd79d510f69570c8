#include "restraint/bricks/nearest_motion.h"

#include <algorithm>

#include "restraint/bricks/rows.h"
#include "restraint/bricks/tolerances.h"

namespace restraint::bricks {
namespace {

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
    const Formulation f = q.formulation(contacts);
    if (!last_active.empty()) last_active.resize(f.rows.size(), optimize::Activity::inactive);
    const gauss::Projection projection =
        gauss::project(f.inverse_masses, f.target, f.rows, last_active, projection_rounding * q.scale);
    last_active = projection.active;
    last_active.resize(contacts.size());
    Answer answer;
    answer.status = projection.status;
    if (answer.status != optimize::Status::optimal) return answer;
    answer.bodies = q.motions(projection.x);
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const double rate = gap_rate(q, contacts[i], answer.bodies);
        answer.contacts.push_back(
            {contacts[i], projection.multipliers[i], rate, rate > rate_tolerance * q.scale});
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
        if (gap_rate(q, along_axis, motions) >= -rate_tolerance * q.scale) return false;
    }
    return true;
}

}  // namespace

Question rigid_question(const Tower& tower, Unknown unknown, double scale) {
    return {tower, unknown, scale,
            [&tower, unknown](std::span<const Contact> contacts) {
                return rigid_formulation(tower, contacts, unknown);
            },
            [&tower](const Vector& x) { return body_motions(tower, x); }};
}

double acceleration_scale(const Tower& tower) {
    const double gravity = norm(tower.gravity);
    return gravity > 0.0 ? gravity : 1.0;
}

Answer nearest_motion(const Question& q, std::vector<Contact> contacts,
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

}  // namespace restraint::bricks
