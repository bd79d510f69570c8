#include "restraint/optimize/certificate.h"

#include <doctest/doctest.h>

#include <limits>

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
    answer.row_multipliers = Vector{-1};
    answer.bound_multipliers = Vector{0, 0};
    answer.objective = 1.0;
    return answer;
}

bool accepted(const Problem& problem, const Solution& answer) {
    return certified(problem, answer).status == answer.status;
}

bool proves_infeasible(const Problem& problem, const Vector& rows, const Vector& bounds) {
    return farkas_residual(problem, rows, bounds) <= certificate_tolerance;
}

bool proves_unbounded(const Problem& problem, const Vector& x, const Vector& ray) {
    return ray_residual(problem, x, ray) <= certificate_tolerance;
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
    answer.row_multipliers = Vector{-0.5};
    // Entry 0: 2 - 3 + 0.5 = -0.5 over 2 + 3 + 0.5 + 0 + 1; entry 1: 0 - 1 + 0.5 over 0 + 1 + 0.5 + 0 + 1.
    CHECK(kkt_residuals(parabola(), answer).dual == 0.5 / 2.5);
    CHECK_FALSE(accepted(parabola(), answer));
}

TEST_CASE("a multiplier of the wrong sign leans on a side that is absent") {
    // x1 + x2 >= 2 would have y = +1 at a maximum; here that side does not exist.
    Problem problem = parabola();
    problem.cost = Vector{-1, 1};  // gradient at (2, 0): (1, 1) = +1 (1, 1)
    Solution answer = parabola_answer();
    answer.row_multipliers = Vector{1};
    answer.objective = 2.0 - 2.0 + 5.0;
    // The sum vanishes, but both entries owe 1 to the multiplier: over 2 + 1 + 1 + 0 + 1 and 0 + 1 + 1 + 0
    // + 1.
    CHECK(kkt_residuals(problem, answer).dual == 1.0 / 3.0);
    CHECK_FALSE(accepted(problem, answer));

    // The same with a bound: x1 has no lower side for z1 > 0.
    answer.row_multipliers = Vector{0};
    answer.bound_multipliers = Vector{1, 1};
    CHECK(kkt_residuals(problem, answer).dual == 1.0 / 5.0);
}

TEST_CASE("a multiplier on a side that is there but not active shows as a gap") {
    // (1, 0) is feasible and its gradient (-2, -1) is balanced by z = (-2, -1) and by others; but x1 <= 10 is
    // not active: the bound 10 promises 2 * (10 - 1) more than there is.
    Problem problem = parabola();
    problem.upper[1] = 0;  // x2 fixed at 0
    Solution answer = parabola_answer();
    answer.x = Vector{1, 0};
    answer.row_multipliers = Vector{0};
    answer.bound_multipliers = Vector{-2, -1};
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
    answer.row_multipliers[0] = nan;
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
    answer.row_multipliers = Vector{};
    CHECK_THROWS_AS(certified(parabola(), answer), std::invalid_argument);
}

TEST_CASE("Farkas: x1 + x2 >= 3 cannot be met below x1 <= 1, x2 <= 1") {
    Problem problem = unconstrained(2);
    add_row(problem, {1, 1}, 3, infinity);
    problem.upper = Vector{1, 1};
    // 1 (x1 + x2) - 1 x1 - 1 x2 = 0, but the sides add up to 3 - 1 - 1 = 1.
    CHECK(farkas_residual(problem, Vector{1}, Vector{-1, -1}) == 0.0);
    // Half a proof is completed by the box itself; a proof of the wrong sign, or of nothing, proves nothing.
    CHECK(farkas_residual(problem, Vector{1}, Vector{0, 0}) == 0.0);
    CHECK(farkas_residual(problem, Vector{-1}, Vector{1, 1}) == 1.0);
    CHECK(farkas_residual(problem, Vector{0}, Vector{0, 0}) == 1.0);
    CHECK(farkas_residual(problem, Vector{1}, Vector{1, 1}) == 1.0);  // lower bounds are absent
    CHECK(farkas_residual(problem, Vector{std::numeric_limits<double>::quiet_NaN()}, Vector{0, 0}) == 1.0);
    // With x2 <= 2 the problem has the one point (1, 2): sides add up to 3 - 1 - 2 = 0.
    problem.upper[1] = 2;
    CHECK(farkas_residual(problem, Vector{1}, Vector{-1, -1}) == 1.0);
    // By a hair: the last bit of 2 is enough if the proof is exact.
    problem.upper[1] = 2.0 - 0x1p-52;
    CHECK(farkas_residual(problem, Vector{1}, Vector{-1, -1}) == 0.0);
}

