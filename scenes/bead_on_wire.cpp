// Reads along with PBM part F: chapter constraints.
//
// A bead on a frictionless wire, the unit circle, is let go at rest at the top (m = 1 kg, g = 9.8 m/s^2). Its
// motion is computed in three ways: held by a constraint force (implicit, C = |x| - 1) [PBM-F-7, PBM-SG-lam],
// as a point whose only coordinate is the angle (parametric) [PBM-SG-par, PBM-F-13], and exactly.
//
// Exactly at the top it would stand for ever, so it starts a thousandth of a radian beside it. The angle from
// the top begins to grow as exp(sqrt(g) t): from a tenth of the nudge the fall takes ln(10)/sqrt(g) = 0.74 s
// longer. Without feedback the implicit bead drifts off the wire, column |x|-1, and with Euler's method it
// leaves in a spiral; the parametric one cannot leave. --method penalty holds the bead by a spring of
// stiffness --penalty instead: a weak one yields ("goopy"), a strong one makes the method blow up ("off to
// Neptune").
//
// Try: --k_s 0 --k_d 0 with --method euler; --method penalty --penalty 1e3, 1e5, 1e7; --nudge 0.

#include <cmath>

#include "exact_pendulum.h"
#include "feedback.h"
#include "motion.h"
#include "restraint/constraints/constrained_system.h"
#include "restraint/constraints/constraint_kinds.h"
#include "restraint/constraints/pendulum.h"
#include "restraint/particles/behaviour.h"
#include "restraint/particles/forces.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("bead_on_wire", "a bead held by a constraint force, by its parameter, and exactly");
    scenes::feedback_knobs(scene);
    scene.number("--nudge", 1e-3, "rad", "angle from the top at the start");
    scene.number("--mass", 1.0, "kg", "of the bead", io::positive);
    scene.number("--penalty", 1e4, "N/m", "stiffness of the spring of --method penalty", io::positive);
    scenes::motion_knobs(scene, "rk4|midpoint|euler|adaptive|implicit|penalty", 0.001, 8.0, 20);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const double g = 9.8, pi = std::acos(-1.0), nudge = knobs.number("--nudge"),
                     m = knobs.number("--mass");
        if (std::abs(nudge) >= pi) throw io::UsageError("--nudge must be below pi");
        const bool penalty = knobs.text("--method") == "penalty";

        particles::ParticleSystem model;  // implicit
        const std::size_t centre = model.add_particle(1.0, {});
        const std::size_t bead = model.add_particle(m, {std::sin(nudge), std::cos(nudge), 0});
        model.nail(centre);
        model.add_force(particles::Gravity({0, -g, 0}));
        constraints::ConstrainedSystem implicit(model);
        implicit.feedback = scenes::feedback_of(knobs);
        const double stiffness = knobs.number("--penalty");
        if (penalty) model.add_force(particles::DampedSpring(bead, centre, {stiffness, 0.0, 1.0}));
        else implicit.constraints.add(constraints::PointOnCircle(bead, {}, 1.0));

        constraints::LagrangianSystem parametric(constraints::bead_on_circle(m, 1.0),
                                                 constraints::gravity_on({m}, 0, -g, 0), {pi / 2 - nudge},
                                                 {0});

        const ode::Stepper advance = ode::stepper(penalty ? "rk4" : knobs.text("--method"));
        rows.columns({"t[s]", "x_implicit[m]", "y_implicit[m]", "x_parametric[m]", "y_parametric[m]",
                      "x_exact[m]", "y_exact[m]", "|x|-1[m]", "energy[J]", "energy_parametric[J]"});
        scenes::run(
            implicit, knobs,
            [&](ode::System& system, double h) {
                scenes::require_sane(parametric, advance(parametric, h));
                return advance(system, h);
            },
            [&](double t) {
                const Vec3 x = model.particles[bead].x;
                const Vector q = parametric.positions();
                const double exact = scenes::angle_from_top(t, nudge, 1.0, g);
                rows.row({t, x.x, x.y, q[0], q[1], std::sin(exact), std::cos(exact), norm(x) - 1,
                          model.energy(), parametric.kinetic_energy() + m * g * q[1]});
            });
        rows.conclude("after " + io::rounded(model.t) + " s the bead held by a force is " +
                      io::rounded(std::abs(norm(model.particles[bead].x) - 1)) +
                      " m off its wire of radius 1 m");
    });
}
