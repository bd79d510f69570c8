#include "restraint/optimize/simplex.h"
#include "restraint/linalg/matrix.h"

#include <doctest/doctest.h>

#include <limits>

#include "../refusals.h"
#include "linear_programs.h"

using namespace restraint;
using namespace restraint::optimize;

namespace {

/// maximise x1 + 2 x2 as minimise -x1 - 2 x2  subject to  x1 + x2 <= 4,  x1 + 3 x2 <= 6,  x >= 0.
Problem two_products() {
    Problem p = with_cost({-1, -2});
    add_row(p, {1, 1}, -infinity, 4);
    add_row(p, {1, 3}, -infinity, 6);
    return p;
}

}  // namespace

TEST_CASE("two products: the optimum, its multipliers and their signs by hand [OBA-2.39]") {
    // Both rows hold with equality at x = (3, 1): objective -5. Multipliers of upper sides are <= 0:
    //   -1 = y1 + y2,  -2 = y1 + 3 y2   gives   y = (-1/2, -1/2).
    // One more unit of row 1 (5 instead of 4) would change the objective by y1 = -1/2: x = (4.5, 0.5) has
    // -5.5.
    const Solution s = solve_linear(two_products());
    REQUIRE(s.status == Status::optimal);
    CHECK(max_norm(s.x - Vector{3, 1}) <= roundings);
    CHECK(max_norm(rounded(s.multipliers) - Vector{-0.5, -0.5, 0, 0}) <= roundings);
    CHECK(std::abs(s.objective + 5.0) <= roundings);
    using enum Activity;
    CHECK(s.active == ActiveSet{at_upper, at_upper, inactive, inactive});

    Problem one_more = two_products();
    one_more.row_upper[0] = 5.0;
    CHECK(std::abs(solve_linear(one_more).objective + 5.5) <= roundings);
}

TEST_CASE("lower sides have multipliers >= 0, at rows and at bounds") {
    // minimise 2 x1 + 3 x2  subject to  x1 + x2 >= 4,  x2 >= 1:  x = (3, 1);
    // 2 = y and 3 = y + z2, so y = 2, z = (0, 1). Objective 9, less the constant 9.
    Problem p = with_cost({2, 3});
    p.constant = -9.0;
    p.lower[1] = 1.0;
    add_row(p, {1, 1}, 4, infinity);
    const Solution s = solve_linear(p);
    REQUIRE(s.status == Status::optimal);
    CHECK(s.x == Vector{3, 1});
    CHECK(rounded(s.multipliers) == Vector{2, 0, 1});
    CHECK(s.objective == 0.0);
}

TEST_CASE("a free variable goes below zero, a fixed one stays, a two-sided row holds at the better side") {
    // minimise x1 + x2 - x3  with x1 free, x2 = 7, 0 <= x3 <= 10 and  -2 <= x1 + x3 <= 5,  x1 >= -4 (as a
    // row): x1 - x3 falls as x1 falls to -4 and x3 grows to 9 (row 1: -4 + 9 = 5): -4 + 7 - 9 = -6.
    Problem p = unconstrained(3);
    p.cost = Vector{1, 1, -1};
    p.lower[1] = p.upper[1] = 7.0;
    p.lower[2] = 0.0;
    p.upper[2] = 10.0;
    add_row(p, {1, 0, 1}, -2, 5);
    add_row(p, {1, 0, 0}, -4, infinity);
    const Solution s = solve_linear(p);
    REQUIRE(s.status == Status::optimal);
    CHECK(s.x == Vector{-4, 7, 9});
    CHECK(s.objective == -6.0);
    CHECK(s.active[3] == Activity::fixed);
    CHECK(s.active[0] == Activity::at_upper);
    // y1 = -1 (x3: -1 = y1), y2 = 2 (x1: 1 = y1 + y2), z2 = 1.
    CHECK(rounded(s.multipliers) == Vector{-1, 2, 0, 1, 0});
}

TEST_CASE("an empty problem is optimal, and so is one without rows or without variables") {
    check_optimum(unconstrained(0), 0.0);

    Problem box = with_cost({1, -1});  // x = (0, 3)
    box.upper[1] = 3.0;
    check_optimum(box, -3.0);

    Problem rows_only = unconstrained(0);
    rows_only.constant = 2.5;
    add_row(rows_only, {}, -1, 1);  // 0 lies between -1 and 1
    check_optimum(rows_only, 2.5);
    add_row(rows_only, {}, 1, 2);  // but not between 1 and 2
    const Solution s = solve_linear(rows_only);
    CHECK(s.status == Status::infeasible);
    CHECK(proof_residual(rows_only, s) == 0.0);
}

TEST_CASE("one variable without rows: unbounded down the free side") {
    Problem p = unconstrained(1);
    p.cost = Vector{2};
    const Solution s = solve_linear(p);
    REQUIRE(s.status == Status::unbounded);
    CHECK(rounded(s.ray) == Vector{-1});
}

TEST_CASE("crossed sides of a row or a variable are infeasible, not a mistake") {
    Problem p = two_products();
    add_row(p, {1, 0}, 2, 1);
    Solution s = solve_linear(p);
    CHECK(s.status == Status::infeasible);
    CHECK(proof_residual(p, s) <= certificate_tolerance);

    p = two_products();
    p.lower[0] = 2.0;
    p.upper[0] = 1.0;
    s = solve_linear(p);
    CHECK(s.status == Status::infeasible);
    CHECK(proof_residual(p, s) <= certificate_tolerance);
}

