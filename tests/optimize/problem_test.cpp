#include "restraint/optimize/problem.h"

#include <doctest/doctest.h>

#include <limits>

#include "../refusals.h"

using namespace restraint;
using namespace restraint::optimize;

TEST_CASE("the blank form is a well formed problem, also with no variables at all") {
    CHECK_NOTHROW(require_well_formed(unconstrained(0)));
    const Problem problem = unconstrained(2);
    CHECK_NOTHROW(require_well_formed(problem));
    CHECK(problem.is_linear());
    CHECK(problem.variables() == 2);
    CHECK(problem.rows.rows() == 0);
    CHECK(problem.lower == Vector{-infinity, -infinity});
    CHECK(problem.upper == Vector{infinity, infinity});
}

TEST_CASE("a problem whose parts do not fit is refused, and the parts are named") {
    tests::check_spoilt<Problem>(
        unconstrained(2), require_well_formed,
        {{[](Problem& p) { p.hessian = Matrix(3, 3); }, "the hessian is 3 x 3, but the cost has 2 entries"},
         {[](Problem& p) {
              p.hessian = Matrix{{1, 2}, {3, 10}};
          },
          "the hessian is not symmetric: entries (1, 0) and (0, 1) differ"},
         {[](Problem& p) { p.rows.begin_row(); },
          "row_lower has 0 entries, but a column of the constraints has 1"},
         {[](Problem& p) { p.lower = Vector(1); }, "lower has 1 entries, but the cost has 2"}});
}

TEST_CASE("the rounding of J W J' does not count as asymmetry") {
    Problem problem = unconstrained(2);
    problem.hessian = Matrix{{1, 1e-17}, {-1e-17, 1}};
    CHECK_NOTHROW(require_well_formed(problem));
    problem.hessian = Matrix{{1, 0.75}, {0.75 + 0x1p-53, 1}};  // a last bit
    CHECK_NOTHROW(require_well_formed(problem));
    problem.hessian = Matrix{{1, 0.75}, {0.75 + 0x1p-43, 1}};  // 1e-13
    CHECK_THROWS_WITH(require_well_formed(problem),
                      "the hessian is not symmetric: entries (1, 0) and (0, 1) differ");
}

TEST_CASE("NaN, and infinity where it has no meaning, are refused; absent and crossed sides are not") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    Problem good = unconstrained(1);
    good.rows.begin_row();
    good.rows.append(0, 2.0);
    good.row_lower = Vector{3};
    good.row_upper = Vector{1};
    CHECK_NOTHROW(require_well_formed(good));
    tests::check_spoilt<Problem>(
        good, require_well_formed,
        {{[=](Problem& p) { p.cost[0] = nan; }, "the cost of variable 0 is not finite"},
         {[](Problem& p) { p.constant = infinity; }, "the constant is not finite"},
         {[=](Problem& p) { p.hessian = Matrix{{nan}}; }, "the hessian holds a NaN or an infinity"},
         {[](Problem& p) { p.rows.append(0, infinity); }, "row 0 holds a NaN or an infinity"},
         {[](Problem& p) { p.row_lower[0] = infinity; }, "the lower side of row 0 is NaN or +infinity"},
         {[](Problem& p) { p.row_upper[0] = -infinity; }, "the upper side of row 0 is NaN or -infinity"},
         {[=](Problem& p) { p.upper[0] = nan; }, "the upper side of variable 0 is NaN or -infinity"}});
}

TEST_CASE("a status has the name that is printed") {
    CHECK(to_string(Status::optimal) == "optimal");
    CHECK(to_string(Status::not_convex) == "not_convex");
    CHECK(to_string(Status::iteration_limit) == "iteration_limit");
}
