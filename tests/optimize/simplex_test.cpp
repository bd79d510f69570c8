#include "restraint/optimize/simplex.h"

#include <doctest/doctest.h>

#include <limits>
#include <string>

#include "linear_programs.h"

using namespace restraint;
using namespace restraint::optimize;

namespace {

/// Exact but for a few roundings of numbers of the size of 1.
constexpr double roundings = 1e-14;

void check_optimum(const Problem& problem, double optimum, const ActiveSet& warm_start = {}) {
    SimplexOptions options;
    options.warm_start = warm_start;
    const Solution s = solve_linear(problem, options);
    CHECK(to_string(s.status) == "optimal");
    CHECK(std::abs(s.objective - optimum) <= roundings * (1.0 + std::abs(optimum)));
    CHECK(proof_residual(problem, s) <= 1e-12);
}

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
    CHECK(max_norm(s.row_multipliers - Vector{-0.5, -0.5}) <= roundings);
    CHECK(s.bound_multipliers == Vector{0, 0});
    CHECK(std::abs(s.objective + 5.0) <= roundings);
    CHECK(s.active.rows == std::vector<Activity>{Activity::at_upper, Activity::at_upper});
    CHECK(s.active.variables == std::vector<Activity>{Activity::inactive, Activity::inactive});

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
    CHECK(s.row_multipliers == Vector{2});
    CHECK(s.bound_multipliers == Vector{0, 1});
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
    CHECK(s.active.variables[1] == Activity::fixed);
    CHECK(s.active.rows[0] == Activity::at_upper);
    // y1 = -1 (x3: -1 = y1), y2 = 2 (x1: 1 = y1 + y2), z2 = 1.
    CHECK(s.row_multipliers == Vector{-1, 2});
    CHECK(s.bound_multipliers == Vector{0, 1, 0});
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
    CHECK(s.ray == Vector{-1});
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
    CHECK(s.farkas_rows[0] == 0.0);  // row 1 is no part of the contradiction
    CHECK(s.farkas_rows[1] < 0.0);   // an upper side
    CHECK(s.farkas_rows[2] > 0.0);   // a lower side
    CHECK(s.farkas_bounds[1] < 0.0);
    CHECK(proof_residual(p, s) == 0.0);
}

TEST_CASE("an unbounded program comes with a feasible point and a ray") {
    // minimise -x1 - x2  subject to  x1 - x2 <= 1, x >= 0:  down along (1, 1) for ever.
    Problem p = with_cost({-1, -1});
    add_row(p, {1, -1}, -infinity, 1);
    const Solution s = solve_linear(p);
    REQUIRE(s.status == Status::unbounded);
    CHECK(dot(p.cost, s.ray) < 0.0);
    CHECK(proof_residual(p, s) == 0.0);
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
    Problem p = two_products();
    p.cost[0] = nan;
    CHECK_THROWS_AS(solve_linear(p), std::invalid_argument);
    p = two_products();
    p.row_upper[1] = nan;
    CHECK_THROWS_AS(solve_linear(p), std::invalid_argument);
    p = two_products();
    add_row(p, {nan, 1}, 0, 1);
    CHECK_THROWS_AS(solve_linear(p), std::invalid_argument);
    p = two_products();
    p.lower[0] = infinity;
    CHECK_THROWS_AS(solve_linear(p), std::invalid_argument);
    p = two_products();
    p.hessian = identity(2);
    CHECK_THROWS_AS(solve_linear(p), std::invalid_argument);
    SimplexOptions options;
    options.warm_start.rows = {Activity::inactive};
    CHECK_THROWS_AS(solve_linear(two_products(), options), std::invalid_argument);
}

TEST_CASE("the iteration limit is a status") {
    SimplexOptions options;
    options.iteration_limit = 1;
    const Solution s = solve_linear(two_products(), options);  // from (0, 0) over another vertex to (3, 1)
    CHECK(s.status == Status::iteration_limit);
    CHECK(s.iterations == 1);
}

TEST_CASE("a warm start at the optimum takes no step, any other active set only costs time") {
    const Problem p = two_products();
    SimplexOptions options;
    options.warm_start = solve_linear(p).active;
    const Solution again = solve_linear(p, options);
    CHECK(again.status == Status::optimal);
    CHECK(again.iterations == 0);

    using enum Activity;
    for (const Activity a : {at_lower, inactive, at_upper, fixed})
        for (const Activity b : {at_lower, inactive, at_upper, fixed})
            check_optimum(p, -5.0, ActiveSet{{a, b}, {b, a}});
}

