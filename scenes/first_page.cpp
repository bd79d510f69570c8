// Reads along with ROTE section 8: chapter bricks.
//
// The README's first page: a tower of 25 bricks, whether it stands, how it starts to fall, and where it is
// two seconds later.
//
// The tower is symmetric, and stays so: the authors' own program lost the symmetry, because its quadratic
// programs were solved only approximately (ROTE, footnote 3).   [ROTE-Q, ROTE-fig7, SLIDES-lp]
//
// Try: --order 4, which stands; --order 6; --step 0.01: other places after 2 s, since a collapse is chaotic,
// but still the two halves are each other's mirror image.

#include <cmath>

#include "restraint/bricks/collapse.h"
#include "restraint/bricks/generators.h"
#include "restraint/bricks/position_loop.h"
#include "restraint/bricks/stability.h"
#include "restraint/io/text/number.h"
#include "restraint/io/text/scene_options.h"

using namespace restraint;
using namespace restraint::bricks;

namespace {

/// The x of a brick, without the digits that are rounding.
double x_of(const PositionLoop& loop, std::size_t brick) {
    return std::round(1e12 * loop.tower().bodies[brick].pose.position.x) / 1e12;
}

}  // namespace

int main(int argc, char** argv) {
    io::Scene scene("first_page", "does it stand, how does it start to fall, and where is it then?");
    scene.count("--order", 5, "bricks of the widest row", 1, 12);
    scene.time_knobs(0.002, 2.0);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const std::size_t n = knobs.count("--order"), left = n * (n - 1) / 2, right = left + n - 1;
        const Tower tower = diamond(n);              // 25 bricks, a square on its corner
        const Stability verdict = stability(tower);  // forces that hold it, or a proof of none
        const Answer start = accelerate(tower);      // a quadratic program: how it starts
        rows.note(verdict.verdict == Verdict::stable ? "it stands" : "it falls");
        const double rise = start.bodies[tower.bodies.size() / 2].linear.y;
        rows.note("its middle starts to rise at " + io::to_text(989 * rise / 9.81) + " g/989");
        rows.columns({"t[s]", "x_left[m]", "x_right[m]"});
        PositionLoop loop(tower, {.dt = knobs.number("--step")});  // a sequence of them: how it falls
        while (loop.steps() < knobs.steps() && loop.step().status == optimize::Status::optimal)
            if (loop.steps() % 250 == 0) rows.row({loop.time(), x_of(loop, left), x_of(loop, right)});
        const double mirror = std::abs(x_of(loop, left) + x_of(loop, right));
        rows.conclude("its two ends are mirror images, to " + io::rounded(mirror) + " m");
    });
}
