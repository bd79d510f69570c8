#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "reference.h"

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

/// The largest difference of places between a tower and another with its bodies in that order; m, rad.
double apart(const Tower& tower, const Tower& other, const Order& order) {
    double worst = 0.0;
    for (std::size_t i = 0; i < order.size(); ++i)
        worst = std::max(worst, difference(tower.bodies[order[i]].pose, other.bodies[i].pose));
    return worst;
}

/// Each contact's place, direction (either way), and the least and greatest force over the weight, which
/// are unique.
using Ranges = std::vector<std::array<double, 6>>;
Ranges ranges_of(const Tower& tower, const Stability& stable, bool from_behind) {
    const double weight = mass_that_moves(tower) * norm(tower.gravity);
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
    CHECK(std::abs(m.value - n.value) <= 1e-12);
    if (one.verdict == Verdict::stable && two.verdict == Verdict::stable) {
        const Ranges some = ranges_of(tower, one, false), others = ranges_of(other, two, from_behind);
        CHECK(some.size() == others.size());
        CHECK(difference(some, others) <= 1e-12);
        CHECK(difference(others, some) <= 1e-12);
    }
    const std::vector<Motion> start = accelerate(tower).bodies;
    const double sign = from_behind ? -1.0 : 1.0;
    std::vector<Motion> expected;
    for (const std::size_t i : order)
        expected.push_back({{sign * start[i].linear.x, start[i].linear.y}, sign * start[i].angular});
    CHECK(bricks::difference(accelerate(other).bodies, expected) <= 1e-12);
}

Order same_order(std::size_t n) {
    Order order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    return order;
}

TEST_CASE(
    "the order of bodies and the side one looks from change no verdict, margin, force or acceleration") {
    Random random(20);
    for (const ReferenceTower& r : reference_towers("rest")) {
        INFO("seed 20, name ", r.name);
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
    Random random(21);
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
        step(first, 50);
        step(second, 50);
        for (Loop& loop : noisy) step(loop, 50);
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
/// the noise so far.
template <typename Loop>
void check_growth(const std::string& name, const Tower& tower) {
    CAPTURE(name);
    Random random(22);
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
