#pragma once

#include <cmath>
#include <functional>

#include "oba_bodies.h"

/// The worlds of the thesis' scenes, each with a number of bodies that may be smaller than in the thesis: the
/// programs, `make bench` and the tests share them. The thesis gives numbers of bodies and pictures; every
/// length here is ours. Bodies are of some metre, so that a frame of 1/30 s is a small part of a fall.
namespace restraint::scenes {

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

/// n bodies in a shaft, cubes of edge 1 and balls of diameter 1 by turns, the lowest a cube.
inline Staging cs_stack(std::size_t n) {
    Staging staging;
    add_shaft(staging.world, 1.2, 1.5 * static_cast<double>(n) + 1.0);
    for (std::size_t i = 0; i < n; ++i) {
        const double lean = 0.05 * (static_cast<double>((7 * i) % 5) - 2.0);
        const Vec3 at{0.02 * lean, 0.01 * lean, 0.7 + 1.4 * static_cast<double>(i)};
        if (i % 2 == 0) add_box(staging.world, {1, 1, 1}, at, {lean, -0.5 * lean, lean});
        else add_ball(staging.world, 0.5, at);
    }
    return staging;
}

/// n cubes fall two by two, every twenty frames, into a shaft that winds down between shelves sloping from
/// its left and its right wall by turns. Those that wait stand beside the shaft, frozen, until a hand takes
/// them.
inline Staging cubejam(std::size_t n) {
    Staging staging;
    World& world = staging.world;
    const double width = 6.0, depth = 2.4, slope = 0.6, length = 3.6;
    const std::size_t shelves = 4;
    add_shaft(world, width, depth, 22.0);
    add_wall(world, {4.5, depth + 1, 0.5}, {0.5 * width + 2.75, 0, -0.25});
    for (std::size_t k = 0; k < shelves; ++k) {
        const double side = k % 2 == 0 ? -1.0 : 1.0;
        add_wall(
            world, {length, depth, 0.3},
            {side * (0.5 * width - 0.5 * length * std::cos(slope)), 0, 3.0 + 4.5 * static_cast<double>(k)},
            {0, -side * slope, 0});
    }
    const std::size_t first = world.bodies.size();
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t place = n - 1 - i;  // the highest goes first
        const double lean = 0.1 * (static_cast<double>((5 * i) % 7) - 3.0);
        add_box(world, {1, 1, 1},
                {0.5 * width + 1.5 + 1.4 * static_cast<double>(place / 2 % 3), place % 2 == 0 ? -0.58 : 0.58,
                 0.7 + 1.3 * static_cast<double>(place / 6)},
                {0, lean, 0});
    }
    world.frozen.assign(world.bodies.size(), 0);
    for (std::size_t i = first; i < world.bodies.size(); ++i) world.frozen[i] = 1;
    staging.before_frame = [first](World& w, std::size_t frame) {
        for (std::size_t i = first + frame / 10; frame % 20 == 0 && i < first + frame / 10 + 2; ++i) {
            if (i >= w.bodies.size()) return;
            rigid::RigidBody& cube = w.bodies[i];
            cube.position = {1.6, cube.position.y, 19.5};
            w.frozen[i] = 0;
        }
    };
    staging.options.freeze_after = 3;  // c_f of the thesis; 1 for the stacks
    staging.last_word = [](const World& w) {
        return how_many(w, "cubes past the top shelf", [](Vec3 x) { return x.x < 3.0 && x.z < 15.0; });
    };
    return staging;
}

