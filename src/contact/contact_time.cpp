// How far a part of a frame of the simulation goes: to the frame's end, or to the first contact before it.

#include <algorithm>
#include <limits>
#include <map>

#include "restraint/collide/passing.h"
#include "restraint/contact/simulation.h"
#include "restraint/ode/event.h"

namespace restraint::contact {

namespace {

// As shares of the contact tolerance. A contact time is found when the gap (or the overlap, see
// time_of_contact) is `found_depth`, give or take `found_width`: so a new overlap is deeper than those at the
// start of a part of a frame, and time goes on in every part. An accepted state is not deeper than 1.
constexpr double found_depth = 0.5, found_width = 0.35;

collide::Moving motion_of(const RigidBody& body) {
    return {body.pose(), body.velocity, body.angular_velocity};
}

collide::PairMoment moment(const std::vector<RigidBody>& bodies, const Pair& pair, double t) {
    return {t, motion_of(bodies[pair.first]), motion_of(bodies[pair.second])};
}

}  // namespace

// Moves from `start` at t0 to `end`, or to the first contact before it. Returns how far.
double Simulation::move_while_clear(const Part& part, double end) {
    double t = end;
    for (int round = 0; round < 50; ++round) {
        move(part, t);
        look_around();
        std::vector<Pair> pairs = overlapping();
        if (pairs.empty()) {
            const auto passed = passing(part, t);
            if (!passed) {
                move(part, t);
                return t;
            }
            pairs.push_back(passed->first);
            t = passed->second;
        }
        t = time_of_contact(part, t, pairs);
        if (t == part.t0) break;  // an overlap that could not be closed: no progress
    }
    move(part, t);
    look_around();
    return t;
}

// The first moment at which one of the pairs, which overlap at the time t1, is in contact. Pairs that were
// apart are caught before they touch, so that nothing need be moved back; pairs that were in contact, as a
// block that rocks on an edge until the other one strikes, when they are just too deep.
double Simulation::time_of_contact(const Part& part, double t1, std::span<const Pair> pairs) {
    move(part, part.t0);
    std::map<Pair, double> aims;
    for (const Pair& pair : pairs)
        aims[pair] = (distance(pair) > tolerance_ ? found_depth : -found_depth) * tolerance_;
    const ode::EventFunction separation = [&](double time) {
        move(part, time);
        double smallest = std::numeric_limits<double>::infinity();
        for (const Pair& pair : pairs) smallest = std::min(smallest, distance(pair) - aims[pair]);
        return smallest;
    };
    if (separation(part.t0) <= found_width * tolerance_) return part.t0;
    return ode::regula_falsi(separation, part.t0, t1, {.value = found_width * tolerance_}).nearest();
}

std::vector<Pair> Simulation::overlapping() const {
    std::vector<Pair> pairs;
    for (const ClosePair& pair : near_)
        if (pair.separation.distance < -tolerance_) pairs.push_back(pair.parts);
    return pairs;
}

// A pair that is apart at t0 and at t1, where the bodies are now, but overlaps between, and when.
std::optional<std::pair<Pair, double>> Simulation::passing(const Part& part, double t1) {
    const std::vector<RigidBody> after = world_.bodies;
    std::vector<collide::Box> boxes;
    for (const world::Part& piece : world_.parts)
        boxes.push_back(collide::swept_box(piece.shape, motion_of(part.bodies[piece.body]),
                                           motion_of(after[piece.body]), t1 - part.t0));
    swept_.update(boxes);
    for (const Pair& pair : swept_.pairs()) {
        const auto [i, j] = pair;
        if (!world_.may_touch(i, j)) continue;
        const Pair bodies{world_.parts[i].body, world_.parts[j].body};
        const collide::PairAt at = [&](double t) {
            move(part, t);
            return moment(world_.bodies, bodies, t);
        };
        const auto t = collide::find_passing(world_.parts[i].shape, world_.parts[j].shape, at,
                                             moment(part.bodies, bodies, part.t0), moment(after, bodies, t1),
                                             tolerance_);
        if (t) return std::pair{pair, *t};
    }
    return {};
}

double Simulation::distance(const Pair& pair) const {
    const world::Part &a = world_.parts[pair.first], &b = world_.parts[pair.second];
    return collide::find_separation(a.shape, world_.bodies[a.body].pose(), b.shape,
                                    world_.bodies[b.body].pose())
        .distance;
}

}  // namespace restraint::contact
