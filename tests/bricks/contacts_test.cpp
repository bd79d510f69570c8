#include "restraint/bricks/contacts.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "reference.h"
#include "restraint/bricks/generators.h"
#include "restraint/bricks/rows.h"

using namespace restraint;
using namespace restraint::bricks;

namespace {

/// What the present velocities settle of the gap's second derivative.
double second_derivative(const Tower& tower, const Contact& contact) {
    gauss::Row row;
    add_gap({tower}, contact, row);
    return -row.lower;
}

Tower on_table(std::vector<Body> bodies) {
    Tower tower;
    tower.tables = {{"table", -5.0, 5.0, 0.0}};
    tower.bodies = std::move(bodies);
    return tower;
}

}  // namespace

TEST_CASE("a brick that lies on another touches it at the ends of the common interval, and is a") {
    // The upper brick comes first in the file and overhangs by 0.3 to the right.
    const Tower tower =
        on_table({make_brick("up", {{0.3, 0.375}, 0}, 1, 0.25), make_brick("low", {{0, 0.125}, 0}, 1, 0.25)});
    const Touching t = find_contacts(tower);
    REQUIRE(t.contacts.size() == 4);
    CHECK(t.corners.empty());
    CHECK(t.warnings.empty());
    const Contact &left = t.contacts[0], &right = t.contacts[1];
    CHECK(left.a == 0);
    CHECK(left.b == 1);
    CHECK(left.normal == Vec2{0, 1});
    CHECK(left.point == Vec2{-0.2, 0.25});
    CHECK(left.vertex_part == 0);  // the upper brick's corner on the lower one's top,
    CHECK(left.vertex == 0);
    CHECK(left.edge == 2);
    CHECK(std::abs(left.fraction - 0.7) <= 1e-15);  // which runs from right to left
    CHECK(right.point == Vec2{0.5, 0.25});
    CHECK(right.normal == Vec2{0, 1});
    CHECK(right.vertex_part == 1);  // the lower brick's corner under the upper one's bottom
    CHECK(right.vertex == 2);
    CHECK(right.edge == 0);
    CHECK(std::abs(right.fraction - 0.7) <= 1e-15);
    CHECK(left.other_end == right.point);
    CHECK(right.other_end == left.point);
    // The lower brick on the table; a table is never a.
    CHECK(t.contacts[2].a == 1);
    CHECK(t.contacts[2].b == 2);
    CHECK(t.contacts[2].point == Vec2{-0.5, 0});
    CHECK(t.contacts[3].point == Vec2{0.5, 0});
}

TEST_CASE(
    "where corners meet at the end of an interval, the contact is that of the one that stays on its side") {
    // Flush bricks at rest: the upper one's corners. If it slides to the right, its left corner moves along
    // the lower one's top, but its right one leaves it: there it is the lower one's, along the upper one's
    // bottom. To the left the other way round.
    Tower tower =
        on_table({make_brick("low", {{0, 0.125}, 0}, 1, 0.25), make_brick("up", {{0, 0.375}, 0}, 1, 0.25)});
    const auto corners = [&](double velocity) {
        tower.bodies[1].velocity.linear.x = velocity;
        const Touching t = find_contacts(tower);
        REQUIRE(t.contacts.size() == 4);
        CHECK(t.contacts[0].point == Vec2{-0.5, 0.25});
        CHECK(t.contacts[1].point == Vec2{0.5, 0.25});
        for (const std::size_t c : {0u, 1u}) CHECK(t.contacts[c].a == 1);
        return std::pair(t.contacts[0].vertex_part, t.contacts[1].vertex_part);
    };
    CHECK(corners(0.0) == std::pair<std::size_t, std::size_t>(1, 1));
    CHECK(corners(1.0) == std::pair<std::size_t, std::size_t>(1, 0));
    CHECK(corners(-1.0) == std::pair<std::size_t, std::size_t>(0, 1));
}

TEST_CASE("of two bricks side by side the left one is a") {
    const Tower tower =
        on_table({make_brick("right", {{1, 0.25}, 0}, 1, 0.5), make_brick("left", {{0, 0.125}, 0}, 1, 0.25)});
    const Touching t = find_contacts(tower);
    REQUIRE(t.contacts.size() == 6);
    CHECK(t.contacts[0].a == 1);
    CHECK(t.contacts[0].b == 0);
    CHECK(t.contacts[0].normal == Vec2{-1, 0});
    CHECK(t.contacts[0].point == Vec2{0.5, 0});
    CHECK(t.contacts[1].point == Vec2{0.5, 0.25});
}

