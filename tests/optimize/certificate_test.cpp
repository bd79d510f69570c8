#include "restraint/optimize/certificate.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "../reach.h"
#include "restraint/linalg/matrix.h"
#include "restraint/optimize/quadratic_program.h"
#include "restraint/optimize/simplex.h"

using namespace restraint;
using namespace restraint::optimize;

namespace {

/// minimise 1/2 (x1^2 + x2^2) - 3 x1 - x2 + 5  subject to  x1 + x2 <= 2,  x1 <= 10,  x2 >= 0.
///
/// The free optimum (3, 1) is moved along (1, 1) back to the line: x = (2, 0), where x2 >= 0 holds by itself:
/// gradient (2 - 3, 0 - 1) = (-1, -1) = y (1, 1) with y = -1, z = 0. Objective 2 - 6 + 5 = 1.
Problem parabola() {
    Problem problem = unconstrained(2);
    problem.hessian = identity(2);
    problem.cost = Vector{-3, -1};
    problem.constant = 5.0;
    add_row(problem, {1, 1}, -infinity, 2);
    problem.upper[0] = 10;
    problem.lower[1] = 0;
    return problem;
}

Solution parabola_answer() {
    Solution answer;
    answer.status = Status::optimal;
    answer.x = Vector{2, 0};
    answer.multipliers = {-1.0, 0.0, 0.0};
    answer.objective = 1.0;
    return answer;
}

bool accepted(const Problem& problem, const Solution& answer) {
    return certified(problem, answer).status == answer.status;
}

/// How far a proof in doubles reaches.
double farkas(const Problem& problem, const Vector& rows, const Vector& bounds) {
    PreciseVector all(rows.begin(), rows.end());
    all.insert(all.end(), bounds.begin(), bounds.end());
    return farkas_reach(problem, all);
}
double ray(const Problem& problem, const Vector& x, const Vector& d) {
    return ray_reach(problem, x, PreciseVector(d.begin(), d.end()));
}

}  // namespace

TEST_CASE("the right answer has no residual at all") {
    const Residuals residuals = kkt_residuals(parabola(), parabola_answer());
    CHECK(residuals.primal == 0.0);
    CHECK(residuals.dual == 0.0);
    CHECK(residuals.complementarity == 0.0);
    CHECK(accepted(parabola(), parabola_answer()));
}

TEST_CASE("a point outside is measured by the terms of the row that it violates") {
    Solution answer = parabola_answer();
    answer.x = Vector{3, 1};  // the free optimum: 4 <= 2 fails by 2, over |3| + |1| + |2| + 1 = 7
    CHECK(kkt_residuals(parabola(), answer).primal == 2.0 / 7.0);
    answer.x = Vector{2, -0.5};  // x2 >= 0 fails by 0.5, over 0.5 + 0 + 1
    CHECK(kkt_residuals(parabola(), answer).primal == 0.5 / 1.5);
}

TEST_CASE("a multiplier that does not balance the gradient shows in the dual residual") {
    Solution answer = parabola_answer();
    answer.multipliers = {-0.5, 0.0, 0.0};
    // Entry 0: 2 - 3 + 0.5 = -0.5 over 2 + 3 + 0.5 + 0 + 1; entry 1: 0 - 1 + 0.5 over 0 + 1 + 0.5 + 0 + 1.
    CHECK(kkt_residuals(parabola(), answer).dual == 0.5 / 2.5);
    CHECK_FALSE(accepted(parabola(), answer));
}

TEST_CASE("a multiplier of the wrong sign leans on a side that is absent") {
    // x1 + x2 >= 2 would have y = +1 at a maximum; here that side does not exist.
    Problem problem = parabola();
    problem.cost = Vector{-1, 1};  // gradient at (2, 0): (1, 1) = +1 (1, 1)
    Solution answer = parabola_answer();
    answer.multipliers = {1.0, 0.0, 0.0};
    answer.objective = 2.0 - 2.0 + 5.0;
    // The sum vanishes, but both entries owe 1 to the multiplier: over 2 + 1 + 1 + 0 + 1 and 0 + 1 + 1 + 0
    // + 1.
    CHECK(kkt_residuals(problem, answer).dual == 1.0 / 3.0);
    CHECK_FALSE(accepted(problem, answer));

    // The same with a bound: x1 has no lower side for z1 > 0.
    answer.multipliers = {0.0, 1.0, 1.0};
    CHECK(kkt_residuals(problem, answer).dual == 1.0 / 5.0);
}

