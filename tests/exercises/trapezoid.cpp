// Week 3, write this: the trapezoidal rule, x + h/2 (f(x) + f(x')), for x' = -k x. It multiplies x by
// (1 - h k/2)/(1 + h k/2) a step: never growth, but for h k > 2 an alternating sign. Implicit Euler: 1/(1 + h
// k).

#include <cmath>
#include <cstdio>

#include "restraint/ode/implicit.h"

using namespace restraint;

int main() {
    const double k = 1.0;
    const auto trapezoid = [&](double x, double h) { return x * (1 - h * k / 2) / (1 + h * k / 2); };
    const auto error = [&](std::size_t steps) {
        double x = 1.0;
        for (std::size_t i = 0; i < steps; ++i) x = trapezoid(x, 1.0 / static_cast<double>(steps));
        return std::abs(x - std::exp(-k));
    };
    ode::FirstOrder decay;
    decay.f = [&](const Vector& x, double) { return -k * x; };
    std::printf("order %.1f\n", std::log2(error(100) / error(200)));
    std::printf("h k = 100: trapezoid %.4f, implicit Euler %.4f\n", trapezoid(1.0, 100.0),
                (*ode::implicit_euler_step(decay, {1.0}, 0.0, 100.0))[0]);
}
