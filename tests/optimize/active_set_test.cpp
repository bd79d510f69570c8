#include "restraint/optimize/active_set.h"

#include <doctest/doctest.h>

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
