// Reads along with BARAFF89 section 8: chapter contact.
//
// A chain with a heavy last link hangs from a pivot; it is let go from the side, swings down and knocks over
// a stack of blocks (BARAFF89, figure 14c). The hinges of the chain, the contacts of the stack and those
// between both are one system, of impulses [BARAFF89-29] and of forces [BARAFF89-26].
//
// Try: --weight 200: the wrecker is as light as the blocks, and the stack is only shaken; --impulses
// heuristic: linear programs find the impulses of a moment, all at once; --bricks 8: a higher stack.

#include "space.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("destructive_chain", "a swinging chain knocks over a stack of blocks");
    scene.count("--links", 5, "of the chain", 2, 20);
    scene.count("--bricks", 5, "in the stack", 1, 12);
    scene.number("--weight", 3000, "kg/m^3", "density of the last link; blocks have 1000 kg/m^3",
                 io::positive);
    scenes::simulation_knobs(scene, 0.005, 1.5, 10, 0.1);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        contact::World world = scenes::world_of(knobs);
        scenes::add_floor(world);
        const std::size_t links = knobs.count("--links"), bricks = knobs.count("--bricks");
        const double length = 1.5 / static_cast<double>(links);
        const Vec3 pivot{-0.4, 0, 2.0}, along = normalized(Vec3{-1, 0, -0.2});
        const Quaternion turn = scenes::turn(std::atan2(0.2, -1.0), {0, 1, 0});
        std::size_t last = scenes::add_fixed_box(world, "pivot", {0.1, 0.3, 0.1}, pivot);
        for (std::size_t i = 0; i < links; ++i) {
            const double from = length * static_cast<double>(i);
            const bool heavy = i + 1 == links;
            const std::size_t link = scenes::add_box(
                world, "link" + std::to_string(i), {0.9 * length, 0.2, heavy ? 0.25 : 0.08},
                pivot + (from + 0.5 * length) * along, turn, heavy ? knobs.number("--weight") : 1000.0);
            world.joints.push_back(
                contact::make_hinge(world.bodies, link, last, pivot + from * along, {0, 1, 0}));
            last = link;
        }
        for (std::size_t i = 1; i + 2 < world.bodies.size(); ++i) world.ignored.insert({i, i + 2});
        double top = 0.0;
        for (std::size_t i = 0; i < bricks; ++i, top += 0.2)
            scenes::add_box(world, "block" + std::to_string(i), {0.3, 0.4, 0.2}, {0.1, 0, top + 0.1});
        const contact::World after = scenes::play(knobs, rows, "A destructive chain", world);
        double moved = 0.0;
        for (std::size_t i = links + 2; i < after.bodies.size(); ++i)
            moved = std::max(moved, norm(after.bodies[i].position - world.bodies[i].position));
        rows.conclude("the block that was thrown farthest is " + io::rounded(moved) +
                      " m from where it stood");
    });
}
