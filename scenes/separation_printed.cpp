// Reads along with ROTE section 8: chapter bricks.
//
// The 5-diamond must fall (its middle even rises at first). By section 8.5 as it is printed it stands for
// ever: where bricks lie on each other, the distances to the two candidate sides are equal, and the side of
// the lower brick is taken. The rows keep ALL corners of the upper brick above the line of that side, also
// those that hang in the air beside it [ROTE-8.5] [erratum R06].
//
// Try: --size 4 or --size 3: these towers stand by either rule.

#include "restraint/bricks/generators.h"
#include "restraint/bricks/position_loop.h"
#include "restraint/io/text/scene_options.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("separation_printed", "section 8.5 as it is printed keeps up a tower that must fall");
    scene.count("--size", 5, "rows up to the widest one of the diamond");
    scene.time_knobs(0.002, 0.5);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const bricks::Tower tower = bricks::diamond(knobs.count("--size"));
        const double dt = knobs.number("--step");
        bricks::PositionLoop right(tower, {.dt = dt});
        bricks::PositionLoop printed(tower, {.dt = dt, .sidedness = bricks::SidednessRule::printed});
        rows.columns({"t[s]", "kinetic_energy_right[J]", "kinetic_energy_printed[J]"});
        double falls = 0.0, stands = 0.0;  // J
        for (std::size_t k = 1; k <= knobs.steps(); ++k) {
            const bricks::StepReport a = right.step(), b = printed.step();
            if (a.status != optimize::Status::optimal || b.status != optimize::Status::optimal)
                io::blew_up(a.time, "the projection failed");
            if (k % knobs.count("--every") == 0) rows.row({a.time, a.energy.kinetic, b.energy.kinetic});
            falls = a.energy.kinetic;
            stands = b.energy.kinetic;
        }
        rows.conclude("the tower moves with " + io::rounded(falls) +
                      " J at the end, and by the printed rule with " + io::rounded(stands) + " J");
    });
}
