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

#include "oba_run.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("wall", "table 7.1: a wall stands until a blast breaks it, without overlap");
    scene.count("--courses", 9, "layers", 1, 50);
    scene.count("--bricks", 10, "in a layer", 1, 50);
    scenes::animation_knobs(scene, 150);
    scene.takes(24);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        scenes::animate(knobs, rows, "wall", scenes::wall(knobs.count("--courses"), knobs.count("--bricks")));
    });
}
