// Reads along with BARAFF89 section 8: chapter contact.
//
// A chain of links, joined by hinges, falls on a fixed round pivot and curls around it (BARAFF89, figure
// 14d). Joints and contacts are one system: their impulses and forces are found together
// [BARAFF89-26, BARAFF89-holv].
//
// Try: --offset 0: it hangs over in balance for a while; --links 16: longer, and no joint opens further.

#include "restraint/collide/shapes.h"
#include "space.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("chain_on_pivot", "a falling chain curls around a pivot, and no joint opens");
    scene.count("--links", 10, "of the chain", 2, 40);
    scene.number("--offset", 0.3, "m", "of the chain's middle from the pivot");
    scenes::simulation_knobs(scene, 0.005, 1.5, 10, 0.1);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        contact::World world = scenes::world_of(knobs);
        std::vector<Vec3> round;
        for (int k = 0; k < 12; ++k) {
            const double angle = std::acos(-1.0) * (k + 0.5) / 6;
            round.push_back({0.3 * std::cos(angle), 0.3 * std::sin(angle), 0});
        }
        world.add(rigid::make_fixed("pivot", {}, scenes::turn(std::acos(0.0), {1, 0, 0})),
                  collide::make_convex(rigid::make_prism(round, 1.0)));
        const double length = 0.3, n = static_cast<double>(knobs.count("--links"));
        for (std::size_t i = 0; i < knobs.count("--links"); ++i) {
            const double x = knobs.number("--offset") + length * (static_cast<double>(i) - 0.5 * (n - 1));
            scenes::add_box(world, "link" + std::to_string(i), {0.9 * length, 0.2, 0.08}, {x, 0, 0.8});
            if (i > 0)
                world.joints.push_back(
                    contact::make_hinge(world.bodies, i + 1, i, {x - 0.5 * length, 0, 0.8}, {0, 1, 0}));
        }
        // Neighbours of neighbours would touch where the chain bends sharply; that is left out.
        for (std::size_t i = 1; i + 2 < world.bodies.size(); ++i) world.ignored.insert({i, i + 2});
        const contact::World after = scenes::play(knobs, rows, "A chain falls on a pivot", world);
        double lowest = 0.0;
        for (const rigid::RigidBody& body : after.bodies) lowest = std::min(lowest, body.position.z);
        rows.conclude("the lowest link hangs " + io::rounded(-lowest) +
                      " m below the pivot's axis; joints are open by at most " +
                      io::rounded(contact::joint_error(after.joints, after.bodies)) + " m");
    });
}
