// Reads along with OBA section 7: chapter oba.
//
// Fifty jacks, three bars through each other, fall into a box and tangle [OBA-tab7.1].
//
// A body that is not convex is a union of convex parts with one position: planes separate parts, impulses act
// on bodies (OBA 6.5). So there are up to nine planes between two jacks, and mostly few contacts. The
// measures of jacks and box are ours.
//
// Try: --frames 1500, as long as in the thesis; --friction 0 (they sink into each other's gaps).

#include "oba_run.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("jacks", "table 7.1: bodies that are not convex tangle without overlap");
    scene.count("--jacks", 50, "how many", 1, 500);
    scenes::animation_knobs(scene, 90);
    scene.takes(20);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        scenes::animate(knobs, rows, "jacks", scenes::jacks(knobs.count("--jacks")));
    });
}
