#include "restraint/particles/collide.h"

#include <cmath>
#include <limits>

#include "restraint/ode/event.h"

namespace restraint::particles {
namespace {

/// The contacts that hold: they are no collision, however close to the wall rounding puts the particle.
std::vector<bool> resting_contacts(const ParticleSystem& system) {
    std::vector<bool> rests;
    for (const Particle& p : system.particles)
        for (const Wall& wall : system.walls) rests.push_back(wall.in_contact(p.x, p.v));
    return rests;
}

/// The least distance of a free particle that does not rest to its wall, plus the wall's contact_distance: >
/// 0 as long as nothing is beyond a wall.
double clearance(const ParticleSystem& system, const std::vector<bool>& rests) {
    double least = std::numeric_limits<double>::infinity();
    std::size_t k = 0;
    for (const Particle& p : system.particles)
        for (const Wall& wall : system.walls)
            if (!rests[k++] && p.is_free())
                least = std::min(least, wall.distance(p.x) + wall.contact_distance / 2);
    return least;
}

void put_on(const Wall& wall, Particle& p) { p.x -= wall.distance(p.x) * wall.normal; }

/// Whoever is beyond a wall is displaced to it: the cheap way of the notes, for what no roll-back has seen.
void displace(ParticleSystem& system) {
    for (Particle& p : system.particles)
        for (const Wall& wall : system.walls)
            if (p.is_free() && wall.distance(p.x) < -wall.contact_distance / 4) put_on(wall, p);
}

/// Whoever is on a wall and heading in bounces; a slow rebound becomes a contact.
std::size_t bounce(ParticleSystem& system) {
    std::size_t bounces = 0;
    for (Particle& p : system.particles)
        for (const Wall& wall : system.walls) {
            if (!p.is_free() || !wall.collides(p.x, p.v)) continue;
            p.v = wall.bounced(p.v);  // [PBM-C-bounce]
            if (dot(wall.normal, p.v) < wall.contact_speed) {
                p.v = tangential_part(p.v, wall.normal);
                put_on(wall, p);
            }
            ++bounces;
        }
    return bounces;
}

void take_away_slip(ParticleSystem& system) {
    for (Particle& p : system.particles)
        for (const Wall& wall : system.walls)
            if (wall.no_slip && p.is_free() && wall.in_contact(p.x, p.v)) p.v = normal_part(p.v, wall.normal);
}

}  // namespace

WallStep step_among_walls(ParticleSystem& system, const ode::Stepper& advance, double h) {
    const Vector old_state = system.state();
    const double t_old = system.time(), t_end = t_old + h;
    WallStep result;
    displace(system);
    result.bounces = bounce(system);  // whoever was put on a wall, heading in
    take_away_slip(system);
    while (system.time() < t_end) {
        const Vector x0 = system.state();
        const double t0 = system.time();
        const std::vector<bool> rests = resting_contacts(system);
        const auto move_to = [&](double t) {
            system.set_state(x0, t0);
            if (t > t0) result.outcome = advance(system, t - t0);
            return result.outcome == ode::Outcome::finished ? clearance(system, rests)
                                                            : std::numeric_limits<double>::quiet_NaN();
        };
        if (!(move_to(t_end) < 0.0)) {  // the end of the step without a collision, or a failed step
            if (result.outcome != ode::Outcome::finished) system.set_state(old_state, t_old);
            break;
        }
        // Roll back to the last instant at which nothing is beyond a wall.   [PBM-C-rollback]
        const ode::Event contact = ode::regula_falsi(move_to, t0, t_end, {.time = 1e-12 * h, .value = 0.0});
        move_to(contact.before);
        if (result.outcome == ode::Outcome::finished && ++result.bounces > 1000)
            result.outcome = ode::Outcome::too_many_steps;
        if (result.outcome != ode::Outcome::finished) {
            system.set_state(old_state, t_old);
            break;
        }
        bounce(system);
        take_away_slip(system);
    }
    return result;
}

}  // namespace restraint::particles
