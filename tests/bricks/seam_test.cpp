// Tables of one height that touch are one surface: a brick must not feel the seam, in any question or loop.

#include "towers.h"

using namespace restraint;
using namespace restraint::bricks;

namespace {

/// Bricks that stand over the seam at x = 0, slide over it, tip over a corner on it, and land on it.
std::vector<Tower> towers() {
    const Body a = brick(0.2, 0.125), b = brick(0.6, 0.375);
    const Motion left{{-2, 0}, 0};
    return {tower_of({a, b}), tower_of({moving(a, left), moving(b, left)}),
            tower_of({brick(0.1, 0.6, 0.3), make_brick("b", {{-0.3, 1}, -0.1}, 0.5, 0.25)}),
            tower_of({make_brick("a", {{0.6, 0.125}, 0}, 1.4, 0.25)})};  // beyond the end of both tables
}

std::vector<std::vector<Table>> pieces() {
    return {{{"table", -2, 0, 0}, {"table2", 0, 0.5, 0}},
            {{"table", 0, 0.5, 0}, {"table2", -2, 0, 0}},
            {{"table", -0.4, 0.1, 0}, {"table2", -2, -0.4, 0}, {"table3", 0, 0.5, 0}},
            {{"table", -2, 0, 0}, {"table2", 3, 4, 1}, {"table3", 0, 0.5, 0}}};
}

std::vector<double> motion(StepLoop&& loop) {
    std::vector<double> numbers;
    for (int k = 0; k < 250; ++k) {
        step(loop);
        for (const Body& b : loop.tower().bodies) {
            numbers.insert(numbers.end(), {b.pose.position.x, b.pose.position.y, b.pose.angle});
            numbers.insert(numbers.end(), {b.velocity.linear.x, b.velocity.linear.y, b.velocity.angular});
        }
    }
    return numbers;
}

}  // namespace

TEST_CASE("a seam between tables changes no bit of a verdict, an acceleration or a motion") {
    for (const Tower& tower : towers()) {
        Tower whole = tower;
        whole.tables = {{"table", -2, 0.5, 0}};
        const Stability verdict = stability(whole);
        const Answer start = accelerate(whole);
        const std::vector<double> rigid = motion(PositionLoop(whole, {})),
                                  four = motion(PositionLoop(whole, {.model = Model::framework4})),
                                  accelerated = motion(AccelerationLoop(whole, {}));
        for (const std::vector<Table>& tables : pieces()) {
            Tower pieced = tower;
            pieced.tables = tables;
            const Stability pieced_verdict = stability(pieced);
            CHECK(pieced_verdict.verdict == verdict.verdict);
            CHECK(pieced_verdict.contacts.size() == verdict.contacts.size());
            CHECK(margin(pieced, pieced_verdict).value == margin(whole, verdict).value);
            CHECK(difference(accelerate(pieced).bodies, start.bodies) == 0.0);
            CHECK(motion(PositionLoop(pieced, {})) == rigid);
            CHECK(motion(PositionLoop(pieced, {.model = Model::framework4})) == four);
            CHECK(motion(AccelerationLoop(pieced, {})) == accelerated);
        }
    }
}
