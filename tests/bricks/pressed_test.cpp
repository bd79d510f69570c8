// A fixed brick on top presses as hard as it must: towers that only hold because of it, up to where the lever
// of its force shrinks to nothing.

#include "proof.h"

using namespace restraint;
using namespace restraint::bricks;

namespace {

/// As the margin is promised where forces grow beyond all bounds, for bricks of 1 m.
constexpr double promised = 1e-8;

/// A plank from -0.5 to 1.5, half a metre too far over the table's end at 0, under a fixed brick from `left`
/// to 0.5.
Tower pressed_plank(double left) {
    const double width = 0.5 - left;
    return on_table(-2, 0,
                    {make_brick("plank", {{0.5, 0.125}, 0}, 2, 0.25),
                     fixed(make_brick("press", {{left + width / 2, 0.5}, 0}, width, 0.5))});
}

/// Bricks of whole eighths of a metre at random places on each other's height, some of them fixed.
Tower random_tower(Random& random) {
    const auto number = [&random](int low, int high) {
        return low + static_cast<int>(random.index(static_cast<std::size_t>(high - low + 1)));
    };
    Tower tower;
    tower.tables = {{"table", number(-8, -1) / 4.0, number(1, 8) / 4.0, 0}};
    std::vector<double> tops{0.0};
    const int bodies = number(2, 6);
    for (int i = 0; i < bodies; ++i) {
        const double x = number(-12, 12) / 8.0, y = tops[random.index(tops.size())];
        const double width = number(1, 8) / 4.0, height = number(1, 4) / 4.0;
        const Body body = make_brick("b" + std::to_string(i), {{x, y + height / 2}, 0}, width, height);
        tower.bodies.push_back(i > 0 && number(0, 2) == 0 ? fixed(body) : body);
        tops.push_back(y + height);
    }
    return tower;
}

bool overlaps(const Tower& tower) {
    try {
        find_contacts(tower);
    } catch (const PartError&) {
        return true;
    }
    return false;
}

}  // namespace

TEST_CASE("a plank pressed down behind the table's edge holds until the press is over the edge") {
    // Shortened by s, the table ends at -s and the press begins at left + s: a lever of -left - 2 s. It holds
    // the plank, W (0.5 + s) beyond the edge, with the force W (0.5 + s)/(-left - 2 s): to s = -left/2, where
    // that is beyond all bounds.
    for (const double left : {-0.375, -0.25, -0.125, -0.03125, 0.0, 0.125, 0.25}) {
        CAPTURE(left);
        const Tower tower = pressed_plank(left);
        const Stability s = judged(tower, left < 0.0 ? Verdict::stable : Verdict::unstable);
        check_margin(tower, s, -left / 2, promised);
        check_margin(mirrored(tower), stability(mirrored(tower)), -left / 2, promised);
        if (left >= 0.0) continue;
        // The least force of the press is where its lever is longest. Three rows may be out of balance by
        // 1e-12 of the weight each, torques over a metre.
        for (std::size_t c = 0; const ForceRange& range : force_ranges(tower, s))
            if (s.contacts[c++].point == Vec2{left, 0.25})
                CHECK(std::abs(range.least - weight(tower) * 0.5 / -left) <= 4e-12 * weight(tower) / -left);
    }
}

TEST_CASE("an exactly balanced brick under a press: the margin is that of the press") {
    // b1's centre is over the left end of b0. Shortened by s it needs the press, on the other side of b0's
    // left end as long as 2 s < 0.5.
    const Tower tower =
        on_table(-1, 0.75,
                 {make_brick("b0", {{0.25, 0.125}, 0}, 0.5, 0.25), make_brick("b1", {{0, 0.5}, 0}, 1, 0.5),
                  fixed(make_brick("press", {{0.625, 1.125}, 0}, 1.5, 0.75))});
    for (const Tower& t : {tower, mirrored(tower)}) {
        const Stability s = stability(t);
        CHECK(s.verdict == Verdict::stable);
        check_margin(t, s, 0.25, promised);
    }
}

TEST_CASE(
    "random towers with fixed bricks: verdict, margin and force ranges are found, and their mirror images "
    "agree") {
    Random random(31);
    int looked_at = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        const Tower tower = random_tower(random);
        if (overlaps(tower)) continue;
        ++looked_at;
        INFO("seed 31, trial ", trial);
        const Stability s = stability(tower), t = stability(mirrored(tower));
        REQUIRE(s.verdict != Verdict::numerical);
        CHECK(s.verdict == t.verdict);
        check_proof(tower, s);
        const Margin m = margin(tower, s), n = margin(mirrored(tower), t);
        REQUIRE(m.kind != Margin::Kind::numerical);
        CHECK(m.kind == n.kind);
        CHECK(std::abs(m.value - n.value) <= promised);
        if (s.verdict == Verdict::stable) CHECK(force_ranges(tower, s).size() == s.contacts.size());
    }
    CHECK(looked_at > 500);
}
