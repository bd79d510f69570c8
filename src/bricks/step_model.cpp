#include "restraint/bricks/step_model.h"

#include <algorithm>
#include <cmath>

#include "restraint/bricks/rows.h"
#include "restraint/bricks/tolerances.h"

namespace restraint::bricks {

Energy StepModel::energy(const Vector& positions, const Vector& velocities) const {
    Energy sum;
    for (std::size_t j = 0; j < positions.size(); ++j) {
        const std::size_t k = j % coordinates;
        const double inverse_mass = inverse_masses[j / coordinates](k, k), velocity = velocities[j];
        if (inverse_mass == 0.0) continue;
        sum.kinetic += 0.5 * velocity * velocity / inverse_mass;
        sum.potential -= gravity[j] * positions[j] / inverse_mass;
    }
    return sum;
}

Step StepModel::step_from(const Vector& positions, const Vector& carried, const Vector& free) const {
    std::vector<Outline> now = outlines_at(positions), then = outlines_at(positions + free);
    const double size = loop_size(tower);
    double farthest = mean_size(tower), longest = 0.0;  // coordinate, way
    for (std::size_t i = 0; i < now.size(); ++i) {
        farthest = std::max({farthest, std::abs(now[i].centre.x), std::abs(now[i].centre.y)});
        for (std::size_t k = 0; k < now[i].corners.size(); ++k)
            longest = std::max(longest, norm(then[i].world_corner(k) - now[i].world_corner(k)));
    }
    // Two bodies may meet that both move as fast as the fastest one.
    const double reach = 2.0 * longest + 1e-3 * size;
    return {positions,
            carried,
            free,
            {tower, std::move(now), std::move(then), size, reach},
            gap_rounding * farthest};
}

void StepModel::add_body(const Vector& inverse_mass, const Vector& position, const Vector& velocity) {
    coordinates = inverse_mass.size();
    inverse_masses.push_back(gauss::InverseMass::diagonal(std::span(inverse_mass.data(), coordinates)));
    for (std::size_t k = 0; k < coordinates; ++k) {
        start_positions.push_back(position[k]);
        start_velocities.push_back(velocity[k]);
        const bool falls = k < 2 && inverse_mass[k] > 0.0;
        gravity.push_back(!falls ? 0.0 : k == 0 ? tower.gravity.x : tower.gravity.y);
    }
}

namespace {

Vec2 point_at(const Vector& points, std::size_t i) { return {points[2 * i], points[2 * i + 1]}; }

class RigidModel : public StepModel {
  public:
    explicit RigidModel(const Tower& tower_) : StepModel(tower_) {
        for (const Body& body : tower.bodies) {
            const double w = body.fixed ? 0.0 : 1.0 / body.mass,
                         w_turn = body.fixed ? 0.0 : 1.0 / body.inertia;
            const Motion velocity = body.fixed ? Motion{} : body.velocity;
            add_body({w, w, w_turn}, {body.pose.position.x, body.pose.position.y, body.pose.angle},
                     {velocity.linear.x, velocity.linear.y, velocity.angular});
        }
    }

    void place(const Vector& positions, const Vector& velocities, Tower& placed) const override {
        for (std::size_t i = 0; i < tower.bodies.size(); ++i) {
            placed.bodies[i].pose = pose(positions, i);
            const Pose velocity = pose(velocities, i);
            placed.bodies[i].velocity = {velocity.position, velocity.angle};
        }
    }

    std::vector<Outline> outlines_at(const Vector& positions) const override {
        std::vector<Outline> result;
        for (std::size_t i = 0; i < tower.bodies.size(); ++i)
            result.push_back(outline(tower.bodies[i], pose(positions, i)));
        append_tables(tower, result);
        return result;
    }

