// Reads along with PBM part C: chapter particles.
//
// A particle slides down a slope. The slope cancels the normal component of the weight [PBM-C-contact]; its
// friction is proportional to that component and to the speed [PBM-C-friction].
//
// This friction is simple, and viscous: downhill the particle approaches the speed
// tan(angle)/k_f, on the level it slows as exp(-k_f g t) and never stops. Dry friction (Coulomb) would stop
// it after v0/(mu g) seconds, or hold it on the slope for good. A surface that stops the particle at once:
// --slip no.
//
// Try: --angle 0; --angle 89.9 (free fall, nearly); --friction 0; --slip no.

#include <cmath>

#include "motion.h"
#include "restraint/particles/collide.h"
#include "restraint/particles/forces.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("sliding_friction", "friction by the notes' law is viscous: the particle never stops");
    scene.number("--angle", 20.0, "degrees", "of the slope, below 90", io::not_negative);
    scene.number("--friction", 0.3, "s/m", "k_f", io::not_negative);
    scene.number("--speed", 3.0, "m/s", "down the slope at the start");
    scene.number("--mass", 2.0, "kg", "of the particle", io::positive);
    scene.choice("--slip", "yes|no", "no: the surface takes the tangential velocity away");
    scenes::motion_knobs(scene, "rk4|midpoint|euler|adaptive", 0.02, 4.0);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const double g = 9.81, k_f = knobs.number("--friction"), v0 = knobs.number("--speed");
        if (knobs.number("--angle") >= 90) throw io::UsageError("--angle must be below 90 degrees");
        const double angle = knobs.number("--angle") * std::acos(-1.0) / 180;
        const Vec3 down{std::cos(angle), -std::sin(angle), 0}, normal{std::sin(angle), std::cos(angle), 0};
        particles::ParticleSystem slider;
        slider.add_particle(knobs.number("--mass"), {}, v0 * down);
        slider.add_force(particles::Gravity({0, -g, 0}));
        slider.walls.push_back(particles::make_wall({}, normal, 0.0, k_f));
        slider.walls[0].no_slip = knobs.text("--slip") == "no";

        // v' = g sin a - k_f g cos a v, which goes to tan a / k_f at the rate k_f g cos a.
        const double pull = g * std::sin(angle), rate = k_f * g * std::cos(angle);
        const auto exact_speed = [&](double t) {
            if (knobs.text("--slip") == "no") return 0.0;
            return rate == 0.0 ? v0 + pull * t : pull / rate + (v0 - pull / rate) * std::exp(-rate * t);
        };
        const ode::Stepper among_walls = [advance = ode::stepper(knobs.text("--method"))](ode::System& system,
                                                                                          double h) {
            return step_among_walls(dynamic_cast<particles::ParticleSystem&>(system), advance, h).outcome;
        };
        rows.columns({"t[s]", "distance[m]", "speed[m/s]", "speed_exact[m/s]", "energy[J]"});
        scenes::run(slider, knobs, among_walls, [&](double t) {
            const particles::Particle& p = slider.particles[0];
            rows.row({t, dot(p.x, down), dot(p.v, down), exact_speed(t), slider.energy()});
        });
        rows.conclude("after " + io::rounded(slider.t) + " s the speed is " +
                      io::rounded(dot(slider.particles[0].v, down), 6) + " m/s, off the closed form by " +
                      io::rounded(dot(slider.particles[0].v, down) - exact_speed(slider.t)) + " m/s");
    });
}
