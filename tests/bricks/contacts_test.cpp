#include "restraint/bricks/contacts.h"

#include <numbers>

#include "reference.h"
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

/// Bricks of 1 x 1/4 m on a table from -5 m to 5 m: one in its middle, and one with its centre at (x, y).
Tower two(double x, double y, double angle = 0.0) {
    return on_table(
        -5.0, 5.0, {make_brick("low", {{0, 0.125}, 0}, 1, 0.25), make_brick("up", {{x, y}, angle}, 1, 0.25)});
}

void check_contact(const Contact& found, const Contact& expected) {
    CHECK(found.a == expected.a);
    CHECK(found.b == expected.b);
    CHECK(norm(found.point - expected.point) <= 1e-15);
    CHECK(norm(found.normal - expected.normal) <= 1e-15);
    CHECK(found.vertex_part == expected.vertex_part);
    CHECK(found.vertex == expected.vertex);
    CHECK(found.edge_part == expected.edge_part);
    CHECK(found.edge == expected.edge);
    CHECK(std::abs(found.fraction - expected.fraction) <= 1e-12);
    CHECK(norm(found.other_end - expected.other_end) <= 1e-15);
}

}  // namespace

TEST_CASE(
    "contacts: which parts, where, along which normal, which corner over which side, how far along it") {
    // A square on its corner; a brick whose bottom, tilted by -0.4, is on the table's corner, 0.15 left of
    // its middle. Sides run counter-clockwise: an upper one from right to left.
    const double angle = -0.4, c = std::cos(angle), s = std::sin(angle), pi = std::numbers::pi;
    const Vec2 up{0, 1};
    struct Fact {
        std::string name;
        Tower tower;
        /// Columns: parts a and b, the normal points from b into a; the point (m) and the normal; the corner,
        /// part and number; the side, part and number; the point's share of the side; the other end of the
        /// interval (m).
        std::vector<Contact> contacts;
    };
    const Fact facts[] = {
        {"the upper brick, first in the file, reaches over by 0.3 m to the right; a table is never a",
         on_table(-5, 5, {brick(0.3, 0.375), brick(0, 0.125)}),
         {{0, 1, {-0.2, 0.25}, up, 0, 0, 1, 2, 0.7, {0.5, 0.25}},
          {0, 1, {0.5, 0.25}, up, 1, 2, 0, 0, 0.7, {-0.2, 0.25}},
          {1, 2, {-0.5, 0}, up, 1, 0, 2, 1, 0.55, {0.5, 0}},
          {1, 2, {0.5, 0}, up, 1, 1, 2, 1, 0.45, {-0.5, 0}}}},
        {"of two bricks side by side the left one is a",
         on_table(-5, 5, {make_brick("right", {{1, 0.25}, 0}, 1, 0.5), brick(0, 0.125)}),
         {{1, 0, {0.5, 0}, {-1, 0}, 1, 1, 0, 3, 1.0, {0.5, 0.25}},
          {1, 0, {0.5, 0.25}, {-1, 0}, 1, 2, 0, 3, 0.5, {0.5, 0}},
          {0, 2, {0.5, 0}, up, 0, 0, 2, 1, 0.45, {1.5, 0}},
          {0, 2, {1.5, 0}, up, 0, 1, 2, 1, 0.35, {0.5, 0}},
          {1, 2, {-0.5, 0}, up, 1, 0, 2, 1, 0.55, {0.5, 0}},
          {1, 2, {0.5, 0}, up, 1, 1, 2, 1, 0.45, {-0.5, 0}}}},
        {"a corner on a side: the corner's body is a",
         on_table(-5, 5, {make_brick("s", {{0, std::sqrt(0.5)}, pi / 4}, 1, 1)}),
         {{0, 1, {}, up, 0, 0, 1, 1, 0.5, {}}}},
        {"unless it is a table; the normal is the side's, into the brick",
         on_table(-5, 0, {make_brick("b", {rotated({0.15, 0.125}, c, s), angle}, 1, 0.25)}),
         {{0, 1, {}, {-s, c}, 1, 0, 0, 0, 0.35, {}}}},
    };
    for (const Fact& fact : facts) {
        CAPTURE(fact.name);
        const Touching t = find_contacts(fact.tower);
        CHECK(t.corners.empty());
        CHECK(t.warnings.empty());
        REQUIRE(t.contacts.size() == fact.contacts.size());
        for (std::size_t k = 0; k < t.contacts.size(); ++k) {
            CAPTURE(k);
            check_contact(t.contacts[k], fact.contacts[k]);
        }
    }
}

