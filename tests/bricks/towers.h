#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "../claims.h"
#include "../random.h"
#include "restraint/bricks/acceleration_loop.h"
#include "restraint/bricks/collapse.h"
#include "restraint/bricks/compare.h"
#include "restraint/bricks/contacts.h"
#include "restraint/bricks/equilibrium_program.h"
#include "restraint/bricks/framework.h"
#include "restraint/bricks/generators.h"
#include "restraint/bricks/margin.h"
#include "restraint/bricks/position_loop.h"
#include "restraint/bricks/stability.h"
#include "restraint/bricks/step_loop.h"

/// How this chapter's tests build towers, move them, and tell them apart.
namespace restraint::bricks {

/// A brick of 1 x 1/4 m and 1/4 kg.
inline Body brick(double x, double y, double angle = 0.0) {
    return make_brick("b", {{x, y}, angle}, 1.0, 0.25);
}

inline Body fixed(Body body) {
    body.fixed = true;
    return body;
}

inline Body moving(Body body, Motion velocity) {
    body.velocity = velocity;
    return body;
}

/// Bodies on tables, if there are any; gravity in m/s^2.
inline Tower tower_of(std::vector<Body> bodies, std::vector<Table> tables = {}, Vec2 gravity = {0.0, -9.81}) {
    return {gravity, std::move(tables), std::move(bodies), {}};
}

/// Bodies on a table whose top is y = 0, from x = left to x = right.
inline Tower on_table(double left, double right, std::vector<Body> bodies) {
    return tower_of(std::move(bodies), {{"table", left, right, 0.0}});
}

/// A brick of 1 x 1/4 m whose centre is 0.1 m beyond the end of the table.
inline Tower tipping_brick() { return on_table(-20.0, 0.0, {brick(0.1, 0.125)}); }

/// A step, which must be taken; `count` of them; and as many as bring the loop to `seconds`.
inline StepReport step(StepLoop& loop) {
    const StepReport report = loop.step();
    CAPTURE(report.time);
    REQUIRE(report.status == optimize::Status::optimal);
    CHECK(report.residual < 1e-9);
    return report;
}
inline void step(StepLoop& loop, int count) {
    for (int k = 0; k < count; ++k) step(loop);
}
inline void step_to(StepLoop& loop, double seconds) {
    while (loop.time() < seconds - 1e-9) step(loop);
}
inline Tower after(StepLoop&& loop, double seconds) {
    step_to(loop, seconds);
    return loop.tower();
}

/// The largest difference of two poses, motions, lists of motions, or the places of two towers' bodies; m,
/// m/s, m/s^2, and as many radians.
inline double difference(const Pose& p, const Pose& q) {
    return std::max({std::abs(p.position.x - q.position.x), std::abs(p.position.y - q.position.y),
                     std::abs(p.angle - q.angle)});
}
inline double difference(const Motion& v, const Motion& w) {
    return difference(Pose{v.linear, v.angular}, Pose{w.linear, w.angular});
}
inline double difference(const std::vector<Motion>& some, const std::vector<Motion>& others) {
    REQUIRE(some.size() == others.size());
    double worst = 0.0;
    for (std::size_t i = 0; i < some.size(); ++i) worst = std::max(worst, difference(some[i], others[i]));
    return worst;
}
inline double difference(const Tower& some, const Tower& others) {
    double worst = 0.0;
    for (std::size_t i = 0; i < some.bodies.size(); ++i)
        worst = std::max(worst, difference(some.bodies[i].pose, others.bodies[i].pose));
    return worst;
}

/// The mirror image x -> -x of rectangles, which stay the same in it.
inline Tower mirrored(Tower tower) {
    for (Table& t : tower.tables) t = {t.name, -t.x_right, -t.x_left, t.y_top};
    for (Body& b : tower.bodies) {
        b.pose = {{-b.pose.position.x, b.pose.position.y}, -b.pose.angle};
        b.velocity = {{-b.velocity.linear.x, b.velocity.linear.y}, -b.velocity.angular};
    }
    return tower;
}

/// How far a tower that was symmetric at the start is from its mirror image, m and rad.
class Symmetry {
  public:
    explicit Symmetry(const Tower& start) {
        for (const Body& body : mirrored(start).bodies)
            for (std::size_t j = 0; j < start.bodies.size(); ++j)
                if (norm(start.bodies[j].pose.position - body.pose.position) < 1e-9) image_.push_back(j);
        REQUIRE(image_.size() == start.bodies.size());
    }
    double lost_by(const Tower& tower) const {
        double worst = 0.0;
        const Tower image = mirrored(tower);
        for (std::size_t i = 0; i < image_.size(); ++i)
            worst = std::max(worst, difference(image.bodies[i].pose, tower.bodies[image_[i]].pose));
        return worst;
    }

  private:
    std::vector<std::size_t> image_;  // of body i at the start
};

/// Do all methods answer, and agree on the tower? There are at least so many comparisons.
inline void check_methods_agree(const Tower& tower, std::size_t comparisons) {
    const ComparisonTable table = compare(tower);
    CHECK(table.status == optimize::Status::optimal);
    CHECK(table.rows.size() >= comparisons);
    for (const Comparison& row : table.rows) {
        CAPTURE(row.method_b);
        CHECK(row.agrees());
    }
}

}  // namespace restraint::bricks
