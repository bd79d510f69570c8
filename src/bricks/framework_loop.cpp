#include "restraint/bricks/framework_loop.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace restraint::bricks {
namespace {

Vec2 at(const FineVector& points, std::size_t i) {
    return {points[2 * i].rounded(), points[2 * i + 1].rounded()};
}

}  // namespace

Framework moved(Framework framework, const FineVector& positions, const FineVector& velocities) {
    for (std::size_t i = 0; i < framework.positions.size(); ++i) {
        framework.positions[i] = at(positions, i);
        framework.velocities[i] = at(velocities, i);
    }
    return framework;
}

namespace {

FineVector coordinates_of(const std::vector<Vec2>& points) {
    FineVector result;
    for (const Vec2 p : points) result.insert(result.end(), {p.x, p.y});
    return result;
}

class FrameworkModel : public StepModel {
  public:
    FrameworkModel(const Tower& tower, const FrameworkLoopOptions& options)
        : tower_(tower), options_(options), framework_(make_framework(tower, options.model, options.bars)) {
        if (!(options.penalty > 0.0) || !std::isfinite(options.penalty))
            throw std::invalid_argument("the penalty is " + std::to_string(options.penalty) +
                                        ", but must be positive and finite");
        coordinates = 2;
        start_positions = coordinates_of(framework_.positions);
        start_velocities = coordinates_of(framework_.velocities);
        const Formulation free = framework_formulation(framework_, tower, {}, Unknown::accelerations);
        inverse_masses = free.inverse_masses;
        gravity.assign(free.target.begin(), free.target.end());
        if (options.lengths == Lengths::penalty)  // a variable for the miss of each bar
            for (std::size_t b = 0; b < framework_.bars.size(); ++b)
                inverse_masses.push_back(gauss::InverseMass::diagonal({1.0 / options.penalty}));
    }

    /// The pose and the motion that fit the points best: the centre and the turn of the corners, and momentum
    /// and angular momentum. Angles stay unwrapped.
    void place(const FineVector& positions, const FineVector& velocities, Tower& tower) const override {
        const std::vector<Motion> fitted = rigid_velocities(moved(framework_, positions, velocities), tower);
        const std::vector<Outline> parts = outlines_at(positions);
        for (std::size_t b = 0; b < tower.bodies.size(); ++b) {
            Body& body = tower.bodies[b];
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
    std::vector<Outline> outlines_at(const FineVector& positions) const override {
        std::vector<Outline> result;
        for (std::size_t b = 0; b < tower_.bodies.size(); ++b) {
            std::vector<Vec2> corners;
            Vec2 centre;
            for (std::size_t k = 0; k < 4; ++k) {
                corners.push_back(at(positions, framework_.first[b] + k));
                centre += 0.25 * corners[k];
            }
            for (Vec2& corner : corners) corner -= centre;
            result.push_back(outline_through(centre, corners));
        }
        append_tables(tower_, result);
        return result;
    }

    double rounding(const FineVector& positions) const override {
        const double farthest = std::max(mean_size(tower_), max_norm(positions));
        return 4.0 * std::numeric_limits<double>::epsilon() * farthest;
    }

    std::vector<gauss::Row> rows(const Step& step, const std::vector<SidednessRow>& sides) const override {
        const std::vector<Outline>& parts = step.geometry.now;
        const Framework here = moved(framework_, step.start, step.carried);
        std::vector<gauss::Row> rows = pin_rows(framework_, tower_);
        for (const Bar& bar : framework_.bars) rows.push_back(bar_row(here, bar));
        for (const SidednessRow& side : sides) {
            gauss::Row& row = rows.emplace_back();
            for (const CornerOverEdge& c : {side.first, side.second}) {
                const Edge& edge = parts[c.edge_part].edges[c.edge];
                const double alpha = (along(parts, c) - edge.from) / (edge.to - edge.from);  // [ROTE-alpha]
                add_side(here, tower_, c, alpha, 0.5 * edge.normal, row);
            }
        }
        return rows;
    }

    /// With the displacements of the last step in the place of the velocities: so (L') and (S') give the
    /// accelerations of (Q).   [ROTE-thm5.1]
    /// Predicted lengths take the rows where the step ends freely, without velocities.
    std::vector<gauss::Row> position_rows(const Step& step, const std::vector<SidednessRow>& sides,
                                          const FineVector&, double& missed) const override {
        Step base = step;
        if (options_.lengths == Lengths::predicted) {
            base.start = step.start + step.free;
            base.carried = base.free = FineVector(step.start.size());
            base.geometry.now = step.geometry.free;
        }
        std::vector<gauss::Row> rows = this->rows(base, sides);
        const std::size_t pins = 2 * tower_.pins.size(), joints = rows.size() - sides.size();
        for (std::size_t i = 0; i < pins; ++i)
            rows[i].lower = rows[i].upper = -row_value(rows[i], base.start, 2);
        if (options_.lengths != Lengths::drifting)  // else it is that of (L')   [ROTE-L']
            for (std::size_t i = pins; i < joints; ++i) {
                const Bar& bar = framework_.bars[i - pins];
                const double length = norm(at(base.start, bar.i) - at(base.start, bar.j));
                rows[i].lower = rows[i].upper = bar.length - length;  // [ROTE-L'', SLIDES-len]
            }
        for (std::size_t i = 0; i < sides.size(); ++i)
            for (const CornerOverEdge& c : {sides[i].first, sides[i].second})
                rows[joints + i].lower -= 0.5 * gap(base.geometry.now, c);
        for (gauss::Row& row : rows) {  // of the correction, not of the displacement
            const double freely = row_value(row, base.free, 2);
            row.lower -= freely;
            row.upper -= freely;
        }
        if (options_.lengths == Lengths::penalty) soften(base.start, pins, rows);
        missed = 0.0;
        return rows;
    }

  private:
    /// The equations of the bars, times their lengths, missed by variables of their own.   [ROTE-8.4]
    void soften(const FineVector& points, std::size_t pins, std::vector<gauss::Row>& rows) const {
        for (std::size_t b = 0; b < framework_.bars.size(); ++b) {
            const Bar& bar = framework_.bars[b];
            const Vec2 u = at(points, bar.i) - at(points, bar.j);
            gauss::Row soft;
            soft.add(bar.i, {u.x, u.y}).add(bar.j, {-u.x, -u.y}).add(framework_.masses.size() + b, {1.0});
            soft.lower = soft.upper = norm(u) * rows[pins + b].lower;
            rows[pins + b] = soft;
        }
    }

    Tower tower_;
    FrameworkLoopOptions options_;
    Framework framework_;  // masses, bars and their lengths
};

}  // namespace

std::shared_ptr<const StepModel> framework_model(const Tower& tower, const FrameworkLoopOptions& options) {
    return std::make_shared<const FrameworkModel>(tower, options);
}

FrameworkLoop::FrameworkLoop(Tower tower, const FrameworkLoopOptions& options)
    : PositionLoop(tower, {options.dt, options.separation, options.pass_limit, options.halvings},
                   framework_model(tower, options)),
      framework_(make_framework(tower, options.model, options.bars)) {}

Framework FrameworkLoop::framework() const {
    return moved(framework_, state().positions, state().velocities());
}

}  // namespace restraint::bricks
