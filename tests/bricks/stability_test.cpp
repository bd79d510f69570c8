#include "restraint/bricks/stability.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "../claims.h"
#include "../random.h"
#include "reference.h"
#include "restraint/bricks/collapse.h"
#include "restraint/bricks/generators.h"

using namespace restraint;
using namespace restraint::bricks;

namespace {

double weight(const Tower& tower) {
    double sum = 0.0;
    for (const Body& body : tower.bodies)
        if (!body.fixed) sum += body.mass * norm(tower.gravity);
    return sum;
}

/// Adds a force at a point to a body's force and torque about its centre; tables have none.
struct Load {
    Vec2 force;
    double torque = 0.0;
};
void push(const Tower& tower, std::vector<Load>& loads, std::size_t part, Vec2 point, Vec2 force) {
    if (part >= loads.size()) return;
    loads[part].force += force;
    loads[part].torque += cross(point - tower.bodies[part].pose.position, force);
}

/// The worst force or torque (over a metre) that is not balanced, over the weight; written out plainly.
double unbalanced(const Tower& tower, const Stability& s) {
    std::vector<Load> loads(tower.bodies.size());
    for (std::size_t b = 0; b < loads.size(); ++b) loads[b].force = tower.bodies[b].mass * tower.gravity;
    for (std::size_t c = 0; c < s.contacts.size(); ++c) {
        const Contact& k = s.contacts[c];
        if (s.forces[c] < 0.0) return 1.0;
        push(tower, loads, k.a, k.point, s.forces[c] * k.normal);
        push(tower, loads, k.b, k.point, -s.forces[c] * k.normal);
    }
    for (std::size_t p = 0; p < tower.pins.size(); ++p) {
        const Pin& pin = tower.pins[p];
        const Vec2 point = world_vertex(tower.bodies[pin.a], pin.vertex_a);
        push(tower, loads, pin.a, point, s.pin_forces[p]);
        push(tower, loads, pin.b, point, -s.pin_forces[p]);
    }
    double worst = 0.0;
    for (std::size_t b = 0; b < loads.size(); ++b)
        if (!tower.bodies[b].fixed)
            worst = std::max({worst, norm(loads[b].force), std::abs(loads[b].torque)});
    return worst / weight(tower);
}

/// The fastest closing of a contact under the motion, m/s; and gravity's power over the weight.
struct Plain {
    double closing = 0.0, power = 0.0, largest = 0.0;
};
Plain effect(const Tower& tower, const Stability& s) {
    Plain result;
    const auto velocity = [&](std::size_t part, Vec2 p) {
        if (part >= tower.bodies.size()) return Vec2{};
        const Motion& m = s.motion[part];
        return m.linear + m.angular * perpendicular(p - tower.bodies[part].pose.position);
    };
    for (const Contact& c : s.contacts)
        result.closing =
            std::max(result.closing, -dot(c.normal, velocity(c.a, c.point) - velocity(c.b, c.point)));
    for (std::size_t b = 0; b < tower.bodies.size(); ++b) {
        const Body& body = tower.bodies[b];
        if (body.fixed) continue;
        result.power += body.mass * dot(tower.gravity, s.motion[b].linear) / weight(tower);
        result.largest =
            std::max({result.largest, std::abs(s.motion[b].linear.x), std::abs(s.motion[b].linear.y),
                      std::abs(s.motion[b].angular) * norm(body.vertices[0])});
    }
    return result;
}

/// Checks the proof that comes with a verdict by the plain sums above.
void check_proof(const Tower& tower, const Stability& s) {
    if (s.verdict == Verdict::stable) {
        CHECK(unbalanced(tower, s) <= 2e-12);
        CHECK(s.residual < 1e-12);
    } else {
        REQUIRE(s.verdict == Verdict::unstable);
        const Plain plain = effect(tower, s);
        CHECK(plain.power > 1e-12);
        CHECK(std::abs(plain.power - s.power) <= 1e-14);
        CHECK(plain.closing <= 1e-2 * plain.power + 1e-15);
        CHECK(std::abs(plain.largest - 1.0) <= 1e-14);
    }
}

Tower mirrored(Tower tower) {
    for (Table& t : tower.tables) t = {t.name, -t.x_right, -t.x_left, t.y_top};
    for (Body& b : tower.bodies) b.pose.position.x = -b.pose.position.x;
    return tower;
}

}  // namespace

