#include "restraint/world/kinematics.h"

#include <array>

#include "restraint/world/joint.h"

namespace restraint::world {

using rigid::centripetal;
using rigid::point_velocity;

Vec3 relative_velocity(const Contact& contact, std::span<const RigidBody> bodies) {
    return point_velocity(bodies[contact.a], contact.point) -
           point_velocity(bodies[contact.b], contact.point);
}

double gap_velocity(const Contact& contact, std::span<const RigidBody> bodies) {
    return dot(contact.normal, relative_velocity(contact, bodies));
}

Vec3 normal_rate(const Contact& contact, std::span<const RigidBody> bodies) {
    const RigidBody &a = bodies[contact.a], &b = bodies[contact.b];
    const Vec3 n = contact.normal, turned = cross(b.angular_velocity, n);
    if (contact.kind == ContactKind::vertex_face) return turned;
    if (contact.kind == ContactKind::edge_edge) {
        const Vec3 e_a = contact.edge_a, e_b = contact.edge_b;
        const Vec3 z =
            cross(cross(a.angular_velocity, e_a), e_b) + cross(e_a, cross(b.angular_velocity, e_b));
        return (z - dot(z, n) * n) / norm(cross(e_a, e_b));
    }
    // Of a ball's centre relative to the point of B at the same place.
    Vec3 v = point_velocity(a, contact.core_a) - point_velocity(b, contact.core_a);
    v -= dot(v, n) * n;
    if (contact.kind == ContactKind::ball_edge) v -= dot(v, contact.edge_b) * contact.edge_b;
    return turned + v / dot(n, contact.core_a - contact.core_b);
}

double gap_acceleration_bias(const Contact& contact, std::span<const RigidBody> bodies) {
    const RigidBody &a = bodies[contact.a], &b = bodies[contact.b];
    const Vec3 n = contact.normal, n_rate = normal_rate(contact, bodies);
    const Vec3 relative = point_velocity(a, contact.core_a) - point_velocity(b, contact.core_b);
    return dot(n, centripetal(a, contact.core_a) - centripetal(b, contact.core_b)) +
           2.0 * dot(n_rate, relative) - dot(n, contact.core_a - contact.core_b) * dot(n_rate, n_rate);
}

double gap_acceleration(const Contact& contact, std::span<const RigidBody> bodies) {
    const TwoDoubles linear = gauss::row_value(gap_row(contact, bodies), free_accelerations(bodies), 6);
    return (linear + gap_acceleration_bias(contact, bodies)).rounded();
}

gauss::Row direction_row(const Contact& contact, Vec3 u, std::span<const RigidBody> bodies) {
    return relative_row(bodies, contact.a, contact.point, contact.b, contact.point, u);
}

gauss::Row gap_row(const Contact& contact, std::span<const RigidBody> bodies) {
    return direction_row(contact, contact.normal, bodies);
}

gauss::InverseMass inverse_mass_of(const RigidBody& body) {
    if (body.fixed()) return gauss::InverseMass::fixed(6);
    std::array<double, 36> w{};
    for (std::size_t i = 0; i < 3; ++i) {
        w[7 * i] = body.inverse_mass;
        for (std::size_t j = 0; j < 3; ++j)  // symmetric to the last bit
            w[6 * (3 + i) + 3 + j] = 0.5 * (body.inverse_inertia(i, j) + body.inverse_inertia(j, i));
    }
    return gauss::InverseMass::symmetric(w);
}

std::vector<gauss::InverseMass> inverse_masses(std::span<const RigidBody> bodies) {
    std::vector<gauss::InverseMass> result;
    for (const RigidBody& body : bodies) result.push_back(inverse_mass_of(body));
    return result;
}

Mat3 mobility(const RigidBody& body, Vec3 x, Vec3 y) {
    return body.inverse_mass * Mat3::identity() -
           star(x - body.position) * body.inverse_inertia * star(y - body.position);
}

void add_impulse(const Contact& contact, Vec3 impulse, std::span<RigidBody> bodies) {
    rigid::add_impulse(bodies[contact.a], impulse, contact.point);
    rigid::add_impulse(bodies[contact.b], -impulse, contact.point);
}

Vector velocities(std::span<const RigidBody> bodies) {
    Vector result;
    for (const RigidBody& body : bodies)
        for (Vec3 v : {body.velocity, body.angular_velocity})
            for (std::size_t i = 0; i < 3; ++i) result.push_back(v[i]);
    return result;
}

void set_velocities(std::span<RigidBody> bodies, const Vector& velocities) {
    require_same_size("the velocities", velocities.size(), "six a body", 6 * bodies.size());
    const double* v = velocities.data();
    for (std::size_t i = 0; i < bodies.size(); ++i, v += 6)
        if (!bodies[i].fixed()) rigid::set_velocity(bodies[i], {v[0], v[1], v[2]}, {v[3], v[4], v[5]});
}

Vector free_accelerations(std::span<const RigidBody> bodies) {
    Vector result;
    for (const RigidBody& body : bodies)
        for (Vec3 a : {rigid::linear_acceleration(body), rigid::angular_acceleration(body)})
            for (std::size_t i = 0; i < 3; ++i) result.push_back(a[i]);
    return result;
}

}  // namespace restraint::world
