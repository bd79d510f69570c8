// Step d) of the acceleration loop.

#include <algorithm>
#include <cmath>

#include "restraint/bricks/acceleration_loop.h"

namespace restraint::bricks {
namespace {

using optimize::Status;

/// Positions that are right to this, relative to the mean brick size, are right.
constexpr double position_rounding = 1e-12;

/// The gap of a touch, m; of the halves of a mean their mean.
double gap_of(const std::vector<Outline>& parts, const std::vector<Contact>& halves) {
    double sum = 0.0;
    for (const Contact& c : halves) {
        const Outline &below = parts[c.edge_part], &above = parts[c.vertex_part];
        sum += gap(below, below.edges[c.edge], above, above.corners[c.vertex]);
    }
    return sum / static_cast<double>(halves.size());
}

}  // namespace

/// d) The nearest positions without overlaps, with pins together and bars of their length. Which sides keep a
///    pair apart is told by where it came from, `before`, as in the position loop: where corners have met and
///    overlap, the positions alone no longer say whether one is beside the other or above.   [ROTE-fig3]
Status AccelerationLoop::correct(const std::vector<Outline>& before, State& state, StepReport& report) const {
    std::vector<Outline> here = parts(state);
    const std::vector<Outline> then = here;
    double farthest = 0.0;
    for (std::size_t i = 0; i < before.size(); ++i)
        for (std::size_t k = 0; k < before[i].corners.size(); ++k)
            farthest = std::max(farthest, norm((then[i].centre - before[i].centre) +
                                               (then[i].corners[k] - before[i].corners[k])));
    const StepGeometry geometry{state.tower, before, then, size_, 2.0 * farthest + 1e-3 * size_};
    std::vector<SidednessRow> chosen = choose_rows(geometry);
    for (std::size_t pass = 0; pass < options_.pass_limit; ++pass) {
        const std::vector<SidednessRow> more = lacking_rows(geometry, chosen, here);
        chosen.insert(chosen.end(), more.begin(), more.end());
        std::vector<Touch> touches;
        for (const SidednessRow& row : chosen) touches.push_back(touch_of(here, row));
        Formulation f = formulation(state, touches, Unknown::velocities);
        f.target = Vector(f.target.size());
        if (!add_misses(state, here, touches, f)) return Status::optimal;
        const gauss::Projection solved =
            gauss::project(f.inverse_masses, f.target, f.rows, {}, position_rounding * size_);
        report.passes += 1;
        report.iterations += solved.iterations;
        if (solved.status != Status::optimal) return solved.status;
        move(state, solved.x);
        here = parts(state);
    }
    return Status::optimal;
}

/// Gives the rows of displacements what gaps, pins and bars lack. False if they lack nothing.
bool AccelerationLoop::add_misses(const State& state, const std::vector<Outline>& here,
                                  const std::vector<Touch>& touches, Formulation& f) const {
    const double tolerance = position_rounding * size_;
    bool misses = false;
    std::size_t line = 0;
    for (const Touch& touch : touches) {
        const double gap = gap_of(here, touch.halves);
        misses = misses || gap < -tolerance;
        f.rows[line++].lower = -gap;
    }
    for (const Pin& pin : state.tower.pins) {
        const Vec2 apart = here[pin.a].world_corner(pin.vertex_a) - here[pin.b].world_corner(pin.vertex_b);
        misses = misses || norm(apart) > tolerance;
        f.rows[line].lower = f.rows[line].upper = -apart.x;
        f.rows[line + 1].lower = f.rows[line + 1].upper = -apart.y;
        line += 2;
    }
    for (const Bar& bar : state.framework.bars) {
        const Vec2 u = state.framework.positions[bar.i] - state.framework.positions[bar.j];
        misses = misses || std::abs(norm(u) - bar.length) > tolerance;
        f.rows[line].lower = f.rows[line].upper = bar.length - norm(u);
        ++line;
    }
    return misses;
}

}  // namespace restraint::bricks
