// Reads along with PBM part C: chapter particles.
//
// A beam of masses and damped springs [PBM-C-1]: two rows of particles, with springs along, up and across
// each cell, fixed at its left end. It falls, bounces, and comes to rest a little bent.
//
// Damping acts along the springs and does not change the momentum of the beam; drag does, a force on each
// particle against its velocity. With both switched off the energy should stay: its change is the error of
// the method. Stiffer springs need shorter steps.
//
// Try: --damping 0 --drag 0 with --method euler, midpoint, rk4; --stiffness 100000 (off to Neptune);
// --motor 12, which drives the fixed end up and down.

#include <cmath>

#include "motion.h"
#include "restraint/particles/forces.h"

using namespace restraint;
using particles::ParticleSystem;

namespace {

/// Particles 2 i (below) and 2 i + 1 (above) at x = i cell.
ParticleSystem make_beam(std::size_t cells, double cell, double mass, double stiffness, double damping) {
    ParticleSystem beam;
    for (std::size_t i = 0; i <= cells; ++i)
        for (const double y : {0.0, cell}) beam.add_particle(mass, {static_cast<double>(i) * cell, y, 0});
    const auto join = [&](std::size_t a, std::size_t b) {
        beam.add_force(particles::spring_at_rest(beam, a, b, stiffness, damping));
    };
    for (std::size_t i = 0; i <= cells; ++i) {
        const std::size_t below = 2 * i, above = below + 1;
        join(below, above);
        if (i == cells) break;
        join(below, below + 2);
        join(above, above + 2);
        join(below, above + 2);
        join(above, below + 2);
    }
    return beam;
}

}  // namespace

int main(int argc, char** argv) {
    io::Scene scene("springs", "a beam of masses and springs sways and comes to rest");
    scene.count("--cells", 6, "how many cells the beam has", 1, 200);
    scene.number("--cell", 0.25, "m", "width and height of a cell", io::positive);
    scene.number("--mass", 0.1, "kg", "of each particle", io::positive);
    scene.number("--stiffness", 2000.0, "N/m", "k_s of every spring", io::positive);
    scene.number("--damping", 0.5, "N s/m", "k_d of every spring; 0: off", io::not_negative);
    scene.number("--drag", 0.02, "N s/m", "drag on every particle; 0: off", io::not_negative);
    scene.number("--motor", 0.0, "rad/s", "the fixed end goes up and down at this rate; 0: it stays");
    scenes::motion_knobs(scene, "rk4|midpoint|euler|adaptive|implicit", 0.002, 4.0, 10);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const double rate = knobs.number("--motor"), cell = knobs.number("--cell");
        const std::size_t cells = knobs.count("--cells");
        ParticleSystem beam = make_beam(cells, cell, knobs.number("--mass"), knobs.number("--stiffness"),
                                        knobs.number("--damping"));
        beam.add_force(particles::Gravity());
        beam.add_force(particles::Drag(knobs.number("--drag")));
        for (std::size_t end = 0; end < 2; ++end) {  // position, velocity and acceleration of the motor
            const Vec3 x0 = beam.particles[end].x;
            beam.control(end, [=](double t) {
                const double a = cell / 4, s = std::sin(rate * t), c = std::cos(rate * t);
                return particles::PathPoint{
                    x0 + Vec3{0, a * s, 0}, {0, a * rate * c, 0}, {0, -a * rate * rate * s, 0}};
            });
        }
        rows.columns({"t[s]", "tip_x[m]", "tip_y[m]", "kinetic[J]", "potential[J]", "energy[J]"});
        scenes::run(beam, knobs, ode::stepper(knobs.text("--method")), [&](double t) {
            const Vec3 tip = beam.particles[2 * cells].x;
            rows.row({t, tip.x, tip.y, beam.kinetic_energy(), beam.potential_energy(), beam.energy()});
        });
        rows.conclude(
            "after " + io::rounded(beam.t) + " s the tip is " + io::rounded(-beam.particles[2 * cells].x.y) +
            " m below the fixed end, and the kinetic energy is " + io::rounded(beam.kinetic_energy()) + " J");
    });
}
