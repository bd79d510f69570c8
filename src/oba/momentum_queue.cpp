#include "restraint/oba/momentum_queue.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "momentum_groups.h"
#include "restraint/oba/freezing.h"

namespace restraint::oba {

namespace {

/// [OBA-4.11, OBA-4.12] K of one body at a point: 1/m - r* I^-1 r*, so that a unit impulse along u moves the
/// point by K u.
Mat3 mobility(const RigidBody& body, Vec3 point) {
    const Mat3 arm = star(point - body.position);
    return body.inverse_mass * Mat3::identity() - arm * body.inverse_inertia * arm;
}

Mat3 mobility(const Contact& contact, const World& world) {
    Mat3 k = 0.0 * Mat3::identity();
    for (const std::size_t i : {contact.a, contact.b})
        if (world.responds(i)) k = k + mobility(world.bodies[i], contact.point);
    return k;
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
    if (mu == 0.0 || !(norm(sliding) > 0.0)) return plain;
    const Vec3 t = normalized(sliding);
    if (friction == BounceFriction::printed) return plain - mu * norm(plain) * t;  // [OBA-4.28]

    const auto raises_energy = [&](Vec3 j) { return dot(j, v + 0.5 * (k * j)) > 0.0; };
    const Vec3 stick = inverse(k) * (wanted * n - sliding);
    const double push = dot(n, stick);
    if (push >= 0.0 && norm(stick - push * n) <= mu * push && !raises_energy(stick)) return stick;
    const Vec3 edge = n - mu * t;
    const double k_edge = dot(n, k * edge);
    if (!(k_edge > 0.0)) return plain;  // friction would jam the contact
    const Vec3 slide = (wanted / k_edge) * edge;
    return raises_energy(slide) ? plain : slide;
}

namespace {

/// One bounce. Frozen bodies take part if it leaves them more than calm, and are like walls if not. Returns
/// how many thawed.
std::size_t bounce_once(const Contact& contact, World& world, double restitution, BounceFriction friction) {
    const auto frozen = [&](std::size_t i) { return world.responds(i) && world.is_frozen(i); };
    const std::size_t sleeper = frozen(contact.a) ? contact.a : contact.b;
    if (!frozen(sleeper)) {
        add_impulse(contact, bounce_impulse(contact, world, restitution, friction), world);
        return 0;
    }
    const std::size_t other = sleeper == contact.a ? contact.b : contact.a;
    const RigidBody before_sleeper = world.bodies[sleeper], before_other = world.bodies[other];
    add_impulse(contact, bounce_impulse(contact, world, restitution, friction), world);
    if (!is_calm(world, sleeper)) {
        world.frozen[sleeper] = 0;
        return 1;
    }
    world.bodies[other] = before_other;
    world.bodies[sleeper] = before_sleeper;
    world.bodies[sleeper].inverse_mass = 0.0;  // a wall for this bounce
    add_impulse(contact, bounce_impulse(contact, world, restitution, friction), world);
    world.bodies[sleeper] = before_sleeper;
    return 0;
}

}  // namespace

QueueRun bounce_in_turn(World& world, const std::vector<Contact>& contacts, double restitution,
                        std::size_t limit, BounceFriction friction) {
    const double slow = resting_speed(world);
    std::vector<char> jointed(world.bodies.size(), 0);
    for (const contact::Joint& joint : world.joints) jointed[joint.a] = jointed[joint.b] = 1;
    std::vector<std::vector<std::size_t>> contacts_of(world.bodies.size());
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        contacts_of[contacts[i].a].push_back(i);
        contacts_of[contacts[i].b].push_back(i);
    }
    const auto awake = [&](std::size_t i) { return world.responds(i) && world.moves(i) && !jointed[i]; };
    std::set<std::pair<double, std::size_t>> queue;  // most negative first, then the lower number
    std::vector<double> speeds(contacts.size(), 0.0);
    const auto look = [&](std::size_t i) {
        const Contact& contact = contacts[i];
        queue.erase({speeds[i], i});
        speeds[i] = contact::gap_velocity(contact, world.bodies);  // [OBA-6.24]
        const bool takes_part =
            (awake(contact.a) || awake(contact.b)) && !jointed[contact.a] && !jointed[contact.b];
        if (takes_part && speeds[i] < -slow) queue.emplace(speeds[i], i);
    };
    for (std::size_t i = 0; i < contacts.size(); ++i) look(i);
    QueueRun run;
    while (!queue.empty() && run.bounces < limit) {
        const Contact& contact = contacts[queue.begin()->second];
        run.thawed += bounce_once(contact, world, restitution, friction);
        ++run.bounces;
        for (const std::size_t body : {contact.a, contact.b})
            if (world.responds(body))
                for (const std::size_t i : contacts_of[body]) look(i);
    }
    run.emptied = queue.empty();
    return run;
}

std::size_t advised_bounces(const World& world, const std::vector<Contact>& contacts) {
    std::size_t moving = 0;
    for (std::size_t i = 0; i < world.bodies.size(); ++i)
        if (world.moves(i)) ++moving;
    return moving < 50 ? moving : contacts.size() / 10;
}

}  // namespace restraint::oba
