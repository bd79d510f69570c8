#include "restraint/contact/resting.h"

#include <algorithm>
#include <cmath>

#include "restraint/optimize/least_distance.h"
#include "tolerances.h"

namespace restraint::contact {

namespace {

// d_i'' for each newton at contact j.   [PBM-G-code-aij]
double compute_aij(const Contact& ci, const Contact& cj, std::span<const RigidBody> bodies) {
    // The force on the body that is B of the contact has a minus, and so has its torque; the notes forget the
    // second.
    const auto acceleration = [&](std::size_t index) {
        const RigidBody& body = bodies[index];
        const Vec3 force = index == cj.a ? cj.normal : index == cj.b ? -cj.normal : Vec3{};
        const Vec3 torque = cross(cj.point - body.position, force);
        return body.inverse_mass * force +
               cross(body.inverse_inertia * torque, ci.point - body.position);  // [PBM-G-D-4, PBM-G-D-5]
    };
    return dot(ci.normal, acceleration(ci.a) - acceleration(ci.b));
}

// (J W J')_ij: what the row i feels of a unit force along the row j.
double coupling(const gauss::Row& i, const gauss::Row& j, std::span<const gauss::InverseMass> masses) {
    double sum = 0.0;
    for (const gauss::Block& of_i : i.blocks())
        for (const gauss::Block& of_j : j.blocks()) {
            if (of_i.body != of_j.body) continue;
            for (std::size_t k = 0; k < 6; ++k)
                for (std::size_t l = 0; l < 6; ++l)
                    sum += of_i.coefficients[k] * masses[of_i.body](k, l) * of_j.coefficients[l];
        }
    return sum;
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

std::vector<MotionRow> motion_rows(std::span<const Contact> contacts, std::span<const Joint> joints,
                                   std::span<const RigidBody> bodies) {
    std::vector<MotionRow> rows;
    for (const Contact& contact : contacts)
        rows.push_back({gap_row(contact, bodies), contact.gap, gap_acceleration_bias(contact, bodies)});
    for (const MotionRow& row : joint_rows(joints, bodies)) rows.push_back(row);
    return rows;
}

std::vector<gauss::Row> rows_with(const std::vector<MotionRow>& conditions, double MotionRow::*rest) {
    std::vector<gauss::Row> rows;
    for (const MotionRow& condition : conditions) {
        rows.push_back(condition.row);
        rows.back().lower -= condition.*rest;
        rows.back().upper -= condition.*rest;
    }
    return rows;
}

ForceSystem force_system(std::span<const Contact> contacts, std::span<const Joint> joints,
                         std::span<const RigidBody> bodies) {
    const std::vector<MotionRow> all = motion_rows(contacts, joints, bodies);
    const Vector free = free_accelerations(bodies);
    const std::vector<gauss::InverseMass> masses = inverse_masses(bodies);
    const std::size_t n = all.size();
    ForceSystem system{Matrix(n, n), Vector(n), contacts.size()};
    for (std::size_t i = 0; i < n; ++i) {
        system.b[i] = (gauss::row_value(all[i].row, free, 6) + all[i].bias).rounded();
        for (std::size_t j = 0; j <= i; ++j)
            system.a(i, j) = system.a(j, i) = coupling(all[i].row, all[j].row, masses);
    }
    return system;
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
    const Vector moving = system.a * forces;
    SparseRows rows(n);
    Vector lower, upper;
    for (std::size_t i = 0; i < n; ++i) {  // A f = A f0
        rows.begin_row();
        for (std::size_t j = 0; j < n; ++j)
            if (system.a(i, j) != 0.0) rows.append(j, system.a(i, j));
        lower.push_back(moving[i]);
        upper.push_back(moving[i]);
    }
    for (std::size_t i = 0; i < system.contacts; ++i) {  // f >= 0
        rows.begin_row();
        rows.append(i, 1.0);
        lower.push_back(0.0);
        upper.push_back(optimize::infinity);
    }
    optimize::NearestPoint polyhedron({rows, rows, lower, upper}, 0.0, dependence_tolerance);
    const optimize::LeastDistance least = polyhedron.solve(Vector(n));
    return least.status == optimize::Status::optimal ? least.x : forces;
}

double force_residual(const ForceSystem& system, const Vector& forces) {
    const Vector acceleration = system.a * forces + system.b;
    double worst = 0.0;
    for (std::size_t i = 0; i < forces.size(); ++i) {
        const double f = forces[i] * system.a(i, i), d = acceleration[i];
        // A force and a receding gap exclude each other: the smaller of both, as accelerations, is the fault.
        worst =
            std::max(worst, i >= system.contacts ? std::fabs(d)
                                                 : std::max({-d, -f, std::min(std::fabs(f), std::fabs(d))}));
    }
    return worst;
}

gauss::Projection project_accelerations(std::span<const Contact> contacts, std::span<const Joint> joints,
                                        std::span<const RigidBody> bodies,
                                        std::span<const optimize::Activity> warm_start) {
    const std::vector<gauss::Row> rows =
        rows_with(motion_rows(contacts, joints, bodies), &MotionRow::bias);  // d'' = J a + bias >= 0
    if (warm_start.size() != rows.size()) warm_start = {};
    return nearest_motion(bodies, free_accelerations(bodies), rows, !joints.empty(), warm_start);
}

void apply_contact_forces(std::span<const Contact> contacts, std::span<const Joint> joints,
                          std::span<RigidBody> bodies, const Vector& forces) {
    const std::vector<MotionRow> rows = joint_rows(joints, bodies);
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
