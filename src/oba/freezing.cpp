#include "restraint/oba/freezing.h"

#include <algorithm>

namespace restraint::oba {

bool is_calm(const World& world, std::size_t body) {
    const double fall = world.dt * norm(world.gravity);
    return rigid::kinetic_energy(world.bodies[body]) < 0.5 * world.bodies[body].mass * fall * fall;
}

namespace {

bool is_still(const World& world, std::size_t i) { return world.bodies[i].fixed() || world.is_frozen(i); }

bool is_cold(const std::vector<collide::Box>& cold, Vec3 x) {
    return cold.empty() || std::any_of(cold.begin(), cold.end(), [&](const collide::Box& box) {
               return overlap(box, collide::Box{x, x});
           });
}

}  // namespace

void freeze_calm(World& world, const std::vector<Contact>& touching, std::size_t freeze_after,
                 const std::vector<collide::Box>& cold, std::vector<std::size_t>& calm_frames) {
    calm_frames.resize(world.bodies.size(), 0);
    std::vector<char> touches_still_one(world.bodies.size(), 0);
    for (const Contact& contact : touching) {
        if (is_still(world, contact.b)) touches_still_one[contact.a] = 1;
        if (is_still(world, contact.a)) touches_still_one[contact.b] = 1;
    }
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
        if (!world.takes_impulses(i)) continue;
        const bool counts =
            is_calm(world, i) && touches_still_one[i] != 0 && is_cold(cold, world.bodies[i].position);
        calm_frames[i] = counts ? calm_frames[i] + 1 : 0;
        if (calm_frames[i] <= freeze_after) continue;
        world.frozen[i] = 1;
        calm_frames[i] = 0;
        rigid::set_velocity(world.bodies[i], {}, {});
    }
}

void thaw_unsupported(World& world, const std::vector<char>& before, const std::vector<Contact>& touching) {
    bool again = false;
    const auto lose = [&](std::size_t upper, std::size_t lower, Vec3 up) {
        const bool was_roused = before[lower] != 0 && !world.is_frozen(lower);
        if (!world.is_frozen(upper) || !was_roused || !(dot(up, world.gravity) < 0.0)) return;
        world.frozen[upper] = 0;
        again = true;
    };
    do {
        again = false;
        for (const Contact& contact : touching) {
            lose(contact.a, contact.b, contact.normal);
            lose(contact.b, contact.a, -contact.normal);
        }
    } while (again);
}

std::vector<std::size_t> struck_sleepers(const World& world, const std::vector<Contact>& contacts) {
    std::vector<std::size_t> struck;
    const double slow = resting_speed(world);
    for (const Contact& contact : contacts)
        for (const std::size_t body : {contact.a, contact.b})
            if (world.responds(body) && world.is_frozen(body) && gap_velocity(contact, world.bodies) < -slow)
                struck.push_back(body);
    return struck;
}

void strike_sleepers(World& world, const std::vector<std::size_t>& struck,
                     const std::function<void()>& strike) {
    const std::vector<RigidBody> before = struck.empty() ? std::vector<RigidBody>{} : world.bodies;
    for (const std::size_t body : struck) world.frozen[body] = 0;
    for (bool again = true; again;) {
        strike();
        again = false;
        for (const std::size_t body : struck)
            if (!world.is_frozen(body) && is_calm(world, body)) {
                world.frozen[body] = 1;
                again = true;
            }
        if (again) world.bodies = before;
    }
}

MomentumUpdate update_momenta_and_thaw(World& world, std::vector<Contact> contacts, double restitution,
                                       const MomentumOptions& options) {
    std::erase_if(contacts, [&](const Contact& contact) {
        return is_still(world, contact.a) && is_still(world, contact.b);
    });
    MomentumUpdate result;
    strike_sleepers(world, struck_sleepers(world, contacts), [&] {
        MomentumUpdate update = update_momenta(world, contacts, restitution, options);
        update.qps += result.qps;
        update.pivots += result.pivots;
        result = std::move(update);
    });
    return result;
}

}  // namespace restraint::oba
