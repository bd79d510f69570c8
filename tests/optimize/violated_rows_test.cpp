// What counts as rounding: a share of the moduli of the terms of x, not of x itself.

#include "restraint/optimize/violated_rows.h"

#include <doctest/doctest.h>

using namespace restraint;
using namespace restraint::optimize;

TEST_CASE("x as summed is wrong by a share of its terms; a refined x by a share of itself") {
    // A violation of 1e-8 beside a target or a side of 10^6 is below 1e-9 of these, beside 1 it is not.
    SparseRows rows(2);
    rows.append_full_row({1, 0});
    rows.append_full_row({0, 1});
    for (const double size : {1.0, 1e6}) {
        const Vector lower{-infinity, -infinity}, upper{0, 0};
        ActiveRows active({rows, rows, lower, upper});
        ViolatedRows violated({rows, rows, lower, upper}, active, 0.0);
        violated.start({size, 0});
        violated.move_to({1e-8, 0});
        CHECK(violated.violation(0).amount == 1e-8);
        CHECK(violated.violation(0).sign == -1.0);
        CHECK(violated.farthest().row == (size == 1e6 ? Violated::none : 0));
        violated.move_to(ActiveRows::Refined{{1e-8, 0}, 0.0});
        CHECK(violated.farthest().row == 0);
        violated.move_to(ActiveRows::Refined{{1e-8, 0}, 1e-10, size * 1e-10});  // its active rows lack 1e-10
        CHECK(violated.farthest().row == (size == 1e6 ? Violated::none : 0));
    }
    for (const double side : {1.0, 1e6}) {
        const Vector lower{-infinity, -infinity}, upper{side, side};
        ActiveRows active({rows, rows, lower, upper});
        ViolatedRows violated({rows, rows, lower, upper}, active, 0.0);
        violated.start({0, 0});
        for (const double over : {0.5e-13, 2e-12}) {  // 1e-13 of x and the side, which are as large
            violated.move_to(ActiveRows::Refined{{side * (1.0 + over), 0}, 0.0});
            CHECK(violated.farthest().row == (over < 1e-13 ? Violated::none : 0));
        }
    }
}

TEST_CASE("of two violated rows the farthest in the metric of M comes first") {
    // W = diag(100, 1): row 0 is violated by 3, at a distance of 3 / 10, row 1 by 1, at a distance of 1.
    SparseRows rows(2), lifted(2);
    rows.append_full_row({1, 0});
    rows.append_full_row({0, 1});
    lifted.append_full_row({100, 0});
    lifted.append_full_row({0, 1});
    const Vector lower{-infinity, -infinity}, upper{0, 0};
    ActiveRows active({rows, lifted, lower, upper});
    ViolatedRows violated({rows, lifted, lower, upper}, active, 0.0);
    violated.start({3, 1});
    violated.move_to({3, 1});
    CHECK(violated.farthest().row == 1);
}

TEST_CASE("what a side was rounded by is not acted upon") {
    SparseRows rows(1);
    rows.append_full_row({1});
    const Vector lower{1}, upper{infinity};
    ActiveRows active({rows, rows, lower, upper});
    ViolatedRows violated({rows, rows, lower, upper}, active, 1e-5);
    violated.start({0});
    violated.move_to({1 - 2e-5});
    CHECK(violated.farthest().row == 0);
    violated.move_to({1 - 0.5e-5});
    CHECK(violated.farthest().row == Violated::none);
}

TEST_CASE("a row that was given up holds well enough up to 1e-10 of its terms") {
    // x <= 1 at x = target = 1 + left: the terms are x and the side, 2 together.
    SparseRows rows(1);
    rows.append_full_row({1});
    const Vector lower{-infinity}, upper{1};
    for (const double left : {1.9e-10, 2.1e-10}) {
        ActiveRows active({rows, rows, lower, upper});
        ViolatedRows violated({rows, rows, lower, upper}, active, 0.0);
        violated.start({1.0 + left});
        violated.move_to(ActiveRows::Refined{{1.0 + left}});
        violated.give_up(violated.violation(0));
        CHECK(violated.given_up_rows_hold() == (left < 2e-10));
        // What its side was rounded by comes on top.
        ViolatedRows rounded({rows, rows, lower, upper}, active, 1e-10);
        rounded.start({1.0 + left});
        rounded.move_to(ActiveRows::Refined{{1.0 + left}});
        rounded.give_up(rounded.violation(0));
        CHECK(rounded.given_up_rows_hold());
    }
}

TEST_CASE("a row that was given up where its terms are small is judged by its terms where x ends") {
    // x + y <= 0 is given up at x = y = 1e-20, where its terms are 2e-20. At (1, -1 + 1e-15) its terms are 2.
    SparseRows rows(2);
    rows.append_full_row({1, 1});
    const Vector lower{-infinity}, upper{0};
    ActiveRows active({rows, rows, lower, upper});
    ViolatedRows violated({rows, rows, lower, upper}, active, 0.0);
    violated.start({1e-20, 1e-20});
    violated.move_to(ActiveRows::Refined{{1e-20, 1e-20}});
    violated.give_up(violated.violation(0));
    CHECK(!violated.given_up_rows_hold());
    violated.move_to(ActiveRows::Refined{{1, -1 + 1e-15}});
    CHECK(violated.violation(0).amount > 1e-16);
    CHECK(violated.given_up_rows_hold());
}
