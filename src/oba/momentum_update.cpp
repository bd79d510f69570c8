#include "restraint/oba/momentum_update.h"

#include <algorithm>
#include <cmath>

#include "momentum_groups.h"
#include "restraint/gauss/project.h"
#include "restraint/oba/close_pairs.h"

namespace restraint::oba {

using gauss::InverseMass;
using gauss::Row;

double bounce(const Contact& contact, std::span<const RigidBody> bodies, double restitution) {
    const double before = contact::gap_velocity(contact, bodies);  // [OBA-6.24]
    return before < 0.0 ? -restitution * before : 0.0;
}

namespace {

InverseMass inverse_mass(const RigidBody& body) {
    Matrix w(6, 6);
    for (std::size_t k = 0; k < 3; ++k) {
        w(k, k) = body.inverse_mass;
        for (std::size_t l = 0; l < 3; ++l)
            w(3 + k, 3 + l) = body.inverse_inertia(std::min(k, l), std::max(k, l));
    }
    return InverseMass::symmetric(w);
}

std::vector<MomentumGroup> make_groups(const World& world, const std::vector<Contact>& contacts) {
    std::vector<Pair> connections;
    const auto connect = [&](std::size_t a, std::size_t b) {  // a scripted body passes nothing on
        if (!world.responds(a)) a = b;
        if (!world.responds(b)) b = a;
        if (world.responds(a)) connections.emplace_back(a, b);
    };
    for (const Contact& contact : contacts) connect(contact.a, contact.b);
    for (const contact::Joint& joint : world.joints) connect(joint.a, joint.b);
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
    for (const contact::Joint& joint : world.joints) {
        const std::size_t g = group_number(joint.a, joint.b);
        if (g == n) continue;
        for (const contact::JointRow& equation : contact::joint_rows(joint, world.bodies)) {
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

/// The part of u . v at the contact that bodies outside the group have.
double from_outside(const Contact& contact, Vec3 u, const World& world, const MomentumGroup& group) {
    double speed = 0.0;
    if (group.local[contact.a] == group.local.size())
        speed += dot(u, rigid::point_velocity(world.bodies[contact.a], contact.point));
    if (group.local[contact.b] == group.local.size())
        speed -= dot(u, rigid::point_velocity(world.bodies[contact.b], contact.point));
    return speed;
}

/// One contact in the Coulomb rule.
struct Sliding {
    std::array<Vec3, 8> edges;
    std::size_t edge_count = 8;       // 1 without friction
    double least = 0.0, slack = 0.0;  // of v_n+; s
    double offsets[8] = {};           // of the bodies outside
};

std::vector<Sliding> prepare(const World& world, const std::vector<Contact>& contacts,
                             const MomentumGroup& group, std::span<const double> least,
                             const MomentumOptions& options) {
    std::vector<Sliding> all;
    const double slow = 1e-3 * world.dt * norm(world.gravity);
    for (std::size_t i : group.contacts) {
        const Contact& contact = contacts[i];
        Sliding sliding;
        sliding.least = least[i];
        const Vec3 v = options.turn_octagon ? relative_velocity(contact, world.bodies) : Vec3{};
        sliding.edges = pyramid_edges(contact_frame(contact.normal, v, slow), world.friction);
        sliding.edge_count = world.friction > 0.0 ? 8 : 1;
        for (std::size_t h = 0; h < sliding.edge_count; ++h)
            sliding.offsets[h] = from_outside(contact, sliding.edges[h], world, group);
        all.push_back(sliding);
    }
    return all;
}

/// s = mu max_h (-d_h . v_t) at the present velocities.
double sliding_slack(const Sliding& sliding, const Contact& contact, const World& world) {
    const Vec3 v = relative_velocity(contact, world.bodies);
    double slack = 0.0;
    for (std::size_t h = 0; h < sliding.edge_count && sliding.edge_count > 1; ++h)
        slack = std::max(slack, -dot(sliding.edges[h] - contact.normal, v));
    return slack;
}

void resolve_coulomb(World& world, const std::vector<Contact>& contacts, const MomentumGroup& group,
                     std::span<const double> least, const MomentumOptions& options, MomentumUpdate& result,
                     MomentumMemory* memory) {
    std::vector<InverseMass> weights;
    Vector before;
    for (std::size_t i : group.bodies) {
        const RigidBody& body = world.bodies[i];
        weights.push_back(inverse_mass(body));
        for (std::size_t c = 0; c < 3; ++c) before.push_back(body.velocity[c]);
        for (std::size_t c = 0; c < 3; ++c) before.push_back(body.angular_velocity[c]);
    }
    std::vector<Sliding> slidings = prepare(world, contacts, group, least, options);
    std::vector<Row> rows;
    for (std::size_t k = 0; k < slidings.size(); ++k)
        for (std::size_t h = 0; h < slidings[k].edge_count; ++h)
            rows.push_back(
                direction_row(contacts[group.contacts[k]], slidings[k].edges[h], world.bodies, group.local));
    rows.insert(rows.end(), group.joint_rows.begin(), group.joint_rows.end());

    const double fastest = max_norm(before) + world.dt * norm(world.gravity);
    gauss::Projection answer;
    if (memory && (*memory)[group.bodies[0]].size() == rows.size())
        answer.active = (*memory)[group.bodies[0]];
    for (std::size_t round = 0;; ++round) {
        for (std::size_t k = 0, r = 0; k < slidings.size(); ++k)
            for (std::size_t h = 0; h < slidings[k].edge_count; ++h, ++r)
                rows[r].lower = slidings[k].least - slidings[k].slack - slidings[k].offsets[h];
        answer = gauss::project(weights, before, rows, answer.active, 1e-15 * fastest);
        ++result.qps;
        result.pivots += answer.iterations;
        if (answer.status != optimize::Status::optimal) {
            result.status = answer.status;
            return;
        }
        for (std::size_t b = 0; b < group.bodies.size(); ++b) {
            const auto x = [&](std::size_t c) { return answer.x[6 * b + c]; };
            rigid::set_velocity(world.bodies[group.bodies[b]], {x(0), x(1), x(2)}, {x(3), x(4), x(5)});
        }
        if (memory && round == 0) (*memory)[group.bodies[0]] = answer.active;
        double change = 0.0;
        for (std::size_t k = 0; k < slidings.size(); ++k) {
            const double slack = sliding_slack(slidings[k], contacts[group.contacts[k]], world);
            change = std::max(change, std::abs(slack - slidings[k].slack));
            slidings[k].slack = slack;
        }
        if (change <= options.tolerance * fastest) break;
        if (round + 1 == options.round_limit) {
            ++result.unfinished;
            break;
        }
    }
    for (std::size_t k = 0, r = 0; k < slidings.size(); ++k)
        for (std::size_t h = 0; h < slidings[k].edge_count; ++h, ++r)
            result.impulses[group.contacts[k]] += answer.multipliers[r] * slidings[k].edges[h];
}

}  // namespace

double resting_speed(const World& world) {
    double fastest = world.dt * norm(world.gravity);
    for (const RigidBody& body : world.bodies) fastest = std::max(fastest, max_norm(body.velocity));
    return 1e-12 * fastest;
}

namespace {

MomentumUpdate resolve(World& world, const std::vector<Contact>& contacts, std::span<const double> least,
                       const MomentumOptions& options, MomentumMemory* memory) {
    MomentumUpdate result;
    const double slow = resting_speed(world);
    result.impulses.resize(contacts.size());
    const auto is_wrong = [&](std::size_t i) {
        return contact::gap_velocity(contacts[i], world.bodies) < std::min(least[i], 0.0) - slow;
    };
    for (std::size_t i = 0; i < contacts.size(); ++i)
        if (is_wrong(i)) ++result.collisions;
    for (const MomentumGroup& group : make_groups(world, contacts)) {
        const bool joints = !group.joint_rows.empty();
        const bool quiet = std::none_of(group.contacts.begin(), group.contacts.end(), is_wrong);
        if (quiet && !joints) continue;  // nothing approaches: no impulse
        if (options.rule == MomentumRule::least_energy)
            least_energy(world, contacts, group, least, options, result);
        else resolve_coulomb(world, contacts, group, least, options, result, memory);
    }
    return result;
}

// A scripted body that has to give way is this much heavier than the heaviest free one.
constexpr double script_weight = 1e3;

/// The same world with the scripts off, and their bodies very heavy ones that move as their scripts had them.
World without_scripts(const World& world) {
    World yielding = world;
    double heaviest = 0.0;
    for (std::size_t i = 0; i < world.bodies.size(); ++i)
        if (world.responds(i)) heaviest = std::max(heaviest, world.bodies[i].mass);
    for (const auto& entry : world.scripts) {
        RigidBody& body = yielding.bodies[entry.first];
        if (body.fixed()) continue;
        const double factor = std::max(1.0, script_weight * heaviest / body.mass);
        const Vec3 v = body.velocity, omega = body.angular_velocity;
        body.mass *= factor;
        body.inverse_mass /= factor;
        body.body_inertia = factor * body.body_inertia;
        body.inverse_body_inertia = (1.0 / factor) * body.inverse_body_inertia;
        body.inverse_inertia = (1.0 / factor) * body.inverse_inertia;
        rigid::set_velocity(body, v, omega);
    }
    yielding.scripts.clear();
    return yielding;
}

}  // namespace

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
    if (world.scripts.empty()) return resolve(world, contacts, least, options, memory);
    const std::vector<RigidBody> before = world.bodies;
    MomentumUpdate result = resolve(world, contacts, least, options, memory);
    if (result.status != optimize::Status::infeasible) return result;
    // A body cannot do what scripts and walls ask of it at once: the scripts give way.
    world.bodies = before;
    World yielding = without_scripts(world);
    result = resolve(yielding, contacts, least, options, nullptr);
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
        RigidBody& body = world.bodies[i];
        if (!body.fixed())
            rigid::set_velocity(body, yielding.bodies[i].velocity, yielding.bodies[i].angular_velocity);
    }
    return result;
}

}  // namespace restraint::oba
