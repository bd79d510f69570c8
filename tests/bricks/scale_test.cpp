#include "restraint/bricks/tower.h"
#include "towers.h"

using namespace restraint;
using namespace restraint::bricks;

namespace {

/// The same tower with lengths, densities and gravity in other units.
Tower in_units(const Tower& tower, double length, double density, double gravity) {
    Tower result = tower;
    result.gravity = gravity * tower.gravity;
    for (Table& table : result.tables) {
        table.x_left *= length;
        table.x_right *= length;
        table.y_top *= length;
    }
    for (Body& body : result.bodies)
        body = make_brick(body.name, {length * body.pose.position, body.pose.angle}, length * body.width(),
                          length * body.height(), density);
    return result;
}

}  // namespace

TEST_CASE("the least width of a right triangle is its height over the longest side") {
    const Body triangle = make_polygon("p", {{0, 0}, {3, 0}, {3, 4}});
    CHECK(std::abs(least_width(triangle) - 3.0 * 4.0 / 5.0) < 1e-15);
    CHECK(least_width(make_brick("b", {{1, 2}, 0.3}, 0.25, 1)) == 0.25);
}

TEST_CASE(
    "a collapse is the same in any unit of length, mass and time, and all methods agree in all of them") {
    for (const Tower& tower : {single(1.2), single(0.8), harmonic(3, 1.1), inverted_pyramid(3)})
        for (const double length : {1e-20, 1e-9, 1e-6, 1e6, 1e20})
            for (const double gravity : {1e-20, 1.0, 1e9}) {
                INFO("length ", length, ", gravity ", gravity);
                check_methods_agree(in_units(tower, length, 1e3, gravity), 9);
            }
}

TEST_CASE("a small brick on the edge of a large one tips as it does alone") {
    for (const double size : {1e-1, 1e-3, 1e-4, 1e-5}) {
        CAPTURE(size);
        // Times go with the root of lengths: 150 steps of 0.002 s for a brick of 1 m.
        const double dt = 0.002 * std::sqrt(size);
        const Tower alone = on_table(-5, 0,
                                     {make_brick("s", {{0.1 * size, 0.125 * size}, 0}, size, 0.25 * size)}),
                    on_large = tower_of({fixed(brick(-0.5, -0.125)), alone.bodies[0]});
        const auto end = [&](StepLoop&& loop) {
            step(loop, 150);
            return loop.tower().bodies.back().pose;
        };
        const LoopOptions points{.dt = dt, .model = Model::framework4};
        const Pose wanted = end(PositionLoop(alone, {.dt = dt}));
        // Rounding at 1 m is 1e-16, 1e-11 of the smallest.
        CHECK(std::abs(wanted.angle + 0.4233) < 1e-4);
        const Pose rigid = end(PositionLoop(on_large, {.dt = dt}));
        CHECK(norm(rigid.position - wanted.position) < 1e-8 * size);
        CHECK(std::abs(rigid.angle - wanted.angle) < 1e-8);
        // Of first order in dt, both.
        CHECK(std::abs(end(AccelerationLoop(on_large, {.dt = dt})).angle - wanted.angle) < 5e-3);
        CHECK(std::abs(end(PositionLoop(on_large, points)).angle - end(PositionLoop(alone, points)).angle) <
              1e-7);
    }
}

TEST_CASE("what one measure cannot judge is refused, and the body named") {
    struct Fact {
        Body body;  // beside a brick of 1 x 1/4 m
        std::string refused;
    };
    const Fact facts[] = {
        {make_brick("b", {{-5, 5}, 0}, 1, 1e-3), ""},
        {make_brick("b", {{-5, 5}, 0}, 1, 1e-6),  // thinner than what bodies may overlap
         "b is 1e-06 m thin, but bodies of a mean size of 1 m are told apart to 2e-06 m"},
        {make_brick("b", {{-5, 5}, 0}, 1, 1, 1e-10),
         "b has 3.999999998e-10 of the tower's mass, but balance is judged for bodies of at least 1e-09 of "
         "it"},
        {fixed(make_brick("b", {{-5, 5}, 0}, 1, 1, 1e-10)), ""},
        {make_brick("b", {{1e6, 5}, 0}, 1, 1), ""},
        // 64 roundings of x are x 1.42e-14, and 1e-3 m for x = 7.04e10 m.
        {make_brick("b", {{6.9e10, 5}, 0}, 1, 1), ""},
        {make_brick("b", {{7.2e10, 5}, 0}, 1, 1),
         "b is up to 7.2e+10 m from the origin, where features are told apart to 0.00102318154 m, but is 1 "
         "m "
         "thin: move the tower to the origin"},
    };
    for (const auto& [body, message] : facts) {
        Tower tower = single(0.8);
        tower.bodies.push_back(body);
        std::string refused;
        try {
            find_contacts(tower);
        } catch (const PartError& error) {
            refused = error.what();
            CHECK(error.first_part == 1);
        }
        CHECK(refused == message);
    }
}

