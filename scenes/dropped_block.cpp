// Reads along with PBM part G: chapter contact.
//
// A block of 1 x 4 x 3 falls on a corner, bounces, rocks and comes to rest: bisection or false position finds
// each time of contact [PBM-G-bisect], impulses reverse the approach at collisions [PBM-G-8.18], resting
// forces carry the block where it lies [PBM-G-9.7].
//
// Bouncing to rest takes infinitely many bounces in a finite time (Zeno); they end where the approach is
// slower than a fall through the contact tolerance. The record at the end counts what happened.
//
// Try: --restitution 0: it lies flat after a few collisions; 0.9: it is still in the air after 3 s; --tilt 0
// --impulses sequential: a block that falls flat bounces off askew, since its corners collide in turn.

#include "space.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("dropped_block", "a dropped block bounces, rocks, and lies still");
    scene.number("--tilt", 20.0, "degrees", "of the block about a skew axis");
    scene.number("--height", 3.0, "m", "of its centre above the floor", io::positive);
    scenes::simulation_knobs(scene, 0.01, 3.0, 5, 0.4);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        contact::World world = scenes::world_of(knobs);
        scenes::add_floor(world, 30);
        const double degree = std::acos(-1.0) / 180;
        scenes::add_box(world, "block", {1, 4, 3}, {0, 0, knobs.number("--height")},
                        scenes::turn(knobs.number("--tilt") * degree, {1, 0.6, 0.2}), 500);
        const contact::World after = scenes::play(knobs, rows, "A dropped block of 1 x 4 x 3", world);
        rows.conclude("of " + io::rounded(contact::total_energy(world), 6) + " J " +
                      io::rounded(contact::total_energy(after), 6) +
                      " J are left; lying flat the block has " +
                      io::rounded(0.5 * after.bodies[1].mass * 9.81, 6) + " J");
    });
}
