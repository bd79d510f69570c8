#include "restraint/optimize/active_rows.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "../matrices.h"
#include "restraint/optimize/active_set.h"
#include "restraint/optimize/tolerances.h"

using namespace restraint;
using namespace restraint::optimize;

namespace {

/// A row joins without pull, if it is independent of the others.
void enter(ActiveRows& active, std::size_t p) {
    const ActiveRows::Direction direction = active.direction(p, active.inner_products(p));
    if (direction.curvature > 0.0) active.enter(p, 1.0, direction, 0.0);
}

}  // namespace

TEST_CASE(
    "what a row leaves free beside a nearly equal one, in a metric: not lost in a difference of squares") {
    // W = diag(4, 9), rows (1, 0) and (1, s): the second one less the first is (0, s), of square 9 s^2. As a
    // difference, (4 + 9 s^2) - 4, it would be known to some 1e-16.
    const double s = 0x1p-20;
    const SparseRows rows = rows_of({{1, 0}, {1, s}}), lifted = rows_of({{4, 0}, {4, 9 * s}});
    const Vector lower{3, 3 + 5 * s}, upper{infinity, infinity};
    ActiveRows active({rows, lifted, lower, upper});
    CHECK(active.length(0) == 2.0);
    enter(active, 0);
    const ActiveRows::Direction direction = active.direction(1, active.inner_products(1));
    CHECK(std::abs(direction.rates[0] - 1.0) < 1e-15);
    CHECK(std::abs(direction.curvature / (9 * s * s) - 1.0) < 1e-12);
    // Both hold at (3, 5).
    active.enter(1, 1.0, direction, 0.0);
    active.solve_multipliers({1, 1});
    CHECK(max_norm(active.refined_point({1, 1}).x - Vector{3, 5}) < 1e-9);
}

TEST_CASE("the largest variable as a distance: over its unit, and a variable that is held fast is none") {
    const SparseRows rows = rows_of({{1, 0, 0}});
    const Vector lower(1), upper(1), units{2, 0.5, 0};
    const LiftedRows plain{rows, rows, lower, upper};
    CHECK(plain.size({3, -4, 2}) == 4.0);
    const LiftedRows in_units{rows, rows, lower, upper, {units.data(), units.size()}};
    CHECK(in_units.size({3, 0.5, 9}) == 1.5);  // 3 / 2 beside 0.5 / 0.5
    CHECK(in_units.size({3, -4, 9}) == 8.0);   // -4 / 0.5
}

TEST_CASE("a row depends on others where what is left of it may be the rounding of its terms") {
    // (0, 1, s) less 1e6 (1, 1e-6, 0) plus 1e6 (1, 0, 0) leaves (0, 0, s), of terms that add up to 2e6: below
    // 1e-13 of that s may be rounding.
    for (const double s : {1e-8, 1e-6}) {
        const SparseRows rows = rows_of({{1, 0, 0}, {1, 1e-6, 0}, {0, 1, s}});
        const Vector lower(3), upper(3);
        ActiveRows active({rows, rows, lower, upper});
        for (const std::size_t i : {0u, 1u}) enter(active, i);
        const ActiveRows::Direction direction = active.direction(2, active.inner_products(2));
        CHECK(std::abs(direction.rates[1] / 1e6 - 1.0) < 1e-6);
        if (s < 2e-7) CHECK(direction.curvature == 0.0);
        else CHECK(std::abs(direction.curvature / (s * s) - 1.0) < 1e-3);  // 2e6 of 1e-16 over 1e-6, squared
    }
}

