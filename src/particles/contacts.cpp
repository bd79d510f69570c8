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
/// is 0, and the rows of the links leave J x as it is, J change = 0. Between two feet that do not slip a bar
/// that has drifted by a rounding would have no legal J x: refused.
std::vector<gauss::Row> rows_of_links(ParticleSystem& system) {
    std::vector<gauss::Row> rows = system.links();
    for (gauss::Row& row : rows) row.lower = row.upper = 0.0;
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

/// Changes x, of one particle, to 0 along two directions of the wall.
void add_grip(std::vector<gauss::Row>& rows, std::size_t particle, Vec3 normal, Vec3 x) {
    const Vec3 across = normalized(cross(normal, std::abs(normal.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
    for (const Vec3 tangent : {across, cross(normal, across)}) {
        rows.push_back(wall_row(particle, tangent, -dot(tangent, x)));
        rows.back().upper = rows.back().lower;
    }
}

Vec3 block(const Vector& x, std::size_t i) { return {x[3 * i], x[3 * i + 1], x[3 * i + 2]}; }

/// J x of the row.
double value_of(const gauss::Row& row, const Vector& x) {
    double sum = 0.0;
    for (const gauss::Block& part : row.blocks())
        for (std::size_t k = 0; k < 3; ++k) sum += part.coefficients[k] * x[3 * part.body + k];
    return sum;
}

void add_to_block(Vector& x, std::size_t i, Vec3 value) {
    for (std::size_t k = 0; k < 3; ++k) x[3 * i + k] += value[k];
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
bool alone(const ParticleSystem& system, const std::vector<Contact>& contacts) {
    for (std::size_t k = 0; k < contacts.size(); ++k)
        if ((k > 0 && contacts[k - 1].particle == contacts[k].particle) ||
            system.particles[contacts[k].particle].freedom != Mat3::identity())
            return false;
    return true;
}

/// The formula of part C, for particles on one wall each.   [PBM-C-contact]
void push_alone(const ParticleSystem& system, const Vector& applied, ContactForces& result) {
    for (std::size_t k = 0; k < result.contacts.size(); ++k) {
        const auto [i, w] = result.contacts[k];
        const Vec3 f = block(applied, i);
        result.push[k] = std::max(0.0, -dot(f, system.walls[w].normal));
        add_to_block(result.forces, i, system.walls[w].contact_force(f, system.particles[i].v));
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

    const Vector free = system.accelerations(applied);
    std::vector<gauss::Row> rows = rows_of_links(system);
    result.links = Vector(rows.size());
    if (rows.empty() && alone(system, result.contacts)) {
        push_alone(system, applied, result);
        return result;
    }
    for (const auto& [i, w] : result.contacts)
        rows.push_back(wall_row(i, system.walls[w].normal, -dot(system.walls[w].normal, block(free, i))));
    gauss::Projection legal = smallest_change(system, rows);  // [PBM-SH-qp]

    // The rubbing of the loads that were found; a wall without slip holds what it carries.
    Vector friction(applied.size());
    const std::size_t first = result.links.size(), before = rows.size();
    for (std::size_t k = 0; k < result.contacts.size() && legal.status == optimize::Status::optimal; ++k) {
        const auto [i, w] = result.contacts[k];
        const Wall& wall = system.walls[w];
        const double push = legal.multipliers[first + k];
        if (wall.no_slip && push > 0.0) add_grip(rows, i, wall.normal, block(free, i));
        else add_to_block(friction, i, wall.friction_force(push, system.particles[i].v));
    }
    if (rows.size() > before || max_norm(friction) > 0.0) {
        const Vector rubbed = system.response(friction);
        for (gauss::Row& row : rows) {  // the change is from free + rubbed now
            const double moved = value_of(row, rubbed);
            row.lower -= moved;
            row.upper -= moved;
        }
        legal = smallest_change(system, rows);
    }

    result.solved = legal.status == optimize::Status::optimal;
    if (!result.solved) return result;
    for (std::size_t r = 0; r < first; ++r) result.links[r] = legal.multipliers[r];
    for (std::size_t k = 0; k < result.contacts.size(); ++k) result.push[k] = legal.multipliers[first + k];
    result.forces = friction;
    add_forces(result.forces, rows, legal.multipliers);
    return result;
}

ode::Outcome displace(ParticleSystem& system) {
    std::vector<gauss::Row> rows = rows_of_links(system);
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

/// A contact that takes part in a collision: it is hit, or rests while others are.
struct Hit {
    std::size_t particle;
    const Wall* wall;
    double rebound;  // N.v afterwards, at least; 0: it stays in contact

    bool grips() const { return wall->no_slip && rebound == 0.0; }
};

/// The formulas of part C, for particles on one wall each.   [PBM-C-bounce]
void bounce_alone(ParticleSystem& system, const std::vector<Hit>& hits) {
    for (const Hit& hit : hits) {
        Vec3& v = system.particles[hit.particle].v;
        if (hit.grips()) v = {};
        else v = hit.rebound > 0.0 ? hit.wall->bounced(v) : tangential_part(v, hit.wall->normal);
    }
}

/// The nearest of the legal velocities, installed; false if there are none.
bool bounce_together(ParticleSystem& system, const std::vector<Hit>& hits) {
    const auto velocity = [&](const Hit& hit) { return system.particles[hit.particle].v; };
    std::vector<gauss::Row> rows = rows_of_links(system);
    const std::size_t first = rows.size();
    bool rebounds = false;
    for (const Hit& hit : hits) {
        rows.push_back(
            wall_row(hit.particle, hit.wall->normal, hit.rebound - dot(hit.wall->normal, velocity(hit))));
        rebounds = rebounds || hit.rebound > 0.0;
    }
    for (const Hit& hit : hits)
        if (hit.grips()) add_grip(rows, hit.particle, hit.wall->normal, velocity(hit));
    gauss::Projection legal = smallest_change(system, rows);
    if (legal.status != optimize::Status::optimal) return false;

    // One that was thrown off its wall by the others, slower than contact_speed, stays: or a particle in an
    // open V would cross its bottom without end, ever slower.
    bool slow = false;
    for (std::size_t k = 0; k < hits.size() && !rebounds; ++k) {
        const double off = dot(hits[k].wall->normal, velocity(hits[k]) + block(legal.x, hits[k].particle));
        if (off <= hits[k].wall->still() || off >= hits[k].wall->contact_speed) continue;
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
        std::vector<Hit> hits;
        std::vector<Contact> contacts;
        bool hit = false;
        for_each_pair(system, [&](std::size_t i, std::size_t w, const Particle& p, const Wall& wall) {
            const double approach = -dot(wall.normal, p.v), rebound = wall.restitution * approach;
            if (!wall.touches(p.x) || -approach > wall.still()) return;
            contacts.push_back({i, w});
            hits.push_back({i, &wall, rebound < wall.contact_speed ? 0.0 : rebound});
            // After a projection a slower approach is its rounding; before, a millionth of that is. What a
            // grip holds need not head in.
            hit = hit || approach > wall.still() ||
                  (round == 0 && (approach > approach_rounding * wall.still() || wall.no_slip));
            if (approach > wall.contact_speed) ++result.bounces;
        });
        if (!hit) return result;
        if (system.links().empty() && alone(system, contacts)) bounce_alone(system, hits);
        else if (!bounce_together(system, hits)) break;
    }
    result.outcome = ode::Outcome::no_derivative;
    return result;
}

}  // namespace restraint::particles
