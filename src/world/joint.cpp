#include "restraint/world/joint.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace restraint::world {

namespace {

// c = e.(p_a - p_b); c'' has the centripetal parts of both points.
MotionRow point_row(const Joint& joint, std::span<const RigidBody> bodies, Vec3 e) {
    const RigidBody &a = bodies[joint.a], &b = bodies[joint.b];
    const Vec3 p = a.pose().to_world(joint.anchor_a), q = b.pose().to_world(joint.anchor_b);
    MotionRow result{relative_row(bodies, joint.a, p, joint.b, q, e), dot(e, p - q),
                     dot(e, rigid::centripetal(a, p) - rigid::centripetal(b, q))};
    result.row.upper = 0.0;
    return result;
}

// c = u.h, u turning with B and h with A: c' = (h x u).(omega_a - omega_b), and c'' has the rate of h x u.
MotionRow axis_row(const Joint& joint, std::span<const RigidBody> bodies, Vec3 u_body) {
    const RigidBody &a = bodies[joint.a], &b = bodies[joint.b];
    const Vec3 h = a.orientation * joint.axis_a, u = b.orientation * u_body;
    const Vec3 h_rate = cross(a.angular_velocity, h), u_rate = cross(b.angular_velocity, u);
    const Vec3 lever = cross(h, u);
    gauss::Row row;
    row.upper = 0.0;
    row.add(joint.a, {0, 0, 0, lever.x, lever.y, lever.z});
    row.add(joint.b, {0, 0, 0, -lever.x, -lever.y, -lever.z});
    return {row, dot(u, h),
            dot(cross(h_rate, u) + cross(h, u_rate), a.angular_velocity - b.angular_velocity)};
}

}  // namespace

void require_body(std::span<const RigidBody> bodies, const std::string& what, std::size_t body) {
    if (body >= bodies.size())
        throw std::invalid_argument(what + " names body " + std::to_string(body) + ", but there are " +
                                    std::to_string(bodies.size()));
}

void require_pair(std::span<const RigidBody> bodies, const std::string& what, std::size_t a, std::size_t b) {
    require_body(bodies, what, a);
    require_body(bodies, what, b);
    if (a == b)
        throw std::invalid_argument(what + " names body " + std::to_string(a) + ", " + bodies[a].name +
                                    ", twice; it needs two different ones");
}

Joint make_ball_joint(std::span<const RigidBody> bodies, std::size_t a, std::size_t b, Vec3 world_point) {
    require_pair(bodies, "a joint", a, b);
    const Vec3 on_a = bodies[a].pose().to_body(world_point), on_b = bodies[b].pose().to_body(world_point);
    return {Joint::Kind::ball, a, b, on_a, on_b, {}, {}};
}

Joint make_hinge(std::span<const RigidBody> bodies, std::size_t a, std::size_t b, Vec3 world_point,
                 Vec3 world_axis) {
    Joint joint = make_ball_joint(bodies, a, b, world_point);
    const Vec3 axis = normalized(world_axis);
    if (!(norm(axis) > 0.5)) throw std::invalid_argument("the axis of a hinge has no length");
    joint.kind = Joint::Kind::hinge;
    joint.axis_a = transpose_times(bodies[a].orientation, axis);
    joint.axis_b = transpose_times(bodies[b].orientation, axis);
    return joint;
}

gauss::Row relative_row(std::span<const RigidBody> bodies, std::size_t a, Vec3 p, std::size_t b, Vec3 q,
                        Vec3 u) {
    gauss::Row row;
    const Vec3 on_a = cross(p - bodies[a].position, u), on_b = cross(q - bodies[b].position, -u);
    row.add(a, {u.x, u.y, u.z, on_a.x, on_a.y, on_a.z});
    row.add(b, {-u.x, -u.y, -u.z, on_b.x, on_b.y, on_b.z});
    return row;
}

std::vector<MotionRow> joint_rows(const Joint& joint, std::span<const RigidBody> bodies) {
    std::vector<MotionRow> rows;
    for (Vec3 e : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) rows.push_back(point_row(joint, bodies, e));
    if (joint.kind == Joint::Kind::hinge) {
        const Vec3 u = unit_across(joint.axis_b);
        rows.push_back(axis_row(joint, bodies, u));
        rows.push_back(axis_row(joint, bodies, cross(joint.axis_b, u)));
    }
    return rows;
}

std::vector<MotionRow> joint_rows(std::span<const Joint> joints, std::span<const RigidBody> bodies) {
    std::vector<MotionRow> rows;
    for (const Joint& joint : joints)
        for (const MotionRow& row : joint_rows(joint, bodies)) rows.push_back(row);
    return rows;
}

std::vector<gauss::Row> velocity_rows(std::span<const Joint> joints, std::span<const RigidBody> bodies) {
    std::vector<gauss::Row> rows;
    for (const MotionRow& joint : joint_rows(joints, bodies)) rows.push_back(joint.row);
    return rows;
}

double joint_error(std::span<const Joint> joints, std::span<const RigidBody> bodies) {
    double worst = 0.0;
    for (const MotionRow& row : joint_rows(joints, bodies)) worst = std::max(worst, std::fabs(row.value));
    return worst;
}

}  // namespace restraint::world
