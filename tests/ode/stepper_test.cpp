#include <doctest/doctest.h>

#include <cmath>
#include <sstream>

#include "../near.h"
#include "restraint/ode/stepper.h"

using namespace restraint;
using namespace restraint::ode;

namespace {

/// x' = -k x + sin t, with its own clock.
struct Driven : System {
    explicit Driven(double stiffness) : k(stiffness) {}
    double k;
    Vector x{1.0};
    double t = 0.0;
    std::size_t dimension() const override { return 1; }
    Vector state() const override { return x; }
    double time() const override { return t; }
    void set_state(const Vector& new_x, double new_t) override { x = new_x, t = new_t; }
    Vector derivative() override { return {-k * x[0] + std::sin(t)}; }
};

}  // namespace

TEST_CASE("every named method moves the model on, and the model does not know which [PBM-SB-code]") {
    // k = 2: x = c exp(-2 t) + (2 sin t - cos t) / 5, c = 1.2.
    const double exact = 1.2 * std::exp(-2.0) + (2 * std::sin(1.0) - std::cos(1.0)) / 5;
    std::istringstream names("rk4 midpoint euler adaptive implicit");
    for (std::string name; names >> name;) {
        CAPTURE(name);
        CHECK(std::string(stepper_names).find(name) != std::string::npos);
        Driven model(2.0);
        const Stepper advance = stepper(name);
        for (int k = 0; k < 1024; ++k) CHECK(advance(model, 0x1p-10) == Outcome::finished);
        CHECK(model.time() == 1.0);
        CHECK(model.x[0] == tests::near(exact, 1e-3));
    }
    CHECK_THROWS_WITH_AS(stepper("verlet"),
                         "there is no method \"verlet\", but rk4|midpoint|euler|adaptive|implicit",
                         std::invalid_argument);
}

TEST_CASE("a model that blows up is left at its last state") {
    Driven model(1e300);
    model.t = 1.0;  // sin 0 = 0 would leave the first step finite
    const Stepper advance = stepper("euler");
    REQUIRE(advance(model, 1.0) == Outcome::finished);  // -1e300
    const double x = model.x[0];
    CHECK(advance(model, 1.0) == Outcome::blew_up);
    CHECK(model.x[0] == x);
    CHECK(model.t == 2.0);
}

namespace {

/// x' = -x for x > 1/2; below, there is no derivative, and the model says so or throws.
struct Half : Driven {
    explicit Half(bool throws) : Driven(1.0), throws_(throws) {}
    Vector derivative() override {
        if (x[0] > 0.5) return {-x[0]};
        trouble = "x is below one half";
        if (throws_) throw std::runtime_error("below one half");
        return {std::nan("")};
    }

  private:
    bool throws_;
};

}  // namespace

TEST_CASE("a step through states without a derivative is an outcome, and the model is where it was") {
    for (const std::string name : {"rk4", "midpoint", "adaptive"}) {
        CAPTURE(name);
        Half model(false);
        CHECK(stepper(name)(model, 4.0) == Outcome::no_derivative);
        CHECK(model.trouble == "x is below one half");
        CHECK(model.x[0] == 1.0);
        CHECK(model.t == 0.0);
        Half throwing(true);
        CHECK_THROWS_WITH(stepper(name)(throwing, 4.0), "below one half");
        CHECK(throwing.x[0] == 1.0);
        CHECK(throwing.t == 0.0);
    }
    // A model that says nothing, nan from the start: not a step that is too long.
    for (const std::string name : {"rk4", "midpoint", "euler", "adaptive", "implicit"}) {
        CAPTURE(name);
        Driven model(std::nan(""));
        CHECK(stepper(name)(model, 0.1) == Outcome::no_derivative);
        CHECK(model.x[0] == 1.0);
    }
    // h k = -1: the matrix 1/h - k of the implicit step is 0.
    Driven singular(-8.0);
    CHECK(stepper("implicit")(singular, 0.125) == Outcome::no_solution);
}

TEST_CASE("the implicit method stays at rest where the explicit one is off to Neptune") {
    Driven gentle(1e4), wild(1e4);
    for (int k = 0; k < 20; ++k) {
        stepper("implicit")(gentle, 0.01);
        stepper("euler")(wild, 0.01);
    }
    CHECK(std::abs(gentle.x[0]) < 1e-3);
    CHECK(std::abs(wild.x[0]) > 1e30);
}

namespace {

/// x' = f(x), a model that may have doubts about where a step has led it, and that names its strain.
struct Doubting : Driven {
    explicit Doubting(double (*rate)(double)) : Driven(0.0), f(rate) {}
    double (*f)(double);
    bool believes = true;
    std::string doubt;
    std::size_t evaluations = 0;
    Vector derivative() override {
        ++evaluations;
        return {f(x[0])};
    }
    bool can_have_come_from(const Vector& x0, double t0) override {
        CHECK(x0 == Vector{1.0});
        CHECK(t0 == 0.0);
        CHECK(t == 0.5);
        if (!believes) trouble = doubt;
        return believes;
    }
    std::string strain() override { return x[0] > 1e3 ? "beyond 1000" : "here"; }
};

}  // namespace

TEST_CASE("a step to where the model cannot have come from is none, and what was wrong before is forgotten") {
    const auto rest = [](double) { return 0.0; };
    Doubting model(rest);
    model.trouble = "of long ago";
    CHECK(stepper("rk4")(model, 0.5) == Outcome::finished);
    CHECK(model.trouble == "");
    for (const char* doubt : {"torn", ""}) {
        Doubting lost(rest);
        lost.believes = false;
        lost.doubt = doubt;
        lost.trouble = "of long ago";
        // Without a reason it is the step that is too long.
        const bool silent = lost.doubt.empty();
        CHECK(stepper("rk4")(lost, 0.5) == (silent ? Outcome::blew_up : Outcome::no_derivative));
        CHECK(lost.trouble == doubt);
        CHECK(lost.t == 0.0);
    }
}

TEST_CASE("where no step is short enough the model names its strain there, without a derivative here") {
    // x' = x^2 from 1 is infinite at t = 1: adaptive steps come close, to x > 1000.
    Doubting square([](double x) { return x * x; });
    CHECK(stepper("adaptive")(square, 2.0) == Outcome::step_too_small);
    CHECK(square.trouble == "beyond 1000");
    CHECK(square.x[0] == 1.0);
    CHECK(square.t == 0.0);
    Doubting none([](double) { return std::nan(""); });
    CHECK(stepper("adaptive")(none, 2.0) == Outcome::no_derivative);
    CHECK(none.trouble == "here");
    // x' = 1e300 x overflows: only that the step is too long is wrong.
    Doubting wild([](double x) { return 1e300 * x; });
    CHECK(stepper("midpoint")(wild, 1e10) == Outcome::blew_up);
    CHECK(wild.trouble == "");
}

TEST_CASE("the adaptive method tries the whole step first: at rest that is all, 3 steps of 4 evaluations") {
    Doubting model([](double) { return 0.0; });
    CHECK(stepper("adaptive")(model, 0.5) == Outcome::finished);
    CHECK(model.evaluations == 12);
}
