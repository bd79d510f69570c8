#include "restraint/io/space_film.h"

#include "restraint/rigid/system.h"

namespace restraint::io {

namespace {

/// +1 to show the force on A, -1 to show that on B: on what moves, and of two that do, on what is borne.
double shown_sign(const contact::World& world, const contact::Contact& contact) {
    if (world.bodies[contact.a].fixed()) return -1.0;
    const bool bears_b = dot(contact.normal, world.gravity) > 0.0;
    return bears_b && !world.bodies[contact.b].fixed() ? -1.0 : 1.0;
}

}  // namespace

Film space_film(const std::string& title, const contact::World& world) {
    Film film;
    film.title = title;
    film.gravity = world.gravity;
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
        const rigid::RigidBody& body = world.bodies[i];
        const collide::ConvexShape& shape = world.shapes[i];
        film.bodies.push_back({body.name, body.fixed(),
                               shape.is_ball() ? std::vector<Vec3>{} : shape.vertices, shape.faces,
                               shape.radius});
        if (!body.fixed()) film.weight += body.mass * norm(world.gravity);
    }
    return film;
}

FilmFrame space_frame(const contact::World& world, std::span<const contact::Contact> contacts,
                      const Vector& forces) {
    FilmFrame frame;
    frame.time = world.time;
    for (const rigid::RigidBody& body : world.bodies) {
        frame.poses.push_back({body.position, body.quaternion});
        frame.velocities.push_back(body.velocity);
        frame.spins.push_back(body.angular_velocity);
    }
    for (const contact::Joint& joint : world.joints) {
        const FilmPose &a = frame.poses[joint.a], &b = frame.poses[joint.b];
        if (!world.bodies[joint.a].fixed()) frame.lines.push_back({a.position, a(joint.anchor_a)});
        if (!world.bodies[joint.b].fixed()) frame.lines.push_back({b.position, b(joint.anchor_b)});
        frame.lines.push_back({a(joint.anchor_a), a(joint.anchor_a)});
    }
    for (std::size_t i = 0; i < contacts.size() && i < forces.size(); ++i)
        frame.forces.push_back(
            {contacts[i].point, shown_sign(world, contacts[i]) * forces[i] * contacts[i].normal});
    frame.kinetic = rigid::kinetic_energy(world.bodies);
    frame.potential = contact::total_energy(world) - frame.kinetic;
    frame.linear = rigid::linear_momentum(world.bodies);
    frame.angular = rigid::angular_momentum(world.bodies);
    return frame;
}

}  // namespace restraint::io
