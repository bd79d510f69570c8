// Reads along with PBM part D: chapter ode.
//
// A particle should stay on the line y = 0 while it may slide along x: (x, y)' = (-x, -k y), k large
// [PBM-D-2.1].
//
// The slow slide along x is the motion of interest. But an explicit step must be shorter than 2/k, or y
// grows, although y has long been zero: with k = 1000 it takes 3633 steps until x has fallen to a thousandth
// [PBM-D-stab]. An implicit step solves ((1/h) 1 - f') dX = f [PBM-D-3.2] and multiplies x by 1/(1 + h) and y
// by 1/(1 + h k): with h = 1 it takes ten steps, and as h grows one is enough [PBM-D-limit].
//
// Try: --method euler (off to Neptune); --method euler --step 0.0019; --method rk4 --step 0.0027;
// --method implicit --step 1e9 --time 1e9.

#include <cmath>

#include "motion.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("stiff_particle", "a stiff equation needs tiny explicit steps, or implicit ones");
    scene.number("--stiffness", 1000.0, "1/s", "k, how strongly it is drawn to the line y = 0", io::positive);
    scenes::motion_knobs(scene, "implicit|euler|midpoint|rk4|adaptive", 0.1, 10.0);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const double k = knobs.number("--stiffness");
        scenes::Equation particle(
            [k](const Vector& x, double) {
                return Vector{-x[0], -k * x[1]};
            },
            {1.0, 1.0});
        rows.note("explicit Euler is stable up to h = 2/k = " + std::to_string(2 / k) +
                  " s, Runge-Kutta up to 2.785/k = " + std::to_string(2.785 / k) + " s");
        rows.columns({"t[s]", "x[m]", "y[m]", "x_exact[m]", "y_exact[m]"});
        scenes::run(particle, knobs, ode::stepper(knobs.text("--method")), [&](double t) {
            const Vector x = particle.state();
            rows.row({t, x[0], x[1], std::exp(-t), std::exp(-k * t)});
        });
        rows.conclude("after " + std::to_string(knobs.steps()) + " steps x is " +
                      io::rounded(particle.state()[0]) + " and y " + io::rounded(particle.state()[1]) +
                      "; explicit Euler would need " +
                      io::rounded(std::ceil(knobs.number("--time") * k / 2)) + " steps to be stable");
    });
}
