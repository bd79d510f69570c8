// The proximal-point iteration with a P that is far too large: what it reaches, it reaches by going on along
// its steps, for it has no more than a hundred of them.

#include "restraint/optimize/proximal.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "../random.h"
#include "../reach.h"
#include "restraint/optimize/certificate.h"
#include "restraint/optimize/quadratic_program.h"

using namespace restraint;
using namespace restraint::optimize;

namespace {

Solution solve_with(const Problem& problem, const Vector& shift, const Vector& start) {
    const AllRows all(problem);
    return Proximal(all, shift).solve(start, {}, 0);
}

/// Variable 0 is to grow; variable 1 costs nothing and may go from 0 to 8.
Problem grow() {
    Problem problem = unconstrained(2);
    problem.cost = Vector{-1, 0};
    problem.lower[1] = 0;
    problem.upper[1] = 8;
    return problem;
}

Vector random_vector(Random& random, std::size_t size) {
    Vector v(size);
    for (double& entry : v) entry = random.uniform(-1, 1);
    return v;
}

/// The sum of the products v v'.
Matrix sum_of_squares(const std::vector<Vector>& vectors) {
    const std::size_t n = vectors[0].size();
    Matrix h(n, n);
    for (const Vector& v : vectors)
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) h(i, j) += v[i] * v[j];
    return h;
}

/// H = B'B of so high a rank, and a cost, at random.
Problem random_quadratic(Random& random, std::size_t variables, std::size_t rank) {
    Problem problem = unconstrained(variables);
    std::vector<Vector> b;
    for (std::size_t k = 0; k < rank; ++k) b.push_back(random_vector(random, variables));
    problem.hessian = sum_of_squares(b);
    problem.cost = random_vector(random, variables);
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
        CHECK(solution.multipliers[0].rounded() == -0.5);
        CHECK(solution.objective == -1e6);
    }
    // From the far side of the origin the way is twice as long.
    CHECK(solve_with(problem, {1, 1}, {-1e6, 3}).x == Vector{1e6, 3});
    // The same with a bound, and from below: the way is where the row is not yet reached.
    problem = grow();
    problem.cost[0] = 1;
    problem.lower[0] = -1e6;
    const Solution solution = solve_with(problem, {1, 1}, {0, 3});
    REQUIRE(solution.status == Status::optimal);
    CHECK(solution.x == Vector{-1e6, 3});
    CHECK(solution.multipliers[0].rounded() == 1.0);
    CHECK(solve_with(problem, {1, 1}, {1e6, 3}).x == Vector{-1e6, 3});
}

TEST_CASE("a way that is level but for rounding is not ended by its curvature") {
    // H = b b', and d across b: d'H d is rounding, of either sign. The row is some 10^4 steps away.
    const std::uint64_t first_seed = 1;
    for (std::uint64_t seed = first_seed; seed < first_seed + 50; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const Vector b = random_vector(random, 3);
        Vector d = random_vector(random, 3);
        add_scaled(d, -dot(d, b) / dot(b, b), b);
        Problem problem = unconstrained(3);
        problem.hessian = sum_of_squares({b});
        problem.cost = -d;
        add_row(problem, d, -infinity, 1e4);
        const Solution solution = solve_with(problem, {1, 1, 1}, Vector(3));
        REQUIRE(solution.status == Status::optimal);
        CHECK(std::abs(dot(d, solution.x) / 1e4 - 1.0) < 1e-14);
    }
}

