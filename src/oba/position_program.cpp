// One quadratic program of the position update: the bodies of one island, the planes between them, their
// joints.

#include <algorithm>
#include <cmath>
#include <limits>

#include "position_frame.h"
#include "restraint/gauss/project.h"
#include "restraint/world/joint.h"

namespace restraint::oba {

using gauss::InverseMass;
using gauss::Row;

namespace {

// A plane is this much easier to move than the bodies that it separates. It goes along with one of them
// anyway; were it far easier, its rows would be almost dependent, and each step of the solver dearer.
constexpr double plane_ease = 100.0;
// The rim of a plane is at most this much easier to move by a turn than by a shift.
constexpr double widest_turn = 10.0;
// A scripted body is this much harder to move than a free one: it gives way where nothing else can.
constexpr double script_weight = 1e3;

/// W of (dx, dphi), the inverse of the weights of the objective.   [OBA-6.7, OBA-6.8, OBA-A.3.1-1]
InverseMass weight(const World& world, std::size_t i, Closeness closeness, double size, double heaviest) {
    const RigidBody& body = world.bodies[i];
    if (world.is_scripted(i)) {  // turning costs without bound: it yields by shifting
        const double shift = 1.0 / (script_weight * (closeness == Closeness::mass ? heaviest : 1.0));
        return InverseMass::diagonal({shift, shift, shift, 0.0, 0.0, 0.0});
    }
    if (closeness == Closeness::diameter) {
        const double turn = 1.0 / (size * size);
        return InverseMass::diagonal({1.0, 1.0, 1.0, turn, turn, turn});
    }
    Matrix w(6, 6);
    for (std::size_t k = 0; k < 3; ++k) {
        w(k, k) = body.inverse_mass;
        for (std::size_t l = 0; l < 3; ++l)  // (both halves from one entry: exactly symmetric)
            w(3 + k, 3 + l) = body.inverse_inertia(std::min(k, l), std::max(k, l));
    }
    return InverseMass::symmetric(w);
}

/// Rows of the joints within the island, at the present placements.   [OBA-6.44]
void add_joint_rows(const World& world, const Placements& now, const std::vector<std::size_t>& local,
                    std::vector<Row>& rows) {
    std::vector<RigidBody> bodies;
    for (const Joint& joint : world.joints) {
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
        for (const JointRow& equation : joint_rows(joint, bodies)) {
            Row row;
            row.lower = row.upper = -equation.value;
            for (const gauss::Block& block : equation.row.blocks())
                if (local[block.body] != outside) row.add(local[block.body], block.values());
            rows.push_back(row);
        }
    }
}

/// |dphi| <= bound, component by component, of all bodies that may turn otherwise than they wish.
/// [OBA-A.3.1-6]
void add_bounds(const std::vector<InverseMass>& weights, std::size_t bodies, double bound,
                std::vector<Row>& rows) {
    for (std::size_t k = 0; k < bodies; ++k)
        for (std::size_t c = 0; c < 3 && weights[k](3, 3) > 0.0; ++c) {
            std::array<double, 6> unit{};
            unit[3 + c] = 1.0;
            Row row;
            row.lower = -bound;
            row.upper = bound;
            rows.push_back(row.add(k, unit));
        }
}

}  // namespace

/// The variables are (dx, dphi) of each body of the island, then the three of each plane.
struct PositionUpdater::Program {
    std::vector<std::size_t> local;  // of each body of the world: its block, or local.size()
    std::vector<InverseMass> weights;
    Vector target;
    std::vector<Row> rows;
    std::vector<RowName> names;  // of the first rows, those of the planes
    double farthest = 0.0;       // coordinate, for what sides are rounded by
};

PositionUpdater::Program PositionUpdater::bodies_of(const Frame& frame,
                                                    const std::vector<std::size_t>& island) {
    const std::size_t outside = frame.world.bodies.size();
    Program program;
    program.local.assign(outside, outside);
    for (std::size_t k = 0; k < island.size(); ++k) {
        const std::size_t i = island[k];
        program.local[i] = k;
        program.weights.push_back(
            weight(frame.world, i, frame.options.closeness, frame.sizes[i], frame.heaviest));
        Perturbation wanted = perturbation(frame.now[i], frame.targets[i]);
        if (frame.world.is_scripted(i)) {
            wanted.translation = frame.script_share * wanted.translation;
        }
        for (std::size_t c = 0; c < 3; ++c) program.target.push_back(wanted.translation[c]);
        for (std::size_t c = 0; c < 3; ++c) program.target.push_back(wanted.rotation[c]);
    }
    return program;
}

/// A ball keeps its distance from another ball, or from what does not move, along the present normal: no
/// plane is needed that could turn.   [OBA-6.2]
bool PositionUpdater::add_distance(const Frame& frame, Pair parts, const Planned& planned, Program& program) {
    const Vec3 n = planned.plane.normal;
    const std::size_t outside = program.local.size();
    Row row;
    row.lower = -0.8 * frame.options.overlap * frame.size;  // as twice 0.4 below
    for (int side = 0; side < 2; ++side) {
        const Part& part = frame.world.parts[side == 0 ? parts.first : parts.second];
        const std::size_t block = program.local[part.body];
        if (!part.shape.is_ball() && block != outside) return false;
        const Pose pose = frame.now[part.body].pose();
        const double sign = side == 0 ? -1.0 : 1.0;
        if (block != outside) {
            const Vec3 turn = cross(pose.to_world(part.shape.vertices[0]) - pose.position, n);
            row.add(block, {sign * n.x, sign * n.y, sign * n.z, sign * turn.x, sign * turn.y, sign * turn.z});
        }
        double nearest = std::numeric_limits<double>::infinity();  // to the other one
        for (std::size_t vertex : planned.critical[side]) {
            const Vec3 q = pose.to_world(part.shape.vertices[vertex]);
            nearest = std::min(nearest, sign * dot(n, q));
            program.farthest = std::max(program.farthest, max_norm(q));
        }
        row.lower -= nearest - part.shape.radius;
    }
    if (row.lower <= frame.may_stay()) row.lower = std::min(row.lower, 0.0);
    program.rows.push_back(row);
    program.names.emplace_back(parts, 0, 0);
    return true;
}

/// The plane's variables are its motion against its carrier: rows of the carrier's own vertices touch the
/// plane alone, those of the other body's vertices both bodies.
void PositionUpdater::add_plane(const Frame& frame, Pair parts, const Planned& planned, Program& program) {
    const std::size_t outside = program.local.size(), plane = program.weights.size();
    const std::size_t carrier =
        frame.world.parts[planned.plane.carrier < 0 ? parts.first : parts.second].body;
    double ease = 0.0, turn_ease = 0.0, arm = 0.5 * frame.size;
    for (int side = 0; side < 2; ++side) {
        const Part& part = frame.world.parts[side == 0 ? parts.first : parts.second];
        const Pose pose = frame.now[part.body].pose();
        const bool moves = program.local[part.body] != outside;
        if (moves) {
            const InverseMass& w = program.weights[program.local[part.body]];
            ease = std::max(ease, w(0, 0));
            turn_ease = std::max({turn_ease, w(3, 3), w(4, 4), w(5, 5)});
        }
        for (std::size_t vertex : planned.critical[side]) {
            const Vec3 q = pose.to_world(part.shape.vertices[vertex]);
            const int sign = side == 0 ? -1 : 1;
            const bool rides = sign == planned.plane.carrier;
            Row row = separation_row(planned.plane, sign, q, part.shape.radius, pose.position,
                                     moves && !rides, program.local[part.body], plane);
            if (!rides && program.local[carrier] != outside) {
                const Vec3 n = planned.plane.normal, turn = cross(q - frame.now[carrier].position, n);
                row.add(program.local[carrier], {-n.x, -n.y, -n.z, -turn.x, -turn.y, -turn.z});
            }
            // An overlap too small to count is left alone, so that a wedged body is no contradiction.
            double& limit = side == 0 ? row.upper : row.lower;
            const double slack = 0.4 * frame.options.overlap * frame.size;
            limit += side == 0 ? slack : -slack;
            if (std::abs(limit) <= frame.may_stay())
                limit = side == 0 ? std::max(limit, 0.0) : std::min(limit, 0.0);
            program.rows.push_back(row);
            program.names.emplace_back(parts, side, vertex);
            program.farthest = std::max(program.farthest, max_norm(q));
            arm = std::max(arm, norm(q - planned.plane.center));
        }
    }
    // Where it reaches far, a plane shall not be too easy to turn: rounding would be seen at its rim.
    const double turn = plane_ease * std::min(turn_ease, widest_turn * ease / (arm * arm));
    program.weights.push_back(InverseMass::diagonal({turn, turn, plane_ease * ease}));
    for (int k = 0; k < 3; ++k) program.target.push_back(0.0);
}

bool PositionUpdater::solve_island(Frame& frame, const std::vector<std::size_t>& island,
                                   const std::vector<const std::pair<const Pair, Planned>*>& pairs,
                                   Placements& next) {
    Program program = bodies_of(frame, island);
    for (const auto* pair : pairs)
        if (!add_distance(frame, pair->first, pair->second, program))
            add_plane(frame, pair->first, pair->second, program);
    add_joint_rows(frame.world, frame.now, program.local, program.rows);
    add_bounds(program.weights, island.size(), frame.bound, program.rows);
    std::vector<optimize::Activity> warm(program.rows.size(), optimize::Activity::inactive);
    for (std::size_t r = 0; r < program.names.size(); ++r)
        if (const auto last = active_.find(program.names[r]); last != active_.end()) warm[r] = last->second;

    const gauss::Projection answer =
        gauss::project(program.weights, program.target, program.rows, warm, 1e-15 * (1.0 + program.farthest));
    frame.result.pivots += answer.iterations;
    if (answer.status != optimize::Status::optimal) return false;
    for (std::size_t r = 0; r < program.names.size(); ++r) active_[program.names[r]] = answer.active[r];
    double step = 0.0;
    for (std::size_t k = 0; k < island.size(); ++k) {
        const auto x = [&](std::size_t c) { return answer.x[6 * k + c]; };
        const Perturbation by{{x(0), x(1), x(2)}, {x(3), x(4), x(5)}};
        next[island[k]] = perturbed(frame.now[island[k]], by);
        step =
            std::max(step, max_norm(by.translation) + 0.5 * frame.sizes[island[k]] * max_norm(by.rotation));
        frame.result.largest_rotation = std::max(frame.result.largest_rotation, max_norm(by.rotation));
    }
    for (const std::size_t i : island) frame.steps[i] = step;
    frame.step = std::max(frame.step, step);
    return true;
}

}  // namespace restraint::oba
