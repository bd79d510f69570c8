#include "restraint/particles/cloth.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>

#include "restraint/particles/forces.h"
#include "tolerances.h"

namespace restraint::particles {

namespace {

/// The three corners, or four, where they are now.
template <std::size_t N>
std::array<Vec3, N> places(const ParticleSystem& system, const std::array<std::size_t, N>& corner) {
    std::array<Vec3, N> x;
    for (std::size_t i = 0; i < N; ++i) x[i] = system.particles[corner[i]].x;
    return x;
}

ClothTriangle make_triangle(const ClothPattern& pattern, const std::array<std::size_t, 3>& t) {
    for (std::size_t corner : t)
        if (corner >= pattern.points.size())
            throw std::invalid_argument("a triangle names point " + std::to_string(corner) +
                                        " of the pattern, which has " +
                                        std::to_string(pattern.points.size()));
    const Vec2 b = pattern.points[t[1]] - pattern.points[t[0]],
               c = pattern.points[t[2]] - pattern.points[t[0]];
    const double twice_area = cross(b, c);
    if (!(twice_area > 0.0))
        throw std::invalid_argument("a triangle of the pattern has area " + std::to_string(twice_area / 2) +
                                    " m^2: its corners must be given counter-clockwise");
    // x_b - x_a = T(b), x_c - x_a = T(c), solved for T(u) and T(v).   [PBM-SE-T]
    ClothTriangle triangle{t, twice_area / 2, {}, {}};
    triangle.du = {(b.y - c.y) / twice_area, c.y / twice_area, -b.y / twice_area};
    triangle.dv = {(c.x - b.x) / twice_area, -c.x / twice_area, b.x / twice_area};
    return triangle;
}

/// All edges that two triangles share.
std::vector<ClothEdge> inner_edges(const ClothPattern& pattern, const ClothMaterial& material) {
    std::map<std::array<std::size_t, 2>, std::vector<std::size_t>> opposite;  // corners of each edge
    for (const auto& corner : pattern.triangles)
        for (std::size_t k = 0; k < 3; ++k) {
            const auto [low, high] = std::minmax(corner[k], corner[(k + 1) % 3]);
            opposite[{low, high}].push_back(corner[(k + 2) % 3]);
        }
    std::vector<ClothEdge> edges;
    for (const auto& [ends, corners] : opposite) {
        if (corners.size() == 1) continue;
        if (corners.size() > 2 || corners[0] == corners[1])
            throw std::invalid_argument("the edge between points " + std::to_string(ends[0]) + " and " +
                                        std::to_string(ends[1]) +
                                        " of the pattern belongs to three triangles, or to one twice");
        const Vec2 a = pattern.points[ends[0]], e = pattern.points[ends[1]] - a;
        double both = 0.0;
        for (std::size_t corner : corners) both += std::abs(cross(e, pattern.points[corner] - a)) / 2;
        const bool along_u = std::abs(e.y) <= on_thread * norm(e),
                   along_v = std::abs(e.x) <= on_thread * norm(e);
        const double bend = along_v ? material.bend : along_u ? material.bend * material.bend_of_weft : 0.0;
        // (h_1 + h_2) / 2, since A_1 = h_1 |e| / 2.
        edges.push_back({{corners[0], ends[0], ends[1], corners[1]}, both, both / norm(e), bend});
    }
    return edges;
}

/// S = |T| - 1 [PBM-SE-Su, PBM-SE-triSu]; it also grows across T, dn/dx_i = share_i (1 - n n') / |T|.
Condition stretch_condition(const ClothTriangle& t, const std::array<double, 3>& share, Vec3 thread,
                            double k) {
    const double length = norm(thread);
    const Vec3 n = normalized(thread);
    Condition condition{length - 1, t.area * k, 0.0, {}};
    for (std::size_t i = 0; i < 3; ++i) condition.slopes.push_back({t.corner[i], share[i] * n, share[i]});
    if (length > 1) condition.curvature = (length - 1) / length * (Mat3::identity() - outer(n, n));
    return condition;
}

/// With unit threads n_u, n_v, c = n_u.n_v and s = |n_u x n_v|, the angle asin c has the derivative
/// (n_v - c n_u) / (s |T(u)|) with respect to T(u), and likewise for T(v).
Condition shear_condition(const ClothTriangle& t, const std::array<Vec3, 3>& x, double k) {
    const Vec3 warp = t.warp(x), weft = t.weft(x), n_u = normalized(warp), n_v = normalized(weft);
    const double c = dot(n_u, n_v), s = norm(cross(n_u, n_v));
    Condition condition{std::atan2(c, s), t.area * k, 0.0, {}};  // asin c   [PBM-SE-trith]
    if (!(s > 0.0)) return condition;  // no direction, as of a thread without length
    const Vec3 by_warp = (n_v - c * n_u) / (s * norm(warp)), by_weft = (n_u - c * n_v) / (s * norm(weft));
    for (std::size_t i = 0; i < 3; ++i)
        condition.slopes.push_back({t.corner[i], t.du[i] * by_warp + t.dv[i] * by_weft});
    return condition;
}

/// The triangles are 0 1 2 and 3 2 1, their normals (not of length 1) n_a and n_b. If corner 0 rises by d
/// above its triangle, the angle changes by d / h, h = |n_a| / |e| the height of corner 0 over the edge;
/// likewise corner 3. A translation or a turn of all four corners leaves the angle as it is: from this follow
/// the gradients of the ends 1 and 2 of the edge.
Condition bend_condition(const ClothEdge& edge, const std::array<Vec3, 4>& x) {
    const Vec3 e = x[2] - x[1];
    const Vec3 n_a = cross(x[1] - x[0], x[2] - x[0]), n_b = cross(x[2] - x[3], x[1] - x[3]);
    const double length = norm(e), angle = std::atan2(dot(cross(n_a, n_b), normalized(e)), dot(n_a, n_b));
    Condition condition{angle / edge.l_perp, edge.area * edge.bend, 0.0, {}};  // [PBM-SE-kappa]
    if (!(norm(n_a) > 0.0) || !(norm(n_b) > 0.0)) return condition;
    const Vec3 up_a = n_a / dot(n_a, n_a), up_b = n_b / dot(n_b, n_b);
    const auto along = [&](Vec3 d) { return dot(d, e) / length; };
    const std::array<Vec3, 4> turn{length * up_a, along(x[0] - x[2]) * up_a + along(x[3] - x[2]) * up_b,
                                   -(along(x[0] - x[1]) * up_a + along(x[3] - x[1]) * up_b), length * up_b};
    for (std::size_t i = 0; i < 4; ++i)
        condition.slopes.push_back({edge.corner[i], -1 / edge.l_perp * turn[i]});
    return condition;
}

}  // namespace

ClothPattern rectangular_pattern(std::size_t columns, std::size_t rows, double width, double height) {
    if (columns == 0 || rows == 0 || !(width > 0.0) || !(height > 0.0))
        throw std::invalid_argument("a rectangular pattern needs at least one cell, and positive sides");
    ClothPattern pattern;
    for (std::size_t j = 0; j <= rows; ++j)
        for (std::size_t i = 0; i <= columns; ++i)
            pattern.points.push_back({width * static_cast<double>(i) / static_cast<double>(columns),
                                      height * static_cast<double>(j) / static_cast<double>(rows)});
    for (std::size_t j = 0; j < rows; ++j)
        for (std::size_t i = 0; i < columns; ++i) {
            const std::size_t a = j * (columns + 1) + i, b = a + 1, d = a + columns + 1, c = d + 1;
            if ((i + j) % 2 == 0) {
                pattern.triangles.push_back({a, b, c});
                pattern.triangles.push_back({a, c, d});
            } else {
                pattern.triangles.push_back({a, b, d});
                pattern.triangles.push_back({b, c, d});
            }
        }
    return pattern;
}

Cloth::Cloth(const ClothPattern& pattern, const std::vector<std::size_t>& particle,
             const ClothMaterial& material)
    : material_(material) {
    require_same_size("the list of particles", particle.size(), "the pattern", pattern.points.size());
    for (double constant : {material.density, material.stretch_warp, material.stretch_weft, material.shear,
                            material.bend, material.damping, material.bend_of_weft})
        require_not_negative("a constant of the cloth", constant);
    for (const auto& t : pattern.triangles) {
        triangles_.push_back(make_triangle(pattern, t));
        for (std::size_t& corner : triangles_.back().corner) corner = particle[corner];
    }
    edges_ = inner_edges(pattern, material);
    for (ClothEdge& edge : edges_)
        for (std::size_t& corner : edge.corner) corner = particle[corner];
}

void Cloth::check(const ParticleSystem& system) const {
    for (const ClothTriangle& t : triangles_)
        for (std::size_t corner : t.corner) system.at(corner);
}

void Cloth::for_each_condition(const ParticleSystem& system, const Visit& visit) const {
    const auto damped = [&](Condition condition) {
        condition.k_d = material_.damping * condition.k_s;
        visit(condition);
    };
    for (const ClothTriangle& t : triangles_) {
        const auto x = places(system, t.corner);
        damped(stretch_condition(t, t.du, t.warp(x), material_.stretch_warp));  // [PBM-SE-triEs]
        damped(stretch_condition(t, t.dv, t.weft(x), material_.stretch_weft));
        damped(shear_condition(t, x, material_.shear));  // [PBM-SE-triEsh]
    }
    for (const ClothEdge& edge : edges_)
        if (edge.bend > 0.0) damped(bend_condition(edge, places(system, edge.corner)));  // [PBM-SE-triEb]
}

std::vector<std::size_t> add_cloth(ParticleSystem& system, const ClothPattern& pattern,
                                   const ClothMaterial& material, const std::function<Vec3(Vec2)>& place) {
    std::vector<double> mass(pattern.points.size(), 0.0);
    for (const auto& t : pattern.triangles)
        for (std::size_t corner : t) mass[corner] += material.density * make_triangle(pattern, t).area / 3;
    std::vector<std::size_t> particle(pattern.points.size());
    std::iota(particle.begin(), particle.end(), system.particles.size());
    Cloth cloth(pattern, particle, material);  // which throws before a particle is added
    for (double m : mass)
        if (!(m > 0.0))
            throw std::invalid_argument("a point of the pattern has no mass: no triangle, or no density");
    ParticleSystem sewn;  // apart, so that a place that is not finite leaves nothing in the system
    for (std::size_t i = 0; i < pattern.points.size(); ++i)
        sewn.add_particle(mass[i], place(pattern.points[i]));
    system.particles.insert(system.particles.end(), sewn.particles.begin(), sewn.particles.end());
    system.add_force(std::move(cloth));
    return particle;
}

}  // namespace restraint::particles
