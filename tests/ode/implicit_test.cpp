#include <doctest/doctest.h>

#include <cmath>

#include "../claims.h"
#include "../matrices.h"
#include "../near.h"
#include "../random.h"
#include "../refusals.h"
#include "restraint/ode/implicit.h"

using namespace restraint;
using namespace restraint::ode;

namespace {

/// The example of the notes: weakly drawn to x = 0, strongly to y = 0.   [PBM-D-2.1, PBM-D-exf, PBM-D-exJ]
FirstOrder stiff_particle(double k) {
    return {[k](const Vector& x, double) {
                return Vector{-x[0], -k * x[1]};
            },
            [k](const Vector&, double) {
                return Matrix{{-1.0, 0.0}, {0.0, -k}};
            },
            {}};
}

/// A lattice of n unlike masses on a line, neighbours and walls joined by unlike springs and dampers, and all
/// of them shaken by the right wall: x'' = M^-1 (-K x - D v + s(t) e_n).
SecondOrder shaken_chain(std::size_t n, Random& random) {
    Matrix df_dx(n, n), df_dv(n, n);
    for (std::size_t j = 0; j <= n; ++j) {  // the spring between mass j-1 and mass j
        const double k = random.uniform(100.0, 900.0), d = random.uniform(0.1, 2.0);
        for (const std::size_t a : {j - 1, j}) {  // its two masses; those that do not exist are walls
            const std::size_t b = 2 * j - 1 - a;
            if (a >= n) continue;
            df_dx(a, a) -= k, df_dv(a, a) -= d;
            if (b < n) df_dx(a, b) += k, df_dv(a, b) += d;
        }
    }
    for (std::size_t i = 0; i < n; ++i) {
        const double inverse_mass = 1 / random.uniform(0.5, 3.0);
        for (std::size_t j = 0; j < n; ++j) df_dx(i, j) *= inverse_mass, df_dv(i, j) *= inverse_mass;
    }
    const auto shake = [n](double amount) {
        Vector a(n);
        a[n - 1] = amount;
        return a;
    };
    return {[=](const Vector& x, const Vector& v, double t) {
                return df_dx * x + df_dv * v + shake(5 * std::sin(3 * t));
            },
            [=](const Vector&, const Vector&, double) { return df_dx; },
            [=](const Vector&, const Vector&, double) { return df_dv; },
            [=](const Vector&, const Vector&, double t) { return shake(15 * std::cos(3 * t)); }};
}

Vector concatenated(const Vector& x, const Vector& v) {
    Vector both = x;
    for (double entry : v) both.push_back(entry);
    return both;
}

/// The same motion as 2n equations of first order for (x, v): d/dt (x, v) = (v, f(x, v, t)).   [PBM-D-4.2]
FirstOrder doubled(const SecondOrder& equation, std::size_t n) {
    const auto half = [n](const Vector& xv, std::size_t begin) {
        Vector result(n);
        for (std::size_t i = 0; i < n; ++i) result[i] = xv[begin + i];
        return result;
    };
    return {[=](const Vector& xv, double t) {
                return concatenated(half(xv, n), equation.f(half(xv, 0), half(xv, n), t));
            },
            [=](const Vector& xv, double t) {
                const Matrix df_dx = equation.df_dx(half(xv, 0), half(xv, n), t),
                             df_dv = equation.df_dv(half(xv, 0), half(xv, n), t);
                Matrix jacobian(2 * n, 2 * n);  // ( 0  1 ; df/dx  df/dv )
                for (std::size_t i = 0; i < n; ++i) {
                    jacobian(i, n + i) = 1.0;
                    for (std::size_t j = 0; j < n; ++j) {
                        jacobian(n + i, j) = df_dx(i, j);
                        jacobian(n + i, n + j) = df_dv(i, j);
                    }
                }
                return jacobian;
            },
            [=](const Vector& xv, double t) {
                return concatenated(Vector(n), equation.df_dt(half(xv, 0), half(xv, n), t));
            }};
}

/// The end of a step that must be solvable.
template <class Equation, class State>
State stepped(const Equation& equation, const State& start, double t, double h) {
    const auto end = implicit_euler_step(equation, start, t, h);
    REQUIRE(end);
    return *end;
}

Vector random_vector(std::size_t n, Random& random) {
    Vector x(n);
    for (double& entry : x) entry = random.uniform(-1.0, 1.0);
    return x;
}

}  // namespace

