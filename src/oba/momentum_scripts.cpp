// Scripted bodies push and are not pushed; but they give way before they demand what cannot be.

#include <algorithm>

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
        body.inverse_inertia = body.inverse_body_inertia = 0.0 * Mat3::identity();  // it does not turn
        rigid::set_velocity(body, v, omega);
    }
    yielding.scripts.clear();
    return yielding;
}

}  // namespace

MomentumUpdate resolve_with_scripts(World& world, const std::vector<Contact>& contacts,
                                    std::span<const double> least, const MomentumOptions& options,
                                    MomentumMemory* memory) {
    const std::vector<RigidBody> before = world.bodies;
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

}  // namespace restraint::oba
