#include "restraint/oba/animation.h"

#include <algorithm>
#include <set>
#include <utility>

#include "restraint/oba/scripts.h"

namespace restraint::oba {

Animation::Animation(World initial, AnimationOptions how)
    : world(std::move(initial)), options(std::move(how)) {
    require_sound(world);
    if (options.freezing && world.frozen.empty()) world.frozen.assign(world.bodies.size(), 0);
}

namespace {

/// m (g dt)^2 / 8 of all bodies at the contacts.
double gain_bound(const World& world, const std::vector<Contact>& contacts) {
    const double fall = world.dt * norm(world.gravity);
    std::set<std::size_t> struck;
    for (const Contact& contact : contacts) struck.insert({contact.a, contact.b});
    double bound = 0.0;
    for (const std::size_t i : struck)
        if (world.responds(i)) bound += world.bodies[i].mass * fall * fall / 8.0;
    return bound;
}

void note(const MomentumUpdate& update, FrameReport& report) {
    report.momentum_qps += update.qps;
    report.pivots += update.pivots;
    report.unfinished += update.unfinished;
    report.sliding_error = std::max(report.sliding_error, update.sliding_error);
    if (update.status != optimize::Status::optimal) ++report.unsolved;
}

}  // namespace

/// Virtual contact points of the pairs that do not touch yet but would overlap at the next frame. (OBA 6.7.1)
std::vector<Contact> Animation::contacts_ahead(double touching) {
    std::vector<ClosePair> pairs;
    const std::vector<Pose> here = poses_of(world), next = poses_of(target_placements(world, options.turn));
    for (const ClosePair& pair : finder_.find(world, next, 0.0)) {
        const collide::Separation now = finder_.separation(world, here, pair.parts);
        if (!(now.distance < touching)) pairs.push_back({pair.parts, now});
    }
    return contact_points(world, pairs, touching);
}

/// The contacts between bodies that are both still. They count only where a collision rouses one of the two.
std::vector<Contact> Animation::contacts_asleep(double touching) {
    const std::vector<char> frozen = std::exchange(world.frozen, {});
    std::vector<ClosePair> pairs = finder_.find(world, poses_of(world), touching);
    world.frozen = frozen;
    std::erase_if(
        pairs, [&](const ClosePair& pair) { return world.may_touch(pair.parts.first, pair.parts.second); });
    return contact_points(world, pairs, touching);
}

/// Collisions: some in turn, if asked for, and the rest at once. (OBA 6.2)
void Animation::collide(double touching, bool is_roused, FrameReport& report) {
    std::vector<Contact> struck = contacts;
    if (options.bounce_at_distance)
        for (const Contact& contact : contacts_ahead(touching)) struck.push_back(contact);
    if (is_roused || (options.freezing && !struck_sleepers(world, struck).empty()))
        for (const Contact& contact : contacts_asleep(touching)) {
            struck.push_back(contact);
            contacts.push_back(contact);  // some may be roused
        }
    const double slow = resting_speed(world);
    for (const Contact& contact : struck)
        if (gap_velocity(contact, world.bodies) < -slow) ++report.collisions;
    report.bounces =
        bounce_in_turn(world, struck, world.restitution, options.queue_bounces, options.queue_friction);
    note(update_momenta_and_thaw(world, struck, world.restitution, options.momentum), report);
}

/// Gravity for one frame, and what holds it.   [OBA-static]
void Animation::support(double touching, FrameReport& report) {
    const std::vector<ClosePair> near = finder_.find(world, poses_of(world), support_reach(world));
    Supports found = find_supports(world, contacts, near, touching);
    const MomentumUpdate held = options.support(world, found, options.momentum);
    supports = std::move(found.contacts);
    forces.clear();
    for (const Vec3& impulse : held.impulses) forces.push_back(impulse / world.dt);
    note(held, report);
}

FrameReport Animation::advance() {
    FrameReport report;
    require_sound(world);
    const double touching = options.contact_distance * smallest_size(world);
    const double before = total_energy(world);
    const std::vector<char> frozen = world.frozen;

    const Flight flight = bounce_in_flight(world, target_placements(world, options.turn), touching,
                                           options.flight, options.momentum);
    const Placements& targets = flight.targets;
    report.flight_bounces = flight.bounces;
    const PositionUpdate moved = positions_.update(world, targets, options.position);
    set_script_velocities(world, moved.placements);
    place(world, moved.placements);
    world.time += world.dt;
    report.close_pairs = moved.close_pairs;
    report.pivots = moved.pivots;
    report.rollbacks = moved.rollbacks;
    report.settled = moved.settled;
    report.overlap = moved.overlap;

    std::vector<ClosePair> touching_pairs = moved.near;
    std::erase_if(touching_pairs, [&](const ClosePair& p) { return !(p.separation.distance < touching); });
    contacts = contact_points(world, touching_pairs, touching);
    report.contacts = contacts.size();
    collide(touching, world.frozen != frozen, report);
    if (options.freezing) thaw_unsupported(world, frozen, contacts);
    support(touching, report);
    report.qps = moved.qps + report.momentum_qps;
    if (options.freezing) freeze_calm(world, contacts, options.freeze_after, options.cold, calm_frames_);
    report.frozen = static_cast<std::size_t>(std::count(world.frozen.begin(), world.frozen.end(), char{1}));
    report.energy = total_energy(world);
    report.gained = report.energy - before;
    report.gain_bound = gain_bound(world, contacts);
    report.fastest = fastest_speed(world);
    return report;
}

}  // namespace restraint::oba
