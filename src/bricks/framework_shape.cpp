#include "restraint/bricks/framework_shape.h"

#include <cmath>

namespace restraint::bricks {
namespace {

/// Outline through four corners of the world; they need not be quite a rectangle.
Outline outline_through(const std::vector<Vec2>& corners) {
    Outline result;
    for (const Vec2 corner : corners) result.centre += 0.25 * corner;
    for (const Vec2 corner : corners) result.corners.push_back(corner - result.centre);
    for (std::size_t e = 0; e < 4; ++e) {
        const Vec2 start = result.corners[e], end = result.corners[(e + 1) % 4];
        const Vec2 direction = (1.0 / norm(end - start)) * (end - start), normal = -perpendicular(direction);
        result.edges.push_back(
            {normal, dot(normal, 0.5 * (start + end)), dot(direction, start), dot(direction, end)});
    }
    return result;
}

}  // namespace

std::vector<Outline> framework_outlines(const Framework& framework, const Tower& tower) {
    std::vector<Outline> result;
    for (std::size_t b = 0; b < tower.bodies.size(); ++b) {
        const auto first = framework.positions.begin() + static_cast<std::ptrdiff_t>(framework.first[b]);
        result.push_back(outline_through({first, first + 4}));
    }
    append_tables(tower, result);
    return result;
}

void fit_bodies(const Framework& framework, Tower& tower) {
    Vector velocities;
    for (const Vec2 v : framework.velocities) {
        velocities.push_back(v.x);
        velocities.push_back(v.y);
    }
    const std::vector<Motion> motions = rigid_motions(framework, tower, velocities);
    for (std::size_t b = 0; b < tower.bodies.size(); ++b) {
        Body& body = tower.bodies[b];
        if (body.fixed) continue;
        const std::size_t first = framework.first[b];
        Vec2 centre;
        for (std::size_t k = 0; k < 4; ++k) centre += 0.25 * framework.positions[first + k];
        double along = 0.0, across = 0.0;  // of the corners, as seen from the body's last pose
        const double cosine = std::cos(body.pose.angle), sine = std::sin(body.pose.angle);
        for (std::size_t k = 0; k < 4; ++k) {
            const Vec2 arm = rotated(body.vertices[k], cosine, sine);
            along += dot(arm, framework.positions[first + k] - centre);
            across += cross(arm, framework.positions[first + k] - centre);
        }
        body.pose.position = centre;
        body.pose.angle += std::atan2(across, along);
        body.velocity = motions[b];
    }
}

Energy energy(const Framework& framework, Vec2 gravity, double seconds_before) {
    Energy sum;
    for (std::size_t i = 0; i < framework.masses.size(); ++i) {
        const Vec2 v = framework.velocities[i];
        sum.kinetic += 0.5 * framework.masses[i] * dot(v, v);
        sum.potential -= framework.masses[i] * dot(gravity, framework.positions[i] - seconds_before * v);
    }
    return sum;
}

}  // namespace restraint::bricks
