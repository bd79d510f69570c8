#include "restraint/bricks/framework.h"

#include <cmath>
#include <numeric>
#include <stdexcept>

namespace restraint::bricks {
namespace {

/// Points of one brick at angle 0 from its centre, its mass on them as shares of their sum, and its bars.
struct Skeleton {
    std::vector<Vec2> points;
    std::vector<double> shares;
    std::vector<Bar> bars;
};

Skeleton corner_masses(const Body& brick, Bars bars) {
    Skeleton s{brick.vertices, {1.0, 1.0, 1.0, 1.0}, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}}};
    if (bars == Bars::braced) s.bars.push_back({1, 3});
    return s;
}

/// Corners 0..3, middles of the sides 4..7 (4 + e on the side from corner e), centre 8.   [ROTE-fig10]
Skeleton nine_masses(const Body& brick, Bars bars) {
    Skeleton s{brick.vertices, {1.0, 1.0, 1.0, 1.0, 4.0, 4.0, 4.0, 4.0, 16.0}, {}};
    for (std::size_t e = 0; e < 4; ++e) {
        s.points.push_back(0.5 * (brick.vertices[e] + brick.vertices[(e + 1) % 4]));
        s.bars.push_back({e, 4 + e});
        s.bars.push_back({4 + e, (e + 1) % 4});
        s.bars.push_back({4 + e, 8});  // without it the middle of a straight side would be loose
        if (e < 3 || bars == Bars::braced) s.bars.push_back({e, 8});
    }
    s.points.push_back({0.0, 0.0});
    return s;
}

void add_body(Framework& f, const Body& body, const Skeleton& skeleton) {
    const double cosine = std::cos(body.pose.angle), sine = std::sin(body.pose.angle);
    const double shares = std::accumulate(skeleton.shares.begin(), skeleton.shares.end(), 0.0);
    const std::size_t first = f.positions.size();
    for (std::size_t p = 0; p < skeleton.points.size(); ++p) {
        const Vec2 arm = rotated(skeleton.points[p], cosine, sine);
        f.positions.push_back(body.pose.position + arm);
        f.velocities.push_back(
            body.fixed ? Vec2{} : body.velocity.linear + body.velocity.angular * perpendicular(arm));
        f.masses.push_back(body.fixed ? 0.0 : skeleton.shares[p] / shares * body.mass);
    }
    if (!body.fixed)
        for (const Bar& bar : skeleton.bars)
            f.bars.push_back(
                {first + bar.i, first + bar.j, norm(skeleton.points[bar.i] - skeleton.points[bar.j])});
    f.first.push_back(f.positions.size());
}

}  // namespace

Framework make_framework(const Tower& tower, Model model, Bars bars) {
    Framework f;
    if (model == Model::rigid) return f;
    f.first.push_back(0);
    for (const Body& body : tower.bodies) {
        if (!body.rectangle)
            throw std::invalid_argument(body.name + " is a polygon, but only bricks have frameworks");
        add_body(f, body, model == Model::framework4 ? corner_masses(body, bars) : nine_masses(body, bars));
    }
    return f;
}

std::vector<Outline> outlines(const Bricks& bricks) {
    if (bricks.are_rigid()) return outlines(bricks.tower);
    std::vector<Outline> result;
    for (std::size_t b = 0; b < bricks.tower.bodies.size(); ++b) {
        const Vec2* points = &bricks.framework.positions[bricks.framework.first[b]];
        const Vec2 centre = 0.25 * (points[0] + points[1] + points[2] + points[3]);
        result.push_back(outline_through(
            centre, {points[0] - centre, points[1] - centre, points[2] - centre, points[3] - centre}));
    }
    append_tables(bricks.tower, result);
    return result;
}

std::vector<Motion> fitted_motions(const Bricks& bricks) {
    const Framework& f = bricks.framework;
    std::vector<Motion> result(bricks.tower.bodies.size());
    for (std::size_t b = 0; b < result.size(); ++b) {
        if (bricks.tower.bodies[b].fixed) continue;
        double mass = 0.0, inertia = 0.0, turning = 0.0;
        Vec2 centre, momentum;
        for (std::size_t p = f.first[b]; p < f.first[b + 1]; ++p) {
            mass += f.masses[p];
            centre += f.masses[p] * f.positions[p];
            momentum += f.masses[p] * f.velocities[p];
        }
        centre = (1.0 / mass) * centre;
        for (std::size_t p = f.first[b]; p < f.first[b + 1]; ++p) {
            const Vec2 arm = f.positions[p] - centre;
            inertia += f.masses[p] * dot(arm, arm);
            turning += f.masses[p] * cross(arm, f.velocities[p]);
        }
        result[b] = {(1.0 / mass) * momentum, turning / inertia};
    }
    return result;
}

std::vector<Motion> body_motions(const Bricks& bricks, const Vector& x) {
    if (!bricks.are_rigid()) {
        Bricks moving = bricks;
        std::vector<Vec2>& velocities = moving.framework.velocities;
        for (std::size_t p = 0; p < velocities.size(); ++p) velocities[p] = point_at(x, p);
        return fitted_motions(moving);
    }
    std::vector<Motion> motions;
    for (std::size_t i = 0; i < bricks.tower.bodies.size(); ++i)
        motions.push_back({{x[3 * i], x[3 * i + 1]}, x[3 * i + 2]});
    return motions;
}

}  // namespace restraint::bricks
