#include "restraint/io/pictures/player.h"

#include <cmath>
#include <initializer_list>
#include <stdexcept>
#include <string_view>

#include "restraint/io/text/number.h"

namespace restraint::io {

namespace {

constexpr std::string_view page =
#include "player.inc"
    ;

/// A number of JavaScript Object Notation, to six digits.
std::string json(double value) {
    if (!std::isfinite(value)) throw std::invalid_argument("a film with a number that is not finite");
    return rounded(value, 6);
}

std::string json(std::size_t value) { return std::to_string(value); }
std::string json(bool value) { return value ? "true" : "false"; }

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

std::string json(std::initializer_list<double> values) {
    std::string out = "[";
    for (const double value : values) out += (out.size() == 1 ? "" : ",") + json(value);
    return out + "]";
}

std::string json(Vec3 v) { return json({v.x, v.y, v.z}); }
std::string json(Vec3 a, Vec3 b) { return json({a.x, a.y, a.z, b.x, b.y, b.z}); }
std::string json(const FilmForce& force) { return json(force.point, force.force); }
std::string json(const FilmLine& line) { return json(line.from, line.to); }
std::string json(const FilmTable& table) { return json({table.left, table.right, table.top}); }
std::string json(const FilmPose& pose) {
    const Vec3 x = pose.position, v = pose.orientation.v;
    return json({x.x, x.y, x.z, pose.orientation.s, v.x, v.y, v.z});
}

std::string json(const FilmBody& body);
std::string json(const FilmFrame& frame);
std::string json(const Film& film);

template <class Item>
std::string json(const std::vector<Item>& items) {
    std::string out = "[";
    for (const Item& item : items) out += (out.size() == 1 ? "" : ",") + json(item);
    return out + "]";
}

std::string json(const FilmBody& body) {
    return "{\"name\":" + json(body.name) + ",\"fixed\":" + json(body.fixed) +
           ",\"driven\":" + json(body.driven) + ",\"radius\":" + json(body.radius) +
           ",\"points\":" + json(body.points) + ",\"faces\":" + json(body.faces) + "}";
}

std::string json(const FilmFrame& frame) {
    return "\n{\"t\":" + json(frame.time) + ",\"poses\":" + json(frame.poses) +
           ",\"velocities\":" + json(frame.velocities) + ",\"spins\":" + json(frame.spins) +
           ",\"forces\":" + json(frame.forces) + ",\"lines\":" + json(frame.lines) +
           ",\"energy\":" + json({frame.kinetic, frame.potential}) + ",\"momentum\":" + json(frame.linear) +
           ",\"angular\":" + json(frame.angular) + "}";
}

std::string json(const Film& film) {
    const FilmWindow window = film_window(film);
    const double weight = film.weight > 0.0 ? film.weight : 1.0, g = norm(film.gravity);
    return "{\"title\":" + json(film.title) + ",\"look\":" + json(film.look) +
           ",\"flat\":" + json(film.flat) + ",\"weight\":" + json(weight) +
           ",\"mass\":" + json(g > 0.0 ? weight / g : 1.0) + ",\"window\":" + json(window.low, window.high) +
           ",\n\"tables\":" + json(film.tables) + ",\n\"bodies\":" + json(film.bodies) +
           ",\n\"frames\":" + json(film.frames) + "}";
}

}  // namespace

std::string player_page(const std::vector<Film>& films) {
    const std::string_view mark = "@FILM@";
    std::string text(page);
    return text.replace(text.find(mark), mark.size(), json(films));
}

}  // namespace restraint::io