TEST_CASE("the reference towers stand or fall as an independent program says, with proof [SLIDES-lp]") {
    for (const ReferenceTower& r : reference_towers("rest")) {
        CAPTURE(r.name);
        const Stability s = stability(r.tower);
        CHECK(s.verdict == (r.stable ? Verdict::stable : Verdict::unstable));
        check_proof(r.tower, s);
        const Margin m = margin(r.tower, s);
        if (std::isnan(r.margin)) {
            CHECK(m.kind == Margin::Kind::none);
        } else {
            REQUIRE(m.kind == Margin::Kind::finite);
            CHECK(std::abs(m.value - r.margin) <= 1e-10);  // the reference's own accuracy
        }
    }
}

TEST_CASE("a corner that only touches a corner takes no part in the margin") {
    // The brick `tips` reaches from -2.125 to -1.375 and rests on a post that ends at -2, 0.25 left of its
    // centre; its right end meets the corner of `passed`, along which it slides down. So the post's interval
    // lacks 0.25 m. The heavy bricks elsewhere stand, and make the power small against the weight.
    Tower tower;
    tower.tables.push_back({"table", -3.0, 3.0, 0.0});
    tower.bodies = {make_brick("post", {{-2.125, 0.125}, 0.0}, 0.25, 0.25),
                    make_brick("passed", {{-1.125, 0.125}, 0.0}, 0.5, 0.25),
                    make_brick("base", {{0.75, 0.125}, 0.0}, 1.0, 0.25),
                    make_brick("apart", {{1.875, 0.125}, 0.0}, 0.75, 0.25),
                    make_brick("tips", {{-1.75, 0.5}, 0.0}, 0.75, 0.5),
                    make_brick("heavy", {{0.75, 0.5}, 0.0}, 0.75, 0.5, 100.0)};
    for (const Tower& either : {tower, mirrored(tower)}) {
        const Stability s = stability(either);
        CHECK(s.verdict == Verdict::unstable);
        const Margin m = margin(either, s);
        REQUIRE(m.kind == Margin::Kind::finite);
        CHECK(std::abs(m.value + 0.25) < 1e-11);  // its promised accuracy
    }
}

TEST_CASE("a mirrored tower has the same verdict and margin; the order of bodies does not matter") {
    for (const ReferenceTower& r : reference_towers("rest")) {
        CAPTURE(r.name);
        Tower reversed = r.tower;
        std::reverse(reversed.bodies.begin(), reversed.bodies.end());
        const Margin plain = margin(r.tower, stability(r.tower));
        for (const Tower& other : {mirrored(r.tower), reversed}) {
            const Stability s = stability(other);
            CHECK(s.verdict == (r.stable ? Verdict::stable : Verdict::unstable));
            const Margin m = margin(other, s);
            CHECK(m.kind == plain.kind);
            CHECK(std::abs(m.value - plain.value) <= 1e-12);
        }
    }
}

TEST_CASE("one brick over the edge: stable exactly up to its centre, and margin by hand") {
    // A brick of width 1 whose centre is d beyond the edge; the table holds it from -0.5 + d to 0. Shortened
    // by s at both ends the interval must still reach under the centre: s <= -d, if it does not vanish
    // before, at s = (0.5 - d)/2.
    for (const double d : {-0.3, -0.1, -1e-6, -1e-9, 0.0, 1e-9, 1e-6, 0.1, 0.4}) {
        CAPTURE(d);
        Tower tower;
        tower.tables = {{"table", -9, 0, 0}};
        tower.bodies = {make_brick("b", {{d, 0.125}, 0}, 1, 0.25, 3.0)};
        const Stability s = stability(tower);
        CHECK(s.verdict == (d <= 0.0 ? Verdict::stable : Verdict::unstable));
        check_proof(tower, s);
        const Margin m = margin(tower, s);
        REQUIRE(m.kind == Margin::Kind::finite);
        CHECK(std::abs(m.value + d) <= 1e-14);
    }
}

