#include "restraint/bricks/tower.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "restraint/bricks/tolerances.h"

namespace restraint::bricks {
namespace {

void require_positive(const std::string& what, double value) {
    if (!(value > 0.0) || !std::isfinite(value))
        throw std::invalid_argument(what + " is " + shown(value) + ", but must be positive and finite");
}

void require_finite(const std::string& what, double value) {
    if (!std::isfinite(value)) throw std::invalid_argument(what + " is " + shown(value));
}

/// Strictly convex and counter-clockwise: every corner turns left, and the edges turn round just once (a
/// five-pointed star turns left at every corner too, but goes round twice).
void require_convex(const std::string& name, const std::vector<Vec2>& vertices) {
    const std::size_t n = vertices.size();
    if (n < 3)
        throw std::invalid_argument("polygon " + name + " has " + std::to_string(n) +
                                    " vertices, but needs at least 3");
    // Half of the plane: an edge points "up" if it rises, or is level and runs to the right.
    const auto points_up = [](Vec2 edge) { return edge.y > 0.0 || (edge.y == 0.0 && edge.x > 0.0); };
    std::size_t rounds = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const Vec2 in = vertices[(i + 1) % n] - vertices[i];
        const Vec2 out = vertices[(i + 2) % n] - vertices[(i + 1) % n];
        // A corner whose sine is at rounding level is no corner.
        const bool turns_left = cross(in, out) > corner_tolerance * norm(in) * norm(out);
        if (!turns_left)
            throw std::invalid_argument("polygon " + name +
                                        " is not convex and counter-clockwise with a true corner at vertex " +
                                        std::to_string((i + 1) % n));
        if (!points_up(in) && points_up(out)) ++rounds;
    }
    if (rounds != 1)
        throw std::invalid_argument("polygon " + name + " winds round itself " + std::to_string(rounds) +
                                    " times, but must be convex");
}

struct AreaMoments {
    double area = 0.0;    // m^2
    Vec2 centroid;        // m
    double second = 0.0;  // integral of |p - centroid|^2 over the area, m^4
};

/// Exact moments of a polygon, as a sum over the triangles from its first vertex. With the sides s and t from
/// there, a triangle of area A has the centroid (s + t)/3 and, about that vertex, the second moment
/// A (|s|^2 + s.t + |t|^2)/6. Coordinates from a vertex, and not from far away, keep the digits.
AreaMoments moments(const std::vector<Vec2>& vertices) {
    AreaMoments sum;
    Vec2 first_moment;
    for (std::size_t i = 1; i + 1 < vertices.size(); ++i) {
        const Vec2 s = vertices[i] - vertices[0], t = vertices[i + 1] - vertices[0];
        const double area = cross(s, t) / 2.0;
        sum.area += area;
        first_moment += (area / 3.0) * (s + t);
        sum.second += area / 6.0 * (dot(s, s) + dot(s, t) + dot(t, t));
    }
    const Vec2 centroid = (1.0 / sum.area) * first_moment;
    sum.centroid = vertices[0] + centroid;
    sum.second -= sum.area * dot(centroid, centroid);  // parallel axes
    return sum;
}

}  // namespace

std::string shown(double value) {
    std::array<char, 32> text{};
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 10).ptr;
    return {text.data(), end};  // in every locale with a point
}

Body make_brick(std::string name, Pose pose, double width, double height, double density) {
    require_positive("the width of brick " + name, width);
    require_positive("the height of brick " + name, height);
    require_positive("the density of brick " + name, density);
    require_finite("the centre of brick " + name, pose.position.x);
    require_finite("the centre of brick " + name, pose.position.y);
    require_finite("the angle of brick " + name, pose.angle);
    if (std::abs(pose.angle) > largest_angle)
        throw std::invalid_argument("the angle of brick " + name + " is " + shown(pose.angle) +
                                    " rad, but must be at most " + shown(largest_angle) +
                                    " rad: beyond, doubles do not tell directions apart");
    Body body;
    body.name = std::move(name);
    body.rectangle = true;
    const double x = width / 2.0, y = height / 2.0;
    body.vertices = {{-x, -y}, {x, -y}, {x, y}, {-x, y}};
    body.mass = density * width * height;
    require_positive("the mass of brick " + body.name, body.mass);
    body.inertia = body.mass * (width * width + height * height) / 12.0;
    require_positive("the moment of inertia of brick " + body.name, body.inertia);
    body.pose = pose;
    return body;
}

Body make_polygon(std::string name, const std::vector<Vec2>& world_vertices, double density) {
    require_positive("the density of polygon " + name, density);
    for (const Vec2 vertex : world_vertices) {
        require_finite("a vertex of polygon " + name, vertex.x);
        require_finite("a vertex of polygon " + name, vertex.y);
    }
    require_convex(name, world_vertices);
    const AreaMoments shape = moments(world_vertices);
    Body body;
    body.name = std::move(name);
    body.mass = density * shape.area;
    require_positive("the mass of polygon " + body.name, body.mass);
    body.inertia = density * shape.second;
    require_positive("the moment of inertia of polygon " + body.name, body.inertia);
    body.pose.position = shape.centroid;
    for (const Vec2 vertex : world_vertices) body.vertices.push_back(vertex - shape.centroid);
    return body;
}

void set_mass(Body& body, double mass) {
    require_positive("the mass of " + body.name, mass);
    body.inertia *= mass / body.mass;
    body.mass = mass;
    require_positive("the moment of inertia of " + body.name, body.inertia);
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

double mean_size(const Tower& tower) {
    if (tower.bodies.empty()) return 1.0;
    double sum = 0.0;
    for (const Body& body : tower.bodies) {
        Vec2 low = body.vertices.front(), high = low;
        for (const Vec2 v : body.vertices) {
            low = {std::min(low.x, v.x), std::min(low.y, v.y)};
            high = {std::max(high.x, v.x), std::max(high.y, v.y)};
        }
        sum += std::max(high.x - low.x, high.y - low.y);
    }
    return sum / static_cast<double>(tower.bodies.size());
}

// One of the two lines lies on a side.
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

double fastest_velocity(const Tower& tower) {
    double fastest = 0.0;
    for (const Body& body : tower.bodies)
        if (!body.fixed) fastest = std::max(fastest, norm(body.velocity.linear));
    return fastest;
}

double loop_size(const Tower& tower) { return std::min(mean_size(tower), 100.0 * least_width(tower)); }

}  // namespace restraint::bricks
