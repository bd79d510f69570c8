// Reads along with PBM part B: chapter ode.
//
// x' = -k x: everything should die away as exp(-k t).
//
// One Euler step multiplies x by 1 - h k [PBM-B-stab]. Up to h = 1/k that decays, beyond it changes sign at
// every step, at h = 2/k it swings between +1 and -1 for ever, and beyond that it grows without bound: "off
// to Neptune", as the notes say. Runge-Kutta lasts until h = 2.785/k, hardly longer. Implicit Euler divides
// by 1 + h k [PBM-SD-impk]: no step is too long.
//
// Try: --step 0.05, 0.1, 0.15, 0.2, 0.21 with k = 10; --method rk4 --step 0.28; --method implicit --step 100.

#include <cmath>

#include "motion.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("decay", "beyond h = 2/k Euler's method turns decay into growth");
    scene.number("--stiffness", 10.0, "1/s", "k, how fast it decays", io::positive);
    scenes::motion_knobs(scene, "euler|midpoint|rk4|adaptive|implicit", 0.15, 2.4);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const double k = knobs.number("--stiffness"), h = knobs.number("--step");
        scenes::Equation x([k](const Vector& state, double) { return -k * state; }, {1.0});
        rows.note("h k = " + std::to_string(h * k) +
                  "; Euler multiplies x by 1 - h k = " + std::to_string(1 - h * k) +
                  " a step, implicit Euler by 1/(1 + h k) = " + std::to_string(1 / (1 + h * k)));
        rows.columns({"t[s]", "x[m]", "x_exact[m]"});
        scenes::run(x, knobs, ode::stepper(knobs.text("--method")), [&](double t) {
            rows.row({t, x.state()[0], std::exp(-k * t)});
        });
        rows.conclude("after " + io::rounded(x.time()) + " s x is " + io::rounded(x.state()[0]) +
                      ", and exp(-k t) is " + io::rounded(std::exp(-k * x.time())));
    });
}
