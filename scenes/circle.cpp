// Reads along with PBM part B: chapter ode.
//
// A point is carried around a circle: x' = w (-y, x) - c (x, y). With c = 0 the true path is a circle for
// ever, with c > 0 it is an inward spiral.
//
// Euler's method goes along the tangent, so each step ends on a larger circle: the radius grows by
// sqrt(1 + h^2 w^2) a step, whatever h is [PBM-B-circle]. A smaller step makes the outward spiral slower,
// never a circle. The midpoint method and Runge-Kutta hold the circle far better; implicit Euler spirals
// inwards.
//
// Try: --method midpoint; --step 0.05 and 0.2; --decay 0.05 with Euler, where the two spirals nearly cancel.

#include <cmath>

#include "motion.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("circle", "Euler's method turns a circle into an outward spiral");
    scene.number("--speed", 1.0, "rad/s", "w, how fast it turns");
    scene.number("--decay", 0.0, "1/s", "c, how fast the true path spirals inwards", io::not_negative);
    scenes::motion_knobs(scene, "euler|midpoint|rk4|adaptive|implicit", 0.1, 20.0);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const double w = knobs.number("--speed"), c = knobs.number("--decay");
        scenes::Equation point(
            [=](const Vector& x, double) {
                return Vector{-w * x[1] - c * x[0], w * x[0] - c * x[1]};
            },
            {1.0, 0.0});
        rows.columns({"t[s]", "x[m]", "y[m]", "radius[m]", "x_exact[m]", "y_exact[m]", "error[m]"});
        scenes::run(point, knobs, ode::stepper(knobs.text("--method")), [&](double t) {
            const Vector x = point.state();
            const Vector exact = std::exp(-c * t) * Vector{std::cos(w * t), std::sin(w * t)};
            rows.row({t, x[0], x[1], norm(x), exact[0], exact[1], norm(x - exact)});
        });
        const double h = knobs.number("--step"), steps = static_cast<double>(knobs.steps());
        rows.conclude("radius after the last step, computed: " + std::to_string(norm(point.state())) +
                      ", by sqrt(1 + h^2 w^2) a step (Euler, no decay): " +
                      std::to_string(std::pow(1 + h * h * w * w, steps / 2)));
    });
}
