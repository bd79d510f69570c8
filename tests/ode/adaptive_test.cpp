#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "../claims.h"
#include "../near.h"
#include "../refusals.h"
#include "restraint/ode/adaptive.h"

using namespace restraint;
using namespace restraint::ode;

namespace {

/// x' = x, so that x(t) = exp(t) x(0).
Vector growth(const Vector& x, double) { return x; }

}  // namespace

TEST_CASE(
    "where an error of 1e-4 is allowed, 1e-8 lets a step grow to 100 h, 1e-3 makes it shrink to .316 h") {
    // [PBM-B-grow, PBM-B-shrink, claim CL-B-04]
    CHECK(suggested_step(0.25, 1e-8, 1e-4, euler.order) == tests::near(25.0, 1e-14));
    const double h_new = suggested_step(1.0, 1e-3, 1e-4, euler.order);
    CHECK(h_new == tests::near(std::sqrt(0.1), 1e-14));
    CHECK(std::abs(h_new - 0.316) < 5e-4);  // as printed
    measured("CL-B-04", std::to_string(suggested_step(1.0, 1e-8, 1e-4, 1)) + " and " + std::to_string(h_new));
}

TEST_CASE("for order p the root is p + 1: the suggested step really has the error asked for [PBM-B-adapt]") {
    for (const ExplicitMethod& method : {euler, midpoint, rk4}) {
        INFO("method ", std::string(method.name));
        const double h = 0.05, error = doubled_step(method, growth, {1.0}, 0.0, h).error;
        const double h_new = suggested_step(h, error, error / 20, method.order);
        const double error_new = doubled_step(method, growth, {1.0}, 0.0, h_new).error;
        // To leading order in h: h = 0.05 leaves a few per cent.
        CHECK(error_new == tests::near(error / 20, 0.05));
    }
}

TEST_CASE("|xa - xb| is the error of the two half steps; that of the full Euler step is twice as large") {
    // [PBM-B-err, claim CL-B-05, erratum B02]
    const double h = 1e-3, exact = std::exp(h);
    const DoubledStep step = doubled_step(euler, growth, {1.0}, 0.0, h);
    const double error_a = std::abs(euler_step(growth, {1.0}, 0.0, h)[0] - exact);
    const double error_b = std::abs(step.x[0] - exact);
    CHECK(error_a / step.error == tests::near(2.0, 2 * h));  // the next term of the series is O(h)
    CHECK(error_b / step.error == tests::near(1.0, 2 * h));
    measured("CL-B-05", "error over estimate: full step " + std::to_string(error_a / step.error) +
                            ", half steps " + std::to_string(error_b / step.error));
}

TEST_CASE(
    "adaptive steps end exactly at t1, with an error of the order of the tolerance; they count what they "
    "ask") {
    for (const ExplicitMethod& method : {euler, midpoint, rk4})
        for (const double tolerance : {1e-4, 1e-6}) {
            INFO("method ", std::string(method.name), ", tolerance ", tolerance);
            std::size_t calls = 0;
            const Derivative counted = [&](const Vector& x, double) {
                ++calls;
                return x;
            };
            const Integration result =
                integrate_adaptively(method, counted, {1.0}, 0.0, 1.0, {.tolerance = tolerance});
            CHECK(result.outcome == Outcome::finished);
            CHECK(result.t == 1.0);
            CHECK(result.evaluations == calls);
            // Each step may be off by the tolerance, and x' = x multiplies it by at most e until the end.
            const double bound = std::exp(1.0) * tolerance * static_cast<double>(result.steps);
            CHECK(std::abs(result.x[0] - std::exp(1.0)) <= bound);
        }
}

TEST_CASE("steps are long where the motion is slow and short where it is fast") {
    // A comet on an ellipse of half-axis 1 and eccentricity 0.9 (G M = 1): one turn takes 2 pi, of which most
    // is spent far out; at the sun it is 19 times as fast. It starts there, at distance 1.9.
    const Derivative kepler = [](const Vector& s, double) {
        const double r = std::hypot(s[0], s[1]);
        return Vector{s[2], s[3], -s[0] / (r * r * r), -s[1] / (r * r * r)};
    };
    const Vector start{1.9, 0.0, 0.0, std::sqrt(0.1 / 1.9)};
    const double turn = 2 * std::acos(-1.0);
    const Integration adaptive = integrate_adaptively(rk4, kepler, start, 0.0, turn, {.tolerance = 1e-7});
    const Integration fixed = integrate(rk4, kepler, start, 0.0, turn, adaptive.evaluations / 4);
    CHECK(fixed.evaluations <= adaptive.evaluations);
    CHECK(norm(adaptive.x - start) < 1e-3);
    CHECK(norm(fixed.x - start) > 100 * norm(adaptive.x - start));  // as many evaluations, in equal steps
}

