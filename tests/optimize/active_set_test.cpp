#include "restraint/optimize/active_set.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace restraint;
using namespace restraint::optimize;

TEST_CASE("nearest point of a triangle: a corner, and the pulls of its two sides by hand") {
    // x >= 0, y >= 0, x + y <= 1, and the target (3, 1): nearest is (1, 0), where two sides pull,
    // (1, 0) - (3, 1) = -2 (1, 1) + 1 (0, 1).
    SparseRows rows(2);
    for (const Vector& row : {Vector{1, 0}, Vector{0, 1}, Vector{1, 1}}) rows.append_full_row(row);
    const Vector lower{0, 0, -infinity}, upper{infinity, infinity, 1};
    NearestPoint triangle({rows, rows, lower, upper});
    const LeastDistance nearest = triangle.solve({3, 1});
    REQUIRE(nearest.status == Status::optimal);
    CHECK(max_norm(nearest.x - Vector{1, 0}) <= 1e-15);
    CHECK(max_norm(nearest.multipliers - Vector{0, 1, -2}) <= 1e-14);
    // From the active set that this has left, a target of the triangle itself is its own nearest point.
    const LeastDistance inside = triangle.solve({0.25, 0.5});
    REQUIRE(inside.status == Status::optimal);
    CHECK(inside.x == Vector{0.25, 0.5});
    CHECK(inside.multipliers == Vector(3));
}

TEST_CASE("a row whose own sides cross is the proof that there is no point") {
    SparseRows rows(1);
    rows.append_full_row({1.0});
    rows.append_full_row({2.0});
    const Vector lower{0.0, 3.0}, upper{1.0, 2.0};
    const LeastDistance nearest = NearestPoint({rows, rows, lower, upper}).solve({0.5});
    CHECK(nearest.status == Status::infeasible);
    CHECK(nearest.farkas == PreciseVector{0.0, 1.0});
}

TEST_CASE("the limit of steps is the number that may be taken: one less is too few") {
    SparseRows rows(2);
    for (const Vector& row : {Vector{1, 0}, Vector{0, 1}, Vector{1, 1}}) rows.append_full_row(row);
    const Vector lower{0, 0, -infinity}, upper{infinity, infinity, 1};
    const std::size_t needed = NearestPoint({rows, rows, lower, upper}).solve({3, 1}).iterations;
    CHECK(needed >= 2);  // two sides hold at the corner
    CHECK(needed <= 4);
    CHECK(NearestPoint({rows, rows, lower, upper}).solve({3, 1}, {}, needed).status == Status::optimal);
    CHECK(NearestPoint({rows, rows, lower, upper}).solve({3, 1}, {}, needed - 1).status ==
          Status::iteration_limit);
}

TEST_CASE("rows contradict each other where their sides do by more than both were rounded by") {
    // x >= 1 + gap and x <= 1, each side known to 1e-5. A violation of less is not acted upon; one of less
    // than both roundings is neither mended nor a proof.
    SparseRows rows(1);
    rows.append_full_row({1.0});
    rows.append_full_row({1.0});
    const auto status_with = [&](double gap) {
        const Vector lower{1 + gap, -infinity}, upper{infinity, 1};
        return NearestPoint({rows, rows, lower, upper}, 1e-5).solve({0}).status;
    };
    CHECK(status_with(0.5e-5) == Status::optimal);
    CHECK(status_with(1.5e-5) == Status::numerical);
    CHECK(status_with(2.5e-5) == Status::infeasible);
}

TEST_CASE("of two violated rows the farthest in the metric of M comes first") {
    // W = diag(100, 1), target (3, 1). Row 0, x0 <= 0, is violated by 3, at a distance of 3 / 10. Row 1,
    // (x0 + x1) / 2 <= 0, is violated by 2, at a distance of 4 / sqrt(101) = 0.398. The pull that makes row 1
    // hold leads to (3, 1) - 4/101 (100, 1), where row 0 holds too: one step. The other way round it is two.
    SparseRows rows(2), lifted(2);
    rows.append_full_row({1, 0});
    rows.append_full_row({0.5, 0.5});
    lifted.append_full_row({100, 0});
    lifted.append_full_row({50, 0.5});
    const Vector lower{-infinity, -infinity}, upper{0, 0};
    const LeastDistance nearest = NearestPoint({rows, lifted, lower, upper}).solve({3, 1});
    REQUIRE(nearest.status == Status::optimal);
    CHECK(max_norm(nearest.x - Vector{3.0 - 400.0 / 101, 1.0 - 4.0 / 101}) <= 1e-15);
    CHECK(nearest.iterations == 1);
}

