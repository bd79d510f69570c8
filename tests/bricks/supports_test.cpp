// What may hold a tower up besides faces on faces: walls, corners, pins; and forces that are not unique.

#include "proof.h"

using namespace restraint;
using namespace restraint::bricks;

TEST_CASE("a beam on three pillars: its forces are not unique, their ranges are by hand [claim CL-R-13]") {
    // Three triangles hold a beam of weight W = 3 m g at -1, 0 and 1: the middle takes any share t from 0 to
    // all of W, the ends (W - t)/2 each.
    Tower tower = on_table(-9, 9, {});
    for (const double x : {-1.0, 0.0, 1.0})
        tower.bodies.push_back(make_polygon("pillar", {{x - 0.2, 0}, {x + 0.2, 0}, {x, 0.5}}));
    tower.bodies.push_back(make_brick("beam", {{0, 0.625}, 0}, 3, 0.25, 4.0));
    const double beam = 3.0 * 9.81;
    const Stability s = judged(tower, Verdict::stable);
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
    check_margin(tower, s, 0.2, 1e-12);
}

TEST_CASE("a brick between two walls can be squeezed without bound, and hangs on nothing") {
    Tower tower =
        tower_of({brick(0, 0.125)}, {{"left", -9, -0.5, 1}, {"right", 0.5, 9, 1}, {"floor", -0.5, 0.5, 0}});
    const Stability s = stability(tower);
    REQUIRE(s.verdict == Verdict::stable);
    std::size_t unbounded = 0;
    for (const ForceRange& range : force_ranges(tower, s)) {
        CHECK(range.least <= 1e-10);
        unbounded += std::isinf(range.greatest);
    }
    // Both ends of both side faces; the floor carries the weight, and torques of the sides.
    CHECK(unbounded == 4);

    tower.tables.pop_back();  // without the floor friction alone could hold it
    const Stability falling = judged(tower, Verdict::unstable);
    CHECK(margin(tower, falling).kind == Margin::Kind::none);
    CHECK_THROWS_WITH_AS(force_ranges(tower, falling), "force ranges are of a stable tower; this one is not",
                         std::invalid_argument);
}

TEST_CASE("a column of bricks with nothing below falls past its neighbours' corners") {
    // A stack bond of three columns; tables under the outer two. At the joints four corners meet, but no
    // corner holds what it should not.
    Tower bond = stack_bond(3, 3);
    bond.tables = {{"left", -9, -0.5, 0}, {"right", 0.5, 9, 0}};
    judged(bond, Verdict::unstable);
    bond.tables = {{"table", -9, 9, 0}};
    CHECK(stability(bond).verdict == Verdict::stable);
}

TEST_CASE("a square balances on the corner of another, along the averaged normal [BARAFF89-degen]") {
    const double h = std::sqrt(0.5), quarter = std::atan(1.0);
    const Tower tower = tower_of(
        {fixed(make_brick("low", {{0, 0}, quarter}, 1, 1)), make_brick("up", {{0, 2 * h}, quarter}, 1, 1)});
    const Stability s = stability(tower);
    REQUIRE(s.verdict == Verdict::stable);
    REQUIRE(s.contacts.size() == 1);
    CHECK(std::abs(s.forces[0] - 9.81) <= 1e-12);
    CHECK(s.warnings.size() == 1);
    CHECK(margin(tower, s).kind == Margin::Kind::unbounded);  // a point stays
}

TEST_CASE("a brick that hangs on two pins pulls each with half its weight; on one it falls") {
    Tower tower = tower_of({fixed(brick(0, 1.125)), make_brick("b", {{0, 0.875}, 0}, 1, 0.25, 4.0)});
    tower.pins = {{1, 3, 0, 0}, {1, 2, 0, 1}};
    const Stability s = judged(tower, Verdict::stable);
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
    Tower tower =
        on_table(-10, 0, {brick(-0.5, 0.125), make_brick("right", {{0.5, 0.125}, 0}, 1, 0.25, 2.0)});
    tower.pins = {{0, 2, 1, 3}};
    const Stability s = stability(tower);
    CHECK(s.verdict == Verdict::unstable);
    check_margin(tower, s, -1.0 / 6.0, 1e-9);
    // Of equal mass, and pinned at the lower corners: any lengthening of the faces below the pin would do, so
    // that there is no least one.
    tower.bodies[1] = brick(0.5, 0.125);
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
