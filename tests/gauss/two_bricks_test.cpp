#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "restraint/gauss/project.h"

namespace restraint::gauss {
namespace {

// The tower of src/GAUSS.md. Two bricks of 1 x 1/4 m, 2 kg and 1 kg, with centres at x = 1/8 and 1/2, over
// the end x = 0 of a table. Unknowns of brick k: vertical and angular; a moment of inertia is 17 m/192.
const std::vector<InverseMass> inverse_masses = {InverseMass::diagonal({1.0 / 2, 192.0 / 34}),
                                                 InverseMass::diagonal({1.0, 192.0 / 17})};

Row on_table(double x) { return Row().add(0, {1.0, x - 0.125}); }
Row on_brick(double x) { return Row().add(0, {-1.0, -(x - 0.125)}).add(1, {1.0, x - 0.5}); }
const std::vector<Row> rows = {on_table(-0.375), on_table(0.0), on_brick(0.0), on_brick(0.625)};

/// Sums of four terms of size `size`: a few roundings of doubles.
void check_close(const Vector& found, const std::vector<double>& right, double size) {
    REQUIRE(found.size() == right.size());
    for (std::size_t i = 0; i < right.size(); ++i) {
        CAPTURE(i);
        CHECK(std::abs(found[i] - right[i]) <= 1e-15 * 16 * size);
    }
}

TEST_CASE("two bricks tip over a table's end as one: 48/35 g, and forces of 69, 9 and 2 by hand [ROTE-Q]") {
    const double g = 9.81;
    const Projection start = project(inverse_masses, {-g, 0.0, -g, 0.0}, rows);
    REQUIRE(start.status == optimize::Status::optimal);
    check_close(start.x, {-6 * g / 35, -48 * g / 35, -24 * g / 35, -48 * g / 35}, g);
    check_close(start.multipliers, {0.0, 69 * g / 35, 9 * g / 35, 2 * g / 35}, g);
    // The contact at -3/8 opens with 18/35 g.
    CHECK(std::abs(start.x[0] - 0.5 * start.x[1] - 18 * g / 35) <= 1e-14 * g);
}

TEST_CASE("a brick that arrives with 1 m/s on one that overhangs: both turn on with 32/35 rad/s [ROTE-Q*]") {
    const Projection after = project(inverse_masses, {0.0, 0.0, -1.0, 0.0}, rows);
    REQUIRE(after.status == optimize::Status::optimal);
    check_close(after.x, {-4.0 / 35, -32.0 / 35, -16.0 / 35, -32.0 / 35}, 1.0);
    check_close(after.multipliers, {0.0, 11.0 / 35, 5.0 / 21, 32.0 / 105}, 1.0);
}

TEST_CASE("one step of positions moves bricks by a dt^2; multipliers are forces times dt^2 [ROTE-Q']") {
    const double g = 9.81, dt = 0.25, unit = g * dt * dt;  // dt^2 = 1/16 is exact
    const Projection moved = project(inverse_masses, {-unit, 0.0, -unit, 0.0}, rows);
    REQUIRE(moved.status == optimize::Status::optimal);
    check_close(moved.x, {-6 * unit / 35, -48 * unit / 35, -24 * unit / 35, -48 * unit / 35}, unit);
    check_close(moved.multipliers, {0.0, 69 * unit / 35, 9 * unit / 35, 2 * unit / 35}, unit);
}

TEST_CASE("the forces do no work on what is allowed: turning about the table's end [PBM-F-vwork]") {
    const Projection start = project(inverse_masses, {-9.81, 0.0, -9.81, 0.0}, rows);
    const Vector turn = {0.125, 1.0, 0.5, 1.0};  // omega = 1: three of the contacts stay closed
    double work = 0.0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        double closing = 0.0;
        for (const Block& block : rows[i].blocks())
            for (std::size_t k = 0; k < block.size; ++k)
                closing += block.coefficients[k] * turn[2 * block.body + k];
        CHECK(std::abs(closing - (i == 0 ? -0.375 : 0.0)) <= 1e-16);  // the contact at -3/8 would close
        work += start.multipliers[i] * closing;
    }
    CHECK(std::abs(work) <= 1e-14 * 9.81);
}

}  // namespace
}  // namespace restraint::gauss
