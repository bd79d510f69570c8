#include "restraint/contact/resting.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "restraint/optimize/active_set.h"
#include "restraint/world/tolerances.h"
#include "tolerances.h"

namespace restraint::contact {

namespace {

// Force and torque on a body for each newton of a contact's force.
struct Wrench {
    Vec3 force, torque;
};

// The force on the body that is B of the contact has a minus, and so has its torque; the notes forget the
// second.
Wrench wrench_on(const RigidBody& body, std::size_t index, const Contact& contact) {
    if (index != contact.a && index != contact.b) return {};
    const Vec3 force = index == contact.a ? contact.normal : -contact.normal;
    return {force, cross(contact.point - body.position, force)};
}

// d_i'' for each newton at contact j.   [PBM-G-code-aij]
double compute_aij(const Contact& ci, const Contact& cj, std::span<const RigidBody> bodies) {
    const auto acceleration = [&](std::size_t index) {
        const RigidBody& body = bodies[index];
        const Wrench wrench = wrench_on(body, index, cj);
        return body.inverse_mass * wrench.force + cross(body.inverse_inertia * wrench.torque,
                                                        ci.point - body.position);  // [PBM-G-D-4, PBM-G-D-5]
    };
    return dot(ci.normal, acceleration(ci.a) - acceleration(ci.b));
}

// Rows of J with the biases of d''.
struct Rows {
    std::vector<gauss::Row> rows;
    Vector bias;
};
Rows acceleration_rows(std::span<const Contact> contacts, std::span<const Joint> joints,
                       std::span<const RigidBody> bodies) {
    Rows result;
    for (const Contact& contact : contacts) {
        result.rows.push_back(gap_row(contact, bodies));
        result.bias.push_back(gap_acceleration_bias(contact, bodies));
    }
    for (const JointRow& joint : joint_rows(joints, bodies)) {
        result.rows.push_back(joint.row);
        result.bias.push_back(joint.bias);
    }
    return result;
}

// W times the block of a row: the velocities that a unit impulse along the row gives to the body.
std::array<double, 6> moved_by(const RigidBody& body, const gauss::Block& block) {
    const auto& c = block.coefficients;
    const Vec3 linear = body.inverse_mass * Vec3{c[0], c[1], c[2]};
    const Vec3 angular = body.inverse_inertia * Vec3{c[3], c[4], c[5]};
    return {linear.x, linear.y, linear.z, angular.x, angular.y, angular.z};
}

// (J W J')_ij: what the row i feels of a unit force along the row j.
double coupling(const gauss::Row& i, const gauss::Row& j, std::span<const RigidBody> bodies) {
    double sum = 0.0;
    for (const gauss::Block& of_i : i.blocks())
        for (const gauss::Block& of_j : j.blocks()) {
            if (of_i.body != of_j.body) continue;
            const std::array<double, 6> moved = moved_by(bodies[of_j.body], of_j);
            for (std::size_t k = 0; k < 6; ++k) sum += of_i.coefficients[k] * moved[k];
        }
    return sum;
}

RestingMotion taken(gauss::Projection projection) {
    return {projection.status, std::move(projection.x), std::move(projection.multipliers),
            std::move(projection.active)};
}

}  // namespace

Matrix compute_a_matrix(std::span<const Contact> contacts, std::span<const RigidBody> bodies) {
    Matrix a(contacts.size(), contacts.size());
    for (std::size_t i = 0; i < contacts.size(); ++i)
        for (std::size_t j = 0; j < contacts.size(); ++j)
            a(i, j) = compute_aij(contacts[i], contacts[j], bodies);
    return a;
}

Vector compute_b_vector(std::span<const Contact> contacts, std::span<const RigidBody> bodies) {
    Vector b;
    for (const Contact& contact : contacts) b.push_back(gap_acceleration(contact, bodies));
    return b;
}

ForceSystem force_system(std::span<const Contact> contacts, std::span<const Joint> joints,
                         std::span<const RigidBody> bodies) {
    const Rows all = acceleration_rows(contacts, joints, bodies);
    const Vector free = free_accelerations(bodies);
    const std::size_t n = all.rows.size();
    ForceSystem system{Matrix(n, n), Vector(n), contacts.size()};
    for (std::size_t i = 0; i < n; ++i) {
        system.b[i] = (gauss::row_value(all.rows[i], free, 6) + all.bias[i]).rounded();
        for (std::size_t j = 0; j <= i; ++j)
            system.a(i, j) = system.a(j, i) = coupling(all.rows[i], all.rows[j], bodies);
    }
    return system;
}

ForceSolution solve_force_program(const ForceSystem& system) {
    const std::size_t n = system.b.size();
    if (n == 0) return {optimize::Status::optimal, {}};
    optimize::Problem problem = optimize::unconstrained(n);
    problem.hessian = 0.5 * (system.a + transpose(system.a));  // symmetric to the last bit
    problem.cost = system.b;
    for (std::size_t i = 0; i < system.contacts; ++i) problem.lower[i] = 0.0;
    for (std::size_t i = system.contacts; i < n; ++i) problem.hessian(i, i) *= 1.0 + least_compliance;
    optimize::Solution solution = optimize::solve_quadratic(problem);
    // What the yielding of a joint leaves of its equation is what the joints contradict each other by: more
    // than their rows are rounded by is a motion that no forces give.
    for (std::size_t i = system.contacts; i < n && solution.status == optimize::Status::optimal; ++i)
        if (least_compliance * system.a(i, i) * std::abs(solution.x[i]) > joint_rounding * max_norm(system.b))
            solution.status = optimize::Status::infeasible;
    return {solution.status, solution.x, solution.iterations};
}

std::vector<std::size_t> independent_rows(Matrix a, std::vector<std::size_t> candidates) {
    std::vector<std::size_t> chosen;
    double largest = 0.0;
    while (!candidates.empty()) {
        const auto next = std::max_element(candidates.begin(), candidates.end(),
                                           [&](std::size_t i, std::size_t j) { return a(i, i) < a(j, j); });
        const std::size_t k = *next;
        largest = std::max(largest, a(k, k));
        if (!(a(k, k) > dependence_tolerance * largest)) break;
        candidates.erase(next);
        chosen.push_back(k);
        for (std::size_t i : candidates) {
            const double factor = a(i, k) / a(k, k);
            for (std::size_t j : candidates) a(i, j) -= factor * a(k, j);
        }
    }
    return chosen;
}

Vector least_forces(const ForceSystem& system, const Vector& forces) {
    const std::size_t n = forces.size();
    if (n == 0) return forces;
    optimize::Problem problem = optimize::unconstrained(n);
    problem.hessian = identity(n);
    const Vector sides = system.a * forces;
    std::vector<std::size_t> all(n);
    std::iota(all.begin(), all.end(), std::size_t{0});
    for (std::size_t i : independent_rows(system.a, all)) {  // A f = A f0
        problem.rows.begin_row();
        for (std::size_t j = 0; j < n; ++j)
            if (system.a(i, j) != 0.0) problem.rows.append(j, system.a(i, j));
        problem.row_lower.push_back(sides[i]);
        problem.row_upper.push_back(sides[i]);
    }
    for (std::size_t i = 0; i < system.contacts; ++i) problem.lower[i] = 0.0;
    const optimize::Solution solution = optimize::solve_quadratic(problem);
    return solution.status == optimize::Status::optimal ? solution.x : forces;
}

double force_residual(const ForceSystem& system, const Vector& forces) {
    const Vector acceleration = system.a * forces + system.b;
    double worst = 0.0;
    for (std::size_t i = 0; i < forces.size(); ++i) {
        if (i >= system.contacts) {
            worst = std::max(worst, std::fabs(acceleration[i]));
            continue;
        }
        worst = std::max({worst, -acceleration[i], -forces[i] * system.a(i, i)});
        // A force and a receding gap exclude each other: the smaller of both, as accelerations, is the fault.
        worst = std::max(worst, std::min(std::fabs(forces[i]) * system.a(i, i), std::fabs(acceleration[i])));
    }
    return worst;
}

RestingMotion project_accelerations(std::span<const Contact> contacts, std::span<const Joint> joints,
                                    std::span<const RigidBody> bodies,
                                    std::span<const optimize::Activity> warm_start) {
    Rows all = acceleration_rows(contacts, joints, bodies);
    for (std::size_t i = 0; i < all.rows.size(); ++i) {
        all.rows[i].lower = -all.bias[i];  // d'' = J a + bias >= 0
        if (i >= contacts.size()) all.rows[i].upper = -all.bias[i];
    }
    const Vector free = free_accelerations(bodies);
    const std::vector<gauss::InverseMass> masses = inverse_masses(bodies);
    if (joints.empty()) return taken(gauss::project(masses, free, all.rows, warm_start));
    gauss::Projection projection;
    for (double rounding : row_sum_roundings) {
        projection = gauss::project(masses, free, all.rows, warm_start,
                                    rounding * (max_norm(free) + max_norm(all.bias)), joint_rounding);
        if (projection.status == optimize::Status::optimal) break;
    }
    return taken(std::move(projection));
}

void apply_contact_forces(std::span<const Contact> contacts, std::span<const Joint> joints,
                          std::span<RigidBody> bodies, const Vector& forces) {
    const std::vector<JointRow> rows = joint_rows(joints, bodies);
    require_same_size("the forces", forces.size(), "contacts and joint rows", contacts.size() + rows.size());
    for (std::size_t i = 0; i < contacts.size(); ++i) {  // +f n on A, -f n on B   [BARAFF89-F, PBM-G-D-tq]
        rigid::add_force(bodies[contacts[i].a], forces[i] * contacts[i].normal, contacts[i].point);
        rigid::add_force(bodies[contacts[i].b], -forces[i] * contacts[i].normal, contacts[i].point);
    }
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (const gauss::Block& block : rows[i].row.blocks()) {
            const double f = forces[contacts.size() + i];
            const auto& c = block.coefficients;
            bodies[block.body].force += f * Vec3{c[0], c[1], c[2]};
            bodies[block.body].torque += f * Vec3{c[3], c[4], c[5]};
        }
}

}  // namespace restraint::contact