TEST_CASE("an infeasible program comes with the combination of rows that proves it") {
    // x1 + x2 >= 3, x1 - x2 <= -1, x1 >= 2... then x2 >= x1 + 1 >= 3, against x2 <= 2.5 (a bound).
    // By hand: x2 <= 2.5 and x2 - x1 >= 1 and x1 >= 2 add up to 0 >= 2 + 1 - 2.5 = 0.5.
    Problem p = with_cost({1, 1});
    add_row(p, {1, 1}, 3, infinity);
    add_row(p, {1, -1}, -infinity, -1);
    add_row(p, {1, 0}, 2, infinity);
    p.upper[1] = 2.5;
    const Solution s = solve_linear(p);
    REQUIRE(s.status == Status::infeasible);
    CHECK(s.farkas[0].value == 0.0);  // row 1 is no part of the contradiction
    CHECK(s.farkas[1] < 0.0);         // an upper side
    CHECK(s.farkas[2] > 0.0);         // a lower side
    CHECK(s.farkas[4] < 0.0);
    CHECK(proof_residual(p, s) == 0.0);
    // In whatever units the rows are, the entries of a proof are of the size of 1.
    Problem tiny = with_cost({1, 1});
    add_row(tiny, {0x1p-60, -0x1p-60}, -infinity, -0x1p-60);
    add_row(tiny, {0x1p-60, 0}, 0x1p-59, infinity);
    tiny.upper[1] = 2.5;
    const Solution proof = solve_linear(tiny);
    REQUIRE(proof.status == Status::infeasible);
    CHECK(max_norm(rounded(proof.farkas)) >= 1.0);
    CHECK(max_norm(rounded(proof.farkas)) < 2.0);
}

TEST_CASE("an unbounded program comes with a feasible point and a ray") {
    // minimise -x1 - x2  subject to  x1 - x2 <= 1, x >= 0:  down along (1, 1) for ever.
    Problem p = with_cost({-1, -1});
    add_row(p, {1, -1}, -infinity, 1);
    const Solution s = solve_linear(p);
    REQUIRE(s.status == Status::unbounded);
    CHECK(dot(p.cost, rounded(s.ray)) < 0.0);
    CHECK(proof_residual(p, s) == 0.0);
    // And so are those of a ray: with x1 in other units, x1' = 2^60 x1 grows by 2^60 for each 1 of x2.
    Problem large = with_cost({-1, -1});
    add_row(large, {0x1p-60, -1}, -infinity, 1);
    const Solution far = solve_linear(large);
    REQUIRE(far.status == Status::unbounded);
    CHECK(max_norm(rounded(far.ray)) >= 1.0);
    CHECK(max_norm(rounded(far.ray)) < 2.0);
}

TEST_CASE("repeated, scaled, zero and dependent rows change nothing") {
    Problem p = two_products();
    add_row(p, {1, 1}, -infinity, 4);     // row 1 again
    add_row(p, {-2, -6}, -12, infinity);  // row 2, times -2
    add_row(p, {2, 4}, -infinity, 10);    // the sum of both
    add_row(p, {0, 0}, -1, 1);
    add_row(p, {0, 0}, 0, 0);
    check_optimum(p, -5.0);

    Problem equalities = with_cost({1, 2, 3});
    add_row(equalities, {1, 1, 1}, 6, 6);
    add_row(equalities, {1, -1, 0}, 0, 0);
    add_row(equalities, {2, 0, 1}, 6, 6);  // the sum of the two
    add_row(equalities, {1, 1, 1}, 6, 6);
    check_optimum(equalities, 9.0);  // x = (3, 3, 0): 3 + 6
}

TEST_CASE("NaN and infinity where they must not be are refused, and so is a hessian") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    tests::check_spoilt<Problem>(
        two_products(), [](const Problem& p) { solve_linear(p); },
        {{[=](Problem& p) { p.cost[0] = nan; }, "the cost of variable 0 is not finite"},
         {[=](Problem& p) { p.row_upper[1] = nan; }, "the upper side of row 1 is NaN or -infinity"},
         {[=](Problem& p) {
              add_row(p, {nan, 1}, 0, 1);
          },
          "row 2 holds a NaN or an infinity"},
         {[](Problem& p) { p.lower[0] = infinity; }, "the lower side of variable 0 is NaN or +infinity"},
         {[](Problem& p) { p.hessian = identity(2); }, "solve_linear: the problem has a hessian"}});
    SolverOptions options;
    options.warm_start = {Activity::inactive};
    CHECK_THROWS_WITH_AS(solve_linear(two_products(), options),
                         "the warm start has 1 entries, but the rows and variables together has 4",
                         std::invalid_argument);
}

TEST_CASE("the iteration limit is a status") {
    SolverOptions options;
    options.iteration_limit = 1;
    const Solution s = solve_linear(two_products(), options);  // from (0, 0) over another vertex to (3, 1)
    CHECK(s.status == Status::iteration_limit);
    CHECK(s.iterations == 1);
}

TEST_CASE("a warm start at the optimum takes no step, any other active set only costs time") {
    const Problem p = two_products();
    SolverOptions options;
    options.warm_start = solve_linear(p).active;
    const Solution again = solve_linear(p, options);
    CHECK(again.status == Status::optimal);
    CHECK(again.iterations == 0);

    using enum Activity;
    for (const Activity a : {at_lower, inactive, at_upper, fixed})
        for (const Activity b : {at_lower, inactive, at_upper, fixed})
            check_optimum(p, -5.0, ActiveSet{a, b, b, a});
}