TEST_CASE("a corner on a side: the corner's body is a, unless it is a table") {
    // A square on its corner on the table, and a brick whose bottom rests on the right end of a narrow table.
    const double half_diagonal = std::numbers::sqrt2 / 2;
    const Tower standing = on_table({make_brick("s", {{0, half_diagonal}, std::numbers::pi / 4}, 1, 1)});
    const Touching on_corner = find_contacts(standing);
    REQUIRE(on_corner.contacts.size() == 1);
    CHECK(on_corner.contacts[0].a == 0);
    CHECK(on_corner.contacts[0].vertex_part == 0);
    CHECK(on_corner.contacts[0].vertex == 0);
    CHECK(on_corner.contacts[0].normal == Vec2{0, 1});
    CHECK(on_corner.contacts[0].other_end == on_corner.contacts[0].point);

    // Bottom side through the table's corner (0, 0), tilted by -0.4; the normal is the bottom's, into the
    // brick.
    const double angle = -0.4, c = std::cos(angle), s = std::sin(angle);
    Tower leaning;
    leaning.tables = {{"table", -5, 0, 0}};
    leaning.bodies = {make_brick("b", {rotated({0.15, 0.125}, c, s), angle}, 1, 0.25)};
    const Touching t = find_contacts(leaning);
    REQUIRE(t.contacts.size() == 1);
    CHECK(t.contacts[0].a == 0);
    CHECK(t.contacts[0].b == 1);
    CHECK(t.contacts[0].vertex_part == 1);
    CHECK(t.contacts[0].edge_part == 0);
    CHECK(t.contacts[0].edge == 0);
    CHECK(std::abs(t.contacts[0].fraction - 0.35) <= 1e-12);  // 0.15 left of the middle
    CHECK(norm(t.contacts[0].normal - Vec2{-s, c}) <= 1e-15);
    CHECK(norm(t.contacts[0].point) == 0.0);
}

TEST_CASE("corner on corner gets the average of the normals of the sides that separate [BARAFF89-degen]") {
    // Two bricks like steps: the upper one's lower left corner on the lower one's upper right one.
    const Tower steps =
        on_table({make_brick("low", {{0, 0.125}, 0}, 1, 0.25), make_brick("up", {{1, 0.375}, 0}, 1, 0.25)});
    const Touching t = find_contacts(steps);
    CHECK(t.contacts.size() == 2);  // low on the table
    REQUIRE(t.corners.size() == 1);
    const Contact& corner = t.corners[0].contact;
    CHECK(corner.a == 1);
    CHECK(corner.b == 0);
    CHECK(corner.vertex == 0);
    CHECK(corner.edge == 2);
    CHECK(corner.point == Vec2{0.5, 0.25});
    CHECK(norm(corner.normal - Vec2{std::sqrt(0.5), std::sqrt(0.5)}) <= 1e-15);
    REQUIRE(t.warnings.size() == 1);
    const std::string touch =
        " touch corner on corner; where they would collide, the contact's normal is the average of their "
        "sides'";
    CHECK(t.warnings[0] == "up and low" + touch);
    // Where the joints of four bricks cross, two pairs touch so.
    CHECK(find_contacts(stack_bond(2, 2)).warnings ==
          std::vector<std::string>{"b4 and b1 (and 1 more pairs)" + touch});

    // With the bodies in the other order, equal contacts.
    const Tower swapped = on_table({steps.bodies[1], steps.bodies[0]});
    const Touching u = find_contacts(swapped);
    REQUIRE(u.corners.size() == 1);
    CHECK(u.corners[0].contact.a == 0);
    CHECK(u.corners[0].contact.vertex == 0);
    CHECK(u.corners[0].contact.edge == 2);
    CHECK(norm(u.corners[0].contact.normal - corner.normal) <= 1e-15);
}

