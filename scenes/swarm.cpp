// Reads along with PBM part C: chapter particles.
//
// A swarm of particles that repel each other when they touch and attract each other when they are close: a
// drop forms and wobbles [PBM-C-buckets].
//
// A force acts on every pair within the radius; testing all pairs costs n^2/2 distances. With particles
// sorted into buckets of the size of the radius, only 27 buckets are searched for the partners of each, and
// the cost is linear in n. The sums run in another order, so that forces differ in the last digits.
//
// Try: --search all_pairs (equal numbers but for the last digits); --particles 2000 with both; --drag 0.1,
// which lets the drop come to rest.

#include <cmath>

#include "motion.h"
#include "restraint/particles/buckets.h"
#include "restraint/particles/forces.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("swarm", "short-range forces by spatial buckets, at a cost linear in the particles");
    scene.count("--particles", 150, "how many", 1, 100'000);
    scene.choice("--search", "buckets|all_pairs", "how close pairs are found");
    scene.number("--strength", 20.0, "N", "of the repulsion", io::not_negative);
    scene.number("--drag", 0.0, "N s/m", "drag on every particle; 0: off", io::not_negative);
    scenes::motion_knobs(scene, "rk4|midpoint|euler|adaptive", 0.01, 4.0, 40);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        // Laid out on a sunflower's spiral, without chance and without two at one place, and set turning.
        particles::ParticleSystem swarm;
        const double golden = 2.399963229728653;  // rad
        for (std::size_t i = 0; i < knobs.count("--particles"); ++i) {
            const double k = static_cast<double>(i), r = 0.6 * std::sqrt(k + 0.5), angle = golden * k;
            const Vec3 x{r * std::cos(angle), 0.6 * r * std::sin(angle), 0};
            swarm.add_particle(1.0, x, {-0.2 * x.y, 0.2 * x.x, 0});
        }
        const double bucket = knobs.text("--search") == "buckets" ? 2.0 : 1e9;  // all in one
        swarm.add_force(particles::PairForce(knobs.number("--strength"), 1.0, 2.0, bucket));
        swarm.add_force(particles::Drag(knobs.number("--drag")));
        rows.note("a block of rows for each time");
        rows.columns({"t[s]", "x[m]", "y[m]", "speed[m/s]", "energy[J]"});
        scenes::run(swarm, knobs, ode::stepper(knobs.text("--method")), [&](double t) {
            const double energy = swarm.energy();
            for (const particles::Particle& p : swarm.particles)
                rows.row({t, p.x.x, p.x.y, norm(p.v), energy});
            rows.end_block();
        });
        rows.conclude("after " + io::rounded(swarm.t) + " s the " + std::to_string(swarm.particles.size()) +
                      " particles have an energy of " + io::rounded(swarm.energy(), 6) +
                      " J and a momentum of " + io::rounded(norm(swarm.momentum())) + " kg m/s");
    });
}
