// Reads along with PBM part C: chapter particles.
//
// A critter of masses on a line, joined by muscles: damped springs [PBM-C-1] whose rest length goes up and
// down. Its bristles slide forward more easily than backward, so each beat of the muscles carries it on.
//
// How far? Two masses, slow enough for the forces to balance: while the muscle stretches, the front moves
// with v_2 and the rear with v_1, and k_forward v_2 = -k_backward v_1. So the centre moves by (k_backward -
// k_forward) / (k_backward + k_forward) times half the muscle's stretching, and by as much while it shortens.
// In a beat the muscle stretches by 2 A and shortens by 2 A, and the centre moves by 2 A (k_backward -
// k_forward) / (k_backward + k_forward).
//
// Try: --backward 1: equal friction both ways, and it beats on the spot; --mass 5: inertia matters, and
// forces no longer balance; --masses 6, a caterpillar, whose muscles beat one after the other.

#include <cmath>

#include "motion.h"
#include "restraint/io/text/number.h"
#include "restraint/particles/forces.h"

using namespace restraint;
using particles::ParticleSystem;

namespace {

const double pi = std::acos(-1.0);

/// A damped spring between two particles with the rest length r + A cos(2 pi t / T - phase), A and T of
/// `beat`.
struct Muscle : particles::Force {
    std::size_t a, b;
    particles::SpringConstants constants;
    double stretch, phase;  // A in m, rad

    Muscle(std::size_t rear, const particles::SpringConstants& at_rest, double amplitude, double delay)
        : a(rear), b(rear + 1), constants(at_rest), stretch(amplitude), phase(delay) {}
    void apply(ParticleSystem& system) const override {
        particles::SpringConstants now = constants;
        now.rest_length += stretch * std::cos(2 * pi * system.t - phase);
        particles::DampedSpring(a, b, now).apply(system);
    }
};

/// f = -k v along x, with k_forward for v > 0 and k_backward for v < 0, on every particle.
struct Bristles : particles::Force {
    double forward, backward;  // N s/m
    Bristles(double along, double against) : forward(along), backward(against) {}
    void apply(ParticleSystem& system) const override {
        for (particles::Particle& p : system.particles) p.f.x -= (p.v.x > 0.0 ? forward : backward) * p.v.x;
    }
};

}  // namespace

int main(int argc, char** argv) {
    io::Scene scene("critter", "muscles that beat and bristles that hold carry a critter forward");
    scene.count("--masses", 2, "in a line", 2, 50);
    scene.number("--mass", 0.01, "kg", "of each", io::positive);
    scene.number("--forward", 1.0, "N s/m", "friction of a mass that slides forward", io::positive);
    scene.number("--backward", 9.0, "N s/m", "friction of a mass that slides backward", io::positive);
    scene.number("--stretch", 0.1, "m", "A: a muscle's rest length is 0.5 m plus or minus A", io::positive);
    scenes::motion_knobs(scene, "rk4|midpoint|euler|adaptive", 1e-3, 10.0, 50);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const double stretch = knobs.number("--stretch");
        if (stretch > 0.4) throw io::UsageError("--stretch must be at most 0.4 m");
        const std::size_t n = knobs.count("--masses");
        ParticleSystem critter;
        double x = 0.0;
        critter.add_particle(knobs.number("--mass"), {});
        for (std::size_t i = 0; i + 1 < n; ++i) {
            const double delay = pi / 2 * static_cast<double>(i);
            critter.add_particle(knobs.number("--mass"), {x += 0.5 + stretch * std::cos(delay), 0, 0});
            critter.add_force(Muscle(i, {2000.0, 2.0, 0.5}, stretch, delay));
        }
        critter.add_force(Bristles(knobs.number("--forward"), knobs.number("--backward")));

        const auto centre = [&] {
            double sum = 0.0;
            for (const particles::Particle& p : critter.particles) sum += p.x.x;
            return sum / static_cast<double>(n);
        };
        const double start = centre();
        rows.columns({"t[s]", "rear[m]", "front[m]", "way_of_centre[m]"});
        scenes::run(critter, knobs, ode::stepper(knobs.text("--method")), [&](double t) {
            rows.row({t, critter.particles.front().x.x, critter.particles.back().x.x, centre() - start});
        });
        const double k_f = knobs.number("--forward"), k_b = knobs.number("--backward");
        const double theory = 2 * stretch * (k_b - k_f) / (k_b + k_f);
        rows.conclude("a beat carried it " + io::rounded((centre() - start) / knobs.number("--time"), 6) +
                      " m" +
                      (n == 2 ? "; without inertia it would be " + io::rounded(theory, 6) + " m" : ""));
    });
}
