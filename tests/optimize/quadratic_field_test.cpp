// What bites solvers of quadratic programs in the field, one test each. Those of linear programs are in
// simplex_test.cpp.

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "../reach.h"
#include "../refusals.h"
#include "quadratic_cases.h"
#include "restraint/linalg/matrix.h"
#include "restraint/optimize/certificate.h"
#include "restraint/optimize/quadratic_program.h"

using namespace restraint;
using namespace restraint::optimize;

namespace {

Solution check_optimal(const Problem& problem, const Vector& x) {
    const Solution solution = solve_quadratic(problem);
    REQUIRE(to_string(solution.status) == "optimal");
    CHECK(kkt_residuals(problem, solution).worst() <= certificate_tolerance);
    CHECK(max_norm(solution.x - x) <= 1e-9 * (1.0 + max_norm(x)));
    return solution;
}

}  // namespace

TEST_CASE("ties: sixty planes that all touch the nearest point, and all are violated alike, do not cycle") {
    // A pyramid of sixty sides over the z axis, its apex at the origin: nearest to (0, 0, 5) is the apex,
    // whichever three of the sides are said to hold it.
    Problem problem = bowl({0.0, 0.0, -5.0});
    for (int k = 0; k < 60; ++k) {
        const double angle = 6.283185307179586 * k / 60;
        add_row(problem, {std::cos(angle), std::sin(angle), 1.0}, -infinity, 0.0);
    }
    const Solution cold = check_optimal(problem, Vector(3));
    CHECK(cold.iterations <= 60);
    // A pull to each side without end: the multipliers add up to 5, the z component of what is balanced.
    double sum = 0.0;
    for (std::size_t i = 0; i < problem.rows.rows(); ++i) sum -= cold.multipliers[i].rounded();
    CHECK(std::abs(sum - 5.0) <= 1e-12);
    CHECK(solve_quadratic(problem, {0, cold.active}).iterations <= 2);
}

TEST_CASE("ties: rows that hold without a pull, in pairs that exclude each other's steps") {
    // The corner of the cube x <= 0 is nearest to (1, 1, 1), and rows through it in every diagonal direction
    // are tight as well: twelve rows meet in a point of three dimensions, nine of them without need.
    Problem problem = bowl({-1.0, -1.0, -1.0});
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            Vector row(3);
            row[i] += 1.0;
            row[j] += 1.0;
            add_row(problem, row, -infinity, 0.0);
        }
    problem.upper = Vector(3);
    CHECK(check_optimal(problem, Vector(3)).iterations <= 12);
}

TEST_CASE("rows that contradict each other by a hair are never called optimal") {
    // x1 + x2 >= 1 + gap and x1 + x2 <= 1: the proof (1, -1) is exact, however small the gap.
    for (const double gap : {1e-3, 1e-6, 1e-8, 1e-9, 1e-10, 1e-11})
        for (const bool strictly_convex : {true, false}) {
            CAPTURE(gap);
            Problem problem = bowl({1.0, 2.0});
            if (!strictly_convex) problem.hessian(1, 1) = 0.0;
            add_row(problem, {1.0, 1.0}, 1.0 + gap, infinity);
            add_row(problem, {1.0, 1.0}, -infinity, 1.0);
            const Solution solution = solve_quadratic(problem);
            CHECK(to_string(solution.status) == "infeasible");
            CHECK(farkas_reach(problem, solution.farkas) >= certified_reach);
        }
}

TEST_CASE("equality rows that are repeated, scaled, opposite or empty change nothing") {
    // On x1 + x2 + x3 = 3 the point nearest to the origin is (1, 1, 1), and the pulls add up to 1.
    Problem problem = bowl(Vector(3));
    add_row(problem, {1.0, 1.0, 1.0}, 3.0, 3.0);
    add_row(problem, {1.0, 1.0, 1.0}, 3.0, 3.0);
    add_row(problem, {-2e5, -2e5, -2e5}, -6e5, -6e5);
    add_row(problem, {0.0, 0.0, 0.0}, 0.0, 0.0);
    add_row(problem, {0.0, 0.0, 0.0}, -1.0, 1.0);
    const Solution solution = check_optimal(problem, {1.0, 1.0, 1.0});
    const Vector y = rounded(solution.multipliers);
    CHECK(std::abs(y[0] + y[1] - 2e5 * y[2] - 1.0) <= 1e-14);

    SUBCASE("but one of them with another side is a contradiction") {
        add_row(problem, {1.0, 1.0, 1.0}, 4.0, 4.0);
        CHECK(to_string(solve_quadratic(problem).status) == "infeasible");
    }
    SUBCASE("and so is 0 = 1") {
        add_row(problem, {0.0, 0.0, 0.0}, 1.0, 1.0);
        const Solution none = solve_quadratic(problem);
        CHECK(to_string(none.status) == "infeasible");
        CHECK(farkas_reach(problem, none.farkas) == infinity);
    }
}

