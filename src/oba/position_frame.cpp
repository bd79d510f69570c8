#include "position_frame.h"

#include <algorithm>
#include <cmath>

#include "restraint/oba/tolerances.h"

namespace restraint::oba {

using gauss::InverseMass;
using gauss::Row;

namespace {

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
        const double share = frame.world.is_scripted(i) ? frame.script_share : 1.0;
        for (std::size_t c = 0; c < 3; ++c) program.target.push_back(share * wanted.translation[c]);
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
    // Where it reaches far, a plane shall not be too easy to turn: rounding would be seen at its rim.
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

}  // namespace

std::vector<MotionRow> joint_rows_at(const World& world, const Placements& at) {
    if (world.joints.empty()) return {};
    World moved = world;
    place(moved, at);
    return joint_rows(moved.joints, moved.bodies);
}

bool PositionFrame::solve_island(IslandProgram program, const std::vector<const PlannedPair*>& planned,
                                 Placements& next) {
    add_bodies(*this, program);
    for (const PlannedPair* pair : planned)
        if (!add_distance(*this, pair->first, pair->second, program))
            add_plane(*this, pair->first, pair->second, program);
    add_joints(*this, program);
    for (std::size_t k = 0; k < program.island.size(); ++k)
        for (std::size_t c = 3; c < 6 && program.weights[k](3, 3) > 0.0; ++c) {
            std::array<double, 6> unit{};  // |dphi| <= bound, where it is free   [OBA-A.3.1-6]
            unit[c] = 1.0;
            program.rows.emplace_back();
            program.rows.back().lower = -bound;
            program.rows.back().upper = bound;
            program.rows.back().add(k, unit);
        }
    std::vector<optimize::Activity> warm(program.rows.size(), optimize::Activity::inactive);
    for (std::size_t r = 0; r < program.names.size(); ++r)
        if (const auto last = active.find(program.names[r]); last != active.end()) warm[r] = last->second;
    const gauss::Projection answer = gauss::project(program.weights, program.target, program.rows, warm,
                                                    motion_rounding * program.farthest);
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

}  // namespace restraint::oba
