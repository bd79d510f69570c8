#include "restraint/rigid/body.h"

#include <stdexcept>
#include <utility>

namespace restraint::rigid {

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

double kinetic_energy(const RigidBody& body) {
    return 0.5 * (dot(body.velocity, body.linear_momentum) +
                  dot(body.angular_velocity, body.angular_momentum));  // [PBM-G-C-3]
}

}  // namespace restraint::rigid