TEST_CASE("ode(x0, t0, t1, dxdt) is the solver of the notes [PBM-G-ode]") {
    const Derivative circle = [](const Vector& x, double) { return Vector{-x[1], x[0]}; };
    const Integration result = ode::ode({1.0, 0.0}, 2.0, 5.0, circle);
    CHECK(result.outcome == Outcome::finished);
    CHECK(norm(result.x - Vector{std::cos(3.0), std::sin(3.0)}) < 1e-6);
    CHECK(ode::ode({1.0, 0.0}, 2.0, 2.0, circle).x == Vector{1.0, 0.0});  // no time, no motion
}

TEST_CASE("a motion that goes to infinity in finite time ends with a status, not with nan") {
    // x' = x^2 from 1: x = 1 / (1 - t), infinite at t = 1.
    const Derivative f = [](const Vector& x, double) { return Vector{x[0] * x[0]}; };
    const Integration result = integrate_adaptively(rk4, f, {1.0}, 0.0, 2.0, {.tolerance = 1e-6});
    CHECK(result.outcome != Outcome::finished);
    CHECK(all_finite(result.x));
    CHECK(result.t == tests::near(1.0, 1e-6));
}

TEST_CASE("a derivative that is nan everywhere ends as step_too_small; too many steps are a status too") {
    const Derivative f = [](const Vector&, double) { return Vector{std::nan("")}; };
    CHECK(integrate_adaptively(rk4, f, {1.0}, 0.0, 1.0).outcome == Outcome::step_too_small);
    CHECK(integrate_adaptively(rk4, growth, {1.0}, 0.0, 1.0, {.step_limit = 3}).outcome ==
          Outcome::too_many_steps);
}

TEST_CASE("from step to step h grows to five times at most, and shrinks to a tenth at least") {
    // At rest there is no error: 1, 5, 25, 125 and 625 ms, then what is left of 1 s.
    const Derivative rest = [](const Vector&, double) { return Vector{0.0}; };
    CHECK(integrate_adaptively(rk4, rest, {1.0}, 0.0, 1.0, {.first_step = 1e-3}).steps == 6);
    // Without a first step it is a hundredth of the time: 1, 5, 25, and the 69 that are left.
    CHECK(integrate_adaptively(rk4, rest, {1.0}, 0.0, 1.0).steps == 4);
    std::vector<double> times;
    const Derivative watched = [&](const Vector&, double t) {
        times.push_back(t);
        return Vector{0.0};
    };
    integrate_adaptively(rk4, watched, {1.0}, 0.0, 1.0);
    CHECK(times[3] == 0.01);  // the end of the first step
    // The last step is what is left, be it one bit.
    const double end = 1.0 + 0x1p-52;
    const Integration last = integrate_adaptively(rk4, rest, {1.0}, 1.0, end, {.first_step = 1.0});
    CHECK(last.outcome == Outcome::finished);
    CHECK(last.t == end);
    // A step of 32 last bits of t is none too small.
    const Integration fine =
        integrate_adaptively(rk4, rest, {1.0}, 1.0, 1.0 + 0x1p-40, {.first_step = 0x1p-47});
    CHECK(fine.outcome == Outcome::finished);
    CHECK(fine.steps == 4);  // 1, 5, 25 and the last 97 of 128 such steps
    // Until 1 ms x stands still, later there is no derivative. The second half of a step of 1, .1 or .01 s
    // begins later and is rejected, that of a step of 1 ms is not.
    const Derivative wall = [](const Vector&, double t) { return Vector{t > 1e-3 ? 1.0 / 0.0 : 0.0}; };
    const Integration result =
        integrate_adaptively(euler, wall, {1.0}, 0.0, 1.0, {.first_step = 1.0, .step_limit = 4});
    CHECK(result.rejected == 3);
    CHECK(result.steps == 1);
    CHECK(result.t == tests::near(1e-3, 1e-15));
}

