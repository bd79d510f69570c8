// Reads along with PBM part F: chapter constraints.
//
// Two bars, two bobs: by constraint forces [PBM-F-11] and by two angles [PBM-F-13]. The accelerations are
// equal to rounding; but the motion is chaotic, so that a difference grows, about tenfold a second, until the
// two motions have nothing in common. That is no error of either program.
//
// Right for longer are the energy and the lengths of the bars: with feedback (25, 10) and Runge-Kutta at 1
// ms the energy stays within a millionth of m g l for a minute. Without feedback the bars grow or shrink
// slowly.
//
// Try: --time 60 --every 100; --k_s 0 --k_d 0; --method midpoint, euler; --mass 20.

#include <cmath>

#include "feedback.h"
#include "motion.h"
#include "restraint/constraints/constrained_system.h"
#include "restraint/constraints/constraint_kinds.h"
#include "restraint/constraints/pendulum.h"
#include "restraint/particles/forces.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("double_pendulum", "constraint forces keep the energy and the bars of a chaotic motion");
    scene.number("--mass", 1.0, "kg", "of the lower bob; the upper one has 1 kg", io::positive);
    scene.number("--upper", 90.0, "degrees", "angle of the upper bar from straight down");
    scene.number("--lower", 90.0, "degrees", "angle of the lower bar");
    scenes::feedback_knobs(scene);
    scenes::motion_knobs(scene, "rk4|midpoint|euler|adaptive|implicit", 0.001, 10.0, 20);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const double g = 9.81, degree = std::acos(-1.0) / 180, l = 1.0;
        const std::vector<double> m{1.0, knobs.number("--mass")};
        constraints::LagrangianSystem parametric(
            constraints::pendulum(m, {l, l}), constraints::gravity_on(m, 0, -g, 0),
            {knobs.number("--upper") * degree, knobs.number("--lower") * degree}, {0, 0});

        particles::ParticleSystem model;
        model.add_particle(1.0, {});
        model.nail(0);
        const Vector q = parametric.positions();
        for (std::size_t k = 0; k < 2; ++k) model.add_particle(m[k], {q[3 * k], q[3 * k + 1], 0});
        model.add_force(particles::Gravity({0, -g, 0}));
        constraints::ConstrainedSystem bars(model);
        bars.constraints.add(constraints::Distance(0, 1, l));
        bars.constraints.add(constraints::Distance(1, 2, l));
        bars.feedback = scenes::feedback_of(knobs);

        const ode::Stepper advance = ode::stepper(knobs.text("--method"));
        const double energy = model.energy();
        rows.columns({"t[s]", "x1[m]", "y1[m]", "x2[m]", "y2[m]", "x2_parametric[m]", "y2_parametric[m]",
                      "energy_drift[J]", "max|C|[m]"});
        scenes::run(
            bars, knobs,
            [&](ode::System& system, double h) {
                scenes::require_sane(parametric, advance(parametric, h));
                return advance(system, h);
            },
            [&](double t) {
                const Vec3 a = model.particles[1].x, b = model.particles[2].x;
                const Vector p = parametric.positions();
                rows.row({t, a.x, a.y, b.x, b.y, p[3], p[4], model.energy() - energy,
                          violation(model, bars.constraints)});
            });
        rows.conclude("after " + io::rounded(model.t) + " s the energy is off by " +
                      io::rounded(std::abs(model.energy() - energy)) + " J and the bars by " +
                      io::rounded(violation(model, bars.constraints)) + " m");
    });
}
