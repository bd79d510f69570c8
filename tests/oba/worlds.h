#pragma once

#include "../../scenes/oba_bodies.h"
#include "../random.h"
#include "restraint/rigid/mass.h"

namespace restraint::scenes {

/// Of scenes/stack.cpp and scenes/jacks.cpp: scenes_test.cpp takes in the two pages.
Staging stack(std::size_t cubes);
std::size_t add_jack(World& world, Vec3 at, Vec3 turn);

}  // namespace restraint::scenes

namespace restraint::oba {

/// A body that hardly turns: a mass with a huge inertia, which a push beside its centre does not spin.
inline RigidBody sliding_mass(Vec3 at, Vec3 velocity, double kilograms = 1.0) {
    const rigid::MassProperties mass{kilograms, {}, 1e12 * Mat3::identity()};
    RigidBody body = rigid::make_body("mass", mass, at);
    rigid::set_velocity(body, velocity, {});
    return body;
}

/// Adds a body that follows a script.
inline std::size_t add_scripted(World& world, RigidBody body, std::vector<ConvexShape> shapes,
                                Script script) {
    const std::size_t number = world.add(std::move(body), std::move(shapes));
    world.scripts.emplace(number, std::move(script));
    return number;
}

inline Contact contact_of(std::size_t a, std::size_t b, Vec3 normal, Vec3 point = {}) {
    Contact contact;
    contact.a = a, contact.b = b;
    contact.normal = normal, contact.point = point;
    return contact;
}

/// In a row of bodies of size 1, body i at x = i, the contact of body i with the one before it.
inline Contact contact_in_row(std::size_t i) {
    return contact_of(i, i - 1, {1, 0, 0}, {static_cast<double>(i) - 0.5, 0, 0});
}

/// One contact of body 0 on the fixed body 1, straight below it.
inline World mass_on_floor(Vec3 velocity, double friction) {
    World world;
    world.friction = friction;
    world.add(sliding_mass({0, 0, 0.5}, velocity), scenes::box_shape({1, 1, 1}));
    scenes::add_wall(world, {10, 10, 1}, {0, 0, -0.5});
    return world;
}
inline std::vector<Contact> contact_below() { return {contact_of(0, 1, {0, 0, 1})}; }

/// Cubes of edge 1 that fly towards the middle of a box, closely packed, from a seed; none overlap.
inline World crowd(std::uint64_t seed, std::size_t side) {
    Random random(seed);
    World world;
    world.gravity = {};
    for (std::size_t i = 0; i < side * side * side; ++i) {
        const auto at = [&](std::size_t k) { return 1.9 * static_cast<double>(k); };
        const Vec3 x{at(i % side), at(i / side % side), at(i / side / side)};
        const double middle = 0.5 * at(side - 1);
        Vec3 turn, spin;
        for (std::size_t c = 0; c < 3; ++c) turn[c] = random.uniform(-1, 1);
        for (std::size_t c = 0; c < 3; ++c) spin[c] = random.uniform(-9, 9);
        const std::size_t number = scenes::add_box(world, {1, 1, 1}, x, turn);
        rigid::set_velocity(world.bodies[number], 25.0 * (Vec3{middle, middle, middle} - x), spin);
    }
    return world;
}

}  // namespace restraint::oba
