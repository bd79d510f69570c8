// Reads along with OBA section 7: chapter oba.
//
// Cubes run through an hourglass; those that have come to rest below freeze [OBA-tab7.2, OBA-tab7.3].
//
// With --cubes 1000 --frames 1500 it is the scene of the thesis; the standard values are smaller. A frozen
// cube is fixed until something hits it hard enough [OBA-6.48], so that pairs of frozen cubes cost
// nothing: see pairs and contacts fall. The cold volume, where cubes may freeze, is all space below the
// neck. The cubes wait above the glass, frozen, and are poured into it. The glass, a square funnel above a
// box, is ours; so are the width of its neck, six cubes, and how many cubes are poured in a second: so few
// that they flow. In the thesis they tend to wedge in the neck, and up to 3000 contacts build up.
//
// Try: --cubes 125 --pour 400 --neck 4.5 --frames 400, with which they come all at once and wedge; --neck 3,
// over which a few arch; --freezing off, for the time; --friction 0.6.

#include "oba_hourglass.h"
#include "oba_run.h"

using namespace restraint;

namespace restraint::scenes {

/// n cubes of edge 1 run through an hourglass; below the neck they may freeze. They wait above it, as if they
/// were frozen, and `poured` of them a second are let go, the lowest first.
Staging cubeglass(std::size_t n, double neck, double poured) {
    const Hourglass glass(n, neck, static_cast<double>(n));
    Staging staging = hourglass(n, glass, [](World& world, Vec3 at) {
        add_box(world, {1, 1, 1}, at, {0.02 * at.x, 0.015 * at.y, 0.02 * (at.x - at.y)});
    });
    World& world = staging.world;
    const std::size_t first = world.bodies.size() - n;
    world.frozen.assign(first, 0);
    world.frozen.resize(world.bodies.size(), 1);
    staging.before_frame = [=](World& w, std::size_t frame) {
        const auto let_go = [&](std::size_t frames) {
            return static_cast<std::size_t>(
                std::min(static_cast<double>(n), poured * w.dt * static_cast<double>(frames)));
        };
        for (std::size_t i = let_go(frame); i < let_go(frame + 1); ++i) w.frozen[first + i] = 0;
    };
    const double far = glass.width();
    staging.options.cold.push_back({{-far, -far, -1}, {far, far, glass.box()}});
    staging.options.freezing = true;
    // Bodies, frames; means a frame: pairs, collisions, contacts, QPs, rollbacks in percent, seconds.
    staging.published = {"cubeglass", "7.2", 1000, 1500, 302.6, 471.5, 471.5, 1.9, 0, 87.2};
    staging.published.freezing = 85;
    return staging;
}

}  // namespace restraint::scenes

int main(int argc, char** argv) {
    io::Scene scene("cubeglass", "table 7.2: cubes run through an hourglass and freeze below");
    scene.count("--cubes", 64, "how many", 1, 5000);
    scene.number("--neck", 6.0, "m", "clear width of the neck", io::positive);
    scene.number("--pour", 40.0, "1/s", "how many cubes are let go in a second", io::positive);
    scenes::animation_knobs(scene, 200, 0.3, 0.3, "on|off");
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        scenes::animate(
            knobs, rows,
            scenes::cubeglass(knobs.count("--cubes"), knobs.number("--neck"), knobs.number("--pour")));
    });
}