TEST_CASE("Klee and Minty: the cube on which the most negative cost visits every vertex") {
    // maximise sum 2^(n-j) x_j  subject to  2 sum_{k<i} 2^(i-k) x_k + x_i <= 5^i,  x >= 0: the optimum is
    // 5^n. V. Klee and G. J. Minty, How good is the simplex algorithm? (1972), in the form of Chvatal (1983),
    // p. 47.
    for (const std::size_t n : {1u, 2u, 5u, 10u, 15u}) {
        CAPTURE(n);
        Vector cost(n);
        for (std::size_t j = 0; j < n; ++j) cost[j] = -std::ldexp(1.0, static_cast<int>(n - 1 - j));
        Problem p = with_cost(cost);
        double power = 1.0;
        for (std::size_t i = 0; i < n; ++i) {
            Vector row(n);
            for (std::size_t k = 0; k < i; ++k) row[k] = 2.0 * std::ldexp(1.0, static_cast<int>(i - k));
            row[i] = 1.0;
            power *= 5.0;
            add_row(p, row, -infinity, power);
        }
        check_optimum(p, -power);
    }
}

TEST_CASE("programs on which textbook rules cycle") {
    // The collection of S. I. Gass and S. Vinjamuri, Cycling in linear programming problems, Computers and
    // Operations Research 31 (2004) 303-311; rows are <=, variables >= 0.
    const auto program = [](const Vector& cost, const std::vector<Vector>& rows, const Vector& sides) {
        Problem p = with_cost(cost);
        for (std::size_t i = 0; i < rows.size(); ++i) add_row(p, rows[i], -infinity, sides[i]);
        return p;
    };
    SUBCASE("Beale 1955: cycles under the most negative cost") {
        check_optimum(program({-0.75, 150, -0.02, 6},
                              {{0.25, -60, -0.04, 9}, {0.5, -90, -0.02, 3}, {0, 0, 1, 0}}, {0, 0, 1}),
                      -0.05);
    }
    SUBCASE("Chvatal 1983: ties to the first row or to the largest pivot cycle alike") {
        check_optimum(
            program({-10, 57, 9, 24}, {{0.5, -5.5, -2.5, 9}, {0.5, -1.5, -0.5, 1}, {1, 0, 0, 0}}, {0, 0, 1}),
            -1.0);
    }
    SUBCASE("Kuhn, in Balinski and Tucker 1969") {
        // With exact thirds; x = (2, 0, 2, 0) has -4 + 2 = -2.
        const double third = 1.0 / 3.0;
        check_optimum(
            program({-2, -3, 1, 12}, {{-2, -9, 1, 9}, {third, 1, -third, -2}, {2, 3, -1, -12}}, {0, 0, 2}),
            -2.0);
    }
    SUBCASE("Marshall and Suurballe 1969") {
        check_optimum(
            program({-0.4, -0.4, 1.8}, {{0.6, -6.4, 4.8}, {0.2, -1.8, 0.6}, {0.4, -1.6, 0.2}, {0, 1, 0}},
                    {0, 0, 0, 1}),
            -2.0);
    }
    SUBCASE("Yudin and Golshtein 1965") {
        check_optimum(program({-1, 1, -1, 1}, {{2, -3, -5, 6}, {6, -5, -3, 2}, {3, 1, 2, 4}}, {0, 0, 1}),
                      -0.5);
    }
    SUBCASE("Sierksma 1996: a cycle at the origin of an unbounded program") {
        const Problem p = program({-3, 80, -2, 24}, {{1, -32, -4, 36}, {1, -24, -1, 6}}, {0, 0});
        const Solution s = solve_linear(p);
        CHECK(s.status == Status::unbounded);
        CHECK(proof_residual(p, s) <= 1e-12);
    }
    SUBCASE("Hoffman 1953: the first cycle, of cosines of 72 degrees, all sides zero") {
        // Columns as in J. Lee, Hoffman's circle untangled, SIAM Review 39 (1997) 98-105, with nine decimals.
        check_optimum(program({-2.236067977, 2, 0, 4, 3.618033989, 3.236067977, 3.618033989, 0.763932023},
                              {{0.309016994, -0.618033989, -0.809016994, -0.381966011, -0.809016994,
                                0.381966011, 0.309016994, 0.618033989},
                               {1.463525492, 0.309016994, 0.904508497, -0.809016994, -0.904508497,
                                -0.809016994, -1.463525492, 0.309016994}},
                              {0, 0}),
                      0.0);
    }
}

