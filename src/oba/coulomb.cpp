// Coulomb's rule for one group of contacts: rounds of projections, each with the sliding that the one before
// left.

#include <algorithm>
#include <cmath>
#include <limits>

#include "extrapolation.h"
#include "momentum_groups.h"
#include "restraint/gauss/project.h"

namespace restraint::oba {

using gauss::InverseMass;
using gauss::Row;

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
    const Contact& contact;
    std::array<Vec3, 8> edges;
    std::size_t edge_count;  // 1 without friction
};

/// What does not change from round to round: the group's bodies, and the rows at s = 0.
struct Program {
    const MomentumGroup& group;
    std::vector<InverseMass> weights;
    Vector before;  // velocities
    std::vector<Sliding> slidings;
    std::vector<Row> rows;     // of the edges, contact by contact, and of the joints
    std::vector<Row> normals;  // without friction: of the contacts, and of the joints
    double fastest = 0.0;      // m/s: what speeds are rounded by
};

Program prepare(const World& world, const std::vector<Contact>& contacts, const MomentumGroup& group,
                std::span<const double> least, const MomentumOptions& options) {
    Program program{group, {}, {}, {}, {}, {}, 0.0};
    for (std::size_t i : group.bodies) {
        const RigidBody& body = world.bodies[i];
        program.weights.push_back(inverse_mass(body));
        for (std::size_t c = 0; c < 3; ++c) program.before.push_back(body.velocity[c]);
        for (std::size_t c = 0; c < 3; ++c) program.before.push_back(body.angular_velocity[c]);
    }
    program.fastest = max_norm(program.before) + world.dt * norm(world.gravity);
    const double slow = 1e-3 * world.dt * norm(world.gravity);
    for (std::size_t i : group.contacts) {
        const Contact& contact = contacts[i];
        const auto row = [&](Vec3 u) {
            Row r = direction_row(contact, u, world.bodies, group.local);
            r.lower = least[i] - from_outside(contact, u, world, group);
            return r;
        };
        const Vec3 v = options.turn_octagon ? relative_velocity(contact, world.bodies) : Vec3{};
        const auto edges = pyramid_edges(contact_frame(contact.normal, v, slow), world.friction);
        program.slidings.push_back({contact, edges, world.friction > 0.0 ? std::size_t{8} : std::size_t{1}});
        for (std::size_t h = 0; h < program.slidings.back().edge_count; ++h)
            program.rows.push_back(row(edges[h]));
        program.normals.push_back(row(contact.normal));
    }
    for (std::vector<Row>* rows : {&program.rows, &program.normals})
        rows->insert(rows->end(), group.joint_rows.begin(), group.joint_rows.end());
    return program;
}

/// s = mu max_h (-d_h . v_t) of each contact at the present velocities.
Vector sliding_slacks(const Program& program, const World& world) {
    Vector slacks;
    for (const Sliding& sliding : program.slidings) {
        const Vec3 v = relative_velocity(sliding.contact, world.bodies);
        double slack = 0.0;
        for (std::size_t h = 0; h < sliding.edge_count && sliding.edge_count > 1; ++h)
            slack = std::max(slack, -dot(sliding.edges[h] - sliding.contact.normal, v));
        slacks.push_back(slack);
    }
    return slacks;
}

void set_velocities(World& world, const Program& program, const Vector& v) {
    for (std::size_t b = 0; b < program.group.bodies.size(); ++b) {
        const auto x = [&](std::size_t c) { return v[6 * b + c]; };
        rigid::set_velocity(world.bodies[program.group.bodies[b]], {x(0), x(1), x(2)}, {x(3), x(4), x(5)});
    }
}

