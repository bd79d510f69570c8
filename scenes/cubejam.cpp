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

#include <cmath>

#include "oba_run.h"

using namespace restraint;

namespace restraint::scenes {

/// n cubes fall two by two, every twenty frames, into a shaft that winds down between shelves sloping from
/// its left and its right wall by turns. Those that wait stand beside the shaft, frozen, until a hand takes
/// them.
Staging cubejam(std::size_t n) {
    Staging staging;
    World& world = staging.world;
    const double width = 6.0, depth = 2.4, slope = 0.6, length = 3.6;
    const std::size_t shelves = 4;
    add_shaft(world, width, depth, 22.0);
    add_wall(world, {4.5, depth + 1, 0.5}, {0.5 * width + 2.75, 0, -0.25});
    for (std::size_t k = 0; k < shelves; ++k) {
        const double side = k % 2 == 0 ? -1.0 : 1.0;
        add_wall(
            world, {length, depth, 0.3},
            {side * (0.5 * width - 0.5 * length * std::cos(slope)), 0, 3.0 + 4.5 * static_cast<double>(k)},
            {0, -side * slope, 0});
    }
    const std::size_t first = world.bodies.size();
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t place = n - 1 - i;  // the highest goes first
        const double lean = 0.1 * (static_cast<double>((5 * i) % 7) - 3.0);
        add_box(world, {1, 1, 1},
                {0.5 * width + 1.5 + 1.4 * static_cast<double>(place / 2 % 3), place % 2 == 0 ? -0.58 : 0.58,
                 0.7 + 1.3 * static_cast<double>(place / 6)},
                {0, lean, 0});
    }
    world.frozen.assign(world.bodies.size(), 0);
    for (std::size_t i = first; i < world.bodies.size(); ++i) world.frozen[i] = 1;
    staging.before_frame = [first](World& w, std::size_t frame) {
        for (std::size_t i = first + frame / 10; frame % 20 == 0 && i < first + frame / 10 + 2; ++i) {
            if (i >= w.bodies.size()) return;
            rigid::RigidBody& cube = w.bodies[i];
            cube.position = {1.6, cube.position.y, 19.5};
            w.frozen[i] = 0;
        }
    };
    staging.options.freeze_after = 3;  // c_f of the thesis; 1 for the stacks
    staging.last_word = [](const World& w) {
        return how_many(w, "cubes past the top shelf", [](Vec3 x) { return x.x < 3.0 && x.z < 15.0; });
    };
    // Bodies, frames; means a frame: pairs, collisions, contacts, QPs, rollbacks in percent, seconds.
    staging.published = {"cubejam", "7.1", 100, 1500, 172, 411.7, 278.4, 4.8, 0, 22.2};
    staging.published.awake = 22.2;
    staging.published.freezing = 0.6;
    return staging;
}

}  // namespace restraint::scenes

int main(int argc, char** argv) {
    io::Scene scene("cubejam", "table 7.1: cubes squeeze round obstacles and pile up without overlap");
    scene.count("--cubes", 40, "how many", 1, 1000);
    scenes::animation_knobs(scene, 600);
    scene.takes(11);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        scenes::animate(knobs, rows, scenes::cubejam(knobs.count("--cubes")));
    });
}
