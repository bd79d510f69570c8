// Reads along with BARAFF89 section 5: chapter contact.
//
// A block on a frictionless incline is pressed with m g cos(theta) and slides with g sin(theta)
// [BARAFF89-fig7].
//
// Columns: the way down the incline; g sin(theta) t^2/2; the sum of the contact forces; m g cos(theta).
//
// Try: --angle 0: nothing moves, the force is the weight; --angle 60: the force is half the weight; --forces
// heuristic: equal numbers from linear programs, and at the end how often each step of the heuristic found
// them.

#include <algorithm>
#include <cmath>

#include "space.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("block_on_incline", "the contact force is m g cos(theta), whoever computes it");
    scene.number("--angle", 30.0, "degrees", "of the incline, below 85");
    scenes::simulation_knobs(scene, 0.01, 1.0, 5, 0.0);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        if (!(std::abs(knobs.number("--angle")) < 85))
            throw io::UsageError("--angle must be between -85 and 85 degrees");
        const double theta = knobs.number("--angle") * std::acos(-1.0) / 180, g = 9.81;
        const Quaternion tilt = scenes::turn(theta, {0, 1, 0});
        contact::World world = scenes::world_of(knobs);
        scenes::add_fixed_box(world, "incline", {16, 2, 0.5}, rotated({0, 0, -0.25}, tilt), tilt);
        const Vec3 start = rotated({-3, 0, 0.2}, tilt), down = rotated({1, 0, 0}, tilt);
        scenes::add_box(world, "block", {0.8, 0.5, 0.4}, start, tilt);
        contact::Simulation simulation(world, scenes::settings_of(knobs));
        io::Film film = io::space_film("A block on a frictionless incline", world);
        rows.columns({"t[s]", "way[m]", "g_sin(theta)_t^2/2[m]", "force[N]", "m_g_cos(theta)[N]"});
        double worst = 0.0;
        for (std::size_t k = 0; k <= knobs.steps(); ++k) {
            if (k > 0) scenes::advance(simulation);
            if (k % knobs.count("--every") != 0) continue;
            const rigid::RigidBody& block = simulation.world().bodies[1];
            double force =
                k == 0 ? block.mass * g * std::cos(theta) : 0.0;  // none has been computed at the start
            for (double f : simulation.forces()) force += f;
            worst = std::max(worst, std::abs(force - block.mass * g * std::cos(theta)));
            const double t = simulation.world().time;
            rows.row({t, dot(down, block.position - start), 0.5 * g * std::sin(theta) * t * t, force,
                      block.mass * g * std::cos(theta)});
            film.frames.push_back(
                io::space_frame(simulation.world(), simulation.contacts(), simulation.forces()));
        }
        scenes::print_record(rows, simulation);
        scenes::write_pictures(knobs, film);
        rows.conclude("the contact force is m g cos(theta) to " + io::rounded(worst) + " N");
    });
}
