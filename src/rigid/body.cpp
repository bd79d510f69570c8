#include "restraint/rigid/body.h"

#include <cmath>
#include <stdexcept>
#include <utility>

#include "tolerances.h"

namespace restraint::rigid {

namespace {

// The leading minors of a positive definite matrix are positive, here above `least` of products of `size`.
bool is_positive_definite(const Mat3& a, double size, double least) {
    return a(0, 0) > least * size && a(0, 0) * a(1, 1) - a(0, 1) * a(1, 0) > least * size * size &&
           determinant(a) > least * size * size * size;
}

// I = trace(C) 1 - C with second moments C that are positive semidefinite: that is, no moment is larger than
// the sum of the two others.
bool is_of_matter(const Mat3& inertia) {
    const double size = max_entry(inertia);
    if (!is_finite(inertia) || max_entry(inertia - transpose(inertia)) > no_moment * size) return false;
    const Mat3 moments = (0.5 * trace(inertia) + moment_rounding * size) * Mat3::identity() + -1.0 * inertia;
    return is_positive_definite(inertia, size, no_moment) && is_positive_definite(moments, size, 0.0);
}

}  // namespace

RigidBody make_body(std::string name, const MassProperties& properties, Vec3 position,
                    Quaternion orientation) {
    require_positive("body " + name + ": its mass", properties.mass, "kg");
    if (!is_of_matter(properties.inertia))
        throw std::invalid_argument("body " + name +
                                    ": its inertia tensor must be symmetric and positive definite, with no "
                                    "moment above the sum of the others; a solid with volume has such a one");
    RigidBody body = make_fixed(std::move(name), position, orientation);
    body.mass = properties.mass;
    body.inverse_mass = 1.0 / properties.mass;
    body.body_inertia = properties.inertia;
    body.inverse_body_inertia = inverse(properties.inertia);
    update_derived(body);
    return body;
}

RigidBody make_fixed(std::string name, Vec3 position, Quaternion orientation) {
    if (!is_finite(position) || !is_finite(orientation))
        throw std::invalid_argument("body " + name + ": its position or orientation is not finite");
    RigidBody body;
    body.name = std::move(name);
    body.position = position;
    set_orientation(body, orientation);
    return body;
}

void set_orientation(RigidBody& body, const Quaternion& orientation) {
    body.quaternion = normalized(orientation);
    body.orientation = to_matrix(body.quaternion);  // [PBM-G-code-qR]
    update_derived(body);
}

void set_velocity(RigidBody& body, Vec3 velocity, Vec3 angular_velocity) {
    if (!is_finite(velocity) || !is_finite(angular_velocity))
        throw std::invalid_argument("body " + body.name + ": its velocity is not finite");
    body.velocity = velocity;
    body.angular_velocity = angular_velocity;
    if (body.fixed()) return;
    const Mat3& r = body.orientation;
    body.linear_momentum = body.mass * velocity;  // [PBM-G-2.27]
    body.angular_momentum =
        r * (body.body_inertia * transpose_times(r, angular_velocity));  // [PBM-G-L, PBM-G-2.39]
}

void update_derived(RigidBody& body) {
    if (body.fixed()) return;
    const Mat3& r = body.orientation;
    body.velocity = body.inverse_mass * body.linear_momentum;              // v = P/M
    body.inverse_inertia = r * body.inverse_body_inertia * transpose(r);   // [PBM-G-2.40]
    body.angular_velocity = body.inverse_inertia * body.angular_momentum;  // omega = I^-1 L   [PBM-G-2.42]
}

void add_force(RigidBody& body, Vec3 force, Vec3 world_point) {
    body.force += force;                                       // [PBM-G-2.22]
    body.torque += cross(world_point - body.position, force);  // [PBM-G-2.21, PBM-G-2.23]
}

void add_gravity(RigidBody& body, Vec3 gravity) {
    if (!body.fixed()) body.force += body.mass * gravity;  // [PBM-G-5.4]
}

void add_impulse(RigidBody& body, Vec3 impulse, Vec3 world_point) {
    if (body.fixed()) return;
    const Vec3 angular_impulse = cross(world_point - body.position, impulse);
    body.linear_momentum += impulse;           // [PBM-G-8.5]
    body.angular_momentum += angular_impulse;  // [PBM-G-8.6]
    update_derived(body);
}

Vec3 point_velocity(const RigidBody& body, Vec3 world_point) {
    return body.velocity + cross(body.angular_velocity, world_point - body.position);  // [PBM-G-2.17]
}

Vec3 linear_acceleration(const RigidBody& body) { return body.inverse_mass * body.force; }  // [PBM-G-2.30]

Vec3 angular_acceleration(const RigidBody& body) {
    return body.inverse_inertia *
           (cross(body.angular_momentum, body.angular_velocity) + body.torque);  // [PBM-G-C-10]
}

Vec3 centripetal(const RigidBody& body, Vec3 world_point) {
    const Vec3 omega = body.angular_velocity;
    return cross(omega, cross(omega, world_point - body.position));
}

Vec3 point_acceleration(const RigidBody& body, Vec3 world_point) {
    return linear_acceleration(body) + cross(angular_acceleration(body), world_point - body.position) +
           centripetal(body, world_point);
}

double kinetic_energy(const RigidBody& body) {
    if (body.fixed()) return 0.0;
    return 0.5 * (dot(body.velocity, body.linear_momentum) +
                  dot(body.angular_velocity, body.angular_momentum));  // [PBM-G-C-3]
}

}  // namespace restraint::rigid
