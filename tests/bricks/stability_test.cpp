#include "restraint/bricks/stability.h"

#include <numbers>

#include "proof.h"
#include "reference.h"
#include "restraint/optimize/simplex.h"

using namespace restraint;
using namespace restraint::bricks;

TEST_CASE("the reference towers stand or fall as an independent program says, with proof [SLIDES-lp]") {
    for (const ReferenceTower& r : reference_towers("rest")) {
        CAPTURE(r.name);
        const Stability s = judged(r.tower, r.stable ? Verdict::stable : Verdict::unstable);
        if (std::isnan(r.margin)) CHECK(margin(r.tower, s).kind == Margin::Kind::none);
        else check_margin(r.tower, s, r.margin, 1e-10);  // the reference's own accuracy
    }
}

TEST_CASE("a corner that only touches a corner takes no part in the margin") {
    // The brick `tips` reaches from -2.125 to -1.375 and rests on a post that ends at -2, 0.25 left of its
    // centre; its right end meets the corner of `passed`, along which it slides down. So the post's interval
    // lacks 0.25 m. The heavy bricks elsewhere stand, and make the power small against the weight.
    const Tower tower = on_table(-3.0, 3.0,
                                 {make_brick("post", {{-2.125, 0.125}, 0.0}, 0.25, 0.25),
                                  make_brick("passed", {{-1.125, 0.125}, 0.0}, 0.5, 0.25),
                                  make_brick("base", {{0.75, 0.125}, 0.0}, 1.0, 0.25),
                                  make_brick("apart", {{1.875, 0.125}, 0.0}, 0.75, 0.25),
                                  make_brick("tips", {{-1.75, 0.5}, 0.0}, 0.75, 0.5),
                                  make_brick("heavy", {{0.75, 0.5}, 0.0}, 0.75, 0.5, 100.0)});
    for (const Tower& either : {tower, mirrored(tower)}) {
        const Stability s = stability(either);
        CHECK(s.verdict == Verdict::unstable);
        check_margin(either, s, -0.25, 1e-11);  // its promised accuracy
    }
}

TEST_CASE("one brick over the edge: stable exactly up to its centre, and margin by hand") {
    // A brick of width 1 whose centre is d beyond the edge; the table holds it from -0.5 + d to 0. Shortened
    // by s at both ends the interval must still reach under the centre: s <= -d, if it does not vanish
    // before, at s = (0.5 - d)/2.
    const auto over_the_edge = [](double d) {
        return on_table(-9, 0, {make_brick("b", {{d, 0.125}, 0}, 1, 0.25, 3.0)});
    };
    for (const double d : {-0.3, -0.1, -1e-6, -1e-9, 0.0, 1e-9, 1e-6, 0.1, 0.4}) {
        CAPTURE(d);
        const Tower tower = over_the_edge(d);
        const Stability s = judged(tower, d <= 0.0 ? Verdict::stable : Verdict::unstable);
        check_margin(tower, s, -d, 1e-14);
    }
    // A margin is found to 1e-12 of the brick's size, and up to twice that it is 0.
    for (const auto& [d, is_zero] : {std::pair{-1.8e-12, true}, {-2.2e-12, false}}) {
        const Tower tower = over_the_edge(d);
        CHECK((margin(tower, stability(tower)).value == 0.0) == is_zero);
    }
}

TEST_CASE("a contact is lengthened by ten extents of the tower at most") {
    // A brick on the tip of a fixed triangle, d = 0.2 left of its centre. Gravity draws it also to the right,
    // by e of its weight W, against a fixed wall as high as the brick. The tip bears W, and W d = e W y if
    // the wall pushes at y above the centre: 0.2/e. The wall's contact ends 1/8 above it. The extent is 1.25
    // m.
    const auto margin_at = [](double e) {
        const Body wall = make_brick("wall", {{0.625, 0.125}, 0}, 0.25, 0.25),
                   tip = make_polygon("tip", {{-0.2, 0}, {-0.3, -0.5}, {-0.1, -0.5}});
        const Tower tower = tower_of(
            {make_brick("b", {{0, 0.125}, 0}, 1, 0.25, 3.0), fixed(wall), fixed(tip)}, {}, {e * 9.81, -9.81});
        return margin(tower, stability(tower));
    };
    CHECK(margin_at(0.05).kind == Margin::Kind::finite);
    CHECK(std::abs(margin_at(0.05).value + 3.875) <= 1e-10);
    CHECK(margin_at(0.2 / (12.4 + 0.125)).kind == Margin::Kind::finite);
    CHECK(margin_at(0.2 / (12.6 + 0.125)).kind == Margin::Kind::none);
}