TEST_CASE("a multiplier on a side that is there but not active shows as a gap") {
    // (1, 0) is feasible and its gradient (-2, -1) is balanced by z = (-2, -1) and by others; but x1 <= 10 is
    // not active: the bound 10 promises 2 * (10 - 1) more than there is.
    Problem problem = parabola();
    problem.upper[1] = 0;  // x2 fixed at 0
    Solution answer = parabola_answer();
    answer.x = Vector{1, 0};
    answer.multipliers = {0.0, -2.0, -1.0};
    answer.objective = 0.5 - 3.0 + 5.0;
    const Residuals residuals = kkt_residuals(problem, answer);
    CHECK(residuals.primal == 0.0);
    CHECK(residuals.dual == 0.0);
    CHECK(residuals.complementarity == 18.0 / 3.5);
    CHECK_FALSE(accepted(problem, answer));
}

TEST_CASE("an objective that is not that of x is refused") {
    Solution answer = parabola_answer();
    answer.objective = 0.0;
    CHECK(kkt_residuals(parabola(), answer).complementarity == 0.5);
}

TEST_CASE("an answer that is off by 1e-7 is refused, one that is off by rounding is taken") {
    Solution answer = parabola_answer();
    answer.x = Vector{2.0 + 1e-7, 0.0};
    CHECK_FALSE(accepted(parabola(), answer));
    answer.x = Vector{2.0 + 1e-15, -1e-15};
    CHECK(accepted(parabola(), answer));
}

TEST_CASE("NaN anywhere in an answer makes its residual infinite") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    Solution answer = parabola_answer();
    answer.x[1] = nan;
    CHECK(kkt_residuals(parabola(), answer).worst() == infinity);
    answer = parabola_answer();
    answer.x[0] = infinity;
    CHECK(kkt_residuals(parabola(), answer).worst() == infinity);
    answer = parabola_answer();
    answer.multipliers[0] = nan;
    CHECK(kkt_residuals(parabola(), answer).worst() == infinity);
    answer = parabola_answer();
    answer.objective = nan;
    CHECK_FALSE(accepted(parabola(), answer));
}

TEST_CASE("an answer of the wrong length is the caller's mistake") {
    Solution answer = parabola_answer();
    answer.x = Vector(3);
    CHECK_THROWS_WITH(kkt_residuals(parabola(), answer), "x has 3 entries, but the cost has 2");
    answer = parabola_answer();
    answer.multipliers = {-1.0, 0.0};
    CHECK_THROWS_WITH(certified(parabola(), answer),
                      "the list of multipliers has 2 entries, but that of rows and bounds has 3");
}

TEST_CASE("Farkas: x1 + x2 >= 3 cannot be met below x1 <= 1, x2 <= 1") {
    Problem problem = unconstrained(2);
    add_row(problem, {1, 1}, 3, infinity);
    problem.upper = Vector{1, 1};
    // 1 (x1 + x2) - 1 x1 - 1 x2 = 0, but the sides add up to 3 - 1 - 1 = 1.
    CHECK(farkas(problem, Vector{1}, Vector{-1, -1}) == infinity);
    // Half a proof is completed by the box itself; a proof of the wrong sign, or of nothing, proves nothing.
    CHECK(farkas(problem, Vector{1}, Vector{0, 0}) == infinity);
    CHECK(farkas(problem, Vector{-1}, Vector{1, 1}) == 0.0);
    CHECK(farkas(problem, Vector{0}, Vector{0, 0}) == 0.0);
    CHECK(farkas(problem, Vector{1}, Vector{1, 1}) == 0.0);  // lower bounds are absent
    CHECK(farkas(problem, Vector{std::numeric_limits<double>::quiet_NaN()}, Vector{0, 0}) == 0.0);
    // With x2 <= 2 the problem has the one point (1, 2): sides add up to 3 - 1 - 2 = 0.
    problem.upper[1] = 2;
    CHECK(farkas(problem, Vector{1}, Vector{-1, -1}) == 0.0);
    // By a hair: the last bit of 2 is enough if the proof is exact.
    problem.upper[1] = 2.0 - 0x1p-52;
    CHECK(farkas(problem, Vector{1}, Vector{-1, -1}) == infinity);
}

