#include <doctest/doctest.h>

#include <cmath>

#include "../claims.h"
#include "linear_programs.h"
#include "restraint/optimize/quadratic_program.h"
#include "restraint/optimize/simplex.h"

using namespace restraint;
using namespace restraint::optimize;

namespace {

struct Places {
    double left, right;
};

/// Two bodies that both want to be at 0, the right one at least 1 to the right of the left one. The program's
/// first variable is the left body or the right one, as the list of bodies happens to be.
/// Linear objective: |x_left| + |x_right|, by bounds t of the moduli: x <= t, -x <= t.
Places by_moduli(bool left_first) {
    Problem p = with_cost({0, 0, 1, 1});
    p.lower = {-infinity, -infinity, 0, 0};
    const double sign = left_first ? 1 : -1;
    add_row(p, {-sign, sign, 0, 0}, 1, infinity);
    for (std::size_t i : {std::size_t{0}, std::size_t{1}})
        for (const double side : {1.0, -1.0}) {
            Vector row(4);
            row[i] = side, row[2 + i] = -1;
            add_row(p, row, -infinity, 0);
        }
    const Solution s = solve_linear(p);
    REQUIRE(s.status == Status::optimal);
    CHECK(s.objective == doctest::Approx(1).epsilon(1e-14));
    return left_first ? Places{s.x[0], s.x[1]} : Places{s.x[1], s.x[0]};
}

/// Quadratic objective: (x_left^2 + x_right^2)/2.
Places by_squares(bool left_first) {
    Problem p = with_cost({0, 0});
    p.hessian = Matrix{{1, 0}, {0, 1}};
    p.lower = {-infinity, -infinity};
    const double sign = left_first ? 1 : -1;
    add_row(p, {-sign, sign}, 1, infinity);
    const Solution s = solve_quadratic(p);
    REQUIRE(s.status == Status::optimal);
    return left_first ? Places{s.x[0], s.x[1]} : Places{s.x[1], s.x[0]};
}

}  // namespace

TEST_CASE(
    "by moduli one of two bodies wins, which depends on their order; by squares they share [claim CL-O-30]") {
    const Places one = by_moduli(true), other = by_moduli(false);
    for (const Places& p : {one, other}) {
        // A vertex: one body sits still, the other gives way by 1.
        CHECK(std::abs(p.left * p.right) <= 1e-14);
        CHECK(p.right - p.left == doctest::Approx(1).epsilon(1e-14));
    }
    CHECK(std::abs(one.left - other.left) == doctest::Approx(1).epsilon(1e-14));  // the other one wins
    const Places shared = by_squares(true), mirrored = by_squares(false);
    for (const Places& p : {shared, mirrored}) {
        CHECK(p.left == doctest::Approx(-0.5).epsilon(1e-14));
        CHECK(p.right == doctest::Approx(0.5).epsilon(1e-14));
    }
    measured("CL-O-30", figures({one.left, one.right}) + " or " + figures({other.left, other.right}) +
                            " by order; by squares " + figures({shared.left, shared.right}));
}
