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
        coordinates_ = 2;
        positions_ = coordinates_of(framework_.positions);
        velocities_ = coordinates_of(framework_.velocities);
        for (const double mass : framework_.masses) {
            const double w = mass > 0.0 ? 1.0 / mass : 0.0;
            inverse_masses_.push_back(gauss::InverseMass::diagonal({w, w}));
        }
        if (options.lengths == Lengths::penalty)  // a variable for the miss of each bar
            for (std::size_t b = 0; b < framework_.bars.size(); ++b)
                inverse_masses_.push_back(gauss::InverseMass::diagonal({1.0 / options.penalty}));
    }

    void place(const FineVector& positions, const FineVector& velocities, Tower& tower) const override {
        fit_bodies(moved(framework_, positions, velocities), tower);
    }

    Energy energy(const FineVector& positions, const FineVector& velocities) const override {
        return bricks::energy(moved(framework_, positions, velocities), tower_.gravity);
    }

    std::vector<Outline> outlines_at(const FineVector& positions) const override {
        return framework_outlines(moved(framework_, positions, positions), tower_);
    }

    double rounding(const FineVector& positions) const override {
        const double farthest = std::max(mean_size(tower_), max_norm(positions));
        return 4.0 * std::numeric_limits<double>::epsilon() * farthest;
    }

  protected:
    std::vector<gauss::Row> joints(const Step& step) const override {
        std::vector<gauss::Row> rows = pin_rows(framework_, tower_);
        for (gauss::Row& row : rows)
            row.lower = row.upper = -(row_value(row, step.start, 2) + row_value(row, step.free, 2));
        for (std::size_t b = 0; b < framework_.bars.size(); ++b) rows.push_back(bar_row(step, b));
        return rows;
    }

    /// < P_k - (alpha P_j + (1 - alpha) P_i), n > >= -2 A(dp_i, dp_j, dp_k), over the length of the side, for
    /// the side from i to j and the corner k outside of it, on its right.   [ROTE-S'] With predicted lengths:
    /// the same >= 0, with n and alpha at the free positions.   [SLIDES-n, SLIDES-nonpen]
    gauss::Row gap_row(const Step& step, const CornerOverEdge& c) const override {
        const bool is_predicted = options_.lengths == Lengths::predicted;
        const std::vector<Outline>& parts = is_predicted ? step.geometry.free : step.geometry.now;
        const Edge& edge = parts[c.edge_part].edges[c.edge];
        const double length = edge.to - edge.from;
        const double alpha = (along(parts, c) - edge.from) / length;  // [ROTE-alpha]
        gauss::Row row = corner_row(framework_, tower_, c, alpha, edge.normal);
        row.lower = -gap(parts, c);
        if (is_predicted) return row;
        row.lower -= row_value(row, step.free, 2);
        if (is_table(tower_, c.edge_part)) return row;
        const std::size_t i = framework_.first[c.edge_part] + c.edge,
                          j = framework_.first[c.edge_part] + (c.edge + 1) % 4;
        const Vec2 d_i = at(step.carried, i), d_j = at(step.carried, j);  // displacements of the last step
        const Vec2 d_k = is_table(tower_, c.corner_part)
                             ? Vec2{}
                             : at(step.carried, framework_.first[c.corner_part] + c.corner);
        const double area = cross(d_i - d_j, d_k - d_j);  // A(dp_j, dp_i, dp_k): k is on the left of j -> i
        row.lower -= 2.0 * area / length;
        return row;
    }

  private:
    /// What keeps the length of a bar; see Lengths. p of the bar is u, its free end ~u, both from j to i.
    gauss::Row bar_row(const Step& step, std::size_t b) const {
        const Bar& bar = framework_.bars[b];
        const Vec2 u = at(step.start, bar.i) - at(step.start, bar.j);
        const Vec2 free_u = u + (at(step.free, bar.i) - at(step.free, bar.j));
        const bool is_predicted = options_.lengths == Lengths::predicted;
        const double length = norm(is_predicted ? free_u : u);
        const Vec2 along = (1.0 / length) * (is_predicted ? free_u : u);

        gauss::Row row;
        row.add(bar.i, {along.x, along.y}).add(bar.j, {-along.x, -along.y});
        const double free_projection = dot(along, free_u);  // of the bar, were it left free
        if (options_.lengths == Lengths::drifting) {
            const Vec2 turned = at(step.carried, bar.i) - at(step.carried, bar.j);
            row.lower = length - dot(turned, turned) / length - free_projection;  // [ROTE-L']
        } else {
            row.lower = bar.length - free_projection;  // [ROTE-L'', SLIDES-len]
        }
        if (options_.lengths == Lengths::penalty) {  // the equation times |u|, missed by the slack [ROTE-8.4]
            gauss::Row soft;
            soft.add(bar.i, {u.x, u.y}).add(bar.j, {-u.x, -u.y}).add(framework_.masses.size() + b, {1.0});
            soft.lower = length * row.lower;
            row = soft;
        }
        row.upper = row.lower;
        return row;
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