TEST_CASE("a million metres away, in whatever direction, two bricks touch up to 64 roundings of that") {
    // 64 times 2^-52 of 1e6 m are 1.42e-8 m, and 1e-9 of the bricks' size is added; places there are 1.2e-10
    // m apart. Above 0.25 m lie 0.25 m and a gap.
    for (const Vec2 away : {Vec2{1e6, 0}, {-1e6, 0}, {0, 1e6}, {0, -1e6}})
        for (const auto& [gap, touches] : {std::pair{1.4e-8, true}, {1.7e-8, false}}) {
            INFO("x ", away.x, ", y ", away.y);
            const Tower tower = tower_of({brick(away.x, away.y), brick(away.x + 0.25, away.y + 0.25 + gap)});
            CHECK(find_contacts(tower).contacts.size() == (touches ? 2 : 0));
        }
}

TEST_CASE("steps in which bricks fall by more than they are thin, or by nothing, earn a warning") {
    const Tower metre = single(0.8);  // g dt^2: 3.9e-5 m of 0.25 m
    CHECK(step_warning(metre, 0.002) == "");
    CHECK(step_warning(metre, 0.2).find("is long") != std::string::npos);
    CHECK(step_warning(metre, 4e-7) == "");  // 1.6e-12 m, of bricks of 1 m
    CHECK(step_warning(metre, 3e-7) ==
          "a step of 3e-07 s is short: bodies of 1 m fall by 8.829e-13 m in it, which rounding disturbs");
    CHECK(step_warning(metre, 0.15) == "");  // 0.22 m, of 0.25 m
    CHECK(step_warning(metre, 0.17).find("is long") != std::string::npos);
    CHECK(step_warning(in_units(metre, 1e-6, 1, 1), 0.002).find("is long") != std::string::npos);
    Tower weightless = metre;
    weightless.gravity = {};
    CHECK(step_warning(weightless, 1e-7) == "");
}

// `make endurance` goes farther.

TEST_CASE(
    "a stack at its limit stands, a thousandth of a brick beyond it falls, whatever the size of bricks") {
    for (const double size : {1e-6, 1e-3, 1.0, 1e3, 1e6}) {
        CAPTURE(size);
        Tower tower = harmonic(4);
        for (Table& t : tower.tables) t = {t.name, size * t.x_left, size * t.x_right, size * t.y_top};
        for (Body& b : tower.bodies)
            b = make_brick(b.name, {size * b.pose.position, b.pose.angle}, size * b.width(),
                           size * b.height());
        const Stability at_limit = stability(tower);
        CHECK(at_limit.verdict == Verdict::stable);
        for (Body& b : tower.bodies) b.pose.position.x += 1e-3 * size;
        const Stability beyond = stability(tower);
        CHECK(beyond.verdict == Verdict::unstable);
        // Half a thousandth within the limit it stands again.
        for (Body& b : tower.bodies) b.pose.position.x -= 1.5e-3 * size;
        CHECK(stability(tower).verdict == Verdict::stable);
    }
}

TEST_CASE("a brick that tips a thousand kilometres from the origin turns as it does here") {
    for (const double far : {1e3, 1e6}) {
        CAPTURE(far);
        Tower tower = single(1.5);
        // Without friction the centre moves straight down, and the corner pushes 1/4 m from under it.
        const double c = 0.25, alpha = -9.81 * c / ((1.0 + 0.0625) / 12.0 + c * c);
        for (Table& t : tower.tables) t.x_left += far, t.x_right += far;
        for (Body& b : tower.bodies) b.pose.position.x += far;
        // The places are exact binary fractions there, too.
        CHECK(std::abs(accelerate(tower).bodies[0].angular - alpha) <= 1e-12 * std::abs(alpha));
    }
}

TEST_CASE(
    "steps from a nanosecond to a second are taken, and begin with alpha dt^2 as long as they are short") {
    const double c = 0.25, alpha = -9.81 * c / ((1.0 + 0.0625) / 12.0 + c * c);
    for (const double dt : {1e-9, 1e-6, 1e-3, 1e-2, 0.1, 1.0}) {
        CAPTURE(dt);
        PositionLoop loop(single(1.5), {.dt = dt});
        for (int k = 1; k <= 20; ++k) {
            step(loop);
            const Body& b = loop.tower().bodies[0];
            CHECK(std::isfinite(b.pose.position.x + b.pose.position.y + b.pose.angle));
            // Free fall by steps of first order is the most that gravity can do: g dt^2 k (k + 1) / 2.
            CHECK(std::abs(b.pose.position.y - 0.125) <=
                  9.81 * dt * dt * k * (k + 1) / 2.0 * (1.0 + 1e-9) + 1e-15);
            const double turned = alpha * dt * dt * k * (k + 1) / 2.0, off = std::abs(b.pose.angle - turned);
            if (dt == 1e-6) CHECK(off <= 1e-6 * std::abs(turned) + 1e-3 * 0x1p-53);
            // A brick falls by 1e-17 m in 1e-9 s, less than its place is rounded by (a warning says so,
            // scale.h); what a step rounds counts as velocity from then on.
            if (dt == 1e-9) CHECK(off <= 0x1p-53 * k * (k + 1) / 2.0);
        }
    }
}