/// n cubes wait high above a shaft; every ten frames nine of them are let go a little above those that lie
/// there.
inline Staging packages(std::size_t n) {
    Staging staging;
    World& world = staging.world;
    const double away = 1000.0;
    add_shaft(world, 4.0, 2.0 * std::ceil(static_cast<double>(n) / 9.0) + 4.0);
    const std::size_t first = world.bodies.size();
    for (std::size_t i = 0; i < n; ++i) {
        const double turn = 0.1 * (static_cast<double>((5 * i) % 7) - 3.0);
        const auto at = [](std::size_t k) { return 1.25 * (static_cast<double>(k) - 1.0); };
        add_box(world, {1, 1, 1}, {at(i % 3), at(i / 3 % 3), away + 1.5 * static_cast<double>(i / 9)},
                {0, 0.3 * turn, turn});
    }
    world.frozen.assign(world.bodies.size(), 0);
    for (std::size_t i = first; i < world.bodies.size(); ++i) world.frozen[i] = 1;
    staging.before_frame = [first, away](World& w, std::size_t frame) {
        if (frame % 10 != 0) return;
        double top = 0.0;
        for (std::size_t i = first; i < w.bodies.size(); ++i)
            if (w.bodies[i].position.z < away) top = std::max(top, w.bodies[i].position.z);
        const std::size_t next = first + 9 * (frame / 10);
        for (std::size_t i = next; i < std::min(next + 9, w.bodies.size()); ++i) {
            w.bodies[i].position.z = top + 2.0;
            w.frozen[i] = 0;
        }
    };
    return staging;
}

/// A blast at a point: every body is pushed away from it, the more the larger and the nearer it is.
inline void blast(World& world, Vec3 from, double strength) {
    for (const oba::Part& part : world.parts) {
        rigid::RigidBody& body = world.bodies[part.body];
        if (!world.responds(part.body)) continue;
        const Vec3 way = body.position - from;
        const double area = part.shape.size * part.shape.size, far = norm(way);
        rigid::add_impulse(body, strength * area / (far * far * far) * way, body.position);
    }
}

/// A wall of bricks 1 x 0.5 x 0.5, every second course shifted, and two blasts behind it, after half a second
/// and after three.
inline Staging wall(std::size_t courses, std::size_t bricks) {
    Staging staging;
    add_wall(staging.world, {60, 60, 1}, {0, 0, -0.5});
    for (std::size_t c = 0; c < courses; ++c)
        for (std::size_t b = 0; b < bricks; ++b) {
            const double x = static_cast<double>(b) + (c % 2 == 0 ? 0.0 : 0.3);
            add_box(staging.world, {0.99, 0.5, 0.5}, {x, 0, 0.25 + 0.5 * static_cast<double>(c)});
        }
    const double middle = 0.5 * static_cast<double>(bricks - 1);
    staging.before_frame = [middle](World& world, std::size_t frame) {
        if (frame == 15) blast(world, {middle - 1.5, -2.0, 1.5}, 5000.0);
        if (frame == 90) blast(world, {middle + 2.0, -2.0, 0.5}, 9000.0);
    };
    staging.last_word = [](const World& world) {
        return how_many(world, "bricks off the wall", [](Vec3 x) { return std::abs(x.y) > 0.25; });
    };
    return staging;
}

/// A jack: three bars of length 1 through each other, along x, y and z.
inline std::size_t add_jack(World& world, Vec3 at, Vec3 turn) {
    const double l = 1.0, t = 0.2, rest = 0.5 * (l - t), out = 0.5 * (rest + t);
    // For its mass, one bar and four halves, which do not overlap.
    std::vector<rigid::MassProperties> pieces{rigid::box_mass({l, t, t}, wood)};
    for (const double side : {-1.0, 1.0}) {
        pieces.push_back(
            rigid::moved(rigid::box_mass({t, rest, t}, wood), {{0, side * out, 0}, Mat3::identity()}));
        pieces.push_back(
            rigid::moved(rigid::box_mass({t, t, rest}, wood), {{0, 0, side * out}, Mat3::identity()}));
    }
    return world.add(rigid::make_body("jack", rigid::united(pieces), at, from_rotation_vector(turn)),
                     {box_shape({l, t, t}), box_shape({t, l, t}), box_shape({t, t, l})});
}

/// n jacks fall into a box, in layers of nine.
inline Staging jacks(std::size_t n) {
    Staging staging;
    add_shaft(staging.world, 4.0, 4.0 + 1.2 * static_cast<double>(n / 9));
    for (std::size_t i = 0; i < n; ++i) {
        const auto place = [&](std::size_t k) { return 1.25 * (static_cast<double>(k % 3) - 1.0); };
        const double a = static_cast<double>((7 * i) % 11), b = static_cast<double>((5 * i) % 13);
        add_jack(staging.world, {place(i), place(i / 3), 1.0 + 1.2 * static_cast<double>(i / 9)},
                 {0.3 * a, 0.2 * b, 0.1 * (a - b)});
    }
    return staging;
}