TEST_CASE("harmonic towers stand up to H_n/2 and not beyond, to nine digits [SLIDES-harm] [claim CL-R-01]") {
    for (const std::size_t n : {1u, 2u, 3u, 4u, 7u, 15u, 30u, 31u}) {
        CAPTURE(n);
        double stands = -1.0,
               falls = 1.0;  // the largest change of the overhang that stands, the least that falls
        for (const double off : {-1e-6, -1e-9, 0.0, 1e-9, 1e-6}) {
            CAPTURE(off);
            const Tower tower = harmonic(n, 1.0 + off);
            const Stability s = stability(tower);
            CHECK(s.verdict == (off <= 0.0 ? Verdict::stable : Verdict::unstable));
            s.verdict == Verdict::stable ? stands = std::max(stands, off) : falls = std::min(falls, off);
            check_proof(tower, s);
            // The top brick reaches half its length too far, times `off`, and so does every stack above a
            // brick: all are balanced again when intervals are longer by half of `off`.
            check_margin(tower, s, -off / 2, 1e-12);
        }
        measured("CL-R-01", "n = " + std::to_string(n) + ": stands at (1 + " + figure(stands) +
                                ") H_n/2, falls at (1 + " + figure(falls) + ") H_n/2");
    }
}

TEST_CASE("a motion proves instability if its power is above 1e-12, and 1e9 times all that it closes") {
    CHECK(Proof{2e-12, 0.0, 0.0}.holds());
    CHECK(!Proof{0.5e-12, 0.0, 0.0}.holds());
    CHECK(Proof{0.25, 1e-10, 2e-10}.holds());
    CHECK(!Proof{0.25, 1e-10, 3e-10}.holds());  // two of them: forces of 4.2e8 weights make up for both

    // A brick 1 x 1/4 on a table. Downwards both ends close at 1 m/s, and gravity's power is the weight; a
    // turn by 1 rad/s closes its left end at 1/2 m/s, and raises as much as it lowers.
    const Tower tower = on_table(-5, 5, {make_brick("b", {{0, 0.125}, 0}, 1, 0.25, 3.0)});
    const std::vector<Contact> contacts = find_contacts(tower).contacts;
    const std::vector<Equilibrium> e = equilibria(tower, contacts, weight_of(tower));
    const Proof down = proof(e, {{{0.0, -1.0}, 0.0}}), turn = proof(e, {{{0.0, 0.0}, 1.0}});
    CHECK(std::abs(down.power - 1.0) <= 1e-15);
    CHECK(down.closing == 1.0);
    CHECK(down.closings == 2.0);
    CHECK(!down.holds());
    CHECK(turn.power == 0.0);
    CHECK(std::abs(turn.closing - 0.5) <= 1e-15);
    CHECK(std::abs(turn.closings - 0.5) <= 1e-15);
    // A pin counts whichever way it is torn: here along x, by 1 m/s to either side.
    Tower pair;
    pair.bodies = {make_brick("a", {{0, 0}, 0}, 1, 0.25), make_brick("b", {{1, -0.25}, 0}, 1, 0.25, 2.0)};
    pair.pins = {{1, 3, 0, 1}};
    for (const double way : {1.0, -1.0}) {
        const Proof torn = proof(equilibria(pair, {}, weight_of(pair)), {{{way, 0.0}, 0.0}, {}});
        CHECK(torn.closing == 1.0);
        CHECK(torn.closings == 1.0);
        CHECK(torn.power == 0.0);
    }
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
    const auto tower = [](const std::vector<Vec2>& places, double right) {
        std::vector<Body> bricks;
        for (const Vec2 place : places) bricks.push_back(brick(place.x, place.y));
        return on_table(-9, right, bricks);
    };
    for (const double edge : {-1e-6, -1e-9, 0.0, 1e-9, 1e-6}) {  // moving the table's edge away by -edge
        CAPTURE(edge);
        const Verdict expected = edge >= 0.0 ? Verdict::stable : Verdict::unstable;
        const Tower three = tower({{0, 0.125}, {-0.5, 0.375}, {0.5, 0.375}}, edge);
        const Tower four = tower({{p - 0.5, 0.125}, {x1, 0.375}, {x2, 0.375}, {x3, 0.625}}, edge);
        for (const Tower& t : {three, four}) {
            judged(t, expected);
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
        const bool stands = s.verdict == Verdict::stable;
        CHECK(stands == (fastest < 1e-10));
        // The least that equilibrium lacks is the greatest power of motions of size 1.   [SLIDES-virt]
        double lack = 0.0;
        for (const Equilibrium& heap : equilibria(tower, s.contacts, weight_of(tower))) {
            const optimize::Solution solution = optimize::solve_linear(program(heap));
            REQUIRE(solution.status == optimize::Status::optimal);
            lack += solution.objective;
        }
        CHECK(stands == (lack < 1e-12));
        if (!stands) CHECK(s.power <= lack + 1e-14);
        standing += stands;
    }
    CHECK(standing > 40);
    measured("CL-R-22", std::to_string(standing) + " of 200 piles stand, by both");
    CHECK(standing < 160);
}

TEST_CASE("the least forces: half the weight at either end, and a symmetric tower is held symmetrically") {
    // One brick over a table: any f, W - f balances along y, and torques demand W/2. Two bricks side by side
    // on a long one: the pushes between their sides could be anything equal at top and bottom, and are 0.
    const Tower tower = on_table(
        -9, 9,
        {make_brick("long", {{0, 0.125}, 0}, 2, 0.25, 3), make_brick("left", {{-0.5, 0.375}, 0}, 1, 0.25, 5),
         make_brick("right", {{0.5, 0.375}, 0}, 1, 0.25, 5)});
    const Stability s = stability(tower);
    REQUIRE(s.verdict == Verdict::stable);
    REQUIRE(s.contacts.size() == 8);
    const double upper = 5 * 0.25 * 9.81, all = 2 * upper + 3 * 0.5 * 9.81;
    for (std::size_t c = 0; c < 8; ++c) {
        CAPTURE(c);
        const bool side = s.contacts[c].normal.y < 0.5, on_table = s.contacts[c].point.y < 0.1;
        CHECK(std::abs(s.forces[c] - (side ? 0.0 : on_table ? all / 2 : upper / 2)) <= 1e-13 * all);
    }
    // Where forces are not unique: three supports 3/4 m apart bear a beam's weight W with W/3 each, since the
    // sum of squares is least for equal ones. The middle one could bear the whole weight, or nothing.
    Tower beam = tower_of({make_brick("beam", {{0, 0.125}, 0}, 2, 0.25, 3)});
    for (const double x : {-0.75, 0.0, 0.75})
        beam.bodies.push_back(fixed(make_polygon("p", {{x, 0}, {x - 0.5, -1}, {x + 0.5, -1}})));
    const Stability held = stability(beam);
    REQUIRE(held.verdict == Verdict::stable);
    REQUIRE(held.contacts.size() == 3);
    for (const double force : held.forces) CHECK(std::abs(force - 0.5 * 9.81) <= 1e-14 * 9.81);
}

TEST_CASE("an unstable tower's proof is the motion with which it starts to fall, and its reach is told") {
    // A brick of 1 x 1/4 m that reaches 3/4 over the edge: the corner of the table, c = 1/4 from its centre,
    // pushes F = m g - m a, and I alpha = F c with a = c alpha: of the fall g the share c^2 m/(I + m c^2) is
    // left.
    const Tower tower = single(1.5);
    const Stability s = stability(tower);
    REQUIRE(s.verdict == Verdict::unstable);
    const double c = 0.25, inertia = (1 + 1.0 / 16) / 12, alpha = c / (inertia + c * c), fall = c * alpha;
    const double size = std::max(fall, alpha * std::hypot(0.5, 0.125));
    CHECK(std::abs(s.motion[0].linear.x) <= 1e-15);
    CHECK(std::abs(s.motion[0].linear.y + fall / size) <= 1e-15);
    CHECK(std::abs(s.motion[0].angular + alpha / size) <= 1e-15);
    CHECK(std::abs(s.power - fall / size) <= 1e-15);
    CHECK(s.reach >= 1e9);

    // Of towers whose start is too small against its rounding, the corrected motion opens every contact.
    const Stability nearly = stability(harmonic(5, 1 + 1e-10));
    REQUIRE(nearly.verdict == Verdict::unstable);
    CHECK(nearly.residual == 0.0);
    CHECK(std::isinf(nearly.reach));
}

TEST_CASE(
    "what equilibrium lacks is the greatest power of a motion of size 1: by hand of one brick "
    "[SLIDES-virt]") {
    // In free flight it falls at 1. Over the edge by c = 1/4 the corner may not sink, vy >= c omega, and
    // omega is 1 over half a diagonal at most.
    const auto lack = [](const Tower& tower) {
        const std::vector<Equilibrium> heaps =
            equilibria(tower, find_contacts(tower).contacts, weight_of(tower));
        REQUIRE(heaps.size() == 1);
        return optimize::solve_linear(program(heaps[0])).objective;
    };
    Tower tower = single(1.5);
    CHECK(std::abs(lack(tower) - 0.25 / std::hypot(0.5, 0.125)) <= 1e-14);
    tower.tables.clear();
    CHECK(std::abs(lack(tower) - 1.0) <= 1e-14);
}

TEST_CASE("of two stacks that nearly stand, the motion of the one with the greater power is the proof") {
    // Side by side on two tables, one twice as far beyond its limit as the other; the power is over the
    // weight of both, which is twice that of one.
    const auto far = [](double off) { return harmonic(5, 1 + off); };
    const double power = stability(far(2e-10)).power;
    for (const bool swapped : {false, true}) {
        CAPTURE(swapped);
        Tower tower = far(swapped ? 2e-10 : 1e-10), other = far(swapped ? 1e-10 : 2e-10);
        for (Body& body : other.bodies) {
            body.pose.position.x += 64.0;
            tower.bodies.push_back(body);
        }
        tower.tables.push_back({"table2", 50.0, 64.0, 0.0});
        const Stability s = stability(tower);
        REQUIRE(s.verdict == Verdict::unstable);
        CHECK(std::abs(s.power / (power / 2) - 1.0) <= 1e-3);  // 1e-10 m of places that are 64 m away
        check_proof(tower, s);
    }
}

TEST_CASE("a stack near its limit whose top fixed walls hold: one of the two proofs is found") {
    for (const double off : {-1e-9, 0.0, 1e-9}) {
        CAPTURE(off);
        Tower tower = harmonic(3, 1 + off);
        const Body& top = tower.bodies.back();
        const double left = top.pose.position.x - 0.5, right = top.pose.position.x + 0.5;
        for (const double x : {left - 0.5, right + 0.5}) tower.bodies.push_back(fixed(brick(x, 0.635)));
        const Stability s = stability(tower);
        check_proof(tower, s);
    }
}

TEST_CASE("a grain tips off a brick on one that walls hold") {
    // The lower brick cannot move, so no motion opens the gaps beside it. The grain, of mass 1e-8, stands on
    // its tip at the upper brick's right corner, which slides away beneath it: a power of 1e-8 and less.
    const Body grain = make_polygon("grain", {{0.8750000001, 0.5}, {0.9750000001, 0.8}, {0.7750000001, 0.8}});
    Tower tower = tower_of({brick(0.3750000001, 0.375), brick(-0.1249999999, 0.125), grain,
                            fixed(make_brick("floor", {{-4.0, -0.125}, 0.0}, 8.0, 0.25)),
                            fixed(make_brick("left", {{-0.8749999999, 0.125}, 0.0}, 0.5, 0.25)),
                            fixed(make_brick("right", {{0.6250000001, 0.125}, 0.0}, 0.5, 0.125))});
    set_mass(tower.bodies[1], 3.0);
    set_mass(tower.bodies[2], 1e-8);
    const Stability s = stability(tower);
    REQUIRE(s.verdict == Verdict::unstable);
    CHECK(s.power < 1e-8);
    check_proof(tower, s);
}

TEST_CASE("forces that balance to 1e-12 of the largest force hold: a hanging toggle turned by any angle") {
    // Two links of 1 x 1/8 m, pinned end to end and to fixed blocks, sag by s = 1e-5 m in the middle: the
    // pins pull with about W/(2 s) times the half span, 1e4 weights and more, which rounding leaves 1e-12 of
    // a weight of.
    for (int k = 0; k < 24; ++k) {
        CAPTURE(k);
        const double turn = 0.25 * k, sag = 1e-5;
        const auto turned = [&](Vec2 p) { return rotated(p, std::cos(turn), std::sin(turn)); };
        // Links as thin triangles, apex to apex: pins at their ends, on one line but for the sag.
        Tower tower =
            tower_of({make_polygon("a", {turned({-1, 0}), turned({0, -sag}), turned({-0.5, 0.1})}, 2),
                      make_polygon("b", {turned({0, -sag}), turned({1, 0}), turned({0.5, 0.1})}, 2),
                      fixed(make_polygon("l", {turned({-1, 0}), turned({-2, 1}), turned({-2, -1})})),
                      fixed(make_polygon("r", {turned({1, 0}), turned({2, -1}), turned({2, 1})}))},
                     {}, turned({0, -9.81}));
        tower.pins = {{0, 1, 1, 0}, {0, 0, 2, 0}, {1, 1, 3, 0}};
        const Stability s = stability(tower);
        CHECK(s.verdict == Verdict::stable);
        // Along the line both links pull with half the weight over the slope of the sag, to second order.
        const double weight = tower.bodies[0].mass * 9.81;
        REQUIRE(s.pin_forces.size() == 3);
        CHECK(std::abs(norm(s.pin_forces[0]) / (weight / (2 * sag)) - 1) <= 1e-3);
    }
}

TEST_CASE("a wall of 500 bricks has a verdict, with its proof") {
    const Tower tower = wall(20, 25);
    judged(tower, Verdict::stable);
}
