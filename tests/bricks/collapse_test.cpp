#include "restraint/bricks/collapse.h"

#include <functional>

#include "reference.h"

using namespace restraint;
using namespace restraint::bricks;

namespace {

/// Three models answer: rigid bricks and those of nine masses as `homogeneous`, of four masses as `corner4`.
template <class Question>
void check_models(Question question, const ReferenceTower& r) {
    // To 1e-9: the answers are good to 1e-12, and ours carry the solver's rounding.
    CHECK(difference(question(r.tower, Model::rigid, Bars::minimal), r.homogeneous) <= 1e-9);
    for (const Bars bars : {Bars::minimal, Bars::braced}) {
        CHECK(difference(question(r.tower, Model::framework4, bars), r.corner4) <= 1e-9);
        CHECK(difference(question(r.tower, Model::framework9, bars), r.homogeneous) <= 1e-9);
    }
}

std::vector<Motion> accelerations(const Tower& tower, Model model, Bars bars) {
    const Answer answer = accelerate(tower, model, bars);
    REQUIRE(answer.status == optimize::Status::optimal);
    return answer.bodies;
}

}  // namespace

TEST_CASE("the reference towers start to fall as an independent program says [ROTE-Q]") {
    for (const ReferenceTower& r : reference_towers("rest")) {
        CAPTURE(r.name);
        check_models(accelerations, r);
        const Answer rigid = accelerate(r.tower);
        CHECK(find_contacts(r.tower).contacts.size() == r.contacts.size());
        for (const ReferenceTower::ContactAnswer& answer : r.contacts) {
            const auto found = std::find_if(rigid.contacts.begin(), rigid.contacts.end(), [&](const auto& c) {
                const std::size_t bodies = r.tower.bodies.size();
                const auto part = [&](int brick) {
                    return brick < 0 ? bodies : static_cast<std::size_t>(brick);
                };
                return std::minmax(c.contact.a, c.contact.b) == std::minmax(part(answer.a), part(answer.b)) &&
                       norm(c.contact.point - answer.point) <= 1e-9;
            });
            REQUIRE(found != rigid.contacts.end());
            CHECK(std::abs(found->gap_rate - answer.gap_acceleration) <= 1e-9);
            CHECK(found->lifts == (answer.gap_acceleration > 9.81e-9));
            CHECK(found->force >= -1e-9);
        }
    }
}

TEST_CASE("a brick that slides and turns on a corner accelerates as computed independently [ROTE-4.4]") {
    for (const ReferenceTower& r : reference_towers("moving")) {
        CAPTURE(r.name);
        check_models(accelerations, r);
    }
}

TEST_CASE(
    "a corner slides on a turning side: the gap stays closed, and momentum changes by gravity alone "
    "[ROTE-S2d, ROTE-d2A2]") {
    const Tower tower = sliding_pair();
    const Answer answer = accelerate(tower);
    REQUIRE(answer.status == optimize::Status::optimal);
    REQUIRE(answer.contacts.size() == 1);
    CHECK(answer.contacts[0].force > 0.1);
    // The geometry itself: second difference of the corner's distance from the line of the side (edge 2).
    const auto gap_at = [&](double t) {
        std::vector<Outline> parts;
        for (std::size_t i = 0; i < 2; ++i) {
            const Body& b = tower.bodies[i];
            const Motion& a = answer.bodies[i];
            const Vec2 p = b.pose.position + t * b.velocity.linear + 0.5 * t * t * a.linear;
            parts.push_back(outline(b, {p, b.pose.angle + t * b.velocity.angular + 0.5 * t * t * a.angular}));
        }
        return gap(parts, {1, 0, 0, 2});
    };
    const double h = 1e-3;  // h^2 times a fourth derivative of some m/s^4; rounding 1e-16/h^2 is less
    CHECK(std::abs((gap_at(h) - 2.0 * gap_at(0.0) + gap_at(-h)) / (h * h)) < 1e-5);
    CHECK(std::abs((gap_at(h) - gap_at(-h)) / (2.0 * h)) < 1e-5);
    // Newton's third law weighs the two: a mass in place of its inverse would show.
    const Motion &low = answer.bodies[0], &up = answer.bodies[1];
    CHECK(norm(0.7 * low.linear + 2.0 * up.linear - 2.7 * tower.gravity) < 1e-12);
    for (const Bars bars : {Bars::minimal, Bars::braced})
        CHECK(difference(accelerate(tower, Model::framework9, bars).bodies, answer.bodies) <= 1e-9);
    // An impact of the same pair: the upper one comes down at 1 m/s more.
    Tower falling = tower;
    falling.bodies[1].velocity.linear.y -= 1.0;
    const std::vector<Motion> after = impact(falling).bodies;
    Vec2 gained;
    for (std::size_t i = 0; i < 2; ++i)
        gained += falling.bodies[i].mass * (after[i].linear - falling.bodies[i].velocity.linear);
    CHECK(norm(gained) < 1e-13);
    CHECK(norm(after[0].linear - falling.bodies[0].velocity.linear) > 0.1);
    CHECK(difference(impact(falling, Model::framework9).bodies, after) <= 1e-9);
}

