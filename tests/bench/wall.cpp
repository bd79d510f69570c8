// The quadratic programs of falling walls, and how their time and memory grow with the number of bricks: the
// wall of scenes/towers/wall_narrow.tower, with 5 x 5, 10 x 10 and 20 x 20 bricks.

#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "../random.h"
#include "measure.h"
#include "restraint/bricks/generators.h"
#include "restraint/bricks/position_loop.h"
#include "restraint/bricks/rows.h"
#include "restraint/optimize/active_rows.h"

namespace {

using namespace restraint;
using namespace restraint::bricks;

constexpr double dt = 0.002;  // s

/// What a step of the loop projects in its first pass, in the unit dt^2: corrections as accelerations.
struct StepProblem {
    std::vector<gauss::InverseMass> inverse_masses;
    std::vector<SidednessRow> sidedness;
    std::vector<gauss::Row> rows;
    std::vector<optimize::Activity> warm_start;
    double rounding = 0.0;
    std::size_t variables() const { return 3 * inverse_masses.size(); }
};

std::vector<SidednessRow> active_rows(const StepProblem& p, const gauss::Projection& solved) {
    std::vector<SidednessRow> result;
    for (std::size_t i = 0; i < p.sidedness.size(); ++i)
        if (solved.active[i] != optimize::Activity::inactive) result.push_back(p.sidedness[i]);
    std::sort(result.begin(), result.end());
    return result;
}

StepProblem next_step(const Tower& tower, const std::vector<SidednessRow>& last_active) {
    StepProblem p;
    std::vector<Outline> free;
    for (const Body& body : tower.bodies) {
        p.inverse_masses.push_back(
            gauss::InverseMass::diagonal({1.0 / body.mass, 1.0 / body.mass, 1.0 / body.inertia}));
        const Vec2 moved = dt * (body.velocity.linear + dt * tower.gravity);
        free.push_back(
            outline(body, {body.pose.position + moved, body.pose.angle + dt * body.velocity.angular}));
    }
    for (const Table& table : tower.tables) free.push_back(outline(table));
    const double size = mean_size(tower);
    const StepGeometry step{tower, outlines(tower), free, size, 0.1 * size};
    p.sidedness = choose_rows(step);
    p.rounding = 1e-16 * size / (dt * dt);
    for (const SidednessRow& row : p.sidedness) {
        const CornerOverEdge& c = row.first;
        gauss::Row& gap_row = p.rows.emplace_back();
        add_gap({tower}, contact_at(step.now, c), gap_row);
        gap_row.lower = -gap(free, c) / (dt * dt);
        const bool was_active = std::binary_search(last_active.begin(), last_active.end(), row);
        p.warm_start.push_back(was_active ? optimize::Activity::at_lower : optimize::Activity::inactive);
    }
    return p;
}

gauss::Projection solve(const StepProblem& p, bool warm) {
    return gauss::project(p.inverse_masses, Vector(p.variables()), p.rows,
                          warm ? p.warm_start : std::vector<optimize::Activity>(), p.rounding);
}

/// On a table 0.3 of the wall's length, over which it breaks.
Tower narrow(Tower tower, std::size_t n) {
    const double half = 0.15 * static_cast<double>(n);
    tower.tables = {Table{"table", -half, half, 0.0}};
    return tower;
}

/// The time in which the active rows alone enter, each with its direction, ms: the factor of their inner
/// products grows row by row. They come in the order in which they stand, which is from neighbour to
/// neighbour, or in a random one, as it is for a method that takes the farthest row first.
double entering_ms(const StepProblem& p, const gauss::Projection& answer, bool neighbours) {
    SparseRows active(p.variables());  // times the square root of W
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < p.rows.size(); ++i) {
        if (answer.active[i] == optimize::Activity::inactive) continue;
        order.push_back(order.size());
        active.begin_row();
        for (const gauss::Block& block : p.rows[i].blocks())
            for (std::size_t k = 0; k < block.size; ++k)
                active.append(3 * block.body + k,
                              block.coefficients[k] * std::sqrt(p.inverse_masses[block.body](k, k)));
    }
    Random random(1);
    for (std::size_t i = order.size(); i > 1 && !neighbours; --i)
        std::swap(order[i - 1], order[random.index(i)]);
    const Vector sides(active.rows());
    return bench::median_ms([&] {
        optimize::ActiveRows rows({active, active, sides, sides});
        for (const std::size_t i : order) {
            const auto direction = rows.direction(i, rows.inner_products(i));
            if (direction.curvature > 0.0) rows.enter(i, 1.0, direction, 0.0);
        }
    });
}

/// The largest memory that the process has had, in megabytes.
double peak_megabytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// What is counted and timed along a collapse, one entry a program.
struct Series {
    std::vector<double> rows, active, cold_steps, warm_steps, cold, warm;
    std::size_t variables = 0, failures = 0;

