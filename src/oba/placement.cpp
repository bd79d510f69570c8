#include "restraint/oba/placement.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace restraint::oba {

Placement make_placement(Vec3 position, const Quaternion& orientation) {
    return {position, orientation, to_matrix(orientation)};
}

Placements current_placements(const World& world) {
    Placements placements;
    for (const RigidBody& body : world.bodies)
        placements.push_back({body.position, body.quaternion, body.orientation});
    return placements;
}

namespace {

// A scripted body that is behind catches up at this many times the speed of its script, or by this share of
// the smallest size a frame, where that is more.
constexpr double catching_up = 2.0, slow_catching_up = 0.1;

Placement scripted_placement(const World& world, std::size_t i, double time) {
    const Scripted wanted = world.scripts.at(i)(time);
    if (!is_finite(wanted.position) || !is_finite(wanted.orientation))
        throw std::invalid_argument("the script of body " + world.bodies[i].name + " gives a place at " +
                                    std::to_string(time) + " s that is not finite");
    return make_placement(wanted.position, normalized(wanted.orientation));
}

Placement scripted_target(const World& world, std::size_t i, const Placement& now) {
    const Placement wanted = scripted_placement(world, i, world.time + world.dt);
    const double way = longest_way(world, i, now, wanted);
    const double least = slow_catching_up * smallest_size(world);
    if (way <= least) return wanted;
    const double own = longest_way(world, i, scripted_placement(world, i, world.time), wanted);
    const double share = std::max(catching_up * own, least) / way;
    if (share >= 1.0) return wanted;
    const Perturbation whole = perturbation(now, wanted);
    return perturbed(now, {share * whole.translation, share * whole.rotation});
}

}  // namespace

Placements target_placements(const World& world) {
    Placements targets = current_placements(world);
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const RigidBody& body = world.bodies[i];
        if (world.is_scripted(i)) {
            targets[i] = scripted_target(world, i, targets[i]);
        } else if (!body.fixed() && !world.is_frozen(i)) {
            const bool turns = !(body.angular_velocity == Vec3{});  // else R stays to the last bit
            const Vec3 x = body.position + world.dt * body.velocity;
            targets[i] = turns ? make_placement(
                                     x, normalized(turned(body.quaternion, body.angular_velocity, world.dt)))
                               : Placement{x, body.quaternion, body.orientation};
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
        body.orientation = placements[i].orientation;
        if (world.is_scripted(i)) continue;  // its velocities are the script's
        rigid::update_derived(body);
    }
}

void add_gravity(World& world) {
    for (std::size_t i = 0; i < world.bodies.size(); ++i)
        if (world.responds(i) && !world.is_frozen(i)) {
            RigidBody& body = world.bodies[i];
            rigid::set_velocity(body, body.velocity + world.dt * world.gravity, body.angular_velocity);
        }
}

Perturbation perturbation(const Placement& from, const Placement& to) {
    return {to.position - from.position, rotation_vector(to.quaternion * conjugate(from.quaternion))};
}

double longest_way(const World& world, std::size_t body, const Placement& from, const Placement& to) {
    const Perturbation way = perturbation(from, to);
    double reach = 0.0;
    for (const Part& part : world.parts)
        if (part.body == body && !(way.rotation == Vec3{}))
            for (const Vec3& vertex : part.shape.vertices)
                reach = std::max(reach, norm(vertex) + part.shape.radius);
    return norm(way.translation) + reach * norm(way.rotation);
}

Placement perturbed(const Placement& from, const Perturbation& by) {
    return make_placement(from.position + by.translation,
                          normalized(from_rotation_vector(by.rotation) * from.quaternion));
}

}  // namespace restraint::oba
