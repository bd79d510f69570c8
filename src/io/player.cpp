#include "restraint/io/player.h"

#include <cmath>
#include <stdexcept>
#include <vector>

#include "json.h"
#include "restraint/io/space_film.h"

namespace restraint::io {

namespace {

constexpr std::string_view page =
#include "player.inc"
    ;

std::string body_json(const bricks::Body& body) {
    std::vector<std::string> points;
    for (const Vec2 vertex : body.vertices) points.push_back(numbers({vertex.x, vertex.y}));
    return "{\"name\":" + json(body.name) + ",\"fixed\":" + (body.fixed ? "true" : "false") +
           ",\"points\":" + array_of(points) + "}";
}

/// Linear momentum, and angular momentum about the origin, of what moves.
std::string momentum_json(const Film& film, const FilmFrame& frame) {
    Vec2 linear;
    double angular = 0.0;
    for (std::size_t i = 0; i < film.tower.bodies.size(); ++i) {
        const bricks::Body& body = film.tower.bodies[i];
        if (body.fixed) continue;
        const bricks::Motion& v = frame.velocities[i];
        linear += body.mass * v.linear;
        angular += body.mass * cross(frame.poses[i].position, v.linear) + body.inertia * v.angular;
    }
    return numbers({linear.x, linear.y, angular});
}

std::string frame_json(const Film& film, const FilmFrame& frame) {
    std::vector<std::string> poses, velocities, forces;
    for (const bricks::Pose& pose : frame.poses)
        poses.push_back(numbers({pose.position.x, pose.position.y, pose.angle}));
    for (const bricks::Motion& v : frame.velocities)
        velocities.push_back(numbers({v.linear.x, v.linear.y, v.angular}));
    for (const ForceArrow& arrow : force_arrows(frame))
        forces.push_back(numbers({arrow.point.x, arrow.point.y, arrow.force.x, arrow.force.y}));
    return "{\"t\":" + json(frame.time) + ",\"poses\":" + array_of(poses) +
           ",\"velocities\":" + array_of(velocities) + ",\"forces\":" + array_of(forces) +
           ",\"energy\":" + numbers({frame.energy.kinetic, frame.energy.potential}) +
           ",\"momentum\":" + momentum_json(film, frame) + "}";
}

std::string film_json(const Film& film) {
    std::vector<std::string> tables, bodies, frames;
    for (const bricks::Table& table : film.tower.tables)
        tables.push_back(numbers({table.x_left, table.x_right, table.y_top}));
    for (const bricks::Body& body : film.tower.bodies) bodies.push_back(body_json(body));
    for (const FilmFrame& frame : film.frames) frames.push_back("\n" + frame_json(film, frame));
    const double weight = weight_of(film.tower);
    const Rectangle window = film_window(film);
    return "{\"title\":" + json(film.title) +
           ",\"dimension\":2,\"gravity\":" + numbers({film.tower.gravity.x, film.tower.gravity.y}) +
           ",\"weight\":" + json(weight > 0.0 ? weight : 1.0) +
           ",\"window\":" + numbers({window.left, window.bottom, window.right, window.top}) +
           ",\n\"tables\":" + array_of(tables) + ",\n\"bodies\":" + array_of(bodies) +
           ",\n\"frames\":" + array_of(frames) + "}";
}

std::string body_json(const SpaceBody& body) {
    std::vector<std::string> points, faces;
    for (const Vec3 p : body.points) points.push_back(numbers({p.x, p.y, p.z}));
    for (const auto& face : body.faces) {
        std::vector<std::string> corners;
        for (const std::size_t v : face) corners.push_back(std::to_string(v));
        faces.push_back(array_of(corners));
    }
    return "{\"name\":" + json(body.name) + ",\"fixed\":" + (body.fixed ? "true" : "false") +
           (body.driven ? ",\"driven\":true" : "") + ",\"radius\":" + json(body.radius) +
           ",\"points\":" + array_of(points) + ",\"faces\":" + array_of(faces) + "}";
}

std::string frame_json(const SpaceFrame& frame) {
    std::vector<std::string> poses, velocities, forces;
    for (const SpacePose& pose : frame.poses) {
        const Vec3 x = pose.position, v = pose.orientation.v;
        poses.push_back(numbers({x.x, x.y, x.z, pose.orientation.s, v.x, v.y, v.z}));
    }
    for (const Vec3 v : frame.velocities) velocities.push_back(numbers({v.x, v.y, v.z}));
    for (const SpaceForce& arrow : frame.forces)
        forces.push_back(numbers(
            {arrow.point.x, arrow.point.y, arrow.point.z, arrow.force.x, arrow.force.y, arrow.force.z}));
    return "{\"t\":" + json(frame.time) + ",\"poses\":" + array_of(poses) +
           ",\"velocities\":" + array_of(velocities) + ",\"forces\":" + array_of(forces) +
           ",\"energy\":" + numbers({frame.kinetic, frame.potential}) +
           ",\"momentum\":" + numbers({norm(frame.linear), norm(frame.angular)}) + "}";
}

std::string film_json(const SpaceFilm& film) {
    std::vector<std::string> bodies, frames;
    for (const SpaceBody& body : film.bodies) bodies.push_back(body_json(body));
    for (const SpaceFrame& frame : film.frames) frames.push_back("\n" + frame_json(frame));
    const SpaceWindow window = film_window(film);
    const Vec3 centre = window.centre();
    return "{\"title\":" + json(film.title) +
           ",\"dimension\":3,\"gravity\":" + numbers({film.gravity.x, film.gravity.y, film.gravity.z}) +
           ",\"weight\":" + json(film.weight > 0.0 ? film.weight : 1.0) +
           ",\"window\":" + numbers({centre.x, centre.y, centre.z, window.radius()}) +
           ",\n\"tables\":[],\n\"bodies\":" + array_of(bodies) + ",\n\"frames\":" + array_of(frames) + "}";
}

/// The page with the film in its place.
std::string page_with(const std::string& film) {
    const std::string_view mark = "@FILM@";
    std::string text(page);
    return text.replace(text.find(mark), mark.size(), film);
}

}  // namespace

std::string player_page(const Film& film) {
    if (film.frames.empty()) throw std::invalid_argument("a film without a frame");
    return page_with(film_json(film));
}

std::string player_page(const SpaceFilm& film) {
    if (film.frames.empty()) throw std::invalid_argument("a film without a frame");
    return page_with(film_json(film));
}

}  // namespace restraint::io
