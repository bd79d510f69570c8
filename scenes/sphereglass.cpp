// Reads along with OBA section 7: chapter oba.
//
// Balls run through an hourglass without friction, bouncing [OBA-tab7.2].
//
// With --balls 1000 --frames 2000 it is the scene of the thesis; the standard values are an eighth of the
// balls. Two balls touch in one point, so that each contact is one row; without friction the momentum update
// is a single quadratic program. The glass, a square funnel above a box, is ours.
//
// Try: --restitution 0, where nothing bounces (as in the thesis' earlier position-based physics);
// --friction 0.3, with which the balls block the neck for a while.

#include "oba_hourglass.h"
#include "oba_run.h"

using namespace restraint;

namespace restraint::scenes {

/// n balls of diameter 1 run through an hourglass without friction.
Staging sphereglass(std::size_t n) {
    Staging staging = hourglass(n, {n, 3.0, 0.52 * static_cast<double>(n)},
                                [](World& world, Vec3 at) { add_ball(world, 0.5, at); });
    staging.world.friction = 0.0;
    staging.world.restitution = 0.7;
    // Bodies, frames; means a frame: pairs, collisions, contacts, QPs, rollbacks in percent, seconds.
    staging.published = {"sphereglass", "7.2", 1000, 2000, 1723.4, 1673.6, 1673.6, 2.6, 0, 13.5};
    staging.published.processors = 17;
    return staging;
}

}  // namespace restraint::scenes

int main(int argc, char** argv) {
    io::Scene scene("sphereglass", "table 7.2: balls run through an hourglass without overlap");
    scene.count("--balls", 125, "how many", 1, 5000);
    scenes::animation_knobs(scene, 200, 0.0, 0.7);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        scenes::animate(knobs, rows, scenes::sphereglass(knobs.count("--balls")));
    });
}
