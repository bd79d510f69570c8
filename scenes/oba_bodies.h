#pragma once

#include <functional>
#include <string>

#include "restraint/collide/shapes.h"
#include "restraint/oba/animation.h"
#include "restraint/rigid/mass.h"

/// What the animation scenes are made of: a staging, and bodies of wood of some metre, so that a frame of
/// 1/30 s is a small part of a fall. The thesis gives numbers of bodies and pictures; every length is ours.
namespace restraint::scenes {

using oba::World;

/// A column of the tables of the thesis: means over the frames of a scene.
/// [OBA-tab7.1, OBA-tab7.2, OBA-tab7.3]
struct TableRow {
    const char* name = "";  // in the thesis
    const char* table = "7.1";
    std::size_t bodies = 0, frames = 0;
    double close_pairs = 0, collisions = 0, contacts = 0;
    double qps = 0;        // of the position update: the pendulum, where nothing collides, has 2.1
    double rollbacks = 0;  // percent of these QPs: 0.03 of 1500 frames of jacks would be half a rollback
    double seconds = 0;    // a frame, on the thesis' machine
    /// How much faster one core is now than the thesis' machine: 54 times where it was a Pentium III of 450
    /// MHz with Java, 17 times where it was one of 933 MHz with C++.
    double processors = 54;
    /// Table 7.3: seconds a frame without freezing and with it; 0 if it was never run.
    double awake = 0, freezing = 0;
};

/// A world, how it is animated, what an unseen hand does before each frame, what is to be said at the end,
/// and what the thesis measured.
struct Staging {
    World world = {};
    oba::AnimationOptions options = {};
    std::function<void(World&, std::size_t frame)> before_frame = {};
    std::function<std::string(const World&)> last_word = {};
    TableRow published = {};
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

inline std::size_t add_wall(World& world, Vec3 size, Vec3 at, Vec3 turn = {}, const char* name = "wall") {
    return world.add(rigid::make_fixed(name, at, from_rotation_vector(turn)), box_shape(size));
}
/// A wall that pictures leave out, so that one sees through it.
inline std::size_t add_glass(World& world, Vec3 size, Vec3 at, Vec3 turn = {}) {
    return add_wall(world, size, at, turn, "glass");
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

/// How many bodies, neither fixed nor scripted, are where `there` holds; as "WHAT: K of N".
inline std::string how_many(const World& world, const std::string& what,
                            const std::function<bool(Vec3)>& there) {
    std::size_t all = 0, some = 0;
    for (std::size_t i = 0; i < world.bodies.size(); ++i)
        if (world.responds(i)) {
            ++all;
            some += there(world.bodies[i].position) ? 1 : 0;
        }
    return what + ": " + std::to_string(some) + " of " + std::to_string(all);
}

}  // namespace restraint::scenes
