#include "restraint/oba/position_update.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "position_frame.h"
#include "restraint/oba/tolerances.h"

namespace restraint::oba {

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
    // An island without joints that has come to its minimum stays there until a new pair joins it.
    const auto is_done = [&](std::size_t body) {
        return world.joints.empty() && steps[body] <= options.step * size;
    };
    for (std::size_t g = 0; g < planned.size(); ++g)
        if (!std::all_of(found.bodies[g].begin(), found.bodies[g].end(), is_done) &&
            !solve_island({found.bodies[g]}, planned[g], next))
            return false;
    earlier.push_back(std::exchange(now, std::move(next)));
    return true;
}

/// Back to the placements before the last QP, with less turning, and with scripts that ask for less.
void PositionFrame::roll_back() {
    bound *= 0.5;
    script_share *= script_modesty;
    steps.assign(steps.size(), never);
    if (earlier.empty()) return;
    now = std::move(earlier.back());
    earlier.pop_back();
}

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
