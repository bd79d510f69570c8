#include "restraint/bricks/rigid_model.h"

#include <algorithm>
#include <cmath>

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

/// The frame of a body. Of the angle, less whole turns, cosine and sine are summed as series: 40 terms of
/// at most pi^k / k!, the last of which are below 1e-26.
Frame frame_at(Fine x, Fine y, Fine angle) {
    constexpr Fine whole_turn{6.283185307179586, 24.492935982947064 / 1e17};
    const Fine turn = angle - std::round(angle.rounded() / whole_turn.value) * whole_turn;
    Fine cosine = 1.0, sine, term = 1.0;
    for (int k = 1; k < 40; ++k) {  // term: turn^k / k!, with the sign of the series
        term = term * turn / k;
        if (k % 2 == 0) term = -term;
        (k % 2 == 0 ? cosine : sine) += term;
    }
    return {{x, y}, cosine, sine};
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
            const Motion velocity = body.fixed ? Motion{} : body.velocity;
            positions_.insert(positions_.end(),
                              {body.pose.position.x, body.pose.position.y, body.pose.angle});
            velocities_.insert(velocities_.end(), {velocity.linear.x, velocity.linear.y, velocity.angular});
        }
        append_tables(tower, shapes_);
    }

    void place(const FineVector& positions, const FineVector& velocities, Tower& tower) const override {
        for (std::size_t i = 0; i < tower.bodies.size(); ++i) {
            tower.bodies[i].pose = pose(positions, i);
            const Pose velocity = pose(velocities, i);
            tower.bodies[i].velocity = {velocity.position, velocity.angle};
        }
    }

    Energy energy(const FineVector& positions, const FineVector& velocities) const override {
        Tower there = tower_;
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

    /// Of a side:  n . (displacement of the corner) - n . (displacement of the point of the side below it).
    /// The bounds are left to `linearise`.   [ROTE-S', ROTE-4.3]
    std::vector<gauss::Row> rows(const Step& step, const std::vector<SidednessRow>& sides) const override {
        const std::vector<Outline>& now = step.geometry.now;
        std::vector<gauss::Row> rows;
        for (const Pin& pin : tower_.pins)
            for (const Vec2 axis : {Vec2{1.0, 0.0}, Vec2{0.0, 1.0}}) {
                gauss::Row& row = rows.emplace_back();
                add_point(row, pin.a, now[pin.a].corners[pin.vertex_a], axis);
                add_point(row, pin.b, now[pin.b].corners[pin.vertex_b], -axis);
                row.lower = row.upper = 0.0;
            }
        for (const SidednessRow& side : sides) {
            gauss::Row& row = rows.emplace_back();
            for (const CornerOverEdge& c : {side.first, side.second}) {
                const Outline &above = now[c.corner_part], &below = now[c.edge_part];
                const Vec2 half = 0.5 * below.edges[c.edge].normal, arm = above.corners[c.corner];
                add_point(row, c.corner_part, arm, half);
                add_point(row, c.edge_part, (above.centre - below.centre) + arm, -half);
            }
        }
        return rows;
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
            const Fine gap = 0.5 * (fine_gap(frames, side.first) + fine_gap(frames, side.second));
            miss = std::max(miss, -gap.rounded());
            gauss::Row& row = rows[next++];
            row.lower = value(row) - gap.rounded();
        }
        return miss;
    }

  private:
    /// Adds direction . (displacement of the point that lies `arm` from the part's centre) to the row.
    void add_point(gauss::Row& row, std::size_t part, Vec2 arm, Vec2 direction) const {
        if (!is_fixed(tower_, part)) row.add(part, {direction.x, direction.y, cross(arm, direction)});
    }

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

    Tower tower_;
    std::vector<Outline> shapes_;  // of each part at the pose 0
};

}  // namespace

std::shared_ptr<const StepModel> rigid_model(const Tower& tower) {
    return std::make_shared<const RigidModel>(tower);
}

}  // namespace restraint::bricks
