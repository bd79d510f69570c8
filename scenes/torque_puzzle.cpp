// Reads along with PBM part G: chapter rigid.
//
// The force-and-torque puzzle [PBM-G-puzzle]: the same force pushes a block at its centre, or off it. In both
// cases the centre accelerates alike, but off the centre the block also turns: where does that energy come
// from?
//
// From the work F.dp at the point p where the force acts. The notes (figure 12) say: p has gone a longer
// path. But only the component of the path along the force counts. With a force that keeps its direction the
// block swings like a pendulum about that direction, and each time it turns back its energy is that of the
// block pushed at the centre, though p has gone farther.
//
// Try: --lever 0: both columns of energy agree; --lever 0.1: slower swings, and again equal energies where
// the block turns back.
//
// Columns: energy of both blocks, work F.dp (equal to the energy off the centre), force times path (larger),
// angle.

#include <cmath>

#include "restraint/ode/stepper.h"
#include "restraint/rigid/system.h"
#include "space.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("torque_puzzle",
                    "energy is the work of the force along its own direction, not along the path");
    scene.number("--lever", 0.4, "m", "from the centre to the point that is pushed");
    scene.number("--force", 3.0, "N", "constant, along y", io::positive);
    scenes::filmed_time_knobs(scene, 0.001, 6.0, 50);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const double f = knobs.number("--force"), lever = knobs.number("--lever");
        contact::World world;
        world.gravity = {};
        for (double x : {-1.0, 1.0})  // pushed at the centre, and off it
            scenes::add_box(world, x < 0 ? "centre" : "off", {1.2, 0.3, 0.3}, {x, 0, 0}, {}, 20.0);
        const Vec3 push{0, f, 0}, at{lever, 0, 0};
        rigid::System system(world.bodies, [&](double, std::span<rigid::RigidBody> bodies) {
            rigid::add_force(bodies[0], push, bodies[0].position);
            rigid::add_force(bodies[1], push, bodies[1].pose().to_world(at));
        });
        const ode::Stepper advance = ode::stepper("rk4");
        io::Film film = io::space_film("One force, two places", world);
        rows.columns({"t[s]", "energy_centre[J]", "energy_off[J]", "work_off[J]", "force_times_path[J]",
                      "angle[rad]"});
        const Vec3 start = world.bodies[1].pose().to_world(at);
        Vec3 last = start;
        double path = 0.0;
        for (std::size_t k = 0; k <= knobs.steps(); ++k) {
            const double h = knobs.number("--step"), t = static_cast<double>(k) * h;
            if (k > 0) advance(system, h);
            const Vec3 p = system.bodies[1].pose().to_world(at);
            path += norm(p - last);
            last = p;
            if (k % knobs.count("--every") != 0) continue;
            rows.row({t, kinetic_energy(system.bodies[0]), kinetic_energy(system.bodies[1]),
                      dot(push, p - start), f * path, rotation_vector(system.bodies[1].quaternion).z});
            world.bodies = system.bodies;
            world.time = t;
            film.frames.push_back(io::space_frame(world));
        }
        scenes::write_pictures(knobs, film);
        const double gained = kinetic_energy(world.bodies[1]);
        rows.conclude("the energy " + io::rounded(gained) +
                      " J of the block pushed off its centre is the work F y to " +
                      io::rounded(gained - dot(push, last - start)) + " J; F times the path is " +
                      io::rounded(f * path - gained) + " J more");
    });
}
