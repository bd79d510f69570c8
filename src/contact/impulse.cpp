#include "restraint/contact/impulse.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "restraint/world/joint.h"
#include "restraint/world/tolerances.h"
#include "tolerances.h"

namespace restraint::contact {

namespace {

double checked_restitution(const Restitution& restitution, std::size_t contact) {
    const double epsilon = restitution(contact);
    require_restitution(epsilon, "contact " + std::to_string(contact));
    return epsilon;
}

}  // namespace

ContactState classify(double gap_velocity, double threshold) {
    if (gap_velocity > threshold) return ContactState::separating;
    return gap_velocity >= -threshold ? ContactState::resting : ContactState::colliding;
}

double gap_mobility(const Contact& contact, std::span<const RigidBody> bodies) {
    const Vec3 n = contact.normal, p = contact.point;
    return dot(n, mobility(bodies[contact.a], p, p) * n) + dot(n, mobility(bodies[contact.b], p, p) * n);
}

double collision_impulse(const Contact& contact, std::span<const RigidBody> bodies, double restitution) {
    const double k = gap_mobility(contact, bodies);
    if (!(k > 0.0)) return 0.0;                                       // two fixed bodies
    return -(1.0 + restitution) * gap_velocity(contact, bodies) / k;  // [PBM-G-8.18]
}

Collisions resolve_sequentially(std::span<const Contact> contacts, std::span<RigidBody> bodies,
                                const Restitution& restitution, std::span<const gauss::Row> further,
                                double threshold, std::size_t impulse_limit) {
    Collisions result;
    result.impulses_by_contact = Vector(contacts.size());
    std::size_t quiet = 0;  // contacts in a row that do not collide
    for (std::size_t i = 0; quiet < contacts.size(); i = (i + 1) % contacts.size()) {
        if (gap_velocity(contacts[i], bodies) >= -threshold) {
            ++quiet;
            continue;
        }
        quiet = 0;
        result.finished = result.impulses < impulse_limit;
        if (!result.finished) break;
        const double epsilon = checked_restitution(restitution, i);
        double j = 0.0;
        if (further.empty()) {
            j = collision_impulse(contacts[i], bodies, epsilon);
            if (!(j > 0.0))
                throw std::invalid_argument("contact " + std::to_string(i) +
                                            " is between two fixed bodies, " + bodies[contacts[i].a].name +
                                            " and " + bodies[contacts[i].b].name +
                                            ", that approach each other");
            add_impulse(contacts[i], j * contacts[i].normal, bodies);
        } else {
            const gauss::Projection one = resolve_simultaneously(
                contacts.subspan(i, 1), bodies, [&](std::size_t) { return epsilon; }, further);
            result.status = one.status;
            result.finished = one.status == optimize::Status::optimal;
            if (!result.finished) break;
            j = one.multipliers[0];
        }
        result.impulses_by_contact[i] += j;
        ++result.impulses;
    }
    return result;
}

gauss::Projection nearest_motion(std::span<const RigidBody> bodies, const Vector& target,
                                 std::span<const gauss::Row> rows, bool joints,
                                 std::span<const optimize::Activity> warm_start) {
    const std::vector<gauss::InverseMass> masses = inverse_masses(bodies);
    if (!joints) return gauss::project(masses, target, rows, warm_start);
    double largest = max_norm(target);
    for (const gauss::Row& row : rows)
        if (std::isfinite(row.lower)) largest = std::max(largest, std::fabs(row.lower));
    gauss::Projection projection;
    for (double rounding : row_sum_roundings) {
        projection = gauss::project(masses, target, rows, warm_start, rounding * largest, joint_rounding);
        if (projection.status == optimize::Status::optimal) break;
    }
    return projection;
}

gauss::Projection resolve_simultaneously(std::span<const Contact> contacts, std::span<RigidBody> bodies,
                                         const Restitution& restitution, std::span<const gauss::Row> further,
                                         double threshold) {
    double fastest = 0.0;
    for (const Contact& contact : contacts)
        fastest = std::max(fastest, std::fabs(gap_velocity(contact, bodies)));
    const double separating = threshold + speed_rounding * fastest;
    std::vector<gauss::Row> rows;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const double v = gap_velocity(contacts[i], bodies);
        rows.push_back(gap_row(contacts[i], bodies));
        if (v > separating) rows.back().lower = -optimize::infinity;  // no side: it is left out
        else if (v < 0.0) rows.back().lower = -checked_restitution(restitution, i) * v;  // [BARAFF89-28]
    }
    rows.insert(rows.end(), further.begin(), further.end());
    gauss::Projection found = nearest_motion(bodies, velocities(bodies), rows, !further.empty());
    if (found.status == optimize::Status::optimal) set_velocities(bodies, found.x);
    return found;
}

gauss::Projection stop_closing(std::span<const Contact> contacts, std::span<RigidBody> bodies,
                               std::span<const gauss::Row> further) {
    return resolve_simultaneously(
        contacts, bodies, [](std::size_t) { return 0.0; }, further, optimize::infinity);
}

}  // namespace restraint::contact
