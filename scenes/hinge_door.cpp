// Reads along with PBM part G: chapter contact.
//
// A door on a hinge that leans a little: it swings like a slow pendulum past its lowest place, and hits the
// stop [PBM-G-hinge]. Without a stop it swings to and fro: for small angles the period is 2 pi sqrt(I/(m g r
// sin(lean))), with I about the hinge.
//
// Try: --stop no: the angle's zeros are half a period apart; --lean 90: a trapdoor.

#include <cmath>

#include "space.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("hinge_door", "a door on a leaning hinge swings, and its stop ends that");
    scene.number("--lean", 10.0, "degrees", "of the hinge from upright");
    scene.number("--open", 30.0, "degrees", "where the door is let go");
    scene.choice("--stop", "yes|no", "a block in the door's way");
    scenes::simulation_knobs(scene, 0.01, 6.0, 10, 0.3);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const double degree = std::acos(-1.0) / 180, lean = knobs.number("--lean") * degree;
        const Quaternion tilt = scenes::turn(lean, {0, 1, 0}),
                         open = scenes::turn(knobs.number("--open") * degree, {0, 0, 1});
        const Vec3 axis = rotated({0, 0, 1}, tilt);
        contact::World world = scenes::world_of(knobs);
        scenes::add_fixed_box(world, "post", {0.1, 0.1, 2.2}, rotated({-0.06, 0, 0}, tilt), tilt);
        const double width = 1.0;  // the door goes from the hinge to +x
        scenes::add_box(world, "door", {width, 0.06, 2},
                        rotated(rotated({0.5 * width + 0.05, 0, 0}, open), tilt), tilt * open);
        world.joints.push_back(contact::make_hinge(world.bodies, 1, 0, {}, axis));
        if (knobs.text("--stop") == "yes")
            scenes::add_fixed_box(world, "stop", {0.1, 0.1, 0.3}, rotated({0.9, -0.2, -0.8}, tilt), tilt);
        const double r = 0.5 * width + 0.05,
                     inertia = (width * width + 0.06 * 0.06) / 12 + r * r;  // over the mass
        if (lean > 0)
            rows.note("period of small swings: " +
                      io::to_text(4 * std::acos(0.0) * std::sqrt(inertia / (9.81 * r * std::sin(lean)))) +
                      " s");
        contact::Simulation simulation(world, scenes::settings_of(knobs));
        io::Film film = io::space_film("A door on a leaning hinge", world);
        rows.columns({"t[s]", "angle[rad]", "energy[J]", "joint_error[m]"});
        for (std::size_t k = 0; k <= knobs.steps(); ++k) {
            if (k > 0) scenes::advance(simulation);
            if (k % knobs.count("--every") != 0) continue;
            const contact::World& now = simulation.world();
            const Vec3 across = rotated(rotated({1, 0, 0}, now.bodies[1].quaternion), conjugate(tilt));
            rows.row({now.time, std::atan2(across.y, across.x), contact::total_energy(now),
                      contact::joint_error(now.joints, now.bodies)});
            film.frames.push_back(io::space_frame(now, simulation.contacts(), simulation.forces()));
        }
        scenes::print_record(rows, simulation);
        scenes::write_pictures(knobs, film);
        rows.conclude("the energy falls from " + io::rounded(contact::total_energy(world)) + " J to " +
                      io::rounded(contact::total_energy(simulation.world())) +
                      " J; the hinge opens by at most " +
                      io::rounded(simulation.record().largest_joint_error) + " m");
    });
}
