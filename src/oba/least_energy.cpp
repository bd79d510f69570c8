// The momentum QP of the thesis, in the impulses alone: with v+ = v- + W J'j [OBA-6.25, OBA-6.26]
// [OBA-A.3.2-2, OBA-A.3.2-3] and u = J v the velocities of the contacts [OBA-A.3.2-4], the kinetic energy is
// u-.j + 1/2 j'A j up to a constant, A = J W J'.

#include <cmath>

#include "momentum_groups.h"
#include "restraint/optimize/active_set.h"

namespace restraint::oba {

void add_impulse(const Contact& contact, Vec3 impulse, World& world) {
    // The thesis' A is our B, and so is its minus.   [OBA-6.25, OBA-6.26]
    if (world.responds(contact.a)) rigid::add_impulse(world.bodies[contact.a], impulse, contact.point);
    if (world.responds(contact.b)) rigid::add_impulse(world.bodies[contact.b], -impulse, contact.point);
}

GroupOutcome least_energy(World& world, const std::vector<Contact>& contacts, const MomentumGroup& group,
                          std::span<const double> least, const MomentumOptions& options,
                          MomentumUpdate& result) {
    const std::size_t m = group.contacts.size();
    optimize::Problem problem = optimize::unconstrained(3 * m);
    problem.hessian = Matrix(3 * m, 3 * m);
    World moved = world;
    std::vector<ContactFrame> frames;
    for (std::size_t k = 0; k < m; ++k) {
        const Contact& contact = contacts[group.contacts[k]];
        const Vec3 v = relative_velocity(contact, world.bodies);
        frames.push_back(contact_frame(contact.normal, options.turn_octagon ? v : Vec3{}, 1e-6));
        for (std::size_t c = 0; c < 3; ++c) problem.cost[3 * k + c] = v[c];
    }
    for (std::size_t k = 0; k < m; ++k)  // column by column: what a unit impulse does to all contacts
        for (std::size_t c = 0; c < 3; ++c) {
            Vec3 unit;
            unit[c] = 1.0;
            moved.bodies = world.bodies;
            add_impulse(contacts[group.contacts[k]], unit, moved);
            for (std::size_t l = 0; l < m; ++l) {
                const Contact& other = contacts[group.contacts[l]];
                const Vec3 change =
                    relative_velocity(other, moved.bodies) - relative_velocity(other, world.bodies);
                for (std::size_t d = 0; d < 3; ++d) problem.hessian(3 * l + d, 3 * k + c) = change[d];
            }
        }
    for (std::size_t i = 0; i < 3 * m; ++i)
        for (std::size_t j = 0; j < i; ++j)
            problem.hessian(i, j) = problem.hessian(j, i) =
                0.5 * (problem.hessian(i, j) + problem.hessian(j, i));
    const auto add_row = [&](double lower) {
        problem.row_lower.push_back(lower);
        problem.row_upper.push_back(optimize::infinity);
    };
    for (std::size_t k = 0; k < m; ++k) {
        const Vec3 n = frames[k].normal;
        problem.rows.begin_row();  // v_n+ >= bounce   [OBA-6.27]
        for (std::size_t j = 0; j < 3 * m; ++j) {
            double value = 0.0;
            for (std::size_t d = 0; d < 3; ++d) value += n[d] * problem.hessian(3 * k + d, j);
            if (value != 0.0) problem.rows.append(j, value);
        }
        const std::size_t i = group.contacts[k];
        add_row(least[i] - dot(n, relative_velocity(contacts[i], world.bodies)));
        for (const Vec3& side : pyramid_sides(frames[k], world.friction)) {  // u_h . j >= 0   [OBA-6.23]
            problem.rows.begin_row();
            for (std::size_t d = 0; d < 3; ++d) problem.rows.append(3 * k + d, side[d]);
            add_row(0.0);
        }
    }
    const optimize::Solution solution = optimize::solve_quadratic(problem);
    ++result.qps;
    result.pivots += solution.iterations;
    if (solution.status != optimize::Status::optimal) return {solution.status, {}, 0.0, true};
    for (std::size_t k = 0; k < m; ++k) {
        const Vec3 impulse{solution.x[3 * k], solution.x[3 * k + 1], solution.x[3 * k + 2]};
        result.impulses[group.contacts[k]] = impulse;
        add_impulse(contacts[group.contacts[k]], impulse, world);
    }
    return {};
}

}  // namespace restraint::oba
