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

#include "oba_robot.h"
#include "oba_run.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("robot", "table 7.2: a script pushes through a pool of bodies, and stops at a wall");
    scene.count("--bodies", 30, "all that move, six of them robot and claw", 7, 1000);
    scene.number("--slant", 0.0, "rad", "by which the walls lean outwards", io::not_negative);
    scenes::animation_knobs(scene, 580);
    scene.takes(6);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        scenes::animate(knobs, rows, "robot",
                        scenes::robot(knobs.count("--bodies"), knobs.number("--slant")));
    });
}
