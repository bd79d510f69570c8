#include "restraint/io/pictures/tower_film.h"
#include "../tolerances.h"

namespace restraint::io {

Film tower_film(const std::string& title, const bricks::Tower& tower) {
    Film film;
    film.title = title;
    film.flat = true;
    film.gravity = in_space(tower.gravity);
    for (const bricks::Table& table : tower.tables)
        film.tables.push_back({table.x_left, table.x_right, table.y_top});
    for (const bricks::Body& body : tower.bodies) {
        FilmBody shown;
        shown.name = body.name;
        shown.fixed = body.fixed;
        std::vector<std::size_t> face;
        for (const Vec2 vertex : body.vertices) {
            face.push_back(shown.points.size());
            shown.points.push_back(in_space(vertex));
        }
        shown.faces.push_back(face);
        film.bodies.push_back(shown);
        if (!body.fixed) film.weight += body.mass * norm(tower.gravity);
    }
    return film;
}

FilmFrame tower_frame(const bricks::Tower& tower, const bricks::StepReport& report) {
    FilmFrame frame;
    frame.time = report.time;
    for (const bricks::Body& body : tower.bodies) {
        const Vec3 position = in_space(body.pose.position), velocity = in_space(body.velocity.linear);
        const Vec3 spin{0.0, 0.0, body.velocity.angular};
        frame.poses.push_back({position, from_rotation_vector({0.0, 0.0, body.pose.angle})});
        frame.velocities.push_back(velocity);
        frame.spins.push_back(spin);
        if (body.fixed) continue;
        frame.linear += body.mass * velocity;
        frame.angular += body.mass * cross(position, velocity) + body.inertia * spin;
    }
    for (const bricks::ContactForce& contact : report.contacts)
        frame.forces.push_back(shown_force(contact.point, contact.normal, contact.force));
    for (const bricks::PinForce& pin : report.pins)
        frame.forces.push_back({in_space(pin.point), in_space(pin.force)});
    for (const bricks::Pin& pin : tower.pins) {
        const Vec3 point = in_space(world_vertex(tower.bodies[pin.a], pin.vertex_a));
        frame.lines.push_back({point, point});
    }
    frame.kinetic = report.energy.kinetic;
    frame.potential = report.energy.potential;
    return frame;
}

FilmForce shown_force(Vec2 point, Vec2 normal, double force) {
    return {in_space(point), (normal.y < -level_normal ? -force : force) * in_space(normal)};
}

}  // namespace restraint::io
