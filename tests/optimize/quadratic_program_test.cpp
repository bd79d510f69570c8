#include "restraint/optimize/quadratic_program.h"

#include <doctest/doctest.h>

#include <cmath>

#include "quadratic_cases.h"
#include "restraint/linalg/matrix.h"
#include "restraint/optimize/certificate.h"

using namespace restraint;
using namespace restraint::optimize;

TEST_CASE("the nearest point of a half-plane: x = (1, 1), multiplier 1, by hand") {
    // minimise 1/2 |x|^2 subject to x1 + x2 >= 2: the gradient x is y (1, 1), so x = (1, 1) and y = 1.
    Problem problem = bowl(Vector(2));
    add_row(problem, {1.0, 1.0}, 2.0, infinity);
    const Solution solution = solve_quadratic(problem);
    REQUIRE(solution.status == Status::optimal);
    CHECK(solution.x == Vector{1.0, 1.0});
    CHECK(solution.multipliers[0].rounded() == 1.0);
    CHECK(solution.objective == 1.0);
    CHECK(solution.active[0] == Activity::at_lower);
}

TEST_CASE("three bounds that hold need three steps: with fewer allowed there is no answer, and it says so") {
    // minimise 1/2 |x|^2 subject to x_j >= j + 1: x = (1, 2, 3), each bound made to hold in a step of its
    // own.
    Problem problem = bowl(Vector(3));
    for (std::size_t j = 0; j < 3; ++j) problem.lower[j] = 1.0 + static_cast<double>(j);
    for (const std::size_t limit : {std::size_t{1}, std::size_t{2}, std::size_t{3}}) {
        CAPTURE(limit);
        SolverOptions options;
        options.iteration_limit = limit;
        const Solution solution = solve_quadratic(problem, options);
        CHECK(solution.status == (limit < 3 ? Status::iteration_limit : Status::optimal));
        if (limit == 3) CHECK(solution.x == Vector{1.0, 2.0, 3.0});
    }
    CHECK_THROWS_WITH_AS(solve_quadratic(problem, {0, ActiveSet{Activity::inactive}}),
                         "the warm start has 1 entries, but the rows and variables together has 3",
                         std::invalid_argument);
}

TEST_CASE("multipliers: >= 0 on a lower side, <= 0 on an upper one, of either sign on an equality") {
    // minimise 1/2 |x|^2 - (3, -3, 1)'x: free optimum (3, -3, 1).
    Problem problem = bowl({-3.0, 3.0, -1.0});
    problem.upper[0] = 1.0;                       // pushed down by 2
    problem.lower[1] = -2.0;                      // pushed up by 1
    add_row(problem, {0.0, 0.0, 2.0}, 5.0, 5.0);  // x3 = 5/2: gradient 3/2 = 2 y
    const Solution solution = solve_quadratic(problem);
    REQUIRE(solution.status == Status::optimal);
    CHECK(solution.x == Vector{1.0, -2.0, 2.5});
    CHECK(rounded(solution.multipliers) == Vector{0.75, -2.0, 1.0, 0.0});
}

TEST_CASE("rows a, a + e (1, 0, 0), a + e (0, 1, 0) = 1: their differences are e x = 0 and e y = 0") {
    for (const double e : {1e-5, 1e-7, 1e-9}) {
        CAPTURE(e);
        Problem problem = bowl({-1.0, 3.0, 5.0});
        add_row(problem, {1.0, 2.0, 2.0}, 1.0, 1.0);
        add_row(problem, {1.0 + e, 2.0, 2.0}, 1.0, 1.0);
        add_row(problem, {1.0, 2.0 + e, 2.0}, 1.0, 1.0);
        const Solution solution = solve_quadratic(problem);
        REQUIRE(solution.status == Status::optimal);
        // The sum of a row may be off by 1e-15, and e x with it.
        CHECK(std::abs(solution.x[0]) <= 1e-15 / e);
        CHECK(std::abs(solution.x[1]) <= 1e-15 / e);
        CHECK(std::abs(solution.x[2] - 0.5) <= 2e-15 / e);
    }
}

TEST_CASE("no rows, no variables, one variable") {
    CHECK(solve_quadratic(unconstrained(0)).status == Status::optimal);
    CHECK(solve_quadratic(bowl({-7.0})).x == Vector{7.0});
    Problem slope = unconstrained(1);
    slope.cost = Vector{1.0};
    slope.lower[0] = 4.0;
    CHECK(solve_quadratic(slope).x == Vector{4.0});
    slope.lower[0] = -infinity;
    CHECK(solve_quadratic(slope).status == Status::unbounded);
}

TEST_CASE("an indefinite hessian is refused, not looped on") {
    Problem saddle = bowl(Vector(2));
    saddle.hessian = Matrix{{1.0, 2.0}, {2.0, 1.0}};  // eigenvalues 3 and -1
    CHECK(solve_quadratic(saddle).status == Status::not_convex);
}
