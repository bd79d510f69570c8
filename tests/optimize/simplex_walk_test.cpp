#include "restraint/optimize/simplex_walk.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "linear_programs.h"
#include "restraint/optimize/simplex.h"

using namespace restraint;
using namespace restraint::optimize;

namespace {

constexpr double tolerance = 1e-9;

/// One variable x, with a cost below 0 and the lower bound 0, and rows  lower <= a x <= upper. In the first
/// vertex the rows are basic, and all values are 0.
struct Single {
    Problem problem = with_cost({-1});
    void row(double a, double lower, double upper) { add_row(problem, {a}, lower, upper); }

    /// slope: what the sum of infeasibilities falls by a unit; 0 in phase two.
    SimplexStep step(double slope, double slack = tolerance) const {
        const SimplexForm form = simplex_form(problem, Units::given);
        const SimplexVertex vertex(form, {});
        const Entering entering{form.rows, 1.0, slope};  // x comes after the rows
        return choose_step(vertex, entering, vertex.column(form.rows), slack);
    }
};

}  // namespace

TEST_CASE("ratio test: the row that x meets first stops it") {
    Single s;
    s.row(1, -infinity, 4);   // at x = 4
    s.row(2, -infinity, 6);   // at x = 3
    s.row(-1, -infinity, 1);  // never
    for (const double slack : {tolerance, 0.0}) {
        const SimplexStep step = s.step(0.0, slack);
        CHECK(step.row == 1);
        CHECK(step.length == 3.0);
        CHECK(step.leaves_at == 6.0);
    }
}

TEST_CASE("ratio test: the variable's own other bound may come first, and nothing may come at all") {
    Single s;
    s.row(1, -infinity, 4);
    s.problem.upper[0] = 2.0;
    CHECK(s.step(0.0).row == SimplexVertex::none);
    CHECK(s.step(0.0).length == 2.0);

    Single free_way;
    free_way.row(-1, -infinity, 0);
    CHECK(free_way.step(0.0).length == infinity);
}

TEST_CASE("Harris: a row that is met within the tolerance but has a larger pivot is taken") {
    // Row 0 is met at 1, row 1 at 1 + 1e-10. The step to the latter leaves row 0 by 1e-10, below 1e-9 (1 +
    // 1).
    Single s;
    s.row(1, -infinity, 1);
    s.row(1024, -infinity, 1024 * (1 + 1e-10));
    const SimplexStep harris = s.step(0.0);
    CHECK(harris.row == 1);
    CHECK(std::abs(harris.length - (1 + 1e-10)) <= 1e-15);
}

TEST_CASE(
    "ties: of rows with one pivot that stop the step within the tolerance the latest leaves, then the last") {
    Single s;
    for (const double side : {1.0, 1 + 1e-10, 1.0}) s.row(1, -infinity, side);
    CHECK(s.step(0.0).row == 1);
    Single equal;
    for (int k = 0; k < 3; ++k) equal.row(1, -infinity, 1);
    CHECK(equal.step(0.0).row == 2);
}

TEST_CASE("a basis that is singular is filled up with logicals, and then solves for its multipliers") {
    // x and y stand in the rows x + y and 2x + 2y, with the same column: one of the two is basic, beside a
    // logical.
    Problem p = with_cost({1, 1});
    add_row(p, {1, 1}, 0, 4);
    add_row(p, {2, 2}, 0, 6);
    const SimplexForm form = simplex_form(p, Units::given);
    const SimplexVertex vertex(
        form, {Activity::at_lower, Activity::at_lower, Activity::inactive, Activity::inactive});
    CHECK((vertex.place[2] == SimplexVertex::none) != (vertex.place[3] == SimplexVertex::none));
    Vector y{1, 1};
    vertex.basis.solve_transposed(y);
    for (const std::size_t j : vertex.basic) CHECK(dot(form.columns.row(j), y) == 1.0);
}