TEST_CASE("overlaps are refused, gaps that look like a slip are told") {
    const auto two = [](double y) {
        return on_table(
            {make_brick("low", {{0, 0.125}, 0}, 1, 0.25), make_brick("up", {{0, y}, 0}, 1, 0.25)});
    };
    CHECK_THROWS_WITH_AS(find_contacts(two(0.3749)), "low and up overlap by 0.0001 m", PartError);
    CHECK(find_contacts(two(0.375 - 9e-7)).contacts.size() == 4);   // as a saved state may be
    CHECK(find_contacts(two(0.375 + 9e-10)).contacts.size() == 4);  // touching
    CHECK(find_contacts(two(0.375 + 9e-10)).warnings.empty());
    const Touching apart = find_contacts(two(0.375 + 2e-9));  // of bricks of 1 m, 1e-9 m is the limit
    CHECK(apart.contacts.size() == 2);
    CHECK(apart.warnings.size() == 1);
    const Touching gap = find_contacts(two(0.3755));
    CHECK(gap.contacts.size() == 2);
    REQUIRE(gap.warnings.size() == 1);
    CHECK(gap.warnings[0] == "low and up do not touch: there is a gap of 0.0005 m between them");
    CHECK(find_contacts(two(0.377)).warnings.empty());
    // Two fixed bodies may overlap.
    Tower fixed = two(0.3);
    fixed.bodies[0].fixed = fixed.bodies[1].fixed = true;
    CHECK(find_contacts(fixed).contacts.empty());
}

TEST_CASE("a face that dips in with a slight tilt keeps both ends of its interval") {
    // The upper brick overhangs by 0.3 and is tilted by 1e-7, its middle 3e-8 deep: its left end, 0.5 from
    // there, is 8e-8 deep, and the lower brick's right end, 0.2 on the other side, touches it 1e-8 deep.
    const Tower tower = on_table({make_brick("low", {{0, 0.125}, 0}, 1, 0.25),
                                  make_brick("up", {{0.3, 0.375 - 3e-8}, 1e-7}, 1, 0.25)});
    const Touching t = find_contacts(tower);
    REQUIRE(t.contacts.size() == 4);
    CHECK(std::abs(t.contacts[0].point.x + 0.2) <= 1e-6);
    CHECK(std::abs(t.contacts[1].point.x - 0.5) <= 1e-6);
}

TEST_CASE("a face that is tilted by more than 1e-6 against another one touches it with one corner only") {
    // Slabs of 0.05 x 1 m, one on the other; the upper one is 0.01 to the right, its lower left corner 5e-7
    // deep. Tilted by t, its bottom is 5e-7 - 0.04 t deep over the lower one's right corner: deep enough for
    // a contact with t = 1e-5 and with t = 5e-7. But only of parallel faces both count.
    const auto contacts_between = [](double tilt) {
        const Vec2 corner{-0.015, 1.0 - 5e-7};
        Body up = make_brick("up", {{}, tilt}, 0.05, 1.0);
        up.pose.position = corner - rotated(up.vertices[0], std::cos(tilt), std::sin(tilt));
        return find_contacts(on_table({make_brick("low", {{0, 0.5}, 0}, 0.05, 1.0), up})).contacts.size() - 2;
    };
    CHECK(contacts_between(5e-7) == 2);
    CHECK(contacts_between(1e-5) == 1);
}

TEST_CASE("tables of one height that meet are one table; a step between tables has two sides") {
    Tower tower;
    tower.tables = {{"table", -5, 0, 0}, {"table2", 0, 5, 0}, {"table3", 5, 9, 1}};
    tower.bodies = {make_brick("b", {{0.25, 0.125}, 0}, 1, 0.25),  // across the seam
                    make_brick("s", {{4.5, 0.125}, 0}, 1, 0.25)};  // in the corner under the step
    const Touching t = find_contacts(tower);
    REQUIRE(t.contacts.size() == 6);
    CHECK(t.corners.empty());
    CHECK(t.contacts[0].point == Vec2{-0.25, 0});
    CHECK(t.contacts[1].point == Vec2{0.75, 0});
    CHECK(part_name(tower, t.contacts[0].b) == "table");
    // s stands on the joined table, and its right face is at the step, which starts where s does.
    CHECK(part_name(tower, t.contacts[4].b) == "table3");
    CHECK(t.contacts[4].normal == Vec2{-1, 0});
    CHECK(t.contacts[4].point == Vec2{5, 0});
    CHECK(t.contacts[5].point == Vec2{5, 0.25});
}

TEST_CASE("the contacts of the reference towers are those of the independent program") {
    for (const ReferenceTower& r : reference_towers("rest")) {
        CAPTURE(r.name);
        const Touching t = find_contacts(r.tower);
        CHECK(t.contacts.size() == r.contacts.size());
        for (const ReferenceTower::ContactAnswer& answer : r.contacts) {
            CAPTURE(answer.point.x);
            CAPTURE(answer.point.y);
            const auto part = [&](int brick) {
                return brick < 0 ? r.tower.bodies.size() : static_cast<std::size_t>(brick);
            };
            CHECK(std::any_of(t.contacts.begin(), t.contacts.end(), [&](const Contact& c) {
                const bool same = c.a == part(answer.b) && c.b == part(answer.a);
                const bool swapped = c.a == part(answer.a) && c.b == part(answer.b);
                return (same || swapped) && norm(c.point - answer.point) <= 1e-9;
            }));
        }
    }
}

