#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "restraint/gauss/project.h"
#include "restraint/io/command/command.h"
#include "restraint/io/text/scene_options.h"
#include "restraint/linalg/vec2.h"

/// Discs on a table without friction: they never turn, so each has two variables. The table may be a box.
namespace restraint::scenes {

struct Disc {
    Vec2 position, velocity;  // m, m/s
    double mass = 1.0, radius = 0.5;
};

/// Seconds until two discs touch, on straight ways; infinity if they never do, 0 if they overlap and close.
inline double time_to_contact(const Disc& a, const Disc& b) {
    const Vec2 d = a.position - b.position, v = a.velocity - b.velocity;
    const double sum = a.radius + b.radius, closing = -dot(d, v);
    const double discriminant = closing * closing - dot(v, v) * (dot(d, d) - sum * sum);
    if (closing <= 1e-12 * norm(d) * norm(v) || discriminant < 0.0)
        return std::numeric_limits<double>::infinity();
    return std::max(0.0, (dot(d, d) - sum * sum) / (closing + std::sqrt(discriminant)));
}

/// Seconds until a disc touches a wall of the box |x|, |y| <= half; infinity if it is at rest.
inline double time_to_wall(const Disc& disc, double half) {
    double first = std::numeric_limits<double>::infinity();
    for (const auto& [place, speed] :
         {std::pair{disc.position.x, disc.velocity.x}, {disc.position.y, disc.velocity.y}})
        if (speed != 0.0)
            first =
                std::min(first, (half - disc.radius - std::copysign(place, place * speed)) / std::abs(speed));
    return std::max(0.0, first);
}

/// The velocities after all that touches has collided at once. Inelastic: v* of the projection.
/// [ROTE-Q*, SLIDES-coll]
/// In general v* + c (v* - v): each approach that the projection stops comes back c times as fast [ROTE-c].
/// With c = 1 energy stays, for v* and v* - v are orthogonal in the metric of the masses.
inline void collide(std::vector<Disc>& discs, double restitution,
                    double half = std::numeric_limits<double>::infinity()) {
    std::vector<gauss::InverseMass> inverse_masses;
    std::vector<gauss::Row> rows;
    Vector before;
    for (std::size_t i = 0; i < discs.size(); ++i) {
        const double w = 1.0 / discs[i].mass;
        inverse_masses.push_back(gauss::InverseMass::diagonal({w, w}));
        before.push_back(discs[i].velocity.x);
        before.push_back(discs[i].velocity.y);
        const double room = (half - discs[i].radius) * (1.0 - 1e-9);
        const Vec2 x = discs[i].position;
        if (std::abs(x.x) >= room) rows.push_back(gauss::Row{}.add(i, {-std::copysign(1.0, x.x), 0.0}));
        if (std::abs(x.y) >= room) rows.push_back(gauss::Row{}.add(i, {0.0, -std::copysign(1.0, x.y)}));
        for (std::size_t j = 0; j < i; ++j) {
            const Vec2 d = discs[i].position - discs[j].position;
            if (norm(d) > (discs[i].radius + discs[j].radius) * (1.0 + 1e-9)) continue;
            const Vec2 n = (1.0 / norm(d)) * d;
            rows.push_back(gauss::Row{}.add(i, {n.x, n.y}).add(j, {-n.x, -n.y}));
        }
    }
    const gauss::Projection inelastic = gauss::project(inverse_masses, before, rows);
    io::require_optimal(inelastic.status, "the collision");
    const Vector after = inelastic.x + restitution * (inelastic.x - before);
    for (std::size_t i = 0; i < discs.size(); ++i) discs[i].velocity = {after[2 * i], after[2 * i + 1]};
}

/// Lets the discs run until none will meet another, and returns the number of collisions; at most `most`.
inline std::size_t run_discs(std::vector<Disc>& discs, double restitution, std::size_t most = 1000) {
    for (std::size_t collisions = 0; collisions < most; ++collisions) {
        double next = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < discs.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) next = std::min(next, time_to_contact(discs[i], discs[j]));
        if (!std::isfinite(next)) return collisions;
        for (Disc& disc : discs) disc.position += next * disc.velocity;
        collide(discs, restitution);
    }
    return most;
}

}  // namespace restraint::scenes
