#include "restraint/oba/momentum_queue.h"

#include <optional>
#include <utility>

#include "restraint/oba/freezing.h"

namespace restraint::oba {

namespace {

using world::mobility;

/// Where a body hangs, if it hangs by one ball joint on something that does not move and has no other.
std::optional<Vec3> hook_of(const World& world, std::size_t body) {
    std::optional<Vec3> hook;
    for (const Joint& joint : world.joints) {
        if (joint.a != body && joint.b != body) continue;
        const std::size_t other = joint.a == body ? joint.b : joint.a;
        if (hook || !world.bodies[other].fixed()) return std::nullopt;
        hook = world.bodies[other].pose().to_world(joint.a == body ? joint.anchor_b : joint.anchor_a);
    }
    return hook;
}

/// H, with the impulse -H j at the hook, which keeps it where it is when the body is struck by j at a point:
/// K(hook, hook) H = K(hook, point).   [OBA-6.46, OBA-6.47]
Mat3 held_share(const RigidBody& body, Vec3 hook, Vec3 point) {
    return inverse(mobility(body, hook, hook)) * mobility(body, hook, point);
}

Mat3 mobility(const Contact& contact, const World& world) {
    const Vec3 p = contact.point;
    Mat3 k = 0.0 * Mat3::identity();
    for (const std::size_t i : {contact.a, contact.b}) {
        if (!world.takes_impulses(i)) continue;
        const RigidBody& body = world.bodies[i];
        k = k + mobility(body, p, p);
        if (const auto hook = hook_of(world, i); hook)
            k = k - mobility(body, p, *hook) * held_share(body, *hook, p);
    }
    return k;
}

/// An impulse j on A, -j on B, of those that respond; what hangs stays on its hook. (The thesis' A is our B,
/// and so is its minus.)   [OBA-6.25, OBA-6.26]
void strike(const Contact& contact, Vec3 impulse, World& world) {
    for (const auto& [i, j] : {std::pair{contact.a, impulse}, std::pair{contact.b, -impulse}}) {
        if (!world.takes_impulses(i)) continue;
        RigidBody& body = world.bodies[i];
        rigid::add_impulse(body, j, contact.point);
        if (const auto hook = hook_of(world, i); hook)
            rigid::add_impulse(body, -(held_share(body, *hook, contact.point) * j), *hook);
    }
}

}  // namespace

Vec3 bounce_impulse(const Contact& contact, const World& world, double restitution, BounceFriction friction) {
    const Vec3 n = contact.normal, v = relative_velocity(contact, world.bodies);
    const double approach = dot(n, v), mu = world.friction;
    const Mat3 k = mobility(contact, world);
    const double k_n = dot(n, k * n), wanted = -(1.0 + restitution) * approach;
    if (!(approach < 0.0) || !(k_n > 0.0)) return {};
    const Vec3 plain = (wanted / k_n) * n;  // [OBA-4.16]
    const Vec3 sliding = v - approach * n;
    if (mu == 0.0) return plain;
    const bool slides = norm(sliding) > 0.0;
    if (friction == BounceFriction::printed)
        return slides ? plain - mu * norm(plain) * normalized(sliding) : plain;  // [OBA-4.28]

    const auto keeps_energy = [&](Vec3 j) { return dot(j, v + 0.5 * (k * j)) <= 0.0; };
    const Vec3 stick = inverse(k) * (wanted * n - sliding);
    const double push = dot(n, stick);
    if (push >= 0.0 && norm(stick - push * n) <= mu * push && keeps_energy(stick)) return stick;
    // If nothing slides yet, the sliding is the one that would begin.
    const Vec3 along = slides ? sliding : push * n - stick;
    const Vec3 edge = norm(along) > 0.0 ? n - mu * normalized(along) : n;
    // Where friction jams the contact, n.K edge <= 0, this impulse pulls or is infinite: it keeps no energy.
    const Vec3 slide = (wanted / dot(n, k * edge)) * edge;
    return keeps_energy(slide) ? slide : plain;
}

std::size_t bounce_in_turn(World& world, const std::vector<Contact>& contacts, double restitution,
                           std::size_t limit, BounceFriction friction) {
    const double slow = resting_speed(world);
    std::vector<char> jointed(world.bodies.size(), 0);
    for (const Joint& joint : world.joints)
        for (const std::size_t body : {joint.a, joint.b}) jointed[body] = hook_of(world, body) ? 0 : 1;
    const auto takes_part = [&](const Contact& contact) {
        return (world.takes_impulses(contact.a) || world.takes_impulses(contact.b)) && !jointed[contact.a] &&
               !jointed[contact.b];
    };
    for (std::size_t bounces = 0; bounces < limit; ++bounces) {
        const Contact* fastest = nullptr;
        double speed = -slow;
        for (const Contact& contact : contacts)
            if (const double v = gap_velocity(contact, world.bodies); v < speed && takes_part(contact)) {
                fastest = &contact;
                speed = v;
            }
        if (fastest == nullptr) return bounces;
        strike_sleepers(world, struck_sleepers(world, {*fastest}), [&] {
            strike(*fastest, bounce_impulse(*fastest, world, restitution, friction), world);
        });
    }
    return limit;
}

std::size_t advised_bounces(const World& world, const std::vector<Contact>& contacts) {
    std::size_t moving = 0;
    for (std::size_t i = 0; i < world.bodies.size(); ++i) moving += world.moves(i) ? 1 : 0;
    return moving < 50 ? moving : contacts.size() / 10;
}

}  // namespace restraint::oba
