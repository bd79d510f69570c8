#include "restraint/oba/support.h"

#include <doctest/doctest.h>

#include <cmath>

#include "restraint/oba/acceleration.h"
#include "restraint/oba/animation.h"
#include "restraint/rigid/mass.h"
#include "worlds.h"

using namespace restraint;
using namespace restraint::oba;

namespace {

constexpr double width = 0.25, height = 1.0;  // of a brick that stands on end

/// A brick on end that leans about the y axis and, a little, about the x axis; its lowest point is `over` the
/// floor.
World brick_on_end(double lean, double sideways, double over) {
    World world;
    scenes::add_wall(world, {10, 10, 1}, {0, 0, -0.5});
    const std::size_t brick = scenes::add_box(world, {width, 0.5, height}, {}, {sideways, lean, 0.3});
    double lowest = 0.0;
    for (const Vec3& vertex : world.parts[1].shape.vertices)
        lowest = std::min(lowest, world.bodies[brick].pose().to_world(vertex).z);
    world.bodies[brick].position.z = over - lowest;
    return world;
}

/// Rest: no motion to the last digits. Returns where the brick is.
Vec3 check_rest(World world, std::size_t frames, const Support& support = by_impulses) {
    AnimationOptions options;
    options.support = support;
    Animation animation(std::move(world), options);
    for (std::size_t k = 0; k < frames; ++k) {
        const FrameReport report = animation.advance();
        CHECK(report.overlap <= 1e-6 * width);
        CHECK(report.settled);
    }
    const Placements rest = current_placements(animation.world);
    for (int k = 0; k < 30; ++k) {
        const FrameReport report = animation.advance();
        CHECK(report.fastest <= 1e-9);
        CHECK(std::abs(report.gained) <= 1e-9);
    }
    CHECK(norm(perturbation(rest[1], current_placements(animation.world)[1]).translation) <= 1e-9);
    CHECK(norm(perturbation(rest[1], current_placements(animation.world)[1]).rotation) <= 1e-9);
    return rest[1].position;
}

}  // namespace

TEST_CASE("a brick on end that leans a little comes to stand on all its corners, and stays") {
    // It would fall from a lean of width/height = 0.25. Without the points to come, the leans of 1e-3 had the
    // brick rock for ever: from one edge to the other and back, at 0.16 m/s.
    for (const double lean : {1e-6, 1e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1}) {
        for (const double sideways : {0.0, 0.7 * lean}) {
            CAPTURE(lean);
            CAPTURE(sideways);
            const World world = brick_on_end(lean, sideways, 0.0);
            for (const Support& support : {Support(by_impulses), by_accelerations()}) {
                const Vec3 rest = check_rest(world, 60, support);
                CHECK(std::abs(rest.z - 0.5 * height) <=
                      1e-4 * smallest_size(world));  // that far is touching
            }
        }
    }
}

TEST_CASE("a brick dropped on end comes to rest and stays") {
    for (const double lean : {1e-3, 1e-2, 0.1}) {
        CAPTURE(lean);
        const World world = brick_on_end(lean, 0.7 * lean, 0.5);
        const double z = check_rest(world, 90).z, upright = 0.5 * height, fallen = 0.5 * width;
        CHECK(std::min(std::abs(z - upright), std::abs(z - fallen)) <= 1e-4 * smallest_size(world));
    }
}

TEST_CASE("gravity closes a gap and no more: v = (h - touching)/dt [OBA-static, OBA-6.43]") {
    // A bar from -1 to 1 lies on a wall at its left end; a wall at its right end is h lower. About the left
    // end it would gain m g 1 / (m (1/3 + 1)) = 3/4 g, at its right end 3/2 g dt = 0.5 m/s; h = 0.01 m is
    // used up at 0.3 m/s.
    const double h = 0.01, touching = 1e-5;
    World world;
    world.friction = 0.0;
    const rigid::MassProperties bar{
        1.0, {}, (1.0 / 3.0) * Mat3::identity()};  // of a thin bar, about its middle
    world.add(rigid::make_body("bar", bar, {0, 0, 0}), scenes::box_shape({2, 0.1, 0.1}));
    scenes::add_wall(world, {1, 1, 1}, {0, 0, -1});
    Contact left = contact_of(0, 1, {0, 0, 1}, {-1, 0, 0});
    Contact right = contact_of(0, 1, {0, 0, 1}, {1, 0, -0.5 * h});
    right.gap = h;
    const auto speed = [&](double x) { return rigid::point_velocity(world.bodies[0], {x, 0, 0}).z; };
    SUBCASE("alone") {
        add_gravity(world);
        update_momenta(world, {left}, std::vector<double>{0.0});
        CHECK(std::abs(speed(-1)) <= 1e-9);
        CHECK(std::abs(speed(1) + 0.5) <= 1e-9);
    }
    SUBCASE("with what is to come") {
        add_gravity(world);
        update_momenta(world, {left, right}, std::vector<double>{0.0, -(h - touching) * 30});
        CHECK(std::abs(speed(-1)) <= 1e-9);
        CHECK(std::abs(speed(1) + (h - touching) * 30) <= 1e-9);
    }
    SUBCASE("a body that comes faster than that is not braked: it shall bounce") {
        rigid::set_velocity(world.bodies[0], {0, 0, -3}, {});
        right.gap = 0.05;
        left.gap = 0.05;
        add_gravity(world);
        update_momenta(world, {left, right}, std::vector<double>{-3.0, -3.0});
        CHECK(std::abs(speed(-1) + 3.0) <= 1e-9);
        CHECK(std::abs(speed(1) + 3.0) <= 1e-9);
    }
}

