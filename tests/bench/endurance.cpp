// Long and large: does memory grow in a million steps of a pendulum and in 10^5 steps of small towers, and
// how long do the verdict, the start of the collapse and the first steps of a wall of two thousand bricks
// take?

#include <cmath>
#include <cstdio>
#include <fstream>

#include <unistd.h>

#include "measure.h"
#include "restraint/bricks/collapse.h"
#include "restraint/bricks/generators.h"
#include "restraint/bricks/position_loop.h"
#include "restraint/bricks/stability.h"
#include "restraint/constraints/lagrangian.h"
#include "restraint/constraints/pendulum.h"
#include "restraint/ode/stepper.h"

using namespace restraint;

namespace {

/// The memory that the process has now, in kB.
double kilobytes() {
    std::ifstream statm("/proc/self/statm");
    double all = 0.0, resident = 0.0;
    statm >> all >> resident;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1024;
}

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Calls step(k) for every k, and prints how much memory came in after the first tenth, and what `last` says.
template <typename Step, typename Last>
void endure(const char* name, int steps, Step step, Last last) {
    const double start = cpu_seconds();
    double early = 0.0;
    for (int k = 0; k < steps; ++k) {
        if (k == steps / 10) early = kilobytes();
        if (!step()) {
            std::printf("%s gives up after %d steps\n", name, k);
            return;
        }
    }
    std::printf("%s %d %.1f %.0f %.1e\n", name, steps, cpu_seconds() - start, kilobytes() - early, last());
    std::fflush(stdout);
}

void pendulum() {
    const double g = 9.81, angle = 2.0;
    constraints::LagrangianSystem model(constraints::pendulum({1.0}, {1.0}),
                                        constraints::gravity_on({1.0}, 0, -g, 0), {angle}, {0});
    const ode::Stepper advance = ode::stepper("rk4");
    endure(
        "pendulum", 1000000, [&] { return advance(model, 0.001) == ode::Outcome::finished; },
        [&] {  // the relative change of energy
            const Vector s = model.state();
            return (0.5 * s[1] * s[1] - g * std::cos(s[0]) + g * std::cos(angle)) / g;
        });
}

/// Steps of the position loop; `last` is the largest shift of a brick.
void tower(const char* name, const bricks::Tower& start, double dt) {
    bricks::PositionLoop loop(start, {.dt = dt});
    endure(
        name, 100000, [&] { return loop.step().status == optimize::Status::optimal; },
        [&] {
            double shift = 0.0;
            for (std::size_t i = 0; i < start.bodies.size(); ++i)
                shift = std::max(shift,
                                 norm(loop.tower().bodies[i].pose.position - start.bodies[i].pose.position));
            return shift;
        });
}

void large() {
    const bricks::Tower stands = bricks::wall(40, 50);
    bricks::Tower falls = stands;
    falls.tables = {{"table", -15.0, 15.0, 0.0}};  // nothing below the two outer tenths
    double start = cpu_seconds();
    const bool stable = bricks::stability(stands).verdict == bricks::Verdict::stable;
    std::printf("verdict %zu %.1f %s\n", stands.bodies.size(), cpu_seconds() - start,
                stable ? "stable" : "?");
    std::fflush(stdout);
    start = cpu_seconds();
    const bool solved = bricks::accelerate(stands).status == optimize::Status::optimal;
    std::printf("accelerate %zu %.1f %s\n", stands.bodies.size(), cpu_seconds() - start,
                solved ? "optimal" : "gives up");
    std::fflush(stdout);
    bricks::PositionLoop loop(falls, {});
    start = cpu_seconds();
    const bool stepped = loop.step().status == optimize::Status::optimal;
    std::printf("step_of_collapse %zu %.1f %s\n", falls.bodies.size(), cpu_seconds() - start,
                stepped ? "optimal" : "gives up");
}

}  // namespace

int main() {
    std::printf("# %s\n# what  steps  seconds  growth_after_a_tenth[kB]  energy_change_or_shift\n",
                bench::machine().c_str());
    pendulum();
    tower("wall_at_rest", bricks::wall(2, 2), 0.002);
    bricks::Tower swing;  // a brick that hangs on a corner of a fixed one, for ever
    swing.bodies = {bricks::make_brick("nail", {{0.0, 0.5}, 0.0}, 1.0, 1.0),
                    bricks::make_brick("bob", {{1.0, -0.5}, 0.0}, 1.0, 1.0)};
    swing.bodies[0].fixed = true;
    swing.pins = {{0, 1, 1, 3}};
    tower("pinned_brick", swing, 0.002);
    std::printf("# what  bricks  seconds  answer\n");
    large();
    return 0;
}
