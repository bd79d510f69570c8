#include <doctest/doctest.h>

#include <cmath>

#include "../matrices.h"
#include "../refusals.h"
#include "restraint/optimize/active_set.h"
#include "restraint/optimize/problem.h"
#include "restraint/optimize/scale.h"
#include "restraint/optimize/tolerances.h"

using namespace restraint;
using namespace restraint::optimize;

// Facts on either side of a limit.

TEST_CASE("a hessian is symmetric up to 1e-14 of its entries, or of the diagonal where that is larger") {
    const auto refused = [](const Matrix& hessian) {
        Problem problem = unconstrained(2);
        problem.hessian = hessian;
        try {
            require_well_formed(problem);
            return false;
        } catch (const std::invalid_argument&) {
            return true;
        }
    };
    for (const double d : {0.9e-14, -0.9e-14, 1.1e-14, -1.1e-14}) {
        const bool is_more = std::abs(d) > 1e-14;
        CHECK(refused({{4, 1}, {1 + 20 * d, 100}}) == is_more);  // sqrt(4 100) = 20
        CHECK(refused({{4, -1 - 20 * d}, {-1, 100}}) == is_more);
        CHECK(refused({{4, 512}, {512 + 512 * d, 100}}) == is_more);  // the entries themselves
    }
}

TEST_CASE("parts of a problem that do not fit are each refused by name") {
    const auto with = [](auto change) {
        return [change] {
            Problem problem = unconstrained(2);
            add_row(problem, {1, 2}, 0.0, 1.0);
            change(problem);
            require_well_formed(problem);
        };
    };
    tests::check_refused({
        {with([](Problem& p) {
             p.rows = SparseRows(3);
             p.rows.begin_row();
         }),
         "a row of the constraint matrix has 3 entries, but the cost has 2"},
        {with([](Problem& p) {  // no rows, but their length must fit
             p.rows = SparseRows();
             p.row_lower = p.row_upper = Vector();
         }),
         "a row of the constraint matrix has 0 entries, but the cost has 2"},
        {with([](Problem& p) { p.hessian = Matrix(2, 3); }),
         "the hessian is 2 x 3, but the cost has 2 entries"},
        {with([](Problem& p) { p.row_upper = Vector(2); }),
         "row_upper has 2 entries, but a column of the constraints has 1"},
        {with([](Problem& p) { p.upper = Vector(1); }), "upper has 1 entries, but the cost has 2"},
        {with([](Problem& p) { p.cost[1] = -infinity; }), "the cost of variable 1 is not finite"},
        {with([](Problem& p) { p.constant = std::nan(""); }), "the constant is not finite"},
        {with([](Problem& p) { p.row_lower[0] = std::nan(""); }),
         "the lower side of row 0 is NaN or +infinity"},
        {with([](Problem& p) { p.lower[1] = infinity; }), "the lower side of variable 1 is NaN or +infinity"},
        {with([](Problem& p) { p.upper[1] = -infinity; }),
         "the upper side of variable 1 is NaN or -infinity"},
        {[] { require_fit(ActiveSet(2), unconstrained(3)); },
         "the warm start has 2 entries, but the rows and variables together has 3"},
    });
    CHECK_NOTHROW(with([](Problem&) {})());
    CHECK_NOTHROW(require_fit({}, unconstrained(3)));
    CHECK(to_string(Status::infeasible) == "infeasible");
    CHECK(to_string(Status::unbounded) == "unbounded");
    CHECK(to_string(Status::numerical) == "numerical");
}

