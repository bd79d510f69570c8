#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "../random.h"
#include "reference.h"
#include "restraint/bricks/acceleration_loop.h"
#include "restraint/bricks/collapse.h"
#include "restraint/bricks/equilibrium_program.h"
#include "restraint/bricks/generators.h"
#include "restraint/bricks/margin.h"
#include "restraint/bricks/position_loop.h"
#include "restraint/bricks/stability.h"
#include "restraint/io/text/number.h"

/// What is an accident of the file, the order of its bodies or the side from which the tower is seen, changes
/// no answer, and a motion only as fast as the motion's own errors grow.
namespace restraint::bricks {
namespace {

using Order = std::vector<std::size_t>;  // place in the other file -> place in the first

Order shuffled(std::size_t n, Random& random) {
    Order order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[random.index(i)]);
    return order;
}

Tower reordered(const Tower& tower, const Order& order) {
    Tower other = tower;
    for (std::size_t i = 0; i < order.size(); ++i) other.bodies[i] = tower.bodies[order[i]];
    for (Pin& pin : other.pins) {
        const auto place = [&](std::size_t body) {
            return static_cast<std::size_t>(std::find(order.begin(), order.end(), body) - order.begin());
        };
        pin.a = place(pin.a);
        pin.b = place(pin.b);
    }
    return other;
}

/// Seen from behind: x -> -x. For rectangles, which stay the same in it.
Tower mirrored(Tower tower) {
    for (Table& t : tower.tables) t = {t.name, -t.x_right, -t.x_left, t.y_top};
    for (Body& b : tower.bodies) {
        b.pose = {{-b.pose.position.x, b.pose.position.y}, -b.pose.angle};
        b.velocity = {{-b.velocity.linear.x, b.velocity.linear.y}, -b.velocity.angular};
    }
    return tower;
}

/// The largest difference of places between a tower and another with its bodies in that order; m, rad.
double apart(const Tower& tower, const Tower& other, const Order& order) {
    double worst = 0.0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Pose &p = tower.bodies[order[i]].pose, &q = other.bodies[i].pose;
        worst = std::max({worst, std::abs(p.position.x - q.position.x), std::abs(p.position.y - q.position.y),
                          std::abs(p.angle - q.angle)});
    }
    return worst;
}

/// Each contact's place, direction (either way), and the least and greatest force over the weight, which
/// are unique.
using Ranges = std::vector<std::array<double, 6>>;
Ranges ranges_of(const Tower& tower, const Stability& stable, bool from_behind) {
    double weight = 0.0;
    for (const Body& b : tower.bodies) weight += b.fixed ? 0.0 : b.mass * norm(tower.gravity);
    Ranges result;
    const std::vector<ForceRange> ranges = force_ranges(tower, stable);
    REQUIRE(ranges.size() == stable.contacts.size());
    for (std::size_t k = 0; k < ranges.size(); ++k) {
        const Contact& c = stable.contacts[k];
        result.push_back({from_behind ? -c.point.x : c.point.x, c.point.y, std::abs(c.normal.x),
                          std::abs(c.normal.y), ranges[k].least / weight, ranges[k].greatest / weight});
    }
    return result;
}

/// The worst of the differences between each entry and the one of the other list that is most like it.
double difference(const Ranges& some, const Ranges& others) {
    double worst = 0.0;
    for (const auto& one : some) {
        double best = std::numeric_limits<double>::infinity();
        for (const auto& other : others) {
            double here = 0.0;
            for (std::size_t k = 0; k < one.size(); ++k)
                if (one[k] != other[k])
                    here = std::max(here, std::abs(one[k] - other[k]));  // infinite ones are equal
            best = std::min(best, here);
        }
        worst = std::max(worst, best);
    }
    return worst;
}

/// Verdict, margin, forces and accelerations of the two towers agree.
void check_same_answers(const Tower& tower, const Tower& other, const Order& order, bool from_behind) {
    const Stability one = stability(tower), two = stability(other);
    CHECK(one.verdict == two.verdict);
    const Margin m = margin(tower, one), n = margin(other, two);
    CHECK(m.kind == n.kind);
    CHECK(std::abs(m.value - n.value) <= 1e-11);  // as good as it is promised, for bricks of 1 m
    if (one.verdict == Verdict::stable && two.verdict == Verdict::stable) {
        const Ranges some = ranges_of(tower, one, false), others = ranges_of(other, two, from_behind);
        CHECK(some.size() == others.size());
        CHECK(difference(some, others) <= 1e-12);
        CHECK(difference(others, some) <= 1e-12);
    }
    const std::vector<Motion> a = accelerate(tower).bodies, b = accelerate(other).bodies;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const double sign = from_behind ? -1.0 : 1.0;
        CHECK(std::abs(a[order[i]].linear.x - sign * b[i].linear.x) <= 1e-12 * 9.81);
        CHECK(std::abs(a[order[i]].linear.y - b[i].linear.y) <= 1e-12 * 9.81);
        CHECK(std::abs(a[order[i]].angular - sign * b[i].angular) <= 1e-12 * 9.81);
    }
}