TEST_CASE("implicit Euler on x' = -k x divides by 1 + h k [PBM-SD-impk, PBM-SD-step]") {
    // [erratum SD01, erratum SD02]
    // k = 5, h = 0.1, x = 1: 1/1.5, an increment of -1/3. The slide's formula, which has lost the h before
    // df/dx, would give h f / (1 - df/dx) = -0.5 / 6 = -1/12.   [PBM-SD-lin]
    const FirstOrder decay{[](const Vector& x, double) { return -5.0 * x; },
                           [](const Vector&, double) { return Matrix{{-5.0}}; },
                           {}};
    const auto x = stepped(decay, Vector{1.0}, 0.0, 0.1);
    CHECK(x[0] - 1.0 == tests::near(-1.0 / 3, 1e-14));
}

TEST_CASE("the stiff particle: both coordinates shrink by their own factor, at any step") {
    // [PBM-D-exdX, PBM-D-3.2]
    const double k = 1e4;
    for (const double h : {1e-6, 1e-3, 1.0, 1e3}) {
        CAPTURE(h);
        const auto x = stepped(stiff_particle(k), Vector{3.0, -2.0}, 0.0, h);
        CHECK(x[0] == tests::near(3.0 / (1 + h), 1e-12));
        // What is left of y is a difference of two numbers of size 2.
        CHECK(std::abs(x[1] + 2.0 / (1 + h * k)) <= 1e-15 * 2);
    }
}

TEST_CASE("as h grows the implicit step goes to rest in a single step [PBM-D-limit]") {
    // [claim CL-D-01]
    const auto x = stepped(stiff_particle(1e4), Vector{1.0, 1.0}, 0.0, 1e9);
    CHECK(x[0] == tests::near(1e-9, 1e-6));  // 1 - 1e9/(1e9 + 1), with 16 digits
    CHECK(std::abs(x[1]) <= 2e-13);          // 1e-13
    measured("CL-D-01", "(1, 1) -> (" + figure(x[0]) + ", " + figure(x[1]) + ")");
}

TEST_CASE("one implicit step takes a stiff spring to rest: dx = -h k x0/(1 + h k) [claim CL-O-31]") {
    const double h = 1.0 / 30, x0 = 2;
    double left = 0;
    for (const double k : {1.0, 1e3, 1e9}) {
        const FirstOrder spring{[k](const Vector& x, double) { return Vector{-k * x[0]}; },
                                [k](const Vector&, double) { return Matrix{{-k}}; },
                                {}};
        const auto x = stepped(spring, Vector{x0}, 0.0, h);
        CHECK(x[0] - x0 == tests::near(-h * k * x0 / (1 + h * k), 1e-14));
        left = x[0] / x0;
    }
    CHECK(std::abs(left) < 1e-7);  // 1/(1 + h k) = 3e-8: explicit Euler would throw it to -3e7 x0
    measured("CL-O-31", "h k = 3e7 leaves " + figure(left) + " of x0");
}

TEST_CASE("stiffness stalls the slow coordinate: 3633 explicit steps, 10 implicit ones") {
    // [PBM-D-eul2, PBM-D-2.1, claim CL-D-03]
    // k = 1000. Explicit Euler must keep h < 2/k; with h = 1.9/k, x shrinks by 1 - 0.0019 a step, and
    // log(1e-3) / log(0.9981) = 3632.2. Implicit Euler with h = 1 halves x: 2^-10 < 1e-3.
    const double k = 1000.0;
    Vector x{1.0, 1.0};
    int explicit_steps = 0, implicit_steps = 0;
    for (; x[0] >= 1e-3; ++explicit_steps) x = euler_step(stiff_particle(k).f, x, 0.0, 1.9 / k);
    for (x = {1.0, 1.0}; x[0] >= 1e-3; ++implicit_steps)
        x = *implicit_euler_step(stiff_particle(k), x, 0.0, 1.0);
    CHECK(explicit_steps == 3633);
    CHECK(implicit_steps == 10);
    measured("CL-D-03", std::to_string(explicit_steps) + " explicit, " + std::to_string(implicit_steps) +
                            " implicit steps");
}

