#include <doctest/doctest.h>

#include <cmath>
#include <stdexcept>

#include "restraint/ode/event.h"

using namespace restraint;
using namespace restraint::ode;

TEST_CASE("bisection halves the bracket until it is as short as asked") {
    // cos t falls through 0 at pi/2.
    const Event event = bisect([](double t) { return std::cos(t); }, 1.0, 2.0, {.time = 1e-6});
    const double zero = std::acos(-1.0) / 2;
    CHECK(event.found);
    CHECK(event.before <= zero);
    CHECK(zero <= event.after);
    CHECK(event.after - event.before <= 1e-6);
    CHECK(event.evaluations == 2 + 20);  // 2^-20 < 1e-6 < 2^-19
    CHECK(event.g_before > 0.0);
    CHECK(event.g_after <= 0.0);
}

TEST_CASE("regula falsi catches the same event in far fewer evaluations [BARAFF89-regula]") {
    const EventFunction height = [](double t) { return 1.0 - 4.905 * t * t; };  // dropped from 1 m
    const double impact = std::sqrt(1.0 / 4.905);
    const Event quick = regula_falsi(height, 0.0, 1.0, {.value = 1e-12});
    const Event slow = bisect(height, 0.0, 1.0, {.value = 1e-12});
    CHECK(quick.found);
    for (const Event& event : {quick, slow}) {  // 1e-12 m at 4.429 m/s
        CHECK(std::abs(height(event.nearest())) <= 1e-12);
        CHECK(std::abs(event.nearest() - impact) <= 1e-12 / 4.4);
    }
    // Bisection gains a bit an evaluation: 2^-38 s at 4.429 m/s is 1.6e-11 m. Regula falsi's error is about
    // cubed every three evaluations: 1 s, .05 s, 1e-4 s, 1e-12 s.
    CHECK(slow.evaluations >= 2 + 38);
    CHECK(quick.evaluations <= 2 + 3 * 3);
}

TEST_CASE("the Illinois rule moves both ends: the bracket shrinks though g is curved one way") {
    // Plain regula falsi on a convex g never moves the later end from b = 1.
    const Event event = regula_falsi([](double t) { return t * t * t - 0.001; }, 0.0, 1.0, {.time = 1e-9});
    CHECK(event.found);
    CHECK(event.after - event.before <= 1e-9);
    CHECK(event.after == doctest::Approx(0.1).epsilon(1e-8));
}

TEST_CASE("with no tolerance an event is caught between neighbouring doubles") {
    const EventFunction g = [](double t) { return std::exp(t) - 2.0; };  // at log 2
    for (const Event& event : {bisect(g, 0.0, 1.0, {}), regula_falsi(g, 0.0, 1.0, {})}) {
        CHECK(event.found);
        CHECK((event.after - event.before <= 0x1p-52 || event.g_after == 0.0));
        CHECK(event.g_before < 0.0);
        CHECK(event.g_after >= 0.0);
    }
}

TEST_CASE("a jump at 0 has no shortest bracket of doubles: the search ends unfound after 200 evaluations") {
    // [PBM-G-bisect] The bracket [0, 2^-k] is never as short as 2^-52 of its end.
    std::size_t calls = 0;
    const EventFunction jump = [&](double t) {
        ++calls;
        return t > 0.0 ? 1.0 : -1.0;
    };
    const Event event = bisect(jump, 0.0, 1.0, {});
    CHECK_FALSE(event.found);
    CHECK(event.evaluations == 200);
    CHECK(calls == 200);
    CHECK(event.before == 0.0);
    CHECK(event.after == 0x1p-198);
}

TEST_CASE("no sign change, no event: refused; a g that turns into nan ends the search unfound") {
    const EventFunction one = [](double) { return 1.0; };
    CHECK_THROWS_AS(bisect(one, 0.0, 1.0, {}), std::invalid_argument);
    CHECK_THROWS_AS(regula_falsi(one, 0.0, 1.0, {}), std::invalid_argument);
    const EventFunction holed = [](double t) { return t == 0.0 ? 1.0 : t == 1.0 ? -1.0 : std::nan(""); };
    CHECK_FALSE(bisect(holed, 0.0, 1.0, {}).found);
    CHECK_FALSE(regula_falsi(holed, 0.0, 1.0, {}).found);
}
