#include "restraint/oba/flight.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "restraint/collide/passing.h"
#include "restraint/oba/freezing.h"
#include "restraint/oba/tolerances.h"

namespace restraint::oba {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// A piece of a body's way: straight, turning steadily.
struct Leg {
    double since = 0.0;  // s from the frame's beginning
    Placement from;
    Vec3 velocity, spin;

    Placement at(double t) const {
        if (t == since) return from;
        return perturbed(from, {(t - since) * velocity, (t - since) * spin});
    }
};

/// The frame as it goes on.
struct Course {
    World& world;
    const FlightOptions& options;
    double touching;
    std::vector<Leg> legs;                // of each body
    std::vector<double> reach, thin;      // of each part: farthest point from its body's centre; thickness
    std::map<Pair, std::size_t> bounces;  // of bodies
    std::map<Pair, double> meetings;      // of parts: when

    const Leg& leg(std::size_t part) const { return legs[world.parts[part].body]; }
    Pair bodies_of(Pair parts) const {
        const std::size_t a = world.parts[parts.first].body, b = world.parts[parts.second].body;
        return a < b ? Pair{a, b} : Pair{b, a};
    }
    double turning(Pair parts) const {  // the largest speed that turning gives to points, m/s
        return norm(leg(parts.first).spin) * reach[parts.first] +
               norm(leg(parts.second).spin) * reach[parts.second];
    }
    bool is_fast(Pair parts) const {
        const double speed = norm(leg(parts.first).velocity - leg(parts.second).velocity) + turning(parts);
        return speed * world.dt > options.share * std::min(thin[parts.first], thin[parts.second]);
    }
    collide::Separation separation(Pair parts, double t) const {
        const Part &a = world.parts[parts.first], &b = world.parts[parts.second];
        return collide::find_separation(a.shape, leg(parts.first).at(t).pose(), b.shape,
                                        leg(parts.second).at(t).pose());
    }
    /// All that the part sweeps from t to the frame's end.
    collide::Box swept(std::size_t part, double t) const {
        const Leg& way = leg(part);
        const double arc = norm(way.spin) * (world.dt - t), bulge = std::min(2.0, 0.125 * arc * arc);
        const ConvexShape& shape = world.parts[part].shape;
        const double margin = touching + bulge * reach[part];
        const collide::Box from = bounding_box(shape, way.at(t).pose(), margin),
                           to = bounding_box(shape, way.at(world.dt).pose(), margin);
        collide::Box both;
        for (std::size_t c = 0; c < 3; ++c) {
            both.low[c] = std::min(from.low[c], to.low[c]);
            both.high[c] = std::max(from.high[c], to.high[c]);
        }
        return both;
    }
};

/// The speed along the normal at which the closest points part; negative if they approach.
double parting_speed(const Course& course, Pair parts, const collide::Separation& s, double t) {
    const auto velocity = [&](std::size_t part, Vec3 point) {
        const Leg& way = course.leg(part);
        return way.velocity + cross(way.spin, point - way.at(t).position);
    };
    return dot(s.normal, velocity(parts.first, s.point_a) - velocity(parts.second, s.point_b));
}

/// When the parts first meet after t, or never within the frame.
double first_meeting(const Course& course, Pair parts, double t) {
    const double turning = course.turning(parts);
    const Vec3 v = course.leg(parts.first).velocity - course.leg(parts.second).velocity;
    for (std::size_t k = 0; k < advancement_limit && t <= course.world.dt; ++k) {
        const collide::Separation s = course.separation(parts, t);
        if (s.distance <= course.touching && parting_speed(course, parts, s, t) < 0.0) return t;
        const double approach = turning - dot(s.normal, v);
        if (!(approach > 0.0)) return never;
        t += std::max(s.distance, course.touching) / approach;
    }
    return never;
}

/// Looks when a pair of parts meets after t, if it is one that is watched.
void watch(Course& course, Pair parts, double t) {
    course.meetings.erase(parts);
    if (!course.world.may_touch(parts.first, parts.second) || !course.is_fast(parts)) return;
    if (course.bounces[course.bodies_of(parts)] >= course.options.bounces) return;
    const double when = first_meeting(course, parts, t);
    if (when < never) course.meetings.emplace(parts, when);
}

/// Puts the body where it is at t, with the velocities of its leg.
void put(Course& course, std::size_t body, double t) {
    RigidBody& moved = course.world.bodies[body];
    const Leg& way = course.legs[body];
    const Placement here = way.at(t);
    moved.position = here.position;
    moved.quaternion = here.quaternion;
    moved.orientation = here.orientation;
    if (course.world.responds(body)) rigid::update_derived(moved);
    else if (!moved.fixed()) rigid::set_velocity(moved, way.velocity, way.spin);
}

/// Two bodies meet at t: they bounce, or are too slow and do not see each other for the rest of the frame.
bool meet(Course& course, Pair parts, double t, const MomentumOptions& momentum) {
    World& world = course.world;
    const Pair bodies = course.bodies_of(parts);
    put(course, bodies.first, t);
    put(course, bodies.second, t);
    const std::vector<Contact> contacts =
        contact_points(world, std::vector<ClosePair>{{parts, course.separation(parts, t)}}, course.touching);
    double fastest = 0.0;
    for (const Contact& contact : contacts) fastest = std::max(fastest, -gap_velocity(contact, world.bodies));
    if (!(fastest > std::max(course.options.slowest, resting_speed(world)))) {
        course.bounces[bodies] = course.options.bounces;
        return false;
    }
    ++course.bounces[bodies];
    const auto joints = std::exchange(world.joints, {});  // the momentum update of the frame sees to them
    update_momenta_and_thaw(world, contacts, world.restitution, momentum);
    world.joints = joints;
    for (const std::size_t i : {bodies.first, bodies.second})
        if (world.responds(i))
            course.legs[i] = {t, course.legs[i].at(t), world.bodies[i].velocity,
                              world.bodies[i].angular_velocity};
    return true;
}

Course begin(World& world, const Placements& targets, double touching, const FlightOptions& options) {
    Course course{world, options, touching, {}, {}, {}, {}, {}};
    const Placements start = current_placements(world);
    for (std::size_t i = 0; i < start.size(); ++i) {
        const Perturbation way = perturbation(start[i], targets[i]);
        course.legs.push_back({0.0, start[i], way.translation / world.dt, way.rotation / world.dt});
    }
    for (const Part& part : world.parts) {
        double farthest = 0.0;
        for (const Vec3& q : part.shape.vertices) farthest = std::max(farthest, norm(q));
        course.reach.push_back(farthest + part.shape.radius);
        course.thin.push_back(collide::thickness(part.shape));
    }
    return course;
}

}  // namespace