TEST_CASE("the natural sizes of a problem, by hand: powers of two that leave coefficients of about 1") {
    // Row 3 x - y/2 <= 6: size 2, which leaves 1.5 and .25. So x has the size 1 and y the size 4, times that
    // of the largest side: 6 / 2 = 3 of the row, 100 / 4 = 25 of y <= 100; 16. A side of 1e20 is none. Costs
    // of 1 and -1/2 are 16 and 32 per natural size.
    Problem problem = unconstrained(2);
    problem.cost = {1.0, -0.5};
    add_row(problem, {3, -0.5}, -1e20, 6.0);
    problem.upper[1] = 100.0;
    const Scale scale = natural_scale(problem);
    CHECK(scale.sides == 16.0);
    CHECK(scale.sizes == Vector{32, 16, 64});
    CHECK(scale.objective == 32.0);
    problem.row_lower[0] = -0.99e20;  // this one counts: 2^65 = 3.7e19 < .99e20 / 2 < 2^66
    CHECK(natural_scale(problem).sides == 0x1p65);
    const Scale empty = natural_scale(unconstrained(1));
    CHECK(empty.sizes == Vector{1});
    CHECK(empty.sides == 1.0);
    CHECK(empty.objective == 1.0);
}

TEST_CASE("a row counts as independent where the others leave 1e-11 of it, in a warm start 1e-4") {
    for (const double left : {0.9e-11, 1.1e-11, 0.9e-4, 1.1e-4}) {
        CAPTURE(left);
        const SparseRows rows = rows_of({{1, 0}, {1, left}});
        const Vector lower(2), upper(2, infinity);
        ActiveRows active({rows, rows, lower, upper});
        active.adopt({1, 1}, clearly_independent);
        CHECK(active.size() == (left > 1e-4 ? 2 : 1));
        if (active.size() == 2) active.release(1);
        CHECK((active.direction(1, active.inner_products(1)).curvature > 0.0) == (left > 1e-11));
    }
}

TEST_CASE("sides contradict each other from 1e-12 of their terms on: x >= 1 + gap and x <= 1") {
    const SparseRows rows = rows_of({{1}, {1}});
    for (const double gap : {1.9e-12, 2.1e-12}) {
        const Vector lower{1 + gap, -infinity}, upper{infinity, 1};
        NearestPoint point({rows, rows, lower, upper});
        CHECK(point.solve({0}).status == (gap > 2e-12 ? Status::infeasible : Status::optimal));
    }
}

TEST_CASE("what a nearest point says of its rows: held below, above, or on both sides, and free") {
    // x = 1 exactly, y >= 2, z <= 3, x + y + z <= 100, from (0, 0, 9): pulls of 1, 2 and -6 on the first
    // three.
    const SparseRows rows = rows_of({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}});
    const Vector lower{1, 2, -infinity, -infinity}, upper{1, infinity, 3, 100};
    NearestPoint point({rows, rows, lower, upper});
    const LeastDistance nearest = point.solve({0, 0, 9});
    REQUIRE(nearest.status == Status::optimal);
    CHECK(nearest.x == Vector{1, 2, 3});
    CHECK(nearest.multipliers == Vector{1, 2, -6, 0});
    CHECK(nearest.active ==
          std::vector<Activity>{Activity::fixed, Activity::at_lower, Activity::at_upper, Activity::inactive});
    // Of a warm start on absent sides nothing is taken: y has no upper side, z no lower one.
    const LeastDistance again =
        point.solve({0, 5, -4}, std::vector<Activity>{Activity::inactive, Activity::at_upper,
                                                      Activity::at_lower, Activity::inactive});
    CHECK(again.x == Vector{1, 5, -4});
    // On sides that are there it is dropped where it pulls the wrong way.
    const LeastDistance wrong =
        point.solve({0, 5, -4}, std::vector<Activity>{Activity::inactive, Activity::at_lower,
                                                      Activity::at_upper, Activity::inactive});
    CHECK(wrong.x == Vector{1, 5, -4});
    CHECK(wrong.multipliers == Vector{1, 0, 0, 0});
}

TEST_CASE("a proof reaches 1e9 natural distances: x <= 0 and x + s y >= 9 meet at y = 9 / s") {
    // From (0, y) the way out is 9 / (s y) times as far as 0 is.
    const double s = 0x1p-40;
    for (const double y : {9000.0, 10000.0}) {
        const SparseRows rows = rows_of({{1, 0}, {1, s}});
        const Vector lower{-infinity, 9}, upper{0, infinity};
        NearestPoint point({rows, rows, lower, upper});
        CHECK((point.solve({0, y}).status == Status::infeasible) == (9 / (s * y) > 1e9));
    }
}
