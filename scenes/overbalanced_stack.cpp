// Reads along with BARAFF89 section 8: chapter contact.
//
// Bricks of length 1 stacked with equal steps to the right. The n - 1 bricks above the lowest one have their
// centre n/2 steps beside its middle: the stack stands as long as n step/2 <= 1/2, and falls beyond
// (BARAFF89, figure 14a). There is no friction, so bricks slide off as they tip.
//
// Forces push and never pull, and none acts where a gap opens [BARAFF89-15]: that decides which bricks stay.
//
// Try: --shift 0.1 (5 bricks stand), 0.3 (they fall); --forces heuristic, with the counts of its steps at the
// end.

#include "space.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("overbalanced_stack", "a stack that leans too far falls, another one stands");
    scene.count("--bricks", 5, "in the stack", 1, 30);
    scene.number("--shift", 0.3, "m", "of each brick against the one below");
    scenes::simulation_knobs(scene, 0.01, 1.5, 5, 0.2);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        contact::World world = scenes::world_of(knobs);
        scenes::add_floor(world);
        const std::size_t n = knobs.count("--bricks");
        for (std::size_t i = 0; i < n; ++i) {
            const double k = static_cast<double>(i);
            scenes::add_box(world, "brick" + std::to_string(i), {1, 0.5, 0.25},
                            {knobs.number("--shift") * k, 0, 0.125 + 0.25 * k});
        }
        const double lean = 0.5 * static_cast<double>(n) * std::abs(knobs.number("--shift"));
        rows.note("the centre of those above the lowest brick is " + io::to_text(lean) +
                  " m from its middle: " + (n > 1 && lean > 0.5 ? "overbalanced" : "it can stand"));
        const contact::World after = scenes::play(knobs, rows, "A stack of bricks", world);
        const double fall = world.bodies.back().position.z - after.bodies.back().position.z;
        rows.conclude("the highest brick has come down by " + io::rounded(fall) + " m after " +
                      io::rounded(after.time) + " s");
    });
}
