#pragma once

#include <cmath>

#include "restraint/oba/world.h"

/// How much energy a frame may add, and why.
namespace restraint::scenes {

/// What the position update can lift, J. It leaves the bodies no farther from their targets than they were
/// before it, in the metric of the masses: sum m |x - x_tgt|^2 <= 2 T dt^2, T the kinetic energy. So
/// sum m g h <= g dt sqrt(2 M T), M the mass of all. Scripts, which push, are outside this bound.
inline double lift_bound(const oba::World& world) {
    double mass = 0.0, kinetic = 0.0;
    for (std::size_t i = 0; i < world.bodies.size(); ++i)
        if (world.responds(i)) {
            mass += world.bodies[i].mass;
            kinetic += rigid::kinetic_energy(world.bodies[i]);
        }
    return norm(world.gravity) * world.dt * std::sqrt(2 * mass * kinetic);
}

/// In free flight x moves by the old v, so that a frame gains m |g|^2 dt^2 / 2 for each body at most, J; the
/// impulses of collisions and contacts take energy (restitution is at most 1).
inline double flight_bound(const oba::World& world) {
    double energy = 0.0;
    for (std::size_t i = 0; i < world.bodies.size(); ++i)
        if (world.responds(i))
            energy += 0.5 * world.bodies[i].mass * dot(world.gravity, world.gravity) * world.dt * world.dt;
    return energy;
}

}  // namespace restraint::scenes
