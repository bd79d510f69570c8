#include "restraint/io/text/tower_file.h"
#include "towers.h"

using namespace restraint;
using namespace restraint::bricks;

namespace {

/// A tower's contacts, each with the least and the greatest force; proved to stand.
struct Ranged {
    std::vector<Contact> contacts;
    std::vector<ForceRange> ranges;
    explicit Ranged(const std::string& text) {
        const Tower tower = io::read_tower(text, "text");
        const Stability s = stability(tower);
        REQUIRE(s.verdict == Verdict::stable);
        contacts = s.contacts;
        ranges = force_ranges(tower, s);
        REQUIRE(ranges.size() == contacts.size());
    }
};

void check_without_play(const ForceRange& range, double force) {
    CHECK(std::abs(range.least - force) <= 1e-10);
    CHECK(std::abs(range.greatest - force) <= 1e-10);
}

}  // namespace

TEST_CASE("a brick under a fixed triangle may be pressed at will: half its weight at least at either end") {
    // The triangle's left corner is beyond the brick's, its right one is on the brick's to the last bit but
    // one.
    const Ranged r(
        "table -1 1.25 0\n"
        "brick b0 0.125 0.125 0 1.5 0.25\n"
        "polygon b1 -1.125 0.25 0.875 0.25 -0.375 1.25 fixed\n");
    REQUIRE(r.ranges.size() == 4);
    const double weight = 1.5 * 0.25 * 9.81;
    for (std::size_t c = 0; c < 4; ++c) {
        const bool on_table = r.contacts[c].point.y == 0.0;
        CHECK(std::abs(r.ranges[c].least - (on_table ? weight / 2 : 0.0)) <= 1e-10);
        CHECK(std::isinf(r.ranges[c].greatest));
    }
}

TEST_CASE("two bricks that balance on the very end of a table: forces without any play") {
    // Their common centre is over x = -1. The upper one, 0.75 m between its contacts and its centre 0.125 m
    // from the right one, presses there with five sixths of its weight; the table's end bears all.
    const Ranged r(
        "table -1 0.5 0\n"
        "brick b0 -1.25 0.125 0 1.25 0.25\n"
        "brick b1 -0.75 0.375 0 1.25 0.25\n");
    REQUIRE(r.ranges.size() == 4);
    const double weight = 1.25 * 0.25 * 9.81;
    for (std::size_t c = 0; c < 4; ++c) {
        const Vec2 at = r.contacts[c].point;
        double force = 0.0;
        if (at.y == 0.25) force = at.x == -0.625 ? weight * 5 / 6 : weight / 6;
        else if (at.x == -1.0) force = 2 * weight;
        check_without_play(r.ranges[c], force);
    }
}

TEST_CASE(
    "a brick over an edge pressed on both sides of it: forces without bound, but for what stands aside") {
    // b1 hangs over the end of b0, at x = 0, and the fixed b2 presses on both its ends: a pair of such forces
    // goes straight down at x = 0. The triangle b4 stands with its centre over b0's corner; b3 has its centre
    // 0.625 m from the left end of the 0.875 m that it has on the table.
    const Ranged r(
        "table -0.5 1.75 0\n"
        "brick b0 -0.375 0.125 0 0.75 0.25\n"
        "brick b1 0.25 0.375 0 1.25 0.25\n"
        "brick b2 0.375 1 0 1.75 1 fixed\n"
        "brick b3 1.5 0.125 0 1.25 0.25\n"
        "polygon b4 -1 0.25 -0.5 0.25 -0.75 0.75\n");
    const double b3 = 1.25 * 0.25 * 9.81, b4 = 0.5 * 0.5 / 2 * 9.81;
    for (std::size_t c = 0; c < r.ranges.size(); ++c) {
        const std::size_t a = r.contacts[c].a;
        const double x = r.contacts[c].point.x;
        INFO("a ", a, ", x ", x);
        if (a == 3 || a == 4) {
            const double force = a == 4 ? (x == -0.75 ? b4 : 0.0) : b3 * (x == 1.75 ? 0.625 : 0.25) / 0.875;
            check_without_play(r.ranges[c], force);
        } else {
            CHECK(std::isinf(r.ranges[c].greatest));
        }
    }
}