TEST_CASE("crash basis: a variable with one row holds the row that would otherwise be outside its sides") {
    // x0 stands in both rows, s and t in row 0 alone. At x0 = s = t = 0 row 0 is 0.
    struct Held {
        std::size_t basic;  // 0: the row itself; 3, 4: s, t
        double value;       // of the basic variable
    };
    const auto held = [](double lower, double upper, const Vector& row, double most_of_s) {
        Problem p = with_cost({1, 1, 1});
        p.upper[1] = most_of_s;
        add_row(p, row, lower, upper);
        add_row(p, {1, 0, 0}, -infinity, infinity);
        const SimplexForm form = simplex_form(p, Units::given);
        SimplexVertex vertex(form, {});
        CHECK(vertex.basic[0] == 0);
        vertex.crash();
        CHECK(vertex.basic[1] == 1);
        CHECK(vertex.x[0] == dot(row, Vector{vertex.x[2], vertex.x[3], vertex.x[4]}));
        return Held{vertex.basic[0], vertex.x[vertex.basic[0]]};
    };
    const auto is = [](Held a, Held b) { return a.basic == b.basic && a.value == b.value; };
    CHECK(is(held(6, 6, {1, 2, -1}, infinity), {3, 3.0}));         // 2s = 6
    CHECK(is(held(6, 6, {1, 2, 1}, infinity), {3, 3.0}));          // the first that can
    CHECK(is(held(6, 6, {1, 2, -1}, 3), {3, 3.0}));                // s <= 3 just can
    CHECK(is(held(6, 6, {1, 2, -1}, 2.9), {0, 0.0}));              // s <= 2.9 cannot, nor -t = 6 with t >= 0
    CHECK(is(held(-6, -6, {1, 2, -1}, infinity), {4, 6.0}));       // -t = -6
    CHECK(is(held(6, infinity, {1, 2, -1}, infinity), {3, 3.0}));  // from below to the nearer side
    CHECK(is(held(-7, -6, {1, 2, -1}, infinity), {4, 6.0}));       // and from above
    CHECK(is(held(-1, 6, {1, 2, -1}, infinity), {0, 0.0}));        // within its sides: stays basic
    CHECK(is(held(0, 0, {1, 2, -1}, infinity), {3, 0.0}));         // equal sides: could only block steps
    CHECK(is(held(6, 6, {1, 0, 0}, infinity), {0, 0.0}));          // x0 has a second row
    CHECK(is(held(0, 0, {1, 2, 0}, 0), {0, 0.0}));                 // s = 0 is fixed: it holds nothing
}

TEST_CASE("crash basis: what other variables at their bounds give a row counts") {
    // x0 = 2 and s = 1 are the bounds nearest to 0: x0 + s = 3, and s = 4 brings the row to 6.
    Problem p = with_cost({1, 1});
    p.lower = {2, 1};
    add_row(p, {1, 1}, 6, 6);
    add_row(p, {1, 0}, 0, infinity);
    for (const double most : {4.0, 3.0}) {
        p.upper[1] = most;
        const SimplexForm form = simplex_form(p, Units::given);
        SimplexVertex vertex(form, {});
        vertex.crash();
        if (most == 4.0) CHECK(vertex.x == Vector{6, 2, 2, 4});
        else CHECK(vertex.x == Vector{3, 2, 2, 1});  // s <= 3 cannot
    }
}

TEST_CASE("a cold start takes the crash basis: no step is left where it is the best") {
    // x holds x + y = 6 from the start, and y, which costs 1, stays at 0.
    Problem p = with_cost({0, 1});
    add_row(p, {1, 1}, 6, 6);
    const Solution s = solve_linear(p);
    CHECK(s.iterations == 0);
    CHECK(s.x == Vector{6, 0});
}