TEST_CASE("harmonic towers stand up to H_n/2 and not beyond, to nine digits [SLIDES-harm] [claim CL-R-01]") {
    for (const std::size_t n : {1u, 2u, 3u, 7u, 15u, 30u}) {
        CAPTURE(n);
        for (const double off : {-1e-6, -1e-9, 0.0, 1e-9, 1e-6}) {
            CAPTURE(off);
            const Tower tower = harmonic(n, 1.0 + off);
            const Stability s = stability(tower);
            CHECK(s.verdict == (off <= 0.0 ? Verdict::stable : Verdict::unstable));
            check_proof(tower, s);
            // The top brick reaches half its length too far, times `off`, and so does every stack above a
            // brick: all are balanced again when intervals are longer by half of `off`.
            const Margin m = margin(tower, s);
            REQUIRE(m.kind == Margin::Kind::finite);
            CHECK(std::abs(m.value + off / 2) <= 1e-12);
        }
    }
    measured("CL-R-01", "n = 1 to 30: stands at H_n/2 and 1e-9 before it, falls 1e-9 beyond");
}

TEST_CASE("diamonds up to 4 stand, the 5-diamond falls; inverted pyramids fall from three rows on") {
    for (std::size_t n = 1; n <= 6; ++n) {
        CAPTURE(n);
        CHECK(stability(diamond(n)).verdict == (n <= 4 ? Verdict::stable : Verdict::unstable));
        CHECK(stability(inverted_pyramid(n)).verdict == (n <= 2 ? Verdict::stable : Verdict::unstable));
    }
}

TEST_CASE("three bricks reach 1, four reach (15 - 4 sqrt 2)/8, and not more") {
    // Three: the base has its centre over the edge, and two bricks balance on its ends.
    // Four, by hand: brick 2 reaches d beyond the right end p of the base, where 1 + F holds it (weights are
    // 1), and brick 3 presses on its left end with F: d = F (1/2 - d). Brick 3 leans with 1 - F on brick 1,
    // which stands on the base's left end p - 1 with 2 - F. About the edge 0: (1 + F) p + (2 - F)(p - 1) + (p
    // - 1/2) = 0, so 4 p = 5/2 - F. The reach p + d + 1/2 is greatest for 1/2 - d = 1/sqrt 8: F = sqrt 2 - 1.
    const double root = std::numbers::sqrt2, press = root - 1.0, d = 0.5 - 1.0 / std::sqrt(8.0);
    const double p = (2.5 - press) / 4.0, x2 = p + d, x3 = -0.084;
    const double lean = (x3 - press * (x2 - 0.5)) / (1.0 - press);  // where brick 3 leans on brick 1
    const double x1 = (2.0 - press) * (p - 1.0) - (1.0 - press) * lean;
    CHECK(std::abs(x2 + 0.5 - (15.0 - 4.0 * root) / 8.0) <= 1e-15);
    const auto tower = [](std::vector<Vec2> places, double right) {
        Tower t;
        t.tables = {{"table", -9, right, 0}};
        for (const Vec2 place : places)
            t.bodies.push_back(make_brick("b" + std::to_string(t.bodies.size()), {place, 0}, 1, 0.25));
        return t;
    };
    for (const double edge : {-1e-6, -1e-9, 0.0, 1e-9, 1e-6}) {  // moving the table's edge away by -edge
        CAPTURE(edge);
        const Verdict expected = edge >= 0.0 ? Verdict::stable : Verdict::unstable;
        const Tower three = tower({{0, 0.125}, {-0.5, 0.375}, {0.5, 0.375}}, edge);
        const Tower four = tower({{p - 0.5, 0.125}, {x1, 0.375}, {x2, 0.375}, {x3, 0.625}}, edge);
        for (const Tower& t : {three, four}) {
            const Stability s = stability(t);
            CHECK(s.verdict == expected);
            check_proof(t, s);
        }
    }
}

TEST_CASE(
    "random piles: the linear program and Gauss' principle agree on who stands [SLIDES-lp, ROTE-Q] "
    "[claim CL-R-22]") {
    // 200 piles (seed 7) of up to 9 bricks of different widths and densities dropped at places on a coarse
    // grid. A tower at rest stays at rest exactly if there are forces that hold it.
    Random random(7);
    std::size_t standing = 0;
    for (int pile = 0; pile < 200; ++pile) {
        CAPTURE(pile);
        Tower tower;
        tower.tables = {{"table", -1.0, 1.0, 0.0}};
        const std::size_t count = 1 + random.index(9);
        for (std::size_t i = 0; i < count; ++i) {
            const double width = 0.5 + 0.25 * static_cast<double>(random.index(5));
            const double x = -1.0 + 0.125 * static_cast<double>(random.index(17));
            double y = std::abs(x) < 1.0 + width / 2 ? 0.0 : -9.0;
            for (const Body& b : tower.bodies)
                if (std::abs(b.pose.position.x - x) < (b.width() + width) / 2)
                    y = std::max(y, b.pose.position.y + 0.125);
            if (y < 0.0) continue;
            tower.bodies.push_back(make_brick("b" + std::to_string(i), {{x, y + 0.125}, 0}, width, 0.25,
                                              0.5 + random.uniform(0, 2)));
        }
        const Stability s = stability(tower);
        check_proof(tower, s);
        double fastest = 0.0;
        for (const Motion& m : accelerate(tower).bodies)
            fastest = std::max({fastest, norm(m.linear), std::abs(m.angular)});
        CHECK((s.verdict == Verdict::stable) == (fastest < 1e-10));
        standing += s.verdict == Verdict::stable;
    }
    CHECK(standing > 40);
    measured("CL-R-22", std::to_string(standing) + " of 200 piles stand, by both");
    CHECK(standing < 160);
}