Order same_order(std::size_t n) {
    Order order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    return order;
}

TEST_CASE(
    "the order of bodies and the side one looks from change no verdict, margin, force or acceleration") {
    const std::uint64_t seed = 20;
    Random random(seed);
    for (const ReferenceTower& r : reference_towers("rest")) {
        CAPTURE(seed);
        CAPTURE(r.name);
        const Order order = shuffled(r.tower.bodies.size(), random);
        check_same_answers(r.tower, reordered(r.tower, order), order, false);
        check_same_answers(r.tower, mirrored(r.tower), same_order(order.size()), true);
    }
}

/// How far the motion of another tower is from that of the first, at the end of each of `spans` tenths of a
/// second; and the same for the first tower with one bit of noise in its places: the growth of the motion's
/// own errors.
struct Growth {
    std::vector<double> other, noise;
    double moved = 0.0;  // m
};

template <typename Loop>
Growth growth(const Tower& tower, const Tower& other, const Order& order, bool from_behind, int spans) {
    const std::uint64_t seed = 21;
    Random random(seed);
    std::vector<Loop> noisy;
    for (int k = 0; k < 4; ++k) {
        Tower shaken = tower;
        for (Body& b : shaken.bodies)  // a rounding of a length of 1 m, as every step makes
            b.pose.position += 0x1p-53 * Vec2{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
        noisy.emplace_back(shaken);
    }
    Loop first(tower), second(other);
    Growth found;
    for (int span = 0; span < spans; ++span) {
        double noise = 0.0;
        for (int step = 0; step < 50; ++step) {
            REQUIRE(first.step().status == optimize::Status::optimal);
            REQUIRE(second.step().status == optimize::Status::optimal);
            for (Loop& loop : noisy) REQUIRE(loop.step().status == optimize::Status::optimal);
        }
        for (const Loop& loop : noisy)
            noise = std::max(noise, apart(first.tower(), loop.tower(), same_order(order.size())));
        found.noise.push_back(noise);
        found.other.push_back(
            apart(first.tower(), from_behind ? mirrored(second.tower()) : second.tower(), order));
    }
    found.moved = apart(first.tower(), tower, same_order(order.size()));
    return found;
}

/// Each of some thousand steps rounds anew, and not all add up: a factor of 10 beside the largest growth of
/// the noise so far. What is measured is printed.
template <typename Loop>
void check_growth(const std::string& name, const Tower& tower) {
    CAPTURE(name);
    const std::uint64_t seed = 22;
    Random random(seed);
    const Order order = shuffled(tower.bodies.size(), random), same = same_order(order.size());
    for (const bool from_behind : {false, true}) {
        CAPTURE(from_behind);
        const Growth g = from_behind ? growth<Loop>(tower, mirrored(tower), same, true, 10)
                                     : growth<Loop>(tower, reordered(tower, order), order, false, 10);
        CHECK(g.moved > 0.5);  // it does fall
        double noise = 0x1p-53;
        for (std::size_t k = 0; k < g.noise.size(); ++k) {
            noise = std::max(noise, g.noise[k]);
            CAPTURE(k);
            CHECK(g.other[k] <= 10 * noise);
        }
        const std::string what =
            name + (from_behind ? ", mirrored: " : ", reordered: ") + io::to_text(g.other.back()) +
            " m apart after 1 s, while noise of 1.1e-16 m grew to " + io::to_text(noise) + " m";
        MESSAGE(what);
    }
}

TEST_CASE(
    "the motion of a tower, of its mirror image and of its bodies in another order part as errors grow") {
    Tower leaning = wall(4, 3);  // one end of the table is nearer than the other
    leaning.tables = {{"table", -0.4, 0.7, 0.0}};
    check_growth<PositionLoop>("harmonic stack", harmonic(5, 1.2));
    check_growth<PositionLoop>("wall on a short table", leaning);
    check_growth<AccelerationLoop>("harmonic stack by accelerations", harmonic(5, 1.2));
    check_growth<AccelerationLoop>("wall on a short table by accelerations", leaning);
}

}  // namespace
}  // namespace restraint::bricks
