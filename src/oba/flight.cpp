#include "restraint/oba/flight.h"

#include <algorithm>
#include <map>
#include <utility>

#include "restraint/oba/freezing.h"
#include "restraint/oba/scripts.h"
#include "restraint/oba/tolerances.h"

namespace restraint::oba {

namespace {

constexpr double never = optimize::infinity;

/// A piece of a body's way: straight, turning steadily.
struct Leg {
    double since = 0.0;  // s from the frame's beginning
    Placement from;
    Vec3 velocity, spin;

    Placement at(double t) const {
        if (t == since) return from;
        return perturbed(from, {(t - since) * velocity, (t - since) * spin});
    }
    Vec3 velocity_at(Vec3 point, double t) const { return velocity + cross(spin, point - at(t).position); }
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
    collide::Separation separation(Pair parts, double t) const {
        const Part &a = world.parts[parts.first], &b = world.parts[parts.second];
        return collide::find_separation(a.shape, leg(parts.first).at(t).pose(), b.shape,
                                        leg(parts.second).at(t).pose());
    }
};

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

/// When the parts first meet after t, if they are a fast pair; or never within the frame.
double first_meeting(const Course& course, Pair parts, double t) {
    const auto [p, q] = parts;
    const Leg &a = course.leg(p), &b = course.leg(q);
    const Vec3 v = a.velocity - b.velocity;
    const double dt = course.world.dt,
                 turning = norm(a.spin) * course.reach[p] + norm(b.spin) * course.reach[q];
    if ((norm(v) + turning) * dt <= course.options.share * std::min(course.thin[p], course.thin[q]))
        return never;
    const double apart = norm(a.at(t).position - b.at(t).position) - course.reach[p] - course.reach[q];
    if (apart - norm(v) * (dt - t) > course.touching) return never;
    for (std::size_t k = 0; k < advancement_limit && t <= dt; ++k) {
        const collide::Separation s = course.separation(parts, t);
        const double parting = dot(s.normal, a.velocity_at(s.point_a, t) - b.velocity_at(s.point_b, t));
        if (s.distance <= course.touching && parting < 0.0) return t;
        const double approach = turning - dot(s.normal, v);
        if (!(approach > 0.0)) return never;
        t += std::max(s.distance, course.touching) / approach;
    }
    return never;
}

/// Looks when a pair of parts meets after t.
void watch(Course& course, Pair parts, double t) {
    course.meetings.erase(parts);
    if (!course.world.may_touch(parts.first, parts.second)) return;
    if (const double when = first_meeting(course, parts, t); when < never)
        course.meetings.emplace(parts, when);
}

/// Two bodies meet at t: they bounce, or are too slow and do not see each other for the rest of the frame.
bool meet(Course& course, Pair parts, double t, Pair bodies, const MomentumOptions& momentum) {
    World& world = course.world;
    Placements here;
    for (const Leg& leg : course.legs) here.push_back(leg.at(t));
    place(world, here);
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
            course.legs[i] = {t, here[i], world.bodies[i].velocity, world.bodies[i].angular_velocity};
    return true;
}

}  // namespace

Flight bounce_in_flight(World& world, const Placements& targets, double touching,
                        const FlightOptions& options, const MomentumOptions& momentum) {
    Flight flight{targets, 0};
    if (options.bounces == 0) return flight;
    const Placements start = current_placements(world);
    Course course = begin(world, targets, touching, options);
    set_script_velocities(world, targets);
    for (std::size_t p = 0; p < world.parts.size(); ++p)
        for (std::size_t q = p + 1; q < world.parts.size(); ++q) watch(course, {p, q}, 0.0);
    while (!course.meetings.empty()) {
        const auto first = std::min_element(course.meetings.begin(), course.meetings.end(),
                                            [](const auto& p, const auto& q) { return p.second < q.second; });
        const auto [parts, t] = *first;
        course.meetings.erase(first);
        const auto body_of = [&](std::size_t part) { return world.parts[part].body; };
        const Pair bodies = world::ordered(body_of(parts.first), body_of(parts.second));
        if (course.bounces[bodies] >= options.bounces || !meet(course, parts, t, bodies, momentum)) continue;
        ++flight.bounces;
        for (std::size_t p = 0; p < world.parts.size(); ++p)  // both go elsewhere now, and meet others
            if (body_of(p) == bodies.first || body_of(p) == bodies.second)
                for (std::size_t q = 0; q < world.parts.size(); ++q)
                    if (q != p) watch(course, world::ordered(p, q), t);
        for (const std::size_t i : {bodies.first, bodies.second})
            if (world.responds(i)) flight.targets[i] = course.legs[i].at(world.dt);
    }
    place(world, start);
    return flight;
}

}  // namespace restraint::oba
