#include "restraint/oba/momentum_update.h"

#include <algorithm>
#include <cmath>

#include "momentum_group.h"
#include "restraint/oba/scripts.h"
#include "restraint/oba/tolerances.h"

namespace restraint::oba {

using gauss::Row;

double resting_speed(const World& world) {
    double fastest = world.dt * norm(world.gravity);
    for (const RigidBody& body : world.bodies) fastest = std::max(fastest, max_norm(body.velocity));
    return resting_share * fastest;
}

namespace {

/// A row over the bodies of its group: what the others do is known, and goes to the sides.
Row within_group(const Row& row, const World& world, const Places& places) {
    Row inside;
    inside.lower = row.lower;
    inside.upper = row.upper;
    for (const gauss::Block& block : row.blocks()) {
        if (places[block.body] != places.size()) {
            inside.add(places[block.body], block.values());
            continue;
        }
        const RigidBody& body = world.bodies[block.body];
        for (std::size_t k = 0; k < 6; ++k) {
            const double v = k < 3 ? body.velocity[k] : body.angular_velocity[k - 3];
            inside.lower -= block.coefficients[k] * v;
            inside.upper -= block.coefficients[k] * v;
        }
    }
    return inside;
}

/// The groups, and where each body is in its own.
std::vector<MomentumGroup> make_groups(const World& world, const std::vector<Contact>& contacts,
                                       Places& places) {
    std::vector<Pair> connections;
    const auto connect = [&](std::size_t a, std::size_t b) {  // a scripted body passes nothing on
        if (!world.responds(a)) a = b;
        if (!world.responds(b)) b = a;
        if (world.responds(a)) connections.emplace_back(a, b);
    };
    for (const Contact& contact : contacts) connect(contact.a, contact.b);
    for (const Joint& joint : world.joints) connect(joint.a, joint.b);
    const Islands found = islands(world, connections);
    places = found.place;
    std::vector<MomentumGroup> groups;
    for (const std::vector<std::size_t>& bodies : found.bodies) {
        MomentumGroup group;
        group.bodies = bodies;
        for (const std::size_t i : bodies) {
            const RigidBody& body = world.bodies[i];
            group.inverse_masses.push_back(world::inverse_mass_of(body));
            for (std::size_t c = 0; c < 3; ++c) group.before.push_back(body.velocity[c]);
            for (std::size_t c = 0; c < 3; ++c) group.before.push_back(body.angular_velocity[c]);
        }
        groups.push_back(std::move(group));
    }
    for (std::size_t i = 0; i < contacts.size(); ++i)
        if (const std::size_t g = found.of(contacts[i].a, contacts[i].b); g < groups.size())
            groups[g].contacts.push_back(i);
    for (const Joint& joint : world.joints)
        if (const std::size_t g = found.of(joint.a, joint.b); g < groups.size())
            for (const MotionRow& equation : joint_rows(joint, world.bodies)) {
                Row row = equation.row;
                row.lower = row.upper = 0.0;
                groups[g].joints.push_back(within_group(row, world, places));
            }
    return groups;
}

/// True if nothing outside the group brings energy in: nothing that it touches or is jointed to moves.
bool stands_alone(const World& world, const std::vector<Contact>& contacts, const MomentumGroup& group,
                  const Places& places) {
    const auto stands = [&](std::size_t body) {
        const RigidBody& it = world.bodies[body];
        return places[body] != places.size() || (it.velocity == Vec3{} && it.angular_velocity == Vec3{});
    };
    return std::all_of(group.contacts.begin(), group.contacts.end(),
                       [&](std::size_t i) { return stands(contacts[i].a) && stands(contacts[i].b); }) &&
           std::all_of(group.joints.begin(), group.joints.end(),
                       [](const Row& row) { return row.lower == 0.0; });
}

double set_velocities(World& world, const MomentumGroup& group, const Vector& v) {
    double energy = 0.0;
    for (std::size_t b = 0; b < group.bodies.size(); ++b) {
        const auto at = [&](std::size_t c) { return v[6 * b + c]; };
        RigidBody& body = world.bodies[group.bodies[b]];
        rigid::set_velocity(body, {at(0), at(1), at(2)}, {at(3), at(4), at(5)});
        energy += rigid::kinetic_energy(body);
    }
    return energy;
}

/// One group by the rule asked for; its velocities change if there is an answer.
///
/// What bounces from one side on to another at once, out of a narrow wedge, may be asked to be faster than it
/// was; where the kinetic energy would rise so, all bounces of the group are made a half as high, then a
/// quarter, then none. What is caught between two sides cannot bounce from either at all: bounces that no
/// motion satisfies are left out. Without bounce the energy cannot rise, since to stand still is allowed.
GroupAnswer resolve(World& world, const std::vector<Contact>& contacts, const MomentumGroup& group,
                    const Places& places, std::vector<double> least, const MomentumOptions& options) {
    const auto rule = options.rule == MomentumRule::least_energy ? least_energy : coulomb;
    const auto bounces = [&](std::size_t i) { return least[i] > 0.0; };
    const bool may_lower = std::any_of(group.contacts.begin(), group.contacts.end(), bounces) &&
                           stands_alone(world, contacts, group, places);
    const double energy = set_velocities(world, group, group.before);
    std::size_t qps = 0, pivots = 0;
    for (int lowered = 0;;) {
        GroupAnswer answer = rule(world, contacts, group, places, least, options);
        answer.qps = qps += answer.qps;
        answer.pivots = pivots += answer.pivots;
        const bool contradicts =
            may_lower && std::any_of(answer.contradicting.begin(), answer.contradicting.end(), bounces);
        if (!contradicts) {
            if (answer.velocities.empty()) return answer;
            const bool rises =
                set_velocities(world, group, answer.velocities) > (1.0 + energy_rounding) * energy;
            if (!may_lower || !rises || lowered == 3) return answer;
            set_velocities(world, group, group.before);
        }
        if (!contradicts) ++lowered;
        for (const std::size_t i : contradicts ? answer.contradicting : group.contacts)
            least[i] = contradicts ? std::min(least[i], 0.0) : (lowered < 3 ? 0.5 : 0.0) * least[i];
    }
}

}  // namespace

Row contact_row(const Contact& contact, Vec3 u, double least, const World& world, const Places& places) {
    Row row = world::direction_row(contact, u, world.bodies);
    row.lower = least;
    return within_group(row, world, places);
}

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
    const std::vector<RigidBody> before = world.scripts.empty() ? std::vector<RigidBody>{} : world.bodies;
    MomentumUpdate result;
    result.impulses.resize(contacts.size());
    const double slow = resting_speed(world);
    const auto is_wrong = [&](std::size_t i) {
        return gap_velocity(contacts[i], world.bodies) < std::min(least[i], 0.0) - slow;
    };
    for (std::size_t i = 0; i < contacts.size(); ++i)
        if (is_wrong(i)) ++result.collisions;
    Places places;
    for (const MomentumGroup& group : make_groups(world, contacts, places)) {
        const bool quiet = std::none_of(group.contacts.begin(), group.contacts.end(), is_wrong);
        if (quiet && group.joints.empty()) continue;  // nothing approaches: no impulse
        const GroupAnswer answer =
            resolve(world, contacts, group, places, {least.begin(), least.end()}, options);
        if (result.status == optimize::Status::optimal) result.status = answer.status;
        result.qps += answer.qps;
        result.pivots += answer.pivots;
        result.sliding_error = std::max(result.sliding_error, answer.sliding_error);
        result.unfinished += answer.unfinished;
        for (std::size_t k = 0; k < answer.impulses.size(); ++k)
            result.impulses[group.contacts[k]] = answer.impulses[k];
    }
    if (result.status != optimize::Status::infeasible || world.scripts.empty()) return result;
    world.bodies = before;  // scripts and walls contradict each other
    World yielding = with_yielding_scripts(world);
    result = update_momenta(yielding, contacts, least, options);
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
        const RigidBody& body = yielding.bodies[i];
        if (!body.fixed()) rigid::set_velocity(world.bodies[i], body.velocity, body.angular_velocity);
    }
    return result;
}

}  // namespace restraint::oba
