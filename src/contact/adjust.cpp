#include "restraint/contact/adjust.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "restraint/gauss/project.h"

namespace restraint::contact {

bool displace(std::span<RigidBody> bodies, std::vector<gauss::Row> rows) {
    // In units of the largest fault, so that it is well above the rounding that the projection allows for.
    double unit = 0.0;
    for (const gauss::Row& row : rows) unit = std::max({unit, row.lower, -row.upper});
    if (unit == 0.0) return true;
    for (gauss::Row& row : rows) {
        row.lower /= unit;
        row.upper /= unit;
    }
    // The joints of a closed loop are redundant, and agree with each other only to a small part of what they
    // are open.
    constexpr double rounding = 1e-3;
    const Vector nowhere(6 * bodies.size());
    const gauss::Projection shift = gauss::project(inverse_masses(bodies), nowhere, rows, {}, rounding);
    if (shift.status != optimize::Status::optimal) return false;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        RigidBody& body = bodies[i];
        if (body.fixed()) continue;
        const double* d = shift.x.data() + 6 * i;
        body.position += unit * Vec3{d[0], d[1], d[2]};
        rigid::set_orientation(body, from_rotation_vector(unit * Vec3{d[3], d[4], d[5]}) * body.quaternion);
    }
    return true;
}

// Redundant contacts ask for the same up to the rounding of two coordinates and, where faces are not quite
// parallel, up to some small part of their gaps.
void close_gaps(std::span<const Contact> contacts, std::span<RigidBody> bodies) {
    double widest = 0.0;
    for (const Contact& contact : contacts) widest = std::max(widest, std::fabs(contact.gap));
    std::vector<gauss::Row> rows;
    for (const Contact& contact : contacts) {
        const double blur = 2.5e-16 * max_norm(contact.point) + 1e-3 * widest;
        rows.push_back(gap_row(contact, bodies));
        rows.back().lower = -contact.gap - blur;
        rows.back().upper = -contact.gap + blur;
    }
    displace(bodies, std::move(rows));
}

void stop_gaps(std::span<const MovingContact> contacts, std::span<const Joint> joints,
               std::span<RigidBody> bodies) {
    std::vector<gauss::Row> rows = velocity_rows(joints, bodies);
    for (const MovingContact& contact : contacts) {
        rows.push_back(gap_row(contact.now(bodies), bodies));
        rows.back().upper = 0.0;
    }
    if (rows.empty()) return;
    const gauss::Projection still = gauss::project(inverse_masses(bodies), velocities(bodies), rows);
    if (still.status == optimize::Status::optimal) set_velocities(bodies, still.x);
}

}  // namespace restraint::contact
