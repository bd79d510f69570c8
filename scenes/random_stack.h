#pragma once

#include <random>

#include "space.h"

/// Random stacks of frictionless boxes, as cases for contact forces.
namespace restraint::scenes {

/// Uniform in [low, high), the same on every machine.
inline double uniform(std::mt19937_64& engine, double low, double high) {
    return low + (high - low) * static_cast<double>(engine() >> 11) * 0x1p-53;
}

/// Boxes of 1 x 1 x 1/2 m and 1 kg on a floor, each on the one below with a random shift and turn; `push`
/// bounds the random forces on them, in weights of a box. Gravity is among the forces that the bodies hold.
inline contact::World random_stack(std::mt19937_64& engine, std::size_t height, double push) {
    contact::World world;
    add_floor(world);
    for (std::size_t i = 0; i < height; ++i) {
        Vec3 at{0, 0, 0.25 + 0.5 * static_cast<double>(i)}, force;
        for (std::size_t k = 0; k < 2; ++k) at[k] = uniform(engine, -0.3, 0.3);
        const double angle = uniform(engine, 0.0, 1.5);
        add_box(world, "box", {1, 1, 0.5}, at, turn(angle, {0, 0, 1}), 2.0);
        for (std::size_t k = 0; k < 3; ++k)
            force[k] = uniform(engine, -push, push) * 9.81;  // boxes weigh 1 kg
        world.bodies.back().force = force + Vec3{0, 0, -9.81};
        for (std::size_t k = 0; k < 3; ++k)
            world.bodies.back().torque[k] = 0.3 * uniform(engine, -push, push) * 9.81;
    }
    return world;
}

}  // namespace restraint::scenes
