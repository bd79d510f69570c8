#include "restraint/oba/position_update.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "restraint/oba/scripts.h"
#include "restraint/oba/tolerances.h"

namespace restraint::oba {

using gauss::InverseMass;
using gauss::Row;

namespace {

constexpr double never = optimize::infinity;

/// A close pair <A, B, C> of table 6.1: its separating plane, and the critical vertices of A and of B.
struct Planned {
    double distance = 0.0;  // of A and B, m
    PlaneBetween plane;
    CriticalVertices critical[2];
};
using PlannedPair = std::pair<const Pair, Planned>;

/// One QP: the bodies of an island, (dx, dphi) each, then the three variables of each plane.
struct IslandProgram {
    const std::vector<std::size_t>& island;
    std::vector<gauss::InverseMass> weights = {};
    Vector target = {};
    std::vector<gauss::Row> rows = {};
    std::vector<PositionUpdater::RowName> names = {};  // of the first rows, those of pairs
    double farthest = 1.0;                             // coordinate, m: what sides are rounded by
};

/// What is known in one frame, for the loop of PositionUpdater::update.
struct PositionFrame {
    const World& world;
    const Placements& targets;
    const PositionOptions& options;
    CloseFinder& finder;
    std::map<PositionUpdater::RowName, optimize::Activity>& active;
    PositionUpdate& result;  // counts

    const double size = smallest_size(world);
    const std::vector<double> sizes = body_sizes();
    Placements now = current_placements(world);
    std::vector<Placements> earlier = {};  // of this frame, to roll back to
    std::map<Pair, Planned> pairs = {};    // S
    std::vector<MotionRow> joints = {};    // at the present placements
    std::vector<std::size_t> local = {};   // of each body: its place in its island, or the number of bodies
    std::vector<double> steps = std::vector(world.bodies.size(), never);  // m, of its island's last QP
    double step = 0.0;                                                    // m, of the last QP
    double bound = options.rotation_bound;                                // rad
    bool is_wedged = false;  // a QP of this frame had no solution

