#include "restraint/oba/freezing.h"

#include <algorithm>
#include <map>

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

/// A push of a contact on a body.
struct Push {
    std::size_t from;
    Vec3 direction;
};

/// Of each body, those by still ones.
std::multimap<std::size_t, Push> pushes_of_still_ones(const World& world,
                                                      const std::vector<Contact>& touching) {
    std::multimap<std::size_t, Push> pushes;
    for (const Contact& contact : touching) {
        if (is_still(world, contact.b)) pushes.emplace(contact.a, Push{contact.b, contact.normal});
        if (is_still(world, contact.a)) pushes.emplace(contact.b, Push{contact.a, -contact.normal});
    }
    return pushes;
}

}  // namespace

void Freezer::thaw_unsupported(World& world) {
    for (bool again = !supports_.empty(); again;) {
        again = false;
        for (std::size_t i = 0; i < world.bodies.size() && i < supports_.size(); ++i) {
            if (!world.responds(i) || !world.is_frozen(i)) continue;
            for (const std::size_t support : supports_[i])
                if (!is_still(world, support)) world.frozen[i] = 0;
            again |= !world.is_frozen(i);
        }
    }
}

void Freezer::remember(const World& world, const std::vector<Contact>& touching) {
    supports_.assign(world.bodies.size(), {});
    for (const auto& [body, push] : pushes_of_still_ones(world, touching))
        if (dot(push.direction, world.gravity) < 0.0) supports_[body].push_back(push.from);
}

void Freezer::count(World& world, const std::vector<Contact>& touching, std::size_t freeze_after,
                    const std::vector<collide::Box>& cold) {
    calm_frames_.resize(world.bodies.size(), 0);
    supports_.resize(world.bodies.size());
    const auto pushes = pushes_of_still_ones(world, touching);
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
        if (!world.responds(i) || world.is_frozen(i)) continue;
        const bool counts =
            is_calm(world, i) && pushes.contains(i) && is_cold(cold, world.bodies[i].position);
        calm_frames_[i] = counts ? calm_frames_[i] + 1 : 0;
        if (calm_frames_[i] <= freeze_after) continue;
        world.frozen[i] = 1;
        calm_frames_[i] = 0;
        rigid::set_velocity(world.bodies[i], {}, {});
        supports_[i].clear();
        for (auto [push, end] = pushes.equal_range(i); push != end; ++push)
            if (dot(push->second.direction, world.gravity) < 0.0) supports_[i].push_back(push->second.from);
    }
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
