#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "../claims.h"
#include "../near.h"
#include "../refusals.h"
#include "restraint/ode/explicit.h"

using namespace restraint;
using namespace restraint::ode;

namespace {

constexpr double eps = 0x1p-52;

/// Concentric circles, anticlockwise with angular velocity w: x' = w (-y, x).
Derivative circles(double w) {
    return [w](const Vector& x, double) { return Vector{-w * x[1], w * x[0]}; };
}

/// x' = -k x.
Derivative decay(double k) {
    return [k](const Vector& x, double) { return -k * x; };
}

/// log2 of the ratio of the errors at t1 with n and with 2n steps: the measured order.
double measured_order(const ExplicitMethod& method, const Derivative& f, const Vector& x0, double t0,
                      double t1, const Vector& exact, std::size_t n) {
    const double coarse = norm(integrate(method, f, x0, t0, t1, n).x - exact);
    const double fine = norm(integrate(method, f, x0, t0, t1, 2 * n).x - exact);
    return std::log2(coarse / fine);
}

const std::vector<ExplicitMethod> all_methods{euler, midpoint, rk4};

}  // namespace

TEST_CASE("Euler on a circle: every step multiplies the radius by sqrt(1 + h^2 w^2) [PBM-B-circle]") {
    // [claim CL-B-01]
    // The step goes along the tangent, so the new radius is the hypotenuse of 1 and h w. With h w = 0.1 the
    // factor is sqrt(1.01) = 1.004987562..., and after 100 steps (1.01)^50 = 1.6446318...
    const double w = 2.5, h = 0.04;
    Vector x{0.6, -0.8};
    double expected = 1.0;
    for (int n = 1; n <= 100; ++n) {
        x = euler_step(circles(w), x, 0.0, h);
        expected *= std::sqrt(1 + h * w * (h * w));
        CHECK(std::abs(norm(x) - expected) <= 4 * eps * n * expected);  // a few roundings a step
    }
    CHECK(norm(x) == tests::near(1.644632, 1e-6));
    measured("CL-B-01", "radius after 100 steps " + std::to_string(norm(x)));
}

TEST_CASE("Euler on x' = -k x: h = 1/k is the end of smooth decay, h = 2/k the edge of stability") {
    // [PBM-B-stab, PBM-D-stab, PBM-SD-limit, claim CL-B-02]
    // x_{n+1} = (1 - h k) x_n; k and h are powers of two times small integers, so every product is exact.
    const double k = 8.0;
    const auto after_one_step = [&](double hk) { return euler_step(decay(k), {1.0}, 0.0, hk / k)[0]; };
    CHECK(after_one_step(0.5) == 0.5);     // decays
    CHECK(after_one_step(1.0) == 0.0);     // at rest in one step
    CHECK(after_one_step(1.5) == -0.5);    // oscillates, decaying
    CHECK(after_one_step(2.0) == -1.0);    // oscillates for ever
    CHECK(after_one_step(2.25) == -1.25);  // off to Neptune
    measured("CL-B-02", "h k = 0.5: " + figure(after_one_step(0.5)) + ", 1: " + figure(after_one_step(1.0)) +
                            ", 1.5: " + figure(after_one_step(1.5)) + ", 2: " + figure(after_one_step(2.0)) +
                            ", 2.25: " + figure(after_one_step(2.25)));
    // The edge is sharp: one rounding beyond 2/k, the oscillation grows; one before, it shrinks.
    CHECK(std::abs(after_one_step(std::nextafter(2.0, 3.0))) > 1.0);
    CHECK(std::abs(after_one_step(std::nextafter(2.0, 1.0))) < 1.0);
}

TEST_CASE("a step that is too long blows up, and the integration says when") {
    // The factor is 1 - h k = -9 a step. A double ends at 1.80e308: |k x| = 10 * 9^322 = 1.85e308 is too
    // large.
    const double k = 10.0, h = 1.0;
    const Integration result = integrate(euler, decay(k), {1.0}, 0.0, 1000.0, 1000);
    CHECK(result.outcome == Outcome::blew_up);
    CHECK(all_finite(result.x));
    CHECK(result.t == 322.0 * h);
    CHECK(result.steps == 322);
    CHECK(std::string(to_string(result.outcome)).find("step is too long") != std::string::npos);
}

