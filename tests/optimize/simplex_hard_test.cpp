#include <doctest/doctest.h>

#include "linear_programs.h"

using namespace restraint;
using namespace restraint::optimize;

// What bites simplex methods in the field: ties, cycles, pivots near rounding, sides near each other.

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

TEST_CASE("costs 1e15 apart: the small one is no rounding of the large one") {
    // minimise 1e15 x0 - x1 with x0 >= 1 and 0 <= x1 <= 1e9: x = (1, 1e9), and the reduced costs are the
    // costs.
    Problem p = with_cost({1e15, -1});
    p.lower = Vector{1, 0};
    p.upper = Vector{infinity, 1e9};
    add_row(p, {1, 1}, 1, infinity);
    const Solution s = solve_linear(p);
    REQUIRE(to_string(s.status) == "optimal");
    CHECK(s.x == Vector{1, 1e9});
    CHECK(s.objective == 1e15 - 1e9);
    // However small, a cost of -1e-15 beside one of 1 leads to the bound, and for ever where there is none.
    p = with_cost({1, -1e-15});
    p.upper[1] = 1e9;
    CHECK(solve_linear(p).x == Vector{0, 1e9});
    p.upper[1] = infinity;
    CHECK(to_string(solve_linear(p).status) == "unbounded");
}
