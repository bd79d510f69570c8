// Reads along with PBM part D: chapter ode.
//
// A particle is dragged about the plane, in a world where force is velocity, and a penalty force -k y should
// hold it on the x axis [PBM-SD-penalty].
//
// The hand pulls sideways with up to f_max. If the particle may stray by no more than eps, the penalty must
// be at least k = f_max/eps; and an explicit step must be shorter than 2/k = 2 eps/f_max: so short that the
// hand never moves the particle by more than 2 eps a step. The better the constraint, the slower the
// simulation. A constraint force, which is computed beforehand, holds y = 0 exactly at any step: --method
// projected [PBM-SG-fc1].
//
// Try: --eps 0.001 (the same step now blows up) and with it --step 1e-5; --method implicit; --method
// projected.

#include <cmath>

#include "motion.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("penalty_line", "a penalty force is either goopy or stiff");
    scene.number("--pull", 20.0, "N", "f_max, how hard the hand pulls", io::positive);
    scene.number("--eps", 0.02, "m", "how far the particle may be pulled off the line", io::positive);
    scenes::motion_knobs(scene, "euler|midpoint|rk4|implicit|projected", 1e-3, 2.0, 10);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const double f_max = knobs.number("--pull"), eps = knobs.number("--eps"), k = f_max / eps;
        const bool projected = knobs.text("--method") == "projected";
        // A force of f_max whose direction turns slowly: mass 1, so it is the velocity.
        scenes::Equation particle(
            [=](const Vector& x, double t) {
                const double f_x = f_max * std::cos(3 * t), f_y = f_max * std::sin(3 * t);
                // f_c = -(f.N)/(N.N) N with N = (0, 1), or the penalty.   [PBM-SG-fc1, PBM-SD-penalty]
                return Vector{f_x, f_y + (projected ? -f_y : -k * x[1])};
            },
            {0.0, 0.0});
        rows.note("k = f_max/eps = " + std::to_string(k) +
                  " 1/s; Euler is stable up to h = 2/k = " + std::to_string(2 / k) + " s");
        rows.columns({"t[s]", "x[m]", "y[m]", "x_exact[m]", "y_exact[m]"});
        scenes::run(particle, knobs, ode::stepper(projected ? "euler" : knobs.text("--method")),
                    [&](double t) {
                        const Vector x = particle.state();
                        rows.row({t, x[0], x[1], f_max * std::sin(3 * t) / 3, 0.0});
                    });
        rows.conclude("the particle ends " + io::rounded(std::abs(particle.state()[1])) +
                      " m off the line, and " + io::rounded(eps) + " m were allowed");
    });
}
