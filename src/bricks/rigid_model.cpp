#include "restraint/bricks/rigid_model.h"

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

/// Where a part is: a body's centre and turn, or a table.
struct Frame {
    FinePoint centre;
    Fine cosine = 1.0, sine = 0.0;

    FinePoint turned(Vec2 v) const { return {cosine * v.x - sine * v.y, sine * v.x + cosine * v.y}; }
};

/// Cosine and sine of an angle, less whole turns, are summed as series: 40 terms of at most pi^k / k!, the
/// last of which are below 1e-26.
Frame frame_at(FinePoint centre, Fine angle) {
    constexpr Fine whole_turn{6.283185307179586, 24.492935982947064 / 1e17};
    const Fine turn = angle - std::round(angle.rounded() / whole_turn.value) * whole_turn;
    Frame frame{centre};
    Fine term = 1.0;
    for (int k = 1; k < 40; ++k) {  // term: turn^k / k!, with the sign of the series
        term = term * turn / k;
        if (k % 2 == 0) term = -term;
        (k % 2 == 0 ? frame.cosine : frame.sine) += term;
    }
    return frame;
}

class RigidModel : public StepModel {
  public:
    explicit RigidModel(const Tower& tower) : tower_(tower) {
        coordinates = 3;
        for (const Body& body : tower.bodies) {
            const double w = 1.0 / body.mass, w_turn = 1.0 / body.inertia;
            inverse_masses.push_back(body.fixed ? gauss::InverseMass::fixed(3)
                                                : gauss::InverseMass::diagonal({w, w, w_turn}));
            shapes_.push_back(outline(body, Pose{}));
            const Motion velocity = body.fixed ? Motion{} : body.velocity;
            start_positions.insert(start_positions.end(),
                                   {body.pose.position.x, body.pose.position.y, body.pose.angle});
            start_velocities.insert(start_velocities.end(),
                                    {velocity.linear.x, velocity.linear.y, velocity.angular});
            const Vec2 falls = body.fixed ? Vec2{} : tower.gravity;
            gravity.insert(gravity.end(), {falls.x, falls.y, 0.0});
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

    std::vector<gauss::Row> rows(const Step& step, const std::vector<SidednessRow>& sides) const override {
        const std::vector<Outline>& now = step.geometry.now;
        Tower there = tower_;
        place(step.start, step.carried, there);
        std::vector<gauss::Row> rows;
        for (const Pin& pin : tower_.pins)
            for (const gauss::Row& row : pin_rows(there, pin)) rows.push_back(row);
        for (const SidednessRow& side : sides) {
            gauss::Row& row = rows.emplace_back();
            for (const CornerOverEdge& c : {side.first, side.second}) {
                const Outline &above = now[c.corner_part], &below = now[c.edge_part];
                const Vec2 arm = above.corners[c.corner], edge_arm = (above.centre - below.centre) + arm;
                add_gap(there, c.corner_part, arm, c.edge_part, edge_arm, 0.5 * below.edges[c.edge].normal,
                        row);
            }
        }
        return rows;
    }

    /// gap + J (x - correction) >= 0, with the gaps where the correction leads.   [ROTE-S']
    std::vector<gauss::Row> position_rows(const Step& step, const std::vector<SidednessRow>& sides,
                                          const FineVector& correction, double& missed) const override {
        std::vector<gauss::Row> rows = this->rows(step, sides);
        const std::vector<Frame> frames = frames_at(step.start + (step.free + correction));
        const auto value = [&](const gauss::Row& row) { return row_value(row, correction, 3); };
        std::size_t next = 0;
        missed = 0.0;
        for (const Pin& pin : tower_.pins) {
            const FinePoint a = corner(frames, pin.a, pin.vertex_a), b = corner(frames, pin.b, pin.vertex_b);
            const Fine apart[] = {a.x - b.x, a.y - b.y};
            for (const Fine distance : apart) {
                gauss::Row& row = rows[next++];
                row.lower = row.upper = value(row) - distance.rounded();
            }
            missed = std::max(missed, std::hypot(apart[0].rounded(), apart[1].rounded()));
        }
        for (const SidednessRow& side : sides) {
            const Fine gap = 0.5 * (fine_gap(frames, side.first) + fine_gap(frames, side.second));
            missed = std::max(missed, -gap.rounded());
            gauss::Row& row = rows[next++];
            row.lower = value(row) - gap.rounded();
        }
        return rows;
    }

  private:
    static Pose pose(const FineVector& positions, std::size_t i) {
        return {{positions[3 * i].rounded(), positions[3 * i + 1].rounded()}, positions[3 * i + 2].rounded()};
    }

    std::vector<Frame> frames_at(const FineVector& positions) const {
        std::vector<Frame> frames;
        for (std::size_t i = 0; i < tower_.bodies.size(); ++i)
            frames.push_back(frame_at({positions[3 * i], positions[3 * i + 1]}, positions[3 * i + 2]));
        for (std::size_t i = tower_.bodies.size(); i < shapes_.size(); ++i)
            frames.push_back({{shapes_[i].centre.x, shapes_[i].centre.y}});
        return frames;
    }

    FinePoint corner(const std::vector<Frame>& frames, std::size_t part, std::size_t vertex) const {
        const FinePoint arm = frames[part].turned(shapes_[part].corners[vertex]);
        return {frames[part].centre.x + arm.x, frames[part].centre.y + arm.y};
    }

    Fine fine_gap(const std::vector<Frame>& frames, const CornerOverEdge& c) const {
        const Edge& edge = shapes_[c.edge_part].edges[c.edge];
        const Frame& below = frames[c.edge_part];
        const FinePoint n = below.turned(edge.normal), p = corner(frames, c.corner_part, c.corner);
        return n.x * (p.x - below.centre.x) + n.y * (p.y - below.centre.y) - edge.offset;
    }

    Tower tower_;
    std::vector<Outline> shapes_;  // of each part at the pose 0
};

}  // namespace

std::shared_ptr<const StepModel> rigid_model(const Tower& tower) {
    return std::make_shared<const RigidModel>(tower);
}

}  // namespace restraint::bricks
