#include "restraint/bricks/tower.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace restraint::bricks {

std::string shown(double value) {
    std::array<char, 32> text{};
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 10).ptr;
    return {text.data(), end};  // in every locale with a point
}

Vec2 world_vertex(const Body& body, std::size_t i) {
    return body.pose.position +
           rotated(body.vertices.at(i), std::cos(body.pose.angle), std::sin(body.pose.angle));
}

double radius(const Body& body) {
    double largest = 0.0;
    for (const Vec2 vertex : body.vertices) largest = std::max(largest, norm(vertex));
    return largest;
}

void Box::add(Vec2 point) {
    left = std::min(left, point.x);
    right = std::max(right, point.x);
    bottom = std::min(bottom, point.y);
    top = std::max(top, point.y);
}

double mean_size(const Tower& tower) {
    if (tower.bodies.empty()) return 1.0;
    double sum = 0.0;
    for (const Body& body : tower.bodies) {
        Box box;
        for (const Vec2 vertex : body.vertices) box.add(vertex);
        sum += box.size();
    }
    return sum / static_cast<double>(tower.bodies.size());
}

// Between two parallel lines: where these are nearest, one of them lies on a side.
double least_width(const Body& body) {
    const std::size_t n = body.vertices.size();
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < n; ++i) {
        const Vec2 start = body.vertices[i], side = body.vertices[(i + 1) % n] - start;
        double width = 0.0;
        for (const Vec2 vertex : body.vertices)
            width = std::max(width, cross((1.0 / norm(side)) * side, vertex - start));
        least = std::min(least, width);
    }
    return least;
}

double least_width(const Tower& tower) {
    double least = std::numeric_limits<double>::infinity();
    for (const Body& body : tower.bodies) least = std::min(least, least_width(body));
    return least;
}

double loop_size(const Tower& tower) { return std::min(mean_size(tower), 100.0 * least_width(tower)); }

double mass_that_moves(const Tower& tower) {
    double sum = 0.0;
    for (const Body& body : tower.bodies)
        if (!body.fixed) sum += body.mass;
    return sum;
}

double fastest_velocity(const Tower& tower) {
    double fastest = 0.0;
    for (const Body& body : tower.bodies)
        if (!body.fixed) fastest = std::max(fastest, norm(body.velocity.linear));
    return fastest;
}

Tower with_velocities(Tower tower, const std::vector<Motion>& velocities) {
    for (std::size_t b = 0; b < tower.bodies.size(); ++b)
        tower.bodies[b].velocity = velocities.empty() ? Motion{} : velocities[b];
    return tower;
}

}  // namespace restraint::bricks