/// True unless a motion is found that opens all contacts at once. If there is none, normal impulses may be in
/// balance with each other (Gordan's theorem of the alternative), as large as you like, and with friction
/// they hold whatever is between them: what the contacts do is not unique.
///
/// The motion looked for is that all bodies go off in one direction and, slowly, away from each other. It
/// opens contacts within the group if each body's centre is on its own side, and the others if the direction
/// leads away from them all: a perceptron looks for it, in a few passes.
bool may_jam(const World& world, const Program& program) {
    const MomentumGroup& group = program.group;
    if (!group.joint_rows.empty()) return true;
    std::vector<Vec3> outer;
    for (const Sliding& sliding : program.slidings) {
        const Contact& contact = sliding.contact;
        const bool a = group.local[contact.a] != group.local.size(),
                   b = group.local[contact.b] != group.local.size();
        if (!a || !b) outer.push_back(a ? contact.normal : -contact.normal);
        else if (dot(contact.normal, world.bodies[contact.a].position - world.bodies[contact.b].position) <=
                 0.0)
            return true;
    }
    Vec3 away;
    for (int pass = 0; pass < 20; ++pass) {
        bool opens_all = true;
        for (const Vec3& normal : outer)
            if (dot(normal, away) <= 1e-6 * norm(away)) {
                away += normal;
                opens_all = false;
            }
        if (opens_all) return false;
    }
    return true;
}

gauss::Projector projector(const Program& program, const std::vector<Row>& rows) {
    return {program.weights, rows, 1e-15 * program.fastest};
}

gauss::Projection solve(const Program& program, gauss::Projector& polyhedron,
                        std::span<const optimize::Activity> warm_start, MomentumUpdate& result) {
    gauss::Projection answer = polyhedron.project(program.before, warm_start);
    ++result.qps;
    result.pivots += answer.iterations;
    return answer;
}

/// The sum of normal impulses: of the edges, or without friction.
double total_push(const gauss::Projection& answer, std::size_t rows) {
    double sum = 0.0;
    for (std::size_t r = 0; r < rows; ++r) sum += answer.multipliers[r];
    return sum;
}

/// The best answer, what its s is off by, m/s, and the last round, if it had none.
struct Found {
    gauss::Projection answer;
    double error = std::numeric_limits<double>::infinity();
    optimize::Status status = optimize::Status::optimal;
    Vector farkas;
};

/// Rounds from the given s: the answer whose s changes least.
Found find_sliding(World& world, const Program& program, gauss::Projector& polyhedron, Vector slacks,
                   const MomentumOptions& options, std::vector<optimize::Activity>& active,
                   MomentumUpdate& result) {
    Found best;
    Extrapolation extrapolation;
    for (std::size_t round = 0; round < options.round_limit; ++round) {
        for (std::size_t k = 0, r = 0; k < slacks.size(); ++k)
            for (std::size_t h = 0; h < program.slidings[k].edge_count; ++h, ++r)
                polyhedron.set_lower(r, program.rows[r].lower - slacks[k]);
        gauss::Projection answer = solve(program, polyhedron, active, result);
        best.status = answer.status;
        best.farkas = answer.farkas;
        if (answer.status != optimize::Status::optimal) break;
        active = answer.active;
        set_velocities(world, program, answer.x);
        const Vector found = sliding_slacks(program, world);
        const double change = max_norm(found - slacks);
        if (change < best.error) {
            best.error = change;
            best.answer = std::move(answer);
        }
        if (change <= options.tolerance * program.fastest) break;
        slacks = extrapolation.next(slacks, found);
        for (double& slack : slacks) slack = std::max(slack, 0.0);
    }
    return best;
}

/// The contacts in a proof that no motion satisfies the rows, so many a contact.
std::vector<std::size_t> contacts_of(const Program& program, const Vector& farkas, std::size_t edges) {
    std::vector<std::size_t> contacts;
    for (std::size_t k = 0; k < program.slidings.size() && !farkas.empty(); ++k)
        for (std::size_t h = 0; h < edges; ++h)
            if (farkas[edges * k + h] != 0.0) {
                contacts.push_back(program.group.contacts[k]);
                break;
            }
    return contacts;
}