/// n sticks of length 1, jointed end to end, hang from a nail; they start in a straight line, `angle` rad
/// from straight down.
inline Staging stick_pendulum(std::size_t n, double angle = 1.0) {
    Staging staging;
    World& world = staging.world;
    const Vec3 along{std::sin(angle), 0, -std::cos(angle)};
    std::size_t last = add_wall(world, {0.2, 0.2, 0.2}, {0, 0, 0});
    for (std::size_t i = 0; i < n; ++i) {
        const Vec3 middle = (static_cast<double>(i) + 0.5) * along;
        const std::size_t stick = add_box(world, {0.1, 0.1, 0.9}, middle, {0, -angle, 0});
        world.joints.push_back(
            world::make_ball_joint(world.bodies, last, stick, static_cast<double>(i) * along));
        last = stick;
    }
    return staging;
}

/// n balls of diameter 1 hang in a row on strings of 3 m; the first is drawn aside by `angle` rad and let go.
inline Staging office_toy(std::size_t n, double angle = 0.6) {
    Staging staging;
    World& world = staging.world;
    const double last = static_cast<double>(n) - 1.0, length = 3.0;
    const std::size_t bar = add_wall(world, {last + 3.0, 0.5, 0.5}, {0.5 * last, 0, length + 0.25});
    for (std::size_t i = 0; i < n; ++i) {
        const double x = static_cast<double>(i), a = i == 0 ? angle : 0.0;
        const std::size_t ball =
            add_ball(world, 0.5, {x - length * std::sin(a), 0, length * (1.0 - std::cos(a))});
        world.link(bar, ball, {x, 0, length});
    }
    staging.world.friction = 0.0;
    staging.world.restitution = 1.0;
    staging.options.queue_bounces = n - 1;
    return staging;
}

/// The measures of an hourglass for n bodies of size 1 and the given volume in m^3: a square funnel, slanted
/// by `slope` rad, above a box.
struct Hourglass {
    Hourglass(std::size_t n, double clear, double volume)
        : row(std::ceil(std::cbrt(static_cast<double>(n)))), neck(clear), bulk(volume) {}
    double row;  // bodies in a row of the filled funnel
    double neck, bulk, slope = 0.7;
    double width() const { return std::max(1.3 * row + 1.0, neck + 3.0); }
    /// Height of the neck over the floor: what lies loosely fills 0.6 of its room, and heaps up.
    double box() const {
        return std::max(0.5 * width(), bulk / (0.6 * width() * width()) + 0.3 * width()) + 1.0;
    }
    double rim() const { return box() + 0.5 * (width() - neck) * std::tan(slope); }
    double height() const { return rim() + 1.3 * (row + 1.0); }
};

/// Adds floor, walls and funnel, glass in front and behind, and fills n bodies above it in layers; `add` adds
/// one at a place.
inline Staging hourglass(std::size_t n, const Hourglass& glass,
                         const std::function<void(World&, Vec3)>& add) {
    Staging staging;
    World& world = staging.world;
    const double width = glass.width(), slope = glass.slope, t = 0.5;
    add_shaft(world, width, glass.height());
    for (const double side : {-1.0, 1.0}) {
        // A slope's upper face runs from the neck's edge to the wall.
        const double length = 0.5 * (width - glass.neck) / std::cos(slope);
        const double away = 0.25 * (width + glass.neck) + 0.5 * t * std::sin(slope);
        const double z = 0.5 * (glass.box() + glass.rim()) - 0.5 * t * std::cos(slope);
        add_wall(world, {length, width, t}, {side * away, 0, z}, {0, -side * slope, 0});
        add_glass(world, {width, length, t}, {0, side * away, z}, {side * slope, 0, 0});
    }
    const auto row = static_cast<std::size_t>(glass.row);
    for (std::size_t i = 0; i < n; ++i) {
        const auto place = [&](std::size_t k) {
            return 1.3 * (static_cast<double>(k % row) - 0.5 * (glass.row - 1.0));
        };
        const std::size_t layer = i / (row * row);
        const double shift = layer % 2 == 0 ? 0.05 : -0.05;
        add(world,
            {place(i) + shift, place(i / row) - shift, glass.rim() + 0.7 + 1.3 * static_cast<double>(layer)});
    }
    staging.last_word = [neck = glass.box()](const World& w) {
        return how_many(w, "below the neck", [neck](Vec3 x) { return x.z < neck; });
    };
    return staging;
}