TEST_CASE("a beam on three pillars: its forces are not unique, their ranges are by hand [claim CL-R-13]") {
    // Three triangles hold a beam of weight W = 3 m g at -1, 0 and 1: the middle takes any share t from 0 to
    // all of W, the ends (W - t)/2 each.
    Tower tower;
    tower.tables = {{"table", -9, 9, 0}};
    for (int k = -1; k <= 1; ++k) {
        const double x = k;
        tower.bodies.push_back(
            make_polygon("pillar" + std::to_string(k + 1), {{x - 0.2, 0}, {x + 0.2, 0}, {x, 0.5}}));
    }
    tower.bodies.push_back(make_brick("beam", {{0, 0.625}, 0}, 3, 0.25, 4.0));
    const double beam = 3.0 * 9.81;
    const Stability s = stability(tower);
    REQUIRE(s.verdict == Verdict::stable);
    check_proof(tower, s);
    const std::vector<ForceRange> ranges = force_ranges(tower, s);
    REQUIRE(ranges.size() == s.contacts.size());
    std::size_t under_the_beam = 0;
    for (std::size_t c = 0; c < ranges.size(); ++c) {
        CHECK(ranges[c].least <= s.forces[c] + 1e-10);
        CHECK(ranges[c].greatest >= s.forces[c] - 1e-10);
        if (s.contacts[c].a != 3 && s.contacts[c].b != 3) continue;
        ++under_the_beam;
        const double most = std::abs(s.contacts[c].point.x) < 0.5 ? beam : beam / 2;
        measured("CL-R-13", "force at x = " + figure(s.contacts[c].point.x) + ": " +
                                figure(std::abs(ranges[c].least)) + " to " + figure(ranges[c].greatest) +
                                " N");
        CHECK(std::abs(ranges[c].least) <= 1e-10);
        CHECK(std::abs(ranges[c].greatest - most) <= 1e-10);
    }
    CHECK(under_the_beam == 3);
    // Points alone hold the beam, and shortened intervals hold the pillars until they are gone: at half of
    // 0.4, but with more force than the beam's own weight on a pillar nothing changes, since it comes from
    // straight above.
    const Margin m = margin(tower, s);
    CHECK(m.kind == Margin::Kind::finite);
    CHECK(std::abs(m.value - 0.2) <= 1e-12);
}

TEST_CASE("a brick between two walls can be squeezed without bound, and hangs on nothing") {
    Tower tower;
    tower.tables = {{"left", -9, -0.5, 1}, {"right", 0.5, 9, 1}, {"floor", -0.5, 0.5, 0}};
    tower.bodies = {make_brick("b", {{0, 0.125}, 0}, 1, 0.25)};
    const Stability s = stability(tower);
    REQUIRE(s.verdict == Verdict::stable);
    for (const ForceRange& range : force_ranges(tower, s)) CHECK(range.least <= 1e-10);
    std::size_t unbounded = 0;
    for (const ForceRange& range : force_ranges(tower, s)) unbounded += std::isinf(range.greatest);
    CHECK(unbounded ==
          4);  // both ends of both side faces; the floor carries the weight, and torques of the sides

    tower.tables.pop_back();  // without the floor friction alone could hold it
    const Stability falling = stability(tower);
    CHECK(falling.verdict == Verdict::unstable);
    check_proof(tower, falling);
    CHECK(margin(tower, falling).kind == Margin::Kind::none);
    CHECK_THROWS_AS(force_ranges(tower, falling), std::invalid_argument);
}

