#include "restraint/oba/momentum_update.h"

#include <algorithm>
#include <cmath>

#include "momentum_groups.h"

namespace restraint::oba {

using gauss::Row;

double bounce(const Contact& contact, std::span<const RigidBody> bodies, double restitution) {
    const double before = gap_velocity(contact, bodies);  // [OBA-6.24]
    return before < 0.0 ? -restitution * before : 0.0;
}

namespace {

std::vector<MomentumGroup> make_groups(const World& world, const std::vector<Contact>& contacts) {
    std::vector<Pair> connections;
    const auto connect = [&](std::size_t a, std::size_t b) {  // a scripted body passes nothing on
        if (!world.responds(a)) a = b;
        if (!world.responds(b)) b = a;
        if (world.responds(a)) connections.emplace_back(a, b);
    };
    for (const Contact& contact : contacts) connect(contact.a, contact.b);
    for (const Joint& joint : world.joints) connect(joint.a, joint.b);
    const std::size_t n = world.bodies.size();
    std::vector<MomentumGroup> groups;
    std::vector<std::size_t> group_of(n, n);
    for (auto& bodies : islands(world, connections)) {
        MomentumGroup group;
        group.local.assign(n, n);
        for (std::size_t k = 0; k < bodies.size(); ++k) {
            group.local[bodies[k]] = k;
            group_of[bodies[k]] = groups.size();
        }
        group.bodies = std::move(bodies);
        groups.push_back(std::move(group));
    }
    const auto group_number = [&](std::size_t a, std::size_t b) {
        return group_of[a] != n ? group_of[a] : group_of[b];
    };
    for (std::size_t i = 0; i < contacts.size(); ++i)
        if (const std::size_t g = group_number(contacts[i].a, contacts[i].b); g != n)
            groups[g].contacts.push_back(i);
    for (const Joint& joint : world.joints) {
        const std::size_t g = group_number(joint.a, joint.b);
        if (g == n) continue;
        for (const JointRow& equation : joint_rows(joint, world.bodies)) {
            Row row;
            row.lower = row.upper = 0.0;
            for (const gauss::Block& block : equation.row.blocks()) {
                const RigidBody& body = world.bodies[block.body];
                if (groups[g].local[block.body] != n) {
                    row.add(groups[g].local[block.body], block.values());
                    continue;
                }
                for (std::size_t k = 0; k < 6; ++k) {  // the other body moves as it does
                    const double v = k < 3 ? body.velocity[k] : body.angular_velocity[k - 3];
                    row.lower -= block.coefficients[k] * v;
                }
                row.upper = row.lower;
            }
            groups[g].joint_rows.push_back(row);
        }
    }
    return groups;
}

}  // namespace

double resting_speed(const World& world) {
    double fastest = world.dt * norm(world.gravity);
    for (const RigidBody& body : world.bodies) fastest = std::max(fastest, max_norm(body.velocity));
    return 1e-12 * fastest;
}

namespace {

double kinetic_energy(const World& world, const MomentumGroup& group) {
    double energy = 0.0;
    for (std::size_t i : group.bodies) energy += rigid::kinetic_energy(world.bodies[i]);
    return energy;
}

/// True if nothing outside the group brings energy in: nothing that it touches or is jointed to moves.
bool stands_alone(const World& world, const std::vector<Contact>& contacts, const MomentumGroup& group) {
    const auto stands = [&](std::size_t i) {
        for (const std::size_t body : {contacts[i].a, contacts[i].b})
            if (group.local[body] == group.local.size() &&
                rigid::point_velocity(world.bodies[body], contacts[i].point) != Vec3{})
                return false;
        return true;
    };
    return std::all_of(group.contacts.begin(), group.contacts.end(), stands) &&
           std::all_of(group.joint_rows.begin(), group.joint_rows.end(),
                       [](const Row& row) { return row.lower == 0.0; });
}

/// One group. What bounces from one side on to another at once, out of a narrow wedge, may be asked to be
/// faster than it was; where the kinetic energy would rise so, all bounces of the group are made a half as
/// high, then a quarter, then none. What is caught between two sides cannot bounce from either at all:
/// bounces that no motion satisfies are left out. Without bounce the energy cannot rise, since to stand still
/// is allowed.
GroupOutcome resolve_group(World& world, const std::vector<Contact>& contacts, const MomentumGroup& group,
                           std::vector<double> least, const MomentumOptions& options, MomentumUpdate& result,
                           MomentumMemory* memory) {
    const auto solve = [&] {
        return options.rule == MomentumRule::least_energy
                   ? least_energy(world, contacts, group, least, options, result)
                   : resolve_coulomb(world, contacts, group, least, options, result, memory);
    };
    const auto bounces = [&](std::size_t i) { return least[i] > 0.0; };
    if (std::none_of(group.contacts.begin(), group.contacts.end(), bounces) ||
        !stands_alone(world, contacts, group))
        return solve();
    const double energy = kinetic_energy(world, group);
    std::vector<RigidBody> before;
    for (std::size_t i : group.bodies) before.push_back(world.bodies[i]);
    for (int lowered = 0;;) {
        GroupOutcome outcome = solve();
        const bool contradicts =
            std::any_of(outcome.contradicting.begin(), outcome.contradicting.end(), bounces);
        if (!contradicts && (kinetic_energy(world, group) <= (1.0 + 1e-9) * energy || lowered == 3))
            return outcome;
        for (std::size_t k = 0; k < before.size(); ++k) world.bodies[group.bodies[k]] = before[k];
        for (std::size_t i : group.contacts) result.impulses[i] = {};
        if (contradicts) {
            for (std::size_t i : outcome.contradicting) least[i] = std::min(least[i], 0.0);
        } else {
            ++lowered;
            for (std::size_t i : group.contacts) least[i] *= lowered < 3 ? 0.5 : 0.0;
        }
    }
}

}  // namespace

MomentumUpdate resolve(World& world, const std::vector<Contact>& contacts, std::span<const double> least,
                       const MomentumOptions& options, MomentumMemory* memory) {
    MomentumUpdate result;
    const double slow = resting_speed(world);
    result.impulses.resize(contacts.size());
    const auto is_wrong = [&](std::size_t i) {
        return gap_velocity(contacts[i], world.bodies) < std::min(least[i], 0.0) - slow;
    };
    for (std::size_t i = 0; i < contacts.size(); ++i)
        if (is_wrong(i)) ++result.collisions;
    for (const MomentumGroup& group : make_groups(world, contacts)) {
        const bool quiet = std::none_of(group.contacts.begin(), group.contacts.end(), is_wrong);
        if (quiet && group.joint_rows.empty()) continue;  // nothing approaches: no impulse
        const GroupOutcome outcome =
            resolve_group(world, contacts, group, {least.begin(), least.end()}, options, result, memory);
        if (result.status == optimize::Status::optimal) result.status = outcome.status;
        result.sliding_error = std::max(result.sliding_error, outcome.sliding_error);
        if (!outcome.is_finished) ++result.unfinished;
    }
    return result;
}

MomentumUpdate update_momenta(World& world, const std::vector<Contact>& contacts, double restitution,
                              const MomentumOptions& options, MomentumMemory* memory) {
    std::vector<double> least;
    for (const Contact& contact : contacts) least.push_back(bounce(contact, world.bodies, restitution));
    return update_momenta(world, contacts, least, options, memory);
}

MomentumUpdate update_momenta(World& world, const std::vector<Contact>& contacts,
                              std::span<const double> least, const MomentumOptions& options,
                              MomentumMemory* memory) {
    require_same_size("the bounds", least.size(), "the contacts", contacts.size());
    return world.scripts.empty() ? resolve(world, contacts, least, options, memory)
                                 : resolve_with_scripts(world, contacts, least, options, memory);
}

}  // namespace restraint::oba