    std::vector<double> body_sizes() const;
    double enough() const;
    double may_stay() const;
    bool add_pairs(const std::vector<ClosePair>& near);
    void plan();
    bool solve();
    void roll_back();
    bool solve_island(IslandProgram program, const std::vector<const PlannedPair*>& planned,
                      Placements& next);
};

// The rows and weights of one QP.

/// W of (dx, dphi), the inverse of the weights of the objective.   [OBA-6.7, OBA-6.8, OBA-A.3.1-1]
InverseMass weight(const PositionFrame& frame, std::size_t i) {
    const bool yields = frame.world.is_scripted(i);
    if (frame.options.closeness == Closeness::mass)
        return world::inverse_mass_of(yields ? yielding(frame.world, i) : frame.world.bodies[i]);
    const double shift = yields ? 1.0 / script_weight : 1.0,
                 turn = yields ? 0.0 : 1.0 / (frame.sizes[i] * frame.sizes[i]);
    return InverseMass::diagonal({shift, shift, shift, turn, turn, turn});
}

/// The bodies and their target perturbations. The variables are dx and dphi; the deficits ddx = dx - dx_tgt
/// and ddphi are their distance from the target of the projection.   [OBA-6.5, OBA-A.3.1-2, OBA-A.3.1-3]
void add_bodies(const PositionFrame& frame, IslandProgram& program) {
    for (const std::size_t i : program.island) {
        program.weights.push_back(weight(frame, i));
        const Perturbation wanted = perturbation(frame.now[i], frame.targets[i]);  // [OBA-6.4]
        for (std::size_t c = 0; c < 3; ++c) program.target.push_back(wanted.translation[c]);
        for (std::size_t c = 0; c < 3; ++c) program.target.push_back(wanted.rotation[c]);
    }
}

/// A ball keeps its distance from another ball, or from what does not move, along the present normal: no
/// plane is needed that could turn.   [OBA-6.2]
bool add_distance(const PositionFrame& frame, Pair parts, const Planned& planned, IslandProgram& program) {
    Row row;
    row.lower = -planned.distance - 2.0 * overlap_aim * frame.options.overlap * frame.size;
    for (int side = 0; side < 2; ++side) {
        const Part& part = frame.world.parts[side == 0 ? parts.first : parts.second];
        const std::size_t block = frame.local[part.body];
        if (block == frame.world.bodies.size()) continue;
        if (!part.shape.is_ball()) return false;
        const Pose pose = frame.now[part.body].pose();
        const Vec3 q = pose.to_world(part.shape.vertices[0]),
                   n = (side == 0 ? -1.0 : 1.0) * planned.plane.normal, turn = cross(q - pose.position, n);
        row.add(block, {n.x, n.y, n.z, turn.x, turn.y, turn.z});
        program.farthest = std::max(program.farthest, 1.0 + max_norm(q));
    }
    if (row.lower <= frame.may_stay()) row.lower = std::min(row.lower, 0.0);
    program.rows.push_back(row);
    program.names.emplace_back(parts, 0, 0);
    return true;
}

/// The plane's variables are its motion against its carrier: rows of the carrier's own vertices touch the
/// plane alone, those of the other body's vertices both bodies.
void add_plane(const PositionFrame& frame, Pair parts, const Planned& planned, IslandProgram& program) {
    const std::size_t outside = frame.world.bodies.size(), plane = program.weights.size();
    const PlaneBetween& between = planned.plane;
    const std::size_t carrier = frame.world.parts[between.carrier < 0 ? parts.first : parts.second].body;
    double ease = 0.0, turn_ease = 0.0, arm = 0.5 * frame.size;
    for (int side = 0; side < 2; ++side) {
        const Part& part = frame.world.parts[side == 0 ? parts.first : parts.second];
        const Pose pose = frame.now[part.body].pose();
        const bool moves = frame.local[part.body] != outside;
        if (moves) {
            const InverseMass& w = program.weights[frame.local[part.body]];
            ease = std::max(ease, w(0, 0));
            turn_ease = std::max({turn_ease, w(3, 3), w(4, 4), w(5, 5)});
        }
        for (const std::size_t vertex : planned.critical[side]) {
            const Vec3 q = pose.to_world(part.shape.vertices[vertex]);
            const int sign = side == 0 ? -1 : 1;
            const bool rides = sign == between.carrier;
            Row row = separation_row(between, sign, q, part.shape.radius, pose.position, moves && !rides,
                                     frame.local[part.body], plane);
            if (!rides && frame.local[carrier] != outside) {
                const Vec3 n = between.normal, turn = cross(q - frame.now[carrier].position, n);
                row.add(frame.local[carrier], {-n.x, -n.y, -n.z, -turn.x, -turn.y, -turn.z});
            }
            // An overlap too small to count is left alone, so that a wedged body is no contradiction.
            double& limit = side == 0 ? row.upper : row.lower;
            limit -= sign * overlap_aim * frame.options.overlap * frame.size;
            if (std::abs(limit) <= frame.may_stay())
                limit = side == 0 ? std::max(limit, 0.0) : std::min(limit, 0.0);
            program.rows.push_back(row);
            program.names.emplace_back(parts, side, vertex);
            program.farthest = std::max(program.farthest, 1.0 + max_norm(q));
            arm = std::max(arm, norm(q - between.center));
        }
    }
    // Turning by dphi moves the rim by arm * dphi. So W of the turn is at most widest_turn * W / arm^2: a rim
    // that moved more easily would show rounding.
    const double turn = plane_ease * std::min(turn_ease, widest_turn * ease / (arm * arm));
    program.weights.push_back(InverseMass::diagonal({turn, turn, plane_ease * ease}));
    for (int k = 0; k < 3; ++k) program.target.push_back(0.0);
}

/// Rows of the island's joints, at the present placements.   [OBA-6.44]
void add_joints(const PositionFrame& frame, IslandProgram& program) {
    for (const MotionRow& equation : frame.joints) {
        Row row;
        row.lower = row.upper = -equation.value;
        for (const gauss::Block& block : equation.row.blocks())
            if (const std::size_t k = frame.local[block.body];
                k < program.island.size() && program.island[k] == block.body)
                row.add(k, block.values());
        if (!row.blocks().empty()) program.rows.push_back(row);
    }
}

/// |dphi| <= bound, of each body that a row turns; a ball turns with nothing in its way.   [OBA-A.3.1-6]
void add_bounds(double bound, IslandProgram& program) {
    std::vector<char> is_turned(program.weights.size(), 0);
    for (const Row& row : program.rows)
        for (const gauss::Block& block : row.blocks())
            for (std::size_t c = 3; c < block.size; ++c)
                if (block.coefficients[c] != 0.0) is_turned[block.body] = 1;
    for (std::size_t k = 0; k < program.island.size(); ++k)
        for (std::size_t c = 3; c < 6 && is_turned[k] && program.weights[k](3, 3) > 0.0; ++c) {
            std::array<double, 6> unit{};
            unit[c] = 1.0;
            program.rows.emplace_back();
            program.rows.back().lower = -bound;
            program.rows.back().upper = bound;
            program.rows.back().add(k, unit);
        }
}

/// One island: its planes, joints and bounds, and one QP. False if that is infeasible.
bool PositionFrame::solve_island(IslandProgram program, const std::vector<const PlannedPair*>& planned,
                                 Placements& next) {
    add_bodies(*this, program);
    for (const PlannedPair* pair : planned)
        if (!add_distance(*this, pair->first, pair->second, program))
            add_plane(*this, pair->first, pair->second, program);
    add_joints(*this, program);
    add_bounds(bound, program);
    const bool has_planes = program.weights.size() > program.island.size();
    // An island of balls begins its first two QPs cold: the rows that sweeps find are more often active than
    // those of the last frame.
    std::vector<optimize::Activity> warm;
    if (has_planes || result.qps > 2) warm.resize(program.rows.size(), optimize::Activity::inactive);
    for (std::size_t r = 0; r < std::min(warm.size(), program.names.size()); ++r)
        if (const auto last = active.find(program.names[r]); last != active.end()) warm[r] = last->second;
    const double rough = program.names.size() > many_rows ? rough_overlap * options.overlap * size : 0.0;
    gauss::Projector polyhedron(program.weights, program.rows, motion_rounding * program.farthest + rough,
                                row_rounding);
    const gauss::Projection answer = has_planes ? polyhedron.project(program.target, warm)
                                                : polyhedron.project_together(program.target, warm);
    result.pivots += answer.iterations;
    if (answer.status != optimize::Status::optimal) return false;
    for (std::size_t r = 0; r < program.names.size(); ++r) active[program.names[r]] = answer.active[r];
    double longest = 0.0;
    for (std::size_t k = 0; k < program.island.size(); ++k) {
        const std::size_t i = program.island[k];
        const auto x = [&](std::size_t c) { return answer.x[6 * k + c]; };
        const Perturbation by{{x(0), x(1), x(2)}, {x(3), x(4), x(5)}};
        next[i] = perturbed(now[i], by);  // [OBA-iter]
        longest = std::max(longest, max_norm(by.translation) + 0.5 * sizes[i] * max_norm(by.rotation));
        if (!world.is_scripted(i))
            result.largest_rotation = std::max(result.largest_rotation, max_norm(by.rotation));
    }
    for (const std::size_t i : program.island) steps[i] = longest;
    step = std::max(step, longest);
    return true;
}

// The steps of table 6.1.

std::vector<MotionRow> joint_rows_at(const World& world, const Placements& at) {
    if (world.joints.empty()) return {};
    World moved = world;
    place(moved, at);
    return joint_rows(moved.joints, moved.bodies);
}

/// The largest part of each body; any length will do for a body without parts.
std::vector<double> PositionFrame::body_sizes() const {
    std::vector<double> largest(world.bodies.size(), 0.0);
    for (const Part& part : world.parts) largest[part.body] = std::max(largest[part.body], part.shape.size);
    std::replace(largest.begin(), largest.end(), 0.0, 1.0);
    return largest;
}

/// Overlaps that do not count, m.
double PositionFrame::enough() const { return (is_wedged ? options.wedged_overlap : options.overlap) * size; }

/// A body no farther than this behind its separating plane may stand where it is, m: all bodies where the
/// frame begins, and none later on, unless there is no other way. (The other one may be as far behind it.)
double PositionFrame::may_stay() const {
    if (earlier.empty()) return never;
    return is_wedged ? overlap_aim * options.wedged_overlap * size : 0.0;
}

/// Adds pairs to S; true if one is new. The bodies of those, and of pairs that still overlap, have to move.
bool PositionFrame::add_pairs(const std::vector<ClosePair>& near) {
    bool added = false;
    for (const ClosePair& pair : near) {
        const bool is_new = pairs.try_emplace(pair.parts).second;
        added |= is_new;
        if (!is_new && -pair.separation.distance <= enough()) continue;
        for (const std::size_t part : {pair.parts.first, pair.parts.second})
            steps[world.parts[part].body] = never;
    }
    return added;
}

/// Joints and separating planes at the present placements, and the vertices that are critical with respect to
/// them.
void PositionFrame::plan() {
    joints = joint_rows_at(world, now);
    const std::vector<Pose> poses = poses_of(now);
    for (auto& [parts, planned] : pairs) {
        const collide::Separation separation = finder.separation(world, poses, parts);
        planned.distance = separation.distance;
        planned.plane = plane_between(separation);
        Vec3 sum;
        double count = 0.0;
        for (int side = 0; side < 2; ++side) {
            const Part& part = world.parts[side == 0 ? parts.first : parts.second];
            const Vec3 outwards = side == 0 ? planned.plane.normal : -planned.plane.normal;
            add_critical(part.shape, poses[part.body], outwards, options.slab * size, planned.critical[side]);
            for (const std::size_t vertex : planned.critical[side])
                sum += poses[part.body].to_world(part.shape.vertices[vertex]);
            count += static_cast<double>(planned.critical[side].size());
        }
        // The plane turns about the mean of the vertices, put on it.
        const Vec3 middle = sum / count, n = planned.plane.normal;
        planned.plane.center = middle + (planned.plane.offset - dot(n, middle)) * n;
    }
}

/// One QP, island by island, where there is anything left to do. Bodies in no island go to their targets at
/// once. False, and nothing moves, if an island's QP is infeasible.
bool PositionFrame::solve() {
    std::vector<Pair> connections;
    for (const auto& entry : pairs)
        connections.emplace_back(world.parts[entry.first.first].body, world.parts[entry.first.second].body);
    for (const Joint& joint : world.joints) connections.emplace_back(joint.a, joint.b);
    const Islands found =
        islands(world.bodies.size(), connections, [&](std::size_t i) { return world.moves(i); });
    local = found.place;
    std::vector<std::vector<const PlannedPair*>> planned(found.bodies.size());
    for (const PlannedPair& entry : pairs)
        planned[found.of(world.parts[entry.first.first].body, world.parts[entry.first.second].body)]
            .push_back(&entry);
    Placements next = now;
    for (std::size_t i = 0; i < world.bodies.size(); ++i)
        if (local[i] == world.bodies.size()) next[i] = targets[i];
    step = 0.0;
    // An island that has come to its minimum stays there until a new pair joins it: what joints lack after a
    // perturbation is of its second order.
    const auto is_done = [&](std::size_t body) { return steps[body] <= options.step * size; };
    for (std::size_t g = 0; g < planned.size(); ++g)
        if (!std::all_of(found.bodies[g].begin(), found.bodies[g].end(), is_done) &&
            !solve_island({found.bodies[g]}, planned[g], next))
            return false;
    earlier.push_back(std::exchange(now, std::move(next)));
    return true;
}

/// Back to the placements before the last QP, with less turning.
void PositionFrame::roll_back() {
    bound *= 0.5;
    steps.assign(steps.size(), never);
    if (earlier.empty()) return;
    now = std::move(earlier.back());
    earlier.pop_back();
}

}  // namespace

PositionUpdate PositionUpdater::update(const World& world, const Placements& targets,
                                       const PositionOptions& options) {
    PositionUpdate result;
    Arrangement& best = result;
    PositionFrame frame{world, targets, options, finder_, active_, result};
    const auto look = [&](const Placements& at) {
        Arrangement found{at, finder_.find(world, poses_of(at), options.close_distance * frame.size)};
        found.overlap = deepest_overlap(found.near);
        for (const MotionRow& row : joint_rows_at(world, at))
            found.overlap = std::max(found.overlap, std::abs(row.value));
        return found;
    };
    best = look(targets);
    bool is_settled = best.overlap <= frame.enough();
    frame.add_pairs(best.near);  // S begins with the pairs that are close at the targets
    if (!is_settled) best = {};
    while (!is_settled && result.qps < options.qp_limit) {
        // repeat: calculate the separating planes of all pairs in S, find their critical vertices
        frame.plan();
        ++result.qps;
        if (!frame.solve()) {                                     // solve QP; if infeasible
            if (!std::exchange(frame.is_wedged, true)) continue;  // ours: first let bodies stand
            ++result.rollbacks;
            frame.roll_back();  // roll back all body positions
            continue;
        }
        // else update the current positions; find current close pairs and add to S
        Arrangement found = look(frame.now);
        const bool added = frame.add_pairs(found.near);
        const bool impatient = result.qps >= options.patience;
        // while something was added, or overlaps, or moved farther than rounding
        is_settled = !added && found.overlap <= frame.enough() &&
                     (impatient || frame.step <= options.step * frame.size);
        if (is_settled || found.overlap <= best.overlap) best = std::move(found);
        if (impatient) frame.bound *= shrinkage;
    }
    result.settled = is_settled || best.overlap <= options.worst_overlap * frame.size;
    if (!result.settled) best = look(current_placements(world));
    result.close_pairs = frame.pairs.size();
    return result;
}

}  // namespace restraint::oba
