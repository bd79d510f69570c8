#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "../near.h"
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
    // The signs at the ends, and whether something happens between them: 0 at the end is an event, 0 at the
    // start, or infinity, is none.
    const double infinity = std::numeric_limits<double>::infinity();
    for (const auto& [early, late, happens] : {std::tuple{1.0, -2.0, true},
                                               {-1.0, 2.0, true},
                                               {1.0, 0.0, true},
                                               {-1.0, 0.0, true},
                                               {0.0, 1.0, false},
                                               {0.0, -1.0, false},
                                               {1.0, 2.0, false},
                                               {-1.0, -2.0, false},
                                               {infinity, -1.0, false},
                                               {1.0, -infinity, false},
                                               {std::nan(""), 1.0, false},
                                               {1.0, std::nan(""), false}}) {
        const std::string ends = std::to_string(early) + " and " + std::to_string(late);
        CAPTURE(ends);
        const EventFunction g = [early = early, late = late](double t) { return t < 0.5 ? early : late; };
        if (happens) {
            const Event event = bisect(g, 0.0, 1.0, {.time = 0.01});
            CHECK(event.found);
            CHECK(event.before < 0.5);
            CHECK(event.after >= 0.5);
        } else {
            const std::string words = "no event between t = 0.000000 (g = " + std::to_string(early) +
                                      ") and t = 1.000000 (g = " + std::to_string(late) +
                                      "): g must be finite and change its sign";
            CHECK_THROWS_WITH_AS(bisect(g, 0.0, 1.0, {}), words.c_str(), std::invalid_argument);
            CHECK_THROWS_WITH_AS(regula_falsi(g, 0.0, 1.0, {}), words.c_str(), std::invalid_argument);
        }
    }
    const EventFunction holed = [](double t) { return t == 0.0 ? 1.0 : t == 1.0 ? -1.0 : std::nan(""); };
    CHECK_FALSE(bisect(holed, 0.0, 1.0, {}).found);
    CHECK_FALSE(regula_falsi(holed, 0.0, 1.0, {}).found);
}

TEST_CASE("the nearest time of an event is that of the smaller value, at either end") {
    CHECK(Event{.before = 1.0, .after = 2.0, .g_before = -0.5, .g_after = 0.25}.nearest() == 2.0);
    CHECK(Event{.before = 1.0, .after = 2.0, .g_before = 0.25, .g_after = -0.5}.nearest() == 1.0);
    // A value of .3 within a tolerance of .25 it is not, one of .2 it is: at once, or after half of the
    // bracket.
    const EventFunction line = [](double t) { return 0.3 - t; };
    CHECK(bisect(line, 0.0, 0.5, {.value = 0.25}).evaluations == 2);  // -.2 at .5
    CHECK(bisect(line, 0.0, 1.0, {.value = 0.25}).evaluations == 3);  // .3 at 0, -.7 at 1, -.2 at .5
    CHECK(bisect(line, 0.0, 1.0, {.value = 0.25}).nearest() == 0.5);
    // A zero that is met exactly is found at once, without any tolerance.
    CHECK(bisect([](double t) { return 0.5 - t; }, 0.0, 1.0, {}).evaluations == 3);
}

TEST_CASE("a bracket far from 0 is as short as it can be when no double lies in it [PBM-G-bisect]") {
    // Neighbours at 1000 are 2^-43 apart, and 2^-52 of 1000 is a little less than twice that: a jump in
    // [1000, 1001] is caught in 43 halvings.
    for (const double sign : {1.0, -1.0}) {  // far behind 0 too
        const Event event = bisect([](double t) { return std::abs(t) < 1000.3 ? 1.0 : -1.0; }, sign * 1000.0,
                                   sign * 1001.0, {});
        CHECK(event.found);
        CHECK(sign * (event.after - event.before) == 0x1p-43);
        CHECK(event.evaluations == 2 + 43);
    }
}

TEST_CASE("run backwards in time regula falsi tries the mirrored times: its rule is the same for both ends") {
    // [BARAFF89-regula] t^3 = 1/1000 is convex, so that without the rule, Illinois', the later end would stay
    // at 1 for ever; mirrored it is the earlier one.
    std::vector<double> forwards, backwards;
    const EventTolerance tolerance{.time = 1e-9};
    const Event event = regula_falsi(
        [&](double t) {
            forwards.push_back(t);
            return t * t * t - 0.001;
        },
        0.0, 1.0, tolerance);
    const Event mirrored = regula_falsi(
        [&](double t) {
            backwards.push_back(-t);
            return -t * t * t - 0.001;
        },
        -1.0, 0.0, tolerance);
    CHECK(event.found);
    CHECK(mirrored.found);
    CHECK(event.after - event.before <= 1e-9);
    CHECK(event.after == tests::near(0.1, 1e-8));
    REQUIRE(forwards.size() == backwards.size());
    CHECK(forwards.size() < 20);
    for (std::size_t k = 2; k < forwards.size(); ++k) CHECK(backwards[k] == tests::near(forwards[k], 1e-12));
    // By hand: every line falls from about -.001, at first to .999: so it meets 0 another .001 on. When the
    // later end has stayed twice half of its value makes that .002, when it has stayed three times a quarter
    // .004.
    for (const auto& [k, t] : {std::pair{2u, 0.001}, {3u, 0.002}, {4u, 0.004}, {5u, 0.008}})
        CHECK(forwards[k] == tests::near(t, 0.01));
}

TEST_CASE("where the line meets an end of the bracket, half of the bracket is tried [BARAFF89-regula]") {
    // A jump at 1.3 from a value so small, or to one so small, that the line's zero rounds to that end.
    const auto search = [](double early, double late) {
        std::multiset<double> trials;
        const Event event = regula_falsi(
            [&](double t) {
                trials.insert(t);
                return t < 1.3 ? early : late;
            },
            1.0, 2.0, {.time = 1e-9});
        CHECK(event.found);
        CHECK(event.before < 1.3);
        CHECK(event.after >= 1.3);
        CHECK(event.after - event.before <= 1e-9);
        CHECK(*trials.begin() == 1.0);
        CHECK(*trials.rbegin() == 2.0);
        for (const double t : trials) CHECK(trials.count(t) == 1);  // an end once is enough
        return event.evaluations;
    };
    CHECK(search(1e-30, -1.0) <= 2 + 31);  // 2^-30 < 1e-9
    CHECK(search(1.0, -1e-30) <= 2 + 31);
}