TEST_CASE("Farkas: a leftover is paid for by the bounds, or says how far the proof reaches") {
    // x1 - x2 >= 1 and x1 - 3/4 x2 <= 0: the difference leaves -1/4 x2 >= 1, which x2 = -4 meets. The largest
    // side, 1, makes 1 the natural size.
    Problem problem = unconstrained(2);
    add_row(problem, {1, -1}, 1, infinity);
    add_row(problem, {1, -0.75}, -infinity, 0);
    CHECK(farkas(problem, Vector{1, -1}, Vector{0, 0}) == 4.0);
    problem.lower[1] = -4.5;  // -4 is still in the box
    CHECK(farkas(problem, Vector{1, -1}, Vector{0, 0}) == 0.0);
    problem.lower[1] = -3.5;  // -1/4 x2 <= 7/8 < 1
    CHECK(farkas(problem, Vector{1, -1}, Vector{0, 0}) == infinity);
    // Two leftovers share: 1/4 x1 - 1/4 x2 >= 1 is met within 2 by (2, -2), not below.
    problem.lower[1] = -infinity;
    problem.rows = SparseRows(2);
    problem.row_lower = problem.row_upper = Vector();
    add_row(problem, {1, -1}, 1, infinity);
    add_row(problem, {0.75, -0.75}, -infinity, 0);
    CHECK(farkas(problem, Vector{1, -1}, Vector{0, 0}) == 2.0);
}

TEST_CASE("Farkas: nearly parallel rows are feasible far away: at (-1/angle, -1/angle), and not nearer") {
    for (double angle : {0x1p-10, 0x1p-20, 0x1p-29, 0x1p-30, 0x1p-40}) {
        CAPTURE(angle);
        Problem problem = unconstrained(2);
        add_row(problem, {1, -1 - angle}, 1, infinity);
        add_row(problem, {1, -1}, -infinity, 0);
        CHECK(farkas(problem, Vector{1, -1}, Vector{0, 0}) == 1.0 / angle);
        // `infeasible` is said from 1e9 sizes on: 2^30 is 1.07e9.
        Solution answer;
        answer.status = Status::infeasible;
        answer.farkas = {1.0, -1.0, 0.0, 0.0};
        CHECK(accepted(problem, answer) == (angle <= 0x1p-30));
        CHECK(certified(problem, answer).reach == 1.0 / angle);
    }
    Problem problem = unconstrained(2);
    add_row(problem, {1, -1}, 1, infinity);
    add_row(problem, {1, -1}, -infinity, 0);
    CHECK(farkas(problem, Vector{1, -1}, Vector{0, 0}) == infinity);
}

TEST_CASE("Farkas: terms that cancel do not make a proof of a small rest") {
    // x - y = 0 twice and x >= 1: (1, -1, 1e-12) leaves 1e-12 x >= 1e-12, which x = 1 satisfies.
    Problem problem = unconstrained(2);
    add_row(problem, {1, -1}, 0, 0);
    add_row(problem, {1, -1}, 0, 0);
    add_row(problem, {1, 0}, 1, infinity);
    CHECK(farkas(problem, Vector{1, -1, 1e-12}, Vector{0, 0}) == 1.0);
}

