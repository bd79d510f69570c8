// Reads along with PBM part F and the slides on contact: chapter constraints.
//
// Two masses on a bar without mass stand on a frictionless floor. The forces of bar and floor depend on each
// other: the floor carries the weight of both masses, 2 m g, although only the lower one touches it, since
// the bar pushes the lower mass down with the weight of the upper one, m g. So the contact is a row beside
// the bar's [PBM-SH-r, PBM-SH-qp], and the impact of the upper mass goes through the bar as well.
//
// Leaning, the rod slips away under itself: no force is horizontal, so its centre falls straight down. With
// the angle a from upright and half the length r the energy gives a'^2 (1 + sin^2 a) r = w^2 (1 + sin^2 a0) r
// + 2 g (cos a0 - cos a), and the floor pushes with 2 m (g - r a'^2 cos a - r a'' sin a): never less than 0
// unless the rod turns at the start, when the lower mass may leave.
//
// Try: --lean 0 (nothing moves); --spin 5 (the lower mass leaves the floor); --restitution 0.5; --k_s 0 --k_d
// 0.

#include <cmath>

#include "feedback.h"
#include "motion.h"
#include "restraint/constraints/constrained_particles.h"
#include "restraint/constraints/constraint_kinds.h"
#include "restraint/particles/collide.h"
#include "restraint/particles/forces.h"

using namespace restraint;

namespace {

constexpr double g = 9.81, r = 0.5;  // m/s^2, m

/// Two masses m on the floor, the rod leaning so far and turning over as fast as that.
particles::ParticleSystem ends_of_rod(double m, double lean, double spin, double restitution) {
    const Vec3 along{std::sin(lean), std::cos(lean), 0}, turn{std::cos(lean), -std::sin(lean), 0};
    const Vec3 fall{0, -r * std::sin(lean) * spin, 0};
    particles::ParticleSystem ends;
    ends.add_particle(m, {}, fall - r * spin * turn);
    ends.particles[0].v.y = 0.0;  // exactly along the floor
    ends.add_particle(m, 2 * r * along, fall + r * spin * turn);
    ends.add_force(particles::Gravity({0, -g, 0}));
    ends.walls.push_back(particles::make_wall({}, {0, 1, 0}, restitution));
    return ends;
}

/// The floor's push in the closed form, at the angle a: < 0 where the lower end leaves.
double exact_push(double m, double lean, double spin, double a) {
    const double s = std::sin(a), c = std::cos(a), s0 = std::sin(lean);
    const double w2 = (spin * spin * (1 + s0 * s0) + 2 * g / r * (std::cos(lean) - c)) / (1 + s * s);
    return 2 * m * (g - r * w2 * c - s * (g * s - r * w2 * s * c) / (1 + s * s));
}

}  // namespace

int main(int argc, char** argv) {
    io::Scene scene("standing_rod", "the floor carries both ends of a rod, by the bar and the lower one");
    scene.number("--lean", 10.0, "degrees", "from upright at the start, between -80 and 80");
    scene.number("--spin", 0.0, "rad/s", "how fast it turns over at the start");
    scene.number("--mass", 1.5, "kg", "of each end", io::positive);
    scene.number("--restitution", 0.0, "", "of the ends on the floor", io::not_negative);
    scenes::feedback_knobs(scene);
    scenes::motion_knobs(scene, "rk4|midpoint|euler|adaptive", 0.002, 1.0, 20);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const double m = knobs.number("--mass"), spin = knobs.number("--spin");
        const double lean = knobs.number("--lean") * std::acos(-1.0) / 180;
        if (std::abs(knobs.number("--lean")) > 80) throw io::UsageError("--lean must be within 80 degrees");
        constraints::ConstrainedParticles rod(ends_of_rod(m, lean, spin, knobs.number("--restitution")));
        rod.feedback = scenes::feedback_of(knobs);
        rod.constraints.add(constraints::Distance(0, 1, 2 * r));

        const double centre = (rod.particles[0].x.x + rod.particles[1].x.x) / 2;
        bool on_one_foot = true;  // and nothing has bounced: the closed form holds
        const auto advance = [&, method = ode::stepper(knobs.text("--method"))](ode::System&, double h) {
            const auto step = step_among_walls(rod, method, h);
            on_one_foot = on_one_foot && step.bounces == 0;
            return step.outcome;
        };
        bool left = false;
        double worst_push = 0.0, worst_length = 0.0, worst_centre = 0.0, first_push = 0.0, first_bar = 0.0;
        rows.columns(
            {"t[s]", "angle[rad]", "floor[N]", "floor_exact[N]", "bar[N]", "length[m]", "centre_x[m]"});
        scenes::run(rod, knobs, advance, [&](double t) {
            const Vec3 l = rod.particles[1].x - rod.particles[0].x;
            const double angle = std::atan2(l.x, l.y);
            const auto held = rod.held();
            double push = 0.0;
            for (double p : held.walls.push) push += p;
            if (t == 0.0) first_push = push, first_bar = held.multipliers[0];
            const double x = (rod.particles[0].x.x + rod.particles[1].x.x) / 2;
            left = left || (on_one_foot && push == 0.0);
            on_one_foot = on_one_foot && push > 0.0;
            const double exact = on_one_foot ? exact_push(m, lean, spin, angle) : push;
            worst_push = std::max(worst_push, std::abs(push - exact));
            worst_length = std::max(worst_length, std::abs(norm(l) - 2 * r));
            worst_centre = std::max(worst_centre, std::abs(x - centre));
            rows.row({t, angle, push, exact, held.multipliers[0], norm(l), x});
        });
        const bool standing = lean == 0.0 && spin == 0.0;
        if (worst_push > (standing ? 1e-12 : 1e-5) * 2 * m * g || worst_centre > 1e-9 || worst_length > 1e-6)
            io::blew_up(rod.time(), "the rod misses its closed form: floor by " + io::rounded(worst_push) +
                                        " N, length by " + io::rounded(worst_length) + " m, centre by " +
                                        io::rounded(worst_centre) + " m");
        if (left != (exact_push(m, lean, spin, lean) < 0.0) && left)
            rows.note("the lower end left the floor on the way: the closed form's push came down to 0");
        rows.conclude("at the start the floor pushes with " + io::rounded(first_push, 6) +
                      " N and the bar with " + io::rounded(first_bar, 6) + " N, the weights being " +
                      io::rounded(2 * m * g, 6) + " and " + io::rounded(m * g, 6) +
                      " N; the bar keeps its length to " + io::rounded(worst_length) +
                      " m, and the lower end " + (left ? "leaves" : "does not leave") + " the floor");
    });
}
