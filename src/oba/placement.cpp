#include "restraint/oba/placement.h"

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

Placements target_placements(const World& world) {
    Placements targets = current_placements(world);
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const RigidBody& body = world.bodies[i];
        if (const auto script = world.scripts.find(i); script != world.scripts.end()) {
            const Scripted wanted = script->second(world.time + world.dt);
            if (!is_finite(wanted.position) || !is_finite(wanted.orientation))
                throw std::invalid_argument("the script of body " + body.name + " gives a place at " +
                                            std::to_string(world.time + world.dt) + " s that is not finite");
            targets[i] = make_placement(wanted.position, normalized(wanted.orientation));
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

Placement perturbed(const Placement& from, const Perturbation& by) {
    return make_placement(from.position + by.translation,
                          normalized(from_rotation_vector(by.rotation) * from.quaternion));
}

}  // namespace restraint::oba
