// Scripted bodies push and are not pushed; but they give way before they demand what cannot be, and before
// they shoot a body off.

#include <algorithm>
#include <cmath>

#include "momentum_groups.h"

namespace restraint::oba {

namespace {

// A scripted body that has to give way is this much heavier than the heaviest free one.
constexpr double script_weight = 1e3;

/// The same world with the scripts off, and their bodies very heavy ones that move as their scripts had them.
World without_scripts(const World& world) {
    World yielding = world;
    double heaviest = 0.0;
    for (std::size_t i = 0; i < world.bodies.size(); ++i)
        if (world.responds(i)) heaviest = std::max(heaviest, world.bodies[i].mass);
    for (const auto& entry : world.scripts) {
        RigidBody& body = yielding.bodies[entry.first];
        if (body.fixed()) continue;
        const double factor = std::max(1.0, script_weight * heaviest / body.mass);
        const Vec3 v = body.velocity, omega = body.angular_velocity;
        body.mass *= factor;
        body.inverse_mass /= factor;
        body.body_inertia = factor * body.body_inertia;
        body.inverse_body_inertia = (1.0 / factor) * body.inverse_body_inertia;
        body.inverse_inertia = (1.0 / factor) * body.inverse_inertia;
        rigid::set_velocity(body, v, omega);
    }
    yielding.scripts.clear();
    return yielding;
}

/// Scripts have their way; where a body cannot do what scripts and walls ask of it at once, they yield.
MomentumUpdate push(World& world, const std::vector<Contact>& contacts, const Bounds& bounds,
                    const MomentumOptions& options, MomentumMemory* memory) {
    const std::vector<RigidBody> before = world.bodies;
    const std::vector<double> least = bounds(world);
    MomentumUpdate result = resolve(world, contacts, least, options, memory);
    if (result.status != optimize::Status::infeasible) return result;
    world.bodies = before;
    World yielding = without_scripts(world);
    result = resolve(yielding, contacts, least, options, memory);
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
        RigidBody& body = world.bodies[i];
        if (!body.fixed())
            rigid::set_velocity(body, yielding.bodies[i].velocity, yielding.bodies[i].angular_velocity);
    }
    return result;
}

/// The speed that its kinetic energy would give the body without turning.
double speed_of_energy(const RigidBody& body) {
    return std::sqrt(2.0 * rigid::kinetic_energy(body) / body.mass);
}

/// The largest such speed of the bodies that were made faster.
double fastest_pushed(const World& world, const std::vector<RigidBody>& before) {
    double fastest = 0.0;
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (!world.responds(i)) continue;
        const double speed = speed_of_energy(world.bodies[i]);
        if (speed > (1.0 + 1e-9) * speed_of_energy(before[i])) fastest = std::max(fastest, speed);
    }
    return fastest;
}

/// The largest speed of a scripted body at a contact.
double script_speed(const World& world, const std::vector<Contact>& contacts) {
    double fastest = 0.0;
    for (const Contact& contact : contacts)
        for (const std::size_t i : {contact.a, contact.b})
            if (world.is_scripted(i))
                fastest = std::max(fastest, norm(rigid::point_velocity(world.bodies[i], contact.point)));
    return fastest;
}

}  // namespace

MomentumUpdate resolve_with_scripts(World& world, const std::vector<Contact>& contacts, const Bounds& bounds,
                                    const MomentumOptions& options, MomentumMemory* memory) {
    const std::vector<RigidBody> before = world.bodies;
    const double slow_enough = push_limit * script_speed(world, contacts);
    MomentumUpdate result = push(world, contacts, bounds, options, memory);
    double fastest = fastest_pushed(world, before);
    if (slow_enough == 0.0 || fastest <= slow_enough) return result;

    const std::vector<RigidBody> after = world.bodies;
    std::size_t qps = result.qps, pivots = result.pivots;
    const auto push_with = [&](double share) {  // of the scripts' speeds
        world.bodies = before;
        for (const auto& entry : world.scripts) {
            RigidBody& body = world.bodies[entry.first];
            if (!body.fixed())
                rigid::set_velocity(body, share * body.velocity, share * body.angular_velocity);
        }
        MomentumUpdate update = push(world, contacts, bounds, options, memory);
        update.qps = qps += update.qps;
        update.pivots = pivots += update.pivots;
        fastest = fastest_pushed(world, before);
        return update;
    };
    const double pushed = fastest;
    const MomentumUpdate standing = push_with(0.0);  // is it their doing?
    const double limit = std::max(slow_enough, fastest);
    if (pushed <= limit || standing.status != optimize::Status::optimal) {
        world.bodies = after;
        return result;
    }
    fastest = pushed;
    double share = 1.0;
    for (int attempt = 0; attempt < 8; ++attempt) {
        share *= std::clamp(0.9 * limit / fastest, 0.05, 0.9);  // (less also where that has no solution)
        result = push_with(share);
        if (result.status == optimize::Status::optimal && fastest <= limit) return result;
    }
    return push_with(0.0);
}

}  // namespace restraint::oba
