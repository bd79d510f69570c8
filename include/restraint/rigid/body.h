#pragma once

#include <limits>
#include <string>

#include "restraint/linalg/mat3.h"
#include "restraint/linalg/quaternion.h"
#include "restraint/linalg/vec3.h"
#include "restraint/rigid/pose.h"

namespace restraint::rigid {

/// A rigid body, as in the notes.   [PBM-G-code-RigidBody, PBM-G-code-RBq]
///
/// A fixed body has inverse mass and inverse inertia zero, which is all that contact forces need; its
/// mass is infinite, so gravity must leave it out (infinity times 0 is NaN). Its velocities are not derived
/// from its momenta, which are 0, but stay what they were set to: 0, or those of a driven body.
/// [PBM-G-fixed]
struct RigidBody {
    std::string name;

    // Constant quantities
    double mass = std::numeric_limits<double>::infinity();  // M, kg
    double inverse_mass = 0.0;                              // 1/M
    Mat3 body_inertia;                                      // I_body, kg m^2
    Mat3 inverse_body_inertia;                              // I_body^-1

    // State. Of orientation and quaternion, the one that the system's representation names is integrated, and
    // the other one follows it.
    Vec3 position;                        // x, m
    Mat3 orientation = Mat3::identity();  // R
    Quaternion quaternion;                // q
    Vec3 linear_momentum;                 // P, kg m/s
    Vec3 angular_momentum;                // L about the centre of mass, kg m^2/s

    // Derived from the state by update_derived
    Mat3 inverse_inertia;   // I^-1 = R I_body^-1 R^T
    Vec3 velocity;          // v, m/s
    Vec3 angular_velocity;  // omega, rad/s

    // Computed in every evaluation of the derivative
    Vec3 force;   // F, N
    Vec3 torque;  // tau about the centre of mass, N m

    bool fixed() const { return inverse_mass == 0.0; }
    Pose pose() const { return {position, orientation}; }
};

/// A body that nothing moves.
RigidBody make_fixed(std::string name, Vec3 position, Quaternion orientation = {});

/// Turns the body to a (normalised) orientation; its momenta stay.
void set_orientation(RigidBody& body, const Quaternion& orientation);

/// Sets the velocities, and the momenta P = sum of m_i r_i' = M v, L = I omega of a free body.
/// [PBM-G-2.25, PBM-G-2.27, PBM-G-L]
void set_velocity(RigidBody& body, Vec3 velocity, Vec3 angular_velocity);

/// v = P/M, I^-1 = R I_body^-1 R^T, omega = I^-1 L from the state.   [PBM-G-2.40, PBM-G-2.42]
void update_derived(RigidBody& body);

/// F at the world point p of the body: adds to force and torque.   [PBM-G-2.21, PBM-G-2.22, PBM-G-2.23]
void add_force(RigidBody& body, Vec3 force, Vec3 world_point);

/// Uniform gravity: one force M g at the centre of mass, no torque; nothing for fixed bodies.
/// [PBM-G-5.4, PBM-G-5.5]
void add_gravity(RigidBody& body, Vec3 gravity);

/// An impulse J at the world point p: P and L jump, and the velocities with them.   [PBM-G-8.5, PBM-G-8.6]
void add_impulse(RigidBody& body, Vec3 impulse, Vec3 world_point);

/// Velocity of the body's point that is at world_point: v + omega x (p - x).
/// [PBM-G-2.7, PBM-G-2.17, PBM-G-8.1, PBM-G-C-11, PBM-G-code-ptvel]
Vec3 point_velocity(const RigidBody& body, Vec3 world_point);

/// vdot = F/M.   [PBM-G-2.30]
Vec3 linear_acceleration(const RigidBody& body);

/// omegadot = I^-1 (L x omega + tau): not zero without torque, unless L and omega are parallel. [PBM-G-C-10]
Vec3 angular_acceleration(const RigidBody& body);

/// omega x (omega x r), what turning alone adds to the acceleration omegadot x r + omega x (omega x r) + vdot
/// of the body's point at world_point.   [PBM-G-C-12]
Vec3 centripetal(const RigidBody& body, Vec3 world_point);

/// T, the sum of m_i v_i.v_i/2 over the particles, is (v.P + omega.L)/2 = (M v.v + omega.I omega)/2, J; 0 for
/// a fixed body.   [PBM-G-C-1, PBM-G-C-3]
double kinetic_energy(const RigidBody& body);

}  // namespace restraint::rigid
