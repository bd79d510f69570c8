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

void Freezer::thaw_unsupported(World& world) {
    for (bool again = !supports_.empty(); again;) {
        again = false;
        for (std::size_t i = 0; i < world.bodies.size() && i < supports_.size(); ++i) {
            if (!world.responds(i) || !world.is_frozen(i)) continue;
            if (std::all_of(supports_[i].begin(), supports_[i].end(),
                            [&](std::size_t support) { return is_still(world, support); }))
                continue;
            world.frozen[i] = 0;
            again = true;
        }
    }
}

void Freezer::remember(const World& world, const std::vector<Contact>& touching) {
    supports_.assign(world.bodies.size(), {});
    const auto note = [&](std::size_t body, std::size_t other, Vec3 push) {
        if (world.is_frozen(body) && is_still(world, other) && dot(push, world.gravity) < 0.0)
            supports_[body].push_back(other);
    };
    for (const Contact& contact : touching) {
        note(contact.a, contact.b, contact.normal);
        note(contact.b, contact.a, -contact.normal);
    }
}

void Freezer::count(World& world, const std::vector<Contact>& touching, std::size_t freeze_after,
                    const std::vector<collide::Box>& cold) {
    const std::size_t n = world.bodies.size();
    calm_frames_.resize(n, 0);
    supports_.resize(n);
    std::vector<char> held(n, 0);
    std::vector<std::vector<std::size_t>> supports(n);
    const auto note = [&](std::size_t body, std::size_t other, Vec3 push) {
        if (!is_still(world, other)) return;
        held[body] = 1;
        if (dot(push, world.gravity) < 0.0) supports[body].push_back(other);
    };
    for (const Contact& contact : touching) {
        note(contact.a, contact.b, contact.normal);
        note(contact.b, contact.a, -contact.normal);
    }
    for (std::size_t i = 0; i < n; ++i) {
        if (!world.responds(i) || world.is_frozen(i)) continue;
        const bool counts = is_calm(world, i) && held[i] && is_cold(cold, world.bodies[i].position);
        calm_frames_[i] = counts ? calm_frames_[i] + 1 : 0;
    }
    for (std::size_t i = 0; i < n; ++i) {  // (apart, so that the order of the bodies does not matter)
        if (!world.responds(i) || world.is_frozen(i) || calm_frames_[i] <= freeze_after) continue;
        world.frozen[i] = 1;
        calm_frames_[i] = 0;
        rigid::set_velocity(world.bodies[i], {}, {});
        supports_[i] = std::move(supports[i]);
    }
}

bool strikes_frozen(const World& world, const std::vector<Contact>& contacts) {
    const double slow = resting_speed(world);
    return std::any_of(contacts.begin(), contacts.end(), [&](const Contact& contact) {
        return (world.is_frozen(contact.a) || world.is_frozen(contact.b)) &&
               gap_velocity(contact, world.bodies) < -slow;
    });
}

MomentumUpdate update_momenta_and_thaw(World& world, const std::vector<Contact>& contacts, double restitution,
                                       const MomentumOptions& options) {
    if (!strikes_frozen(world, contacts)) return update_momenta(world, contacts, restitution, options);
    std::vector<Contact> active;
    std::vector<std::size_t> numbers, struck;
    const double slow = resting_speed(world);
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const Contact& contact = contacts[i];
        if (is_still(world, contact.a) && is_still(world, contact.b)) continue;
        active.push_back(contact);
        numbers.push_back(i);
        if (!(gap_velocity(contact, world.bodies) < -slow)) continue;
        for (const std::size_t body : {contact.a, contact.b})
            if (world.responds(body) && world.is_frozen(body)) struck.push_back(body);
    }
    for (const std::size_t body : struck) world.frozen[body] = 0;
    const std::vector<RigidBody> before = world.bodies;
    MomentumUpdate result;
    for (bool again = true; again;) {
        MomentumUpdate update = update_momenta(world, active, restitution, options);
        update.qps += result.qps;
        update.pivots += result.pivots;
        result = std::move(update);
        again = false;
        for (const std::size_t body : struck)
            if (!world.is_frozen(body) && is_calm(world, body)) {
                world.frozen[body] = 1;
                again = true;
            }
        if (again) world.bodies = before;
    }
    std::vector<Vec3> impulses(contacts.size());
    for (std::size_t k = 0; k < numbers.size(); ++k) impulses[numbers[k]] = result.impulses[k];
    result.impulses = std::move(impulses);
    return result;
}

}  // namespace restraint::oba
