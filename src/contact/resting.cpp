#include "restraint/contact/resting.h"

#include "restraint/optimize/active_set.h"
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
    ForceSystem system{
        couplings(rows_with(all, &MotionRow::bias), inverse_masses(bodies)), {}, contacts.size()};
    for (const MotionRow& condition : all)
        system.b.push_back((gauss::row_value(condition.row, free, 6) + condition.bias).rounded());
    return system;
}

Vector least_forces(const ForceSystem& system, const Vector& forces) {
    const std::size_t n = forces.size();
    const Vector moving = system.a * forces;
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < n; ++i) all.push_back(i);
    SparseRows rows(n);
    Matrix left = system.a;
    Vector lower, upper;
    for (std::size_t i : independent_rows(left, all, dependence_tolerance)) {  // A f = A f0
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
    optimize::NearestPoint polyhedron({rows, rows, lower, upper});
    const optimize::LeastDistance least = polyhedron.solve(Vector(n));
    return least.status == optimize::Status::optimal ? least.x : forces;
}

gauss::Projection project_accelerations(std::span<const Contact> contacts, std::span<const Joint> joints,
                                        std::span<const RigidBody> bodies,
                                        std::span<const optimize::Activity> warm_start) {
    const std::vector<gauss::Row> rows =
        rows_with(motion_rows(contacts, joints, bodies), &MotionRow::bias);  // d'' = J a + bias >= 0
    if (warm_start.size() != rows.size()) warm_start = {};
    return nearest_motion(bodies, free_accelerations(bodies), rows, warm_start);
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