TEST_CASE(
    "Farkas: what doubles leave on a free variable reaches 1e15 sizes, more digits 1e30, in any units") {
    // a1 x1 + a2 x2 >= 1 and b1 x1 + b2 x2 <= 1/2 with b about 5 a: a third row -x2 = 0 takes up a2 and b2,
    // and 1, -a1/b1 leave what rounding of the quotient leaves; the sides 1 - a1/b1 / 2 = 0.9.
    for (double units : {0x1p-20, 1.0, 0x1p20}) {
        CAPTURE(units);
        Problem problem = unconstrained(1);
        const double a = units / 3.0, b = units * 5.0 / 3.0 * (1.0 + 1e-3);
        add_row(problem, {a}, 1, infinity);
        add_row(problem, {b}, -infinity, 0.5);
        const TwoDoubles quotient = TwoDoubles(a) / b;
        const double in_doubles = farkas(problem, Vector{1, -quotient.value}, Vector{0});
        CHECK(in_doubles > 1e15);
        CHECK(in_doubles < 1e18);
        CHECK(farkas_reach(problem, {1.0, -quotient, 0.0}) > 1e30);
        // A multiplier that is off by 1e-8 of 0.2 leaves 1e-8 of x1 and reaches 0.9e8 sizes of 1/2.
        CHECK(farkas(problem, Vector{1, -quotient.value * (1.0 + 1e-8)}, Vector{0}) < 3e8);
    }
}

TEST_CASE("Farkas: a bound of 1e20 counts as none, one of 1e19 stops its variable") {
    for (const double bound : {1e19, 1e20}) {
        Problem problem = unconstrained(1);
        add_row(problem, {1}, 1, infinity);
        add_row(problem, {1.0 - 0x1p-50}, -infinity, 0.5);
        problem.upper[0] = bound;
        // 1 and -1 leave 2^-50 x >= 1/2: x = 2^49 is in either box. As a free variable it is 2^49 sizes away.
        CHECK(farkas(problem, Vector{1, -1}, Vector{0}) == (bound < 1e20 ? 0.0 : 0x1p49));
    }
}

TEST_CASE("Farkas: what is left must be more than the errors of the sums") {
    // x >= 1/3 + 2^52 and x <= 1/3 with the multipliers 1/3 and -1/3 - 2^-106: the margin, 2^52/3, is clear;
    // what is left of x is 2^-106 to within the error of its sum.
    Problem problem = unconstrained(1);
    add_row(problem, {1}, 0x1p52 + 1.0, infinity);
    add_row(problem, {1}, -infinity, 0x1p52);
    // 1 (2^52 + 1) - 1 2^52 = 1, exactly.
    CHECK(farkas(problem, Vector{1, -1}, Vector{0}) == infinity);
    // 1/3 is a double and a rest of 2^-54/3. The rest counts twice in each of two products with 1, so that
    // the error of r is 2 * 2 terms * 2^-52 * 4 * 2^-54/3 = 2^-102/3. At 2^50 natural sizes, of 2^52 each,
    // that is 1/3: the margin, but for the error of its own sum, which is below 2^-40.
    const TwoDoubles third = TwoDoubles(1.0) / 3.0;
    CHECK(farkas_reach(problem, {third, -third, 0.0}) <= 0x1p50);
    CHECK(farkas_reach(problem, {third, -third, 0.0}) > (1.0 - 0x1p-40) * 0x1p50);
    problem.row_lower[0] = 0x1p52;
    CHECK(farkas_reach(problem, {third, -third, 0.0}) == 0.0);
    // r = third - third + e for e = 2^-110 of the third row x >= 0: below the error of r, so that the sign of
    // r is not known, and the bound x <= 1 stops nothing where x >= -infinity.
    problem.row_lower[0] = 0x1p52 + 1.0;
    add_row(problem, {1}, 0, infinity);
    problem.upper[0] = 0x1p60;
    const double reach = farkas_reach(problem, {third, -third, 0x1p-110, 0.0});
    CHECK(reach < infinity);
    CHECK(reach > 1e9);
    problem.lower[0] = -0x1p60;
    CHECK(farkas_reach(problem, {third, -third, 0x1p-110, 0.0}) == infinity);
}

