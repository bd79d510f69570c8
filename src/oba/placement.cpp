#include "restraint/oba/placement.h"

#include <algorithm>
#include <cmath>

#include "restraint/oba/scripts.h"
#include "restraint/oba/tolerances.h"

namespace restraint::oba {

std::vector<Pose> poses_of(const Placements& placements) {
    std::vector<Pose> poses;
    for (const Placement& placement : placements) poses.push_back(placement.pose());
    return poses;
}

Placements current_placements(const World& world) {
    Placements placements;
    for (const RigidBody& body : world.bodies) placements.push_back({body.position, body.quaternion});
    return placements;
}

namespace {

/// The orientation after one frame of free flight.
Quaternion turned_freely(const RigidBody& body, double dt, Turn turn) {
    const auto omega_at = [&](const Quaternion& q) {
        const Mat3 r = to_matrix(q);
        return r * (body.inverse_body_inertia * transpose_times(r, body.angular_momentum));
    };
    if (turn == Turn::start) return normalized(turned(body.quaternion, body.angular_velocity, dt));
    const double parts =
        std::clamp(std::ceil(norm(body.angular_velocity) * dt / longest_turn), 1.0, most_turns);
    const double h = dt / parts;
    Quaternion q = body.quaternion;
    for (double part = 0; part < parts; ++part) {
        const Quaternion middle = normalized(turned(q, omega_at(q), 0.5 * h));
        q = normalized(turned(q, omega_at(middle), h));
    }
    return q;
}

}  // namespace

Placements target_placements(const World& world, Turn turn) {
    Placements targets = current_placements(world);
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const RigidBody& body = world.bodies[i];
        if (world.is_scripted(i)) {
            targets[i] = script_target(world, i);
        } else if (!body.fixed() && !world.is_frozen(i)) {
            targets[i].position += world.dt * body.velocity;
            if (body.angular_velocity != Vec3{})  // else R stays to the last bit
                targets[i].quaternion = turned_freely(body, world.dt, turn);
        }
    }
    return targets;
}

void place(World& world, const Placements& placements) {
    require_same_size("the placements", placements.size(), "the bodies", world.bodies.size());
    for (std::size_t i = 0; i < placements.size(); ++i) {
        RigidBody& body = world.bodies[i];
        if (body.fixed()) continue;
        body.position = placements[i].position;
        body.quaternion = placements[i].quaternion;
        body.orientation = to_matrix(body.quaternion);
        if (world.is_scripted(i)) continue;  // its velocities are the script's
        rigid::update_derived(body);
    }
}

void add_gravity(World& world) {
    for (std::size_t i = 0; i < world.bodies.size(); ++i)
        if (world.takes_impulses(i)) {
            RigidBody& body = world.bodies[i];
            body.velocity += world.dt * world.gravity;
            body.linear_momentum = body.mass * body.velocity;
        }
}

Perturbation perturbation(const Placement& from, const Placement& to) {
    return {to.position - from.position, rotation_vector(to.quaternion * conjugate(from.quaternion))};
}

Placement perturbed(const Placement& from, const Perturbation& by) {
    return {from.position + by.translation, normalized(from_rotation_vector(by.rotation) * from.quaternion)};
}

}  // namespace restraint::oba
