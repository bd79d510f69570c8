// Reads along with PBM part F and the slides on contact: chapter constraints.
//
// A tinkertoy, a house front of five masses and seven bars, is dropped on a floor, askew. In the air the bars
// are constraints like any other [PBM-F-sum]; on the floor the contacts are rows beside them [PBM-SH-r], and
// a foot that hits the floor hands its impulse on through the bars.
//
// Impacts lose energy: the house tumbles on to one of its sides and lies still.
//
// Try: --tilt 0 (it lands on its feet), 100 (on its roof), --restitution 0.5, --release 0.9: one bar comes
// off in the middle of the motion [PBM-F-sum], and the house folds.

#include <cmath>

#include "feedback.h"
#include "motion.h"
#include "restraint/constraints/constrained_particles.h"
#include "restraint/constraints/constraint_kinds.h"
#include "restraint/particles/collide.h"
#include "restraint/particles/forces.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("falling_tinkertoy", "a house of bars falls on a floor and comes to rest");
    scene.number("--tilt", 35.0, "degrees", "how askew it is dropped");
    scene.number("--height", 1.0, "m", "of its lowest corner at the start", io::positive);
    scene.number("--restitution", 0.2, "", "of the corners on the floor", io::not_negative);
    scene.number("--friction", 0.0, "s/m", "k_f of the floor", io::not_negative);
    scene.number("--release", 0.0, "s", "when the bar under the roof comes off; 0: never", io::not_negative);
    scenes::feedback_knobs(scene);
    scenes::motion_knobs(scene, "rk4|midpoint|euler", 0.005, 5.0, 10);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const double tilt = knobs.number("--tilt") * std::acos(-1.0) / 180;
        const std::vector<Vec3> corners{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5, 1.6, 0}};
        particles::ParticleSystem toy;
        double lowest = 0.0;
        for (const Vec3& c : corners) {
            const Vec3 x{std::cos(tilt) * c.x - std::sin(tilt) * c.y,
                         std::sin(tilt) * c.x + std::cos(tilt) * c.y, 0};
            toy.add_particle(0.4, x);
            lowest = std::min(lowest, x.y);
        }
        for (particles::Particle& p : toy.particles) p.x.y += knobs.number("--height") - lowest;
        toy.add_force(particles::Gravity());
        toy.walls.push_back(
            particles::make_wall({}, {0, 1, 0}, knobs.number("--restitution"), knobs.number("--friction")));
        constraints::ConstrainedParticles house(std::move(toy));
        house.feedback = scenes::feedback_of(knobs);
        const auto bar = [&](std::size_t a, std::size_t b) -> const constraints::Constraint& {
            return house.constraints.add(constraints::Distance(a, b, norm(corners[a] - corners[b])));
        };
        for (const auto& [a, b] :
             std::vector<std::pair<std::size_t, std::size_t>>{{0, 1}, {1, 2}, {3, 0}, {0, 2}, {2, 4}, {4, 3}})
            bar(a, b);
        const constraints::Constraint* tie = &bar(2, 3);

        const double release = knobs.number("--release");
        const auto advance = [&, advance = ode::stepper(knobs.text("--method"))](ode::System&, double h) {
            if (tie && release > 0.0 && house.time() >= release) {
                house.constraints.remove(*tie);
                tie = nullptr;
            }
            return step_among_walls(house, advance, h).outcome;
        };
        rows.note("a block of rows for each time: the five corners");
        rows.columns({"t[s]", "x[m]", "y[m]", "energy[J]", "max|C|[m]"});
        scenes::run(house, knobs, advance, [&](double t) {
            const double energy = house.energy(), drift = violation(house, house.constraints);
            for (const particles::Particle& p : house.particles) rows.row({t, p.x.x, p.x.y, energy, drift});
            rows.end_block();
        });
        double floor = 0.0;
        const auto held = house.held();
        for (double push : held.walls.push) floor += push;
        rows.conclude("after " + io::rounded(house.time()) + " s the fastest corner moves with " +
                      io::rounded(max_norm(house.velocities())) + " m/s, and the floor carries " +
                      io::rounded(floor, 6) + " N of " + io::rounded(5 * 0.4 * 9.81, 6) + " N");
    });
}
