#include "restraint/io/space_film.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "restraint/rigid/system.h"

namespace restraint::io {

namespace {

/// The box of a film at one frame.
SpaceWindow bounds(const SpaceFilm& film, const SpaceFrame& frame, bool with_fixed) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    SpaceWindow box{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
    const auto include = [&](Vec3 p, double margin) {
        for (std::size_t i = 0; i < 3; ++i) {
            box.low[i] = std::min(box.low[i], p[i] - margin);
            box.high[i] = std::max(box.high[i], p[i] + margin);
        }
    };
    for (std::size_t i = 0; i < film.bodies.size(); ++i) {
        const SpaceBody& body = film.bodies[i];
        if (body.fixed && !with_fixed) continue;
        const SpacePose& pose = frame.poses[i];
        for (Vec3 p : body.points) include(pose.position + rotated(p, pose.orientation), 0.0);
        if (body.faces.empty()) include(pose.position, body.radius);
    }
    return box;
}

/// +1 to show the force on A, -1 to show that on B: on what moves, and of two that do, on what is borne.
double shown_sign(const contact::World& world, const contact::Contact& contact) {
    if (world.bodies[contact.a].fixed()) return -1.0;
    const bool bears_b = dot(contact.normal, world.gravity) > 0.0;
    return bears_b && !world.bodies[contact.b].fixed() ? -1.0 : 1.0;
}

}  // namespace

SpaceFilm space_film(const std::string& title, const contact::World& world) {
    SpaceFilm film{title, world.gravity, 0.0, {}, {}};
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

SpaceFrame space_frame(const contact::World& world, std::span<const contact::Contact> contacts,
                       const Vector& forces) {
    SpaceFrame frame;
    frame.time = world.time;
    for (const rigid::RigidBody& body : world.bodies) {
        frame.poses.push_back({body.position, body.quaternion});
        frame.velocities.push_back(body.velocity);
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

SpaceWindow film_window(const SpaceFilm& film) {
    if (film.frames.empty()) throw std::invalid_argument("a film without a frame");
    const bool all_fixed =
        std::all_of(film.bodies.begin(), film.bodies.end(), [](const SpaceBody& b) { return b.fixed; });
    const SpaceWindow start = bounds(film, film.frames[0], all_fixed);
    const double reach = 2.0 * start.radius();
    SpaceWindow window = start;
    for (const SpaceFrame& frame : film.frames) {
        const SpaceWindow box = bounds(film, frame, all_fixed);
        for (std::size_t i = 0; i < 3; ++i) {
            window.low[i] = std::min(window.low[i], std::max(box.low[i], start.low[i] - reach));
            window.high[i] = std::max(window.high[i], std::min(box.high[i], start.high[i] + reach));
        }
    }
    return window;
}

Camera camera_by_name(const std::string& side) {
    if (side == "front") return {{1, 0, 0}, {0, 0, 1}, {0, -1, 0}};
    if (side == "left") return {{0, -1, 0}, {0, 0, 1}, {-1, 0, 0}};
    if (side == "top") return {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    if (side == "corner") {  // turned by the angle with cosine 4/5, raised by the one with sine 5/13
        const Vec3 right{0.8, 0.6, 0.0}, toward{0.6 * 12 / 13, -0.8 * 12 / 13, 5.0 / 13};
        return {right, cross(toward, right), toward};
    }
    throw std::invalid_argument("there is no side \"" + side + "\": front, left, top or corner");
}

}  // namespace restraint::io
