// What `make endurance` runs: long motions, large towers, extreme steps and sizes, animations of the thesis'
// size; prints what it measured,
// and fails where a promise does not hold: memory that grows, an answer that is neither proved nor refused.

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>

#include "../bricks/heap.h"
#include "animations.h"
#include "restraint/bricks/collapse.h"
#include "restraint/bricks/generators.h"
#include "restraint/bricks/position_loop.h"
#include "restraint/bricks/stability.h"
#include "restraint/constraints/constrained_system.h"
#include "restraint/constraints/constraint_kinds.h"
#include "restraint/ode/stepper.h"
#include "restraint/particles/forces.h"
#include "restraint/particles/particle_system.h"

using namespace restraint;
using namespace restraint::bricks;

namespace {

/// kB of memory in use now; 0 where the system does not tell.
long memory() {
    std::ifstream file("/proc/self/statm");
    long all = 0, resident = 0;
    file >> all >> resident;
    return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

/// kB: code and buffers that come to be used late. One leaked byte a step would be four times as much.
constexpr long noise_of_memory = 256;

double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void many_steps_of_a_pendulum(long steps) {
    particles::ParticleSystem model;
    const std::size_t nail = model.add_particle(1.0, {}), bob = model.add_particle(1.0, {1, 0, 0});
    model.nail(nail);
    model.add_force(particles::Gravity({0, -9.81, 0}));
    constraints::ConstrainedSystem bar(model);
    bar.constraints.add(constraints::Distance(bob, nail, 1.0));
    const ode::Stepper advance = ode::stepper("rk4");
    const double before = model.energy(), start = seconds();
    long early = 0;
    double stretch = 0.0;
    for (long k = 0; k < steps; ++k) {
        advance(bar, 0.001);
        stretch = std::max(stretch, std::abs(norm(model.particles[bob].x) - 1.0));
        if (k == steps / 10) early = memory();
    }
    std::printf(
        "pendulum: %ld steps in %.1f s; memory %ld kB after a tenth, %ld kB at the end; bar within %.1e m, "
        "energy within %.1e J\n",
        steps, seconds() - start, early, memory(), stretch, std::abs(model.energy() - before));
    require(memory() <= early + noise_of_memory, "the memory of a pendulum grows");
    require(stretch < 1e-6, "the bar of a pendulum does not keep its length");
}

void many_steps_of_a_tower(long steps) {
    PositionLoop loop(diamond(3));
    const Tower start = loop.tower();
    const double begun = seconds();
    long early = 0, taken = 0;
    for (; taken < steps && loop.step().status == optimize::Status::optimal; ++taken)
        if (taken == steps / 10) early = memory();
    double moved = 0.0;
    for (std::size_t i = 0; i < start.bodies.size(); ++i)
        moved = std::max(moved, norm(loop.tower().bodies[i].pose.position - start.bodies[i].pose.position));
    std::printf(
        "3-diamond: %ld steps in %.1f s; memory %ld kB after a tenth, %ld kB at the end; it stood still "
        "within %.1e m\n",
        taken, seconds() - begun, early, memory(), moved);
    require(taken == steps, "a tower that stands could not go on");
    require(memory() <= early + noise_of_memory, "the memory of a tower grows");
    require(moved < 1e-9, "a tower that stands creeps");
}

/// A verdict with its proof, and accelerations with a residual; or the status that says that there is none.
void large(const char* name, const Tower& tower) {
    const double start = seconds();
    const Stability verdict = stability(tower);
    const double half = seconds();
    const Answer answer = accelerate(tower);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const char* words[] = {"stable", "unstable", "numerical"};
    const int word = verdict.verdict == Verdict::stable ? 0 : verdict.verdict == Verdict::unstable ? 1 : 2;
    std::printf("%s, %zu bricks: %s in %.1f s (residual %.1e), accelerations %s in %.1f s; at most %ld MB\n",
                name, tower.bodies.size(), words[word], half - start, verdict.residual,
                answer.status == optimize::Status::optimal ? "found" : "refused", seconds() - half,
                usage.ru_maxrss / 1024);
    require(word == 2 || verdict.residual <= 1e-12, "a verdict without a proof");
    require(usage.ru_maxrss < 2048L * 1024, "more than 2 GB of memory");
}

/// On a table half as wide as the tower.
Tower over_two_edges(Tower tower) {
    double reach = 0.0;
    for (const Body& body : tower.bodies) reach = std::max(reach, std::abs(body.pose.position.x));
    tower.tables = {Table{"table", -0.5 * reach, 0.5 * reach, 0.0}};
    return tower;
}

/// One brick over the edge, stretched, moved, and in steps of any size.
void extremes() {
    for (const double size : {1e-6, 1e-3, 1.0, 1e3, 1e6}) {
        Tower tower = harmonic(4);
        tower.tables[0].x_left *= size, tower.tables[0].x_right *= size, tower.tables[0].y_top *= size;
        for (Body& b : tower.bodies)
            b = make_brick(b.name, {size * b.pose.position, b.pose.angle}, size * b.width(),
                           size * b.height());
        const Stability exact = stability(tower);
        for (Body& b : tower.bodies) b.pose.position.x += 1e-3 * size;
        const Stability beyond = stability(tower);
        std::printf("harmonic stack of bricks of %g m: %s at its limit, %s a thousandth beyond\n", size,
                    exact.verdict == Verdict::stable ? "stable" : "falls",
                    beyond.verdict == Verdict::unstable ? "falls" : "stable");
        require(exact.verdict == Verdict::stable && beyond.verdict == Verdict::unstable,
                "the size of bricks changes a verdict");
    }
    for (const double far : {1e3, 1e6}) {
        Tower tower = single(1.5);
        const std::vector<Motion> here = accelerate(tower).bodies;
        tower.tables[0].x_left += far, tower.tables[0].x_right += far;
        for (Body& b : tower.bodies) b.pose.position.x += far;
        const double difference = std::abs(accelerate(tower).bodies[0].angular - here[0].angular);
        std::printf("a brick that tips, %g m away: its acceleration is off by %.1e rad/s^2\n", far,
                    difference);
        require(difference <= 1e-12 * far, "the distance from the origin changes an acceleration");
    }
    for (const double dt : {1e-9, 1e-6, 1e-3, 1e-2, 0.1, 1.0}) {
        PositionLoop loop(single(1.5), {.dt = dt});
        int taken = 0;
        double overlap = 0.0;
        while (taken < 100) {
            const StepReport report = loop.step();
            if (report.status != optimize::Status::optimal) break;
            overlap = std::max(overlap, report.deepest.depth);
            ++taken;
        }
        const Pose& pose = loop.tower().bodies[0].pose;
        std::printf(
            "a brick that tips in steps of %g s: %d of 100 taken, overlap at most %.1e m, at (%.6g, %.6g), "
            "angle %.6g\n",
            dt, taken, overlap, pose.position.x, pose.position.y, pose.angle);
        require(std::isfinite(pose.position.x + pose.position.y + pose.angle),
                "a step gives a place that is no number");
    }
}

}  // namespace

int main(int argc, char** argv) {
    const bool brief = argc > 1 && std::string(argv[1]) == "--brief";
    many_steps_of_a_pendulum(brief ? 20'000 : 1'000'000);
    many_steps_of_a_tower(brief ? 1'000 : 100'000);
    large("stack bond", brief ? stack_bond(10, 10) : stack_bond(40, 50));
    large("a wall over two edges", over_two_edges(brief ? wall(10, 10) : wall(40, 50)));
    large("a long wall over two edges", over_two_edges(brief ? wall(4, 25) : wall(10, 200)));
    Random random(1);
    large("random heap", random_heap(brief ? 100 : 2000, brief ? 12.0 : 50.0, brief ? 6.0 : 60.0, random));
    if (!brief) large("running bond", wall(40, 50));
    extremes();
    animations(brief);
    return failures == 0 ? 0 : 1;
}
