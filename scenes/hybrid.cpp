// Reads along with OBA section 7: chapter oba.
//
// A hundred cubes of a decimetre are thrown into a trough of plates of a centimetre, and wedge: the thesis'
// scene "hybrid" [OBA-tab7.2].
//
// In one frame a cube flies three times its own length. The position update tests the ends of frames only,
// and leaves a cube that has passed a plate on the other side. Retroactive detection finds collisions in
// between, but where cubes wedge their number grows without end. The hybrid of both [OBA-hybpos] lets every
// pair bounce once in a frame (c_max = 1, as in the thesis), and then tests the frame's end only: a cube that
// meets a plate twice in a frame may still pass. The trough, a V with a third plate in its middle, and the
// throw are ours.
//
// Try: --bounces 0, pure optimization, and count the cubes that are outside; --speed 10, where one bounce is
// too few for some; --bounces 5; --friction 0 (does the wedge hold?).

#include "oba_run.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("hybrid", "table 7.2: cubes that are too fast for a frame wedge between thin plates");
    scene.count("--cubes", 100, "how many", 1, 500);
    scene.count("--bounces", 1, "c_max, of a pair in a frame", 0, 100);
    scene.number("--speed", 8.5, "m/s", "of the throw", io::not_negative);
    scenes::animation_knobs(scene, 150);
    scene.takes(50);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        scenes::Staging staging = scenes::hybrid(knobs.count("--cubes"), knobs.number("--speed"));
        staging.options.flight.bounces = knobs.count("--bounces");
        scenes::animate(knobs, rows, "hybrid", std::move(staging));
    });
}
