#include "restraint/gauss/residual.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace restraint;
using namespace restraint::gauss;

TEST_CASE("the residual of a projection by hand is zero, and shows each kind of fault [ROTE-Q]") {
    // Two beads on a line, masses 2 and 3, want to go to 0 and 0, but must stay 5 apart: x2 - x1 >= 5.
    // By hand: the multiplier f pushes them apart, x1 = -f/2, x2 = f/3, f (1/2 + 1/3) = 5, f = 6.
    const InverseMass masses[] = {InverseMass::diagonal({1.0 / 2.0}), InverseMass::diagonal({1.0 / 3.0})};
    Row apart;
    apart.lower = 5.0;
    apart.add(0, {-1.0}).add(1, {1.0});
    const Row rows[] = {apart};
    Projection exact;
    exact.x = {-3.0, 2.0};
    exact.multipliers = {6.0};
    CHECK(kkt_residual(masses, {0.0, 0.0}, rows, exact) < 1e-15);

    // |x - target| = sqrt(2 * 9 + 3 * 4) = sqrt 30, the row's length sqrt(1/2 + 1/3), the moduli 5: the size
    // of its terms is sqrt(5/6) sqrt(30) + 5 = 10.
    Projection short_of_it = exact;  // 0.01 too near, with the multiplier that belongs to it
    short_of_it.multipliers = {6.0 * 4.99 / 5.0};
    short_of_it.x = {-3.0 * 4.99 / 5.0, 2.0 * 4.99 / 5.0};
    CHECK(std::abs(kkt_residual(masses, {0.0, 0.0}, rows, short_of_it) - 0.01 / (10.0 * 4.99 / 5.0)) < 1e-12);

    Projection beyond = exact;  // pushed although not tight
    beyond.x = {-3.3, 2.2};
    beyond.multipliers = {6.6};
    CHECK(kkt_residual(masses, {0.0, 0.0}, rows, beyond) > 0.04);

    Projection unexplained = exact;  // no multiplier tells why x is not the target
    unexplained.multipliers = {0.0};
    CHECK(kkt_residual(masses, {0.0, 0.0}, rows, unexplained) == 1.0);

    Projection pulls = exact;  // held together by a row that can only push apart
    pulls.multipliers = {-6.0};
    CHECK(kkt_residual(masses, {0.0, 0.0}, rows, pulls) > 0.5);
}

TEST_CASE("the residual does not depend on the unit of a variable") {
    // A lever: displacement and angle, once in rad, once in thousandths of a rad.
    const auto residual = [](double unit) {
        const InverseMass mass[] = {InverseMass::diagonal({1.0, 12.0 / (unit * unit)})};
        Row row;
        row.lower = 0.1;
        row.add(0, {1.0, 0.5 * unit});
        const Row rows[] = {row};
        Projection p;
        p.multipliers = {0.025 * 1.001};
        p.x = {0.025, 12.0 * 0.5 * 0.025 / unit};
        return kkt_residual(mass, {0.0, 0.0}, rows, p);
    };
    CHECK(residual(1.0) > 1e-4);
    CHECK(std::abs(residual(1.0) - residual(1e-3)) < 1e-12);
}

TEST_CASE(
    "nor does it depend on the unit of mass: a multiplier without contact counts beside the largest pull") {
    // Two beads of 2 and 3 units are pushed 5 apart by a multiplier of 6 units, but the row only asks for 4:
    // a slack of 1, beside sqrt(5/6) sqrt(30) + 5 = 10.
    for (const double unit : {1.0, 1e-6}) {
        const InverseMass masses[] = {InverseMass::diagonal({1 / (2 * unit)}),
                                      InverseMass::diagonal({1 / (3 * unit)})};
        Row apart;
        apart.lower = 4.0;
        apart.add(0, {-1.0}).add(1, {1.0});
        Projection pushed;
        pushed.x = {-3.0, 2.0};
        pushed.multipliers = {6.0 * unit};
        const double distance = 5.0 + std::sqrt(5.0 / 6 / unit) * std::sqrt(30.0 * unit);
        CHECK(std::abs(kkt_residual(masses, {0.0, 0.0}, std::vector<Row>{apart}, pushed) - 1.0 / distance) <
              1e-15);
    }
}

