#include "restraint/particles/cloth.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>
#include <tuple>

#include "restraint/particles/force_jacobians.h"
#include "tolerances.h"

namespace restraint::particles {

/// A condition C that the cloth would like to be 0, with its energy 1/2 k C^2 A, and how C changes.
struct ClothCondition {
    double c = 0.0;
    double k = 0.0, area = 0.0;
    std::size_t corners = 0;  // 3 or 4
    std::array<std::size_t, 4> corner{};
    std::array<Vec3, 4> gradient{};  // dC/dx of each corner
    // Stretch only: C = |T| - 1 also grows across T, dn/dx_i = share_i (1 - n n') / |T|.
    std::array<double, 3> share{};
    Vec3 n;
    double inverse_length = 0.0;  // 1/|T|; 0: not a stretch
};

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

/// All edges that two triangles share, found by sorting the sides of all
/// triangles.
std::vector<ClothEdge> inner_edges(const ClothPattern& pattern) {
    struct Side {
        std::size_t low, high, triangle, opposite;
        bool operator<(const Side& other) const {
            return std::tie(low, high, triangle) < std::tie(other.low, other.high, other.triangle);
        }
    };
    std::vector<Side> sides;
    for (std::size_t t = 0; t < pattern.triangles.size(); ++t)
        for (std::size_t k = 0; k < 3; ++k) {
            const auto& corner = pattern.triangles[t];
            const std::size_t a = corner[k], b = corner[(k + 1) % 3];
            sides.push_back({std::min(a, b), std::max(a, b), t, corner[(k + 2) % 3]});
        }
    std::sort(sides.begin(), sides.end());

    std::vector<ClothEdge> edges;
    for (std::size_t k = 0; k + 1 < sides.size(); ++k) {
        const Side &s = sides[k], &next = sides[k + 1];
        if (s.low != next.low || s.high != next.high) continue;
        const bool third = k + 2 < sides.size() && sides[k + 2].low == s.low && sides[k + 2].high == s.high;
        if (third || s.opposite == next.opposite)
            throw std::invalid_argument("the edge between points " + std::to_string(s.low) + " and " +
                                        std::to_string(s.high) +
                                        " of the pattern belongs to three triangles, or to one twice");
        const Vec2 a = pattern.points[s.low], b = pattern.points[s.high];
        const auto area = [&](std::size_t opposite) {
            return std::abs(cross(b - a, pattern.points[opposite] - a)) / 2;
        };
        const double both = area(s.opposite) + area(next.opposite);
        const Vec2 e = b - a;
        const bool along_u = std::abs(e.y) <= on_thread * norm(e),
                   along_v = std::abs(e.x) <= on_thread * norm(e);
        // (h_1 + h_2) / 2, since A_1 = h_1 |b - a| / 2.
        edges.push_back({{s.opposite, s.low, s.high, next.opposite}, both, both / norm(e), along_v, along_u});
    }
    return edges;
}

ClothCondition stretch_condition(const ClothTriangle& t, const std::array<double, 3>& share, Vec3 thread,
                                 double k) {
    const double length = norm(thread);  // S = |T| - 1   [PBM-SE-Su, PBM-SE-triSu]
    ClothCondition condition{length - 1, k, t.area, 3, {}, {}, share, normalized(thread), 0.0};
    if (length > 0.0) condition.inverse_length = 1 / length;
    for (std::size_t i = 0; i < 3; ++i) {
        condition.corner[i] = t.corner[i];
        condition.gradient[i] = share[i] * condition.n;
    }
    return condition;
}

/// With unit threads n_u, n_v, c = n_u.n_v and s = |n_u x n_v|, the angle asin c changes with T(u) along
/// (n_v - c n_u) / (s |T(u)|), and with T(v) likewise.
ClothCondition shear_condition(const ClothTriangle& t, const std::array<Vec3, 3>& x, double k) {
    const Vec3 warp = t.warp(x), weft = t.weft(x), n_u = normalized(warp), n_v = normalized(weft);
    const double c = dot(n_u, n_v), s = norm(cross(n_u, n_v));
    ClothCondition condition{shear_angle(t, x), k, t.area, 3, {}, {}, {}, {}, 0.0};
    const bool has_direction = s > 0.0;  // false for a thread without length, too
    const Vec3 by_warp = has_direction ? (n_v - c * n_u) / (s * norm(warp)) : Vec3{};
    const Vec3 by_weft = has_direction ? (n_u - c * n_v) / (s * norm(weft)) : Vec3{};
    for (std::size_t i = 0; i < 3; ++i) {
        condition.corner[i] = t.corner[i];
        condition.gradient[i] = t.du[i] * by_warp + t.dv[i] * by_weft;
    }
    return condition;
}

/// The triangles are 0 1 2 and 3 2 1, their normals (not of length 1) n_a and n_b. When corner 0 rises by d
/// above its triangle the angle changes by d over the height of 0 over the edge, which is |n_a| / |e|; the
/// ends of the edge share what keeps a translation from changing it.
ClothCondition bend_condition(const ClothEdge& edge, const std::array<Vec3, 4>& x, double k) {
    const double kappa = bend_angle(x) / edge.l_perp;  // [PBM-SE-kappa]
    ClothCondition condition{kappa, k, edge.area, 4, edge.corner, {}, {}, {}, 0.0};
    const Vec3 e = x[2] - x[1];
    const Vec3 n_a = cross(x[1] - x[0], x[2] - x[0]), n_b = cross(x[2] - x[3], x[1] - x[3]);
    const double length = norm(e);
    if (!(norm(n_a) > 0.0) || !(norm(n_b) > 0.0)) return condition;
    const Vec3 up_a = n_a / dot(n_a, n_a), up_b = n_b / dot(n_b, n_b);
    const auto along = [&](Vec3 d) { return dot(d, e) / length; };
    condition.gradient[0] = length * up_a;
    condition.gradient[3] = length * up_b;
    condition.gradient[1] = along(x[0] - x[2]) * up_a + along(x[3] - x[2]) * up_b;
    condition.gradient[2] = -(along(x[0] - x[1]) * up_a + along(x[3] - x[1]) * up_b);
    for (Vec3& gradient : condition.gradient) gradient = -1 / edge.l_perp * gradient;
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

double shear_angle(const ClothTriangle& triangle, const std::array<Vec3, 3>& x) {
    // pi/2 - acos(n_u.n_v) = asin(n_u.n_v), without the loss of digits of asin near 1.   [PBM-SE-trith]
    const Vec3 n_u = normalized(triangle.warp(x)), n_v = normalized(triangle.weft(x));
    return std::atan2(dot(n_u, n_v), norm(cross(n_u, n_v)));
}

double bend_angle(const std::array<Vec3, 4>& x) {
    const Vec3 n_a = normalized(cross(x[1] - x[0], x[2] - x[0]));
    const Vec3 n_b = normalized(cross(x[2] - x[3], x[1] - x[3]));
    const Vec3 e = normalized(x[2] - x[1]);
    return std::atan2(dot(cross(n_a, n_b), e), dot(n_a, n_b));
}

Cloth::Cloth(const ClothPattern& pattern, const std::vector<std::size_t>& particle,
             const ClothMaterial& material)
    : material_(material) {
    require_same_size("the list of particles", particle.size(), "the pattern", pattern.points.size());
    for (double constant : {material.density, material.stretch_warp, material.stretch_weft, material.shear,
                            material.bend, material.damping, material.bend_of_weft})
        if (!(constant >= 0.0) || !std::isfinite(constant))
            throw std::invalid_argument("a constant of the cloth is " + std::to_string(constant) +
                                        ", but must be >= 0 and finite");
    for (const auto& t : pattern.triangles) {
        triangles_.push_back(make_triangle(pattern, t));
        for (std::size_t& corner : triangles_.back().corner) corner = particle[corner];
    }
    edges_ = inner_edges(pattern);
    for (ClothEdge& edge : edges_)
        for (std::size_t& corner : edge.corner) corner = particle[corner];
}

void Cloth::check(const ParticleSystem& system) const {
    for (const ClothTriangle& t : triangles_)
        for (std::size_t corner : t.corner) system.at(corner);
}

void Cloth::for_each_condition(const ParticleSystem& system,
                               const std::function<void(const ClothCondition&)>& visit) const {
    for (const ClothTriangle& t : triangles_) {
        const auto x = places(system, t.corner);
        visit(stretch_condition(t, t.du, t.warp(x), material_.stretch_warp));  // [PBM-SE-triEs]
        visit(stretch_condition(t, t.dv, t.weft(x), material_.stretch_weft));
        visit(shear_condition(t, x, material_.shear));  // [PBM-SE-triEsh]
    }
    if (material_.bend == 0.0) return;
    for (const ClothEdge& edge : edges_)
        if (bend_constant(edge) > 0.0)
            visit(bend_condition(edge, places(system, edge.corner), bend_constant(edge)));  // [PBM-SE-triEb]
}

double Cloth::bend_constant(const ClothEdge& edge) const {
    return edge.bends_warp ? material_.bend : edge.bends_weft ? material_.bend * material_.bend_of_weft : 0.0;
}

double Cloth::energy(const ParticleSystem& system) const {
    double sum = 0.0;
    for_each_condition(system, [&](const ClothCondition& condition) {
        sum += condition.k * condition.c * condition.c * condition.area / 2;
    });
    return sum;
}

void Cloth::apply(ParticleSystem& system) const {
    for_each_condition(system, [&](const ClothCondition& condition) {
        double rate = 0.0;  // Cdot
        for (std::size_t i = 0; i < condition.corners; ++i)
            rate += dot(condition.gradient[i], system.particles[condition.corner[i]].v);
        const double pull = -condition.area * condition.k * (condition.c + material_.damping * rate);
        for (std::size_t i = 0; i < condition.corners; ++i)
            system.particles[condition.corner[i]].f += pull * condition.gradient[i];
    });
}

void Cloth::add_jacobians(const ParticleSystem& system, ForceJacobians& jacobians) const {
    for_each_condition(system, [&](const ClothCondition& condition) {
        const double k = condition.area * condition.k;
        const double taut = std::max(0.0, condition.c) * condition.inverse_length;
        const Mat3 across = taut > 0.0 ? taut * (Mat3::identity() - outer(condition.n, condition.n)) : Mat3{};
        for (std::size_t i = 0; i < condition.corners; ++i)
            for (std::size_t j = 0; j < condition.corners; ++j) {
                const Mat3 along = outer(condition.gradient[i], condition.gradient[j]);
                Mat3 dx = along;
                if (taut > 0.0) dx = dx + condition.share[i] * condition.share[j] * across;
                jacobians.add(condition.corner[i], condition.corner[j], -k * dx,
                              -k * material_.damping * along);
            }
    });
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
    for (std::size_t i = 0; i < pattern.points.size(); ++i)
        system.add_particle(mass[i], place(pattern.points[i]));
    system.add_force(std::move(cloth));
    return particle;
}

}  // namespace restraint::particles
