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
        std::array<double, 9> w;
        for (std::size_t k = 0; k < 9; ++k) w[k] = p.is_free() ? p.freedom.entries[k] / p.mass : 0.0;
        result.push_back(gauss::InverseMass::symmetric(w));
    }
    return result;
}

/// The smallest y, in the metric of the masses, such that N.(x + y) is at least the rebound of every contact,
/// and J y = -J moved for the links: if x has changed by `moved`, y takes that change of J x back. The
/// multipliers are those of the links, then of the contacts. [PBM-SH-qp]
gauss::Projection nearest_legal(ParticleSystem& system, const std::vector<Contact>& contacts, const Vector& x,
                                const Vector& moved) {
    std::vector<gauss::Row> rows = system.links();
    // A bar between two feet that do not slip, too long by a rounding, would leave no y that meets all rows.
    for (const Wall& wall : system.walls)
        if (wall.no_slip && !rows.empty())
            throw std::invalid_argument(
                "a wall without slip does not hold particles under constraints: give it friction");
    for (gauss::Row& row : rows) row.lower = row.upper = -gauss::row_value(row, moved, 3).rounded();
    for (const auto& [i, w, rebound, stays] : contacts) {
        const Vec3 n = system.walls[w].normal;
        gauss::Row& row = rows.emplace_back().add(i, {n.x, n.y, n.z});
        row.lower = rebound - dot(n, block(x, i));
        if (stays) row.upper = row.lower;
    }
    return gauss::project(inverse_masses(system), Vector(x.size()), rows);
}

/// Calls visit for every pair of a free particle and a wall.
template <class Visit>
void for_each_pair(const ParticleSystem& system, const Visit& visit) {
    for (std::size_t i = 0; i < system.particles.size(); ++i)
        for (std::size_t w = 0; system.particles[i].is_free() && w < system.walls.size(); ++w)
            visit(i, w, system.particles[i], system.walls[w]);
}

/// Whether no constraint links the particles, and no two contacts are of one particle: then the force of each
/// wall is that of the formulas of part C.
bool alone(ParticleSystem& system, const std::vector<Contact>& contacts) {
    if (!system.links().empty()) return false;
    for (std::size_t k = 0; k < contacts.size(); ++k)
        if ((k > 0 && contacts[k - 1].particle == contacts[k].particle) ||
            system.particles[contacts[k].particle].freedom != Mat3::identity())
            return false;
    return true;
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
        for (std::size_t k = 0; k < result.contacts.size(); ++k) {
            const auto& [i, w, rebound, stays] = result.contacts[k];
            const Vec3 f = block(applied, i);
            result.push[k] = std::max(0.0, -dot(f, system.walls[w].normal));
            set_block(result.forces, i, system.walls[w].contact_force(f, system.particles[i].v));
        }
        return result;
    }

    const Vector free = system.accelerations(applied);
    gauss::Projection legal = nearest_legal(system, result.contacts, free, Vector(free.size()));
    const std::size_t links = legal.multipliers.size() - result.contacts.size();
    Vector friction(applied.size());  // of the loads that were found
    for (std::size_t k = 0; k < result.contacts.size() && legal.status == optimize::Status::optimal; ++k) {
        const auto& [i, w, rebound, stays] = result.contacts[k];
        const Vec3 rub = system.walls[w].friction_force(legal.multipliers[links + k], system.particles[i].v);
        set_block(friction, i, block(friction, i) + rub);
    }
    if (max_norm(friction) > 0.0) {
        const Vector rubbed = system.response(friction);
        legal = nearest_legal(system, result.contacts, free + rubbed, rubbed);
    }
    result.solved = legal.status == optimize::Status::optimal;
    if (!result.solved) return result;

    result.links = Vector(links);
    for (std::size_t r = 0; r < links; ++r) result.links[r] = legal.multipliers[r];
    result.forces = friction;
    for (std::size_t j = 0; j < result.forces.size(); ++j)
        result.forces[j] += system.particles[j / 3].mass * legal.x[j];
    for (std::size_t k = 0; k < result.contacts.size(); ++k) {
        const auto& [i, w, rebound, stays] = result.contacts[k];
        result.push[k] = legal.multipliers[links + k];
        if (system.walls[w].no_slip && result.push[k] > 0.0)
            set_block(result.forces, i, -block(applied, i));  // nothing is left that could make it slip
    }
    return result;
}

