// Reads along with OBA section 7: chapter oba.
//
// Newton's cradle: one ball swings against a row of balls that hang and touch each other; the last one flies
// off, swings back, and so on: the thesis' scene "office toy" [OBA-tab7.2].
//
// If all collisions are resolved at once, the impulse spreads over all balls, and the first one goes back.
// One after the other, the impulse passes through the row: m balls need m - 1 bounces before the momentum
// update, the hybrid of OBA 6.2.2 [OBA-nPQ]. Each ball hangs on a string of 3 m: a ball joint, whose impulse
// is found together with that of the bounce. Strings, angle and size are ours. Restitution is 1 and friction
// 0, not 0.3 as section 7.2 has them: with 0.3 the toy stops. The energy falls a little each time that the
// balls meet between two frames: then the position update moves the row, and the whole row swings.
//
// Try: --queue none, all at once; --restitution 0.3; --balls 5, as in the picture of the thesis.

#include <cmath>

#include "oba_run.h"

using namespace restraint;

namespace restraint::scenes {

/// n balls of diameter 1 hang in a row on strings of 3 m; the first is drawn aside by `angle` rad and let go.
Staging office_toy(std::size_t n, double angle) {
    Staging staging;
    World& world = staging.world;
    const double last = static_cast<double>(n) - 1.0, length = 3.0;
    const std::size_t bar = add_wall(world, {last + 3.0, 0.5, 0.5}, {0.5 * last, 0, length + 0.25});
    for (std::size_t i = 0; i < n; ++i) {
        const double x = static_cast<double>(i), a = i == 0 ? angle : 0.0;
        const std::size_t ball =
            add_ball(world, 0.5, {x - length * std::sin(a), 0, length * (1.0 - std::cos(a))});
        world.link(bar, ball, {x, 0, length});
    }
    staging.world.friction = 0.0;
    staging.world.restitution = 1.0;
    staging.options.queue_bounces = n - 1;
    // Bodies, frames; means a frame: pairs, collisions, contacts, QPs, rollbacks in percent, seconds.
    staging.published = {"office toy", "7.2", 10, 300, 8, 7.9, 7.9, 2.3, 0.3, 2.1};
    return staging;
}

}  // namespace restraint::scenes

int main(int argc, char** argv) {
    io::Scene scene("office_toy",
                    "table 7.2: bounces one after the other pass through a row of hanging balls");
    scene.count("--balls", 10, "how many", 2, 100);
    scenes::animation_knobs(scene, 300, 0.0, 1.0);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        scenes::animate(knobs, rows, scenes::office_toy(knobs.count("--balls"), 0.6));
    });
}
