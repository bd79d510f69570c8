// Reads along with PBM part G: chapter contact.
//
// A double pendulum of two bars on hinges, beside one of two particles on weightless rods of the same lengths
// and masses. The mass of a bar is spread along it: a single bar swings as a particle at 2/3 of its length.
// So the two motions differ from the start. Later any two motions differ, however alike they begin: chaos.
//
// Columns: angles of the bars, angles of the particles, energy of the bars less that at the start, opening of
// joints.
//
// Try: --angle 10: gentle swings, those of the bars faster; --thick 0.5: more inertia, another motion,
// and still no drift of the energy.

#include <algorithm>
#include <cmath>

#include "restraint/constraints/lagrangian.h"
#include "restraint/constraints/pendulum.h"
#include "restraint/ode/stepper.h"
#include "space.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("bar_pendulum",
                    "bars on hinges keep their energy, and swing faster than particles on rods");
    scene.number("--angle", 90.0, "degrees", "of both bars from straight down");
    scene.number("--thick", 0.05, "m", "width of the bars", io::positive);
    scenes::filmed_time_knobs(scene, 0.005, 10.0, 10);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const double angle = knobs.number("--angle") * std::acos(-1.0) / 180, thick = knobs.number("--thick"),
                     g = 9.81;
        contact::World world;
        scenes::add_fixed_box(world, "ceiling", {1, 1, 0.1}, {0, 0, 0.55});
        const Quaternion tilt = scenes::turn(-angle, {0, 1, 0});
        const Vec3 along = rotated({0, 0, -1}, tilt);
        Vec3 joint{};
        for (std::size_t i = 0; i < 2; ++i) {
            const double density = 1.0 / (thick * thick);  // 1 kg for 1 m
            scenes::add_box(world, i == 0 ? "upper" : "lower", {thick, thick, 1}, joint + 0.5 * along, tilt,
                            density);
            world.joints.push_back(contact::make_hinge(world.bodies, i + 1, i, joint, {0, 1, 0}));
            joint += along;
        }
        world.ignored.insert({0, 2});
        contact::Settings settings;
        settings.step = knobs.number("--step");
        contact::Simulation simulation(world, settings);

        const std::vector<double> masses{1.0, 1.0};
        constraints::LagrangianSystem particles(constraints::pendulum(masses, {1.0, 1.0}),
                                                constraints::gravity_on(masses, 0, -g, 0), {angle, angle},
                                                {0, 0});
        const ode::Stepper advance = ode::stepper("rk4");
        io::Film film = io::space_film("A double pendulum of bars", world);
        const double energy = contact::total_energy(world);
        double drift = 0.0;
        rows.columns({"t[s]", "upper[rad]", "lower[rad]", "upper_particle[rad]", "lower_particle[rad]",
                      "energy_drift[J]", "joint_error[m]"});
        for (std::size_t k = 0; k <= knobs.steps(); ++k) {
            if (k > 0) {
                scenes::advance(simulation);
                advance(particles, settings.step);
            }
            if (k % knobs.count("--every") != 0) continue;
            const contact::World& now = simulation.world();
            double angles[2];
            for (std::size_t i = 0; i < 2; ++i) {
                const Vec3 down = rotated({0, 0, -1}, now.bodies[i + 1].quaternion);
                angles[i] = std::atan2(down.x, -down.z);
            }
            drift = std::max(drift, std::abs(contact::total_energy(now) - energy));
            const Vector q = particles.state();
            rows.row({now.time, angles[0], angles[1], std::remainder(q[0], 4 * std::acos(0.0)),
                      std::remainder(q[1], 4 * std::acos(0.0)), contact::total_energy(now) - energy,
                      contact::joint_error(now.joints, now.bodies)});
            film.frames.push_back(io::space_frame(now, simulation.contacts(), simulation.forces()));
        }
        scenes::write_pictures(knobs, film);
        rows.conclude("the energy of the bars changes by at most " + io::rounded(drift) +
                      " J; the two swings differ, for a bar has the moment m L^2/12 about its centre");
    });
}