TEST_CASE("the objective in other units, 1e-12 to 1e12, has the same x, and multipliers in that unit") {
    for (const std::uint64_t seed : {1u, 2u, 3u, 4u, 5u}) {
        CAPTURE(seed);
        Random random(seed);
        const Case c = random_case(random, {8, 8, 12, 0.5, false});
        const Solution one = check_optimal(c.problem, c.x);
        for (const double size : {1e-12, 1e-6, 1e6, 1e12}) {
            CAPTURE(size);
            Problem scaled = c.problem;
            for (double& entry : scaled.hessian.entries()) entry *= size;
            scaled.cost *= size;
            const Solution other = check_optimal(scaled, c.x);
            // 1e-9 as for x, which the multipliers balance.
            for (std::size_t i = 0; i < one.multipliers.size(); ++i)
                CHECK(abs(other.multipliers[i] / size - one.multipliers[i]) < 1e-9);
        }
    }
}

TEST_CASE("nearly dependent rows, on which a dual method may go round for ever, end in bounded time") {
    // A fan of rows x + k eps y <= 1 through (1, 0), any two of which differ by less and less, down to the
    // rounding of their coefficients. Nearest to (3, 1) is (1, 0) as long as the fan is open by more than
    // rounding can close.
    for (const double eps : {1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12, 1e-14, 1e-16}) {
        CAPTURE(eps);
        Problem problem = bowl({-3.0, -1.0});
        for (int k = -5; k <= 5; ++k) add_row(problem, {1.0, k * eps}, -infinity, 1.0);
        const Solution solution = solve_quadratic(problem);
        REQUIRE(to_string(solution.status) == "optimal");
        CHECK(kkt_residuals(problem, solution).worst() <= certificate_tolerance);
        CHECK(solution.iterations <= 100);
        // The pull of row 5 alone is 2, along y 10 eps: y falls from 1 by that, or is 0 where that is enough.
        // |x - 1| follows from the row.
        const double y = std::max(0.0, 1.0 - 10.0 * eps);
        CHECK(std::abs(solution.x[1] - y) <= 100.0 * eps * eps + 1e-12);
        CHECK(std::abs(solution.x[0] + 5.0 * eps * solution.x[1] - 1.0) <= 1e-12);
    }
}

TEST_CASE("rows of a Hilbert matrix, dependent to the last digit from the tenth on") {
    // 1/2 |x|^2 with Hx >= H e: e is feasible, and |x| can only be smaller. x is judged by its certificate,
    // for no second method gets its digits right.
    for (const std::size_t n : {4u, 8u, 12u, 16u}) {
        CAPTURE(n);
        Problem problem = bowl(Vector(n));
        for (std::size_t i = 0; i < n; ++i) {
            Vector row(n);
            double sum = 0.0;
            for (std::size_t j = 0; j < n; ++j) {
                row[j] = 1.0 / static_cast<double>(i + j + 1);
                sum += row[j];
            }
            add_row(problem, row, sum, infinity);
        }
        const Solution solution = solve_quadratic(problem);
        REQUIRE(to_string(solution.status) == "optimal");
        CHECK(kkt_residuals(problem, solution).worst() <= certificate_tolerance);
        CHECK(solution.objective <= 0.5 * static_cast<double>(n) * (1.0 + 1e-9));
    }
}

TEST_CASE("many more rows than variables: a polygon of a thousand sides around the unit circle") {
    // n_k x <= 1 for a thousand unit normals. Nearest to 2 n_7 is the foot on side 7, n_7 itself; nearest to
    // twice the corner of sides 7 and 8 is that corner, 1 / cos(pi / 1000) out.
    const double pi = 3.141592653589793;
    const auto direction = [&](double k) {
        return Vector{std::cos(2.0 * pi * k / 1000.0), std::sin(2.0 * pi * k / 1000.0)};
    };
    for (const bool corner : {false, true}) {
        const Vector out = direction(corner ? 7.5 : 7.0);
        Problem problem = bowl(-2.0 * out);
        for (int k = 0; k < 1000; ++k) add_row(problem, direction(k), -infinity, 1.0);
        const Solution solution = check_optimal(problem, (corner ? 1.0 / std::cos(pi / 1000.0) : 1.0) * out);
        CHECK(solution.iterations <= 10);
    }
}