TEST_CASE("pinned vertices must meet, and a pin is no corner contact") {
    Tower tower =
        on_table({make_brick("low", {{0, 0.125}, 0}, 1, 0.25), make_brick("up", {{1, 0.375}, 0}, 1, 0.25)});
    tower.pins = {{1, 0, 0, 2}};
    CHECK(find_contacts(tower).corners.empty());
    tower.pins = {{1, 0, 0, 3}};
    // The corners 0 of up, (1/2, 1/4), and 3 of low, (-1/2, 1/4).
    CHECK_THROWS_WITH(find_contacts(tower),
                      "the pinned vertices of up and low are 1 m apart, but must be the same point");
}

TEST_CASE("what a file says of a fixed brick's velocity moves no gap [ROTE-4.4]") {
    Tower tower;
    Body base = make_brick("base", {{0, -0.125}, 0}, 4, 0.25),
         up = make_brick("up", {{0.3, 0.125}, 0}, 1, 0.25);
    base.fixed = true;
    base.velocity = {{2, 1}, 3};
    up.velocity = {{1, 0}, 0.5};
    tower.bodies = {base, up};
    const Touching t = find_contacts(tower);
    REQUIRE(t.contacts.size() == 2);
    for (const Contact& c : t.contacts) {
        // v + omega x r of the corner r = (+-1/2, -1/8), and -omega^2 r; the side neither moves nor turns.
        const double x = c.point.x - 0.3;
        CHECK(std::abs(gap_velocity(tower, c) - 0.5 * x) <= 1e-15);
        CHECK(std::abs(second_derivative(tower, c) - 0.25 * 0.125) <= 1e-15);
    }
}

TEST_CASE("the second derivative of a gap is found by finite differences too [ROTE-4.4]") {
    // A tilted brick slides and turns on the corner of a table; then a corner of a brick on a moving brick's
    // top, both turning. Accelerations are nil, so gap'' is the velocity term alone.
    const auto moved = [](const Body& body, double t) {
        return Pose{body.pose.position + t * body.velocity.linear,
                    body.pose.angle + t * body.velocity.angular};
    };
    const double angle = -0.4, c = std::cos(angle), s = std::sin(angle);
    Tower tower;
    tower.tables = {{"table", -5, 0, 0}};
    Body low = make_brick("low", {rotated({0.15, 0.125}, c, s), angle}, 1, 0.25);
    low.velocity = {{0.7, -0.2}, 1.3};
    // A brick whose corner 0 stands at 0.2 from the middle of low's top, tilted by 0.5 against it.
    Body up = make_brick("up", {{}, angle + 0.5}, 0.6, 0.3);
    up.pose.position = low.pose.position + rotated({0.2, 0.125}, c, s) -
                       rotated({-0.3, -0.15}, std::cos(angle + 0.5), std::sin(angle + 0.5));
    up.velocity = {{-0.4, 0.9}, -2.1};
    tower.bodies = {low, up};
    const Touching t = find_contacts(tower);
    REQUIRE(t.contacts.size() == 2);
    for (const Contact& contact : t.contacts) {
        const auto gap_at = [&](double time) {
            const auto shape = [&](std::size_t part) {
                return part < 2 ? outline(tower.bodies[part], moved(tower.bodies[part], time))
                                : outline(tower.tables[0]);
            };
            return gap({shape(contact.edge_part), shape(contact.vertex_part)},
                       {1, contact.vertex, 0, contact.edge});
        };
        const double h = 1e-4;  // error h^2 f''''/12 about 1e-7, rounding 1e-16/h^2 = 1e-8
        const double first = (gap_at(h) - gap_at(-h)) / (2 * h);
        const double second = (gap_at(h) - 2 * gap_at(0) + gap_at(-h)) / (h * h);
        CHECK(std::abs(gap_velocity(tower, contact) - first) <= 1e-6);
        CHECK(std::abs(second_derivative(tower, contact) - second) <= 1e-6);
        CHECK(std::abs(second) > 0.1);
    }
}