TEST_CASE("Farkas: a leftover is paid for by the bounds, or refused where there are none") {
    // x1 - x2 >= 1 and x1 - 0.9 x2 <= 0: the difference leaves -0.1 x2 >= 1, which x2 = -10 meets.
    Problem problem = unconstrained(2);
    add_row(problem, {1, -1}, 1, infinity);
    add_row(problem, {1, -0.9}, -infinity, 0);
    CHECK(farkas_residual(problem, Vector{1, -1}, Vector{0, 0}) > 0.01);
    problem.lower[1] = -11;  // -10 is still in the box
    CHECK(farkas_residual(problem, Vector{1, -1}, Vector{0, 0}) == 1.0);
    problem.lower[1] = -9;  // -0.1 x2 <= 0.9 < 1
    CHECK(farkas_residual(problem, Vector{1, -1}, Vector{0, 0}) == 0.0);
}

TEST_CASE("Farkas: nearly parallel rows are feasible far away, and no proof says otherwise") {
    for (double angle : {1e-3, 1e-6, 1e-9, 1e-10, 1e-11}) {
        CAPTURE(angle);
        Problem problem = unconstrained(2);
        add_row(problem, {1, -1 - angle}, 1, infinity);
        add_row(problem, {1, -1}, -infinity, 0);  // (-1/angle, -1/angle) is feasible
        CHECK_FALSE(proves_infeasible(problem, Vector{1, -1}, Vector{0, 0}));
    }
    Problem problem = unconstrained(2);
    add_row(problem, {1, -1}, 1, infinity);
    add_row(problem, {1, -1}, -infinity, 0);
    CHECK(farkas_residual(problem, Vector{1, -1}, Vector{0, 0}) == 0.0);
}

TEST_CASE("Farkas: what rounding leaves on a free variable is excused, in any units") {
    // x1/3 + x2/7 >= 1 and 5 x1/3 + 5 x2/7 <= 4 with free variables: 5 times the first less the second leaves
    // what rounding of 5/3 and 5/7 leaves, and 5 - 4 = 1 on the side.
    for (double units : {1e-6, 1.0, 1e6}) {
        CAPTURE(units);
        Problem problem = unconstrained(2);
        add_row(problem, {units / 3.0, 1.0 / 7.0}, 1, infinity);
        add_row(problem, {5.0 * (units / 3.0), 5.0 / 7.0}, -infinity, 4);
        CHECK(proves_infeasible(problem, Vector{5, -1}, Vector{0, 0}));
        // A multiplier that is off by 1e-8 is not rounding.
        CHECK_FALSE(proves_infeasible(problem, Vector{5.0 + 1e-8, -1}, Vector{0, 0}));
    }
}

TEST_CASE("Farkas: rounding on a variable with a huge bound is judged as on a free one") {
    // As above; absorbing 1e-16 by the bound 1e20 would cost 1e4 and leave nothing of 1.
    Problem problem = unconstrained(2);
    add_row(problem, {1.0 / 3.0, 1.0 / 7.0}, 1, infinity);
    add_row(problem, {5.0 / 3.0, 5.0 / 7.0}, -infinity, 4);
    problem.lower = Vector{-1e20, -1e20};
    problem.upper = Vector{1e20, 1e20};
    CHECK(proves_infeasible(problem, Vector{5, -1}, Vector{0, 0}));
}

TEST_CASE("Farkas: what is left of large terms must be more than their rounding") {
    const double unit = 1.0 / static_cast<double>(std::numeric_limits<long double>::epsilon());
    // x >= u/4, x + y <= u/4, y >= left: three terms of the sides, 2 * 3 roundings of u/2, so 3.
    for (const bool is_enough : {false, true}) {
        Problem problem = unconstrained(2);
        add_row(problem, {1, 0}, unit / 4, infinity);
        add_row(problem, {1, 1}, -infinity, unit / 4);
        add_row(problem, {0, 1}, is_enough ? 4 : 2, infinity);
        CHECK(farkas_residual(problem, Vector{1, -1, 1}, Vector{0, 0}) == (is_enough ? 0.0 : 1.0));
    }
    // u/8 x >= 0 and (u/8 - 2^24) x <= -2^24 - left leave 2^24 x >= 2^24 + left, beyond x <= 1; but 2^24 is
    // known to 2 * 2 roundings of u/4, so 1.
    for (const bool is_enough : {false, true}) {
        Problem problem = unconstrained(1);
        add_row(problem, {unit / 8}, 0, infinity);
        add_row(problem, {unit / 8 - 0x1p24}, -infinity, -0x1p24 - (is_enough ? 2 : 0.5));
        problem.upper[0] = 1;
        CHECK(farkas_residual(problem, Vector{1, -1}, Vector{0}) == (is_enough ? 0.0 : 1.0));
    }
}

