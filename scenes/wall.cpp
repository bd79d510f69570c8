// Reads along with OBA section 7: chapter oba.
//
// A wall of ninety bricks stands for half a second, and two blasts behind it break it [OBA-tab7.1].
//
// Before the first blast every brick touches its neighbours and must not move: look at the speeds. A blast
// gives each brick an impulse away from a point, proportional to 1/distance^2. While bricks fly, few of them
// touch. Bricks, bond and blasts are ours. In one course the bricks stand 1 cm apart. Some bricks come to
// rest standing on end.
//
// Try: --frames 600, as long as in the thesis;
// --rounds 40, for more digits of the sliding directions; --courses 3 --bricks 3 --frames 600, to see both
// blasts soon.

#include <cmath>

#include "oba_run.h"

using namespace restraint;

namespace restraint::scenes {

/// A blast at a point: every body is pushed away from it, the more the larger and the nearer it is.
void blast(World& world, Vec3 from, double strength) {
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
Staging wall(std::size_t courses, std::size_t bricks) {
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
    // Bodies, frames; means a frame: pairs, collisions, contacts, QPs, rollbacks in percent, seconds.
    staging.published = {"wall", "7.1", 90, 600, 129.2, 404.3, 220.6, 4, 0, 12.3};
    return staging;
}

}  // namespace restraint::scenes

int main(int argc, char** argv) {
    io::Scene scene("wall", "table 7.1: a wall stands until a blast breaks it, without overlap");
    scene.count("--courses", 9, "layers", 1, 50);
    scene.count("--bricks", 10, "in a layer", 1, 50);
    scenes::animation_knobs(scene, 150);
    scene.takes(24);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        scenes::animate(knobs, rows, scenes::wall(knobs.count("--courses"), knobs.count("--bricks")));
    });
}