TEST_CASE("orders on an autonomous and on a time-dependent equation: Euler 1, midpoint 2, Runge-Kutta 4") {
    // [PBM-B-eulererr, PBM-B-euler, PBM-B-midpoint, PBM-B-rk4, claim CL-B-03, erratum B03]
    // x' = x (1 - x) from 1/5: the logistic curve x = 1 / (1 + 4 exp(-t)).
    // x' = -x + sin 3t from 1: x = 1.3 exp(-t) + (sin 3t - 3 cos 3t) / 10.
    const Derivative logistic = [](const Vector&x, double) { return Vector{x[0] * (1 - x[0])}; },
                     driven = [](const Vector&x, double t) { return Vector{-x[0] + std::sin(3 * t)}; };
    const Vector at_2{1.0 / (1.0 + 4.0 * std::exp(-2.0))},
        at_1{1.3 * std::exp(-1.0) + (std::sin(3.0) - 3 * std::cos(3.0)) / 10};
    std::string orders;
    for (const ExplicitMethod& method : all_methods) {
        INFO("method ", std::string(method.name));
        // With 80 and 160 steps the errors are close to their leading terms.
        CHECK(std::abs(measured_order(method, logistic, {0.2}, 0.0, 2.0, at_2, 80) - method.order) <= 0.1);
        const double order = measured_order(method, driven, {1.0}, 0.0, 1.0, at_1, 160);
        CHECK(std::abs(order - method.order) <= 0.1);
        orders += " " + std::to_string(order);
    }
    measured("CL-B-03", "orders" + orders);
}

TEST_CASE("the midpoint is at x + dx/2 and t + dt/2; figure 5 halves too much and converges to nothing") {
    // [PBM-B-fig5, PBM-SB-mid, erratum B01]
    // x' = -x + t on [1, 2] with x(1) = 1: x = t - 1 + exp(1 - t), so x(2) = 1 + 1/e.
    const Derivative f = [](const Vector& x, double t) { return Vector{-x[0] + t}; };
    const ExplicitMethod printed{"as printed", 0, 2,
                                 [](const Derivative& g, const Vector& x0, double t0, double h) {
                                     const Vector dx = h * g(x0, t0);
                                     return x0 + h * g(0.5 * (x0 + dx), (t0 + h) / 2);
                                 }};
    const Vector exact{1.0 + std::exp(-1.0)};
    const auto error = [&](const ExplicitMethod& method, std::size_t n) {
        return norm(integrate(method, f, {1.0}, 1.0, 2.0, n).x - exact);
    };
    CHECK(error(midpoint, 100) / error(midpoint, 200) == tests::near(4.0, 0.01));
    CHECK(error(printed, 200) > 0.1);
    CHECK(error(printed, 200) / error(printed, 400) == tests::near(1.0, 0.01));
}

TEST_CASE("without the time shift the midpoint method is of order 1 only [PBM-B-midpoint]") {
    // [erratum B03]
    // x' = 3 t^2: x(1) = 1. The printed formula omits the time; read as t0, the error only halves.
    const Derivative f = [](const Vector&, double t) { return Vector{3 * t * t}; };
    const ExplicitMethod printed{"no time shift", 1, 2,
                                 [](const Derivative& g, const Vector& x0, double t0, double h) {
                                     return x0 + h * g(x0 + h / 2 * g(x0, t0), t0);
                                 }};
    CHECK(measured_order(printed, f, {0.0}, 0.0, 1.0, {1.0}, 100) == tests::near(1.0, 0.05));
    CHECK(measured_order(midpoint, f, {0.0}, 0.0, 1.0, {1.0}, 100) == tests::near(2.0, 0.05));
}

