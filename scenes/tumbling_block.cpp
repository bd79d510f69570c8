// Reads along with PBM part G: chapter rigid.
//
// No torque, no force: a block spun about its middle axis turns over again and again (Dzhanibekov's nut). Its
// angular momentum and energy do not change; its angular velocity does [PBM-G-C-10].
//
// The period is known: 4 K(k) sqrt(I1 I2 I3/(a b)), a = I3 - I2, b = |L|^2 - 2 E I1, k^2 = (I2 - I1)(2 E I3 -
// |L|^2)/(a b) for moments I1 < I2 < I3 and |L|^2 > 2 E I2; K is the complete elliptic integral. It stands in
// the heading.
//
// Try: --orientation matrix and --normalize no to see the matrix leave the rotations; --method euler.

#include <cmath>

#include "exact_pendulum.h"
#include "restraint/ode/stepper.h"
#include "restraint/rigid/system.h"
#include "space.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("tumbling_block", "spun about its middle axis a body turns over, with a known period");
    scene.number("--nudge", 0.02, "rad/s", "spin about the axis of the largest moment");
    scene.choice("--orientation", "quaternion|matrix", "what the state holds");
    scene.choice("--normalize", "yes|no", "keep it a rotation");
    scene.choice("--method", "rk4|midpoint|euler", "how to take a step");
    scenes::filmed_time_knobs(scene, 0.005, 30.0, 10);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        // Edges c > b > a have the moments M/12 (a^2 + b^2) < ...: here 1, 2, 3 about x, y, z with M = 1.
        const double c = std::sqrt(24.0),
                     b = std::sqrt(12.0);  // I_x = b^2/12, I_y = c^2/12, I_z the sum: a thin plate
        contact::World world;
        world.gravity = {};
        scenes::add_box(world, "plate", {c, b, 1e-3}, {}, {}, 1.0 / (c * b * 1e-3));
        rigid::set_velocity(world.bodies[0], {}, {0.01, 2.0, knobs.number("--nudge")});
        rigid::System system(world.bodies, {},
                             knobs.text("--orientation") == "matrix" ? rigid::Representation::matrix
                                                                     : rigid::Representation::quaternion);
        system.normalizes = knobs.text("--normalize") == "yes";
        const rigid::RigidBody start = world.bodies[0];
        const double energy = kinetic_energy(start), l2 = dot(start.angular_momentum, start.angular_momentum);
        const Vec3 moments{start.body_inertia(0, 0), start.body_inertia(1, 1), start.body_inertia(2, 2)};
        const double ab = (moments.z - moments.y) * (l2 - 2 * energy * moments.x);
        const double k2 = (moments.y - moments.x) * (2 * energy * moments.z - l2) / ab;
        if (l2 > 2 * energy * moments.y)
            rows.note("period: " +
                      io::to_text(4 * scenes::complete_elliptic_integral(k2) *
                                  std::sqrt(moments.x * moments.y * moments.z / ab)) +
                      " s");
        const ode::Stepper advance = ode::stepper(knobs.text("--method"));
        io::Film film = io::space_film("Spun about its middle axis", world);
        rows.columns(
            {"t[s]", "w1[rad/s]", "w2[rad/s]", "w3[rad/s]", "energy_change[1]", "|R'R-1|[1]", "|q|-1[1]"});
        for (std::size_t k = 0; k <= knobs.steps(); ++k) {
            const double h = knobs.number("--step"), t = static_cast<double>(k) * h;
            if (k > 0) advance(system, h);
            if (k % knobs.count("--every") != 0) continue;
            const rigid::RigidBody& body = system.bodies[0];
            const Mat3& r = body.orientation;
            const Vec3 w = transpose_times(r, body.angular_velocity);  // in the body's frame
            rows.row({t, w.x, w.y, w.z, kinetic_energy(body) / energy - 1,
                      max_entry(transpose(r) * r - Mat3::identity()), norm(body.quaternion) - 1});
            world.bodies = system.bodies;
            world.time = t;
            film.frames.push_back(io::space_frame(world));
        }
        scenes::write_pictures(knobs, film);
        rows.conclude("after " + io::rounded(world.time) + " s the energy has changed by " +
                      io::rounded(kinetic_energy(world.bodies[0]) / energy - 1) + " of itself; exact: 0");
    });
}
