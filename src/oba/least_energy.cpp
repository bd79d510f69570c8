// The momentum QP of the thesis [OBA-A.3.2], in the impulses j alone. The rows J of the contacts, three each
// along the axes, and of the joints give
//
//     v+ = v- + W J'j                            [OBA-6.25, OBA-6.26] [OBA-A.3.2-2, OBA-A.3.2-3]
//     u+ = J v+ = u- + A j,   A = J W J'         velocities at the contacts   [OBA-A.3.2-4]
//     1/2 v+'M v+ = 1/2 j'A j + u-.j + constant  kinetic energy   [OBA-6.28, OBA-A.3.2-1]

#include "restraint/oba/least_energy.h"

#include "restraint/oba/tolerances.h"
#include "restraint/optimize/quadratic_program.h"

namespace restraint::oba {

namespace {

/// W of the row's bodies times the row: the velocities that a unit impulse along it gives.
Vector lifted(const gauss::Row& row, const MomentumGroup& group) {
    Vector velocities(6 * group.bodies.size());
    for (const gauss::Block& block : row.blocks())
        for (std::size_t k = 0; k < 6; ++k)
            for (std::size_t l = 0; l < 6; ++l)
                velocities[6 * block.body + k] +=
                    group.inverse_masses[block.body](k, l) * block.coefficients[l];
    return velocities;
}

}  // namespace

GroupAnswer least_energy(const MomentumGroup& group, const World& world, const MomentumOptions& options) {
    const std::size_t m = group.contacts.size();
    std::vector<gauss::Row> rows;  // J
    for (const Contact& contact : group.contacts)
        for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
            rows.push_back(world::direction_row(contact, axis, group.bodies));
    for (const gauss::Row& row : velocity_rows(group.joints, group.bodies)) rows.push_back(row);

    const std::size_t all = rows.size();
    const Vector before = world::velocities(group.bodies);
    optimize::Problem problem = optimize::unconstrained(all);
    problem.hessian = Matrix(all, all);
    std::vector<Vector> velocities_of;  // unit impulses
    for (std::size_t i = 0; i < all; ++i) {
        problem.cost[i] = along(rows[i], before);
        velocities_of.push_back(lifted(rows[i], group));
        for (std::size_t j = 0; j <= i; ++j)
            problem.hessian(i, j) = problem.hessian(j, i) = along(rows[j], velocities_of[i]);
    }
    for (std::size_t k = 0; k < m; ++k) {
        const Vec3 n = group.contacts[k].normal, v = relative_velocity(group.contacts[k], group.bodies);
        Vector change(all);  // of v_n, by each impulse
        for (std::size_t j = 0; j < all; ++j)
            for (std::size_t d = 0; d < 3; ++d) change[j] += n[d] * problem.hessian(3 * k + d, j);
        add_row(problem, change, group.least[k] - dot(n, v), optimize::infinity);  // [OBA-A.3.2-5]
        const ContactFrame frame = contact_frame(n, options.turn_octagon ? v : Vec3{},
                                                 slow_sliding * world.dt * norm(world.gravity));
        for (const Vec3& side : pyramid_sides(frame, world.friction)) {
            Vector push(all);  // u_h . j >= 0   [OBA-6.23, OBA-A.3.2-6]
            for (std::size_t d = 0; d < 3; ++d) push[3 * k + d] = side[d];
            add_row(problem, push, 0.0, optimize::infinity);
        }
    }
    for (std::size_t i = 3 * m; i < all; ++i) {  // u+ = 0   [OBA-6.47]
        Vector change(all);
        for (std::size_t j = 0; j < all; ++j) change[j] = problem.hessian(i, j);
        add_row(problem, change, -problem.cost[i], -problem.cost[i]);
    }
    const optimize::Solution solution = optimize::solve_quadratic(problem);
    GroupAnswer answer;
    answer.status = solution.status;
    answer.qps = 1;
    answer.pivots = solution.iterations;
    if (solution.status != optimize::Status::optimal) return answer;
    answer.velocities = before;
    for (std::size_t i = 0; i < all; ++i) add_scaled(answer.velocities, solution.x[i], velocities_of[i]);
    for (std::size_t k = 0; k < m; ++k)
        answer.impulses.push_back({solution.x[3 * k], solution.x[3 * k + 1], solution.x[3 * k + 2]});
    return answer;
}

}  // namespace restraint::oba
