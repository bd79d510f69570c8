// Reads along with OBA section 7: chapter oba.
//
// Cubes and balls by turns fall into a vertical shaft and come to rest on each other: the thesis' scene "c-s
// stack", twelve bodies [OBA-tab7.1].
//
// A ball touches a cube in one point, two cubes touch in up to eight; a cube on a ball leans on a wall of the
// shaft and is held there by friction. In the position update a ball is its centre, at least a radius from
// the plane [OBA-6.2]. The width of the shaft and the order of the bodies are ours, not the thesis'.
//
// Try: --friction 0, and see what the cubes do on the balls; --freezing on; --restitution 0.9.

#include "oba_run.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("cs_stack",
                    "table 7.1, c-s stack: cubes and balls in a shaft come to rest on each other");
    scene.count("--bodies", 12, "cubes and balls together", 1, 100);
    scenes::animation_knobs(scene, 200);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        scenes::animate(knobs, rows, "cs_stack", scenes::cs_stack(knobs.count("--bodies")));
    });
}
