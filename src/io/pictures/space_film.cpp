#include "restraint/io/pictures/space_film.h"

#include "restraint/rigid/system.h"

namespace restraint::io {

namespace {

/// +1 to show the force on A, -1 to show the force on B: on the body that moves; if both move, on the upper
/// one.
double shown_sign(const world::World& world, const collide::Contact& contact) {
    if (world.bodies[contact.a].fixed()) return -1.0;
    const bool bears_b = dot(contact.normal, world.gravity) > 0.0;
    return bears_b && !world.bodies[contact.b].fixed() ? -1.0 : 1.0;
}

}  // namespace

Film space_film(const std::string& title, const world::World& world) {
    Film film;
    film.title = title;
    film.gravity = world.gravity;
    for (const world::Part& part : world.parts) {
        const collide::ConvexShape& shape = part.shape;
        film.bodies.push_back({world.bodies[part.body].name, world.bodies[part.body].fixed(), shape.vertices,
                               shape.faces, shape.radius, world.is_scripted(part.body)});
    }
    for (std::size_t i = 0; i < world.bodies.size(); ++i)
        if (world.responds(i)) film.weight += world.bodies[i].mass * norm(world.gravity);
    return film;
}

FilmFrame space_frame(const world::World& world, std::span<const collide::Contact> contacts,
                      std::span<const Vec3> forces) {
    FilmFrame frame;
    frame.time = world.time;
    for (const world::Part& part : world.parts) {
        const rigid::RigidBody& body = world.bodies[part.body];
        frame.poses.push_back({body.position, body.quaternion});
        frame.velocities.push_back(body.velocity);
        frame.spins.push_back(body.angular_velocity);
    }
    for (const world::Joint& joint : world.joints) {
        const rigid::RigidBody &a = world.bodies[joint.a], &b = world.bodies[joint.b];
        const Vec3 on_a = a.pose().to_world(joint.anchor_a), on_b = b.pose().to_world(joint.anchor_b);
        if (!a.fixed()) frame.lines.push_back({a.position, on_a});
        if (!b.fixed()) frame.lines.push_back({b.position, on_b});
        frame.lines.push_back({on_a, on_a});
    }
    for (std::size_t i = 0; i < contacts.size() && i < forces.size(); ++i)
        frame.forces.push_back({contacts[i].point, shown_sign(world, contacts[i]) * forces[i]});
    frame.kinetic = rigid::kinetic_energy(world.bodies);
    frame.potential = world::total_energy(world) - frame.kinetic;
    frame.linear = rigid::linear_momentum(world.bodies);
    frame.angular = rigid::angular_momentum(world.bodies);
    return frame;
}

FilmFrame space_frame(const world::World& world, std::span<const collide::Contact> contacts,
                      const Vector& normal_forces) {
    std::vector<Vec3> forces;
    for (std::size_t i = 0; i < contacts.size() && i < normal_forces.size(); ++i)
        forces.push_back(normal_forces[i] * contacts[i].normal);
    return space_frame(world, contacts, forces);
}

}  // namespace restraint::io
