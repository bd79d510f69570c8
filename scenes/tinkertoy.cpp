// Reads along with PBM part F: chapter constraints.
//
// A mechanism snapped together from bars: a motor turns a crank, a rod carries the motion to a rocker, which
// swings about a nail and carries a weight on a further bar [PBM-F-sum]. Every bar is a distance constraint;
// the crank is a controlled particle, whose position, velocity and acceleration come from a script
// [PBM-C-controlled].
//
// Nobody had to find coordinates for this: each constraint adds its own blocks to J [PBM-F-block]. The
// rocker's exact place follows from the crank's by intersecting two circles; the weight swings freely.
//
// Try: --k_s 0 --k_d 0 --time 60 (the bars drift); --twice yes, which adds every bar a second time: conjugate
// gradients share the force among redundant constraints [PBM-F-cg]; --speed 20; --drag 0.

#include <cmath>

#include "feedback.h"
#include "motion.h"
#include "restraint/constraints/constrained_system.h"
#include "restraint/constraints/constraint_kinds.h"
#include "restraint/particles/forces.h"

using namespace restraint;

namespace {

constexpr double crank_radius = 0.4, rod = 1.2, rocker = 0.8;  // m
const Vec3 pivot{1.2, 0, 0};                                   // of the rocker; the motor is at the origin

/// The joint of rod and rocker for a crank at c: where the circles about c and the pivot meet, the upper
/// point.
Vec3 exact_joint(Vec3 c) {
    const Vec3 d = pivot - c;
    const double distance = norm(d);
    const double along = (rod * rod - rocker * rocker + distance * distance) / (2 * distance);
    const double across = std::sqrt(rod * rod - along * along);
    return c + along / distance * d + across / distance * Vec3{-d.y, d.x, 0};
}

}  // namespace

int main(int argc, char** argv) {
    io::Scene scene("tinkertoy", "a motor drives a linkage of bars, each of them one constraint");
    scene.number("--speed", 3.0, "rad/s", "of the motor");
    scene.positive("--mass", 0.5, "kg", "of the weight");
    scene.not_negative("--drag", 0.05, "N s/m", "drag on every particle; 0: off");
    scenes::feedback_knobs(scene);
    scene.choice("--twice", "no|yes", "yes: every bar is added twice");
    scenes::motion_knobs(scene, "rk4|midpoint|euler|adaptive|implicit", 0.005, 8.0, 4);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const double w = knobs.number("--speed");
        particles::ParticleSystem model;
        const std::size_t nail = model.add_particle(1.0, pivot), crank = model.add_particle(1.0, {});
        model.nail(nail);
        model.control(crank, [w](double t) {
            const Vec3 x = crank_radius * Vec3{std::cos(w * t), std::sin(w * t), 0};
            return particles::PathPoint{x, w * Vec3{-x.y, x.x, 0}, -w * w * x};
        });
        // At the start the joint already moves with the crank: its velocity is a difference of exact places.
        const double dt = 1e-5;
        const Vec3 place = exact_joint(model.particles[crank].x);
        const Vec3 ahead = exact_joint(model.particles[crank].path(dt).x);
        const Vec3 behind = exact_joint(model.particles[crank].path(-dt).x);
        const Vec3 velocity = (ahead - behind) / (2 * dt);
        const std::size_t joint = model.add_particle(0.2, place, velocity);
        const std::size_t weight =
            model.add_particle(knobs.number("--mass"), place + Vec3{0, -0.5, 0}, velocity);
        model.add_force(particles::Gravity());
        model.add_force(particles::Drag(knobs.number("--drag")));

        constraints::ConstrainedSystem linkage(model);
        linkage.feedback = scenes::feedback_of(knobs);
        for (int times = knobs.word("--twice") == "yes" ? 2 : 1; times > 0; --times) {
            linkage.add(constraints::Distance(crank, joint, rod));
            linkage.add(constraints::Distance(joint, nail, rocker));
            linkage.add(constraints::Distance(joint, weight, 0.5));
        }

        rows.columns({"t[s]", "crank_x[m]", "crank_y[m]", "joint_x[m]", "joint_y[m]", "joint_x_exact[m]",
                      "joint_y_exact[m]", "weight_x[m]", "weight_y[m]", "max|C|[m]", "motor[W]",
                      "energy[J]"});
        scenes::run(linkage, knobs, ode::stepper(knobs.word("--method")), [&](double t) {
            const auto& p = model.particles;
            const Vec3 exact = exact_joint(p[crank].x);
            // The motor must overcome the force of the rod on the crank.
            const Vector held = linkage.forces().forces;
            const Vec3 on_crank{held[3 * crank], held[3 * crank + 1], held[3 * crank + 2]};
            rows.row({t, p[crank].x.x, p[crank].x.y, p[joint].x.x, p[joint].x.y, exact.x, exact.y,
                      p[weight].x.x, p[weight].x.y, linkage.violation(), -dot(on_crank, p[crank].v),
                      model.energy()});
        });
    });
}
