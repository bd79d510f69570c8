#include "restraint/bricks/position_loop.h"

#include <algorithm>
#include <cmath>

#include "restraint/bricks/rows.h"
#include "restraint/bricks/tolerances.h"

namespace restraint::bricks {
namespace {

/// A vector of the plane in fine coordinates.
struct FinePoint {
    Fine x, y;
};

/// Where a part is: a body's centre and turn, or nothing for a table.
struct Frame {
    FinePoint centre;
    Fine cosine = 1.0, sine;

    FinePoint turned(Vec2 v) const { return {cosine * v.x - sine * v.y, sine * v.x + cosine * v.y}; }
};

/// The frame of a body. The angle is parted in quarter turns and a rest of at most an eighth; of a sixteenth
/// of that, cosine and sine are the first terms of their series, and doubled four times: 1 - cos 2a = 2 sin^2
/// a,  sin 2a = 2 sin a (1 - (1 - cos a)).
Frame frame_at(Fine x, Fine y, Fine angle) {
    constexpr Fine quarter{1.5707963267948966, 6.123233995736766 / 1e17};
    const double quarters = std::round(angle.rounded() / quarter.rounded());
    const Fine a = 0.0625 * (angle - quarters * quarter), square = a * a;
    const double z = square.rounded();
    Fine sine = a - a * square / 6.0 + a.rounded() * z * z / 120.0 * (1.0 - z / 42.0);
    Fine below_one = 0.5 * square - square * square / 24.0 + z * z * z / 720.0 * (1.0 - z / 56.0);
    for (int doubled = 0; doubled < 4; ++doubled) {
        const Fine double_sine = 2.0 * sine * (1.0 - below_one);
        below_one = 2.0 * sine * sine;
        sine = double_sine;
    }
    const Fine cosine = 1.0 - below_one;
    const double turn = quarters - 4.0 * std::round(0.25 * quarters);
    if (turn == 0.0) return {{x, y}, cosine, sine};
    if (turn == 1.0) return {{x, y}, -sine, cosine};
    if (turn == -1.0) return {{x, y}, sine, -cosine};
    return {{x, y}, -cosine, -sine};
}

class RigidModel : public StepModel {
  public:
    explicit RigidModel(const Tower& tower) : tower_(tower) {
        coordinates_ = 3;
        for (const Body& body : tower.bodies) {
            const double w = 1.0 / body.mass, w_turn = 1.0 / body.inertia;
            inverse_masses_.push_back(body.fixed ? gauss::InverseMass::fixed(3)
                                                 : gauss::InverseMass::diagonal({w, w, w_turn}));
            shapes_.push_back(outline(body, Pose{}));
        }
        append_tables(tower, shapes_);
    }

    FineVector positions(const Tower& tower) const override {
        FineVector result;
        for (const Body& b : tower.bodies)
            result.insert(result.end(), {b.pose.position.x, b.pose.position.y, b.pose.angle});
        return result;
    }

    FineVector velocities(const Tower& tower) const override {
        FineVector result;
        for (const Body& b : tower.bodies)
            result.insert(result.end(), {b.velocity.linear.x, b.velocity.linear.y, b.velocity.angular});
        return result;
    }

    void place(const FineVector& positions, const FineVector& velocities, Tower& tower) const override {
        for (std::size_t i = 0; i < tower.bodies.size(); ++i) {
            tower.bodies[i].pose = pose(positions, i);
            const Pose velocity = pose(velocities, i);
            tower.bodies[i].velocity = {velocity.position, velocity.angle};
        }
    }

    Energy energy(const FineVector& positions, const FineVector& velocities,
                  const Tower& tower) const override {
        Tower there = tower;
        place(positions, velocities, there);
        return bricks::energy(there);
    }

    std::vector<Outline> outlines_at(const FineVector& positions) const override {
        std::vector<Outline> result;
        result.reserve(shapes_.size());
        for (std::size_t i = 0; i < tower_.bodies.size(); ++i)
            result.push_back(outline(tower_.bodies[i], pose(positions, i)));
        append_tables(tower_, result);
        return result;
    }

    double rounding(const FineVector& positions) const override {
        double farthest = mean_size(tower_);
        for (std::size_t j = 0; j < positions.size(); ++j)
            if (j % 3 != 2) farthest = std::max(farthest, std::abs(positions[j].rounded()));
        return fine_gap_rounding * farthest;
    }

