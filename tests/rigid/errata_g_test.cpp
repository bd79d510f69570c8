// Slips of the program text in part G: what happens if it is copied as printed, beside what holds.

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <vector>

#include "restraint/ode/explicit.h"
#include "restraint/rigid/mass.h"
#include "restraint/rigid/system.h"

using namespace restraint;
using namespace restraint::rigid;

namespace {

constexpr double frame = 1.0 / 24.0;  // s, between two displayed pictures

System flying_body() {
    RigidBody body = make_body("b", box_mass({0.5, 0.8, 1.3}, 2.0), {1, 2, 3});
    set_velocity(body, {0.5, -1, 2}, {});
    System system({body}, gravity({}), Representation::matrix);
    system.normalizes = false;
    return system;
}

/// The notes' ode(): x1 is where the state x0 is a frame later.
void ode_frame(System& system, const Vector& x0, Vector& x1, std::size_t& calls) {
    ++calls;
    x1 = ode::integrate(ode::rk4, ode::derivative_of(system), x0, 0.0, frame, 1).x;
}

struct Cross {
    Vec3 v;
};
Cross operator+(Cross a, Cross b) { return {a.v + b.v}; }
Cross operator^(Cross a, Cross b) { return {cross(a.v, b.v)}; }  // as the notes write it

}  // namespace

TEST_CASE("R[i,j] is R[j]: the comma throws the row away; R(i,j) is the entry [erratum G03]") {
    struct Rows {
        std::array<std::array<double, 3>, 3> rows{{{0, 1, 2}, {10, 11, 12}, {20, 21, 22}}};
        const std::array<double, 3>& operator[](std::size_t i) const { return rows[i]; }
    } printed;
    // What stands between the brackets is the comma operator: the value is the second number alone.
    CHECK(&printed[(static_cast<void>(2), 1)] == &printed[1]);
    CHECK(printed[2][1] == 21);
    const Mat3 r{{0, 1, 2, 10, 11, 12, 20, 21, 22}};
    CHECK(r(2, 1) == 21);
}

TEST_CASE("one call of the solver a frame, after the whole state is copied [PBM-G-code-Run, erratum G05]") {
    // As printed the solver is called inside the loop that copies: first with one number of the body and 17
    // stale ones, here zeros, which it returns as the new state. All that was not copied yet is lost.
    System system = flying_body();
    const Vector start = system.state();
    Vector x0(start.size()), x1 = start;
    std::size_t calls = 0;
    for (std::size_t i = 0; i < x0.size(); ++i) {
        x0[i] = x1[i];
        ode_frame(system, x0, x1, calls);
    }
    CHECK(calls == 18);
    state_to_bodies(x1, system.bodies, Representation::matrix);
    CHECK(system.bodies[0].position == Vec3{1, 0, 0});  // x was copied first; y, z, R and P are gone
    CHECK(system.bodies[0].orientation == Mat3{});
    CHECK(system.bodies[0].linear_momentum == Vec3{});

    x1 = start;
    calls = 0;
    for (int picture = 0; picture < 24; ++picture) {
        x0 = x1;
        ode_frame(system, x0, x1, calls);
    }
    CHECK(calls == 24);
    state_to_bodies(x1, system.bodies, Representation::matrix);
    CHECK(norm(system.bodies[0].position - Vec3{1.5, 1, 5}) < 1e-13);  // x + v 1 s, 24 roundings
}

TEST_CASE(
    "10 s at 24 pictures a second are 240; counting in seconds shows 241 [PBM-G-code-Run, erratum G06]") {
    std::size_t printed = 0;
    double t = 0.0;
    for (; t < 10.0; t += frame) ++printed;
    CHECK(printed == 241);  // after 240 additions of the rounded 1/24, t is below 10
    CHECK(std::lround(10.0 / frame) == 240);
}

TEST_CASE("the block's moment: the antiderivative in y, not in y0 [PBM-G-5.3, erratum G07]") {
    const double x0 = 2.0, y0 = 3.0, z0 = 4.0;
    const auto printed = [&](double) { return y0 * y0 * y0 / 3 * z0 + z0 * z0 * z0 / 12 * y0; };
    const auto right = [&](double y) { return y * y * y / 3 * z0 + z0 * z0 * z0 / 12 * y; };
    CHECK(printed(y0 / 2) - printed(-y0 / 2) == 0.0);  // a block without inertia
    // By hand: (27 4 / 12 + 64 3 / 12) = 25, times x0 = 2 and density 1: M/12 (y0^2 + z0^2) = 24/12 25 = 50.
    CHECK(right(y0 / 2) - right(-y0 / 2) == 25.0);
    CHECK(std::abs(box_mass({x0, y0, z0}, 1.0).inertia(0, 0) - 50.0) < 1e-14 * 50);
}

TEST_CASE("v + omega ^ r is (v + omega) x r: as an operator the cross product binds loosest [erratum G29]") {
    const Cross v{{1, 0, 0}}, omega{{0, 0, 2}}, r{{3, 0, 0}};
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wparentheses"
    const Cross printed = v + omega ^ r;
#pragma GCC diagnostic pop
    CHECK(printed.v == cross(v.v + omega.v, r.v));
    CHECK((v + (omega ^ r)).v == Vec3{1, 6, 0});
    RigidBody body = make_body("b", box_mass({1, 1, 1}, 1.0), {});
    set_velocity(body, v.v, omega.v);
    CHECK(point_velocity(body, r.v) == Vec3{1, 6, 0});
    CHECK(printed.v == Vec3{0, 6, 0});
}
