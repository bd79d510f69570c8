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

    /// The rows are those of accelerations and velocities (framework.h), with the displacements of the last
    /// step in the place of the velocities: so (L') and (S') give the accelerations of (Q).   [ROTE-thm5.1]
    /// They are taken at the start of the step, or, with predicted lengths, where it ends freely.
    std::vector<gauss::Row> rows(const Step& step, const std::vector<SidednessRow>& sides) const override {
        const bool is_predicted = options_.lengths == Lengths::predicted;
        const std::vector<Outline>& parts = is_predicted ? step.geometry.free : step.geometry.now;
        const Framework at_base =
            moved(framework_, is_predicted ? step.start + step.free : step.start, step.carried);
        std::vector<gauss::Row> rows = pin_rows(framework_, tower_);
        for (gauss::Row& row : rows) row.lower = row.upper = -row_value(row, step.start, 2);
        for (const Bar& bar : framework_.bars) rows.push_back(length_row(at_base, bar));
        for (const SidednessRow& side : sides) {
            gauss::Row& row = rows.emplace_back();
            for (const CornerOverEdge& c : {side.first, side.second}) {
                const Edge& edge = parts[c.edge_part].edges[c.edge];
                const double alpha = (along(parts, c) - edge.from) / (edge.to - edge.from);  // [ROTE-alpha]
                add_side(at_base, tower_, c, alpha, 0.5 * edge.normal,
                         is_predicted ? Unknown::velocities : Unknown::accelerations, row);
                row.lower -= 0.5 * gap(parts, c);
            }
        }
        const std::size_t pins = 2 * tower_.pins.size();
        for (std::size_t i = 0; i < rows.size(); ++i)  // of the correction, not of the displacement
            if (!is_predicted || i < pins) {
                const double freely = row_value(rows[i], step.free, 2);
                rows[i].lower -= freely;
                rows[i].upper -= freely;
            }
        if (options_.lengths == Lengths::penalty) soften(at_base, pins, rows);
        return rows;
    }

  private:
    /// What keeps the length of a bar; see Lengths.
    gauss::Row length_row(const Framework& at_base, const Bar& bar) const {
        if (options_.lengths == Lengths::drifting)
            return bar_row(at_base, bar, Unknown::accelerations);  // [ROTE-L']
        gauss::Row row = bar_row(at_base, bar, Unknown::velocities);
        const double length = norm(at_base.positions[bar.i] - at_base.positions[bar.j]);
        row.lower = row.upper = bar.length - length;  // [ROTE-L'', SLIDES-len]
        return row;
    }

    /// The equations of the bars, times their lengths, missed by variables of their own.   [ROTE-8.4]
    void soften(const Framework& at_base, std::size_t pins, std::vector<gauss::Row>& rows) const {
        for (std::size_t b = 0; b < framework_.bars.size(); ++b) {
            const Bar& bar = framework_.bars[b];
            const Vec2 u = at_base.positions[bar.i] - at_base.positions[bar.j];
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