TEST_CASE("without gravity a contact that is carried does not lift, and one that is left alone does") {
    // A brick's middle slides at u over a fixed apex, turning at omega, the centre h/2 above it: the gap's
    // acceleration is a - 2 omega u - omega^2 h/2, and its rounding must not be taken for a gap that opens.
    for (const double angle : {0.0, 0.1, 0.3, 0.5})
        for (const double u : {0.3, 0.7, 1.7, -1.7}) {
            const Vec2 right{std::cos(angle), std::sin(angle)}, up{-right.y, right.x};
            const double omega = 1.1;
            const Body apex = make_polygon("apex", {{-1, -1}, {1, -1}, {0, 0}}),
                       over = make_brick("b", {0.125 * up, angle}, 1.0, 0.25);
            const Answer answer =
                accelerate(tower_of({fixed(apex), moving(over, {u * right, omega})}, {}, {}));
            REQUIRE(answer.contacts.size() == 1);
            const double carried = 2.0 * omega * u + omega * omega * 0.125;
            CHECK(answer.contacts[0].lifts == (carried < 0.0));
            CHECK(std::abs(answer.contacts[0].gap_rate - std::max(0.0, -carried)) < 1e-14);
            CHECK(norm(answer.bodies[1].linear - std::max(0.0, carried) * up) < 1e-14);
        }
}

TEST_CASE("inelastic impacts end as computed independently [ROTE-Q*]") {
    for (const ReferenceTower& r : reference_towers("impact")) {
        CAPTURE(r.name);
        check_models([](const Tower& t, Model model, Bars bars) { return impact(t, model, bars).bodies; }, r);
        CHECK_THROWS_AS(accelerate(r.tower), ApproachError);
    }
}

TEST_CASE("the middle of the 5-diamond rises at 36 g/989, and all accelerations are multiples of g/989") {
    const double unit = 9.81 / 989.0;
    const Answer answer = accelerate(diamond(5));
    REQUIRE(answer.status == optimize::Status::optimal);
    REQUIRE(answer.bodies.size() == 25);
    for (const Motion& m : answer.bodies) {
        for (const double a : {m.linear.x, m.linear.y, m.angular}) {
            const double multiple = a / unit;
            CHECK(std::abs(multiple - std::round(multiple)) <= 1e-9);
        }
    }
    // Row by row from below: 1, 2, 3, 4, then the row of five, whose middle brick is number 10 + 2.
    CHECK(std::abs(answer.bodies[12].linear.y - 36.0 * unit) <= 1e-11);
}

TEST_CASE("an inverted pyramid of three rows falls at multiples of g/56") {
    const double unit = 9.81 / 56.0;
    const Answer answer = accelerate(inverted_pyramid(3));
    double largest = 0.0;
    for (const Motion& m : answer.bodies) {
        CHECK(std::abs(m.linear.y / unit - std::round(m.linear.y / unit)) <= 1e-10);
        largest = std::max(largest, std::abs(m.linear.y / unit));
    }
    CHECK(largest > 0.5);
}

