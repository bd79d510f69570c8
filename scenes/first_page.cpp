// Reads along with ROTE section 8: chapter bricks.
//
// The README's first page: a tower of 25 bricks, whether it stands, how it starts to fall, and where it is
// two seconds later.
//
// The tower is symmetric, and stays so: the authors' own program lost the symmetry, because its quadratic
// programs were solved only approximately (ROTE, footnote 3).   [ROTE-Q, ROTE-fig7, SLIDES-lp]
//
// Try: --order 4, which stands; --order 6; --step 0.01: other places after 2 s, for a collapse is chaotic,
// but still the two sides are each other's mirror image.

#include <cmath>

#include "restraint/bricks/collapse.h"
#include "restraint/bricks/generators.h"
#include "restraint/bricks/position_loop.h"
#include "restraint/bricks/stability.h"
#include "restraint/io/number.h"
#include "restraint/io/scene_options.h"

using namespace restraint;
using namespace restraint::bricks;

int main(int argc, char** argv) {
    io::Scene scene("first_page", "does it stand, how does it start to fall, and where is it then?");
    scene.count("--order", 5, "bricks of the widest row", 1, 12);
    scene.time_knobs(0.002, 2.0);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const std::size_t n = knobs.count("--order"), first = n * (n - 1) / 2;  // of the widest row
        const Tower tower = diamond(n);              // 25 bricks, a square on its corner
        const Stability verdict = stability(tower);  // a linear program, and a proof
        const Answer start = accelerate(tower);      // a quadratic program: how it starts
        const std::size_t middle = tower.bodies.size() / 2;
        rows.note(verdict.verdict == Verdict::stable ? "it stands" : "it falls");
        rows.note("its middle starts to rise at " + io::to_text(989 * start.bodies[middle].linear.y / 9.81) +
                  " g/989");

        PositionLoop loop(tower, {.dt = knobs.number("--step")});  // a sequence of them: how it falls
        const auto end = [&](std::size_t brick) {  // of the widest row, without the digits that are rounding
            return std::round(1e12 * loop.tower().bodies[brick].pose.position.x) / 1e12;
        };
        rows.columns({"t[s]", "x_left[m]", "x_right[m]"});
        while (loop.steps() < knobs.steps() && loop.step().status == optimize::Status::optimal)
            if (loop.steps() % 250 == 0) rows.row({loop.time(), end(first), end(first + n - 1)});
        rows.conclude("the two ends of the widest row are each other's mirror image to " +
                      io::rounded(std::abs(end(first) + end(first + n - 1))) + " m");
    });
}
