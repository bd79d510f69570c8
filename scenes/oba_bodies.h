#pragma once

#include <functional>
#include <string>
#include <vector>

#include "restraint/collide/shapes.h"
#include "restraint/oba/animation.h"
#include "restraint/rigid/mass.h"

/// Bodies of the animation scenes. The geometry is this project's own wherever the thesis gives none.
namespace restraint::scenes {

using oba::World;

/// A world, how it is animated, what an unseen hand does before each frame, and what is to be said at the
/// end.
struct Staging {
    World world;
    oba::AnimationOptions options;
    std::function<void(World&, std::size_t frame)> before_frame;
    std::function<std::string(const World&)> last_word = {};
};

inline constexpr double wood = 800.0;  // kg/m^3: 0.8 g/cm^3   (the thesis prints g/cm^2: erratum O24)

inline collide::ConvexShape box_shape(Vec3 size, Vec3 at = {}) {
    return collide::make_convex(rigid::moved(rigid::make_box(size), rigid::Pose{at, Mat3::identity()}));
}

inline std::size_t add_box(World& world, Vec3 size, Vec3 at, Vec3 turn = {}, Vec3 velocity = {}) {
    auto body = rigid::make_body("box", rigid::box_mass(size, wood), at, from_rotation_vector(turn));
    rigid::set_velocity(body, velocity, {});
    return world.add(std::move(body), box_shape(size));
}

inline std::size_t add_ball(World& world, double radius, Vec3 at, Vec3 velocity = {}) {
    auto body = rigid::make_body("ball", rigid::ball_mass(radius, wood), at);
    rigid::set_velocity(body, velocity, {});
    return world.add(std::move(body), collide::make_ball(radius));
}

inline std::size_t add_fixed(World& world, const std::string& name, Vec3 size, Vec3 at, Vec3 turn = {}) {
    return world.add(rigid::make_fixed(name, at, from_rotation_vector(turn)), box_shape(size));
}
inline std::size_t add_wall(World& world, Vec3 size, Vec3 at, Vec3 turn = {}) {
    return add_fixed(world, "wall", size, at, turn);
}
/// A wall that pictures leave out, so that one sees through it.
inline std::size_t add_glass(World& world, Vec3 size, Vec3 at, Vec3 turn = {}) {
    return add_fixed(world, "glass", size, at, turn);
}

/// A floor at z = 0 and four walls around a shaft of the given clear width in x and in y, glass in front and
/// behind.
inline void add_shaft(World& world, double width, double depth, double height) {
    const double t = 0.5;
    add_wall(world, {width + 2 * t, depth + 2 * t, t}, {0, 0, -0.5 * t});
    for (const double side : {-1.0, 1.0}) {
        add_wall(world, {t, depth + 2 * t, height}, {side * 0.5 * (width + t), 0, 0.5 * height});
        add_glass(world, {width + 2 * t, t, height}, {0, side * 0.5 * (depth + t), 0.5 * height});
    }
}
inline void add_shaft(World& world, double width, double height) { add_shaft(world, width, width, height); }

/// n unit cubes, each a little turned, above each other in a shaft that is a fifth wider than they are.
inline World stack(std::size_t n) {
    World world;
    add_shaft(world, 1.2, 1.5 * static_cast<double>(n) + 1.0);
    for (std::size_t i = 0; i < n; ++i) {
        const double a = 0.05 * (static_cast<double>((7 * i) % 5) - 2.0);
        const double b = 0.04 * (static_cast<double>((3 * i) % 5) - 2.0);
        const double c = 0.02 * (static_cast<double>((2 * i) % 3) - 1.0);
        add_box(world, {1, 1, 1}, {0, 0, 0.7 + 1.4 * static_cast<double>(i)}, {a, b, c});
    }
    return world;
}

}  // namespace restraint::scenes