TEST_CASE("a factor that is lost is made anew, and rows that depend on others then leave") {
    // The third row is the sum of the others, and is let in with a made-up direction: the rows as they are
    // factored then are not those that they are.
    const SparseRows rows = rows_of({{1, 0}, {0, 1}, {1, 1}});
    const Vector lower{1, 2, 3}, upper{infinity, infinity, infinity};
    ActiveRows active({rows, rows, lower, upper});
    enter(active, 0);
    enter(active, 1);
    enter(active, 2);
    REQUIRE(active.size() == 2);
    active.enter(2, 1.0, {Vector{0.5, 0.25}, {}, 1.0}, 0.0);
    REQUIRE(active.size() == 3);
    const Vector far{1000, -500};
    active.solve_multipliers(far);
    CHECK(max_norm(active.refined_point(far).x - Vector{1, 2}) < 1e-13);
    CHECK(active.size() == 2);
    CHECK(active.is_active(0));
    CHECK(active.is_active(1));
    CHECK(!active.is_active(2));
    CHECK(max_norm(active.multipliers - Vector{-999, 502}) < 1e-12);
}

TEST_CASE("in a long chain a row has a product with its neighbours alone, in whatever order the rows are") {
    // Row i is x_i - x_(i+1): of square 2, and -1 with the next one.
    const std::size_t links = 300;
    SparseRows rows(links + 1);
    for (std::size_t i = 0; i < links; ++i) {
        rows.begin_row();
        rows.append(i, 1.0);
        rows.append(i + 1, -1.0);
    }
    const Vector lower(links), upper(links, infinity);
    ActiveRows active({rows, rows, lower, upper});
    for (const std::size_t i : {8u, 3u, 5u, 100u, 6u}) enter(active, i);
    active.release(2);  // row 5
    REQUIRE(active.size() == 4);
    for (const std::size_t p : {4u, 5u, 7u, 99u, 200u}) {
        const Vector inner = active.inner_products(p);
        for (std::size_t k = 0; k < 4; ++k) {
            const std::size_t i = active.row(k);
            CHECK(inner[k] == (i + 1 == p || p + 1 == i ? -1.0 : 0.0));
        }
    }
}

TEST_CASE("a warm start takes rows that are clearly independent, and no others") {
    // The second row leaves 1e-5 of its length beside the first, the third 1e-3.
    const SparseRows rows = rows_of({{1, 0}, {1, 1e-5}, {1, 1e-3}});
    const Vector lower(3), upper(3, infinity);
    ActiveRows active({rows, rows, lower, upper});
    active.adopt({1, 1, 0}, clearly_independent);
    CHECK(active.size() == 1);
    CHECK(active.is_active(0));
    active.adopt({1, 1, 1}, clearly_independent);
    CHECK(active.size() == 2);
    CHECK(active.is_active(2));
}

TEST_CASE("rows in the order of dissection and the sparse factor give the answers of the plain ones") {
    // A ladder of 150 particles on two rails: 299 + 149 rows x_i - x_j >= 1 or 2. The plain factor is taken
    // where the rows count as full, which a row over all particles on each of 60 more sees to.
    const std::size_t n = 300;
    SparseRows sparse(n), filled(n);
    Vector lower, upper;
    for (std::size_t i = 0; i + 1 < n; ++i)
        for (const std::size_t apart : {1u, 2u}) {
            if (i + apart >= n) continue;
            for (SparseRows* rows : {&sparse, &filled}) {
                rows->begin_row();
                rows->append(i, -1.0);
                rows->append(i + apart, 1.0);
            }
            lower.push_back(static_cast<double>(apart));
            upper.push_back(infinity);
        }
    Vector filled_lower = lower, filled_upper = upper;
    for (int k = 0; k < 120; ++k) {
        filled.append_full_row(Vector(n, 1.0));
        filled_lower.push_back(-1e6);
        filled_upper.push_back(1e6);
    }
    REQUIRE(fast::is_large(sparse));
    REQUIRE(!fast::is_large(filled));
    const LeastDistance large = NearestPoint({sparse, sparse, lower, upper}).solve(Vector(n));
    const LeastDistance plain = NearestPoint({filled, filled, filled_lower, filled_upper}).solve(Vector(n));
    REQUIRE(large.status == Status::optimal);
    REQUIRE(plain.status == Status::optimal);
    CHECK(max_norm(large.x - plain.x) <= 1e-11);
    // By hand: one apart each, about 0.
    for (std::size_t i = 0; i < n; ++i)
        CHECK(std::abs(large.x[i] - (static_cast<double>(i) - 149.5)) <= 1e-11);
}