TEST_CASE("a method of order p is exact where x(t) is a polynomial of degree p [PBM-B-taylor]") {
    // x' = 4 t^3 by Runge-Kutta (Simpson's rule in t), x' = 2 t by midpoint, x' = 1 by Euler, from t = 2 in
    // one step of 0.5: x grows by 2.5^4 - 2^4 = 23.0625, 2.5^2 - 2^2 = 2.25, 0.5. All numbers are dyadic.
    const auto step = [](const ExplicitMethod& method, double (*rate)(double)) {
        return method.step([rate](const Vector&, double t) { return Vector{rate(t)}; }, {1.0}, 2.0, 0.5)[0];
    };
    CHECK(step(euler, [](double) { return 1.0; }) == 1.5);
    CHECK(step(midpoint, [](double t) { return 2 * t; }) == 3.25);
    CHECK(std::abs(step(rk4, [](double t) { return 4 * t * t * t; }) - 24.0625) <= 4 * eps * 24);
}

TEST_CASE("Runge-Kutta stays stable to h k = 2.785, hardly further than Euler [PBM-D-stab]") {
    // [claim CL-D-05]
    // One step multiplies by R(z) = 1 + z + z^2/2 + z^3/6 + z^4/24, z = -h k; |R| = 1 at z = -2.78529...
    const auto factor = [](double hk) { return rk4_step(decay(1.0), {1.0}, 0.0, hk)[0]; };
    CHECK(std::abs(factor(2.785)) < 1.0);
    CHECK(std::abs(factor(2.786)) > 1.0);
    measured("CL-D-05", "factor " + std::to_string(factor(2.785)) + " at h k = 2.785, " +
                            std::to_string(factor(2.786)) + " at 2.786");
    const double z = -1.7;  // a plain check of R
    CHECK(factor(1.7) == tests::near(1 + z * (1 + z / 2 * (1 + z / 3 * (1 + z / 4))), 1e-14));
}

TEST_CASE("for the same work, Runge-Kutta beats midpoint beats Euler [PBM-SB-hints]") {
    // One turn of the unit circle with 480 evaluations of f for each method.
    const double turn = 2 * std::acos(-1.0);
    const auto error = [&](const ExplicitMethod& method) {
        const std::size_t steps = 480 / static_cast<std::size_t>(method.evaluations);
        const Integration result = integrate(method, circles(1.0), {1.0, 0.0}, 0.0, turn, steps);
        CHECK(result.evaluations == 480);
        return norm(result.x - Vector{1.0, 0.0});
    };
    CHECK(error(rk4) < error(midpoint) / 100);
    CHECK(error(midpoint) < error(euler) / 10);
}

