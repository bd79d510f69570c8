#include "restraint/oba/animation.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace restraint::oba {

Animation::Animation(World initial, AnimationOptions how)
    : world(std::move(initial)), options(std::move(how)), calm_frames_(world.bodies.size(), 0) {
    require_sound(world);
    if (options.freezing && world.frozen.empty()) world.frozen.assign(world.bodies.size(), 0);
}

bool is_calm(const World& world, std::size_t body) {
    const double fall = world.dt * norm(world.gravity);
    return rigid::kinetic_energy(world.bodies[body]) < 0.5 * world.bodies[body].mass * fall * fall;
}

namespace {

/// Potential energy of the placements over that of the targets, if the former is higher: what the position
/// update lifted.
double lifted_energy(const World& world, const Placements& targets) {
    double energy = 0.0;
    for (std::size_t i = 0; i < world.bodies.size(); ++i)
        if (world.responds(i))
            energy -=
                world.bodies[i].mass * dot(world.gravity, world.bodies[i].position - targets[i].position);
    return std::max(0.0, energy);
}

double fastest_point(const World& world) {
    double fastest = 0.0;
    for (const Part& part : world.parts) {
        const RigidBody& body = world.bodies[part.body];
        if (!world.responds(part.body)) continue;
        fastest =
            std::max(fastest, norm(body.velocity) + 0.5 * part.shape.size * norm(body.angular_velocity));
    }
    return fastest;
}

}  // namespace

/// A scripted body has the velocity with which it comes to its target.
void Animation::set_script_velocities(const Placements& targets) {
    for (const auto& entry : world.scripts) {
        const std::size_t i = entry.first;
        RigidBody& body = world.bodies[i];
        const Perturbation way = perturbation({body.position, body.quaternion, body.orientation}, targets[i]);
        rigid::set_velocity(body, way.translation / world.dt, way.rotation / world.dt);
    }
}

/// Contact points of the pairs that touch; with bouncing at a distance, virtual ones of the pairs that would
/// overlap at the next frame (OBA 6.7.1).
std::vector<Contact> Animation::find_contacts(const std::vector<ClosePair>& near, double touching) {
    std::vector<ClosePair> pairs;
    for (const ClosePair& pair : near)
        if (pair.separation.distance < touching) pairs.push_back(pair);
    if (options.bounce_at_distance) {
        const Placements here = current_placements(world), next = target_placements(world);
        for (const ClosePair& pair : finder_.find(world, next, 0.0)) {
            const collide::Separation now = finder_.separation(world, here, pair.parts);
            if (!(now.distance < touching)) pairs.push_back({pair.parts, now});
        }
    }
    return contact_points(world, pairs, touching);
}

/// Counts the frames that each body has been calm while it touched something fixed or frozen; freezes those
/// that have been so long enough, and thaws those that a collision has roused.   [OBA-6.48]
void Animation::freeze(const std::vector<Contact>& touching) {
    const std::size_t n = world.bodies.size();
    std::vector<char> held(n, 0);
    const auto still = [&](std::size_t i) { return world.bodies[i].fixed() || world.is_frozen(i); };
    for (const Contact& contact : touching) {
        if (still(contact.b)) held[contact.a] = 1;
        if (still(contact.a)) held[contact.b] = 1;
    }
    for (std::size_t i = 0; i < n; ++i) {
        if (!world.responds(i)) continue;
        const Vec3 x = world.bodies[i].position;
        const bool is_cold = options.cold.empty() || std::any_of(options.cold.begin(), options.cold.end(),
                                                                 [&](const collide::Box& box) {
                                                                     return overlap(box, collide::Box{x, x});
                                                                 });
        if (!is_calm(world, i)) {
            calm_frames_[i] = 0;
            world.frozen[i] = 0;
        } else if (!world.frozen[i]) {
            calm_frames_[i] = held[i] && is_cold ? calm_frames_[i] + 1 : 0;
            if (calm_frames_[i] > options.freeze_after) {
                world.frozen[i] = 1;
                rigid::set_velocity(world.bodies[i], {}, {});
            }
        }
    }
}

FrameReport Animation::advance() {
    FrameReport report;
    require_sound(world);
    const double touching = options.contact_distance * smallest_size(world);

    const Placements targets = target_placements(world);
    set_script_velocities(targets);
    const PositionUpdate moved = positions_.update(world, targets, options.position);
    place(world, moved.placements);
    world.time += world.dt;
    report.energy_of_positions = lifted_energy(world, targets);
    report.close_pairs = moved.close_pairs;
    report.pivots = moved.pivots;
    report.rollbacks = moved.rollbacks;
    report.settled = moved.settled;
    report.overlap = moved.overlap;

    contacts = find_contacts(moved.near, touching);
    report.contacts = contacts.size();
    const MomentumUpdate collided =
        update_momenta(world, contacts, world.restitution, options.momentum, &collision_memory_);
    add_gravity(world);
    const MomentumUpdate held =
        update_momenta(world, contacts, 0.0, options.momentum, &support_memory_);  // [OBA-6.43]
    report.collisions = collided.collisions;
    report.momentum_qps = collided.qps + held.qps;
    report.qps = moved.qps + report.momentum_qps;
    report.pivots += collided.pivots + held.pivots;
    report.unfinished = collided.unfinished + held.unfinished;
    if (options.freezing) freeze(contacts);
    report.frozen = static_cast<std::size_t>(std::count(world.frozen.begin(), world.frozen.end(), char{1}));
    report.energy = total_energy(world);
    report.fastest = fastest_point(world);
    return report;
}

}  // namespace restraint::oba
