// What counts as rounding: it is measured by all that x was summed from, not by what is left of it.

#include "restraint/optimize/violated_rows.h"

#include <doctest/doctest.h>

using namespace restraint;
using namespace restraint::optimize;

TEST_CASE("a violation is small beside the target, a side or the pulls that x was summed from") {
    SparseRows rows(2);
    rows.append_full_row({1, 0});
    rows.append_full_row({0, 1});
    for (const double size : {1.0, 1e6}) {
        const Vector lower{-infinity, -infinity}, upper{0, 0};
        ActiveRows active({rows, rows, lower, upper});
        ViolatedRows violated({rows, rows, lower, upper}, active, 0.0);
        violated.start({size, 0});
        violated.move_to(
            {1e-8, 0});  // what is left of the target; a share of 1e-13 of 10^6 is ten times this
        const Violated p = violated.violation(0);
        CHECK(p.amount == 1e-8);
        CHECK(p.sign == -1.0);
        CHECK(violated.is_small(p, 1e-13) == (size == 1e6));
        CHECK(!violated.is_small_at_x(p, 1e-13));  // there is nothing left of it there
    }
    for (const double side : {1.0, 0x1p20}) {
        const Vector lower{-infinity, -infinity}, upper{side, side};
        ActiveRows active({rows, rows, lower, upper});
        ViolatedRows violated({rows, rows, lower, upper}, active, 0.0);
        violated.start({0, 0});
        violated.move_to({side + 0x1p-28, 0});  // 4e-9, below 1e-13 of 10^6
        CHECK(violated.is_small(violated.violation(0), 1e-13) == (side == 0x1p20));
        // x is as large as its side.
        CHECK(violated.is_small_at_x(violated.violation(0), 0.6e-14) == (side == 0x1p20));
    }
}

TEST_CASE("pulls of 10^7 that cancel may leave 1e-8, even where they have no part in a row") {
    SparseRows rows(2);
    rows.append_full_row({1, 0});
    rows.append_full_row({0, 1});
    const Vector upper{infinity, infinity};
    for (const double violation : {1e-9, 1e-7}) {
        const Vector lower{1e7, violation};
        ActiveRows active({rows, rows, lower, upper});
        ViolatedRows violated({rows, rows, lower, upper}, active, 0.0);
        violated.start({0, 0});
        active.enter_if_independent(0, 1.0);
        active.solve_multipliers({0, 0});
        violated.move_to(active.point({0, 0}));
        CHECK(violated.farthest().row == (violation < 1e-8 ? Violated::none : 1));
    }
}

TEST_CASE("a row that was given up holds well enough up to 1e-10 of its terms") {
    // x <= 1 at x = target = 1 + left: the terms are x, the target and the side, 3 together.
    SparseRows rows(1);
    rows.append_full_row({1});
    const Vector lower{-infinity}, upper{1};
    for (const double left : {2.9e-10, 3.1e-10}) {
        ActiveRows active({rows, rows, lower, upper});
        const ActiveRows::Direction alone = active.direction(0, active.inner_products(0));
        ViolatedRows violated({rows, rows, lower, upper}, active, 0.0);
        violated.start({1.0 + left});
        violated.move_to({1.0 + left});
        violated.give_up(violated.violation(0), alone);
        CHECK(violated.given_up_rows_hold() == (left < 3e-10));
        // What its side was rounded by comes on top.
        ViolatedRows rounded({rows, rows, lower, upper}, active, 1e-10);
        rounded.start({1.0 + left});
        rounded.move_to({1.0 + left});
        rounded.give_up(rounded.violation(0), alone);
        CHECK(rounded.given_up_rows_hold());
    }
}

TEST_CASE("a refined point is measured by itself, unless the tolerance was raised") {
    // Beside a target of 10^6 a violation of 1e-8 is rounding; a refined x of 2e-8 and 1e-8 has all its
    // digits.
    SparseRows rows(2);
    rows.append_full_row({1, 0});
    rows.append_full_row({0, 1});
    const Vector lower{-infinity, -infinity}, upper{0, 0};
    ActiveRows active({rows, rows, lower, upper});
    ViolatedRows violated({rows, rows, lower, upper}, active, 0.0);
    violated.start({1e6, 1e6});
    violated.move_to({1e-8, 2e-8});
    CHECK(violated.farthest().row == Violated::none);
    CHECK(violated.farthest_at_x().row == 1);
    violated.raise_tolerance();
    CHECK(violated.farthest_at_x().row == Violated::none);
}