TEST_CASE(
    "where corners meet at the end of an interval, the contact is that of the one that stays on its side") {
    // Flush bricks at rest: the upper one's corners. If it slides to the right, its left corner moves along
    // the lower one's top, but its right one leaves it: there it is the lower one's, along the upper one's
    // bottom. To the left the other way round.
    Tower tower = two(0, 0.375);
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

TEST_CASE("corner on corner gets the average of the normals of the sides that separate [BARAFF89-degen]") {
    // Two bricks like steps: the upper one's lower left corner on the lower one's upper right one.
    const Tower steps = two(1, 0.375);
    const Touching t = find_contacts(steps);
    CHECK(t.contacts.size() == 2);  // low on the table
    REQUIRE(t.corners.size() == 1);
    const Vec2 place{0.5, 0.25}, between{std::sqrt(0.5), std::sqrt(0.5)};
    check_contact(t.corners[0].contact, {1, 0, place, between, 1, 0, 0, 2, 0.0, place});
    REQUIRE(t.warnings.size() == 1);
    const std::string touch =
        " touch corner on corner; where they would collide, the contact's normal is the average of their "
        "sides'";
    CHECK(t.warnings[0] == "up and low" + touch);
    // Where the joints of four bricks cross, two pairs touch so.
    CHECK(find_contacts(stack_bond(2, 2)).warnings ==
          std::vector<std::string>{"b4 and b1 (and 1 more pairs)" + touch});

    // With the bodies in the other order, equal contacts.
    const Touching u = find_contacts(on_table(-5, 5, {steps.bodies[1], steps.bodies[0]}));
    REQUIRE(u.corners.size() == 1);
    check_contact(u.corners[0].contact, {0, 1, place, between, 0, 0, 1, 2, 0.0, place});
}

TEST_CASE("overlaps are refused, gaps that look like a slip are told") {
    CHECK_THROWS_WITH_AS(find_contacts(two(0, 0.3749)), "low and up overlap by 0.0001 m", PartError);
    struct Fact {
        double above;  // m, of the place where the upper one lies on the lower one
        std::size_t contacts, warnings;
    };
    for (const auto& [above, contacts, warnings] :
         {Fact{-9e-7, 4, 0},  // as a saved state may be
          Fact{9e-10, 4, 0},  // of bricks of 1 m, 1e-9 m is the limit
          Fact{2e-9, 2, 1}, Fact{2e-3, 2, 0}}) {
        const Touching t = find_contacts(two(0, 0.375 + above));
        CAPTURE(t.warnings.size());
        CHECK(t.contacts.size() == contacts);
        CHECK(t.warnings.size() == warnings);
    }
    const Touching gap = find_contacts(two(0, 0.3755));
    CHECK(gap.contacts.size() == 2);
    REQUIRE(gap.warnings.size() == 1);
    CHECK(gap.warnings[0] == "low and up do not touch: there is a gap of 0.0005 m between them");
    // Two fixed bodies may overlap.
    Tower fixed = two(0, 0.3);
    fixed.bodies[0].fixed = fixed.bodies[1].fixed = true;
    CHECK(find_contacts(fixed).contacts.empty());
}

TEST_CASE("a face that dips in with a slight tilt keeps both ends of its interval") {
    // The upper brick overhangs by 0.3 and is tilted by 1e-7, its middle 3e-8 deep: its left end, 0.5 from
    // there, is 8e-8 deep, and the lower brick's right end, 0.2 on the other side, touches it 1e-8 deep.
    const Touching t = find_contacts(two(0.3, 0.375 - 3e-8, 1e-7));
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
        const Body low = make_brick("low", {{0, 0.5}, 0}, 0.05, 1.0);
        return find_contacts(on_table(-5, 5, {low, up})).contacts.size() - 2;
    };
    CHECK(contacts_between(5e-7) == 2);
    CHECK(contacts_between(1e-5) == 1);
}

TEST_CASE("tables of one height that meet are one table; a step between tables has two sides") {
    const Tower tower = tower_of({brick(0.25, 0.125),  // across the seam
                                  brick(4.5, 0.125)},  // in the corner under the step
                                 {{"table", -5, 0, 0}, {"table2", 0, 5, 0}, {"table3", 5, 9, 1}});
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

TEST_CASE("pinned vertices must meet, and a pin is no corner contact") {
    Tower tower = two(1, 0.375);
    tower.pins = {{1, 0, 0, 2}};
    CHECK(find_contacts(tower).corners.empty());
    tower.pins = {{1, 0, 0, 3}};
    // The corners 0 of up, (1/2, 1/4), and 3 of low, (-1/2, 1/4).
    CHECK_THROWS_WITH(find_contacts(tower),
                      "the pinned vertices of up and low are 1 m apart, but must be the same point");
}

TEST_CASE("what a file says of a fixed brick's velocity moves no gap [ROTE-4.4]") {
    const Body base = make_brick("base", {{0, -0.125}, 0}, 4, 0.25);
    const Tower tower =
        tower_of({fixed(moving(base, {{2, 1}, 3})), moving(brick(0.3, 0.125), {{1, 0}, 0.5})});
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
    const Vec2 middle = rotated({0.15, 0.125}, c, s);
    const Body low = moving(brick(middle.x, middle.y, angle), {{0.7, -0.2}, 1.3});
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
