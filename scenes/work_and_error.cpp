// Reads along with PBM part B: chapter ode.
//
// One turn of the unit circle, x' = (-y, x), by three methods and more and more evaluations of f.
//
// The cost is the number of evaluations of f [PBM-B-interface]: Euler takes one a step, midpoint two,
// Runge-Kutta four. The errors go as h, h^2 and h^4: half the step divides them by 2, 4 and 16
// [PBM-B-eulererr]. So, at equal cost, Runge-Kutta errs less than midpoint and midpoint less than Euler, the
// more so the higher the cost.
//
// Try: --time 1 --rows 20, one radian instead of a turn: an error below 1e-6 m takes 64 evaluations by
// Runge-Kutta, 1024 by midpoint, 524288 by Euler. Plotted with both axes logarithmic, the slopes are the
// orders.

#include <cmath>

#include "motion.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("work_and_error",
                    "at equal work Runge-Kutta errs less than midpoint, midpoint less than Euler");
    scene.choice("--method", "all|euler|midpoint|rk4", "which methods to run; the others are shown as 0");
    scene.time_knobs(0.4, 2 * std::acos(-1.0));
    scene.count("--rows", 10, "how often the step is halved", 1, 20);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const double end = knobs.number("--time");
        const Vector exact{std::cos(end), std::sin(end)};
        const ode::Derivative f = [](const Vector& x, double) { return Vector{-x[1], x[0]}; };
        rows.columns({"evaluations", "error_euler[m]", "error_midpoint[m]", "error_rk4[m]"});
        std::size_t evaluations = 4 * knobs.steps();
        std::vector<double> last{0.0, 0.0, 0.0, 0.0};
        for (std::size_t k = 0; k < knobs.count("--rows"); ++k, evaluations *= 2) {
            if (k % knobs.count("--every") != 0) continue;
            std::vector<double> row{static_cast<double>(evaluations)};
            for (const ode::ExplicitMethod& method : {ode::euler, ode::midpoint, ode::rk4}) {
                const std::size_t steps = evaluations / static_cast<std::size_t>(method.evaluations);
                const bool wanted = knobs.text("--method") == "all" || knobs.text("--method") == method.name;
                row.push_back(wanted ? norm(integrate(method, f, {1, 0}, 0.0, end, steps).x - exact) : 0.0);
            }
            rows.row(row);
            last = row;
        }
        rows.conclude("with " + io::rounded(last[0], 6) + " evaluations Euler errs by " +
                      io::rounded(last[1]) + " m, the midpoint method by " + io::rounded(last[2]) +
                      " m, Runge-Kutta by " + io::rounded(last[3]) + " m");
    });
}
