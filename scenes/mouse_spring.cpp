// Reads along with PBM part C: chapter particles.
//
// The basic interactive program of the notes, with a scripted hand: create particles, attach them with
// springs, nail one, drag another [PBM-SC-ui]. A chain hangs from a nail; the hand takes its last bob, leads
// it around a circle, jerks it away within one frame, holds still, and lets go.
//
// The hand pulls by a spring of length zero [PBM-C-mousespring]: the force is bounded by the stiffness times
// the distance, and the chain only stretches a little. With --drag direct the bob is put where the hand is:
// the jerk stretches the last spring to many times its length at once.
//
// Try: --drag direct (watch the energy); --stiffness 5000 with both (with the spring little changes);
// --release 0.

#include <cmath>
#include <utility>

#include "motion.h"
#include "restraint/particles/behaviour.h"
#include "restraint/particles/forces.h"

using namespace restraint;

namespace {

/// Where the hand is: a circle for 2 s, then with a jerk 3 m away.
particles::PathPoint hand(double t) {
    const double w = 3.14, r = 0.5;
    if (t >= 2.0) return {{3.0, -1.0, 0}, {}, {}};
    const double c = std::cos(w * t), s = std::sin(w * t);
    return {{r * s, -2.0 + r * (1 - c), 0}, {r * w * c, r * w * s, 0}, {-r * w * w * s, r * w * w * c, 0}};
}

}  // namespace

int main(int argc, char** argv) {
    io::Scene scene("mouse_spring", "dragging by a spring is stable, setting positions is not");
    scene.choice("--drag", "spring|direct", "how the hand holds the bob");
    scene.number("--stiffness", 500.0, "N/m", "of the springs of the chain", io::positive);
    scene.number("--mouse", 40.0, "N/m", "stiffness of the mouse spring", io::positive);
    scene.number("--release", 3.0, "s", "when the hand lets go", io::not_negative);
    scenes::motion_knobs(scene, "rk4|midpoint|euler|adaptive|implicit", 0.01, 6.0);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        particles::ParticleSystem chain;
        const std::size_t links = 4;
        for (std::size_t i = 0; i <= links; ++i)  // create, and attach
            chain.add_particle(0.2, {0, -0.5 * static_cast<double>(i), 0});
        for (std::size_t i = 0; i < links; ++i)
            chain.add_force(particles::DampedSpring(i, i + 1, {knobs.number("--stiffness"), 0.5, 0.5}));
        chain.nail(0);
        chain.add_force(particles::Gravity());
        chain.add_force(particles::Drag(0.05));

        const bool by_spring = knobs.text("--drag") == "spring";
        const particles::Force* grip = nullptr;
        if (by_spring) {  // drag; the hand's spring is removed when the hand lets go
            grab(chain, links, hand, knobs.number("--mouse"), 2.0);
            grip = chain.forces().back().get();
        } else {
            chain.control(links, hand);
        }

        rows.columns({"t[s]", "hand_x[m]", "hand_y[m]", "bob_x[m]", "bob_y[m]", "energy[J]"});
        const ode::Stepper advance = ode::stepper(knobs.text("--method"));
        scenes::run(
            chain, knobs,
            [&](ode::System& system, double h) {
                if (chain.t >= knobs.number("--release") && grip)
                    chain.remove_force(*std::exchange(grip, nullptr));
                if (chain.t >= knobs.number("--release") && !by_spring) chain.release(links);
                return advance(system, h);
            },
            [&](double t) {
                const Vec3 mouse = hand(t).x, bob = chain.particles[links].x;
                rows.row({t, mouse.x, mouse.y, bob.x, bob.y, chain.energy()});
            });
        rows.conclude("after " + io::rounded(chain.t) + " s the bob moves with " +
                      io::rounded(norm(chain.particles[links].v)) + " m/s; the hand lets go at " +
                      io::rounded(knobs.number("--release")) + " s");
    });
}
