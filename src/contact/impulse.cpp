#include "restraint/contact/impulse.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "restraint/world/joint.h"
#include "tolerances.h"

namespace restraint::contact {

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
        const double epsilon = require_restitution(restitution(i), "contact " + std::to_string(i));
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
            if (result.status != optimize::Status::optimal) break;
            j = one.multipliers[0];
        }
        result.impulses_by_contact[i] += j;
        ++result.impulses;
    }
    return result;
}

Matrix couplings(std::span<const gauss::Row> rows, std::span<const gauss::InverseMass> masses) {
    Matrix a(rows.size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j <= i; ++j) {
            for (const gauss::Block& of_i : rows[i].blocks())
                for (const gauss::Block& of_j : rows[j].blocks()) {
                    if (of_i.body != of_j.body) continue;
                    for (std::size_t k = 0; k < 6; ++k)
                        for (std::size_t l = 0; l < 6; ++l)
                            a(i, j) += of_i.coefficients[k] * masses[of_i.body](k, l) * of_j.coefficients[l];
                }
            a(j, i) = a(i, j);
        }
    return a;
}

std::vector<std::size_t> independent_rows(Matrix& a, std::vector<std::size_t> candidates, double dependence) {
    std::vector<std::size_t> chosen;
    while (!candidates.empty()) {
        const auto next = std::max_element(candidates.begin(), candidates.end(),
                                           [&](std::size_t i, std::size_t j) { return a(i, i) < a(j, j); });
        const std::size_t k = *next;
        const double largest = chosen.empty() ? a(k, k) : a(chosen[0], chosen[0]);
        if (!(a(k, k) > dependence * largest)) break;
        candidates.erase(next);
        chosen.push_back(k);
        for (std::size_t i = 0; i < a.rows(); ++i) {
            const double factor = a(i, k) / a(k, k);
            if (factor == 0.0 || std::find(chosen.begin(), chosen.end(), i) != chosen.end()) continue;
            for (std::size_t j = 0; j < a.cols(); ++j) a(i, j) -= factor * a(k, j);
        }
    }
    return chosen;
}

bool contradicts(double missed, double squared_sine, double largest) {
    return std::fabs(missed) > contradiction * std::sqrt(std::max(exact_dependence, squared_sine)) * largest;
}

gauss::Projection nearest_motion(std::span<const RigidBody> bodies, const Vector& target,
                                 std::vector<gauss::Row> rows,
                                 std::span<const optimize::Activity> warm_start) {
    const std::vector<gauss::InverseMass> masses = inverse_masses(bodies);
    const std::vector<gauss::Row> all = rows;
    std::vector<std::size_t> equations;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].lower != rows[i].upper) continue;
        equations.push_back(i);
        rows[i].lower = -optimize::infinity;
        rows[i].upper = optimize::infinity;
    }
    const Matrix a = couplings(all, masses);
    Matrix left = a;
    for (std::size_t i : independent_rows(left, equations, dependence_of_equations)) rows[i] = all[i];
    gauss::Projection found = gauss::project(masses, target, rows, warm_start);
    const double largest = std::max(max_norm(target), max_norm(found.x));
    for (std::size_t i : equations) {
        const double missed = (gauss::row_value(all[i], found.x, 6) - all[i].lower).rounded();
        if (contradicts(missed, left(i, i) / a(i, i), largest)) found.status = optimize::Status::infeasible;
    }
    return found;
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
        else if (v < 0.0)
            rows.back().lower =
                -require_restitution(restitution(i), "contact " + std::to_string(i)) * v;  // [BARAFF89-28]
    }
    rows.insert(rows.end(), further.begin(), further.end());
    gauss::Projection found = nearest_motion(bodies, velocities(bodies), rows);
    if (found.status == optimize::Status::optimal) set_velocities(bodies, found.x);
    return found;
}

gauss::Projection stop_closing(std::span<const Contact> contacts, std::span<RigidBody> bodies,
                               std::span<const gauss::Row> further) {
    return resolve_simultaneously(
        contacts, bodies, [](std::size_t) { return 0.0; }, further, optimize::infinity);
}

}  // namespace restraint::contact
