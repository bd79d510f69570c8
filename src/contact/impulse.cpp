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
    if (!(epsilon >= 0.0 && epsilon <= 1.0))
        throw std::invalid_argument("the restitution of contact " + std::to_string(contact) + " is " +
                                    std::to_string(epsilon) + ", but must be between 0 and 1");
    return epsilon;
}

// The next contact to collide at or after `from` in the list, or the fastest of all; contacts.size() if none.
std::size_t next_colliding(std::span<const Contact> contacts, std::span<const RigidBody> bodies,
                           std::size_t from, const SequentialOptions& options) {
    std::size_t found = contacts.size();
    double fastest = -options.threshold;
    for (std::size_t k = 0; k < contacts.size(); ++k) {
        const std::size_t i = (from + k) % contacts.size();
        const double v = gap_velocity(contacts[i], bodies);
        if (!(v < fastest)) continue;
        found = i;
        if (options.order == ContactOrder::listed) return found;
        fastest = v;
    }
    return found;
}

// The nearest velocities that fulfil the rows; the bodies get them if there are such.
SimultaneousCollision project_velocities(std::span<const gauss::Row> rows, std::span<RigidBody> bodies,
                                         bool joints) {
    const Vector before = velocities(bodies);
    gauss::Projection projection;
    for (double rounding : row_sum_roundings) {
        projection =
            gauss::project(inverse_masses(bodies), before, rows, {},
                           joints ? rounding * max_norm(before) : 0.0, joints ? joint_rounding : 0.0);
        if (projection.status == optimize::Status::optimal || !joints) break;
    }
    if (projection.status == optimize::Status::optimal) set_velocities(bodies, projection.x);
    return {projection.status, projection.multipliers};
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
                                const Restitution& restitution, const SequentialOptions& options,
                                std::span<const gauss::Row> further) {
    Collisions result;
    result.impulses_by_contact = Vector(contacts.size());
    if (contacts.empty()) return result;
    for (std::size_t i = next_colliding(contacts, bodies, 0, options); i < contacts.size();
         i = next_colliding(contacts, bodies, (i + 1) % contacts.size(), options)) {
        if (result.impulses == options.impulse_limit) {
            result.finished = false;
            break;
        }
        const double epsilon = checked_restitution(restitution, i);
        if (!further.empty()) {
            const SimultaneousCollision one = resolve_simultaneously(
                contacts.subspan(i, 1), bodies, [&](std::size_t) { return epsilon; }, further);
            result.status = one.status;
            result.finished = one.status == optimize::Status::optimal;
            if (!result.finished) break;
            result.impulses_by_contact[i] += one.impulses[0];
            ++result.impulses;
            continue;
        }
        const double j = collision_impulse(contacts[i], bodies, epsilon);
        if (!(j > 0.0))
            throw std::invalid_argument("contact " + std::to_string(i) + " is between two fixed bodies, " +
                                        bodies[contacts[i].a].name + " and " + bodies[contacts[i].b].name +
                                        ", that approach each other");
        add_impulse(contacts[i], j * contacts[i].normal, bodies);
        result.impulses_by_contact[i] += j;
        ++result.impulses;
    }
    return result;
}

SimultaneousCollision resolve_simultaneously(std::span<const Contact> contacts, std::span<RigidBody> bodies,
                                             const Restitution& restitution,
                                             std::span<const gauss::Row> further, double threshold) {
    double fastest = 0.0;
    for (const Contact& contact : contacts)
        fastest = std::max(fastest, std::fabs(gap_velocity(contact, bodies)));
    const double separating = threshold + speed_rounding * fastest;
    std::vector<std::size_t> numbers;  // of the contacts that take part
    std::vector<gauss::Row> rows;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const double v = gap_velocity(contacts[i], bodies);
        if (v > separating) continue;
        numbers.push_back(i);
        rows.push_back(gap_row(contacts[i], bodies));
        rows.back().lower = v < 0.0 ? -checked_restitution(restitution, i) * v : 0.0;  // [BARAFF89-28]
    }
    rows.insert(rows.end(), further.begin(), further.end());
    const SimultaneousCollision found = project_velocities(rows, bodies, !further.empty());
    if (found.status != optimize::Status::optimal) return found;
    SimultaneousCollision result{found.status, Vector(contacts.size() + further.size())};
    for (std::size_t k = 0; k < numbers.size(); ++k) result.impulses[numbers[k]] = found.impulses[k];
    for (std::size_t k = 0; k < further.size(); ++k)
        result.impulses[contacts.size() + k] = found.impulses[numbers.size() + k];
    return result;
}

SimultaneousCollision stop_closing(std::span<const Contact> contacts, std::span<RigidBody> bodies,
                                   std::span<const gauss::Row> further) {
    std::vector<gauss::Row> rows;
    for (const Contact& contact : contacts) rows.push_back(gap_row(contact, bodies));
    rows.insert(rows.end(), further.begin(), further.end());
    return project_velocities(rows, bodies, !further.empty());
}

}  // namespace restraint::contact
