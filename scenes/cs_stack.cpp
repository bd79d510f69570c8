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

namespace restraint::scenes {

/// n bodies in a shaft, cubes of edge 1 and balls of diameter 1 by turns, the lowest a cube.
Staging cs_stack(std::size_t n) {
    Staging staging;
    add_shaft(staging.world, 1.2, 1.2, 1.5 * static_cast<double>(n) + 1.0);
    for (std::size_t i = 0; i < n; ++i) {
        const double lean = 0.05 * (static_cast<double>((7 * i) % 5) - 2.0);
        const Vec3 at{0.02 * lean, 0.01 * lean, 0.7 + 1.4 * static_cast<double>(i)};
        if (i % 2 == 0) add_box(staging.world, {1, 1, 1}, at, {lean, -0.5 * lean, lean});
        else add_ball(staging.world, 0.5, at);
    }
    // Bodies, frames; means a frame: pairs, collisions, contacts, QPs, rollbacks in percent, seconds.
    staging.published = {"c-s stack", "7.1", 12, 600, 11.8, 13.4, 13.4, 4.6, 0.3, 0.6};
    staging.published.awake = 0.64;
    staging.published.freezing = 0.05;
    return staging;
}

}  // namespace restraint::scenes

int main(int argc, char** argv) {
    io::Scene scene("cs_stack",
                    "table 7.1, c-s stack: cubes and balls in a shaft come to rest on each other");
    scene.count("--bodies", 12, "cubes and balls together", 1, 100);
    scenes::animation_knobs(scene, 200);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        scenes::animate(knobs, rows, scenes::cs_stack(knobs.count("--bodies")));
    });
}