TEST_CASE("without a row that ends it the iteration finds nothing; that it is unbounded, a ray proves") {
    CHECK(solve_with(grow(), {1, 1}, {0, 7}).status == Status::numerical);
    const Solution solution = solve_quadratic(grow());
    REQUIRE(solution.status == Status::unbounded);
    CHECK(solution.ray[0] > 0.0);
    CHECK(solution.ray[1].value == 0.0);
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

TEST_CASE("answers are refined to the rounding of their terms where half of all directions are flat") {
    // H = B'B of rank 4 in 8 variables between bounds, six rows. A step of the iteration alone would leave P
    // times what it moved, some 1e-12; the iteration ends at 1e-14 of the terms.
    const std::uint64_t first_seed = 1;
    double worst = 0.0;
    for (std::uint64_t seed = first_seed; seed < first_seed + 150; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        Problem problem = random_quadratic(random, 8, 4);
        for (std::size_t i = 0; i < 6; ++i) {
            const Vector row = random_vector(random, 8);
            const double side = random.uniform(0, 1);
            add_row(problem, row, side, i % 2 == 0 ? side : infinity);
        }
        problem.lower = Vector(8, -10.0);
        problem.upper = Vector(8, 10.0);
        const Solution solution = solve_with(problem, proximal_shift(problem, 1e-6), Vector(8));
        REQUIRE(solution.status == Status::optimal);
        worst = std::max(worst, kkt_residuals(problem, solution).worst());
    }
    CHECK(worst < 1e-13);
}

TEST_CASE("a proof that rows contradict each other is refined, and bounds take up what rows leave") {
    // 2 x0 >= 2, and x0 <= 0.5: the bound is half of that side.
    Problem simple = unconstrained(1);
    simple.hessian = Matrix{{1}};
    add_row(simple, {2}, 2, infinity);
    simple.upper[0] = 0.5;
    CHECK(solve_with(simple, {0}, {0}).status == Status::infeasible);
    const Solution proof = solve_quadratic(simple);
    REQUIRE(proof.status == Status::infeasible);
    CHECK(proof.farkas[0] > 0.0);
    CHECK(proof.farkas[1] == -2.0 * proof.farkas[0].value);

    // Four random rows >= their sides, and one that is minus a sum of them and asks for half a unit too much.
    // What is left of the sum is a few roundings, 1e-16, over the 1e-3 of the residual.
    const std::uint64_t first_seed = 1;
    for (std::uint64_t seed = first_seed; seed < first_seed + 200; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        Problem problem = random_quadratic(random, 6, 6);
        Vector last(6);
        double asked = 0.5;
        for (int i = 0; i < 4; ++i) {
            const Vector row = random_vector(random, 6);
            const double weight = random.uniform(0.1, 3), side = random.uniform(-1, 1);
            add_scaled(last, -weight, row);
            asked -= weight * side;
            add_row(problem, row, side, infinity);
        }
        add_row(problem, last, asked, infinity);
        const Solution solution = solve_quadratic(problem);
        REQUIRE(solution.status == Status::infeasible);
        CHECK(farkas_reach(problem, solution.farkas) > 1e12);
    }
}

TEST_CASE(
    "a ray is refined until it neither bends nor leaves the rows that hold: no such problem is given up") {
    // H and the rows are random but for being level along d, and the cost falls along d.
    const std::uint64_t first_seed = 1;
    for (std::uint64_t seed = first_seed; seed < first_seed + 200; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const Vector d = random_vector(random, 6);
        const auto level = [&] {
            Vector v = random_vector(random, 6);
            add_scaled(v, -dot(v, d) / dot(d, d), d);
            return v;
        };
        Problem problem = unconstrained(6);
        const Vector v = level(), w = level();
        problem.hessian = sum_of_squares({v, w});
        problem.cost = -d;
        for (int i = 0; i < 3; ++i) add_row(problem, level(), 0.3, i == 0 ? 0.3 : infinity);
        const Solution solution = solve_quadratic(problem);
        REQUIRE(solution.status == Status::unbounded);
        CHECK(ray_reach(problem, solution.x, solution.ray) >= certified_reach);
    }
}

TEST_CASE("P is relative to the problem: finite and positive, for variables in no row and sides at 0, too") {
    // A linear program: the slope 1 over the side 8; and the slope alone where all sides are 0.
    CHECK(proximal_shift(grow(), 0.5) == Vector{0.5 / 8, 0.5 / 8});
    Problem at_zero = unconstrained(1);
    at_zero.cost[0] = 4;
    at_zero.lower[0] = 0;
    CHECK(proximal_shift(at_zero, 0.5) == Vector{2.0});
    // Where H bends, P is a share of its curvature, whatever the cost.
    at_zero.hessian = Matrix{{16}};
    CHECK(proximal_shift(at_zero, 0.5) == Vector{8.0});
}

TEST_CASE(
    "P knows the units of the variables: rows 16 x0 + x1 and 64 x0 + 4 x1 are 1 and 1 in units of 1 and 16") {
    Problem problem = unconstrained(2);
    problem.cost = Vector{1, 1};
    add_row(problem, {16, 1}, 1, infinity);
    add_row(problem, {64, 4}, 1, infinity);
    const Vector shift = proximal_shift(problem, 1e-6);
    CHECK(shift[0] / shift[1] == 256.0);  // the square of 16
}
