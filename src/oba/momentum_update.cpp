#include "restraint/oba/momentum_update.h"

#include <algorithm>
#include <map>

#include "restraint/oba/coulomb.h"
#include "restraint/oba/scripts.h"
#include "restraint/oba/tolerances.h"

namespace restraint::oba {

double resting_speed(const World& world) {
    double fastest = world.dt * norm(world.gravity);
    for (const RigidBody& body : world.bodies) fastest = std::max(fastest, max_norm(body.velocity));
    return resting_share * fastest;
}

namespace {

/// The groups that contacts and joints make; a body that takes no impulses passes nothing on. Scripted bodies
/// take impulses only if they yield.
std::vector<MomentumGroup> make_groups(const World& world, const std::vector<Contact>& contacts,
                                       std::span<const double> least, bool scripts_yield) {
    std::vector<Pair> connections;
    const auto takes_impulses = [&](std::size_t body) {
        return world.is_scripted(body) ? scripts_yield && world.moves(body) : world.moves(body);
    };
    for (const Contact& contact : contacts) connections.emplace_back(contact.a, contact.b);
    for (const Joint& joint : world.joints) connections.emplace_back(joint.a, joint.b);
    const Islands found = islands(world.bodies.size(), connections, takes_impulses);
    std::vector<MomentumGroup> groups(found.bodies.size());
    std::vector<std::map<std::size_t, std::size_t>> places(groups.size());
    const auto place = [&](std::size_t g, std::size_t body) {  // of the body in the group
        const auto [at, is_new] = places[g].try_emplace(body, groups[g].bodies.size());
        if (is_new) {
            groups[g].body_numbers.push_back(body);
            groups[g].bodies.push_back(scripts_yield && world.is_scripted(body) ? yielding(world, body)
                                                                                : world.bodies[body]);
            groups[g].inverse_masses.push_back(takes_impulses(body)
                                                   ? world::inverse_mass_of(groups[g].bodies.back())
                                                   : gauss::InverseMass::fixed(6));
        }
        return at->second;
    };
    const auto within = [&](std::size_t g, auto contact_or_joint) {
        contact_or_joint.a = place(g, contact_or_joint.a);
        contact_or_joint.b = place(g, contact_or_joint.b);
        return contact_or_joint;
    };
    for (std::size_t i = 0; i < contacts.size(); ++i)
        if (const std::size_t g = found.of(contacts[i].a, contacts[i].b); g < groups.size()) {
            groups[g].contact_numbers.push_back(i);
            groups[g].contacts.push_back(within(g, contacts[i]));
            groups[g].least.push_back(least[i]);
        }
    for (const Joint& joint : world.joints)
        if (const std::size_t g = found.of(joint.a, joint.b); g < groups.size())
            groups[g].joints.push_back(within(g, joint));
    return groups;
}

double kinetic_energy(const MomentumGroup& group) {
    double energy = 0.0;
    for (const RigidBody& body : group.bodies) energy += rigid::kinetic_energy(body);
    return energy;
}

/// One group by the rule asked for; its velocities change if there is an answer.
///
/// What bounces from one side on to another at once, out of a narrow wedge, may be asked to be faster than it
/// was; where the kinetic energy would rise so, all bounces of the group are made a half as high, then a
/// quarter, then none. What is caught between two sides cannot bounce from either at all: bounces that no
/// motion satisfies are left out. Without bounce the energy cannot rise, since to stand still is allowed.
GroupAnswer resolve(MomentumGroup& group, const World& world, const MomentumOptions& options) {
    const MomentumRule rule = options.rule != nullptr ? options.rule : coulomb;
    const auto bounces = [&](std::size_t k) { return group.least[k] > 0.0; };
    const bool may_lower = group.stands_alone();
    const Vector before = world::velocities(group.bodies);
    const double energy = kinetic_energy(group);
    std::size_t qps = 0, pivots = 0;
    for (int lowered = 0;;) {
        GroupAnswer answer = rule(group, world, options);
        answer.qps = qps += answer.qps;
        answer.pivots = pivots += answer.pivots;
        if (may_lower && std::any_of(answer.contradicting.begin(), answer.contradicting.end(), bounces)) {
            for (const std::size_t k : answer.contradicting) group.least[k] = std::min(group.least[k], 0.0);
            continue;
        }
        if (answer.velocities.empty()) return answer;
        world::set_velocities(group.bodies, answer.velocities);
        if (!may_lower || lowered == 3 || kinetic_energy(group) <= (1.0 + energy_rounding) * energy)
            return answer;
        world::set_velocities(group.bodies, before);
        group.least *= ++lowered < 3 ? 0.5 : 0.0;
    }
}

}  // namespace

MomentumUpdate update_momenta(World& world, const std::vector<Contact>& contacts, double restitution,
                              const MomentumOptions& options) {
    std::vector<double> bounces;  // 0, or eps times the approach   [OBA-6.27, OBA-A.3.2-5]
    for (const Contact& contact : contacts)
        bounces.push_back(std::max(0.0, -restitution * gap_velocity(contact, world.bodies)));  // [OBA-6.24]
    return update_momenta(world, contacts, bounces, options);
}

MomentumUpdate update_momenta(World& world, const std::vector<Contact>& contacts,
                              std::span<const double> least, const MomentumOptions& options) {
    require_same_size("the bounds", least.size(), "the contacts", contacts.size());
    const std::vector<RigidBody> before = world.bodies;
    const double slow = resting_speed(world);
    const auto is_wrong = [&](std::size_t i) {
        return gap_velocity(contacts[i], before) < std::min(least[i], 0.0) - slow;
    };
    MomentumUpdate result;
    for (const bool scripts_yield : {false, true}) {
        result = {};
        result.impulses.resize(contacts.size());
        for (std::size_t i = 0; i < contacts.size(); ++i)
            if (is_wrong(i)) ++result.collisions;
        for (MomentumGroup& group : make_groups(world, contacts, least, scripts_yield)) {
            const bool quiet =
                std::none_of(group.contact_numbers.begin(), group.contact_numbers.end(), is_wrong);
            if (quiet && group.joints.empty()) continue;  // nothing approaches: no impulse
            const GroupAnswer answer = resolve(group, world, options);
            if (result.status == optimize::Status::optimal) result.status = answer.status;
            result.qps += answer.qps;
            result.pivots += answer.pivots;
            result.sliding_error = std::max(result.sliding_error, answer.sliding_error);
            result.unfinished += answer.unfinished;
            for (std::size_t k = 0; k < answer.impulses.size(); ++k)
                result.impulses[group.contact_numbers[k]] = answer.impulses[k];
            for (std::size_t k = 0; k < group.bodies.size(); ++k)
                rigid::set_velocity(world.bodies[group.body_numbers[k]], group.bodies[k].velocity,
                                    group.bodies[k].angular_velocity);
        }
        // Else scripts and walls contradict each other, or rows do so but for rounding.
        if (result.status == optimize::Status::optimal || world.scripts.empty()) break;
        if (!scripts_yield) world.bodies = before;
    }
    return result;
}

}  // namespace restraint::oba
