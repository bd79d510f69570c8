#pragma once

#include "restraint/linalg/mat3.h"
#include "restraint/linalg/vec3.h"

/// Chapter rigid: how a rigid body moves without contacts and joints.   (PBM, part G, sections 1 to 5)
///
/// Read in this order: pose.h (where a body is), polyhedron.h (its shape), body.h (the state and
/// the constants of a body: the struct of the notes), mass.h (mass, centre and inertia tensor from the shape,
/// and the body that has them), system.h (the state as an array of 18 or 13 numbers a body, and its
/// derivative).
///
/// Symbols: x position of the centre of mass, R orientation (matrix) or q (quaternion), v and omega
/// velocities, P and L momenta, F and tau force and torque; all in the world frame. What is in the frame of
/// the body has `body` in its name.
namespace restraint::rigid {

/// Where something is: p = R p0 + x takes it from its own space to the world's.   [PBM-G-2.1]
struct Pose {
    Vec3 position;                        // x, m
    Mat3 orientation = Mat3::identity();  // R

    Vec3 to_world(Vec3 p) const { return orientation * p + position; }
    Vec3 to_body(Vec3 p) const { return transpose_times(orientation, p - position); }
    Vec3 turn(Vec3 direction) const { return orientation * direction; }
};

}  // namespace restraint::rigid
