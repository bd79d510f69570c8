// Reads along with OBA section 7: chapter oba.
//
// An animated robot wades through a pool of bodies, and an animated claw draws it out: the thesis' scene
// "robot" [OBA-tab7.2].
//
// Robot and claw follow a script, and push all other bodies aside. Where the robot presses a body squarely
// against a wall there is no room for the script: the quadratic program of the thesis has no solution. The
// thesis leaves that to the animator and to future work (chapter 8), and makes it less likely by slanted
// walls. Here a scripted body gives way instead of being fixed: its mass in the objective [OBA-6.7] is a
// thousand times that of the heaviest free body. It is shifted but never turned, stays behind its script (see
// lag and tilt), and catches up at twice its speed. A body squeezed out of a wedge may fly off: look at
// fastest. Pool, robot and story are ours: calm until 3 s, to the right wall until 7 s, to the left one until
// 13 s, then back a little, and drawn out from 15.5 s on.
//
// With --bodies 306 --frames 580 it is the scene of the thesis.
// Try: --slant 0.35, as in the thesis: less behind; --closeness diameter.

#include <cmath>

#include "oba_run.h"

using namespace restraint;

namespace restraint::scenes {

/// 0 until t0, 1 from t1 on, smooth between.
double eased(double t, double t0, double t1) {
    const double s = std::clamp((t - t0) / (t1 - t0), 0.0, 1.0);
    return s * s * (3.0 - 2.0 * s);
}

/// What the animator has in mind, at t in s, in a pool from -pool to pool in x: the robot waits until the
/// pool is calm, walks right up to the right wall, flees to the left one and half of the way back, and is
/// drawn out by the claw. It is 0.5 m thick, and would leave 0.05 m to what is before it.
Vec3 robot_at(double pool, double t) {
    const double far = pool - 0.3;
    const double x = far * (eased(t, 3, 7) - 2.0 * eased(t, 7.5, 13) + 0.5 * eased(t, 13, 14.5));
    return {x, 0, 0.9 + 4.5 * eased(t, 15.5, 19)};
}
/// Arms swing as it walks, and hang when it is caught.
double arm_angle(double t) { return 0.7 * std::sin(4.0 * t) * (1.0 - eased(t, 14, 15)); }
/// The claw follows the robot, a little late, comes down to its head, and leaves with it.
Vec3 claw_at(double pool, double t) {
    const Vec3 over = robot_at(pool, std::max(t - 0.5 * (1.0 - eased(t, 13, 14.5)), 0.0));
    return {over.x, 0, over.z + 1.45 + 3.2 * (1.0 - eased(t, 11, 14.5))};
}
/// How far its fingers are open, rad.
double finger_angle(double t) { return -0.8 * (1.0 - eased(t, 14.5, 15.5)); }

/// Adds a trunk of boxes that follows a path, and two limbs jointed to it at `joint` and its mirror image,
/// which swing about y. Scripts, not masses, move them.
void add_puppet(World& world, const std::function<Vec3(double)>& path, double (*swing)(double),
                std::vector<collide::ConvexShape> boxes, const collide::ConvexShape& limb, Vec3 joint) {
    const auto add = [&](std::vector<collide::ConvexShape> parts, const oba::Script& script) {
        const oba::Scripted start = script(0.0);
        world.scripts.emplace(world.bodies.size(), script);
        return world.add(
            rigid::make_body("puppet", rigid::ball_mass(0.5, wood), start.position, start.orientation),
            std::move(parts));
    };
    const std::size_t trunk = add(std::move(boxes), [=](double t) { return oba::Scripted{path(t), {}}; });
    for (const double side : {-1.0, 1.0}) {
        const Vec3 at{side * joint.x, side * joint.y, joint.z};
        const std::size_t arm = add({limb}, [=](double t) {
            return oba::Scripted{path(t) + at, from_rotation_vector({0, side * swing(t), 0})};
        });
        world.link(trunk, arm, path(0) + at);
    }
}

/// A jack, two crossed bars, a cube or a ball by turns: a third of the bodies are not convex.
void add_toy(World& world, std::size_t i, Vec3 at, Vec3 turn) {
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
Staging robot(std::size_t n, double slant) {
    Staging staging;
    World& world = staging.world;
    const std::size_t toys = n > 6 ? n - 6 : 0;
    // One layer of toys, as in the thesis, whose bodies are close to two others each.
    const double pool = std::max(2.0, 0.4 * std::sqrt(static_cast<double>(toys)));
    const double depth = 1.25 * pool, high = 6.0, thick = 2.0, wide = 2 * (pool + thick);
    add_wall(world, {wide, wide, thick}, {0, 0, -0.5 * thick});
    for (const double side : {-1.0, 1.0}) {
        const Vec3 up{side * std::sin(slant), 0, std::cos(slant)},
            out{side * std::cos(slant), 0, -std::sin(slant)};
        add_wall(world, {thick, wide, high}, Vec3{side * pool, 0, 0} + 0.5 * high * up + 0.5 * thick * out,
                 {0, side * slant, 0});
        add_glass(world, {wide, thick, high}, {0, side * 0.5 * (depth + thick), 0.5 * high});
    }
    const std::size_t first = world.bodies.size();
    add_puppet(world, [pool](double t) { return robot_at(pool, t); }, arm_angle,
               {box_shape({0.5, 0.8, 0.8}, {0, 0, 0.4}), box_shape({0.4, 0.4, 0.4}, {0, 0, 1.05}),
                box_shape({0.3, 0.3, 0.9}, {0, -0.22, -0.44}), box_shape({0.3, 0.3, 0.9}, {0, 0.22, -0.44})},
               box_shape({0.2, 0.2, 0.8}, {0, 0, -0.35}), {0, 0.52, 0.7});
    // A palm on a rod, and two fingers that close on a head of 0.4 m.
    add_puppet(world, [pool](double t) { return claw_at(pool, t); }, finger_angle,
               {box_shape({0.7, 0.3, 0.1}), box_shape({0.1, 0.1, 4.0}, {0, 0, 2.0})},
               box_shape({0.08, 0.3, 0.5}, {0, 0, -0.25}), {0.27, 0, -0.05});
    for (std::size_t i = first; i < world.bodies.size(); ++i)
        for (std::size_t j = first; j < i; ++j) world.ignored.insert({j, i});
    const auto columns = static_cast<std::size_t>((2 * pool - 0.4) / 0.75);
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
    // Bodies, frames; means a frame: pairs, collisions, contacts, QPs, rollbacks in percent, seconds.
    staging.published = {"robot", "7.2", 306, 580, 308, 507.7, 507.7, 6, 2.7, 75.5};
    return staging;
}

}  // namespace restraint::scenes

int main(int argc, char** argv) {
    io::Scene scene("robot", "table 7.2: a script pushes through a pool of bodies, and stops at a wall");
    scene.count("--bodies", 30, "all that move, six of them robot and claw", 7, 1000);
    scene.number("--slant", 0.0, "rad", "by which the walls lean outwards", io::not_negative);
    scenes::animation_knobs(scene, 580);
    scene.takes(6);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        scenes::animate(knobs, rows, scenes::robot(knobs.count("--bodies"), knobs.number("--slant")));
    });
}