    std::vector<gauss::Row> rows(const Step& step, const std::vector<SidednessRow>& sides) const override {
        const std::vector<Outline>& now = step.geometry.now;
        Tower there = tower;
        place(step.start, step.carried, there);
        std::vector<gauss::Row> rows = pin_rows(there);
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
                                          const Vector& correction, double& missed) const override {
        std::vector<gauss::Row> rows = this->rows(step, sides);
        const std::vector<Outline> then = outlines_at(step.start + (step.free + correction));
        const auto value = [&](const gauss::Row& row) {
            return gauss::row_value(row, correction, 3).rounded();
        };
        std::size_t next = 0;
        missed = 0.0;
        for (const Pin& pin : tower.pins) {
            const Vec2 apart =
                then[pin.a].world_corner(pin.vertex_a) - then[pin.b].world_corner(pin.vertex_b);
            for (const double distance : {apart.x, apart.y}) {
                gauss::Row& row = rows[next++];
                row.lower = row.upper = value(row) - distance;
            }
            missed = std::max(missed, norm(apart));
        }
        for (const SidednessRow& side : sides) {
            const double width = 0.5 * (gap(then, side.first) + gap(then, side.second));
            missed = std::max(missed, -width);
            gauss::Row& row = rows[next++];
            row.lower = value(row) - width;
        }
        return rows;
    }

  private:
    static Pose pose(const Vector& positions, std::size_t i) {
        return {{positions[3 * i], positions[3 * i + 1]}, positions[3 * i + 2]};
    }
};

class FrameworkModel : public StepModel {
  public:
    FrameworkModel(const Tower& tower_, const LoopOptions& options, const Framework& framework)
        : StepModel(tower_), lengths_(options.lengths), framework_(framework) {
        for (std::size_t i = 0; i < framework.masses.size(); ++i) {
            const double w = framework.masses[i] > 0.0 ? 1.0 / framework.masses[i] : 0.0;
            const Vec2 p = framework.positions[i], v = framework.velocities[i];
            add_body({w, w}, {p.x, p.y}, {v.x, v.y});
        }
        if (lengths_ == Lengths::penalty)  // a variable for the miss of each bar
            inverse_masses.resize(inverse_masses.size() + framework.bars.size(),
                                  gauss::InverseMass::diagonal({1.0 / options.penalty}));
    }

    Framework framework(const Vector& positions, const Vector& velocities) const override {
        Framework result = framework_;
        for (std::size_t i = 0; i < framework_.positions.size(); ++i) {
            result.positions[i] = point_at(positions, i);
            result.velocities[i] = point_at(velocities, i);
        }
        return result;
    }

    /// The pose and the motion that fit the points best: the centre and the turn of the corners, and momentum
    /// and angular momentum. Angles stay unwrapped.
    void place(const Vector& positions, const Vector& velocities, Tower& placed) const override {
        const std::vector<Motion> fitted = rigid_velocities(framework(positions, velocities), tower);
        const std::vector<Outline> parts = outlines_at(positions);
        for (std::size_t b = 0; b < tower.bodies.size(); ++b) {
            Body& body = placed.bodies[b];
            if (body.fixed) continue;
            const Outline before = outline(body, body.pose);
            double along = 0.0, across = 0.0;  // of the corners, as seen from the body's last pose
            for (std::size_t k = 0; k < 4; ++k) {
                along += dot(before.corners[k], parts[b].corners[k]);
                across += cross(before.corners[k], parts[b].corners[k]);
            }
            body.pose = {parts[b].centre, body.pose.angle + std::atan2(across, along)};
            body.velocity = fitted[b];
        }
    }

    /// Each brick as the outline through its four corner points, wherever those are, for bars keep their
    /// lengths only nearly.
    std::vector<Outline> outlines_at(const Vector& positions) const override {
        std::vector<Outline> result;
        for (std::size_t b = 0; b < tower.bodies.size(); ++b) {
            std::vector<Vec2> corners;
            Vec2 centre;
            for (std::size_t k = 0; k < 4; ++k) {
                corners.push_back(point_at(positions, framework_.first[b] + k));
                centre += 0.25 * corners[k];
            }
            for (Vec2& corner : corners) corner -= centre;
            result.push_back(outline_through(centre, corners));
        }
        append_tables(tower, result);
        return result;
    }

