// Coulomb's rule for one group of contacts: rounds of projections, each with the sliding that the one before
// left.

#include <algorithm>
#include <cmath>
#include <limits>

#include "extrapolation.h"
#include "momentum_group.h"
#include "restraint/oba/tolerances.h"

namespace restraint::oba {

using gauss::Row;

namespace {

/// What does not change from round to round: the rows at s = 0.
struct FrictionProgram {
    const MomentumGroup& group;
    std::vector<std::vector<Vec3>> edges;  // n + mu d_h, of each contact
    std::size_t edge_count = 8;            // 1 without friction: n
    std::vector<Row> rows;                 // of the edges, contact by contact, and of the joints
    std::vector<Row> normals;              // without friction: of the contacts, and of the joints
    double fastest = 0.0;                  // m/s: what speeds are rounded by
};

FrictionProgram prepare(const World& world, const std::vector<Contact>& contacts, const MomentumGroup& group,
                        const Places& places, std::span<const double> least, const MomentumOptions& options) {
    FrictionProgram program{group, {}, world.friction > 0.0 ? 8U : 1U, {}, {}, 0.0};
    const double fall = world.dt * norm(world.gravity);
    program.fastest = max_norm(group.before) + fall;
    for (const std::size_t i : group.contacts) {
        const Contact& contact = contacts[i];
        const Vec3 v = options.turn_octagon ? relative_velocity(contact, world.bodies) : Vec3{};
        program.edges.push_back(
            pyramid_edges(contact_frame(contact.normal, v, slow_sliding * fall), world.friction));
        for (const Vec3& edge : program.edges.back())
            program.rows.push_back(contact_row(contact, edge, least[i], world, places));
        program.normals.push_back(contact_row(contact, contact.normal, least[i], world, places));
    }
    for (std::vector<Row>* rows : {&program.rows, &program.normals})
        rows->insert(rows->end(), group.joints.begin(), group.joints.end());
    return program;
}

/// s = mu max_h (-d_h . v_t) of each contact: v_n less the least of the velocities along the edges.
Vector sliding_slacks(const FrictionProgram& program, const Vector& v) {
    Vector slacks;
    for (std::size_t k = 0; k < program.edges.size(); ++k) {
        double slack = 0.0;
        const Row& normal = program.normals[k];
        for (std::size_t r = program.edge_count * k; r < program.edge_count * (k + 1); ++r)
            slack = std::max(
                slack, along(normal, v) - normal.lower - (along(program.rows[r], v) - program.rows[r].lower));
        slacks.push_back(slack);
    }
    return slacks;
}

/// True unless a motion is found that opens all contacts at once. If there is none, normal impulses may be in
/// balance with each other (Gordan's theorem of the alternative), as large as you like, and with friction
/// they hold whatever is between them: what the contacts do is not unique.
///
/// The motion looked for is that all bodies go off in one direction and, slowly, away from each other. It
/// opens contacts within the group if each body's centre is on its own side, and the others if the direction
/// leads away from them all: a perceptron looks for it, in a few passes.
bool may_jam(const World& world, const std::vector<Contact>& contacts, const MomentumGroup& group,
             const Places& places) {
    if (!group.joints.empty()) return true;
    std::vector<Vec3> outer;
    for (const std::size_t i : group.contacts) {
        const Contact& contact = contacts[i];
        const bool a = places[contact.a] != places.size(), b = places[contact.b] != places.size();
        const Vec3 apart = world.bodies[contact.a].position - world.bodies[contact.b].position;
        if (!a || !b) outer.push_back(a ? contact.normal : -contact.normal);
        else if (dot(contact.normal, apart) <= 0.0) return true;
    }
    Vec3 away;
    for (int pass = 0; pass < 20; ++pass) {
        bool opens_all = true;
        for (const Vec3& normal : outer)
            if (dot(normal, away) <= parallel * norm(away)) {
                away += normal;
                opens_all = false;
            }
        if (opens_all) return false;
    }
    return true;
}

/// The best answer, what its s is off by, m/s, and how the last round ended, if it had none.
struct Found {
    gauss::Projection answer;
    double error = std::numeric_limits<double>::infinity();
    optimize::Status status = optimize::Status::optimal;
    Vector farkas = {};
};

/// One program more.
gauss::Projection project(const FrictionProgram& program, gauss::Projector& polyhedron,
                          std::span<const optimize::Activity> warm_start, GroupAnswer& result) {
    gauss::Projection answer = polyhedron.project(program.group.before, warm_start);
    ++result.qps;
    result.pivots += answer.iterations;
    return answer;
}

/// Rounds from the given s: the answer whose s changes least.
Found find_sliding(const FrictionProgram& program, gauss::Projector& polyhedron, Vector slacks,
                   std::vector<optimize::Activity> active, const MomentumOptions& options,
                   GroupAnswer& result) {
    Found best;
    Extrapolation extrapolation;
    for (std::size_t round = 0; round < options.round_limit; ++round) {
        for (std::size_t r = 0; r < program.edge_count * slacks.size(); ++r)
            polyhedron.set_lower(r, program.rows[r].lower - slacks[r / program.edge_count]);
        gauss::Projection answer = project(program, polyhedron, active, result);
        best.status = answer.status;
        best.farkas = answer.farkas;
        if (answer.status != optimize::Status::optimal) break;
        active = answer.active;
        const Vector found = sliding_slacks(program, answer.x);
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
std::vector<std::size_t> contacts_of(const FrictionProgram& program, const Vector& farkas,
                                     std::size_t edges) {
    std::vector<std::size_t> contacts;
    for (std::size_t r = 0; r < edges * program.edges.size() && !farkas.empty(); ++r)
        if (farkas[r] != 0.0) contacts.push_back(program.group.contacts[r / edges]);
    return contacts;
}

/// The sum of normal impulses: of the edges, or without friction.
double total_push(const gauss::Projection& answer, std::size_t rows) {
    double sum = 0.0;
    for (std::size_t r = 0; r < rows; ++r) sum += answer.multipliers[r];
    return sum;
}

}  // namespace

GroupAnswer coulomb(const World& world, const std::vector<Contact>& contacts, const MomentumGroup& group,
                    const Places& places, std::span<const double> least, const MomentumOptions& options) {
    const FrictionProgram program = prepare(world, contacts, group, places, least, options);
    const double rounding = speed_rounding * program.fastest;
    gauss::Projector polyhedron(group.inverse_masses, program.rows, rounding);
    GroupAnswer result;
    Found found;
    const std::size_t m = program.edges.size();
    bool may_stick = true;
    if (world.friction > 0.0 && m > 0 && may_jam(world, contacts, group, places)) {
        const gauss::Projection stuck = project(program, polyhedron, {}, result);
        may_stick = stuck.status == optimize::Status::optimal;
        gauss::Projector frictionless(group.inverse_masses, program.normals, rounding);
        const gauss::Projection free = project(program, frictionless, {}, result);
        if (free.status != optimize::Status::optimal) {
            result.status = free.status;
            result.contradicting = contacts_of(program, free.farkas, 1);
            return result;
        }
        if (!may_stick || total_push(stuck, 8 * m) > clamping * total_push(free, m))
            found = find_sliding(program, polyhedron, sliding_slacks(program, free.x), stuck.active, options,
                                 result);
    }
    if (may_stick && found.error > worth_another_start * program.fastest) {
        Found other = find_sliding(program, polyhedron, Vector(m), {}, options, result);
        if (other.error < found.error || found.answer.x.empty()) found = std::move(other);
    }
    result.contradicting = contacts_of(program, found.farkas, program.edge_count);
    // Where friction leaves no answer, it is a script that jams.
    if (found.answer.x.empty() || (found.status != optimize::Status::optimal && !world.scripts.empty())) {
        result.status = found.status;
        return result;
    }
    result.unfinished = found.error <= options.tolerance * program.fastest ? 0 : 1;
    result.sliding_error = found.error;
    result.velocities = std::move(found.answer.x);
    result.impulses.resize(m);
    for (std::size_t r = 0; r < program.edge_count * m; ++r)  // impulses along the edges
        result.impulses[r / program.edge_count] +=
            found.answer.multipliers[r] * program.edges[r / program.edge_count][r % program.edge_count];
    return result;
}

}  // namespace restraint::oba
