// Reads along with PBM part F: chapter constraints.
//
// A mechanism snapped together from bars: a motor turns a crank, a rod carries the motion to a rocker, which
// swings about a nail and carries a weight on a further bar [PBM-F-sum]. Every bar is a distance constraint;
// the crank is a controlled particle, whose position, velocity and acceleration come from a script
// [PBM-C-controlled].
//
// No coordinates had to be found for the mechanism: each constraint adds its own blocks to J [PBM-F-block].
// The rocker's exact place follows from the crank's by intersecting two circles; the weight swings freely.
//
// Try: --k_s 0 --k_d 0 --time 60 (the bars drift); --twice yes, which adds every bar a second time: conjugate
// gradients share the force among redundant constraints [PBM-F-cg]; --speed 20; --drag 0.

#include <cmath>

#include "exact_linkage.h"
#include "feedback.h"
#include "motion.h"
#include "restraint/constraints/constrained_system.h"
#include "restraint/constraints/constraint_kinds.h"
#include "restraint/particles/forces.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("tinkertoy", "a motor drives a linkage of bars, each of them one constraint");
    scene.number("--speed", 3.0, "rad/s", "of the motor");
    scene.number("--mass", 0.5, "kg", "of the weight", io::positive);
    scene.number("--drag", 0.05, "N s/m", "drag on every particle; 0: off", io::not_negative);
    scenes::feedback_knobs(scene);
    scene.choice("--twice", "no|yes", "yes: every bar is added twice");
    scenes::motion_knobs(scene, "rk4|midpoint|euler|adaptive|implicit", 0.005, 8.0, 4);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const double w = knobs.number("--speed");
        particles::ParticleSystem model;
        const std::size_t nail = model.add_particle(1.0, scenes::pivot), crank = model.add_particle(1.0, {});
        model.nail(nail);
        model.control(crank, [w](double t) {
            const Vec3 x = scenes::crank_pin(w * t);
            return particles::PathPoint{x, w * Vec3{-x.y, x.x, 0}, -w * w * x};
        });
        const Vec3 place = scenes::exact_joint(0.0), velocity = w * scenes::joint_rate(0.0);
        const std::size_t joint = model.add_particle(0.2, place, velocity);
        const std::size_t weight =
            model.add_particle(knobs.number("--mass"), place + Vec3{0, -0.5, 0}, velocity);
        model.add_force(particles::Gravity());
        model.add_force(particles::Drag(knobs.number("--drag")));

        constraints::ConstrainedSystem linkage(model);
        linkage.feedback = scenes::feedback_of(knobs);
        for (int times = knobs.text("--twice") == "yes" ? 2 : 1; times > 0; --times) {
            linkage.constraints.add(constraints::Distance(crank, joint, scenes::rod));
            linkage.constraints.add(constraints::Distance(joint, nail, scenes::rocker));
            linkage.constraints.add(constraints::Distance(joint, weight, 0.5));
        }

        rows.columns({"t[s]", "crank_x[m]", "crank_y[m]", "joint_x[m]", "joint_y[m]", "joint_x_exact[m]",
                      "joint_y_exact[m]", "weight_x[m]", "weight_y[m]", "max|C|[m]", "motor[W]",
                      "energy[J]"});
        scenes::run(linkage, knobs, ode::stepper(knobs.text("--method")), [&](double t) {
            const auto& p = model.particles;
            const Vec3 exact = scenes::exact_joint(w * t);
            // The motor must overcome the force of the rod on the crank.
            const Vector held = linkage.forces().forces;
            const Vec3 on_crank{held[3 * crank], held[3 * crank + 1], held[3 * crank + 2]};
            rows.row({t, p[crank].x.x, p[crank].x.y, p[joint].x.x, p[joint].x.y, exact.x, exact.y,
                      p[weight].x.x, p[weight].x.y, violation(model, linkage.constraints),
                      -dot(on_crank, p[crank].v), model.energy()});
        });
        rows.conclude("after " + io::rounded(model.t) + " s the joint is " +
                      io::rounded(norm(model.particles[joint].x - scenes::exact_joint(w * model.t))) +
                      " m from where two circles meet, and the bars are off by " +
                      io::rounded(violation(model, linkage.constraints)) + " m");
    });
}
