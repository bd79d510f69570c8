#include "restraint/bricks/formulation.h"

#include "restraint/bricks/rows.h"

namespace restraint::bricks {

Formulation rigid_formulation(const Tower& tower, std::span<const Contact> contacts, Unknown unknown) {
    const bool accelerations = unknown == Unknown::accelerations;
    Formulation f;
    for (const Body& body : tower.bodies) {
        // Bodies that are fixed stay where they are: target 0, inverse mass 0.
        const double w = body.fixed ? 0.0 : 1.0 / body.mass, w_turn = body.fixed ? 0.0 : 1.0 / body.inertia;
        const Motion free = body.fixed      ? Motion{}
                            : accelerations ? Motion{tower.gravity, 0.0}
                                            : body.velocity;
        f.inverse_masses.push_back(gauss::InverseMass::diagonal({w, w, w_turn}));
        f.target.push_back(free.linear.x);
        f.target.push_back(free.linear.y);
        f.target.push_back(free.angular);
    }
    Tower moving = tower;  // velocities are asked for sides 0
    if (!accelerations)
        for (Body& body : moving.bodies) body.velocity = {};
    for (const Contact& contact : contacts) f.rows.push_back(gap_row(moving, contact));
    for (const gauss::Row& row : pin_rows(moving)) f.rows.push_back(row);
    return f;
}

Formulation framework_formulation(Framework framework, const Tower& tower, std::span<const Contact> contacts,
                                  Unknown unknown) {
    Formulation result;
    if (!tower.bodies.empty()) result.bodies_per_brick = framework.masses.size() / tower.bodies.size();
    for (std::size_t i = 0; i < framework.masses.size(); ++i) {
        const double mass = framework.masses[i], w = mass > 0.0 ? 1.0 / mass : 0.0;
        const Vec2 gravity = mass > 0.0 ? tower.gravity : Vec2{};
        const Vec2 free = unknown == Unknown::accelerations ? gravity : framework.velocities[i];
        result.inverse_masses.push_back(gauss::InverseMass::diagonal({w, w}));
        result.target.push_back(free.x);
        result.target.push_back(free.y);
        if (unknown == Unknown::velocities) framework.velocities[i] = {};  // (S1) and (L1) are of sides 0
    }
    for (const Contact& c : contacts)
        add_side(framework, tower, {c.vertex_part, c.vertex, c.edge_part, c.edge}, c.fraction,
                 c.vertex_part == c.a ? c.normal : -c.normal, result.rows.emplace_back());
    for (const gauss::Row& row : pin_rows(framework, tower)) result.rows.push_back(row);
    for (const Bar& bar : framework.bars) result.rows.push_back(bar_row(framework, bar));
    return result;
}

std::vector<Motion> body_motions(const Tower& tower, const Vector& x) {
    std::vector<Motion> motions;
    for (std::size_t i = 0; i < tower.bodies.size(); ++i)
        motions.push_back({{x[3 * i], x[3 * i + 1]}, x[3 * i + 2]});
    return motions;
}

}  // namespace restraint::bricks