    Formulation formulation(const FineVector& positions, const FineVector& velocities,
                            std::span<const Contact> contacts, Unknown unknown) const override {
        Tower there = tower_;
        place(positions, velocities, there);
        return rigid_formulation(there, contacts, unknown);
    }

    std::vector<gauss::Row> joints(const Step& step) const override {
        Tower there = tower_;
        place(step.start, step.start, there);
        std::vector<gauss::Row> rows;
        for (const Pin& pin : tower_.pins)
            for (const gauss::Row& row : pin_rows(there, pin, {})) rows.push_back(row);
        return rows;
    }

    using StepModel::side;
    gauss::Row side(const Step& step, const CornerOverEdge& c) const override {
        return gap_gradient(tower_, step.geometry.now, c);
    }

    /// The sides of all rows:  gap + J (x - correction) >= 0, with the gaps where the correction leads.
    /// [ROTE-S']
    double linearise(const Step& step, const FineVector& correction, const std::vector<SidednessRow>& sides,
                     std::vector<gauss::Row>& rows) const override {
        const std::vector<Frame> frames = frames_at(step.start + (step.free + correction));
        double miss = 0.0;
        const auto value = [&](const gauss::Row& row) { return row_value(row, correction, 3); };
        std::size_t next = 0;
        for (const Pin& pin : tower_.pins) {
            const FinePoint a = corner(frames, pin.a, pin.vertex_a), b = corner(frames, pin.b, pin.vertex_b);
            const Fine apart[] = {a.x - b.x, a.y - b.y};
            for (const Fine distance : apart) {
                gauss::Row& row = rows[next++];
                row.lower = row.upper = value(row) - distance.rounded();
            }
            miss = std::max(miss, std::hypot(apart[0].rounded(), apart[1].rounded()));
        }
        for (const SidednessRow& side : sides) {
            const Fine gap = fine_gap(frames, side);
            miss = std::max(miss, -gap.rounded());
            gauss::Row& row = rows[next++];
            row.lower = value(row) - gap.rounded();
        }
        return miss;
    }

  private:
    static Pose pose(const FineVector& positions, std::size_t i) {
        return {{positions[3 * i].rounded(), positions[3 * i + 1].rounded()}, positions[3 * i + 2].rounded()};
    }

    std::vector<Frame> frames_at(const FineVector& positions) const {
        std::vector<Frame> frames;
        for (std::size_t i = 0; i < tower_.bodies.size(); ++i)
            frames.push_back(frame_at(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]));
        for (std::size_t i = tower_.bodies.size(); i < shapes_.size(); ++i)
            frames.push_back({{shapes_[i].centre.x, shapes_[i].centre.y}, 1.0, {}});
        return frames;
    }

    FinePoint corner(const std::vector<Frame>& frames, std::size_t body, std::size_t vertex) const {
        const FinePoint arm = frames[body].turned(shapes_[body].corners[vertex]);
        return {frames[body].centre.x + arm.x, frames[body].centre.y + arm.y};
    }

    /// In the order of shape.h's gap: mirror images have the same bits.
    Fine fine_gap(const std::vector<Frame>& frames, const CornerOverEdge& c) const {
        const Edge& edge = shapes_[c.edge_part].edges[c.edge];
        const Frame &below = frames[c.edge_part], &above = frames[c.corner_part];
        const FinePoint n = below.turned(edge.normal),
                        arm = above.turned(shapes_[c.corner_part].corners[c.corner]);
        const Fine centres =
            n.x * (above.centre.x - below.centre.x) + n.y * (above.centre.y - below.centre.y);
        return centres + (n.x * arm.x + n.y * arm.y) - edge.offset;
    }

    Fine fine_gap(const std::vector<Frame>& frames, const SidednessRow& row) const {
        const Fine gap = fine_gap(frames, row.first);
        return row.is_mean ? 0.5 * (gap + fine_gap(frames, row.second)) : gap;
    }

    Tower tower_;
    std::vector<Outline> shapes_;  // of each part at the pose 0
};

}  // namespace

std::shared_ptr<const StepModel> rigid_model(const Tower& tower) {
    return std::make_shared<const RigidModel>(tower);
}

PositionLoop::PositionLoop(Tower tower, const LoopOptions& options)
    : StepLoop(tower, options, rigid_model(tower)) {}

}  // namespace restraint::bricks
