#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "../world/bodies.h"
#include "brute_force.h"
#include "restraint/contact/simulation.h"
#include "restraint/rigid/mass.h"

namespace restraint::contact {

// A floor whose top is z = 0.
inline World world_with_floor(double restitution) {
    World world;
    world.restitution = restitution;
    world.add(rigid::make_fixed("floor", {0, 0, -0.5}), box_shape({20, 20, 1}));
    return world;
}

inline std::size_t add_box(World& world, Vec3 size, Vec3 position, Quaternion turn = {},
                           double density = 1.0) {
    return world.add(rigid::make_body("box" + std::to_string(world.bodies.size()),
                                      rigid::box_mass(size, density), position, turn),
                     box_shape(size));
}

// Runs to the time, checking every frame that nothing is in anything by brute force, and that the energy does
// not grow.
inline void run(Simulation& simulation, double time, double energy_tolerance) {
    double energy = total_energy(simulation.world());
    while (simulation.world().time < time - 1e-9) {
        REQUIRE(simulation.advance() == Outcome::finished);
        REQUIRE(deepest(simulation.world()) <= 1.01 * simulation.tolerance());
        const double now = total_energy(simulation.world());
        REQUIRE(now <= energy + energy_tolerance);
        energy = std::min(energy, now);
    }
    CHECK(simulation.record().unsolved == 0);
    CHECK(simulation.record().stalled_frames == 0);
}

inline Settings with_step(double step) {
    Settings settings;
    settings.step = step;
    return settings;
}

}  // namespace restraint::contact