Flight bounce_in_flight(World& world, const Placements& targets, double touching,
                        const FlightOptions& options, const MomentumOptions& momentum) {
    Flight flight{targets, 0, 0};
    if (options.bounces == 0) return flight;
    const std::vector<RigidBody> start = world.bodies;
    Course course = begin(world, targets, touching, options);
    std::vector<collide::Box> swept;
    for (std::size_t p = 0; p < world.parts.size(); ++p) swept.push_back(course.swept(p, 0.0));
    collide::BroadPhase broad_phase;
    broad_phase.update(swept);
    for (const Pair& parts : broad_phase.pairs()) {
        if (world.may_touch(parts.first, parts.second) && course.is_fast(parts)) ++flight.fast_pairs;
        watch(course, parts, 0.0);
    }
    while (!course.meetings.empty()) {
        const auto first =
            *std::min_element(course.meetings.begin(), course.meetings.end(),
                              [](const auto& p, const auto& q) { return p.second < q.second; });
        const Pair parts = first.first;
        const double t = first.second;
        if (!meet(course, parts, t, momentum)) {
            std::erase_if(course.meetings, [&](const auto& m) {
                return course.bodies_of(m.first) == course.bodies_of(parts);
            });
            continue;
        }
        ++flight.bounces;
        const Pair bodies = course.bodies_of(parts);
        for (std::size_t p = 0; p < world.parts.size(); ++p) {  // both go elsewhere now, and meet others
            const std::size_t body = world.parts[p].body;
            if (body != bodies.first && body != bodies.second) continue;
            const collide::Box ahead = course.swept(p, t);
            for (std::size_t q = 0; q < world.parts.size(); ++q) {
                const Pair other = p < q ? Pair{p, q} : Pair{q, p};
                course.meetings.erase(other);
                if (p != q && overlap(ahead, course.swept(q, t))) watch(course, other, t);
            }
        }
    }
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
        if (course.legs[i].since > 0.0 || world.bodies[i].linear_momentum != start[i].linear_momentum)
            flight.targets[i] = course.legs[i].at(world.dt);
        RigidBody body = start[i];
        body.linear_momentum = world.bodies[i].linear_momentum;
        body.angular_momentum = world.bodies[i].angular_momentum;
        if (world.responds(i)) rigid::update_derived(body);
        world.bodies[i] = body;
    }
    return flight;
}

}  // namespace restraint::oba
