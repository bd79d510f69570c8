// The proximal-point iteration with a P that is far too large: what it reaches, it reaches by going on along
// its steps, for it has no more than a hundred of them.

#include "restraint/optimize/proximal.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace restraint;
using namespace restraint::optimize;

namespace {

Solution solve_with(const Problem& problem, const Vector& shift, const Vector& start) {
    const AllRows all(problem);
    return Proximal(problem, all, shift).solve(start, {}, 0);
}

/// Variable 0 is to grow; variable 1 costs nothing and may go from 0 to 8.
Problem grow() {
    Problem problem = unconstrained(2);
    problem.cost = Vector{-1, 0};
    problem.lower[1] = 0;
    problem.upper[1] = 8;
    return problem;
}

}  // namespace

TEST_CASE("a linear program goes on along a step until a row ends it") {
    // With P = 1 a step is one unit; the row is 10^6 away.
    Problem problem = grow();
    add_row(problem, {2, 0}, -infinity, 2e6);
    for (const double start : {0.0, 7.0}) {
        const Solution solution = solve_with(problem, {1, 1}, {0, start});
        REQUIRE(solution.status == Status::optimal);
        CHECK(solution.x == Vector{1e6, start});
        CHECK(solution.row_multipliers[0] == -0.5);
        CHECK(solution.objective == -1e6);
    }
    // The same with a bound, and from below: the way is where the row is not yet reached.
    problem = grow();
    problem.cost[0] = 1;
    problem.lower[0] = -1e6;
    const Solution solution = solve_with(problem, {1, 1}, {0, 3});
    REQUIRE(solution.status == Status::optimal);
    CHECK(solution.x == Vector{-1e6, 3});
    CHECK(solution.bound_multipliers[0] == 1.0);
}

TEST_CASE("without a row that ends it, it is unbounded, and the step is the proof") {
    const Solution solution = solve_with(grow(), {1, 1}, {0, 7});
    REQUIRE(solution.status == Status::unbounded);
    CHECK(solution.ray[0] > 0.0);
    CHECK(solution.ray[1] == 0.0);
}

TEST_CASE("a small curvature ends it where the objective is least along the step") {
    // 1/2 h x^2 - x is least at 1/h; a step without going on would come nearer by 1 + h in each of a hundred.
    for (const double h : {1e-4, 1e-6}) {
        Problem problem = grow();
        problem.hessian = Matrix{{h, 0}, {0, 0}};
        for (const double start : {0.0, 7.0}) {
            const Solution solution = solve_with(problem, {1, 1}, {0, start});
            REQUIRE(solution.status == Status::optimal);
            CHECK(std::abs(solution.x[0] * h - 1.0) < 1e-9);
            CHECK(solution.x[1] == start);
            CHECK(std::abs(solution.objective * h + 0.5) < 1e-9);
        }
    }
}

TEST_CASE("of two rows ahead the nearer one ends the step, of a row and a curvature the nearer, too") {
    Problem problem = grow();
    add_row(problem, {1, 0}, -infinity, 3e5);
    add_row(problem, {1, 0}, -infinity, 2e5);
    CHECK(solve_with(problem, {1, 1}, {0, 1}).x == Vector{2e5, 1});
    problem.hessian = Matrix{{1e-6, 0}, {0, 0}};  // least at 10^6
    CHECK(solve_with(problem, {1, 1}, {0, 1}).x == Vector{2e5, 1});
    problem.hessian = Matrix{{1e-5, 0}, {0, 0}};  // least at 10^5
    CHECK(std::abs(solve_with(problem, {1, 1}, {0, 1}).x[0] / 1e5 - 1.0) < 1e-9);
}
