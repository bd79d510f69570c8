// Reads along with OBA section 7: chapter oba.
//
// Six sticks, jointed end to end, hang from a nail and swing [OBA-6.44, OBA-6.47]: the thesis' scene
// "pendulum" [OBA-tab7.1], under another name since `pendulum` is that of the course notes.
//
// In their targets two sticks do not meet at their joint; the position update brings the two points together,
// and the momentum update makes their velocities equal. Both are projections, so that neither adds energy;
// the energy falls since the steps are as long as a frame. The sticks, and that they start in a straight
// line, are ours.
//
// Try: --angle 3 (the chain whips, and sticks bump into each other); --sticks 1.

#include <cmath>

#include "oba_run.h"

using namespace restraint;

namespace restraint::scenes {

/// n sticks of length 1, jointed end to end, hang from a nail; they start in a straight line, `angle` rad
/// from straight down.
Staging stick_pendulum(std::size_t n, double angle) {
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
    // Bodies, frames; means a frame: pairs, collisions, contacts, QPs, rollbacks in percent, seconds.
    staging.published = {"pendulum", "7.1", 6, 1000, 0, 0, 0, 2.1, 0, 0.1};
    return staging;
}

}  // namespace restraint::scenes

int main(int argc, char** argv) {
    io::Scene scene("stick_pendulum", "table 7.1, pendulum: joints of six sticks hold at steps of a frame");
    scene.count("--sticks", 6, "how many", 1, 50);
    scene.number("--angle", 1.0, "rad", "of the straight chain at the start, from straight down");
    scenes::animation_knobs(scene, 300);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        scenes::animate(knobs, rows,
                        scenes::stick_pendulum(knobs.count("--sticks"), knobs.number("--angle")));
    });
}
