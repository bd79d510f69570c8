// Reads along with PBM part E: chapter particles.
//
// A square of cloth is held at two corners and falls [PBM-SE-triEs, PBM-SE-triEsh, PBM-SE-triEb].
//
// Every triangle resists stretching along its warp and weft threads and shearing, every edge resists bending.
// The threads are much stiffer than anything else, so explicit Euler would need steps of a fraction of a
// millisecond. The implicit step [PBM-D-4.5] solves a sparse system by conjugate gradients, and takes 20 ms.
//
// Try: --method euler (off to Neptune at once); --method rk4 --step 1e-4 --time 0.2; --shear 0.5, a loose
// weave; --bend 0.01, cardboard; --cells 40; --hang rail or plane;
// --stretch 1e6 with --step 0.02 and 0.001: stiff cloth falls in slow motion if the step is too long.

#include "restraint/particles/cloth.h"

#include <algorithm>
#include <string>

#include "motion.h"
#include "restraint/particles/forces.h"
#include "restraint/particles/implicit_step.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("cloth", "implicit steps carry a cloth where explicit ones blow up");
    scene.choice("--hang", "corners|rail|plane",
                 "by two corners, or by its upper edge, each point free along a rail or on a level plane");
    scene.count("--cells", 16, "how many cells a side of the cloth has", 1, 200);
    scene.number("--stretch", 300.0, "N/m", "resistance of warp and weft threads", io::not_negative);
    scene.number("--shear", 10.0, "N/m", "resistance to shearing", io::not_negative);
    scene.number("--bend", 1e-4, "N m", "resistance to bending", io::not_negative);
    scene.number("--drag", 2e-4, "N s/m", "drag on every particle; 0: off", io::not_negative);
    scenes::motion_knobs(scene, "implicit|rk4|midpoint|euler", 0.02, 2.0, 25);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const std::size_t cells = knobs.count("--cells"), side = cells + 1;
        particles::ParticleSystem system;
        const auto cloth =
            particles::add_cloth(system, particles::rectangular_pattern(cells, cells, 1.0, 1.0),
                                 {.density = 0.2,
                                  .stretch_warp = knobs.number("--stretch"),
                                  .stretch_weft = knobs.number("--stretch"),
                                  .shear = knobs.number("--shear"),
                                  .bend = knobs.number("--bend"),
                                  .damping = 0.005},
                                 [](Vec2 p) {
                                     return Vec3{p.x, p.y, 0.0};
                                 });
        for (std::size_t i = 0; i < side; ++i) {  // along the upper edge
            const std::size_t point = cloth[side * cells + i];
            if (knobs.text("--hang") == "rail") system.hold_on_line(point, {1, 0, 0});  // [PBM-SH-cloth]
            else if (knobs.text("--hang") == "plane") system.hold_on_plane(point, {0, 0, 1});
            else if (i == 0 || i == cells) system.nail(point);
        }
        // Gravity is along -z, a little askew, or the fall would be too symmetric.
        system.add_force(particles::Gravity({0.1, 0, -9.81}));
        system.add_force(particles::Drag(knobs.number("--drag")));

        particles::ForceJacobians jacobians;
        std::size_t iterations = 0;
        const bool implicit = knobs.text("--method") == "implicit";
        const ode::Stepper advance = implicit ? ode::Stepper([&](ode::System&, double h) {
            const auto result = particles::implicit_step(system, h, jacobians);
            iterations += result.iterations;
            return result.outcome;
        })
                                              : ode::stepper(knobs.text("--method"));
        rows.note("a block of rows for each row of the cloth, two blank lines between times");
        rows.columns({"t[s]", "x[m]", "y[m]", "z[m]", "energy[J]"});
        scenes::run(system, knobs, advance, [&](double t) {
            const double energy = system.energy();
            for (std::size_t j = 0; j < side; ++j) {
                for (std::size_t i = 0; i < side; ++i) {
                    const Vec3 x = system.particles[cloth[j * side + i]].x;
                    rows.row({t, x.x, x.y, x.z, energy});
                }
                rows.end_block();
            }
            rows.end_block();
        });
        double lowest = 0.0;
        for (std::size_t i : cloth) lowest = std::min(lowest, system.particles[i].x.z);
        std::string work;
        if (implicit && knobs.steps() > 0)
            work = "conjugate gradients took " + std::to_string(iterations / knobs.steps()) +
                   " iterations a step, and ";
        rows.conclude(work + "after " + io::rounded(system.t) + " s the lowest point is " +
                      io::rounded(-lowest) + " m below where it started");
    });
}
