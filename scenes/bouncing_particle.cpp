// Reads along with PBM part C: chapter particles.
//
// A ball is thrown on the floor. When a step ends beyond the floor, the whole system is rolled back to the
// instant of contact [PBM-C-rollback]; there the normal velocity is reversed and multiplied by r
// [PBM-C-bounce].
//
// Between the bounces it flies on parabolas, and each rebound is r^2 as high as the one before: 0.81 for the
// superball, r = 0.9. The bounces follow each other faster and faster; when a rebound is slower than 1 mm/s
// the ball stays in contact, and the floor's contact force carries it [PBM-C-contact].
//
// Try: --restitution 0, 0.5, 1; --step 0.1: the table is coarser, but no less exact; --method euler; --slope
// 30: it bounces downhill until it slides.

#include <cmath>

#include "motion.h"
#include "restraint/particles/collide.h"
#include "restraint/particles/forces.h"

using namespace restraint;

namespace {

/// The exact height at time t of a ball dropped from a height, bouncing with restitution r.
double exact_height(double t, double height, double r, double g) {
    double speed = std::sqrt(2 * g * height);
    t -= speed / g;  // since the first contact
    if (t < 0) return height - g / 2 * (t + speed / g) * (t + speed / g);
    for (speed *= r; speed > 1e-3; speed *= r) {
        const double flight = 2 * speed / g;
        if (t < flight) return speed * t - g / 2 * t * t;
        t -= flight;
    }
    return 0.0;
}

}  // namespace

int main(int argc, char** argv) {
    io::Scene scene("bouncing_particle", "each rebound of a ball is r^2 as high as the last");
    scene.number("--height", 1.0, "m", "from where it falls", io::positive);
    scene.number("--speed", 0.3, "m/s", "how fast it moves along the floor");
    scene.number("--restitution", 0.9, "", "r: 0 no bounce, 0.9 a superball, 1 no loss", io::not_negative);
    scene.number("--slope", 0.0, "degrees",
                 "of the floor, within 80; on a slope there is no y_exact: it is y");
    scene.number("--mass", 0.1, "kg", "of the ball", io::positive);
    scenes::motion_knobs(scene, "rk4|midpoint|euler|adaptive", 0.01, 5.0);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const double g = 9.81, height = knobs.number("--height"), r = knobs.number("--restitution");
        const double slope = knobs.number("--slope") * std::acos(-1.0) / 180;
        if (std::abs(knobs.number("--slope")) > 80) throw io::UsageError("--slope must be within 80 degrees");
        particles::ParticleSystem ball;
        ball.add_particle(knobs.number("--mass"), {0, height, 0}, {knobs.number("--speed"), 0, 0});
        ball.add_force(particles::Gravity({0, -g, 0}));
        ball.walls.push_back(particles::make_wall({0, 0, 0}, {std::sin(slope), std::cos(slope), 0}, r));
        const ode::Stepper among_walls = [advance = ode::stepper(knobs.text("--method"))](ode::System& system,
                                                                                          double h) {
            return step_among_walls(dynamic_cast<particles::ParticleSystem&>(system), advance, h).outcome;
        };
        rows.columns({"t[s]", "x[m]", "y[m]", "y_exact[m]", "v_y[m/s]", "energy[J]"});
        scenes::run(ball, knobs, among_walls, [&](double t) {
            const particles::Particle& p = ball.particles[0];
            const double exact = slope == 0.0 ? exact_height(t, height, r, g) : p.x.y;
            rows.row({t, p.x.x, p.x.y, exact, p.v.y, ball.energy()});
        });
        const particles::Particle& p = ball.particles[0];
        const bool slides = ball.walls[0].in_contact(p.x, p.v);
        rows.conclude("after " + io::rounded(ball.t) + " s the ball is " +
                      (slides ? "in contact with the floor" : "still bouncing") + ", at " +
                      io::rounded(p.x.y) + " m with " + io::rounded(norm(p.v)) +
                      " m/s; each rebound was r^2 = " + io::rounded(r * r) + " as high as the last");
    });
}
