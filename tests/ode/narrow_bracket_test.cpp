#include <doctest/doctest.h>

#include <set>

#include "restraint/ode/adaptive.h"
#include "restraint/ode/event.h"

using namespace restraint::ode;

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

TEST_CASE("a step for a tolerance of zero is refused [PBM-B-adapt]") {
    CHECK_THROWS_WITH(suggested_step(1.0, 1e-3, 0.0, 1), "the tolerance is 0.000000, but must be > 0");
}
