// Reads along with PBM part G: chapter contact.
//
// A block on the edge of a table stays if its centre of mass is over the table, and tips over if not. Four
// contacts: two of its vertices on the table's top, and two crossings of its lower edges with the edge of the
// table [PBM-G-edgenormal].
//
// Try: --overhang 0.45 (stays); 0.5 (balances, and stays: there is no rounding in it); 0.55.

#include "space.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("block_at_edge", "a block tips when its centre is beyond the table's edge");
    scene.number("--overhang", 0.55, "m", "how far a block of 1 m hangs over, 0 to 1");
    scenes::simulation_knobs(scene, 0.01, 1.5, 5, 0.2);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        contact::World world = scenes::world_of(knobs);
        scenes::add_floor(world);
        scenes::add_fixed_box(world, "table", {2, 2, 1}, {-1, 0, 0.5});
        scenes::add_box(world, "block", {1, 0.6, 0.4}, {knobs.number("--overhang") - 0.5, 0, 1.2});
        const contact::World after = scenes::play(knobs, rows, "A block at the edge of a table", world);
        const double fall = world.bodies[2].position.z - after.bodies[2].position.z;
        rows.conclude("with its centre " + io::rounded(knobs.number("--overhang") - 0.5) +
                      " m beyond the edge the block has come down by " + io::rounded(fall) + " m");
    });
}
