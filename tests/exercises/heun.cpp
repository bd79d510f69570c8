// Week 1, write this: Heun's method, x + h/2 (f(x, t) + f(x + h f(x, t), t + h)), and its order.

#include <cmath>
#include <cstdio>

#include "restraint/ode/explicit.h"

using namespace restraint;

Vector heun_step(const ode::Derivative& f, const Vector& x0, double t0, double h) {
    const Vector start = f(x0, t0);
    return x0 + h / 2 * (start + f(x0 + h * start, t0 + h));
}

int main() {
    const ode::ExplicitMethod heun{"heun", 2, 2, heun_step};
    const ode::Derivative decay = [](const Vector& x, double) { return -1.0 * x; };
    const auto error = [&](std::size_t steps) {
        return std::abs(ode::integrate(heun, decay, {1.0}, 0.0, 1.0, steps).x[0] - std::exp(-1.0));
    };
    std::printf("order %.1f\n", std::log2(error(100) / error(200)));
}