TEST_CASE("a penalty that holds a particle on a line allows only steps of about its tolerance") {
    // [PBM-SD-penalty, claim CL-D-06]
    // f_max pulls it off, -k y pulls it back, in a world where force is velocity: it rests at y = f_max / k.
    // So k = f_max / eps, and stability asks for h <= 2/k = 2 eps / f_max: pulled with f_max along the line
    // it moves by h f_max <= 2 eps a step.
    const double f_max = 50.0, eps = 1e-3, k = f_max / eps;
    const Derivative pulled = [=](const Vector& p, double) { return Vector{f_max, f_max - k * p[1]}; };
    const double edge = 2 * eps / f_max;
    const auto after_400 = [&](double h) {
        return integrate(euler, pulled, {0.0, 0.0}, 0.0, 400 * h, 400).x[1];
    };
    const double below = after_400(0.9 * edge), above = after_400(1.1 * edge);
    CHECK(below == tests::near(eps, 1e-9));
    CHECK(std::abs(above) > 1e20);
    measured("CL-D-06", "y after 400 steps: " + figure(below) + " for h = 0.9 (2 eps/f_max), " +
                            figure(above) + " for 1.1 times that step");
}

TEST_CASE("implicit Euler is of order 1, on autonomous and on time-dependent equations [PBM-D-3.1]") {
    const FirstOrder logistic{[](const Vector& x, double) { return Vector{x[0] * (1 - x[0])}; }, {}, {}};
    const FirstOrder driven{
        [](const Vector& x, double t) { return Vector{-x[0] + std::sin(3 * t)}; }, {}, {}};
    const auto error = [](const FirstOrder& equation, double x, double t1, double exact, int steps) {
        const double h = t1 / steps;
        for (int k = 0; k < steps; ++k) x = (*implicit_euler_step(equation, {x}, k * h, h))[0];
        return std::abs(x - exact);
    };
    const double at_2 = 1.0 / (1.0 + 4.0 * std::exp(-2.0));
    const double at_1 = 1.3 * std::exp(-1.0) + (std::sin(3.0) - 3 * std::cos(3.0)) / 10;
    const double order_autonomous =
        std::log2(error(logistic, 0.2, 2.0, at_2, 100) / error(logistic, 0.2, 2.0, at_2, 200));
    const double order_driven =
        std::log2(error(driven, 1.0, 1.0, at_1, 400) / error(driven, 1.0, 1.0, at_1, 800));
    CHECK(std::abs(order_autonomous - 1) <= 0.1);
    CHECK(std::abs(order_driven - 1) <= 0.1);
}

TEST_CASE("the n x n system makes the same step as backward Euler on 2n [PBM-D-4.5, PBM-D-4.6, PBM-D-4.2]") {
    // [claim CL-D-02]
    // By hand, for a damped oscillator (m = 1.3, k = 40, d = 0.7, h = 0.2, x = 1, v = -0.5):
    // f = (-40 + 0.35) / 1.3 = -30.5, df/dx = -40/1.3, df/dv = -0.7/1.3;
    // dv = 0.2 (-30.5 + 0.2 * 40/1.3 * 0.5) / (1 + 0.2 * 0.7/1.3 + 0.04 * 40/1.3) = -2.345394737.
    const double m = 1.3;
    const SecondOrder oscillator{
        [m](const Vector& x, const Vector& v, double) { return 1 / m * (-40.0 * x - 0.7 * v); },
        [m](const Vector&, const Vector&, double) { return Matrix{{-40.0 / m}}; },
        [m](const Vector&, const Vector&, double) { return Matrix{{-0.7 / m}}; },
        {}};
    const auto end = stepped(oscillator, PositionVelocity{{1.0}, {-0.5}}, 0.0, 0.2);
    CHECK(end.v[0] + 0.5 == tests::near(-2.345394737, 1e-9));
    measured("CL-D-02", "dv = " + std::to_string(end.v[0] + 0.5));

    Random random(7);  // seed 7
    for (const std::size_t n : {1u, 2u, 5u, 12u}) {
        CAPTURE(n);
        const SecondOrder chain = shaken_chain(n, random);
        const PositionVelocity start{random_vector(n, random), random_vector(n, random)};
        const Vector both = concatenated(start.x, start.v);
        const auto small = stepped(chain, start, 0.7, 0.1);
        const auto large = stepped(doubled(chain, n), both, 0.7, 0.1);
        double difference = 0.0;
        for (std::size_t i = 0; i < n; ++i)
            difference =
                std::max({difference, std::abs(small.x[i] - large[i]), std::abs(small.v[i] - large[n + i])});
        // Two eliminations of the same system, whose condition is some hundreds here.
        CHECK(difference <= 1e-13 * max_norm(large));
    }
}

