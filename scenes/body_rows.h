#pragma once

#include <span>
#include <string>
#include <vector>

#include "restraint/io/text/scene_options.h"
#include "restraint/rigid/body.h"

/// What the scenes of rigid bodies print of them.
namespace restraint::scenes {

inline const std::vector<std::string> body_columns{
    "t[s]",   "body",    "x[m]",    "y[m]",    "z[m]",      "q_s[1]",    "q_x[1]",   "q_y[1]",
    "q_z[1]", "vx[m/s]", "vy[m/s]", "vz[m/s]", "wx[rad/s]", "wy[rad/s]", "wz[rad/s]"};

/// One row a body that is not fixed; of several bodies gnuplot takes each moment as a block.
inline void print_bodies(io::Rows& rows, double t, std::span<const rigid::RigidBody> bodies) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const rigid::RigidBody& b = bodies[i];
        if (b.fixed()) continue;
        const Quaternion& q = b.quaternion;
        const Vec3 x = b.position, v = b.velocity, w = b.angular_velocity;
        rows.row({t, static_cast<double>(i), x.x, x.y, x.z, q.s, q.v.x, q.v.y, q.v.z, v.x, v.y, v.z, w.x, w.y,
                  w.z});
    }
    rows.end_block();
}

}  // namespace restraint::scenes
