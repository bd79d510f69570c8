// Reads along with ROTE section 5: chapter bricks.
//
// The position loop errs by a term of first order in dt [ROTE-fig7]: half the step, half the error. So the
// differences between runs with dt, dt/2 and dt/4 fall by 2, and 2 x(dt/2) - x(dt), Richardson's line to dt =
// 0, is far better than either. Three motions, each up to a time before its first impact: a brick that tips
// off an edge, a harmonic tower of three beyond its critical overhang, an inverted pyramid.
//
// Try: --step 0.01; the ratio stays near 2 until impacts fall into different steps.

#include <algorithm>
#include <string>
#include <vector>

#include "restraint/bricks/generators.h"
#include "restraint/bricks/position_loop.h"
#include "restraint/io/text/scene_options.h"

using namespace restraint;

namespace {

/// Heights of all bricks at the time `seconds`.
Vector heights(const bricks::Tower& tower, double dt, double seconds) {
    bricks::PositionLoop loop(tower, {.dt = dt});
    while (loop.time() < seconds - dt / 2)
        if (loop.step().status != optimize::Status::optimal)
            io::blew_up(loop.time(), "the projection failed");
    Vector result;
    for (const bricks::Body& body : loop.tower().bodies) result.push_back(body.pose.position.y);
    return result;
}

}  // namespace

int main(int argc, char** argv) {
    io::Scene scene("first_order",
                    "half the time step, half the error of the position loop, on three motions");
    scene.number("--step", 0.002, "s", "the longest of the three time steps", io::positive);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const double dt = knobs.number("--step");
        if (dt > 0.1) throw io::UsageError("--step must be at most 0.1 s: half of the shortest motion");
        const std::vector<std::pair<bricks::Tower, double>> motions{
            {bricks::single(1.2), 0.3}, {bricks::harmonic(3, 1.1), 0.2}, {bricks::inverted_pyramid(3), 0.2}};
        rows.note(
            "motions: 0 a brick over the edge, 0.3 s; 1 a harmonic tower of 3 at 1.1 times its overhang,\n"
            "0.2 s; 2 an inverted pyramid of 3 rows, 0.2 s. Heights of the bricks, the largest difference.");
        rows.columns({"motion", "dt[s]", "dt_less_half_dt[m]", "half_dt_less_quarter_dt[m]", "ratio[1]"});
        double least = 1e9, greatest = 0.0;
        for (std::size_t m = 0; m < motions.size(); ++m) {
            const auto& [tower, seconds] = motions[m];
            const Vector coarse = heights(tower, dt, seconds), middle = heights(tower, dt / 2, seconds),
                         fine = heights(tower, dt / 4, seconds);
            const double first = max_norm(coarse - middle), second = max_norm(middle - fine);
            rows.row({static_cast<double>(m), dt, first, second, first / second});
            least = std::min(least, first / second);
            greatest = std::max(greatest, first / second);
        }
        rows.conclude("half the time step divides the error by " + io::rounded(least, 6) + " to " +
                      io::rounded(greatest, 6) + "; by first order it is 2");
    });
}