TEST_CASE("the next step is .9 of the one that would just meet the tolerance") {
    // Euler on x' = t: one step h adds h t, two halves h t + h^2 / 4, whatever t is. A step of 1/8 meets the
    // tolerance 1/256 to the last bit. Those that follow have .9/8 = .1125 s: .125, .2375, .35, and the rest.
    const Derivative ramp = [](const Vector&, double t) { return Vector{t}; };
    const Integration result =
        integrate_adaptively(euler, ramp, {0.0}, 0.0, 0.45, {.tolerance = 0x1p-8, .first_step = 0.125});
    CHECK(result.steps == 4);
    CHECK(result.rejected == 0);
    CHECK(result.evaluations == 4 * 3);
}

TEST_CASE(
    "a step may shrink until it no longer advances the time: to 4e-16 of it, at 0 to the least number") {
    // Without a derivative every step is rejected and the next is a tenth: at t = 1 from 1e-2 to 1e-15 s, 14
    // of them, at t = 0 down to 1e-307 s, 306; the least normal number is 2.2e-308.
    const Derivative none = [](const Vector&, double) { return Vector{std::nan("")}; };
    const auto rejected = [&](double t) {
        const Integration result = integrate_adaptively(rk4, none, {1.0}, t, t + 1.0, {.first_step = 1e-2});
        CHECK(result.outcome == Outcome::step_too_small);
        CHECK(result.t == t);
        return result.rejected;
    };
    CHECK(rejected(1.0) == 14);
    CHECK(rejected(0.0) == 306);
}

TEST_CASE("a step that overflows is off by infinity, even if its two halves do not overflow") {
    // x' = 1 before t = .6 and -1 after it, and below x = -.9 there is no derivative. From 0, Runge-Kutta
    // with h = 2 tries x = 0 - 1 half-way, below -.9. The first half step leads to (1 + 2 + 2 - 1) / 6 = 2/3,
    // the second one to -1/3.
    const Derivative f = [](const Vector& x, double t) {
        return Vector{x[0] < -0.9 ? std::nan("") : t < 0.6 ? 1.0 : -1.0};
    };
    CHECK(std::isinf(doubled_step(rk4, f, {0.0}, 0.0, 2.0).error));
    CHECK(rk4_step(f, rk4_step(f, {0.0}, 0.0, 1.0), 1.0, 1.0)[0] == tests::near(-1.0 / 3, 1e-15));
}

TEST_CASE("without an error any step will do: infinity, in the direction of h") {
    CHECK(suggested_step(0.5, 0.0, 1e-4, 1) == std::numeric_limits<double>::infinity());
    CHECK(suggested_step(-0.5, 0.0, 1e-4, 1) == -std::numeric_limits<double>::infinity());
}

TEST_CASE("backwards, a tolerance of zero, a negative step are refused") {
    const double infinity = std::numeric_limits<double>::infinity(), nan = std::nan("");
    const auto between = [](double t0, double t1, const std::string& words) -> tests::Refusal {
        return {[=] { integrate_adaptively(rk4, growth, {1.0}, t0, t1); },
                "the integration runs from t = " + words + ", but must run forwards between finite times"};
    };
    const auto with = [](const AdaptiveOptions& options) -> tests::Refusal {
        return {[=] { integrate_adaptively(rk4, growth, {1.0}, 0.0, 1.0, options); },
                "adaptive steps need a tolerance > 0 and a first step >= 0"};
    };
    tests::check_refused(
        {between(2.0, 1.0, "2.000000 to t = 1.000000"),
         between(-infinity, 0.0, "-inf to t = 0.000000"),
         between(0.0, infinity, "0.000000 to t = inf"),
         between(0.0, nan, "0.000000 to t = nan"),
         with({.tolerance = 0.0}),
         with({.tolerance = nan}),
         with({.first_step = -1.0}),
         with({.first_step = nan}),
         {[] { suggested_step(1.0, 1e-3, 0.0, 1); }, "the tolerance is 0.000000, but must be > 0"},
         {[] { suggested_step(1.0, -1e-3, 1e-4, 1); }, "the error is -0.001000, but must be >= 0"},
         {[&] { suggested_step(1.0, nan, 1e-4, 1); }, "the error is nan, but must be >= 0"}});
}