ode::Outcome displace(ParticleSystem& system) {
    std::vector<Contact> all;
    bool beyond = false;
    for_each_pair(system, [&](std::size_t i, std::size_t w, const Particle& p, const Wall& wall) {
        beyond = beyond || wall.distance(p.x) < -wall.slack(p.x) / 2;
        all.push_back({i, w, -wall.distance(p.x)});
    });
    if (!beyond) return ode::Outcome::finished;
    const Vector here(3 * system.particles.size());
    const gauss::Projection legal = nearest_legal(system, all, here, here);
    if (legal.status != optimize::Status::optimal) return ode::Outcome::no_place;
    for (std::size_t i = 0; i < system.particles.size(); ++i) system.particles[i].x += block(legal.x, i);
    return ode::Outcome::finished;
}

namespace {

/// Installs the nearest of the legal velocities; false if there are none. A wall without slip stops particles
/// that touch it and do not rebound.
bool bounce(ParticleSystem& system, std::vector<Contact> contacts) {
    if (alone(system, contacts)) {
        for (const auto& [i, w, rebound, stays] : contacts) {
            Vec3& v = system.particles[i].v;
            v = rebound > 0.0 ? system.walls[w].bounced(v) : tangential_part(v, system.walls[w].normal);
        }
    } else {
        const Vector v = system.velocities();
        gauss::Projection legal = nearest_legal(system, contacts, v, Vector(v.size()));
        if (legal.status != optimize::Status::optimal) return false;
        // A particle that the other contacts throw off its wall, slower than contact_speed, stays on it: or
        // in an open V it would go to and fro across the bottom without end, ever slower.
        const Vector after = v + legal.x;
        bool slow = false, rebounds = false;
        for (Contact& contact : contacts) {
            const Wall& wall = system.walls[contact.wall];
            const double off = dot(wall.normal, block(after, contact.particle));
            contact.stays = off > wall.still() && off < wall.contact_speed;
            slow = slow || contact.stays;
            rebounds = rebounds || contact.rebound > 0.0;
        }
        if (slow && !rebounds) {
            const gauss::Projection at_rest = nearest_legal(system, contacts, v, Vector(v.size()));
            if (at_rest.status == optimize::Status::optimal) legal = at_rest;
        }
        for (std::size_t i = 0; i < system.particles.size(); ++i) system.particles[i].v += block(legal.x, i);
    }
    for (const auto& [i, w, rebound, stays] : contacts)
        if (system.walls[w].no_slip && rebound == 0.0) system.particles[i].v = {};
    return true;
}

}  // namespace

WallStep impact(ParticleSystem& system) {
    WallStep result;
    for (int round = 0; round < 1000; ++round) {
        std::vector<Contact> contacts;
        bool hit = false;
        for_each_pair(system, [&](std::size_t i, std::size_t w, const Particle& p, const Wall& wall) {
            const double approach = -dot(wall.normal, p.v), rebound = wall.restitution * approach;
            if (!wall.touches(p.x) || -approach > wall.still()) return;
            contacts.push_back({i, w, rebound < wall.contact_speed ? 0.0 : rebound});
            // An approach is an impact if it is faster than still(), in the first round faster than a
            // millionth of still(): later ones may be the rounding of the projection. In the first round a
            // wall without slip stops what touches it, even if that does not approach.
            hit = hit || approach > wall.still() ||
                  (round == 0 && (approach > approach_rounding * wall.still() || wall.no_slip));
            if (approach > wall.contact_speed) ++result.bounces;
        });
        if (!hit) return result;
        if (!bounce(system, contacts)) break;
    }
    result.outcome = ode::Outcome::no_derivative;
    return result;
}

}  // namespace restraint::particles
