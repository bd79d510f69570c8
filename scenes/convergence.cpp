// Reads along with PBM part B: chapter ode.
//
// Half the step: how much smaller is the error? x' = -k x + sin 3t from x = 1 over one second, by every
// method of a fixed step; the largest distance on the way from the exact solution.
//
// Euler's error falls as h, explicit [PBM-B-eulererr] or implicit [PBM-D-3.2]; that of the midpoint method as
// h^2, of Runge-Kutta as h^4, until rounding ends it near 1e-15. The orders in the last line are log2 of the
// ratio of the last two errors.
//
// Try: --rows 12: Runge-Kutta stops at rounding, and its order becomes noise; --rate 100: the long explicit
// steps blow up, the implicit ones stay small, and no order shows before h is well below 1/k.

#include <algorithm>
#include <cmath>
#include <functional>

#include "motion.h"
#include "restraint/io/text/number.h"
#include "restraint/ode/implicit.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("convergence", "half the step: half, a quarter, a sixteenth of the error");
    scene.number("--rate", 1.0, "1/s", "of the decay k in x' = -k x + sin 3t", io::positive);
    scene.count("--rows", 8, "how often the step is halved, from 1/5 s", 2, 16);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const double k = knobs.number("--rate"), share = 1.0 / (k * k + 9.0);
        const ode::Derivative f = [k](const Vector& x, double t) {
            return Vector{-k * x[0] + std::sin(3.0 * t)};
        };
        const auto exact = [=](double t) {
            return (1.0 + 3.0 * share) * std::exp(-k * t) +
                   share * (k * std::sin(3.0 * t) - 3.0 * std::cos(3.0 * t));
        };
        using StepFunction = std::function<Vector(const Vector& x, double t, double h)>;
        std::vector<StepFunction> methods{[f](const Vector& x, double t, double h) {
            return ode::implicit_euler_step({f, {}, {}}, x, t, h).value();  // 1/h + k is never 0
        }};
        for (const ode::ExplicitMethod& method : {ode::euler, ode::midpoint, ode::rk4})
            methods.push_back(
                [f, method](const Vector& x, double t, double h) { return method.step(f, x, t, h); });
        const auto largest_error = [&](const StepFunction& step, std::size_t steps) {
            const double h = 1.0 / static_cast<double>(steps);
            Vector x{1.0};
            double worst = 0.0;
            for (std::size_t i = 0; i < steps; ++i) {
                x = step(x, static_cast<double>(i) * h, h);
                worst = std::max(worst, std::abs(x[0] - exact(static_cast<double>(i + 1) * h)));
            }
            return worst;
        };
        rows.columns({"h[s]", "implicit[1]", "euler[1]", "midpoint[1]", "rk4[1]"});
        std::vector<double> row, before;
        for (std::size_t steps = 5, i = 0; i < knobs.count("--rows"); ++i, steps *= 2) {
            before = row;
            row = {1.0 / static_cast<double>(steps)};
            for (const StepFunction& step : methods) row.push_back(largest_error(step, steps));
            rows.row(row);
        }
        std::string orders = "orders:";
        for (std::size_t m = 1; m < row.size(); ++m)
            orders += " " + io::to_text(std::log2(before[m] / row[m]));
        rows.conclude(orders);
    });
}
