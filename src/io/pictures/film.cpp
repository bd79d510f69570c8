#include "restraint/io/pictures/film.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "restraint/io/text/number.h"

namespace restraint::io {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The box of the bodies at one frame, without the fixed ones unless all are.
FilmWindow bounds(const Film& film, const FilmFrame& frame) {
    const bool all_fixed =
        std::all_of(film.bodies.begin(), film.bodies.end(), [](const FilmBody& body) { return body.fixed; });
    FilmWindow box{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
    for (std::size_t i = 0; i < film.bodies.size(); ++i) {
        const FilmBody& body = film.bodies[i];
        if (body.fixed && !film.flat && !all_fixed) continue;
        for (const Vec3 p : placed(body, frame.poses[i]))
            for (std::size_t k = 0; k < 3; ++k) {
                box.low[k] = std::min(box.low[k], p[k] - body.radius);
                box.high[k] = std::max(box.high[k], p[k] + body.radius);
            }
    }
    return box;
}

/// How far a body is moved from one frame to the next, its turning included, m.
double way(const FilmBody& body, const FilmPose& before, const FilmPose& after) {
    double size = body.radius;
    for (const Vec3 p : body.points) size = std::max(size, norm(p));
    const double turn = norm(rotation_vector(after.orientation * conjugate(before.orientation)));
    return norm(after.position - before.position) + size * turn;
}

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
std::string json(const std::string& text) { return '"' + printable(text, "\\u00", "\"\\<") + '"'; }

template <class Item>
std::string json(const std::vector<Item>& items);

std::string json(Vec3 v) { return json(std::vector{v.x, v.y, v.z}); }
std::string json(Vec3 a, Vec3 b) { return json(std::vector{a.x, a.y, a.z, b.x, b.y, b.z}); }
std::string json(const FilmForce& force) { return json(force.point, force.force); }
std::string json(const FilmLine& line) { return json(line.from, line.to); }
std::string json(const FilmTable& table) { return json(std::vector{table.left, table.right, table.top}); }
std::string json(const FilmPose& pose) {
    const Vec3 x = pose.position, v = pose.orientation.v;
    return json(std::vector{x.x, x.y, x.z, pose.orientation.s, v.x, v.y, v.z});
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
           ",\"energy\":" + json(std::vector{frame.kinetic, frame.potential}) +
           ",\"momentum\":" + json(frame.linear) + ",\"angular\":" + json(frame.angular) + "}";
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

template <class Item>
std::string json(const std::vector<Item>& items) {
    std::string out = "[";
    for (const Item& item : items) out += (out.size() == 1 ? "" : ",") + json(item);
    return out + "]";
}

}  // namespace

std::vector<Vec3> placed(const FilmBody& body, const FilmPose& pose) {
    std::vector<Vec3> points;
    for (const Vec3 p : body.points) points.push_back(pose(p));
    return points;
}

bool FilmWindow::holds(Vec3 p) const {
    for (std::size_t i = 0; i < 3; ++i)
        if (p[i] < low[i] || p[i] > high[i]) return false;
    return true;
}

FilmWindow film_window(const Film& film) {
    if (film.frames.empty()) throw std::invalid_argument("a film without a frame");
    const FilmWindow start = bounds(film, film.frames[0]);
    const std::size_t up = film.flat ? 1 : 2;
    const Vec3 extent = start.high - start.low;
    const double size = std::max({extent.x, extent.y, extent.z});
    FilmWindow window = start;
    for (const FilmFrame& frame : film.frames) {
        const FilmWindow box = bounds(film, frame);
        for (std::size_t i = 0; i < 3; ++i) {
            const double reach = (i == up ? 0.6 : 0.7) * size;
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

std::vector<std::size_t> telling_frames(const Film& film, const FilmWindow& window) {
    constexpr std::size_t most = 6;
    constexpr double still = 0.01;   // of the window's radius: so little motion is none
    std::vector<double> moved{0.0};  // ways of all bodies up to each frame, as far as they are in the window
    for (std::size_t k = 1; k < film.frames.size(); ++k) {
        moved.push_back(moved.back());
        for (std::size_t i = 0; i < film.bodies.size(); ++i) {
            const FilmPose& pose = film.frames[k].poses[i];
            if (window.holds(pose.position))
                moved.back() += way(film.bodies[i], film.frames[k - 1].poses[i], pose);
        }
    }
    std::vector<std::size_t> chosen{0};
    if (moved.back() <= still * window.radius()) {
        if (film.frames.size() > 1) chosen.push_back(film.frames.size() - 1);
        return chosen;
    }
    for (std::size_t k = 1; k < most; ++k) {
        const double share = std::min(0.99, static_cast<double>(k) / (most - 1));
        const auto first = std::lower_bound(moved.begin(), moved.end(), share * moved.back());
        const auto frame = static_cast<std::size_t>(first - moved.begin());
        if (frame != chosen.back()) chosen.push_back(frame);
    }
    return chosen;
}

std::string player_page(const std::vector<Film>& films) {
    const std::string_view mark = "@FILM@";
    std::string text(page);
    return text.replace(text.find(mark), mark.size(), json(films));
}

}  // namespace restraint::io
