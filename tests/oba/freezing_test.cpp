#include "restraint/oba/freezing.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "../claims.h"
#include "restraint/collide/shapes.h"
#include "restraint/oba/animation.h"
#include "restraint/rigid/mass.h"
#include "worlds.h"

using namespace restraint;
using namespace restraint::oba;

namespace {

std::size_t frozen_count(const World& world) {
    return static_cast<std::size_t>(std::count(world.frozen.begin(), world.frozen.end(), char{1}));
}

/// A row of frozen unit balls on a floor, body 1 to n, each touching the next; body n + 1 runs into the
/// first.
World frozen_row(std::size_t n, double speed) {
    World world;
    world.friction = 0.0;
    scenes::add_wall(world, {100, 4, 1}, {0, 0, -0.5});
    for (std::size_t i = 0; i < n; ++i) scenes::add_ball(world, 0.5, {static_cast<double>(i), 0, 0.5});
    scenes::add_ball(world, 0.5, {-1, 0, 0.5}, {speed, 0, 0});
    world.frozen.assign(n + 2, 1);
    world.frozen[0] = world.frozen[n + 1] = 0;
    return world;
}

}  // namespace

TEST_CASE("calm is slower than gravity's pull of one frame [claim CL-O-05] [OBA-6.48, OBA-pg]") {
    // g dt = 1/3 m/s, and half its square 1/18 J for each kilogram.
    World world = mass_on_floor({0.3333, 0, 0}, 0.0);
    CHECK(is_calm(world, 0));
    rigid::set_velocity(world.bodies[0], {0.3334, 0, 0}, {});
    CHECK_FALSE(is_calm(world, 0));
    double calm = 0.3333, fast = 0.3334;
    while (fast - calm > 1e-12) {
        const double between = (calm + fast) / 2;
        rigid::set_velocity(world.bodies[0], {between, 0, 0}, {});
        (is_calm(world, 0) ? calm : fast) = between;
    }
    measured("CL-O-05", "calm below " + figure(calm) + " m/s, " + figure(calm * calm / 2) + " J/kg");
    CHECK(std::abs(0.5 * std::pow(10.0 / 30, 2) - 0.05556) <= 5e-6);
    world.dt = 0.5;  // g dt = 1 m/s exactly, which is not slower
    world.gravity = {0, 0, -2};
    rigid::set_velocity(world.bodies[0], {1, 0, 0}, {});
    CHECK_FALSE(is_calm(world, 0));
}

TEST_CASE("a body freezes after more than c_f calm frames on something still, and only in the cold") {
    World world;
    scenes::add_wall(world, {20, 20, 1}, {0, 0, -0.5});
    const std::size_t inside = scenes::add_box(world, {1, 1, 1}, {0, 0, 0.5});
    const std::size_t above = scenes::add_box(world, {1, 1, 1}, {0, 0, 1.5});
    const std::size_t outside = scenes::add_box(world, {1, 1, 1}, {5, 0, 0.5});
    AnimationOptions options;
    options.freezing = true;
    options.freeze_after = 2;
    options.cold = {{{-2, -2, -1}, {2, 2, 3}}};
    Animation animation(world, options);
    // The counter of the lower one is 1, 2, 3 after three frames; only then the upper one touches something
    // still.
    for (std::size_t frame = 1; frame <= 8; ++frame) {
        CAPTURE(frame);
        const FrameReport report = animation.advance();
        CHECK(animation.world.is_frozen(inside) == (frame >= 3));
        CHECK(animation.world.is_frozen(above) == (frame >= 6));
        CHECK_FALSE(animation.world.is_frozen(outside));
        CHECK(report.frozen == frozen_count(animation.world));
    }
    // Frozen bodies have no contacts: those that are left are the four of the cube in the warm.
    CHECK(animation.advance().contacts == 4);
}

TEST_CASE("without the queue one body is roused, with it the wave runs on [claim CL-O-23] [OBA-6.48]") {
    // Equal balls, epsilon = 0.3: a blow at v leaves 0.65 v with the next one and 0.35 v behind. At 10 m/s
    // the k-th has 10 * 0.65^k, more than calm (1/3 m/s) up to the seventh.
    AnimationOptions options;
    options.freezing = true;
    const auto roused = [&](std::size_t bounces) {
        options.queue_bounces = bounces;
        Animation animation(frozen_row(12, 10.0), options);
        const FrameReport report = animation.advance();
        CHECK(report.settled);
        CHECK(report.bounces <= bounces);
        std::size_t awake = 0;
        while (awake < 12 && !animation.world.is_frozen(1 + awake)) ++awake;
        for (std::size_t i = awake; i < 12; ++i)
            CHECK(animation.world.is_frozen(1 + i));  // one after the other
        return awake;
    };
    const std::size_t alone = roused(0), by_three = roused(3);
    CHECK(alone == 1);
    CHECK(by_three == 4);  // three by the queue, and one more by the QP after it
    const std::size_t most = roused(10);
    CHECK(most > 4);
    CHECK(most <= 10);
    measured("CL-O-23", "12 frozen balls hit at 10 m/s: " + std::to_string(alone) + " roused with c_b = 0, " +
                            std::to_string(by_three) + " with 3, " + std::to_string(most) + " with 10");
}

TEST_CASE("a blow too weak to rouse leaves a frozen body standing, like a wall") {
    // 0.3 m/s onto a frozen ball of the same mass would leave it 0.195 m/s, less than calm: it does not move,
    // and the ball comes back with 0.3 * 0.3.
    for (const std::size_t bounces : {std::size_t{0}, std::size_t{5}}) {
        CAPTURE(bounces);
        AnimationOptions options;
        options.freezing = true;
        options.queue_bounces = bounces;
        Animation animation(frozen_row(2, 0.3), options);
        animation.advance();
        CHECK(animation.world.is_frozen(1));
        CHECK(norm(animation.world.bodies[1].velocity) == 0.0);
        CHECK(std::abs(animation.world.bodies[3].velocity.x + 0.09) <= 1e-9);
    }
}

TEST_CASE("a frozen body falls when what held it is knocked away") {
    World world;
    scenes::add_wall(world, {100, 20, 1}, {0, 0, -0.5});
    const std::size_t below = scenes::add_box(world, {0.5, 1, 1}, {0, 0, 0.5});
    const std::size_t above = scenes::add_box(world, {0.5, 1, 1}, {0, 0, 1.5});
    auto heavy = rigid::make_body("ball", rigid::ball_mass(0.4, 8000.0), {-20, 0, 0.4});
    const std::size_t ball = world.add(heavy, collide::make_ball(0.4));
    AnimationOptions options;
    options.freezing = true;
    options.cold = {{{-2, -2, 0}, {2, 2, 3}}};
    Animation before(world, options);
    for (int k = 0; k < 10; ++k) before.advance();
    CHECK(before.world.is_frozen(above));
    bool anew = false;
    SUBCASE("in one animation") {}
    SUBCASE("and in another that takes the world over") { anew = true; }
    Animation animation = anew ? Animation(before.world, options) : before;
    animation.world.bodies[ball].position = {-0.7, 0, 0.5};
    rigid::set_velocity(animation.world.bodies[ball], {10, 0, 0}, {});
    for (int k = 0; k < 60; ++k) CHECK(animation.advance().settled);
    CHECK(animation.world.bodies[below].position.x > 0.5);
    CHECK(animation.world.bodies[above].position.z < 1.0);  // it lies on the floor now
}
