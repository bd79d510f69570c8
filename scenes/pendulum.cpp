// Reads along with PBM part F: chapter constraints.
//
// A pendulum: a bob on a bar from a nail. The bar is a distance constraint [PBM-F-11]. Beside this motion
// stand that of a pendulum whose only coordinate is the angle [PBM-F-13], and the exact one, for large swings
// an elliptic function.
//
// The force in the bar is the multiplier: m g at rest, more when the bob swings through the bottom, and a
// push instead of a pull when it is slow above the nail. It does no work, so the energy is kept up to the
// error of the method.
//
// (The pendulum of OBA, table 7.1, is the scene stick_pendulum.)
//
// Try: --angle 179; --method euler with and without feedback; --method implicit, which loses energy;
// --step 0.05 with rk4 and midpoint.

#include <cmath>

#include "exact_pendulum.h"
#include "feedback.h"
#include "motion.h"
#include "restraint/constraints/constrained_system.h"
#include "restraint/constraints/constraint_kinds.h"
#include "restraint/constraints/pendulum.h"
#include "restraint/particles/forces.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("pendulum", "the bar of a pendulum is a constraint force that does no work");
    scene.number("--angle", 120.0, "degrees", "from straight down at the start, below 180", io::positive);
    scene.number("--mass", 1.0, "kg", "of the bob", io::positive);
    scene.number("--length", 1.0, "m", "of the bar", io::positive);
    scenes::feedback_knobs(scene);
    scenes::motion_knobs(scene, "rk4|midpoint|euler|adaptive|implicit", 0.01, 6.0);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        if (knobs.number("--angle") >= 180) throw io::UsageError("--angle must be below 180 degrees");
        const double g = 9.81, start = knobs.number("--angle") * std::acos(-1.0) / 180;
        const double m = knobs.number("--mass"), l = knobs.number("--length");

        particles::ParticleSystem model;
        const std::size_t nail = model.add_particle(1.0, {});
        const std::size_t bob = model.add_particle(m, {l * std::sin(start), -l * std::cos(start), 0});
        model.nail(nail);
        model.add_force(particles::Gravity({0, -g, 0}));
        constraints::ConstrainedSystem bar(model);
        bar.feedback = scenes::feedback_of(knobs);
        bar.constraints.add(constraints::Distance(bob, nail, l));

        constraints::LagrangianSystem parametric(constraints::pendulum({m}, {l}),
                                                 constraints::gravity_on({m}, 0, -g, 0), {start}, {0});

        const ode::Stepper advance = ode::stepper(knobs.text("--method"));
        rows.columns({"t[s]", "angle[rad]", "angle_parametric[rad]", "angle_exact[rad]", "tension[N]", "C[m]",
                      "energy[J]"});
        scenes::run(
            bar, knobs,
            [&](ode::System& system, double h) {
                scenes::require_sane(parametric, advance(parametric, h));
                return advance(system, h);
            },
            [&](double t) {
                const Vec3 x = model.particles[bob].x;
                rows.row({t, std::atan2(x.x, -x.y), parametric.u()[0], scenes::pendulum_angle(t, start, l, g),
                          -bar.forces().multipliers[0], norm(x) - l, model.energy()});
            });
        rows.conclude("after " + io::rounded(model.t) + " s the bar of " + io::rounded(l) + " m is off by " +
                      io::rounded(violation(model, bar.constraints)) + " m, and the angle by " +
                      io::rounded(std::abs(parametric.u()[0] -
                                           std::atan2(model.particles[bob].x.x, -model.particles[bob].x.y))) +
                      " rad from the parametric one");
    });
}
