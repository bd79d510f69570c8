// Reads along with PBM part B: chapter ode.
//
// A comet on a long ellipse (G M = 1, half-axis 1): slow far out, fast near the sun.
//
// Equal steps are either too long near the sun or a waste far out. The adaptive solver takes each step twice,
// at once and as two halves; the difference e estimates the error, and the next step is h (tol/e)^(1/(p+1))
// [PBM-B-err, PBM-B-adapt]. The table shows how the step follows the motion; the last lines compare with
// equal steps for the same number of evaluations.
//
// Try: --method euler (it needs very many steps); --eccentricity 0.95; --tolerance 1e-9.

#include <algorithm>
#include <cmath>

#include "motion.h"
#include "restraint/io/text/number.h"
#include "restraint/ode/adaptive.h"

using namespace restraint;

namespace {

Vector gravity_of_the_sun(const Vector& s, double) {
    const double r = std::hypot(s[0], s[1]);
    return {s[2], s[3], -s[0] / (r * r * r), -s[1] / (r * r * r)};
}

double energy(const Vector& s) { return (s[2] * s[2] + s[3] * s[3]) / 2 - 1 / std::hypot(s[0], s[1]); }

}  // namespace

int main(int argc, char** argv) {
    const double turn = 2 * std::acos(-1.0);
    io::Scene scene("adaptive_steps", "adaptive steps are short only where the motion is fast");
    scene.number("--eccentricity", 0.9, "", "of the ellipse, below 1", io::positive);
    scene.number("--tolerance", 1e-6, "", "error allowed in a step", io::positive);
    scenes::motion_knobs(scene, "rk4|midpoint|euler", 0.05, turn);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const double e = knobs.number("--eccentricity"), tolerance = knobs.number("--tolerance");
        if (e >= 1) throw io::UsageError("--eccentricity must be below 1: a comet that comes back");
        const std::string& name = knobs.text("--method");
        const ode::ExplicitMethod method = name == "euler" ? ode::euler
                                           : name == "rk4" ? ode::rk4
                                                           : ode::midpoint;
        const Vector start{1 + e, 0, 0, std::sqrt((1 - e) / (1 + e))};
        const double end = knobs.number("--time");

        rows.columns({"t[s]", "x[m]", "y[m]", "step[s]", "error[1]", "energy[J]"});
        Vector x = start;
        double t = 0.0, h = knobs.number("--step");
        std::size_t accepted = 0, tried = 0;
        while (t < end && tried < 1'000'000) {
            h = std::min(h, end - t);
            const ode::DoubledStep step = ode::doubled_step(method, gravity_of_the_sun, x, t, h);
            ++tried;
            if (step.error <= tolerance) {
                x = step.x;
                t += h;
                if (accepted++ % knobs.count("--every") == 0)
                    rows.row({t, x[0], x[1], h, step.error, energy(x)});
            }
            const double wanted = 0.9 * ode::suggested_step(h, step.error, tolerance, method.order);
            h = std::clamp(wanted, h / 10, 5 * h);
            if (t + h == t) io::blew_up(t, "no step is small enough for the tolerance");
        }
        if (t < end)
            io::blew_up(t, "a million steps are not enough: raise --tolerance, or take another --method");

        const std::size_t evaluations = 3 * static_cast<std::size_t>(method.evaluations) * tried;
        const auto equal = integrate(method, gravity_of_the_sun, start, 0.0, end,
                                     evaluations / static_cast<std::size_t>(method.evaluations));
        rows.note(std::to_string(accepted) + " steps, " + std::to_string(tried - accepted) + " rejected, " +
                  std::to_string(evaluations) + " evaluations: energy off by " +
                  io::to_text(energy(x) - energy(start)));
        rows.conclude("as many evaluations in equal steps: energy off by " +
                      io::to_text(energy(equal.x) - energy(start)));
    });
}