TEST_CASE("bricks of a falling tower can rise, and fall faster than gravity") {
    // Upwards at 0.32 g in an inverted pyramid of 8 rows.
    double highest = 0.0, lowest = 0.0;
    for (const Motion& m : accelerate(inverted_pyramid(8)).bodies) highest = std::max(highest, m.linear.y);
    CHECK(std::abs(highest / 9.81 - 0.32) <= 0.005);
    // Downwards at more than g where a wall breaks over the edge of its table: neighbours push from above.
    Tower broken = wall(10, 10);
    broken.tables = {{"table", -20.0, 0.25, 0.0}};
    for (const Motion& m : accelerate(broken).bodies) lowest = std::min(lowest, m.linear.y);
    CHECK(lowest < -1.02 * 9.81);
}

TEST_CASE("bricks on nothing fall freely, past corners too") {
    // A stack bond of five columns on a table under the three middle ones: at every crossing of the joints
    // four corners meet, and those of the outer columns have nothing to hold on to.
    Tower bond = stack_bond(4, 5);
    bond.tables = {{"table", -1.5, 1.5, 0.0}};
    const Answer answer = accelerate(bond);
    REQUIRE(answer.status == optimize::Status::optimal);
    for (std::size_t i = 0; i < bond.bodies.size(); ++i) {
        const bool supported = std::abs(bond.bodies[i].pose.position.x) < 1.6;
        CAPTURE(i);
        CHECK(std::abs(answer.bodies[i].linear.y - (supported ? 0.0 : -9.81)) <= 1e-11);
        CHECK(std::abs(answer.bodies[i].linear.x) <= 1e-11);
        CHECK(std::abs(answer.bodies[i].angular) <= 1e-11);
    }
}

TEST_CASE("a corner that falls on a corner is held along the averaged normal [BARAFF89-degen]") {
    // Two unit squares on their corners, one on top of the other; the lower one is fixed.
    const double h = std::sqrt(0.5), quarter = std::atan(1.0);
    const Tower tower = tower_of(
        {fixed(make_brick("low", {{0, 0}, quarter}, 1, 1)), make_brick("up", {{0, 2 * h}, quarter}, 1, 1)});
    const Answer answer = accelerate(tower);
    REQUIRE(answer.contacts.size() == 1);
    CHECK(norm(answer.contacts[0].contact.normal - Vec2{0, 1}) <= 1e-15);
    CHECK(answer.contacts[0].contact.other_end == answer.contacts[0].contact.point);  // no interval
    CHECK(std::abs(answer.contacts[0].force - 9.81) <= 1e-12);
    CHECK(std::abs(answer.bodies[1].linear.y) <= 1e-12);
    CHECK(answer.warnings.size() == 1);
}

TEST_CASE("where a side of two corners moves away, neither holds the other") {
    // The lower left corner of b on the upper right corner of a, which is fixed. b moves to the right, so the
    // right side of a opens; gravity would draw b down and back to the left, as if against both sides.
    Tower tower = tower_of({fixed(brick(-0.5, -0.125)), brick(0.5, 0.125)}, {}, {-3.0, -5.0});
    REQUIRE(!accelerate(tower).contacts.empty());  // at rest they meet
    tower.bodies[1].velocity.linear = {1.0, 0.0};
    const Answer answer = accelerate(tower);
    REQUIRE(answer.status == optimize::Status::optimal);
    CHECK(answer.contacts.empty());
    CHECK(norm(answer.bodies[1].linear - Vec2{-3.0, -5.0}) <= 1e-14);
    CHECK(answer.bodies[1].angular == 0.0);
}

