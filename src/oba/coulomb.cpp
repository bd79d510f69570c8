// Coulomb's rule for one group of contacts: rounds of projections, each with the sliding that the one before
// left.

#include "restraint/oba/coulomb.h"

#include <algorithm>
#include <numeric>

#include "extrapolation.h"
#include "restraint/oba/tolerances.h"

namespace restraint::oba {

using gauss::Row;

namespace {

/// What does not change from round to round: the rows at s = 0.
struct FrictionProgram {
    const MomentumGroup& group;
    const Vector before = world::velocities(group.bodies);
    std::vector<std::vector<Vec3>> edges = {};  // n + mu d_h, of each contact; without friction n
    std::vector<Row> rows = {};                 // of the edges, contact by contact, and of the joints
    std::vector<Row> normals = {};              // without friction: of the contacts, and of the joints
    double fastest = 0.0;                       // m/s: what speeds are compared with
    double roughness = 0.0;                     // m/s: s that counts as 0 in the first round

    /// m/s, of the sides.
    double rounding(double rough) const { return speed_rounding * fastest + rough / 3.0; }
    std::size_t edge_count() const { return edges.empty() ? 1 : edges[0].size(); }
};

FrictionProgram prepare(const MomentumGroup& group, const World& world, const MomentumOptions& options) {
    FrictionProgram program{group};
    const double fall = world.dt * norm(world.gravity);
    program.fastest = max_norm(program.before) + fall;
    if (world.friction > 0.0 && group.contacts.size() > many_contacts)
        program.roughness = first_roughness * program.fastest;
    for (std::size_t k = 0; k < group.contacts.size(); ++k) {
        const Contact& contact = group.contacts[k];
        const Vec3 v = options.turn_octagon ? relative_velocity(contact, group.bodies) : Vec3{};
        const auto row = [&](Vec3 u) {  // u . v >= least   [OBA-6.24, OBA-A.3.2-4]
            Row result = world::direction_row(contact, u, group.bodies);
            result.lower = group.least[k];
            return result;
        };
        program.edges.push_back(
            pyramid_edges(contact_frame(contact.normal, v, slow_sliding * fall), world.friction));
        for (const Vec3& edge : program.edges.back()) program.rows.push_back(row(edge));
        program.normals.push_back(row(contact.normal));
    }
    const std::vector<Row> joints = velocity_rows(group.joints, group.bodies);
    for (std::vector<Row>* rows : {&program.rows, &program.normals})
        rows->insert(rows->end(), joints.begin(), joints.end());
    return program;
}

/// s = mu max_h (-d_h . v_t) of each contact: v_n less the least of the velocities along the edges; 0 where
/// that is no more than `roughness`, m/s.
Vector sliding_slacks(const FrictionProgram& program, const Vector& v, double roughness = 0.0) {
    Vector slacks;
    std::size_t r = 0;
    for (std::size_t k = 0; k < program.edges.size(); ++k) {
        double slack = 0.0;
        for (std::size_t h = 0; h < program.edges[k].size(); ++h)
            slack = std::max(slack, along(program.normals[k], v) - along(program.rows[r++], v));
        slacks.push_back(slack > roughness ? slack : 0.0);
    }
    return slacks;
}

/// True unless a motion is found that opens all contacts at once. If there is none, normal impulses may be in
/// balance with each other (Gordan's theorem of the alternative), as large as you like, and with friction
/// they hold whatever is between them: what the contacts do is not unique.
///
/// The motion looked for is that all bodies go off in one direction and, slowly, away from each other. It
/// opens contacts within the group if each body's centre is on its own side, and the others if the direction
/// leads away from them all: a perceptron looks for it, in a few corrections.
bool may_jam(const MomentumGroup& group) {
    std::vector<Vec3> outer;
    for (const Contact& contact : group.contacts) {
        const bool a = group.takes_impulses(contact.a), b = group.takes_impulses(contact.b);
        const Vec3 apart = group.bodies[contact.a].position - group.bodies[contact.b].position;
        if (a && b && dot(contact.normal, apart) <= 0.0) return true;
        if (a != b) outer.push_back(a ? contact.normal : -contact.normal);
    }
    Vec3 away;
    for (int correction = 0; correction < 100; ++correction) {
        const auto closing = std::find_if(outer.begin(), outer.end(),
                                          [&](Vec3 n) { return dot(n, away) <= parallel * norm(away); });
        if (closing == outer.end()) return !group.joints.empty();
        away += *closing;
    }
    return true;
}

/// The best answer and what its s is off by, m/s; and the last one, which may be none.
struct Found {
    gauss::Projection best, last;
    double error = optimize::infinity;
};

/// Rounds from the given s: the answer whose s changes least. Those of a large group are rough, less so from
/// round to round; s is off by the roughness, too.
Found find_sliding(const FrictionProgram& program, gauss::Projector& polyhedron, Vector slacks,
                   std::vector<optimize::Activity> active, const MomentumOptions& options,
                   GroupAnswer& result) {
    Found found;
    Extrapolation extrapolation;
    double roughness = program.roughness;
    for (std::size_t round = 0; round < options.round_limit; ++round) {
        for (std::size_t r = 0; r < program.edge_count() * slacks.size(); ++r)
            polyhedron.set_lower(r, program.rows[r].lower - slacks[r / program.edge_count()]);
        polyhedron.set_side_rounding(program.rounding(roughness));
        // Without friction a contact is one row, and rows of contacts elsewhere hardly depend on each other.
        found.last = program.edge_count() == 1 ? polyhedron.project_together(program.before, active)
                                               : polyhedron.project(program.before, active);
        ++result.qps;
        result.pivots += found.last.iterations;
        if (found.last.status != optimize::Status::optimal) break;
        active = found.last.active;
        const Vector image = sliding_slacks(program, found.last.x, roughness);
        const double change = max_norm(image - slacks), error = std::max(change, roughness);
        if (error < found.error) found.best = found.last;
        found.error = std::min(found.error, error);
        if (error <= options.tolerance * program.fastest) break;
        roughness = std::min(program.roughness, later_roughness * change);
        slacks = extrapolation.next(slacks, image);
        for (double& slack : slacks) slack = std::max(slack, 0.0);
    }
    return found;
}

/// The outcome where a projection has no answer: its status, and the contacts whose rows its Farkas vector
/// combines; rows_each rows belong to one contact.
GroupAnswer refused(GroupAnswer result, const gauss::Projection& none, std::size_t rows_each) {
    result.status = none.status;
    for (std::size_t r = 0; r < rows_each * result.impulses.size() && !none.farkas.empty(); ++r)
        if (none.farkas[r].value != 0.0) result.contradicting.push_back(r / rows_each);
    return result;
}

/// The sum of normal impulses: the multipliers of the first `rows` rows, whose normal components are all 1.
double total_push(const gauss::Projection& answer, std::size_t rows) {
    return std::accumulate(answer.multipliers.data(), answer.multipliers.data() + rows, 0.0);
}

}  // namespace

GroupAnswer coulomb(const MomentumGroup& group, const World& world, const MomentumOptions& options) {
    const FrictionProgram program = prepare(group, world, options);
    const double rounding = program.rounding(program.roughness);
    gauss::Projector polyhedron(group.inverse_masses, program.rows, rounding);
    const std::size_t m = group.contacts.size(), edges = program.edge_count();
    GroupAnswer result;
    result.impulses.resize(m);
    Found found;
    bool may_stick = true;
    // Step 1. s = 0 means that everything sticks. Where normal impulses can balance each other, that answer
    // may clamp: its normal impulses exceed `clamping` times those without friction, though nothing presses.
    // Then the rounds start from the sliding that is left without friction.
    if (edges > 1 && may_jam(group)) {
        const gauss::Projection stuck = polyhedron.project(program.before);
        may_stick = stuck.status == optimize::Status::optimal;
        gauss::Projector frictionless(group.inverse_masses, program.normals, rounding);
        const gauss::Projection free = frictionless.project(program.before);
        result.qps = 2;
        result.pivots = stuck.iterations + free.iterations;
        if (free.status != optimize::Status::optimal) return refused(result, free, 1);
        if (!may_stick || total_push(stuck, edges * m) > clamping * total_push(free, m))
            found = find_sliding(program, polyhedron, sliding_slacks(program, free.x), stuck.active, options,
                                 result);
    }
    // Step 2. In all other cases, and where step 1 left |change of s| too large, the rounds start from s = 0.
    if (may_stick && found.error > worth_another_start * program.fastest) {
        Found other = find_sliding(program, polyhedron, Vector(m), {}, options, result);
        if (other.error < found.error || found.best.x.empty()) found = std::move(other);
    }
    if (found.last.status != optimize::Status::optimal) result = refused(result, found.last, edges);
    // Step 3. No answer at all; or the last round had none and a moving script or wall touches the group:
    // then the script jams it, and update_momenta lets the script yield.
    if (found.best.x.empty() || (result.status != optimize::Status::optimal && !group.stands_alone()))
        return result;
    result.status = optimize::Status::optimal;
    result.unfinished = found.error <= options.tolerance * program.fastest ? 0 : 1;
    result.sliding_error = found.error;
    result.velocities = std::move(found.best.x);
    for (std::size_t r = 0; r < edges * m; ++r)  // impulses along the edges
        result.impulses[r / edges] += found.best.multipliers[r] * program.edges[r / edges][r % edges];
    return result;
}

}  // namespace restraint::oba