TEST_CASE("phase one that ends just above its tolerance: infeasible by a hair is never called optimal") {
    // x1 + x2 >= 1 + gap and x1 + x2 <= 1, x >= 0: each gap that the doubles can hold is a contradiction.
    for (const double gap : {1e-3, 1e-6, 1e-8, 1e-9, 1e-10, 1e-11}) {
        CAPTURE(gap);
        Problem p = with_cost({1, 2});
        add_row(p, {1, 1}, 1.0 + gap, infinity);
        add_row(p, {1, 1}, -infinity, 1.0);
        const Solution s = solve_linear(p);
        CHECK(to_string(s.status) == "infeasible");
        CHECK(proof_residual(p, s) <= certificate_tolerance);
    }
}

TEST_CASE("feasible at one point only, and feasible by a hair") {
    for (const double gap : {0.0, 1e-13, 1e-10, 1e-6}) {
        CAPTURE(gap);
        Problem p = with_cost({1, 2});
        add_row(p, {1, 1}, 1.0, infinity);
        add_row(p, {1, 1}, -infinity, 1.0 + gap);
        add_row(p, {1, -1}, 0, 0);
        check_optimum(p, 1.5);  // x = (1/2, 1/2)
    }
}

TEST_CASE("entries from 1e-8 to 1e8 in one program") {
    // minimise x1 + x2 with 1e-8 x1 >= 1 and 1e8 x2 >= 1: x = (1e8, 1e-8).
    Problem p = with_cost({1, 1});
    add_row(p, {1e-8, 0}, 1, infinity);
    add_row(p, {0, 1e8}, 1, infinity);
    check_optimum(p, 1e8 + 1e-8);
}

TEST_CASE("an assignment: every vertex is integer and highly degenerate") {
    // Cost |i - j| + 1 from place i to place j: everyone stays, at cost 1 each.
    const std::size_t k = 12;
    Problem p = with_cost(Vector(k * k));
    for (std::size_t i = 0; i < k; ++i) {
        Vector out(k * k), in(k * k);
        for (std::size_t j = 0; j < k; ++j) {
            p.cost[i * k + j] = 1.0 + std::abs(static_cast<double>(i) - static_cast<double>(j));
            out[i * k + j] = 1.0;
            in[j * k + i] = 1.0;
        }
        add_row(p, out, 1, 1);
        add_row(p, in, 1, 1);
    }
    check_optimum(p, static_cast<double>(k));
}

TEST_CASE("a chain in which every link is three times the one before: pivots of 3^-16 are not rounding") {
    // x_0 = 1 and x_t = 3 x_(t-1) + u_t, u >= 0; minimise x_16: all u = 0, x_16 = 3^16.
    const std::size_t n = 17;
    Vector cost(2 * n);
    cost[n - 1] = 1.0;
    Problem p = with_cost(cost);
    for (std::size_t t = 0; t < n; ++t) {
        Vector row(2 * n);
        row[t] = 1.0;
        row[n + t] = -1.0;
        if (t > 0) row[t - 1] = -3.0;
        add_row(p, row, t == 0 ? 1.0 : 0.0, t == 0 ? 1.0 : 0.0);
    }
    check_optimum(p, 43046721.0);
}

TEST_CASE("sides of 1e30 are as good as none, but no more than that") {
    // x1 + x2 >= 1 with -1e30 <= x <= 1e30: minimise x1 + x2, every point of the line is optimal.
    Problem p = unconstrained(2);
    p.cost = Vector{1, 1};
    p.lower = Vector{-1e30, -1e30};
    p.upper = Vector{1e30, 1e30};
    add_row(p, {1, 1}, 1, 1e30);
    check_optimum(p, 1.0);

    // minimise -x1 with x1 <= 1e25 only: not unbounded.
    Problem far = with_cost({-1});
    far.upper[0] = 1e25;
    check_optimum(far, -1e25);
}