TEST_CASE("the number of evaluations for a given error falls with the order [PBM-B-eulererr]") {
    // [claim CL-B-06]
    // Until the error after one radian of the circle is below 1e-6; the steps are doubled each time.
    const Vector exact{std::cos(1.0), std::sin(1.0)};
    const auto work = [&](const ExplicitMethod& method) {
        for (std::size_t steps = 1;; steps *= 2) {
            const Integration result = integrate(method, circles(1.0), {1.0, 0.0}, 0.0, 1.0, steps);
            if (norm(result.x - exact) < 1e-6) return result.evaluations;
        }
    };
    // By hand: Euler's error is about h/2, so h = 2e-6; midpoint's h^2/6, h = 2.4e-3; Runge-Kutta's h^4/120,
    // h = 0.1.
    CHECK(work(euler) >= 400'000);
    CHECK(work(midpoint) <= 2048);
    CHECK(work(rk4) <= 64);
    measured("CL-B-06", "evaluations for 1e-6 (steps doubled): Euler " + std::to_string(work(euler)) +
                            ", midpoint " + std::to_string(work(midpoint)) + ", Runge-Kutta " +
                            std::to_string(work(rk4)));
}

TEST_CASE("any model runs under any solver through the interface [PBM-B-interface, PBM-SB-code]") {
    struct Clock : System {  // x' = t
        Vector x{0.0};
        double t = 0.0;
        std::size_t dimension() const override { return 1; }
        Vector state() const override { return x; }
        double time() const override { return t; }
        void set_state(const Vector& new_x, double new_t) override { x = new_x, t = new_t; }
        Vector derivative() override { return {t}; }
    };
    Clock clock;
    const Vector end = midpoint_step(derivative_of(clock), clock.state(), clock.time(), 2.0);
    clock.set_state(end, 2.0);
    CHECK(clock.state() == Vector{2.0});  // t^2/2, exact by midpoint
    CHECK(clock.dimension() == 1);
}

TEST_CASE("a step of zero, a state that is not finite, a derivative of another length are refused") {
    const Derivative f = decay(1.0);
    const double nan = std::nan("");
    const Derivative short_f = [](const Vector&, double) { return Vector{1.0}; };
    const Vector one{1.0}, two{1.0, 2.0}, lost{1.0, nan};
    for (const ExplicitMethod& method : all_methods) {
        INFO("method ", std::string(method.name));
        const auto step = [&](const Derivative& of, const Vector& x, double t, double h) {
            return [&method, of, x, t, h] { method.step(of, x, t, h); };
        };
        tests::check_refused({
            {step(f, one, 0.0, 0.0), "the step is 0.000000, but must be finite and not 0"},
            {step(f, one, 0.0, nan), "the step is nan, but must be finite and not 0"},
            {step(f, one, 0.0, 1.0 / 0.0), "the step is inf, but must be finite and not 0"},
            {step(f, one, -1.0 / 0.0, 1.0), "the time is -inf, but must be finite"},
            {step(f, one, nan, 1.0), "the time is nan, but must be finite"},
            {step(f, lost, 0.0, 1.0), "entry 1 of the state is nan, but must be finite"},
            {step(short_f, two, 0.0, 1.0), "the derivative has 1 entries, but the state has 2"},
        });
    }
    tests::check_refused(
        {{[&] { integrate(euler, f, one, 0.0, 1.0, 0); }, "an integration needs at least one step"}});
}

TEST_CASE("the times of equal steps are t0 + k h, not a sum of roundings") {
    // Ten steps of .1 s; from .75 s on the derivative is infinite. Eight times .1 is .8, the sum of eight .1
    // is less.
    const Derivative f = [](const Vector&, double t) { return Vector{t > 0.75 ? 1.0 / 0.0 : 1.0}; };
    const Integration result = integrate(euler, f, {0.0}, 0.0, 1.0, 10);
    CHECK(result.outcome == Outcome::blew_up);
    CHECK(result.evaluations == 9);
    CHECK(result.steps == 8);
    CHECK(result.t == 0.8);
    CHECK(0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 < 0.8);
}

TEST_CASE("the time of the last step is t1 to the last bit, and that of the others is measured from t0") {
    // 0 + 3 (.9 / 3) is not .9 in doubles.
    const double t0 = 0.0, t1 = 0.9, h = (t1 - t0) / 3;
    CHECK(t0 + 3 * h != t1);
    CHECK(integrate(euler, decay(1.0), {1.0}, t0, t1, 3).t == t1);
    CHECK(integrate(euler, decay(1.0), {1.0}, 5.0, 3.0, 4).t == 3.0);  // backwards too
}

TEST_CASE("f is asked at finite states only: once a stage has overflowed the result is nan") {
    const Derivative f = [](const Vector& x, double) {
        REQUIRE(std::isfinite(x[0]));
        return Vector{1e300 * x[0]};
    };
    for (const ExplicitMethod& method : {midpoint, rk4})
        CHECK(std::isnan(method.step(f, {1e10}, 0.0, 1.0)[0]));
}

TEST_CASE("every way in which a computation may end has its words") {
    for (const auto& [outcome, words] :
         {std::pair{Outcome::finished, "finished"},
          {Outcome::blew_up, "the state has left the range of numbers: the step is too long"},
          {Outcome::step_too_small, "no step is small enough for the tolerance"},
          {Outcome::too_many_steps, "the limit of steps is reached"},
          {Outcome::no_derivative, "the derivative cannot be computed"},
          {Outcome::no_solution, "the linear system of the implicit step is singular or indefinite"},
          {Outcome::not_converged, "the conjugate gradients of the implicit step have not converged"},
          {Outcome::no_place, "the walls leave no place for a particle"}})
        CHECK(std::string(to_string(outcome)) == words);
}