TEST_CASE("the second attempt begins at the rows: a tiny entry makes multipliers that lose their digits") {
    // 1e-9 x + 3 y = 3.000000001 k/7 and y = k/7 are met by x = k/7, its lower bound, up to rounding. The x
    // that meets the rounded side is up to 1e-7 larger, and with x basic the multiplier of the row is 1e9.
    for (int k = 1; k <= 40; ++k) {
        const double low = k / 7.0, side = 1e-9 * low + 3.0 * low;
        Problem p = with_cost({1, 0});
        p.lower = {low, low};
        p.upper = {low + 1.0, low};
        add_row(p, {1e-9, 3}, side, side);
        CHECK(solve_linear(p).status == Status::optimal);
    }
}

TEST_CASE("phase one goes on over breakpoints as long as the sum of infeasibilities falls") {
    // Violated at x = 0: x >= 1 and x >= 2, so the sum falls by 2 a unit. From x = 1 on it falls by 1,
    // from 1.5 on, where x <= 1.5 becomes violated, no more.
    Single s;
    s.row(1, 1, infinity);
    s.row(1, 2, infinity);
    s.row(1, -infinity, 1.5);
    const SimplexStep far = s.step(2.0);
    CHECK(far.row == 2);
    CHECK(far.length == 1.5);
    CHECK(far.leaves_at == 1.5);
}

TEST_CASE("scaling by powers of two changes no digit") {
    Random random(11);
    const Problem p = program_with_known_optimum(random, false).problem;
    const SimplexForm form = simplex_form(p, Units::natural);
    std::size_t entries = 0;
    for (std::size_t j = 0; j < p.variables(); ++j) {
        const SparseRows::Row scaled = form.columns.row(form.rows + j);
        for (std::size_t k = 0; k < scaled.size(); ++k, ++entries) {
            const std::size_t i = scaled.columns[k];
            const SparseRows::Row original = p.rows.row(i);
            const auto at = std::find(original.columns.begin(), original.columns.end(), j);
            REQUIRE(at != original.columns.end());
            // a' = a scale[x] / scale[r], exactly, in the row r - Ax = 0
            CHECK(-scaled.values[k] * form.scale[i] / form.scale[form.rows + j] ==
                  original.values[static_cast<std::size_t>(at - original.columns.begin())]);
        }
    }
    CHECK(entries == p.rows.nonzeros());
    for (std::size_t j = 0; j < p.variables(); ++j) {
        const std::size_t v = form.rows + j;
        CHECK(form.lower[v] * form.scale[v] == p.lower[j]);
        CHECK(form.cost[v] / (form.scale[v] * form.cost_scale) == p.cost[j]);
    }
}

TEST_CASE("entries that are products of a row's and a column's power of two are all scaled to one size") {
    Problem p = with_cost({1, 1, 1});
    add_row(p, {16, 2, 128}, 1, 2);
    add_row(p, {0x1p-20, 0x1p-23, 0x1p-17}, 1, 2);
    const SimplexForm form = simplex_form(p, Units::natural);
    for (std::size_t j = 0; j < 3; ++j) {
        CHECK(form.columns.row(2 + j).size() == 2);
        for (const double value : form.columns.row(2 + j).values) CHECK(value == -1.0);
    }
}

TEST_CASE("a warm start whose variables are dependent is completed by rows") {
    // x1 and x2 have parallel columns: only one of them can be basic.
    Problem p = with_cost({1, 1, 1});
    add_row(p, {1, 2, 0}, 1, 1);
    add_row(p, {2, 4, 1}, 3, 3);
    const SimplexForm form = simplex_form(p, Units::given);
    using enum Activity;
    const SimplexVertex vertex(form, ActiveSet{fixed, fixed, inactive, inactive, at_lower});
    const bool first = vertex.place[2] != SimplexVertex::none,
               second = vertex.place[3] != SimplexVertex::none;
    CHECK(first != second);
    for (std::size_t r = 0; r < 2; ++r) CHECK(vertex.place[vertex.basic[r]] == r);
    // Its values fit the rows: r = Ax.
    CHECK(std::abs(vertex.x[0] - (vertex.x[2] + 2 * vertex.x[3])) <= 1e-15);
    CHECK(std::abs(vertex.x[1] - (2 * vertex.x[2] + 4 * vertex.x[3] + vertex.x[4])) <= 1e-15);
}
