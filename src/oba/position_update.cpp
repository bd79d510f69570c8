#include "restraint/oba/position_update.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "restraint/contact/joint.h"

namespace restraint::oba {

using gauss::InverseMass;
using gauss::Row;

namespace {

// A plane is this much easier to move than the bodies that it separates.
constexpr double plane_ease = 1e4;
// By this factor the bounds on rotations shrink when patience is at its end.
constexpr double shrinkage = 0.5;
// A scripted body is this much harder to move than a free one: it gives way where nothing else can.
constexpr double script_weight = 1e3;
constexpr std::size_t rollback_limit = 12;

std::vector<double> body_sizes(const World& world) {
    std::vector<double> sizes(world.bodies.size(), 0.0);
    for (const Part& part : world.parts) sizes[part.body] = std::max(sizes[part.body], part.shape.size);
    for (double& size : sizes)
        if (size == 0.0) size = 1.0;  // no parts: any length will do
    return sizes;
}

/// W of (dx, dphi), the inverse of the weights of the objective.   [OBA-6.7, OBA-6.8, OBA-A.3.1-1]
InverseMass weight(const World& world, std::size_t i, Closeness closeness, double size, double heaviest) {
    const RigidBody& body = world.bodies[i];
    const double ease = world.is_scripted(i) ? 1.0 / script_weight : 1.0;
    if (world.is_scripted(i) && closeness == Closeness::mass) {
        const double shift = ease / heaviest, turn = shift / (size * size);
        return InverseMass::diagonal({shift, shift, shift, turn, turn, turn});
    }
    if (closeness == Closeness::diameter) {
        const double turn = ease / (size * size);
        return InverseMass::diagonal({ease, ease, ease, turn, turn, turn});
    }
    Matrix w(6, 6);
    for (std::size_t k = 0; k < 3; ++k) {
        w(k, k) = ease * body.inverse_mass;
        for (std::size_t l = 0; l < 3; ++l)  // (both halves from one entry: exactly symmetric)
            w(3 + k, 3 + l) = ease * body.inverse_inertia(std::min(k, l), std::max(k, l));
    }
    return InverseMass::symmetric(w);
}

}  // namespace

/// What is known in one frame.
struct PositionUpdater::Frame {
    const World& world;
    const Placements& targets;
    const PositionOptions& options;
    double size = 1.0;              // of the smallest part
    double bound = 0.1;             // rad
    Placements start, now;          // of the frame, of the QP
    std::vector<Placements> stack;  // earlier ones of this frame, to roll back to
    std::map<Pair, Planned> pairs;  // S, with the sets C
    std::vector<double> sizes;      // of the bodies
    double step = 0.0;              // m, of the last QP
    PositionUpdate result;
    double heaviest = 1.0;  // kg, of the bodies that respond
};

/// Separating planes and critical vertices at the present placements; true if a vertex is new.
bool PositionUpdater::plan(Frame& frame) {
    bool added = false;
    for (auto& [parts, planned] : frame.pairs) {
        planned.plane = plane_between(finder_.separation(frame.world, frame.now, parts));
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

/// Adds pairs to S; true if one is new.
bool PositionUpdater::extend(Frame& frame, const std::vector<ClosePair>& near) {
    bool added = false;
    for (const ClosePair& pair : near) added |= frame.pairs.try_emplace(pair.parts).second;
    return added;
}

/// One QP: island by island. Bodies in no island go to their targets at once.
bool PositionUpdater::solve(Frame& frame) {
    const World& world = frame.world;
    std::vector<Pair> connections;
    for (const auto& entry : frame.pairs)
        connections.emplace_back(world.parts[entry.first.first].body, world.parts[entry.first.second].body);
    for (const contact::Joint& joint : world.joints) connections.emplace_back(joint.a, joint.b);

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
    for (std::size_t g = 0; g < groups.size(); ++g)
        if (!solve_island(frame, groups[g], pairs[g], next)) return false;
    frame.stack.push_back(std::exchange(frame.now, std::move(next)));
    return true;
}

namespace {

/// Rows of the joints within the island, at the present placements.   [OBA-6.44]
void add_joint_rows(const World& world, const Placements& now, const std::vector<std::size_t>& local,
                    std::vector<Row>& rows) {
    std::vector<RigidBody> bodies;
    for (const contact::Joint& joint : world.joints) {
        const std::size_t outside = local.size();
        const std::size_t a = local[joint.a], b = local[joint.b];
        if (a == outside && b == outside) continue;
        if (bodies.empty()) {
            bodies = world.bodies;
            for (std::size_t i = 0; i < bodies.size(); ++i) {
                bodies[i].position = now[i].position;
                bodies[i].orientation = now[i].orientation;
            }
        }
        for (const contact::JointRow& equation : contact::joint_rows(joint, bodies)) {
            Row row;
            row.lower = row.upper = -equation.value;
            for (const gauss::Block& block : equation.row.blocks())
                if (local[block.body] != outside) row.add(local[block.body], block.values());
            rows.push_back(row);
        }
    }
}

}  // namespace

bool PositionUpdater::solve_island(Frame& frame, const std::vector<std::size_t>& island,
                                   const std::vector<const std::pair<const Pair, Planned>*>& pairs,
                                   Placements& next) {
    const World& world = frame.world;
    const std::size_t bodies = island.size(), outside = world.bodies.size();
    std::vector<std::size_t> local(outside, outside);
    std::vector<InverseMass> weights;
    Vector target;
    for (std::size_t k = 0; k < bodies; ++k) {
        const std::size_t i = island[k];
        local[i] = k;
        weights.push_back(weight(world, i, frame.options.closeness, frame.sizes[i], frame.heaviest));
        const Perturbation wanted = perturbation(frame.now[i], frame.targets[i]);
        for (std::size_t c = 0; c < 3; ++c) target.push_back(wanted.translation[c]);
        for (std::size_t c = 0; c < 3; ++c) target.push_back(wanted.rotation[c]);
    }
    std::vector<Row> rows;
    std::vector<RowName> names;
    const bool at_start = frame.stack.empty();
    double farthest = 0.0;  // coordinate, for what sides are rounded by
    for (const auto* entry : pairs) {
        const auto& [parts, planned] = *entry;
        const std::size_t plane = weights.size();
        double ease = 0.0, turn_ease = 0.0;
        for (int side = 0; side < 2; ++side) {
            const std::size_t part_number = side == 0 ? parts.first : parts.second;
            const Part& part = world.parts[part_number];
            const Pose pose = frame.now[part.body].pose();
            const bool moves = local[part.body] != outside;
            if (moves) {
                const InverseMass& w = weights[local[part.body]];
                ease = std::max(ease, w(0, 0));
                turn_ease = std::max({turn_ease, w(3, 3), w(4, 4), w(5, 5)});
            }
            for (std::size_t vertex : planned.critical[side]) {
                const Vec3 q = pose.to_world(part.shape.vertices[vertex]);
                Row row = separation_row(planned.plane, side == 0 ? -1 : 1, q, part.shape.radius,
                                         pose.position, moves, local[part.body], plane);
                // An overlap too small to count is left alone, so that a wedged body is no contradiction; and
                // where the frame begins, standing still must be allowed.
                double& limit = side == 0 ? row.upper : row.lower;
                const double slack = 0.4 * frame.options.overlap * frame.size;
                limit += side == 0 ? slack : -slack;
                if (at_start) limit = side == 0 ? std::max(limit, 0.0) : std::min(limit, 0.0);
                rows.push_back(row);
                names.emplace_back(parts, side, vertex);
                farthest = std::max(farthest, max_norm(q));
            }
        }
        weights.push_back(
            InverseMass::diagonal({plane_ease * turn_ease, plane_ease * turn_ease, plane_ease * ease}));
        for (int k = 0; k < 3; ++k) target.push_back(0.0);
    }
    add_joint_rows(world, frame.now, local, rows);
    for (std::size_t k = 0; k < bodies; ++k)
        for (std::size_t c = 0; c < 3; ++c) {
            std::array<double, 6> unit{};
            unit[3 + c] = 1.0;
            Row row;
            row.lower = -frame.bound;
            row.upper = frame.bound;
            rows.push_back(row.add(k, unit));
        }
    std::vector<optimize::Activity> warm(rows.size(), optimize::Activity::inactive);
    for (std::size_t r = 0; r < names.size(); ++r)
        if (const auto last = active_.find(names[r]); last != active_.end()) warm[r] = last->second;

    const gauss::Projection answer = gauss::project(weights, target, rows, warm, 1e-15 * (1.0 + farthest));
    frame.result.pivots += answer.iterations;
    if (answer.status != optimize::Status::optimal) return false;
    for (std::size_t r = 0; r < names.size(); ++r) active_[names[r]] = answer.active[r];
    for (std::size_t k = 0; k < bodies; ++k) {
        const auto x = [&](std::size_t c) { return answer.x[6 * k + c]; };
        const Perturbation by{{x(0), x(1), x(2)}, {x(3), x(4), x(5)}};
        next[island[k]] = perturbed(frame.now[island[k]], by);
        frame.step = std::max(
            frame.step, max_norm(by.translation) + 0.5 * frame.sizes[island[k]] * max_norm(by.rotation));
        frame.result.largest_rotation = std::max(frame.result.largest_rotation, max_norm(by.rotation));
    }
    return true;
}

namespace {

double joint_gap(const World& world, const Placements& at) {
    if (world.joints.empty()) return 0.0;
    double gap = 0.0;
    for (const contact::Joint& joint : world.joints)
        gap = std::max(gap, norm(at[joint.a].pose().to_world(joint.anchor_a) -
                                 at[joint.b].pose().to_world(joint.anchor_b)));
    return gap;
}

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
                1.0};
    frame.now = frame.start;
    frame.sizes = body_sizes(world);
    for (std::size_t i = 0; i < world.bodies.size(); ++i)
        if (world.responds(i)) frame.heaviest = std::max(frame.heaviest, world.bodies[i].mass);
    const double enough = options.overlap * frame.size, close = options.close_distance * frame.size;
    PositionUpdate& result = frame.result;

    result.near = finder_.find(world, targets, close);
    result.placements = targets;
    result.overlap = deepest_overlap(result.near);
    if (result.overlap <= enough && joint_gap(world, targets) <= enough) return std::move(result);

    extend(frame, result.near);
    while (result.qps < options.qp_limit && result.rollbacks < rollback_limit) {
        plan(frame);
        ++result.qps;
        if (!solve(frame)) {
            ++result.rollbacks;
            frame.bound *= 0.5;
            if (!frame.stack.empty()) {
                frame.now = std::move(frame.stack.back());
                frame.stack.pop_back();
            }
            continue;
        }
        result.near = finder_.find(world, frame.now, close);
        const bool added = extend(frame, result.near);
        result.overlap = deepest_overlap(result.near);
        const bool impatient = result.qps >= options.patience;
        if (!added && result.overlap <= enough && joint_gap(world, frame.now) <= enough &&
            (impatient || frame.step <= options.step * frame.size))
            break;
        if (impatient) frame.bound *= shrinkage;
    }
    result.close_pairs = frame.pairs.size();
    result.placements = frame.now;
    if (result.overlap > enough) {  // rather no motion than an overlap
        result.settled = false;
        result.placements = frame.start;
        result.near = finder_.find(world, frame.start, close);
        result.overlap = deepest_overlap(result.near);
    }
    return std::move(result);
}

}  // namespace restraint::oba
