// Reads along with OBA section 7: chapter oba.
//
// Cubes squeeze round shelves in a winding shaft [OBA-tab7.1]: the thesis' scene "cubejam".
//
// In the end all cubes touch, directly or through others: one quadratic program with hundreds of contacts,
// and no smaller step than the frame's. The shaft, 6 m x 2.4 m with four shelves that slope by 0.6 rad, is
// ours, and so is the feed: two cubes every twenty frames. Fed all at once, cubes arch over the first gap of
// 3 m and stay there.
//
// With --cubes 100 --frames 1500 it is the scene of the thesis; the standard values are smaller.
// Try: --friction 0 (nothing jams); --freezing on, and see some cubes hang where they came to rest by
// friction (the thesis waits for three calm frames, c_f = 3; the cubes that wait to be fed count as frozen).

#include "oba_run.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("cubejam", "table 7.1: cubes squeeze round obstacles and pile up without overlap");
    scene.count("--cubes", 40, "how many", 1, 1000);
    scenes::animation_knobs(scene, 600);
    scene.takes(11);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        scenes::animate(knobs, rows, "cubejam", scenes::cubejam(knobs.count("--cubes")));
    });
}