TEST_CASE("what only the rounding of a problem's own numbers says is no proof: 1/10 + 2/10 = 3/10") {
    // As doubles 0.1 + 0.2 - 0.3 is 2^-55.
    SUBCASE("x = 0.1, y = 0.2 and x + y = 0.3") {
        Problem problem = unconstrained(2);
        add_row(problem, {1, 0}, 0.1, 0.1);
        add_row(problem, {0, 1}, 0.2, 0.2);
        add_row(problem, {1, 1}, 0.3, 0.3);
        CHECK(farkas(problem, Vector{1, 1, -1}, Vector{0, 0}) == infinity);
        Solution answer;
        answer.status = Status::infeasible;
        answer.farkas = {1.0, 1.0, -1.0, 0.0, 0.0};
        CHECK(certified(problem, answer).status == Status::numerical);
        CHECK(solve_linear(problem).status == Status::optimal);
        CHECK(solve_quadratic(problem).status == Status::optimal);
        // 2^-40 less is no rounding.
        problem.row_lower[2] = problem.row_upper[2] = 0.3 - 0x1p-40;
        CHECK(certified(problem, answer).status == Status::infeasible);
        CHECK(solve_linear(problem).status == Status::infeasible);
    }
    SUBCASE("x = y = z at the cost 0.3 z - 0.1 x - 0.2 y") {
        Problem problem = unconstrained(3);
        problem.cost = Vector{-0.1, -0.2, 0.3};
        add_row(problem, {1, -1, 0}, 0, 0);
        add_row(problem, {0, 1, -1}, 0, 0);
        CHECK(ray_reach(problem, Vector(3), {1.0, 1.0, 1.0}) == infinity);
        Solution answer;
        answer.status = Status::unbounded;
        answer.x = Vector(3);
        answer.ray = {1.0, 1.0, 1.0};
        CHECK(certified(problem, answer).status == Status::numerical);
        for (const Solution& solution : {solve_linear(problem), solve_quadratic(problem)}) {
            CHECK(solution.status == Status::optimal);
            CHECK(std::abs(solution.objective) <= 1e-15);  // 2^-55 x with x about 1, or nearer 0
        }
    }
}

TEST_CASE("Farkas: crossed sides are a proof of their own") {
    Problem problem = unconstrained(2);
    add_row(problem, {1, 1}, 2, 1);
    add_row(problem, {1, 2}, 0, 0);
    problem.lower[1] = 3;
    problem.upper[1] = 2;
    CHECK(farkas(problem, Vector{1, 0}, Vector{0, 0}) == infinity);
    CHECK(farkas(problem, Vector{0, 0}, Vector{0, 1}) == infinity);
    CHECK(farkas(problem, Vector{0, 0}, Vector{0, -1}) == infinity);
    CHECK(farkas(problem, Vector{0, 1}, Vector{0, 0}) == 0.0);
    // An empty row that asks for something: 0 >= 1.
    problem = unconstrained(0);
    add_row(problem, {}, 1, infinity);
    CHECK(farkas(problem, Vector{1}, Vector{}) == infinity);
    CHECK(farkas(problem, Vector{-1}, Vector{}) == 0.0);
}

