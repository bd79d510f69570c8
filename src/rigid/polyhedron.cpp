#include "restraint/rigid/polyhedron.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include "tolerances.h"

namespace restraint::rigid {

namespace {

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument("polyhedron: " + what); }

void require_indices(const Polyhedron& polyhedron) {
    for (std::size_t i = 0; i < polyhedron.vertices.size(); ++i)
        if (!is_finite(polyhedron.vertices[i])) refuse("vertex " + std::to_string(i) + " is not finite");
    for (std::size_t f = 0; f < polyhedron.faces.size(); ++f) {
        const auto& face = polyhedron.faces[f];
        if (face.size() < 3)
            refuse("face " + std::to_string(f) + " has " + std::to_string(face.size()) +
                   " vertices; it needs at least 3");
        for (std::size_t vertex : face) {
            if (vertex >= polyhedron.vertices.size())
                refuse("face " + std::to_string(f) + " names vertex " + std::to_string(vertex) +
                       ", but there are " + std::to_string(polyhedron.vertices.size()));
            if (std::count(face.begin(), face.end(), vertex) > 1)
                refuse("face " + std::to_string(f) + " names vertex " + std::to_string(vertex) + " twice");
        }
    }
}

// In a closed surface whose faces all look outwards, each edge is run through once in each direction.
void require_paired_edges(const Polyhedron& polyhedron) {
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> face_of_edge;
    for (std::size_t f = 0; f < polyhedron.faces.size(); ++f) {
        const auto& face = polyhedron.faces[f];
        for (std::size_t k = 0; k < face.size(); ++k) {
            const std::pair edge{face[k], face[(k + 1) % face.size()]};
            const auto [place, is_new] = face_of_edge.emplace(edge, f);
            if (!is_new)
                refuse("edge " + std::to_string(edge.first) + "-" + std::to_string(edge.second) +
                       " runs the same way in face " + std::to_string(place->second) + " and face " +
                       std::to_string(f) + "; one of them is turned over");
        }
    }
    for (const auto& [edge, face] : face_of_edge)
        if (!face_of_edge.contains({edge.second, edge.first}))
            refuse("open at edge " + std::to_string(edge.first) + "-" + std::to_string(edge.second) +
                   " of face " + std::to_string(face) +
                   ": no other face runs through it in the other direction");
}

}  // namespace

void require_positive(const std::string& what, double value, const std::string& unit) {
    if (!(value > 0.0) || !std::isfinite(value))
        throw std::invalid_argument(what + " is " + std::to_string(value) + " " + unit +
                                    ", but must be positive and finite");
}

void require_closed(const Polyhedron& polyhedron) {
    if (polyhedron.vertices.size() < 4 || polyhedron.faces.size() < 4)
        refuse("it has " + std::to_string(polyhedron.vertices.size()) + " vertices and " +
               std::to_string(polyhedron.faces.size()) + " faces; a solid needs at least 4 of each");
    require_indices(polyhedron);
    require_paired_edges(polyhedron);
    // Six times the volume, from a vertex as origin; and the same sum of moduli, which measures its rounding.
    const Vec3 origin = polyhedron.vertices[polyhedron.faces[0][0]];
    double volume = 0.0, moduli = 0.0;
    for (const auto& face : polyhedron.faces)
        for (std::size_t k = 1; k + 1 < face.size(); ++k) {
            const Vec3 a = polyhedron.vertices[face[0]] - origin, b = polyhedron.vertices[face[k]] - origin,
                       c = polyhedron.vertices[face[k + 1]] - origin;
            volume += dot(a, cross(b, c));
            moduli += norm(a) * norm(b) * norm(c);
        }
    if (volume < -no_volume * moduli)
        refuse("inside out: its faces must be counter-clockwise as seen from outside");
    if (!(volume > no_volume * moduli)) refuse("flat: it has no volume");
}

Polyhedron make_box(Vec3 size) {
    for (std::size_t i = 0; i < 3; ++i) require_positive("the edge of a box", size[i], "m");
    Polyhedron box;
    for (std::size_t i = 0; i < 8; ++i)
        box.vertices.push_back(
            {(i & 1 ? 0.5 : -0.5) * size.x, (i & 2 ? 0.5 : -0.5) * size.y, (i & 4 ? 0.5 : -0.5) * size.z});
    box.faces = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    return box;
}

Polyhedron make_prism(std::span<const Vec3> polygon, double depth) {
    require_positive("the depth of a prism", depth, "m");
    const std::size_t n = polygon.size();
    Polyhedron prism;
    for (double side : {-0.5, 0.5})
        for (Vec3 p : polygon) prism.vertices.push_back({p.x, p.y, side * depth});
    prism.faces.resize(2);  // the bottom and the top; then come the sides
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t j = (i + 1) % n;
        prism.faces[0].push_back(n - 1 - i);
        prism.faces[1].push_back(n + i);
        prism.faces.push_back({i, j, n + j, n + i});
    }
    require_closed(prism);
    return prism;
}

Polyhedron moved(Polyhedron polyhedron, const Pose& pose) {
    for (Vec3& vertex : polyhedron.vertices) vertex = pose.to_world(vertex);
    return polyhedron;
}

}  // namespace restraint::rigid
