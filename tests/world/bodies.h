#pragma once

#include <cmath>
#include <vector>

#include "../random.h"
#include "restraint/collide/contact_points.h"
#include "restraint/collide/convex.h"
#include "restraint/collide/shapes.h"
#include "restraint/linalg/quaternion.h"
#include "restraint/rigid/mass.h"
#include "restraint/rigid/system.h"
#include "restraint/world/close_pairs.h"
#include "restraint/world/kinematics.h"

namespace restraint::world {

using rigid::RigidBody;

/// A body of random mass and tensor, place, turn and velocities.
inline RigidBody random_body(Random& random) {
    const Mat3 turn = to_matrix(from_rotation_vector(random_vec3(random, 3.0)));
    const Vec3 size{random.uniform(0.3, 1.0), random.uniform(0.3, 1.0), random.uniform(0.3, 1.0)};
    const auto mass = rigid::moved(rigid::box_mass(size, random.uniform(0.5, 5.0)), rigid::Pose{{}, turn});
    const Vec3 position = random_vec3(random);
    RigidBody body = rigid::make_body("b", mass, position, from_rotation_vector(random_vec3(random, 3.0)));
    const Vec3 velocity = random_vec3(random), omega = random_vec3(random, 2.0);
    rigid::set_velocity(body, velocity, omega);
    return body;
}

/// A point contact of bodies a and b with a normal that is no axis'.
inline Contact random_contact(Random& random, std::size_t a, std::size_t b) {
    Contact contact;
    contact.a = a;
    contact.b = b;
    contact.point = random_vec3(random);
    contact.normal = normalized(random_vec3(random) + Vec3{0, 0, 0.1});
    contact.core_a = contact.core_b = contact.point;
    return contact;
}

/// A box with its shape.
inline RigidBody box_body(Vec3 size, double mass, Vec3 position, Quaternion orientation = {}) {
    return rigid::make_body("box", rigid::with_mass(rigid::box_mass(size, 1.0), mass), position, orientation);
}
inline collide::ConvexShape box_shape(Vec3 size) { return collide::make_convex(rigid::make_box(size)); }

/// All contacts of two bodies that are nearer than `slab`.
inline std::vector<Contact> contacts_between(const collide::ConvexShape& a, const collide::ConvexShape& b,
                                             const std::vector<RigidBody>& bodies, std::size_t i,
                                             std::size_t j, double slab = 1e-9) {
    const auto s = collide::find_separation(a, bodies[i].pose(), b, bodies[j].pose());
    return collide::contact_points(a, bodies[i].pose(), i, b, bodies[j].pose(), j, s, slab);
}

/// The contact points of all pairs of a world that are nearer than `distance` m.
inline std::vector<Contact> find_contacts(const World& world, double distance) {
    return contact_points(world, CloseFinder().find(world, poses_of(world), distance), distance);
}

/// The bodies a short time later, under constant forces and torques: right up to terms in t^3, which are odd
/// in t.
inline std::vector<RigidBody> after(std::vector<RigidBody> bodies, double t) {
    for (RigidBody& body : bodies) {
        const Vec3 a = rigid::linear_acceleration(body), alpha = rigid::angular_acceleration(body);
        body.position += t * body.velocity + 0.5 * t * t * a;
        const Vec3 turn = t * body.angular_velocity + 0.5 * t * t * alpha;
        rigid::set_orientation(body, from_rotation_vector(turn) * body.quaternion);
    }
    return bodies;
}

}  // namespace restraint::world
