// Reads along with OBA section 7: chapter oba.
//
// Cubes run through an hourglass; those that have come to rest below freeze [OBA-tab7.2, OBA-tab7.3].
//
// With --cubes 1000 --frames 1500 it is the scene of the thesis; the standard values are smaller. A frozen
// cube is fixed until something hits it hard enough [OBA-6.48], so that pairs of frozen cubes cost
// nothing: see pairs and contacts fall. The cold volume, where cubes may freeze, is all space below the
// neck. The cubes wait above the glass, frozen, and are poured into it. The glass, a square funnel above a
// box, is ours; so are the width of its neck, six cubes, and how many cubes are poured in a second: so few
// that they flow. In the thesis they tend to wedge in the neck, and up to 3000 contacts build up.
//
// Try: --cubes 125 --pour 400 --neck 4.5 --frames 400, with which they come all at once and wedge; --neck 3,
// over which a few arch; --freezing off, for the time; --friction 0.6.

#include "oba_run.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("cubeglass", "table 7.2: cubes run through an hourglass and freeze below");
    scene.count("--cubes", 64, "how many", 1, 5000);
    scene.number("--neck", 6.0, "m", "clear width of the neck", io::positive);
    scene.number("--pour", 40.0, "1/s", "how many cubes are let go in a second", io::positive);
    scenes::animation_knobs(scene, 200, 0.3, 0.3, "on|off");
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        scenes::animate(
            knobs, rows, "cubeglass",
            scenes::cubeglass(knobs.count("--cubes"), knobs.number("--neck"), knobs.number("--pour")));
    });
}