TEST_CASE("the residual of two beads in the plane, with targets and rounded sides, fault by fault by hand") {
    // Masses 2 and 3 want to be 2 apart along n = (0.6, 0.8), but must be 7: f = 6 puts them 3 back and 2
    // ahead. A third bead is free. Work f 5 = 30; J W J' = 1/2 + 1/3; the terms of the row add up to 5; so
    // the size of the row is sqrt(5/6 30) + 5 = 10.
    const InverseMass masses[] = {InverseMass::diagonal({0.5, 0.5}),
                                  InverseMass::diagonal({1.0 / 3.0, 1.0 / 3.0}),
                                  InverseMass::diagonal({1.0, 1.0})};
    const Vector target{1, 7, 1 + 1.2, 7 + 1.6, 4, 5};
    Projection answer;
    answer.x = Vector{1 - 1.8, 7 - 2.4, 1 + 2.4, 7 + 3.2, 4, 5};
    const auto residual = [&](double side, bool as_upper, double rounding) {
        const double sign = as_upper ? -1.0 : 1.0;
        Row row;
        row.add(0, {-0.6 * sign, -0.8 * sign}).add(1, {0.6 * sign, 0.8 * sign});
        row.lower = as_upper ? -std::numeric_limits<double>::infinity() : side;
        if (as_upper) row.upper = -side;
        answer.multipliers = Vector{6 * sign};
        return kkt_residual(masses, target, std::vector<Row>{row}, answer, rounding);
    };
    for (const bool as_upper : {false, true}) {
        CHECK(residual(7, as_upper, 0.0) < 1e-15);
        // A tenth too near, or held a tenth from its side; of which 0.04 may be rounding of the side.
        for (const double side : {7.1, 6.9}) {
            CHECK(std::abs(residual(side, as_upper, 0.0) - 0.1 / 10) < 1e-14);
            CHECK(std::abs(residual(side, as_upper, 0.04) - 0.06 / 10.04) < 1e-14);
            CHECK(residual(side, as_upper, 0.11) < 1e-15);
        }
    }
    // The first bead a tenth to the side: 0.08 and 0.06 that nothing pulled. What pulls on its x is 1.8, and
    // sqrt(W) times the distance sqrt(30) is sqrt(15).
    answer.x[0] -= 0.08;
    answer.x[1] += 0.06;
    CHECK(std::abs(residual(7, false, 0.0) - 0.08 / (std::sqrt(15.0) + 1.8)) < 1e-14);
    // The free one 0.3 off in y, beside sqrt(W) times the distance, sqrt(30).
    answer.x[5] += 0.3;
    CHECK(std::abs(residual(7, false, 0.0) - 0.3 / std::sqrt(30.0)) < 1e-14);
}

TEST_CASE("a row without a multiplier that is violated by a half is a fault, from below and from above") {
    // The beads of above at -3 and 2, 5 apart as they must: |x - target| = sqrt 30. A second row wants the
    // second bead at 2.5 or more, or the first at -3.5 or less: no multiplier pushes. Of the one the length
    // is 1/sqrt 3 and the modulus 2, of the other 1/sqrt 2 and 3.
    const InverseMass masses[] = {InverseMass::diagonal({1.0 / 2.0}), InverseMass::diagonal({1.0 / 3.0})};
    Row apart, ahead, behind;
    apart.lower = 5.0;
    apart.add(0, {-1.0}).add(1, {1.0});
    ahead.lower = 2.5;
    ahead.add(1, {1.0});
    behind.lower = -std::numeric_limits<double>::infinity();
    behind.upper = -3.5;
    behind.add(0, {1.0});
    Projection answer;
    answer.x = {-3.0, 2.0};
    answer.multipliers = {6.0, 0.0};
    const auto residual = [&](const Row& second) {
        Projection listed_second_first = answer;
        listed_second_first.multipliers = {0.0, 6.0};
        const double result = kkt_residual(masses, {0.0, 0.0}, std::vector<Row>{apart, second}, answer);
        CHECK(kkt_residual(masses, {0.0, 0.0}, std::vector<Row>{second, apart}, listed_second_first) ==
              result);
        return result;
    };
    CHECK(std::abs(residual(ahead) - 0.5 / (std::sqrt(10.0) + 2.0)) < 1e-15);
    CHECK(std::abs(residual(behind) - 0.5 / (std::sqrt(15.0) + 3.0)) < 1e-15);
    ahead.lower = 1.5;  // met, with a half to spare: that is no fault of a row that does not push
    behind.upper = -2.5;
    CHECK(residual(ahead) < 1e-15);
    CHECK(residual(behind) < 1e-15);
}
