#include "restraint/io/player.h"

#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace restraint::io {

namespace {

constexpr std::string_view page =
#include "player.inc"
    ;

/// A number of JavaScript Object Notation, to six digits.
std::string json(double value) {
    if (!std::isfinite(value)) throw std::invalid_argument("a film with a number that is not finite");
    std::array<char, 32> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, 6);
    return {buffer.data(), end.ptr};
}

/// A string; only printable ASCII stays, and no < could end the script that holds it.
std::string json(const std::string& text) {
    const char* digits = "0123456789abcdef";
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7f && c != '"' && c != '\\' && c != '<') out += c;
        else out += std::string("\\u00") + digits[byte >> 4] + digits[byte & 15];
    }
    return out + "\"";
}

/// [a,b,...] from things that are JSON already.
std::string array_of(const std::vector<std::string>& items) {
    std::string out = "[";
    for (std::size_t i = 0; i < items.size(); ++i) out += (i == 0 ? "" : ",") + items[i];
    return out + "]";
}

std::string numbers(std::initializer_list<double> values) {
    std::vector<std::string> items;
    for (const double value : values) items.push_back(json(value));
    return array_of(items);
}

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

}  // namespace

std::string player_page(const Film& film) {
    if (film.frames.empty()) throw std::invalid_argument("a film without a frame");
    const std::string_view mark = "@FILM@";
    std::string text(page);
    return text.replace(text.find(mark), mark.size(), film_json(film));
}

}  // namespace restraint::io
