// Reads along with BARAFF89 section 8: chapter contact.
//
// Two blocks fall into a chain that hangs between two posts (BARAFF89, figure 14e): contacts between blocks
// and links, between the blocks, and all joints of the chain, in one system.
//
// The forces solve one quadratic program, free in sign for the joints and pushing at the contacts
// [BARAFF89-26]. The last lines say how far a joint has opened: the error of a step, which does not grow.
//
// Try: --restitution 0.5: the blocks hop on the chain; --links 6: a tighter chain. Watch the largest opening.

#include "space.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("blocks_into_chain", "a hanging chain catches two blocks");
    scene.count("--links", 8, "of the chain", 4, 30);
    scenes::simulation_knobs(scene, 0.005, 1.2, 10, 0.1);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        contact::World world = scenes::world_of(knobs);
        const std::size_t n = knobs.count("--links");
        const double length = 2.4 / static_cast<double>(n);
        for (double side : {-1.0, 1.0})
            scenes::add_fixed_box(world, "post", {0.1, 0.6, 0.1}, {side * 1.3, 0, 0});
        // The links lie on a straight line, and fall until they are stretched: they sag by the play of 10 %.
        for (std::size_t i = 0; i < n; ++i) {
            const double x = -1.2 + length * (static_cast<double>(i) + 0.5);
            scenes::add_box(world, "link" + std::to_string(i), {0.9 * length, 0.5, 0.06}, {x, 0, 0});
            if (i > 0)
                world.joints.push_back(
                    contact::make_hinge(world.bodies, i + 2, i + 1, {x - 0.5 * length, 0, 0}, {0, 1, 0}));
        }
        world.joints.push_back(contact::make_hinge(world.bodies, 2, 0, {-1.2, 0, 0}, {0, 1, 0}));
        // The right end slides on its post: it hangs on a short link that swings.
        const std::size_t shackle = scenes::add_box(world, "shackle", {0.06, 0.3, 0.4}, {1.2, 0, 0.2});
        world.joints.push_back(contact::make_hinge(world.bodies, n + 1, shackle, {1.2, 0, 0}, {0, 1, 0}));
        const std::size_t hook = scenes::add_fixed_box(world, "hook", {0.1, 0.6, 0.1}, {1.2, 0, 0.45});
        world.joints.push_back(contact::make_hinge(world.bodies, shackle, hook, {1.2, 0, 0.4}, {0, 1, 0}));
        scenes::add_box(world, "block1", {0.4, 0.3, 0.3}, {-0.35, 0, 0.6}, scenes::turn(0.3, {0, 1, 0}));
        scenes::add_box(world, "block2", {0.3, 0.3, 0.4}, {0.3, 0, 0.9}, scenes::turn(-0.4, {0, 1, 0}));
        const contact::World after = scenes::play(knobs, rows, "Two blocks fall into a chain", world);
        rows.conclude("the joints are open by at most " +
                      io::rounded(contact::joint_error(after.joints, after.bodies)) + " m after " +
                      io::rounded(after.time) + " s");
    });
}