TEST_CASE("two pinned bricks swing like the double pendulum they are") {
    // A fixed brick holds a brick by a pin in its lower right corner; at rest and level, the hanging one
    // starts to turn: torque m g l about the pin, I + m l^2. l = (0.5, 0.125) from the pin to the centre.
    Tower tower = tower_of({fixed(make_brick("holder", {{0, 0}, 0}, 1, 0.25)),
                            make_brick("hanging", {{1, -0.25}, 0}, 1, 0.25, 2.0)});
    tower.pins = {{1, 3, 0, 1}};  // upper left corner of the hanging one, lower right one of the holder
    const Body& b = tower.bodies[1];
    const double l2 = 0.25 + 0.015625, torque = -b.mass * 9.81 * 0.5;
    const Answer rest = accelerate(tower);
    const double alpha = torque / (b.inertia + b.mass * l2);
    // Centre at (0.5, -0.125) from the pin: a = alpha x r.
    CHECK(difference(rest.bodies[1], {{0.125 * alpha, 0.5 * alpha}, alpha}) <= 1e-12);
    // The pin's force is what the centre's acceleration lacks.
    REQUIRE(rest.pin_forces.size() == 1);
    CHECK(norm(rest.pin_forces[0] - b.mass * (rest.bodies[1].linear - tower.gravity)) <= 1e-12);

    // In motion the centre is also pulled towards the pin: a = alpha x r - omega^2 r.
    tower.bodies[1].velocity = {2.0 * perpendicular(Vec2{0.5, -0.125}), 2.0};
    const Answer swinging = accelerate(tower);
    CHECK(difference(swinging.bodies[1], {{0.125 * alpha - 4 * 0.5, 0.5 * alpha + 4 * 0.125}, alpha}) <=
          1e-12);
    CHECK(difference(accelerate(tower, Model::framework9).bodies, swinging.bodies) <= 1e-11);

    // A pin whose vertices move apart needs an impact first; after it, it holds.
    tower.bodies[1].velocity = {{0.0, -1.0}, 0.0};
    CHECK_THROWS_AS(accelerate(tower), ApproachError);
    const Motion after = impact(tower).bodies[1];
    CHECK(norm(after.linear - after.angular * perpendicular(Vec2{0.5, -0.125})) <= 1e-14);
    CHECK(after.angular < 0.0);
}

TEST_CASE("a brick that approaches its table is told with its velocity, and what to ask first") {
    Tower tower = single(0.5);
    tower.bodies[0].velocity = {{0.0, -1.5}, 0.0};
    CHECK_THROWS_WITH_AS(accelerate(tower),
                         "b1 and table approach each other at 1.5 m/s: ask for the velocities after the "
                         "impact first (restraint impact)",
                         ApproachError);
    // Up to 1e-9 m/s is rounding: it neither approaches nor leaves.
    const auto contacts_at = [&](double velocity) {
        tower.bodies[0].velocity = {{0.0, velocity}, 0.0};
        return accelerate(tower).contacts.size();
    };
    CHECK_THROWS_AS(contacts_at(-1.1e-9), ApproachError);
    CHECK(contacts_at(-0.9e-9) == 2);
    CHECK(contacts_at(0.9e-9) == 2);
    CHECK(contacts_at(1.1e-9) == 0);
}

TEST_CASE("pinned vertices may move together, at any speed, and apart at 1e-9 m/s and no faster") {
    Tower tower =
        tower_of({make_brick("a", {{0, 0}, 0}, 1, 0.25), make_brick("b", {{1, -0.25}, 0}, 1, 0.25)});
    tower.pins = {{1, 3, 0, 1}};
    for (const double apart : {-0.9e-9, 0.0, 0.9e-9}) {
        tower.bodies[0].velocity.linear = {0.0, 2.0};
        tower.bodies[1].velocity.linear = {0.0, 2.0 + apart};
        for (const Motion& a : accelerate(tower).bodies) CHECK(norm(a.linear - tower.gravity) <= 1e-12);
    }
    tower.bodies[1].velocity.linear = {0.25, 2.0};
    CHECK_THROWS_WITH_AS(
        accelerate(tower),
        "the pinned vertices of b and a move apart at 0.25 m/s: ask for the velocities after "
        "the impact first (restraint impact)",
        ApproachError);
    tower.bodies[1].velocity.linear = {1.1e-9, 2.0};
    CHECK_THROWS_AS(accelerate(tower), ApproachError);
}