TEST_CASE("cubes thrown into a box come to rest and stay") {
    for (const std::uint64_t seed : {2U, 4U, 10U}) {
        CAPTURE(seed);
        World world = crowd(seed, 2);
        world.gravity = {0, 0, -10};
        scenes::add_wall(world, {40, 40, 1}, {0, 0, -3});
        for (const double side : {-1.0, 1.0}) {
            scenes::add_wall(world, {1, 40, 20}, {3.2 * side + 1, 0, 6});
            scenes::add_wall(world, {40, 1, 20}, {0, 3.2 * side + 1, 6});
        }
        for (RigidBody& body : world.bodies)
            if (!body.fixed()) rigid::set_velocity(body, 0.2 * body.velocity, body.angular_velocity);
        Animation animation(std::move(world));
        for (int k = 0; k < 150; ++k) CHECK(animation.advance().settled);
        const Placements rest = current_placements(animation.world);
        for (int k = 0; k < 30; ++k) CHECK(animation.advance().fastest <= 1e-9);
        for (std::size_t i = 0; i < rest.size(); ++i)
            CHECK(norm(animation.world.bodies[i].position - rest[i].position) <= 1e-9);
    }
}

TEST_CASE("points to come may approach as fast as their gap allows, or as they do without gravity") {
    // A brick on edge that leans by 0.01 rad: two corners touch, two are 0.25 sin(0.01) = 2.5 mm over the
    // floor, nearer than 2 g dt^2 = 22 mm.
    const double touching = 1e-5, gap = width * std::sin(0.01);
    World world;
    scenes::add_wall(world, {10, 10, 1}, {0, 0, -0.5});
    const double lowest = 0.5 * height * std::cos(0.01) + 0.5 * width * std::sin(0.01);
    scenes::add_box(world, {width, 0.5, height}, {0, 0, lowest}, {0, 0.01, 0});
    const auto supports_at = [&](double down) {
        rigid::set_velocity(world.bodies[1], {0, 0, -down}, {});
        CloseFinder finder;
        const auto near = finder.find(world, poses_of(world), support_reach(world));
        std::vector<Contact> touching_ones = contact_points(world, near, touching);
        const Supports supports = find_supports(world, touching_ones, near, touching);
        CHECK(touching_ones.size() == 2);
        REQUIRE(supports.contacts.size() == 4);
        CHECK(supports.least[0] == 0.0);
        CHECK(supports.least[1] == 0.0);
        CHECK(std::abs(supports.contacts[2].gap - gap) <= 1e-12);
        CHECK(supports.least[2] == supports.least[3]);
        return supports.least[2];
    };
    CHECK(std::abs(supports_at(0.0) + 30 * (gap - touching)) <= 1e-12);
    CHECK(std::abs(supports_at(3.0) + 3.0) <= 1e-12);  // its collision is that of the next frame
}

TEST_CASE("a ball lies on a slope as long as its centre is over the disc on which it touches") {
    // r = 0.5, touching = 1e-4 of its size 1: a disc of sqrt(2 r touching) = 0.01 m, whose three points reach
    // between 0.005 and 0.01 m from its middle. Its centre is r tan(angle) beside the middle.
    for (const double slope : {0.009, 0.021}) {
        World world;
        world.gravity = 10.0 * normalized(Vec3{slope, 0, -1});
        scenes::add_wall(world, {20, 20, 1}, {0, 0, -0.5});
        const std::size_t ball = scenes::add_ball(world, 0.5, {0, 0, 0.5});
        Animation animation(world);
        for (int k = 0; k < 60; ++k) animation.advance();
        const Vec3 v = animation.world.bodies[ball].velocity;
        if (slope < 0.01) CHECK(norm(v) <= 1e-12);
        else CHECK(v.x > 0.005);
    }
}

TEST_CASE("corners farther off than the reach hold nothing up, though they face the floor") {
    // Two corners are 5 mm over the floor, two 20 mm higher: 2 g dt^2 = 22 mm lies between.
    const double lean = std::asin(0.02 / width);
    World world;
    scenes::add_wall(world, {10, 10, 1}, {0, 0, -0.5});
    const double lowest = 0.5 * height * std::cos(lean) + 0.5 * width * std::sin(lean);
    scenes::add_box(world, {width, 0.5, height}, {0, 0, lowest + 0.005}, {0, lean, 0});
    CloseFinder finder;
    const auto near = finder.find(world, poses_of(world), support_reach(world));
    const Supports supports = find_supports(world, {}, near, 1e-5);
    REQUIRE(supports.contacts.size() == 2);
    for (const Contact& contact : supports.contacts) CHECK(std::abs(contact.gap - 0.005) <= 1e-12);
}

TEST_CASE("a ball that rolls rolls on: it is not calm, and touches in one point") {
    // Coulomb's rule knows no rolling friction. 2 m/s, omega = v/r = 4 rad/s; the ball first or the floor.
    for (const bool floor_first : {true, false}) {
        World world;
        if (floor_first) scenes::add_wall(world, {20, 20, 1}, {0, 0, -0.5});
        const std::size_t ball = scenes::add_ball(world, 0.5, {0, 0, 0.5});
        if (!floor_first) scenes::add_wall(world, {20, 20, 1}, {0, 0, -0.5});
        rigid::set_velocity(world.bodies[ball], {2, 0, 0}, {0, 4, 0});
        Animation animation(world);
        for (int k = 0; k < 30; ++k) animation.advance();
        CHECK(std::abs(animation.world.bodies[ball].velocity.x - 2.0) <= 1e-6);
        CHECK(std::abs(animation.world.bodies[ball].angular_velocity.y - 4.0) <= 1e-6);
    }
}
