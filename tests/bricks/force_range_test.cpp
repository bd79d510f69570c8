#include <doctest/doctest.h>

#include <cmath>

#include "restraint/bricks/stability.h"
#include "restraint/io/tower_file.h"

using namespace restraint;
using namespace restraint::bricks;

TEST_CASE("a brick under a fixed triangle may be pressed at will: half its weight at least at either end") {
    // The triangle's left corner is beyond the brick's, its right one is on the brick's to the last bit but
    // one.
    const Tower tower = io::read_tower(
        "table -1 1.25 0\n"
        "brick b0 0.125 0.125 0 1.5 0.25\n"
        "polygon b1 -1.125 0.25 0.875 0.25 -0.375 1.25 fixed\n",
        "press.tower");
    const Stability s = stability(tower);
    REQUIRE(s.verdict == Verdict::stable);
    REQUIRE(s.contacts.size() == 4);
    const std::vector<ForceRange> ranges = force_ranges(tower, s);
    REQUIRE(ranges.size() == 4);
    const double weight = 1.5 * 0.25 * 9.81;
    for (std::size_t c = 0; c < 4; ++c) {
        const bool on_table = s.contacts[c].point.y == 0.0;
        CHECK(std::abs(ranges[c].least - (on_table ? weight / 2 : 0.0)) <= 1e-10);
        CHECK(std::isinf(ranges[c].greatest));
    }
}
