// Reads along with BARAFF89 section 8: chapter contact.
//
// Many blocks fall into a chain that hangs between two posts (BARAFF89, figure 14f), one after the other, and
// heap up in it. Both ends of the chain are fixed: a closed loop of hinges. Its equations are redundant:
// while the chain is flat, three of them follow from the others.
//
// Try: --blocks 12: the last ones find no room and roll off; --forces program: the forces by one quadratic
// program, free in sign for the joints [BARAFF89-26].

#include "space.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("many_blocks_into_chain", "blocks heap up in a hanging chain");
    scene.count("--blocks", 6, "that fall", 1, 40);
    scene.count("--links", 8, "of the chain", 4, 30);
    scenes::simulation_knobs(scene, 0.005, 1.5, 10, 0.1);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        contact::World world = scenes::world_of(knobs);
        const std::size_t n = knobs.count("--links");
        for (double side : {-1.0, 1.0})
            scenes::add_fixed_box(world, "post", {0.1, 0.6, 0.1}, {side * 1.3, 0, 0});
        // The links lie on two straight lines that meet below the middle: so the chain is longer than the
        // gap.
        const double sag = 0.6, length = 2.0 * std::hypot(1.2, sag) / static_cast<double>(n);
        std::vector<Vec3> hinges;
        for (std::size_t i = 0; i <= n; ++i) {
            const double x = -1.2 + 2.4 * static_cast<double>(i) / static_cast<double>(n);
            hinges.push_back({x, 0, sag * (std::fabs(x) / 1.2 - 1.0)});
        }
        for (std::size_t i = 0; i < n; ++i) {
            const Vec3 along = hinges[i + 1] - hinges[i];
            scenes::add_box(world, "link" + std::to_string(i), {0.8 * length, 0.5, 0.06},
                            0.5 * (hinges[i] + hinges[i + 1]),
                            scenes::turn(-std::atan2(along.z, along.x), {0, 1, 0}));
            if (i > 0)
                world.joints.push_back(contact::make_hinge(world.bodies, i + 2, i + 1, hinges[i], {0, 1, 0}));
        }
        world.joints.push_back(contact::make_hinge(world.bodies, 2, 0, hinges[0], {0, 1, 0}));
        world.joints.push_back(contact::make_hinge(world.bodies, n + 1, 1, hinges[n], {0, 1, 0}));
        for (std::size_t i = 0; i < knobs.count("--blocks"); ++i) {
            const double k = static_cast<double>(i), side = i % 2 == 0 ? -1.0 : 1.0;
            scenes::add_box(world, "block" + std::to_string(i), {0.3, 0.3, 0.25},
                            {0.18 * side, 0, 0.2 + 0.4 * k}, scenes::turn(0.4 * side, {0, 1, 0}));
        }
        const contact::World after = scenes::play(knobs, rows, "Many blocks fall into a chain", world);
        std::size_t held = 0;
        for (std::size_t i = n + 2; i < after.bodies.size(); ++i) held += after.bodies[i].position.z > -1.5;
        rows.conclude("after " + io::rounded(after.time) + " s the chain holds " + std::to_string(held) +
                      " of " + std::to_string(knobs.count("--blocks")) + " blocks");
    });
}