TEST_CASE("rows are lifted when they are asked for: the farthest one alone, where one step is enough") {
    // W = diag(4, 1), target (2, 0). x0 <= 1 is violated by 1; x1 <= 5 is not; x0 + x1 <= 1.5 is violated by
    // 1/2, and holds once x0 <= 1 does, at (1, 0), with the pull -1/4.
    SparseRows rows(2), lifted(2);
    for (const Vector& row : {Vector{1, 0}, Vector{0, 1}, Vector{1, 1}}) {
        rows.append_full_row(row);
        lifted.append_full_row({4 * row[0], row[1]});
    }
    const Vector lower(3, -infinity), upper{1, 5, 1.5}, units{2, 1};
    std::vector<Vector> asked_for;
    LiftedRows on_demand{rows, rows, lower, upper, {units.data(), 2}, [&](const Vector& v) {
                             asked_for.push_back(v);
                             return Vector{4 * v[0], v[1]};
                         }};
    const LeastDistance nearest = NearestPoint(on_demand).solve({2, 0});
    REQUIRE(nearest.status == Status::optimal);
    CHECK(nearest.x == Vector{1, 0});
    CHECK(nearest.multipliers == Vector{-0.25, 0, 0});
    CHECK(asked_for == std::vector<Vector>{{1, 0}});
    const LeastDistance at_once = NearestPoint({rows, lifted, lower, upper, {units.data(), 2}}).solve({2, 0});
    CHECK(at_once.x == nearest.x);
    CHECK(at_once.multipliers == nearest.multipliers);
}

TEST_CASE("the length of a row is that of a diagonal W until it is lifted, then its own") {
    // W = (5 3; 3 2), units sqrt(5), sqrt(2): (1, -1) has (1, -1) W (1, -1)' = 5 - 6 + 2 = 1, and 5 + 2 = 7
    // without the entries off the diagonal.
    SparseRows rows(2);
    rows.append_full_row({1, -1});
    const Vector lower{0}, upper{0}, units{std::sqrt(5.0), std::sqrt(2.0)};
    ActiveRows active(LiftedRows{rows, rows, lower, upper, {units.data(), 2}, [](const Vector& v) {
                                     return Vector{5 * v[0] + 3 * v[1], 3 * v[0] + 2 * v[1]};
                                 }});
    CHECK(active.length(0) == doctest::Approx(std::sqrt(7.0)).epsilon(1e-15));
    CHECK(active.inner_products(0).empty());
    CHECK(active.length(0) == 1.0);
}

TEST_CASE("a row whose variables are all held fast comes first, and is a contradiction if it is violated") {
    SparseRows rows(2), lifted(2);
    rows.append_full_row({1, 0});
    rows.append_full_row({0, 1});
    lifted.append_full_row({1, 0});
    lifted.append_full_row({0, 0});
    const Vector lower{-infinity, -infinity}, upper{0, 1};
    NearestPoint polyhedron({rows, lifted, lower, upper});
    const LeastDistance nearest = polyhedron.solve({5, 2});
    CHECK(nearest.status == Status::infeasible);
    CHECK(nearest.iterations == 1);
    CHECK(nearest.farkas == PreciseVector{0.0, -1.0});
    CHECK(polyhedron.solve({5, 1}).status == Status::optimal);
}

TEST_CASE("what a side was rounded by is not acted upon") {
    SparseRows rows(1);
    rows.append_full_row({1});
    const Vector lower{1}, upper{infinity};
    const Vector far{1 - 2e-5}, near{1 - 0.5e-5};
    CHECK(NearestPoint({rows, rows, lower, upper}, 1e-5).solve(far).x == Vector{1});
    CHECK(NearestPoint({rows, rows, lower, upper}, 1e-5).solve(near).x == near);
}

TEST_CASE("x as summed is wrong by a share of its terms; a refined x by a share of itself") {
    // x0 <= 0 is violated by 1e-8. Beside a target of 10^6 in x1 that is below 1e-9 of the terms of an x that
    // was summed, and is acted upon all the same.
    SparseRows rows(2);
    rows.append_full_row({1, 0});
    const Vector lower{-infinity}, upper{0};
    for (const double far : {0.0, 1e6})
        CHECK(NearestPoint({rows, rows, lower, upper}).solve({1e-8, far}).x == Vector{0, far});
    // At a side that is not 0 a violation of less than 1e-13 of x and the side, which are as large, is
    // rounding.
    for (const double side : {1.0, 1e6}) {
        const Vector at{side};
        for (const double over : {0.5e-13, 2e-12}) {
            const Vector target{side * (1.0 + over), 0};
            const LeastDistance nearest = NearestPoint({rows, rows, lower, at}).solve(target);
            CHECK(nearest.x == (over < 1e-13 ? target : Vector{side, 0}));
        }
    }
}

TEST_CASE("a row that depends on the others but for rounding may be violated by 1e-12 of its terms") {
    // x <= 1 at the lower side of x + 5e-12 y >= 1 + gap: of the second row the first leaves 5e-12, which is
    // no pull. It could hold at y = 2e11 gap, so that it is no contradiction. At x = (1, 0) its terms are x
    // and the side, 2 together, and so are those of the first row, by which it is made: 4.
    SparseRows rows(2);
    rows.append_full_row({1, 0});
    rows.append_full_row({1, 5e-12});
    for (const double gap : {3.9e-12, 4.1e-12}) {
        const Vector lower{-infinity, 1 + gap}, upper{1, infinity};
        const LeastDistance nearest = NearestPoint({rows, rows, lower, upper}).solve({3, 0});
        CHECK(nearest.status == (gap < 4e-12 ? Status::optimal : Status::numerical));
        CHECK(nearest.x == Vector{1, 0});
        // What its side was rounded by comes on top.
        CHECK(NearestPoint({rows, rows, lower, upper}, 1e-12).solve({3, 0}).status == Status::optimal);
        // So does a rounding of the rows, 1e-9 of their terms.
        CHECK(NearestPoint({rows, rows, lower, upper}, 0.0, 1e-9).solve({3, 0}).status == Status::optimal);
    }
}