    template <typename Of>
    void print(const char* name, const char* what, Of of) const {
        std::printf("along %-4s %-7s %9zu %5.0f %6.0f %10.0f %10.0f %9.3f %9.3f %8zu\n", name, what,
                    variables, of(rows), of(active), of(cold_steps), of(warm_steps), of(cold), of(warm),
                    failures);
    }
};

/// The programs of the first second of a collapse; warm is the active set of the step before.
Series along_the_collapse(const Tower& tower) {
    PositionLoop loop(tower, {.dt = dt});
    std::vector<SidednessRow> last_active;
    Series series;
    for (int step = 0; step < 500; ++step) {
        const StepProblem p = next_step(loop.tower(), last_active);
        const gauss::Projection cold = solve(p, false), warm = solve(p, true);
        if (cold.status != optimize::Status::optimal || warm.status != optimize::Status::optimal)
            ++series.failures;
        last_active = active_rows(p, cold);
        loop.step();
        if (step == 0 || step % 10 != 0) continue;
        series.variables = p.variables();
        series.rows.push_back(static_cast<double>(p.rows.size()));
        series.active.push_back(static_cast<double>(last_active.size()));
        series.cold_steps.push_back(static_cast<double>(cold.iterations));
        series.warm_steps.push_back(static_cast<double>(warm.iterations));
        series.cold.push_back(bench::median_ms([&] { solve(p, false); }, 3, 10.0));
        series.warm.push_back(bench::median_ms([&] { solve(p, true); }, 3, 10.0));
    }
    return series;
}

void print_along_the_collapse() {
    std::printf(
        "# along the collapse of 5 x 5 bricks, 500 programs, one every 2 ms, of which every tenth is "
        "timed\n");
    std::printf(
        "# along bond  of      variables  rows active cold_steps warm_steps  cold[ms]  warm[ms] failures\n");
    const std::pair<const char*, Tower> towers[] = {{"run", narrow(wall(5, 5), 5)},
                                                    {"stack", narrow(stack_bond(5, 5), 5)}};
    for (const auto& [name, tower] : towers) {
        const Series series = along_the_collapse(tower);
        series.print(name, "median", bench::median);
        series.print(name, "largest",
                     [](const std::vector<double>& v) { return *std::max_element(v.begin(), v.end()); });
    }
}

}  // namespace

int main() {
    std::printf("# quadratic programs of falling walls on %s; medians of processor time\n",
                bench::machine().c_str());
    print_along_the_collapse();

    std::printf(
        "# the first and largest program; the growth of its factor alone, row after row from neighbour to\n"
        "# neighbour or in a random order; and the first 100 steps of the loop with all its geometry\n"
        "# wall  bricks  rows active steps  cold[ms]  warm[ms] neighbours[ms] random[ms] 100_steps[ms] "
        "peak[MB]\n");
    std::vector<std::pair<double, double>> cold_growth, factor_growth, steps_growth, shares;
    for (const std::size_t n : {5u, 10u, 20u}) {
        PositionLoop loop(narrow(wall(n, n), n), {.dt = dt});
        StepProblem p = next_step(loop.tower(), {});
        gauss::Projection answer;
        const double cold = bench::median_ms([&] { answer = solve(p, false); });
        p.warm_start = answer.active;
        const double warm = bench::median_ms([&] { solve(p, true); });
        const double in_order = entering_ms(p, answer, true), random = entering_ms(p, answer, false);
        const auto active = static_cast<double>(active_rows(p, answer).size());
        const auto steps = static_cast<double>(answer.iterations);
        const std::clock_t before = std::clock();
        for (int step = 0; step < 100; ++step) loop.step();
        const double loop_ms = 1000.0 * static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
        const auto bricks = static_cast<double>(loop.tower().bodies.size());
        std::printf("wall %8.0f %5zu %6.0f %5.0f %9.3f %9.3f %14.3f %10.3f %13.1f %8.1f\n", bricks,
                    p.rows.size(), active, steps, cold, warm, in_order, random, loop_ms, peak_megabytes());
        cold_growth.emplace_back(bricks, cold);
        steps_growth.emplace_back(bricks, loop_ms);
        factor_growth.emplace_back(bricks, random);
        // The factor is worked on once a step, and its size is that of its growth in the mean.
        shares.emplace_back(bricks, std::min(1.0, random * steps / active / cold));
    }
    std::printf(
        "# time grows as bricks^%.2f (first program), bricks^%.2f (its factor), bricks^%.2f (100 steps)\n",
        bench::growth_exponent(cold_growth), bench::growth_exponent(factor_growth),
        bench::growth_exponent(steps_growth));
    std::printf("# the factor's share of a first program:");
    for (const auto& [bricks, share] : shares) std::printf(" %.0f %% (%.0f bricks)", 100.0 * share, bricks);
    const auto limit = std::find_if(shares.begin(), shares.end(), [](auto s) { return s.second >= 0.5; });
    if (limit == shares.end()) std::printf("; it is nowhere the limit\n");
    else std::printf("; half or more, and so the limit, by %.0f bricks\n", limit->first);
    return 0;
}