TEST_CASE("a column of bricks with nothing below falls past its neighbours' corners") {
    // A stack bond of three columns; tables under the outer two. At the joints four corners meet, but no
    // corner holds what it should not.
    Tower bond = stack_bond(3, 3);
    bond.tables = {{"left", -9, -0.5, 0}, {"right", 0.5, 9, 0}};
    const Stability s = stability(bond);
    CHECK(s.verdict == Verdict::unstable);
    check_proof(bond, s);
    bond.tables = {{"table", -9, 9, 0}};
    CHECK(stability(bond).verdict == Verdict::stable);
}

TEST_CASE("a square balances on the corner of another, along the averaged normal [BARAFF89-degen]") {
    const double h = std::sqrt(0.5), quarter = std::atan(1.0);
    Tower tower;
    tower.bodies = {make_brick("low", {{0, 0}, quarter}, 1, 1),
                    make_brick("up", {{0, 2 * h}, quarter}, 1, 1)};
    tower.bodies[0].fixed = true;
    const Stability s = stability(tower);
    REQUIRE(s.verdict == Verdict::stable);
    REQUIRE(s.contacts.size() == 1);
    CHECK(std::abs(s.forces[0] - 9.81) <= 1e-12);
    CHECK(s.warnings.size() == 1);
    CHECK(margin(tower, s).kind == Margin::Kind::unbounded);  // a point stays
}

TEST_CASE("a brick that hangs on two pins pulls each with half its weight; on one it falls") {
    Tower tower;
    tower.bodies = {make_brick("ceiling", {{0, 1.125}, 0}, 1, 0.25),
                    make_brick("b", {{0, 0.875}, 0}, 1, 0.25, 4.0)};
    tower.bodies[0].fixed = true;
    tower.pins = {{1, 3, 0, 0}, {1, 2, 0, 1}};
    const Stability s = stability(tower);
    REQUIRE(s.verdict == Verdict::stable);
    check_proof(tower, s);
    REQUIRE(s.pin_forces.size() == 2);
    double up = 0.0;
    for (const Vec2 force : s.pin_forces) up += force.y;
    for (const double force : s.forces) up -= force;  // the ceiling may push against the pins
    CHECK(std::abs(up - 9.81) <= 1e-11);
    CHECK(margin(tower, s).kind == Margin::Kind::unbounded);
    tower.pins.pop_back();
    const Stability one = stability(tower);
    CHECK(one.verdict == Verdict::unstable);
    CHECK(one.motion[1].angular < 0.0);  // about its upper left corner
}

TEST_CASE(
    "bricks that pins and faces stiffen to one plank tip as one, and need the table to be as long as their "
    "centre") {
    // Masses 1/4 and 1/2 at -1/2 and 1/2, pinned at the upper corners: the centre of mass is at 1/6, and the
    // table ends at 0.
    Tower tower;
    tower.tables = {{"table", -10, 0, 0}};
    tower.bodies = {make_brick("left", {{-0.5, 0.125}, 0}, 1, 0.25),
                    make_brick("right", {{0.5, 0.125}, 0}, 1, 0.25, 2.0)};
    tower.pins = {{0, 2, 1, 3}};
    const Stability s = stability(tower);
    CHECK(s.verdict == Verdict::unstable);
    const Margin m = margin(tower, s);
    REQUIRE(m.kind == Margin::Kind::finite);
    CHECK(std::abs(m.value + 1.0 / 6.0) < 1e-9);
    // Of equal mass, and pinned at the lower corners: any lengthening of the faces below the pin would do, so
    // that there is no least one.
    tower.bodies[1] = make_brick("right", {{0.5, 0.125}, 0}, 1, 0.25);
    tower.pins = {{0, 1, 1, 0}};
    const Margin folds = margin(tower, stability(tower));
    REQUIRE(folds.kind == Margin::Kind::finite);
    CHECK(folds.value <= 0.0);
    CHECK(folds.value > -1e-7);
}

TEST_CASE("without weight everything is stable") {
    Tower tower = inverted_pyramid(3);
    tower.gravity = {0, 0};
    const Stability s = stability(tower);
    CHECK(s.verdict == Verdict::stable);
    CHECK(margin(tower, s).kind == Margin::Kind::unbounded);
    CHECK(stability(Tower{}).verdict == Verdict::stable);
    tower = inverted_pyramid(3);
    for (Body& b : tower.bodies) b.fixed = true;
    CHECK(stability(tower).verdict == Verdict::stable);
}
