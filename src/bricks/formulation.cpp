#include "restraint/bricks/formulation.h"

#include <utility>

namespace restraint::bricks {

Formulation formulation(Bricks bricks, std::span<const Contact> contacts, Unknown unknown) {
    const bool accelerations = unknown == Unknown::accelerations;
    Formulation f;
    const auto add_body = [&](const std::vector<double>& masses, const std::vector<double>& velocity) {
        std::vector<double> inverse;
        for (std::size_t k = 0; k < masses.size(); ++k) {
            const bool moves = masses[k] > 0.0;  // what is fixed has inverse mass 0 and target 0
            const double falls = k == 0 ? bricks.tower.gravity.x : k == 1 ? bricks.tower.gravity.y : 0.0;
            inverse.push_back(moves ? 1.0 / masses[k] : 0.0);
            f.target.push_back(!moves ? 0.0 : accelerations ? falls : velocity[k]);
        }
        f.inverse_masses.push_back(gauss::InverseMass::diagonal(inverse));
    };
    Framework& points = bricks.framework;
    for (std::size_t i = 0; i < points.masses.size(); ++i)
        add_body({points.masses[i], points.masses[i]}, {points.velocities[i].x, points.velocities[i].y});
    for (const Body& body : bricks.tower.bodies) {
        if (!bricks.are_rigid()) break;
        const double mass = body.fixed ? 0.0 : body.mass, inertia = body.fixed ? 0.0 : body.inertia;
        const Motion& v = body.velocity;
        add_body({mass, mass, inertia}, {v.linear.x, v.linear.y, v.angular});
    }
    if (!accelerations) {  // (S1) and (L1) are of sides 0
        bricks.tower = with_velocities(bricks.tower, {});
        for (Vec2& velocity : points.velocities) velocity = {};
    }
    for (const Contact& contact : contacts) add_gap(bricks, contact, f.rows.emplace_back());
    add_joints(bricks, f.rows);
    if (!bricks.tower.bodies.empty())
        f.bodies_per_brick = f.inverse_masses.size() / bricks.tower.bodies.size();
    return f;
}

}  // namespace restraint::bricks
