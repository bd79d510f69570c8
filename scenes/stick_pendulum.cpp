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

#include "oba_run.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("stick_pendulum", "table 7.1, pendulum: joints of six sticks hold at steps of a frame");
    scene.count("--sticks", 6, "how many", 1, 50);
    scene.number("--angle", 1.0, "rad", "of the straight chain at the start, from straight down");
    scenes::animation_knobs(scene, 300);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        scenes::animate(knobs, rows, "stick_pendulum",
                        scenes::stick_pendulum(knobs.count("--sticks"), knobs.number("--angle")));
    });
}
