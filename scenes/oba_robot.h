#pragma once

#include <algorithm>
#include <cmath>

#include "oba_worlds.h"

/// The world of the thesis' scene "robot": an animated robot and an animated claw in a pool of bodies.
namespace restraint::scenes {

/// 0 until t0, 1 from t1 on, smooth between.
inline double eased(double t, double t0, double t1) {
    const double s = std::clamp((t - t0) / (t1 - t0), 0.0, 1.0);
    return s * s * (3.0 - 2.0 * s);
}

/// What the animator has in mind, at t in s. The pool reaches from -pool to pool in x.
struct RobotPlay {
    double pool = 3.0;

    /// The robot waits until the pool is calm, walks right up to the right wall, flees to the left one and
    /// half of the way back, and is drawn out by the claw. It is 0.5 m thick, and would leave 0.05 m to what
    /// is before it.
    Vec3 robot(double t) const {
        const double far = pool - 0.3;
        const double x = far * (eased(t, 3, 7) - 2.0 * eased(t, 7.5, 13) + 0.5 * eased(t, 13, 14.5));
        return {x, 0, 0.9 + 4.5 * eased(t, 15.5, 19)};
    }
    /// Arms swing as it walks, and hang when it is caught.
    double arm(double t) const { return 0.7 * std::sin(4.0 * t) * (1.0 - eased(t, 14, 15)); }
    /// The claw follows the robot, a little late, comes down to its head, and leaves with it.
    Vec3 claw(double t) const {
        const Vec3 over = robot(std::max(t - 0.5 * (1.0 - eased(t, 13, 14.5)), 0.0));
        return {over.x, 0, over.z + 1.45 + 3.2 * (1.0 - eased(t, 11, 14.5))};
    }
    /// How far its fingers are open, rad.
    double grip(double t) const { return 0.8 * (1.0 - eased(t, 14.5, 15.5)); }
};

/// Adds a scripted body of boxes. Its mass does not matter.
inline std::size_t add_puppet(World& world, std::vector<collide::ConvexShape> parts, oba::Script script) {
    const oba::Scripted start = script(0.0);
    world.scripts.emplace(world.bodies.size(), std::move(script));
    return world.add(
        rigid::make_body("puppet", rigid::ball_mass(0.5, wood), start.position, start.orientation),
        std::move(parts));
}

/// Trunk with head and legs, and two arms on its shoulders.
inline void add_robot(World& world, const RobotPlay& play) {
    const std::size_t trunk = add_puppet(
        world,
        {box_shape({0.5, 0.8, 0.8}, {0, 0, 0.4}), box_shape({0.4, 0.4, 0.4}, {0, 0, 1.05}),
         box_shape({0.3, 0.3, 0.9}, {0, -0.22, -0.44}), box_shape({0.3, 0.3, 0.9}, {0, 0.22, -0.44})},
        [play](double t) {
            return oba::Scripted{play.robot(t), {}};
        });
    for (const double side : {-1.0, 1.0}) {
        const Vec3 shoulder{0, 0.52 * side, 0.7};
        const std::size_t arm = add_puppet(world, {box_shape({0.2, 0.2, 0.8}, {0, 0, -0.35})}, [=](double t) {
            return oba::Scripted{play.robot(t) + shoulder, from_rotation_vector({0, side * play.arm(t), 0})};
        });
        world.link(trunk, arm, play.robot(0) + shoulder);
    }
}

/// A palm on a rod, and two fingers that close on a head of 0.4 m.
inline void add_claw(World& world, const RobotPlay& play) {
    const std::size_t palm = add_puppet(
        world, {box_shape({0.7, 0.3, 0.1}), box_shape({0.1, 0.1, 4.0}, {0, 0, 2.0})}, [play](double t) {
            return oba::Scripted{play.claw(t), {}};
        });
    for (const double side : {-1.0, 1.0}) {
        const Vec3 knuckle{0.27 * side, 0, -0.05};
        const std::size_t finger =
            add_puppet(world, {box_shape({0.08, 0.3, 0.5}, {0, 0, -0.25})}, [=](double t) {
                return oba::Scripted{play.claw(t) + knuckle,
                                     from_rotation_vector({0, -side * play.grip(t), 0})};
            });
        world.link(palm, finger, play.claw(0) + knuckle);
    }
}

/// A jack, two crossed bars, a cube or a ball by turns: a third of the bodies are not convex.
inline void add_toy(World& world, std::size_t i, Vec3 at, Vec3 turn) {
    if (i % 3 == 0) {
        const double l = 0.6, t = 0.15, rest = 0.5 * (l - t), out = 0.5 * (rest + t);
        std::vector<rigid::MassProperties> pieces{rigid::box_mass({l, t, t}, wood)};
        for (const double side : {-1.0, 1.0})
            pieces.push_back(
                rigid::moved(rigid::box_mass({t, rest, t}, wood), {{0, side * out, 0}, Mat3::identity()}));
        world.add(rigid::make_body("cross", rigid::united(pieces), at, from_rotation_vector(turn)),
                  {box_shape({l, t, t}), box_shape({t, l, t})});
    } else if (i % 3 == 1) add_box(world, {0.5, 0.5, 0.5}, at, turn);
    else add_ball(world, 0.25, at);
}

/// n bodies, six of them the robot and its claw, in a pool whose walls lean outwards by `slant` rad. All that
/// is scripted sees the bodies of the pool, and not each other.
inline Staging robot(std::size_t n, double slant = 0.0) {
    Staging staging;
    World& world = staging.world;
    const std::size_t toys = n > 6 ? n - 6 : 0;
    RobotPlay play;
    // One layer of toys, as in the thesis, whose bodies are close to two others each.
    play.pool = std::max(2.0, 0.4 * std::sqrt(static_cast<double>(toys)));
    const double depth = 1.25 * play.pool, high = 6.0, t = 2.0, wide = 2 * (play.pool + t);
    add_wall(world, {wide, wide, t}, {0, 0, -0.5 * t});
    for (const double side : {-1.0, 1.0}) {
        const Vec3 up{side * std::sin(slant), 0, std::cos(slant)},
            out{side * std::cos(slant), 0, -std::sin(slant)};
        add_wall(world, {t, wide, high}, Vec3{side * play.pool, 0, 0} + 0.5 * high * up + 0.5 * t * out,
                 {0, side * slant, 0});
        add_glass(world, {wide, t, high}, {0, side * 0.5 * (depth + t), 0.5 * high});
    }
    const std::size_t first = world.bodies.size();
    add_robot(world, play);
    add_claw(world, play);
    for (std::size_t i = first; i < world.bodies.size(); ++i)
        for (std::size_t j = first; j < i; ++j) world.ignored.insert({j, i});
    const auto columns = static_cast<std::size_t>((2 * play.pool - 0.4) / 0.75);
    const auto rows = static_cast<std::size_t>((depth - 0.2) / 0.75);
    for (std::size_t i = 0; i < toys; ++i) {
        const auto at = [](std::size_t k, std::size_t of) {
            return 0.75 * (static_cast<double>(k) - 0.5 * static_cast<double>(of - 1));
        };
        const double a = static_cast<double>((7 * i) % 11), b = static_cast<double>((5 * i) % 13);
        const std::size_t layer = i / (columns * rows);
        add_toy(
            world, i,
            {at(i % columns, columns), at(i / columns % rows, rows), 2.7 + 0.75 * static_cast<double>(layer)},
            {0.1 * a, 0.1 * b, 0.05 * (a - b)});
    }
    return staging;
}

}  // namespace restraint::scenes