TEST_CASE("a force that depends on time enters with h df/dt; the notes have lost the h [PBM-D-4.6]") {
    // [claim CL-D-07, erratum D01]
    // x'' = t from t0 = 2, h = 0.25. Backward Euler: dv = h (t0 + h) = 0.5625. As printed, h (t0 + 1) = 0.75.
    const SecondOrder ramp{[](const Vector&, const Vector&, double t) { return Vector{t}; },
                           [](const Vector&, const Vector&, double) { return Matrix{{0.0}}; },
                           [](const Vector&, const Vector&, double) { return Matrix{{0.0}}; },
                           [](const Vector&, const Vector&, double) { return Vector{1.0}; }};
    const auto end = stepped(ramp, PositionVelocity{{0.0}, {0.0}}, 2.0, 0.25);
    CHECK(end.v[0] == 0.5625);
    measured("CL-D-07", "dv = " + std::to_string(end.v[0]));
    CHECK(end.x[0] == 0.25 * 0.5625);  // [PBM-D-dx]
}

TEST_CASE("f is an acceleration: a force is divided by the mass [PBM-D-4.1]") {
    // [erratum D02]
    // m = 2, F = -k x with k = 10, h = 1, x = 1, v = 0: (m + h^2 k) dv = -h k x, dv = -10/12. With the force
    // in place of the acceleration it would be -10/11.
    const double m = 2.0, k = 10.0;
    const SecondOrder spring{[=](const Vector& x, const Vector&, double) { return -k / m * x; }, {}, {}, {}};
    const auto end = stepped(spring, PositionVelocity{{1.0}, {0.0}}, 0.0, 1.0);
    CHECK(end.v[0] == tests::near(-10.0 / 12, 1e-9));  // differenced Jacobian
}

TEST_CASE("differenced Jacobians serve as well as given ones [PBM-D-3.2]") {
    const Derivative pendulum = [](const Vector& x, double t) {
        return Vector{x[1], -9.8 * std::sin(x[0]) - 0.3 * x[1] + std::cos(2 * t)};
    };
    const JacobianFunction df_dx = [](const Vector& x, double) {
        return Matrix{{0.0, 1.0}, {-9.8 * std::cos(x[0]), -0.3}};
    };
    const Derivative df_dt = [](const Vector&, double t) { return Vector{0.0, -2 * std::sin(2 * t)}; };
    const Vector x0{1.1, -0.4};
    CHECK(max_norm(differenced_jacobian(pendulum, x0, 0.3) - df_dx(x0, 0.3)) <= 1e-8);
    CHECK(max_norm(differenced_time_derivative(pendulum, x0, 0.3) - df_dt(x0, 0.3)) <= 1e-8);
    const auto given = stepped(FirstOrder{pendulum, df_dx, df_dt}, x0, 0.3, 0.5);
    const auto differenced = stepped(FirstOrder{pendulum, {}, {}}, x0, 0.3, 0.5);
    CHECK(max_norm(given - differenced) <= 1e-8);
}

