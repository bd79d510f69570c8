#include "restraint/bricks/bodies.h"

#include <cmath>
#include <numbers>
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
    double turn = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
        const Vec2 in = vertices[(i + 1) % n] - vertices[i];
        const Vec2 out = vertices[(i + 2) % n] - vertices[(i + 1) % n];
        // A corner whose sine is at rounding level is no corner.
        if (!(cross(in, out) > corner_tolerance * norm(in) * norm(out)))
            throw std::invalid_argument("polygon " + name +
                                        " is not convex and counter-clockwise with a true corner at vertex " +
                                        std::to_string((i + 1) % n));
        turn += std::atan2(cross(in, out), dot(in, out));
    }
    if (const long rounds = std::lround(turn / (2.0 * std::numbers::pi)); rounds != 1)
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

}  // namespace restraint::bricks
