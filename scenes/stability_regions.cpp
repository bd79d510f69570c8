// Reads along with PBM part D: chapter ode.
//
// x' = z x for a complex z, one step of length 1 from |x| = 1: how long is x after it? Where it is longer
// than 1 although the real part of z is negative, the true motion decays and the method blows up.
//
// The length of z stands for the step times the rate, its direction for what moves: on the negative half of
// the real axis decay, on the imaginary one oscillation. Euler is stable in the circle of radius 1 about -1
// [PBM-B-stab], which touches the imaginary axis in 0 only: it makes every oscillation grow [PBM-B-circle].
// Runge-Kutta's region reaches -2.785 and, along the imaginary axis, 2.828. Implicit Euler is unstable only
// inside the circle of radius 1 about +1 [PBM-SD-impk]: it damps even motions that should grow. No formula is
// used here: the steps themselves are taken, and the limits in the last line are found by bisection.
//
// Try: --cells 12 to read the numbers; column |x| at z = -2, 0 for Euler is exactly 1.

#include <cmath>

#include "motion.h"
#include "restraint/ode/event.h"
#include "restraint/ode/implicit.h"

using namespace restraint;

namespace {

/// x' = z x for z = re + i im.
ode::Derivative times(double re, double im) {
    return [re, im](const Vector& x, double) { return Vector{re * x[0] - im * x[1], im * x[0] + re * x[1]}; };
}

/// |x| after a step of length 1 from |x| = 1.
double grown(const ode::ExplicitMethod& method, double re, double im) {
    return norm(method.step(times(re, im), {1.0, 0.0}, 0.0, 1.0));
}

/// The s between 1 and 4 up to which the method is stable at z = s (re + i im).   [PBM-G-bisect]
std::string limit(const ode::ExplicitMethod& method, double re, double im) {
    const auto growth = [&](double s) { return grown(method, s * re, s * im) - 1.0; };
    return io::rounded(ode::bisect(growth, 1.0, 4.0, {.time = 1e-9}).nearest(), 4);
}

}  // namespace

int main(int argc, char** argv) {
    io::Scene scene("stability_regions",
                    "how far explicit steps may go, and that implicit ones may go anywhere");
    scene.count("--cells", 60, "rows and columns of z, from -4 to 2 and from -3 to 3", 2, 1000);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const std::size_t cells = knobs.count("--cells");
        rows.columns(
            {"re_z[1]", "im_z[1]", "|x|_euler[1]", "|x|_midpoint[1]", "|x|_rk4[1]", "|x|_implicit[1]"});
        for (std::size_t i = 0; i <= cells; ++i) {
            for (std::size_t j = 0; j <= cells; ++j) {
                const double side = 6.0 / static_cast<double>(cells);
                const double re = static_cast<double>(i) * side - 4.0,
                             im = static_cast<double>(j) * side - 3.0;
                std::vector<double> row{re, im};
                for (const ode::ExplicitMethod& method : {ode::euler, ode::midpoint, ode::rk4})
                    row.push_back(grown(method, re, im));
                const ode::JacobianFunction jacobian = [re, im](const Vector&, double) {
                    return Matrix{{re, -im}, {im, re}};
                };
                // At z = 1 the implicit equation has no solution: there |x| is without bound, shown as 100.
                const auto x = ode::implicit_euler_step({times(re, im), jacobian, {}}, {1.0, 0.0}, 0.0, 1.0);
                row.push_back(x ? norm(*x) : 100.0);
                rows.row(row);
            }
            rows.end_block();
        }
        rows.conclude("decay is stable up to z = -" + limit(ode::euler, -1, 0) + " with Euler, -" +
                      limit(ode::midpoint, -1, 0) + " with the midpoint method and -" +
                      limit(ode::rk4, -1, 0) + " with Runge-Kutta, an oscillation up to " +
                      limit(ode::rk4, 0, 1) + " i with Runge-Kutta only, and with implicit Euler always");
    });
}