std::vector<ContactName> names_of(const Program& program) {
    std::map<Pair, std::size_t> met;
    std::vector<ContactName> names;
    for (const Sliding& sliding : program.slidings) {
        const Pair bodies{sliding.contact.a, sliding.contact.b};
        names.emplace_back(bodies.first, bodies.second, met[bodies]++);
    }
    return names;
}

/// The rows that were active when the contacts were last seen.
std::vector<optimize::Activity> recall(const MomentumMemory& memory, const Program& program) {
    std::vector<optimize::Activity> active;
    for (const ContactName& name : names_of(program)) {
        const std::size_t edges = program.slidings.front().edge_count;
        if (const auto last = memory.find(name); last != memory.end() && last->second.size() == edges)
            active.insert(active.end(), last->second.begin(), last->second.end());
        else active.resize(active.size() + edges, optimize::Activity::inactive);
    }
    active.resize(program.rows.size(), optimize::Activity::inactive);  // those of joints
    return active;
}

void remember(MomentumMemory& memory, const Program& program, const std::vector<optimize::Activity>& active) {
    auto next = active.begin();
    for (const ContactName& name : names_of(program)) {
        const auto end = next + static_cast<std::ptrdiff_t>(program.slidings.front().edge_count);
        memory[name].assign(next, end);
        next = end;
    }
}

// Normal impulses this many times as large as without friction are not what presses, but what clamps.
constexpr double clamping = 2.0;

// Sliding that is off by less is kept: rounds from another start would cost as much again.
constexpr double worth_another_start = 1e-3;

}  // namespace

GroupOutcome resolve_coulomb(World& world, const std::vector<Contact>& contacts, const MomentumGroup& group,
                             std::span<const double> least, const MomentumOptions& options,
                             MomentumUpdate& result, MomentumMemory* memory) {
    const Program program = prepare(world, contacts, group, least, options);
    std::vector<optimize::Activity> active;  // of the last QP
    if (memory) active = recall(*memory, program);
    const std::size_t m = program.slidings.size();
    gauss::Projector polyhedron = projector(program, program.rows);
    Found found;
    bool may_stick = true;
    if (world.friction > 0.0 && m > 0 && may_jam(world, program)) {
        const gauss::Projection stuck = solve(program, polyhedron, active, result);
        may_stick = stuck.status == optimize::Status::optimal;
        if (may_stick) active = stuck.active;
        gauss::Projector frictionless = projector(program, program.normals);
        const gauss::Projection free = solve(program, frictionless, {}, result);
        if (free.status != optimize::Status::optimal)
            return {free.status, contacts_of(program, free.farkas, 1), 0.0, true};
        if (!may_stick || total_push(stuck, 8 * m) > clamping * total_push(free, m)) {
            set_velocities(world, program, free.x);
            std::vector<optimize::Activity> anew = active;
            found = find_sliding(world, program, polyhedron, sliding_slacks(program, world), options, anew,
                                 result);
        }
    }
    if (may_stick && found.error > worth_another_start * program.fastest) {
        Found other = find_sliding(world, program, polyhedron, Vector(m), options, active, result);
        if (other.error < found.error || found.answer.x.empty()) found = std::move(other);
    }
    GroupOutcome outcome;
    if (m > 0) outcome.contradicting = contacts_of(program, found.farkas, program.slidings[0].edge_count);
    // Where friction leaves no answer, it is a script that jams.
    if (found.answer.x.empty() || (found.status != optimize::Status::optimal && !world.scripts.empty())) {
        outcome.status = found.status;
        set_velocities(world, program, program.before);
        return outcome;
    }
    if (memory) remember(*memory, program, active);
    outcome.is_finished = found.error <= options.tolerance * program.fastest;
    outcome.sliding_error = found.error;
    set_velocities(world, program, found.answer.x);
    for (std::size_t k = 0, r = 0; k < m; ++k)
        for (std::size_t h = 0; h < program.slidings[k].edge_count; ++h, ++r)
            result.impulses[group.contacts[k]] += found.answer.multipliers[r] * program.slidings[k].edges[h];
    return outcome;
}

}  // namespace restraint::oba