TEST_CASE("a growing motion has one step at which the implicit system is singular, and says so") {
    const FirstOrder growth{[](const Vector& x, double) { return 4.0 * x; },
                            [](const Vector&, double) { return Matrix{{4.0}}; },
                            {}};
    CHECK_FALSE(implicit_euler_step(growth, {1.0}, 0.0, 0.25));
    // x'' = 16 x: 1 - h^2 16 = 0 for h = 1/4.
    const SecondOrder off{[](const Vector& x, const Vector&, double) { return 16.0 * x; },
                          [](const Vector&, const Vector&, double) { return Matrix{{16.0}}; },
                          [](const Vector&, const Vector&, double) { return Matrix{{0.0}}; },
                          [](const Vector&, const Vector&, double) { return Vector{0.0}; }};
    CHECK_FALSE(implicit_euler_step(off, {{1.0}, {0.0}}, 0.0, 0.25));
    // (1 - 1/4) dv = h 16 x = 2 at h = 1/8.
    CHECK(implicit_euler_step(off, {{1.0}, {0.0}}, 0.0, 0.125)->v[0] == tests::near(8.0 / 3, 1e-15));
    CHECK(implicit_euler_step(growth, {1.0}, 0.0, 0.125));
}

TEST_CASE("differences are as long as x asks for: d(x^2)/dx at 1e10 is 2e10, not noise") {
    // d = 2^16, so x + d and x - d are exact and their squares rounded by 2^14 / 2: 2^14 / 2^17 = 1/8 at
    // most. With d = eps^(1/3), whatever x, the same rounding would be 5 % of the derivative.
    const Derivative square = [](const Vector& x, double) { return Vector{x[0] * x[0]}; };
    for (const double x : {1e10, -1e10})
        CHECK(std::abs(differenced_jacobian(square, {x}, 0.0)(0, 0) - 2 * x) <= 0.125);
    const Derivative clock = [](const Vector&, double t) { return Vector{t * t}; };
    CHECK(std::abs(differenced_time_derivative(clock, {1.0}, -1e10)[0] + 2e10) <= 0.125);
    // d is a power of 2, so that x + d and x - d are exact where x has few digits, and so is d(3 x)/dx. At 0,
    // where d = 2^-17, the differences of x^3 are d^2 = 2^-34.
    const Derivative triple = [](const Vector& x, double t) { return Vector{3 * x[0] + 5 * t}; };
    for (const double x : {0.0, 0.375, -12.5, 1000.0}) {
        CHECK(differenced_jacobian(triple, {x}, 0.0)(0, 0) == 3.0);
        CHECK(differenced_time_derivative(triple, {0.0}, x)[0] == 5.0);
    }
    const Derivative cube = [](const Vector& x, double) { return Vector{x[0] * x[0] * x[0]}; };
    CHECK(differenced_jacobian(cube, {0.0}, 0.0)(0, 0) == 0x1p-34);
}

TEST_CASE(
    "an implicit step refuses what is not finite, as the explicit steps do, and has no nan for an answer") {
    const double nan = std::nan("");
    const FirstOrder decay{[](const Vector& x, double) { return -1.0 * x; }, {}, {}};
    const SecondOrder spring{[](const Vector& x, const Vector&, double) { return -1.0 * x; }, {}, {}, {}};
    const FirstOrder short_f{[](const Vector&, double) { return Vector{1.0}; }, {}, {}};
    const SecondOrder short_a{[](const Vector&, const Vector&, double) { return Vector{1.0}; }, {}, {}, {}};
    const Vector one{1.0}, two{1.0, 2.0}, lost{nan};
    const auto first = [](const FirstOrder& equation, const Vector& x, double t, double h) {
        return [=] { implicit_euler_step(equation, x, t, h); };
    };
    const auto second = [](const SecondOrder& equation, const Vector& x, const Vector& v, double t) {
        return [=] { implicit_euler_step(equation, {x, v}, t, 1.0); };
    };
    tests::check_refused({
        {first(decay, lost, 0.0, 1.0), "entry 0 of the state is nan, but must be finite"},
        {first(decay, one, nan, 1.0), "the time is nan, but must be finite"},
        {first(decay, one, 0.0, 0.0), "the step is 0.000000, but must be finite and not 0"},
        {first(short_f, two, 0.0, 1.0), "the derivative has 1 entries, but the state has 2"},
        {second(spring, one, lost, 0.0), "entry 1 of the state is nan, but must be finite"},
        {second(spring, one, one, nan), "the time is nan, but must be finite"},
        {second(spring, one, two, 0.0), "the velocity has 2 entries, but the position has 1"},
        {second(short_a, two, two, 0.0), "the acceleration has 1 entries, but the position has 2"},
    });
}
