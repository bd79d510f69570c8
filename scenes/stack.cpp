// Reads along with OBA section 7: chapter oba.
//
// Ten wooden cubes fall into a vertical shaft, come to rest on each other, and stay [OBA-tab6.2, OBA-tab7.1].
//
// Nothing is computed between the frames: each cube is moved to the place nearest to that of its free flight
// of 1/30 s, then all collisions of the frame are resolved at once, then impulses cancel the gravity of one
// frame. After some three seconds the speeds are zero to rounding, without any freezing. The width of the
// shaft and the turns of the cubes are ours.
//
// Try: --restitution 0.9, which takes longer to calm; --rule least_energy, the thesis' own momentum update;
// --freezing on; --cubes 20; --frames 600, as long as in the thesis, with --clock on, and with --freezing on
// beside it: table 7.3 [OBA-tab7.3].

#include "oba_run.h"

using namespace restraint;

namespace restraint::scenes {

/// n unit cubes, each a little turned, above each other in a shaft that is a fifth wider than they are.
Staging stack(std::size_t n) {
    Staging staging;
    add_shaft(staging.world, 1.2, 1.2, 1.5 * static_cast<double>(n) + 1.0);
    for (std::size_t i = 0; i < n; ++i) {
        const double a = 0.05 * (static_cast<double>((7 * i) % 5) - 2.0);
        const double b = 0.04 * (static_cast<double>((3 * i) % 5) - 2.0);
        const double c = 0.02 * (static_cast<double>((2 * i) % 3) - 1.0);
        add_box(staging.world, {1, 1, 1}, {0, 0, 0.7 + 1.4 * static_cast<double>(i)}, {a, b, c});
    }
    // Bodies, frames; means a frame: pairs, collisions, contacts, QPs, rollbacks in percent, seconds.
    staging.published = {"stack", "7.1", 10, 600, 6.6, 29, 25.7, 3, 0, 0.9};
    staging.published.awake = 0.9;
    staging.published.freezing = 0.03;
    return staging;
}

}  // namespace restraint::scenes

int main(int argc, char** argv) {
    io::Scene scene("stack", "table 7.1: ten cubes in a shaft come to rest and stay");
    scene.count("--cubes", 10, "how many", 1, 100);
    scenes::animation_knobs(scene, 200);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        scenes::animate(knobs, rows, scenes::stack(knobs.count("--cubes")));
    });
}
