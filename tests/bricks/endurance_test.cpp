#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "proof.h"
#include "restraint/bricks/generators.h"
#include "restraint/bricks/position_loop.h"
#include "restraint/bricks/stability.h"
#include "restraint/bricks/tower.h"

// The short relatives of tests/bench/endurance.cpp.

namespace restraint::bricks {
namespace {

TEST_CASE("a wall at rest stays where it is for ten thousand steps [ROTE-fig7]") {
    const Tower start = wall(2, 2);
    PositionLoop loop(start, {.dt = 0.002});
    for (int k = 0; k < 10000; ++k) REQUIRE(loop.step().status == optimize::Status::optimal);
    // Each step may move a brick by some roundings of its coordinates, in any direction.
    for (std::size_t i = 0; i < start.bodies.size(); ++i)
        CHECK(norm(loop.tower().bodies[i].pose.position - start.bodies[i].pose.position) < 1e4 * 0x1p-50);
}

TEST_CASE("a wall of 500 bricks has a verdict, with its proof") {
    const Tower tower = wall(20, 25);
    const Stability answer = stability(tower);
    CHECK(answer.verdict == Verdict::stable);
    check_proof(tower, answer);
}

}  // namespace
}  // namespace restraint::bricks
