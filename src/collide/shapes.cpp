#include "restraint/collide/shapes.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include "tolerances.h"

namespace restraint::collide {

namespace {

// The normal of a plane polygon by Newell's sum: each edge adds its cross product, so no corner is special.
Vec3 face_normal(const Polyhedron& polyhedron, const std::vector<std::size_t>& face) {
    const Vec3 origin = polyhedron.vertices[face[0]];
    Vec3 sum;
    for (std::size_t k = 0; k < face.size(); ++k)
        sum += cross(polyhedron.vertices[face[k]] - origin,
                     polyhedron.vertices[face[(k + 1) % face.size()]] - origin);
    return normalized(sum);
}

void require_convex(const ConvexShape& shape) {
    const double tolerance = flatness_tolerance * shape.size;
    for (std::size_t f = 0; f < shape.faces.size(); ++f) {
        const auto& face = shape.faces[f];
        const double level = dot(shape.normals[f], shape.vertices[face[0]]);
        for (std::size_t v = 0; v < shape.vertices.size(); ++v) {
            const double height = dot(shape.normals[f], shape.vertices[v]) - level;
            const bool on_face = std::find(face.begin(), face.end(), v) != face.end();
            if (height > tolerance || (on_face && height < -tolerance))
                throw std::invalid_argument("polyhedron: vertex " + std::to_string(v) + " stands " +
                                            std::to_string(height) + " m out of the plane of face " +
                                            std::to_string(f) +
                                            "; a convex polyhedron with plane faces is needed");
        }
    }
}

std::vector<Edge> real_edges(const ConvexShape& shape) {
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> face_of;
    for (std::size_t f = 0; f < shape.faces.size(); ++f)
        for (std::size_t k = 0; k < shape.faces[f].size(); ++k)
            face_of[{shape.faces[f][k], shape.faces[f][(k + 1) % shape.faces[f].size()]}] = f;
    std::vector<Edge> edges;
    for (const auto& [ends, left] : face_of) {
        if (ends.first > ends.second) continue;  // the other direction of an edge that was listed
        const std::size_t right = face_of.at({ends.second, ends.first});
        const Vec3 n = shape.normals[left], m = shape.normals[right];
        const bool flat = norm(cross(n, m)) < flatness_tolerance && dot(n, m) > 0.0;  // no fold, n = -m
        if (!flat) edges.push_back({ends.first, ends.second, left, right});
    }
    return edges;
}

}  // namespace

ConvexShape make_convex(const Polyhedron& polyhedron) {
    rigid::require_closed(polyhedron);
    ConvexShape shape;
    shape.vertices = polyhedron.vertices;
    shape.faces = polyhedron.faces;
    for (const auto& face : polyhedron.faces) shape.normals.push_back(face_normal(polyhedron, face));
    const Box box = bounding_box(shape, {});
    shape.size = max_norm(box.high - box.low);
    require_convex(shape);
    shape.edges = real_edges(shape);
    return shape;
}

ConvexShape make_ball(double radius) {
    rigid::require_positive("the radius of a ball", radius, "m");
    ConvexShape ball;
    ball.vertices = {Vec3{}};
    ball.radius = radius;
    ball.size = 2.0 * radius;
    return ball;
}

}  // namespace restraint::collide
