// Reads along with PBM part E: chapter particles.
//
// A hair grows out of a wall and hangs under its weight: particles joined by linear springs, and by angular
// springs that resist bending [PBM-SE-limp, PBM-SE-ang].
//
// The springs' constants are such that the energy of a shape does not depend on the number of pieces: a
// segment of length l has stretch/l, a joint bend/l [PBM-SE-kn, PBM-SE-kn2]. So --pieces changes the picture
// little, but a fine hair is a stiff system: the frequency of its fastest vibration is proportional to the
// number of pieces. The implicit method [PBM-D-4.5] is stable for all.
//
// Try: --bend 0 (limp); --bend 1e-3; --pieces 10, 40; --method rk4 (needs --step 5e-5).

#include <cmath>

#include "motion.h"
#include "restraint/particles/forces.h"
#include "restraint/particles/hair.h"
#include "restraint/particles/implicit_step.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("hair", "angular springs give a hair body, however finely it is cut");
    scene.count("--pieces", 20, "how many pieces the hair is cut into", 2, 1000);
    scene.number("--length", 0.3, "m", "of the hair", io::positive);
    scene.number("--stretch", 20.0, "N", "the force that would double its length", io::positive);
    scene.number("--bend", 2e-4, "N m^2", "resistance to bending; 0: limp", io::not_negative);
    scene.number("--drag", 1e-4, "N s/m", "drag on every particle; 0: off", io::not_negative);
    scenes::motion_knobs(scene, "implicit|rk4|midpoint|euler|adaptive", 0.01, 2.0, 10);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        // The first piece is inside the wall, and two nails clamp it there.
        const double length = knobs.number("--length");
        const std::size_t pieces = knobs.count("--pieces");
        const Vec3 root{-length / static_cast<double>(pieces), 0, 0}, tip{length, 0, 0};
        particles::ParticleSystem system;
        const auto hair = particles::add_hair(system, particles::straight_line(root, tip, pieces + 1),
                                              {.mass_per_length = 0.01,
                                               .stretch = knobs.number("--stretch"),
                                               .bend = knobs.number("--bend"),
                                               .damping = 1e-3});
        system.nail(hair[0]);
        system.nail(hair[1]);
        system.add_force(particles::Gravity());
        system.add_force(particles::Drag(knobs.number("--drag")));

        particles::ForceJacobians jacobians;
        const bool implicit = knobs.text("--method") == "implicit";
        const ode::Stepper advance = implicit ? ode::Stepper([&](ode::System&, double h) {
            return particles::implicit_step(system, h, jacobians).outcome;
        })
                                              : ode::stepper(knobs.text("--method"));
        rows.note("a block of rows for each time: the hair from root to tip");
        rows.columns({"t[s]", "x[m]", "y[m]", "energy[J]"});
        scenes::run(system, knobs, advance, [&](double t) {
            for (std::size_t i : hair)
                rows.row({t, system.particles[i].x.x, system.particles[i].x.y, system.energy()});
            rows.end_block();
        });
        rows.conclude("after " + io::rounded(system.t) + " s the tip hangs " +
                      io::rounded(-system.particles[hair.back()].x.y) + " m below the root, of a hair of " +
                      io::rounded(length) + " m");
    });
}