/// n balls of diameter 1 run through an hourglass without friction.
inline Staging sphereglass(std::size_t n) {
    Staging staging = hourglass(n, {n, 3.0, 0.52 * static_cast<double>(n)},
                                [](World& world, Vec3 at) { add_ball(world, 0.5, at); });
    staging.world.friction = 0.0;
    staging.world.restitution = 0.7;
    return staging;
}

/// n cubes of edge 1 run through an hourglass; below the neck they may freeze. They wait above it, as if they
/// were frozen, and `poured` of them a second are let go, the lowest first.
inline Staging cubeglass(std::size_t n, double neck = 6.0, double poured = 40.0) {
    const Hourglass glass(n, neck, static_cast<double>(n));
    Staging staging = hourglass(n, glass, [](World& world, Vec3 at) {
        add_box(world, {1, 1, 1}, at, {0.02 * at.x, 0.015 * at.y, 0.02 * (at.x - at.y)});
    });
    World& world = staging.world;
    const std::size_t first = world.bodies.size() - n;
    world.frozen.assign(first, 0);
    world.frozen.resize(world.bodies.size(), 1);
    staging.before_frame = [=](World& w, std::size_t frame) {
        const auto let_go = [&](std::size_t frames) {
            return static_cast<std::size_t>(
                std::min(static_cast<double>(n), poured * w.dt * static_cast<double>(frames)));
        };
        for (std::size_t i = let_go(frame); i < let_go(frame + 1); ++i) w.frozen[first + i] = 0;
    };
    const double far = glass.width();
    staging.options.cold.push_back({{-far, -far, -1}, {far, far, glass.box()}});
    staging.options.freezing = true;
    return staging;
}

/// A trough of thin plates, like a V with a third plate in its middle, 1.2 m high, and n cubes of 0.1 m that
/// are thrown into it, at 8.5 m/s three times their edge in a frame, and thirty times the plates.
inline Staging hybrid(std::size_t n, double speed = 8.5) {
    Staging staging;
    World& world = staging.world;
    const double edge = 0.1, t = 0.01, lean = 0.45, high = 1.2, depth = 0.64;
    add_wall(world, {t, depth, high}, {0, 0, 0.5 * high});
    for (const double side : {-1.0, 1.0}) {
        const Vec3 up{side * std::sin(lean), 0, std::cos(lean)},
            out{side * std::cos(lean), 0, -std::sin(lean)};
        add_wall(world, {t, depth, high}, 0.5 * high * up + 0.5 * t * out, {0, side * lean, 0});
        add_glass(world, {2 * high, t, 2 * high}, {0, side * 0.5 * (depth + t), high});
    }
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t layer = i / 20, column = i % 4, row = i / 4 % 5;
        const double a = 0.1 * (static_cast<double>((7 * i) % 9) - 4.0);
        add_box(world, {edge, edge, edge},
                {(column < 2 ? -1 : 1) * (column % 2 == 0 ? 0.08 : 0.22),
                 0.125 * (static_cast<double>(row) - 2.0), high + 0.1 + 0.6 * static_cast<double>(layer)},
                {0, a, 0}, {0, 0, -speed});
    }
    staging.options.flight.bounces = 1;  // c_max
    staging.last_word = [=](const World& w) {
        return how_many(w, "cubes between the plates", [=](Vec3 x) {
            return x.z > 0 && std::abs(x.y) < 0.5 * depth &&
                   std::abs(x.x) < (x.z + 0.5 * edge) * std::tan(lean);
        });
    };
    return staging;
}

}  // namespace restraint::scenes
