#include "restraint/oba/position_update.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "position_frame.h"
#include "restraint/world/joint.h"

namespace restraint::oba {

namespace {

// By this factor the bounds on rotations shrink when patience is at its end.
constexpr double shrinkage = 0.5;
constexpr std::size_t rollback_limit = 12;
// Where a QP fails, scripts next ask for this share of what they asked for: their weight is what strains it.
constexpr double script_modesty = 0.25;

std::vector<double> body_sizes(const World& world) {
    std::vector<double> sizes(world.bodies.size(), 0.0);
    for (const Part& part : world.parts) sizes[part.body] = std::max(sizes[part.body], part.shape.size);
    for (double& size : sizes)
        if (size == 0.0) size = 1.0;  // no parts: any length will do
    return sizes;
}

}  // namespace

/// Separating planes and critical vertices at the present placements; true if a vertex is new.
bool PositionUpdater::plan(Frame& frame) {
    bool added = false;
    const std::vector<Pose> poses = poses_of(frame.now);
    for (auto& [parts, planned] : frame.pairs) {
        planned.plane = plane_between(finder_.separation(frame.world, poses, parts));
        std::vector<Vec3> points;
        for (int side = 0; side < 2; ++side) {
            const Part& part = frame.world.parts[side == 0 ? parts.first : parts.second];
            const Vec3 outwards = side == 0 ? planned.plane.normal : -planned.plane.normal;
            added |= add_critical(part.shape, frame.now[part.body].pose(), outwards,
                                  frame.options.slab * frame.size, planned.critical[side]);
            for (std::size_t vertex : planned.critical[side])
                points.push_back(frame.now[part.body].pose().to_world(part.shape.vertices[vertex]));
        }
        turn_about_middle(planned.plane, points);
    }
    return added;
}

/// Adds pairs to S; true if one is new. The bodies of those, and of pairs that still overlap, have to move.
bool PositionUpdater::extend(Frame& frame, const std::vector<ClosePair>& near) {
    bool added = false;
    for (const ClosePair& pair : near) {
        const bool is_new = frame.pairs.try_emplace(pair.parts).second;
        added |= is_new;
        if (!is_new && -pair.separation.distance <= frame.enough()) continue;
        for (const std::size_t part : {pair.parts.first, pair.parts.second})
            frame.steps[frame.world.parts[part].body] = std::numeric_limits<double>::infinity();
    }
    return added;
}

/// One QP: island by island, where there is anything left to do. Bodies in no island go to their targets at
/// once.
bool PositionUpdater::solve(Frame& frame) {
    const World& world = frame.world;
    std::vector<Pair> connections;
    for (const auto& entry : frame.pairs)
        connections.emplace_back(world.parts[entry.first.first].body, world.parts[entry.first.second].body);
    for (const Joint& joint : world.joints) connections.emplace_back(joint.a, joint.b);

    const auto groups = islands(world, connections);
    std::vector<std::size_t> group_of(world.bodies.size(), groups.size());
    for (std::size_t g = 0; g < groups.size(); ++g)
        for (std::size_t body : groups[g]) group_of[body] = g;
    std::vector<std::vector<const std::pair<const Pair, Planned>*>> pairs(groups.size() + 1);
    for (const auto& entry : frame.pairs) {
        const std::size_t a = world.parts[entry.first.first].body, b = world.parts[entry.first.second].body;
        pairs[world.moves(a) ? group_of[a] : group_of[b]].push_back(&entry);
    }
    Placements next = frame.now;
    for (std::size_t i = 0; i < next.size(); ++i)
        if (group_of[i] == groups.size()) next[i] = frame.targets[i];
    frame.step = 0.0;
    // An island without joints that has come to its minimum stays there until a new pair joins it.
    const auto is_done = [&](std::size_t body) {
        return world.joints.empty() && frame.steps[body] <= frame.options.step * frame.size;
    };
    for (std::size_t g = 0; g < groups.size(); ++g)
        if (!std::all_of(groups[g].begin(), groups[g].end(), is_done) &&
            !solve_island(frame, groups[g], pairs[g], next))
            return false;
    frame.stack.push_back(std::exchange(frame.now, std::move(next)));
    return true;
}

namespace {

double joint_gap(const World& world, const Placements& at) {
    if (world.joints.empty()) return 0.0;
    double gap = 0.0;
    for (const Joint& joint : world.joints)
        gap = std::max(gap, norm(at[joint.a].pose().to_world(joint.anchor_a) -
                                 at[joint.b].pose().to_world(joint.anchor_b)));
    return gap;
}

/// Placements and the pairs that are near each other there.
struct Found {
    Placements placements;
    std::vector<ClosePair> near;
    double overlap = std::numeric_limits<double>::infinity();  // the deepest, of joints too
};

}  // namespace

PositionUpdate PositionUpdater::update(const World& world, const Placements& targets,
                                       const PositionOptions& options) {
    Frame frame{world,
                targets,
                options,
                smallest_size(world),
                options.rotation_bound,
                current_placements(world),
                {},
                {},
                {},
                {},
                0.0,
                {},
                1.0,
                std::vector<double>(world.bodies.size(), std::numeric_limits<double>::infinity()),
                1.0,
                false};
    frame.now = frame.start;
    frame.sizes = body_sizes(world);
    for (std::size_t i = 0; i < world.bodies.size(); ++i)
        if (world.responds(i)) frame.heaviest = std::max(frame.heaviest, world.bodies[i].mass);
    const double close = options.close_distance * frame.size;
    PositionUpdate& result = frame.result;

    result.near = finder_.find(world, poses_of(targets), close);
    result.placements = targets;
    result.close_pairs = result.near.size();
    result.overlap = deepest_overlap(result.near);
    if (result.overlap <= frame.enough() && joint_gap(world, targets) <= frame.enough())
        return std::move(result);

    extend(frame, result.near);
    bool is_settled = false;
    Found best;
    while (!is_settled && result.qps < options.qp_limit && result.rollbacks < rollback_limit) {
        plan(frame);
        ++result.qps;
        if (!solve(frame)) {
            if (!std::exchange(frame.is_wedged, true)) continue;
            ++result.rollbacks;
            frame.bound *= 0.5;
            frame.script_share *= script_modesty;
            frame.steps.assign(frame.steps.size(), std::numeric_limits<double>::infinity());
            if (!frame.stack.empty()) {
                frame.now = std::move(frame.stack.back());
                frame.stack.pop_back();
            }
            continue;
        }
        Found found{frame.now, finder_.find(world, poses_of(frame.now), close)};
        const bool added = extend(frame, found.near);
        found.overlap = std::max(deepest_overlap(found.near), joint_gap(world, frame.now));
        const bool impatient = result.qps >= options.patience;
        is_settled = !added && found.overlap <= frame.enough() &&
                     (impatient || frame.step <= options.step * frame.size);
        if (is_settled || found.overlap <= best.overlap) best = std::move(found);
        if (impatient) frame.bound *= shrinkage;
    }
    if (!is_settled && best.overlap > options.worst_overlap * frame.size) {
        result.settled = false;
        best = {frame.start, finder_.find(world, poses_of(frame.start), close)};
    }
    result.close_pairs = frame.pairs.size();
    result.placements = std::move(best.placements);
    result.near = std::move(best.near);
    result.overlap = deepest_overlap(result.near);
    return std::move(result);
}

}  // namespace restraint::oba
