// Bricks of very different sizes and densities on each other.

#include "proof.h"
#include "restraint/bricks/heaps.h"

using namespace restraint;
using namespace restraint::bricks;

namespace {

/// A brick of 1 m with its centre at x, on a square brick of that size at the origin.
Tower on_a_small_brick(double size, double x, double density = 1.0) {
    return on_table(-9, 9,
                    {make_brick("small", {{0, size / 2}, 0}, size, size),
                     make_brick("large", {{x, size + 0.5}, 0}, 1, 1, density)});
}

template <typename Loop>
void check_rests(const Tower& tower) {
    Loop loop(tower);
    for (int k = 0; k < 20; ++k) {
        step(loop);
        for (std::size_t b = 0; b < tower.bodies.size(); ++b) {
            CHECK(std::abs(loop.tower().bodies[b].pose.position.y - tower.bodies[b].pose.position.y) <=
                  1e-12);
            CHECK(std::abs(loop.tower().bodies[b].pose.angle) * tower.bodies[b].width() <= 1e-12);
        }
    }
}

}  // namespace

TEST_CASE("a brick of 1 m on one of a tenth of a millimetre: it stands, or turns about its corner") {
    for (const double size : {0.1, 1e-2, 1e-3, 1e-4}) {
        CAPTURE(size);
        const Tower stands = on_a_small_brick(size, 0.0);
        const Stability s = judged(stands, Verdict::stable);
        CHECK(std::abs(margin(stands, s).value - size / 2) <= 1e-11);
        CHECK(size_of_motion(stands, accelerate(stands).bodies) <= 1e-9 * 9.81);
        for (const double force : s.forces) CHECK(std::abs(force - weight(stands) / 2) <= 9.81 * size * size);
        check_rests<PositionLoop>(stands);
        check_rests<AccelerationLoop>(stands);

        // The small one is held down by its neighbour's corner at x = size/2, on both of its own; that the
        // large one turns about there without moving sideways, alpha = g c/(I/m + c^2), is the physics of one
        // brick.
        const Tower falls = on_a_small_brick(size, 0.3);
        const Stability f = stability(falls);
        CHECK(f.verdict == Verdict::unstable);
        CHECK(std::abs(margin(falls, f).value + 0.3 - size / 2) <= 1e-11);
        const double c = 0.3 - size / 2, alpha = -9.81 * c / (1.0 / 6.0 + c * c);
        const Answer start = accelerate(falls);
        REQUIRE(start.status == optimize::Status::optimal);
        CHECK(std::abs(start.bodies[1].angular - alpha) <= 1e-8 * std::abs(alpha));
    }
}

TEST_CASE("a brick a million times as dense as the one below, or as light") {
    for (const double density : {1e-6, 1e-3, 1e3, 1e6}) {
        CAPTURE(density);
        const Tower tower = on_a_small_brick(1.0, 0.25, density);
        const Stability s = judged(tower, Verdict::stable);
        for (std::size_t c = 0; c < s.contacts.size(); ++c)
            if (s.contacts[c].point == Vec2{0.5, 1.0})
                CHECK(std::abs(s.forces[c] - 9.81 * density * 2.0 / 3.0) <= 1e-11 * weight(tower));
        check_rests<PositionLoop>(tower);
        check_rests<AccelerationLoop>(tower);
        check_methods_agree(tower, 9);
    }
}

TEST_CASE("compare names the method that gave up on very different sizes, and goes on with the others") {
    for (const double size : {1e-1, 1e-3, 4e-5}) {
        CAPTURE(size);
        const ComparisonTable table = compare(on_a_small_brick(size, 0.3));
        CHECK((table.status == optimize::Status::optimal) == table.gave_up.empty());
        std::size_t rigid = 0;
        for (const Comparison& row : table.rows) {
            CHECK(row.method_b != table.gave_up);
            rigid += row.method_b == "rigid";
        }
        CHECK(rigid == 1);  // the verdict and the start of the motion, whatever frameworks do
        if (size > 1e-2) CHECK(table.gave_up.empty());
    }
}