TEST_CASE("Farkas: crossed sides are a proof of their own") {
    Problem problem = unconstrained(2);
    add_row(problem, {1, 1}, 2, 1);
    add_row(problem, {1, 2}, 0, 0);
    problem.lower[1] = 3;
    problem.upper[1] = 2;
    CHECK(farkas_residual(problem, Vector{1, 0}, Vector{0, 0}) == 0.0);
    CHECK(farkas_residual(problem, Vector{0, 0}, Vector{0, 1}) == 0.0);
    CHECK(farkas_residual(problem, Vector{0, 0}, Vector{0, -1}) == 0.0);
    CHECK(farkas_residual(problem, Vector{0, 1}, Vector{0, 0}) == 1.0);
    // An empty row that asks for something: 0 >= 1.
    problem = unconstrained(0);
    add_row(problem, {}, 1, infinity);
    CHECK(farkas_residual(problem, Vector{1}, Vector{}) == 0.0);
    CHECK(farkas_residual(problem, Vector{-1}, Vector{}) == 1.0);
}

TEST_CASE("a ray: x1 and x2 grow together while x1 - x2 stays, and -x1 falls for ever") {
    Problem problem = unconstrained(2);
    problem.cost = Vector{-1, 0};
    add_row(problem, {1, -1}, 0, 4);
    problem.lower = Vector{0, 0};
    CHECK(ray_residual(problem, Vector{3, 2}, Vector{1, 1}) == 0.0);
    CHECK(ray_residual(problem, Vector{3, 2}, Vector{-1, -1}) == 1.0);        // uphill
    CHECK(ray_residual(problem, Vector{3, 2}, Vector{0, 0}) == 1.0);          // nowhere
    CHECK(ray_residual(problem, Vector{3, 2}, Vector{1, 0}) == 1.0);          // out through x1 - x2 <= 4
    CHECK(ray_residual(problem, Vector{-1, -1}, Vector{1, 1}) == 1.0 / 2.0);  // from outside
    CHECK_FALSE(proves_unbounded(problem, Vector{3, 2},
                                 Vector{1, 1.0 + 1e-9}));  // out through x1 - x2 >= 0, far away
    CHECK(proves_unbounded(problem, Vector{3, 2}, Vector{1, 1.0 + 0x1p-52}));
    CHECK(ray_residual(problem, Vector{3, 2}, Vector{std::numeric_limits<double>::quiet_NaN(), 1}) == 1.0);
    problem.upper[1] = 1e9;  // the way ends there
    CHECK(ray_residual(problem, Vector{3, 2}, Vector{1, 1}) == 1.0);
}

TEST_CASE("a ray of a quadratic program must not be curved") {
    // 1/2 (x1 - x2)^2 - x1 - x2 falls for ever along (1, 1) and nowhere else.
    Problem problem = unconstrained(2);
    problem.hessian = Matrix{{1, -1}, {-1, 1}};
    problem.cost = Vector{-1, -1};
    CHECK(ray_residual(problem, Vector{0, 0}, Vector{1, 1}) == 0.0);
    CHECK(ray_residual(problem, Vector{0, 0}, Vector{1, 0}) == 1.0);
    CHECK_FALSE(proves_unbounded(problem, Vector{0, 0}, Vector{1, 1.0 + 1e-8}));
    Solution answer;
    answer.status = Status::unbounded;
    answer.x = Vector{0, 0};
    answer.ray = Vector{1, 1};
    CHECK(accepted(problem, answer));
    answer.ray = Vector{1, 0.5};
    CHECK(certified(problem, answer).status == Status::numerical);
}

TEST_CASE("what claims nothing needs no proof") {
    Solution answer;
    answer.status = Status::iteration_limit;
    CHECK(certified(parabola(), answer).status == Status::iteration_limit);
    answer.status = Status::not_convex;
    CHECK(certified(parabola(), answer).status == Status::not_convex);
}
