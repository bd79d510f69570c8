#include "restraint/particles/contacts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "restraint/gauss/project.h"
#include "tolerances.h"

namespace restraint::particles {
namespace {

/// W of every particle: 1/m in the directions in which it is free, 0 for one that follows a path.
std::vector<gauss::InverseMass> inverse_masses(const ParticleSystem& system) {
    std::vector<gauss::InverseMass> result;
    for (const Particle& p : system.particles) {
        Matrix w(3, 3);
        for (std::size_t k = 0; k < 9; ++k)
            w(k / 3, k % 3) = p.is_free() ? p.freedom.entries[k] / p.mass : 0.0;
        result.push_back(gauss::InverseMass::symmetric(w));
    }
    return result;
}

/// What every projection here looks for is the change of accelerations, velocities or positions: the target
/// is 0, and the rows of the links leave J x as it was before x was moved. Between two feet that do not slip
/// a bar that has drifted by a rounding would have no legal J x: refused.
std::vector<gauss::Row> rows_of_links(ParticleSystem& system, const Vector& moved) {
    std::vector<gauss::Row> rows = system.links();
    for (gauss::Row& row : rows) row.lower = row.upper = -gauss::row_value(row, moved, 3).rounded();
    for (const Wall& wall : system.walls)
        if (wall.no_slip && !rows.empty())
            throw std::invalid_argument(
                "a wall without slip does not hold particles under constraints: give it friction");
    return rows;
}

gauss::Projection smallest_change(const ParticleSystem& system, const std::vector<gauss::Row>& rows) {
    return gauss::project(inverse_masses(system), Vector(3 * system.particles.size()), rows);
}

/// lower <= N.change of one particle.
gauss::Row wall_row(std::size_t particle, Vec3 n, double lower) {
    gauss::Row row;
    row.lower = lower;
    row.add(particle, {n.x, n.y, n.z});
    return row;
}

/// The rows of the links, and of every contact N.x >= its rebound.
std::vector<gauss::Row> rows_of(ParticleSystem& system, const std::vector<Contact>& contacts, const Vector& x,
                                const Vector& moved) {
    std::vector<gauss::Row> rows = rows_of_links(system, moved);
    for (const auto& [i, w, rebound] : contacts)
        rows.push_back(
            wall_row(i, system.walls[w].normal, rebound - dot(system.walls[w].normal, block(x, i))));
    return rows;
}

/// Changes x, of one particle, to 0 along two directions of the wall.
void add_grip(std::vector<gauss::Row>& rows, std::size_t particle, Vec3 normal, Vec3 x) {
    const Vec3 across = unit_across(normal);
    for (const Vec3 tangent : {across, cross(normal, across)}) {
        rows.push_back(wall_row(particle, tangent, -dot(tangent, x)));
        rows.back().upper = rows.back().lower;
    }
}

/// Adds J' multipliers.
void add_forces(Vector& forces, const std::vector<gauss::Row>& rows, const Vector& multipliers) {
    for (std::size_t r = 0; r < rows.size(); ++r)
        for (const gauss::Block& block : rows[r].blocks())
            for (std::size_t k = 0; k < 3; ++k)
                forces[3 * block.body + k] += multipliers[r] * block.coefficients[k];
}

/// Calls visit for every pair of a free particle and a wall.
template <class Visit>
void for_each_pair(const ParticleSystem& system, const Visit& visit) {
    for (std::size_t i = 0; i < system.particles.size(); ++i)
        for (std::size_t w = 0; system.particles[i].is_free() && w < system.walls.size(); ++w)
            visit(i, w, system.particles[i], system.walls[w]);
}

/// Whether every contact is of a particle of its own, which may go where it likes: then walls answer one by
/// one, by the formulas of part C.
bool alone(ParticleSystem& system, const std::vector<Contact>& contacts) {
    if (!system.links().empty()) return false;
    for (std::size_t k = 0; k < contacts.size(); ++k)
        if ((k > 0 && contacts[k - 1].particle == contacts[k].particle) ||
            system.particles[contacts[k].particle].freedom != Mat3::identity())
            return false;
    return true;
}

/// The formula of part C, for particles on one wall each.   [PBM-C-contact]
void push_alone(const ParticleSystem& system, const Vector& applied, ContactForces& result) {
    for (std::size_t k = 0; k < result.contacts.size(); ++k) {
        const auto& [i, w, rebound] = result.contacts[k];
        const Vec3 f = block(applied, i);
        result.push[k] = std::max(0.0, -dot(f, system.walls[w].normal));
        set_block(result.forces, i, system.walls[w].contact_force(f, system.particles[i].v));
    }
}

}  // namespace

ContactForces contact_forces(ParticleSystem& system, const Vector& applied) {
    for (const Wall& wall : system.walls) require_sound(wall);
    ContactForces result;
    for_each_pair(system, [&](std::size_t i, std::size_t w, const Particle& p, const Wall& wall) {
        if (wall.in_contact(p.x, p.v)) result.contacts.push_back({i, w});
    });
    result.forces = Vector(applied.size());
    result.push = Vector(result.contacts.size());
    if (result.contacts.empty()) return result;

    if (alone(system, result.contacts)) {
        push_alone(system, applied, result);
        return result;
    }
    const Vector free = system.accelerations(applied);
    const std::size_t contacts = result.contacts.size();
    Vector friction(applied.size()), rubbed(applied.size());
    std::vector<gauss::Row> rows = rows_of(system, result.contacts, free, rubbed);
    const std::size_t links = rows.size() - contacts;
    gauss::Projection legal = smallest_change(system, rows);  // [PBM-SH-qp]

    // The rubbing of the loads that were found; a wall without slip holds what it carries.
    std::vector<Contact> gripped;
    for (std::size_t k = 0; k < contacts && legal.status == optimize::Status::optimal; ++k) {
        const auto& [i, w, rebound] = result.contacts[k];
        const Wall& wall = system.walls[w];
        const double push = legal.multipliers[links + k];
        const Vec3 rub = wall.friction_force(push, system.particles[i].v);
        if (wall.no_slip && push > 0.0) gripped.push_back(result.contacts[k]);
        else set_block(friction, i, block(friction, i) + rub);
    }
    if (!gripped.empty() || max_norm(friction) > 0.0) {
        rubbed = system.response(friction);
        rows = rows_of(system, result.contacts, free + rubbed, rubbed);
        for (const auto& [i, w, rebound] : gripped)
            add_grip(rows, i, system.walls[w].normal, block(free + rubbed, i));
        legal = smallest_change(system, rows);
    }

    result.solved = legal.status == optimize::Status::optimal;
    if (!result.solved) return result;
    result.links = Vector(links);
    for (std::size_t r = 0; r < links; ++r) result.links[r] = legal.multipliers[r];
    for (std::size_t k = 0; k < contacts; ++k) result.push[k] = legal.multipliers[links + k];
    result.forces = friction;
    add_forces(result.forces, rows, legal.multipliers);
    return result;
}

ode::Outcome displace(ParticleSystem& system) {
    std::vector<gauss::Row> rows = rows_of_links(system, Vector(3 * system.particles.size()));
    bool beyond = false;
    for_each_pair(system, [&](std::size_t i, std::size_t, const Particle& p, const Wall& wall) {
        beyond = beyond || wall.distance(p.x) < -wall.slack(p.x) / 2;
        rows.push_back(wall_row(i, wall.normal, -wall.distance(p.x)));
    });
    if (!beyond) return ode::Outcome::finished;
    const gauss::Projection legal = smallest_change(system, rows);
    if (legal.status != optimize::Status::optimal) return ode::Outcome::no_place;
    for (std::size_t i = 0; i < system.particles.size(); ++i) system.particles[i].x += block(legal.x, i);
    return ode::Outcome::finished;
}

namespace {

/// A contact that takes part in a collision, hit or at rest while others are, and does not slip.
bool grips(const ParticleSystem& system, const Contact& contact) {
    return system.walls[contact.wall].no_slip && contact.rebound == 0.0;
}

/// The formulas of part C, for particles on one wall each.   [PBM-C-bounce]
void bounce_alone(ParticleSystem& system, const std::vector<Contact>& contacts) {
    for (const Contact& contact : contacts) {
        const Wall& wall = system.walls[contact.wall];
        Vec3& v = system.particles[contact.particle].v;
        if (grips(system, contact)) v = {};
        else v = contact.rebound > 0.0 ? wall.bounced(v) : tangential_part(v, wall.normal);
    }
}

/// The nearest of the legal velocities, installed; false if there are none.
bool bounce_together(ParticleSystem& system, const std::vector<Contact>& contacts) {
    const Vector v = system.velocities();
    std::vector<gauss::Row> rows = rows_of(system, contacts, v, Vector(v.size()));
    const std::size_t first = rows.size() - contacts.size();
    bool rebounds = false;
    for (const Contact& contact : contacts) {
        const auto& [i, w, rebound] = contact;
        rebounds = rebounds || rebound > 0.0;
        if (grips(system, contact)) add_grip(rows, i, system.walls[w].normal, block(v, i));
    }
    gauss::Projection legal = smallest_change(system, rows);
    if (legal.status != optimize::Status::optimal) return false;

    // One that was thrown off its wall by the others, slower than contact_speed, stays: or a particle in an
    // open V would cross its bottom without end, ever slower.
    bool slow = false;
    for (std::size_t k = 0; k < contacts.size() && !rebounds; ++k) {
        const auto& [i, w, rebound] = contacts[k];
        const Wall& wall = system.walls[w];
        const double off = dot(wall.normal, block(v + legal.x, i));
        if (off <= wall.still() || off >= wall.contact_speed) continue;
        rows[first + k].upper = rows[first + k].lower;
        slow = true;
    }
    if (slow) {
        const gauss::Projection at_rest = smallest_change(system, rows);
        if (at_rest.status == optimize::Status::optimal) legal = at_rest;
    }
    for (std::size_t i = 0; i < system.particles.size(); ++i) system.particles[i].v += block(legal.x, i);
    return true;
}

}  // namespace

Impact impact(ParticleSystem& system) {
    Impact result;
    for (int round = 0; round < 1000; ++round) {
        std::vector<Contact> contacts;
        bool hit = false;
        for_each_pair(system, [&](std::size_t i, std::size_t w, const Particle& p, const Wall& wall) {
            const double approach = -dot(wall.normal, p.v), rebound = wall.restitution * approach;
            if (!wall.touches(p.x) || -approach > wall.still()) return;
            contacts.push_back({i, w, rebound < wall.contact_speed ? 0.0 : rebound});
            // After a projection a slower approach is its rounding; before, a millionth of that is. What a
            // grip holds need not head in.
            hit = hit || approach > wall.still() ||
                  (round == 0 && (approach > approach_rounding * wall.still() || wall.no_slip));
            if (approach > wall.contact_speed) ++result.bounces;
        });
        if (!hit) return result;
        if (alone(system, contacts)) bounce_alone(system, contacts);
        else if (!bounce_together(system, contacts)) break;
    }
    result.outcome = ode::Outcome::no_derivative;
    return result;
}

}  // namespace restraint::particles
