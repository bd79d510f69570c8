// Reads along with ROTE section 8: chapter bricks.
//
// A brick of four points and five bars turns freely, without gravity. How do four rules keep its bars?
//
//   corrected (L'')   bars longer by the factor 1 + theta^2/2 while the brick turns by theta a step, and
//                     no drift [ROTE-L'']
//   drifting  (L')    the rule of the theorem: l^4 shrinks by 2 theta^2 a step, to 0 after 1/(2 theta^2)
//                     steps [ROTE-L'] [erratum R04]
//   predicted         the slides' rule, projected on the predicted bar: exact for free turning [SLIDES-len]
//   penalty   (8.4)   soft bars; where no force pulls at them their length is that of (L'') [ROTE-8.4]
//
// Try: --spin 5, or --step 0.001, with which all drift slower, but drift.

#include <string>
#include <vector>

#include "restraint/bricks/generators.h"
#include "restraint/bricks/position_loop.h"
#include "restraint/io/text/scene_options.h"

using namespace restraint;

namespace {

bricks::PositionLoop spinning_brick(bricks::Lengths lengths, double spin, double dt) {
    bricks::Tower tower;
    tower.gravity = {0.0, 0.0};
    tower.bodies.push_back(bricks::make_brick("b", {}, 1.0, 0.25));
    tower.bodies[0].velocity.angular = spin;
    return bricks::PositionLoop(tower, {.dt = dt, .model = bricks::Model::framework4, .lengths = lengths});
}

/// The length of the first bar over what it should be.
double length_of(const bricks::PositionLoop& loop) {
    const bricks::Bar bar = loop.framework().bars[0];
    return norm(loop.framework().positions[bar.i] - loop.framework().positions[bar.j]) / bar.length;
}

}  // namespace

int main(int argc, char** argv) {
    io::Scene scene("length_drift", "bars that turn keep their length, or not, by the rule that keeps it");
    scene.number("--spin", 2.0, "rad/s", "how fast the brick turns");
    scene.time_knobs(0.01, 10.0);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const double dt = knobs.number("--step"), spin = knobs.number("--spin"), theta = spin * dt;
        std::vector<bricks::PositionLoop> loops;
        for (const bricks::Lengths lengths : {bricks::Lengths::corrected, bricks::Lengths::drifting,
                                              bricks::Lengths::predicted, bricks::Lengths::penalty})
            loops.push_back(spinning_brick(lengths, spin, dt));
        rows.columns({"t[s]", "corrected[1]", "drifting[1]", "predicted[1]", "penalty[1]"});
        std::vector<double> last;
        for (std::size_t k = 0; k <= knobs.steps(); ++k) {
            std::vector<double> row{static_cast<double>(k) * dt};
            for (bricks::PositionLoop& loop : loops) {
                row.push_back(length_of(loop));
                if (loop.step().status != optimize::Status::optimal)
                    io::blew_up(row[0], "the projection failed");
            }
            if (k % knobs.count("--every") == 0) rows.row(row);
            last = row;
        }
        rows.note("by hand: corrected 1 + theta^2/2 = " + std::to_string(1.0 + 0.5 * theta * theta) +
                  "; drifting^4 falls by 2 theta^2 = " + std::to_string(2.0 * theta * theta) + " a step");
        rows.conclude("after " + std::to_string(knobs.steps()) + " steps the bars are longer by " +
                      io::rounded(last[1] - 1) + ", " + io::rounded(last[2] - 1) + ", " +
                      io::rounded(last[3] - 1) + " and " + io::rounded(last[4] - 1) + " of their lengths");
    });
}