TEST_CASE("a ray: x1 and x2 grow together while x1 - x2 stays, and -x1 falls for ever") {
    Problem problem = unconstrained(2);
    problem.cost = Vector{-1, 0};
    add_row(problem, {1, -1}, 0, 4);
    problem.lower = Vector{0, 0};
    CHECK(ray(problem, Vector{3, 2}, Vector{1, 1}) == infinity);
    CHECK(ray(problem, Vector{3, 2}, Vector{-1, -1}) == 0.0);  // uphill
    CHECK(ray(problem, Vector{3, 2}, Vector{0, 0}) == 0.0);    // nowhere
    CHECK(ray(problem, Vector{3, 2}, Vector{1, 0}) == 1.0);    // out through x1 - x2 <= 4, whose y would be 1
    CHECK(ray(problem, Vector{-1, -1}, Vector{1, 1}) == 0.0);  // from outside
    CHECK(ray(problem, Vector{3, 2}, Vector{1, 1.0 + 0x1p-29}) ==
          0x1p29);  // out through x1 - x2 >= 0, slowly
    CHECK(ray(problem, Vector{3, 2}, Vector{1, 1.0 + 0x1p-52}) == 0x1p52);
    CHECK(ray(problem, Vector{3, 2}, Vector{std::numeric_limits<double>::quiet_NaN(), 1}) == 0.0);
    problem.upper[1] = 1e9;  // the way ends there
    CHECK(ray(problem, Vector{3, 2}, Vector{1, 1}) == 1.0);
}

TEST_CASE("a ray of 1e12 that leaves a row by 1 proves nothing: min -z is bounded by x - y - z >= -5") {
    Problem problem = unconstrained(3);
    problem.cost = Vector{0, 0, -1};
    add_row(problem, {1, -1, 0}, 0, 0);
    add_row(problem, {1, -1, -1}, -5, infinity);
    problem.lower = Vector{0, 0, 0};
    // y = 1 on the second row is the multiplier of the optimum z = 5.
    CHECK(ray(problem, Vector{0, 0, 0}, Vector{1e12, 1e12, 1}) == 1.0);
}

TEST_CASE("a ray of a quadratic program must not be curved") {
    // 1/2 (x1 - x2)^2 - x1 - x2 falls for ever along (1, 1) and nowhere else.
    Problem problem = unconstrained(2);
    problem.hessian = Matrix{{1, -1}, {-1, 1}};
    problem.cost = Vector{-1, -1};
    CHECK(ray(problem, Vector{0, 0}, Vector{1, 1}) == infinity);
    // -c'd = 1, Hd = (1, -1).
    CHECK(ray(problem, Vector{0, 0}, Vector{1, 0}) == 0.5);
    Solution answer;
    answer.status = Status::unbounded;
    answer.x = Vector{0, 0};
    answer.ray = {1.0, 1.0};
    CHECK(accepted(problem, answer));
    CHECK(certified(problem, answer).reach == infinity);
    answer.ray = {1.0, 1.0 + 0x1p-20};  // 2 over 2^-20 twice
    CHECK(certified(problem, answer).status == Status::numerical);
    CHECK(certified(problem, answer).reach == doctest::Approx(0x1p20).epsilon(1e-6));
}

TEST_CASE("a flat direction that was not followed to its distant bound is no optimum") {
    // min -1e-9 x0 + 1/2 x1^2, 0 <= x0 <= 1e12: the optimum is -1000. At (1, 0) all but the gap is small.
    Problem problem = unconstrained(2);
    problem.hessian = Matrix{{0, 0}, {0, 1}};
    problem.cost = Vector{-1e-9, 0};
    problem.lower[0] = 0;
    problem.upper[0] = 1e12;
    Solution answer;
    answer.status = Status::optimal;
    answer.x = Vector{1, 0};
    answer.multipliers = {0.0, 0.0};
    answer.objective = -1e-9;
    const double gap = (1000.0 - 1e-9) / (1.0 + 1e-9);
    CHECK(std::abs(kkt_residuals(problem, answer).complementarity - gap) <= 1e-12);
    CHECK_FALSE(accepted(problem, answer));
    answer.x = Vector{1e12, 0};
    answer.objective = -1000;
    answer.multipliers = {-1e-9, 0.0};
    CHECK(accepted(problem, answer));
}

TEST_CASE("what claims nothing needs no proof") {
    Solution answer;
    answer.status = Status::iteration_limit;
    CHECK(certified(parabola(), answer).status == Status::iteration_limit);
    answer.status = Status::not_convex;
    CHECK(certified(parabola(), answer).status == Status::not_convex);
}