    std::vector<gauss::Row> rows(const Step& step, const std::vector<SidednessRow>& sides) const override {
        const std::vector<Outline>& parts = step.geometry.now;
        const Framework here = framework(step.start, step.carried);
        std::vector<gauss::Row> rows = pin_rows(framework_, tower);
        for (const Bar& bar : framework_.bars) rows.push_back(bar_row(here, bar));
        for (const SidednessRow& side : sides) {
            gauss::Row& row = rows.emplace_back();
            for (const CornerOverEdge& c : {side.first, side.second}) {
                const Edge& edge = parts[c.edge_part].edges[c.edge];
                const double alpha = (along(parts, c) - edge.from) / (edge.to - edge.from);  // [ROTE-alpha]
                add_side(here, tower, c, alpha, 0.5 * edge.normal, row);
            }
        }
        return rows;
    }

    /// With the displacements of the last step in the place of the velocities: so (L') and (S') give the
    /// accelerations of (Q).   [ROTE-thm5.1]
    /// Predicted lengths take the rows where the step ends freely, without velocities.
    std::vector<gauss::Row> position_rows(const Step& step, const std::vector<SidednessRow>& sides,
                                          const Vector&, double& missed) const override {
        Step base = step;
        if (lengths_ == Lengths::predicted) {
            base.start = step.start + step.free;
            base.carried = base.free = Vector(step.start.size());
            base.geometry.now = step.geometry.free;
        }
        std::vector<gauss::Row> rows = this->rows(base, sides);
        const std::size_t pins = 2 * tower.pins.size(), joints = rows.size() - sides.size();
        for (std::size_t i = 0; i < pins; ++i)
            rows[i].lower = rows[i].upper = -gauss::row_value(rows[i], base.start, 2).rounded();
        if (lengths_ != Lengths::drifting)  // else it is that of (L')   [ROTE-L']
            for (std::size_t i = pins; i < joints; ++i) {
                const Bar& bar = framework_.bars[i - pins];
                const double length = norm(point_at(base.start, bar.i) - point_at(base.start, bar.j));
                rows[i].lower = rows[i].upper = bar.length - length;  // [ROTE-L'', SLIDES-len]
            }
        for (std::size_t i = 0; i < sides.size(); ++i)
            for (const CornerOverEdge& c : {sides[i].first, sides[i].second})
                rows[joints + i].lower -= 0.5 * gap(base.geometry.now, c);
        for (gauss::Row& row : rows) {  // of the correction, not of the displacement
            const double freely = gauss::row_value(row, base.free, 2).rounded();
            row.lower -= freely;
            row.upper -= freely;
        }
        if (lengths_ == Lengths::penalty) soften(base.start, pins, rows);
        missed = 0.0;
        return rows;
    }

  private:
    /// The equations of the bars, times their lengths, missed by variables of their own.   [ROTE-8.4]
    void soften(const Vector& points, std::size_t pins, std::vector<gauss::Row>& rows) const {
        for (std::size_t b = 0; b < framework_.bars.size(); ++b) {
            const Bar& bar = framework_.bars[b];
            const Vec2 u = point_at(points, bar.i) - point_at(points, bar.j);
            gauss::Row soft;
            soft.add(bar.i, {u.x, u.y}).add(bar.j, {-u.x, -u.y}).add(framework_.masses.size() + b, {1.0});
            soft.lower = soft.upper = norm(u) * rows[pins + b].lower;
            rows[pins + b] = soft;
        }
    }

    Lengths lengths_;
    Framework framework_;  // masses, bars and their lengths
};

}  // namespace

std::shared_ptr<const StepModel> step_model(const Tower& tower, const LoopOptions& options) {
    if (options.model == Model::rigid) return std::make_shared<const RigidModel>(tower);
    const Framework framework = make_framework(tower, options.model, options.bars);
    return std::make_shared<const FrameworkModel>(tower, options, framework);
}

}  // namespace restraint::bricks
