// Reads along with PBM part G: chapter rigid.
//
// A thrown block tumbles, yet its centre draws the parabola of a point: gravity is one force M g
// at the centre of mass and has no torque about it [PBM-G-5.4, PBM-G-5.5], so the angular momentum does not
// change.
//
// Columns: the centre, how far it is from the parabola x + v t + g t^2/2 (rounding only: Runge-Kutta is exact
// for it), the angular velocity, which does change, and the change of the angular momentum, which is exactly
// 0. Rows are counted in steps, not in seconds, and the solver is called once a step [PBM-G-code-Run].
//
// Try: --method euler: now the centre leaves the parabola by g h t/2.

#include <algorithm>

#include "restraint/ode/stepper.h"
#include "restraint/rigid/system.h"
#include "space.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("free_block", "a thrown block's centre draws a parabola, however it tumbles");
    scene.choice("--method", "rk4|midpoint|euler", "how to take a step");
    scenes::filmed_time_knobs(scene, 0.01, 2.0, 5);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const Vec3 g{0, 0, -9.81};
        contact::World world;
        scenes::add_box(world, "block", {0.5, 0.8, 1.3}, {0, 0, 0}, scenes::turn(0.4, {1, 2, 3}));
        rigid::set_velocity(world.bodies[0], {2, 0, 9.81}, {1, -3, 2});
        rigid::System system(world.bodies, rigid::gravity(g));
        const rigid::RigidBody start = world.bodies[0];
        const ode::Stepper advance = ode::stepper(knobs.text("--method"));
        io::Film film = io::space_film("A thrown block", world);
        rows.columns({"t[s]", "x[m]", "y[m]", "z[m]", "off_parabola[m]", "wx[rad/s]", "wy[rad/s]",
                      "wz[rad/s]", "change_of_L[kg_m^2/s]"});
        double farthest = 0.0;
        for (std::size_t k = 0; k <= knobs.steps(); ++k) {
            const double h = knobs.number("--step"), t = static_cast<double>(k) * h;
            if (k > 0) advance(system, h);
            if (k % knobs.count("--every") != 0) continue;
            const rigid::RigidBody& b = system.bodies[0];
            const Vec3 parabola = start.position + t * start.velocity + (0.5 * t * t) * g;
            farthest = std::max(farthest, norm(b.position - parabola));
            rows.row({t, b.position.x, b.position.y, b.position.z, norm(b.position - parabola),
                      b.angular_velocity.x, b.angular_velocity.y, b.angular_velocity.z,
                      norm(b.angular_momentum - start.angular_momentum)});
            world.bodies = system.bodies;
            world.time = t;
            film.frames.push_back(io::space_frame(world));
        }
        scenes::write_pictures(knobs, film);
        rows.conclude("the centre is at most " + io::rounded(farthest) + " m off the parabola");
    });
}
