// Reads along with OBA section 7: chapter oba.
//
// Balls hang in a row, each touching the next; the first one is lifted and let go. The last one flies off:
// the thesis' scene "office toy" [OBA-tab7.2].
//
// All collisions at once, the impulse spreads over all balls (the momentum update asks for the least kinetic
// energy). One after the other, it wanders through the row: m balls need m - 1 bounces before the momentum
// update, the hybrid of OBA 6.2.2. Restitution is 1 here and not 0.3 as section 7.2 has it: with 0.3 there is
// no toy. The balls of diameter 1 hang on joints, 4 below a beam; their measures are ours.
//
// Try: --queue none, all at once; --restitution 0.3; --balls 5, as in the picture of the thesis.

#include "oba_run.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("office_toy", "bounces one after the other pass through a row of balls");
    scene.count("--balls", 10, "how many", 2, 100);
    scenes::animation_knobs(scene, 300, 0.3, 1.0);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        scenes::animate(knobs, rows, "office_toy", scenes::office_toy(knobs.count("--balls")));
    });
}
