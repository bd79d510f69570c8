#include "restraint/optimize/problem.h"

#include <doctest/doctest.h>

#include <limits>

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
    Problem problem = unconstrained(2);
    problem.hessian = Matrix(3, 3);
    CHECK_THROWS_WITH(require_well_formed(problem), "the hessian is 3 x 3, but the cost has 2 entries");
    problem.hessian = Matrix{{1, 2}, {3, 10}};
    CHECK_THROWS_WITH(require_well_formed(problem),
                      "the hessian is not symmetric: entries (1, 0) and (0, 1) differ");
    problem = unconstrained(2);
    problem.rows.begin_row();
    CHECK_THROWS_WITH(require_well_formed(problem),
                      "row_lower has 0 entries, but a column of the constraints has 1");
    problem = unconstrained(2);
    problem.lower = Vector(1);
    CHECK_THROWS_WITH(require_well_formed(problem), "lower has 1 entries, but the cost has 2");
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

    Problem bad = good;
    bad.cost[0] = nan;
    CHECK_THROWS_WITH(require_well_formed(bad), "the cost of variable 0 is not finite");
    bad = good;
    bad.constant = infinity;
    CHECK_THROWS_WITH(require_well_formed(bad), "the constant is not finite");
    bad = good;
    bad.hessian = Matrix{{nan}};
    CHECK_THROWS_WITH(require_well_formed(bad), "the hessian holds a NaN or an infinity");
    bad = good;
    bad.rows.append(0, infinity);
    CHECK_THROWS_WITH(require_well_formed(bad), "row 0 holds a NaN or an infinity");
    bad = good;
    bad.row_lower[0] = infinity;
    CHECK_THROWS_WITH(require_well_formed(bad), "the lower side of row 0 is NaN or +infinity");
    bad = good;
    bad.row_upper[0] = -infinity;
    CHECK_THROWS_WITH(require_well_formed(bad), "the upper side of row 0 is NaN or -infinity");
    bad = good;
    bad.upper[0] = nan;
    CHECK_THROWS_WITH(require_well_formed(bad), "the upper side of variable 0 is NaN or -infinity");
}

TEST_CASE("a status has the name that is printed") {
    CHECK(to_string(Status::optimal) == "optimal");
    CHECK(to_string(Status::not_convex) == "not_convex");
    CHECK(to_string(Status::iteration_limit) == "iteration_limit");
}
