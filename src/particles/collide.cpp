#include "restraint/particles/collide.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "restraint/ode/event.h"
#include "tolerances.h"

namespace restraint::particles {
namespace {

/// The least distance of a free particle to its wall, plus the slack: > 0 as long as nothing is beyond a
/// wall.
double clearance(const ParticleSystem& system) {
    double least = std::numeric_limits<double>::infinity();
    for (const Particle& p : system.particles)
        for (const Wall& wall : system.walls)
            if (p.is_free()) least = std::min(least, wall.distance(p.x) + wall.slack(p.x));
    return least;
}

/// Of all pairs with N.v < 0 at the start of the step and N.v > 0 now: the first instant at which N.v was 0,
/// as a share of the step; 1 if no particle can have been beyond its wall.
double first_turn(const ParticleSystem& now, const Vector& old_x, const Vector& old_v, double h) {
    double first = 1.0;
    for (std::size_t i = 0; i < now.particles.size(); ++i)
        for (const Wall& wall : now.walls) {
            const double in = dot(wall.normal, block(old_v, i)), out = dot(wall.normal, now.particles[i].v);
            if (!now.particles[i].is_free() || !(in < 0.0) || !(out > 0.0)) continue;
            const double share = in / (in - out);
            // If N.v changed evenly, the particle came nearer by |in| share h / 2; twice that is a safe
            // bound.
            if (wall.distance(block(old_x, i)) + in * share * h < 0.0) first = std::min(first, share);
        }
    return first;
}

}  // namespace

WallStep step_among_walls(ParticleSystem& system, const ode::Stepper& advance, double h) {
    if (!(h > 0.0)) throw std::invalid_argument("a step among walls must be positive");
    for (const Wall& wall : system.walls) require_sound(wall);
    const Vector old_state = system.state();
    const double t_old = system.time(), t_end = t_old + h;
    WallStep result;
    const auto settle = [&] {
        result.outcome = displace(system);
        if (result.outcome != ode::Outcome::finished) return;
        const WallStep hit = impact(system);
        result.outcome = hit.outcome;
        result.bounces += hit.bounces;
        if (!(clearance(system) > 0.0)) result.outcome = ode::Outcome::no_place;
    };
    settle();
    std::size_t collisions = 0;
    while (result.outcome == ode::Outcome::finished && system.time() < t_end) {
        const Vector x0 = system.state(), positions = system.positions(), velocities = system.velocities();
        const double t0 = system.time();
        const auto move_to = [&](double t) {
            system.set_state(x0, t0);
            if (t > t0) result.outcome = advance(system, t - t0);
            return result.outcome == ode::Outcome::finished ? clearance(system)
                                                            : std::numeric_limits<double>::quiet_NaN();
        };
        double beyond = t_end;
        if (!(move_to(t_end) < 0.0)) {  // nothing is beyond a wall at the end; in between?
            const double turn = first_turn(system, positions, velocities, t_end - t0);
            beyond = t0 + turn * (t_end - t0);
            if (result.outcome != ode::Outcome::finished || turn == 1.0) break;
            if (!(move_to(beyond) < 0.0)) {
                move_to(t_end);
                break;
            }
        }
        // Roll back to the first instant at which a particle is beyond a wall.   [PBM-C-rollback]
        const ode::Event contact = ode::regula_falsi(move_to, t0, beyond, {.time = contact_instant * h});
        move_to(contact.after);
        if (result.outcome == ode::Outcome::finished) settle();
        if (++collisions > 1000) result.outcome = ode::Outcome::too_many_steps;
    }
    if (result.outcome != ode::Outcome::finished) system.set_state(old_state, t_old);
    return result;
}

}  // namespace restraint::particles