TEST_CASE("an indefinite hessian is refused in every disguise, a semidefinite one in none") {
    const auto status = [](const Matrix& hessian) {
        Problem problem = bowl(Vector(hessian.rows()));
        problem.hessian = hessian;
        problem.lower = Vector(hessian.rows(), -1.0);
        problem.upper = Vector(hessian.rows(), 1.0);
        return to_string(solve_quadratic(problem).status);
    };
    CHECK(status({{-1.0}}) == "not_convex");
    CHECK(status({{0.0, 1.0}, {1.0, 0.0}}) == "not_convex");  // no diagonal at all
    CHECK(status({{1.0, 0.0}, {0.0, -1e-8}}) == "not_convex");
    CHECK(status({{1e12, 0.0}, {0.0, -1e-12}}) == "not_convex");  // small only in its unit
    CHECK(status({{1.0, 1.0}, {1.0, 1.0 - 1e-8}}) == "not_convex");
    CHECK(status({{2.0, -1.0, -1.0}, {-1.0, 2.0, -1.0}, {-1.0, -1.0, 1.999}}) == "not_convex");
    CHECK(status({{0.0}}) == "optimal");
    CHECK(status({{1.0, 1.0}, {1.0, 1.0}}) == "optimal");
    CHECK(status({{1e12, 1.0}, {1.0, 1e-12}}) == "optimal");  // of rank one
    CHECK(status({{2.0, -1.0, -1.0}, {-1.0, 2.0, -1.0}, {-1.0, -1.0, 2.0}}) == "optimal");

    SUBCASE("even where the rows leave no direction in which it bends down") {
        // x1 x2 on x1 = x2 is x1^2, but the contract asks for a convex H.
        Problem problem = bowl(Vector(2));
        problem.hessian = Matrix{{0.0, 1.0}, {1.0, 0.0}};
        add_row(problem, {1.0, -1.0}, 0.0, 0.0);
        CHECK(to_string(solve_quadratic(problem).status) == "not_convex");
    }
}

TEST_CASE("NaN is refused wherever it stands, infinity where it has no meaning") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    Problem good = bowl({1.0, 2.0});
    add_row(good, {1.0, 1.0}, 0.0, infinity);
    REQUIRE(to_string(solve_quadratic(good).status) == "optimal");
    for (const double bad : {nan, infinity}) {
        CAPTURE(bad);
        tests::check_spoilt<Problem>(
            good, [](const Problem& p) { solve_quadratic(p); },
            {{[=](Problem& p) { p.hessian(0, 0) = bad; }, "the hessian holds a NaN or an infinity"},
             {[=](Problem& p) { p.cost[1] = bad; }, "the cost of variable 1 is not finite"},
             {[=](Problem& p) { p.constant = bad; }, "the constant is not finite"},
             {[=](Problem& p) {
                  add_row(p, {bad, 1.0}, 0.0, infinity);
              },
              "row 1 holds a NaN or an infinity"},
             {[=](Problem& p) { p.row_lower[0] = bad; }, "the lower side of row 0 is NaN or +infinity"},
             {[=](Problem& p) { p.lower[0] = bad; }, "the lower side of variable 0 is NaN or +infinity"}});
    }
}

TEST_CASE("no rows: the minimum of the bowl, of a bowl with a flat direction, and none down a slope") {
    Problem problem = bowl({-1.0, 2.0});
    check_optimal(problem, {1.0, -2.0});
    problem.hessian(1, 1) = 0.0;
    problem.lower[1] = -3.0;
    const Solution solution = check_optimal(problem, {1.0, -3.0});  // falls along x2 down to the bound
    CHECK(solution.multipliers[1].rounded() == 2.0);
    problem.lower[1] = -infinity;
    const Solution falling = solve_quadratic(problem);
    CHECK(to_string(falling.status) == "unbounded");
    CHECK(ray_reach(problem, falling.x, falling.ray) >= certified_reach);
}

TEST_CASE("one variable: where 1/2 h x^2 + c x is least between two ends, and the multiplier of that end") {
    for (const double h : {0.0, 1e-6, 1.0, 1e6})
        for (const double c : {-2.0, 0.0, 3.0})
            for (const double low : {-4.0, -1.0, 0.0, 1.0}) {
                CAPTURE(h);
                CAPTURE(c);
                CAPTURE(low);
                Problem problem = unconstrained(1);
                problem.hessian = Matrix{{h}};
                problem.cost[0] = c;
                problem.lower[0] = low;
                problem.upper[0] = low + 2.0;
                const Solution s = solve_quadratic(problem);
                REQUIRE(to_string(s.status) == "optimal");
                CHECK(kkt_residuals(problem, s).worst() <= certificate_tolerance);
                if (h == 0.0 && c == 0.0) continue;  // every x is as good
                const double x = h > 0.0 ? std::clamp(-c / h, low, low + 2.0) : (c > 0.0 ? low : low + 2.0);
                CHECK(std::abs(s.x[0] - x) <= 1e-9);
                CHECK(std::abs(s.multipliers[0].rounded() - (h * x + c)) <= 1e-9 * (1.0 + h));
            }
}

TEST_CASE("a fixed variable and an equality row have multipliers of either sign, by which side would give") {
    // 1/2 |x|^2 on x1 = a and x2 = b as a row: what holds them pulls with a and with b.
    for (const double a : {-2.0, 2.0})
        for (const double b : {-3.0, 3.0}) {
            Problem problem = bowl(Vector(2));
            problem.lower[0] = problem.upper[0] = a;
            add_row(problem, {0.0, 1.0}, b, b);
            const Solution s = check_optimal(problem, {a, b});
            CHECK(rounded(s.multipliers) == Vector{b, a, 0.0});
            CHECK(s.active[1] == Activity::fixed);
            CHECK(s.active[0] == Activity::fixed);
        }
}
