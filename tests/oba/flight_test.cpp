#include "restraint/oba/flight.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "../claims.h"
#include "restraint/oba/animation.h"
#include "worlds.h"

using namespace restraint;
using namespace restraint::oba;

namespace {

/// A ball of radius 0.02 m at 60 m/s before a wall of 0.02 m, which is body 0: 2 m a frame.
World bullet(bool fixed_wall) {
    World world;
    world.gravity = {};
    world.friction = 0.0;
    world.restitution = 0.5;
    if (fixed_wall) scenes::add_wall(world, {0.02, 2, 2}, {1, 0, 0});
    else scenes::add_box(world, {0.02, 2, 2}, {1, 0, 0});
    scenes::add_ball(world, 0.02, {0, 0.3, 0.1}, {60, 0, 0});
    return world;
}

Vec3 momentum(const World& world) {
    Vec3 p;
    for (const RigidBody& body : world.bodies)
        if (!body.fixed()) p += body.linear_momentum;
    return p;
}
Vec3 angular_momentum(const World& world) {
    Vec3 l;
    for (const RigidBody& body : world.bodies)
        if (!body.fixed()) l += body.angular_momentum + cross(body.position, body.linear_momentum);
    return l;
}

}  // namespace

TEST_CASE("a bullet passes a thin wall in pure OBA, and not in the hybrid [claim CL-O-20] [OBA-hybpos]") {
    AnimationOptions options;
    SUBCASE("c_max = 0: the wall is not seen") {
        Animation animation(bullet(true), options);
        const FrameReport report = animation.advance();
        CHECK(report.collisions == 0);
        CHECK(animation.world.bodies[1].position.x > 1.9);
        CHECK(std::abs(animation.world.bodies[1].velocity.x - 60.0) <= 1e-12);
        measured("CL-O-20",
                 "c_max = 0: passes with " + figure(animation.world.bodies[1].velocity.x) + " m/s");
    }
    SUBCASE("c_max = 1") {
        options.flight.bounces = 1;
        Animation animation(bullet(true), options);
        const FrameReport report = animation.advance();
        CHECK(report.flight_bounces == 1);
        // By hand: 0.97 m to the wall takes 0.01617 s, the rest of 1/30 s is flown back at 30 m/s.
        const double after = 0.97 - 30.0 * (1.0 / 30 - 0.97 / 60);
        CHECK(std::abs(animation.world.bodies[1].position.x - after) <= 1e-4);
        CHECK(std::abs(animation.world.bodies[1].velocity.x + 30.0) <= 1e-9);
        measured("CL-O-20",
                 "c_max = 1: comes back with " + figure(animation.world.bodies[1].velocity.x) + " m/s");
    }
    SUBCASE("v_min above its speed is pure OBA again") {
        options.flight.bounces = 1;
        options.flight.slowest = 61.0;
        Animation animation(bullet(true), options);
        CHECK(animation.advance().flight_bounces == 0);
        CHECK(animation.world.bodies[1].position.x > 1.9);
    }
}

TEST_CASE(
    "a pair that meets slower than v_min does not see each other in the rest of the frame [OBA-hybpos]") {
    // A ball of radius 0.05 m drifts at 0.09 m/s over 1 mm to a sheet of 1 cm, in 0.011 s. A bullet, 0.53 m
    // behind it at 30 m/s, reaches it at 0.018 s and drives it on.
    World world;
    world.gravity = {};
    world.friction = 0.0;
    world.restitution = 0.5;
    scenes::add_wall(world, {0.01, 2, 2}, {0.056, 0, 0});
    const std::size_t ball = scenes::add_ball(world, 0.05, {0, 0, 0}, {0.09, 0, 0});
    scenes::add_ball(world, 0.02, {-0.6, 0, 0}, {30, 0, 0});
    const World start = world;
    FlightOptions options;
    options.bounces = 1;
    const Flight through = bounce_in_flight(world, target_placements(world), 1e-6, options);
    CHECK(through.bounces == 1);  // of the bullet; 0.1 m/s is v_min
    CHECK(through.targets[ball].position.x > 0.03);
    world = start;
    options.slowest = 0.05;
    CHECK(bounce_in_flight(world, target_placements(world), 1e-6, options).bounces == 2);
}

TEST_CASE("bounces in flight keep linear and angular momentum, and the bodies apart") {
    World world = bullet(false);  // the wall is hit beside its centre, and turns
    const Vec3 p = momentum(world), l = angular_momentum(world);
    AnimationOptions options;
    options.flight.bounces = 2;
    Animation animation(world, options);
    double worst = 0.0;
    for (int k = 0; k < 3; ++k) {
        const FrameReport report = animation.advance();
        CHECK(report.flight_bounces == (k == 0 ? 1 : 0));
        worst = std::max(worst, report.overlap / smallest_size(world));
    }
    CHECK(norm(momentum(animation.world) - p) <= 1e-12 * norm(p));
    // The meeting is found to the distance of contact, 1e-4 of the size, and so is the place of the impulse.
    CHECK(norm(angular_momentum(animation.world) - l) <= 1e-4 * norm(l));
    CHECK(norm(animation.world.bodies[0].angular_velocity) > 0.01);
    CHECK(worst <= 1e-6);
    // Newton's rule at the point of the wall that was hit: the bullet recedes at half its speed.
    const Vec3 wall = rigid::point_velocity(animation.world.bodies[0], {1, 0.3, 0.1});
    CHECK(std::abs(animation.world.bodies[1].velocity.x - wall.x + 30.0) <= 0.1);  // (it has turned a little)
}

TEST_CASE("between two walls a fast ball bounces c_max times at each, in the right order") {
    // Walls at x = 0 and x = 1, a ball of radius 0.05 starts in the middle: 0.9 m from wall to wall, elastic.
    World world;
    world.gravity = {};
    world.restitution = 1.0;
    scenes::add_wall(world, {0.1, 2, 2}, {-0.05, 0, 0});
    scenes::add_wall(world, {0.1, 2, 2}, {1.05, 0, 0});
    const std::size_t ball = scenes::add_ball(world, 0.05, {0.5, 0, 0}, {90, 0, 0});  // 3 m a frame
    AnimationOptions options;
    options.flight.bounces = 10;
    Animation animation(world, options);
    // On the unfolded line it goes from 0.45 to 3.45 m, past walls at 0.9, 1.8, 2.7: three bounces, and is
    // 0.75 m into the fourth leg, which leads from the right wall to the left... by 0.45 + 3 = 3 * 0.9 +
    // 0.75.
    const FrameReport report = animation.advance();
    CHECK(report.flight_bounces == 3);
    CHECK(std::abs(animation.world.bodies[ball].position.x - (0.95 - 0.75)) <= 1e-3);
    CHECK(std::abs(animation.world.bodies[ball].velocity.x + 90.0) <= 1e-9);
    options.flight.bounces = 1;  // one bounce a pair: right, left, and then through
    Animation once(world, options);
    CHECK(once.advance().flight_bounces == 2);
}

TEST_CASE("where nothing is fast, the hybrid changes no bit") {
    AnimationOptions hybrid;
    hybrid.flight.bounces = 3;
    Animation plain(scenes::stack(2).world), other(scenes::stack(2).world, hybrid);
    for (int k = 0; k < 5; ++k) {  // falls at less than 10 percent of a cube in a frame
        plain.advance();
        CHECK(other.advance().flight_bounces == 0);
    }
    for (std::size_t i = 0; i < plain.world.bodies.size(); ++i)
        CHECK(plain.world.bodies[i].position == other.world.bodies[i].position);
}

TEST_CASE("bodies that meet nothing keep their targets to the last bit") {
    Random random(91);
    World world = bullet(true);
    for (int k = 1; k <= 20; ++k) {
        const std::size_t i = scenes::add_box(world, {0.1, 0.2, 0.3}, {0, 30.0 * k, 0});
        const auto any = [&] { return random.uniform(-50, 50); };
        const double x = any(), y = any(), z = any(), turn = any();
        rigid::set_velocity(world.bodies[i], {x, y, z}, {turn, 0, 1});
    }
    const Placements targets = target_placements(world);
    FlightOptions options;
    options.bounces = 1;
    const Flight flight = bounce_in_flight(world, targets, 1e-6, options);
    CHECK(flight.bounces == 1);
    CHECK(flight.targets[1].position.x < 1.0);
    for (std::size_t i = 2; i < targets.size(); ++i) {
        CHECK(flight.targets[i].position == targets[i].position);
        CHECK(flight.targets[i].quaternion == targets[i].quaternion);
    }
}

TEST_CASE("a turning stick meets what only the middle of its arc reaches [OBA-hybpos]") {
    // From 90 degrees less half a radian to half a radian more in one frame: its tip, 1 m from the centre, is
    // cos(1/2) = 0.878 m high at both ends and 1 m in the middle, where a small fixed box begins at 0.95 m.
    World world;
    world.gravity = {};
    const std::size_t stick = scenes::add_box(world, {2.0, 0.02, 0.02}, {}, {0, -(std::acos(0.0) - 0.5), 0});
    rigid::set_velocity(world.bodies[stick], {}, {0, -30, 0});
    scenes::add_wall(world, {0.02, 0.02, 0.1}, {0, 0, 1.0});
    FlightOptions options;
    options.bounces = 1;
    const Flight flight = bounce_in_flight(world, target_placements(world, Turn::start), 1e-5, options);
    CHECK(flight.bounces == 1);
}

TEST_CASE("a pair that has met too slowly to bounce is not seen again in the frame [OBA-hybpos]") {
    // Balls of 5 mm: the middle one creeps against the right one at 0.05 m/s, less than v_min = 0.1, and is
    // then hit from behind at 3 m/s: that is the only bounce.
    World world;
    world.gravity = {};
    world.friction = 0.0;
    world.restitution = 1.0;  // the last one stops
    const double radius = 0.005;
    scenes::add_ball(world, radius, {0, 0, 0});
    scenes::add_ball(world, radius, {-2 * radius - 1e-4, 0, 0}, {0.05, 0, 0});
    scenes::add_ball(world, radius, {-4 * radius - 0.01, 0, 0}, {3, 0, 0});
    FlightOptions options;
    options.bounces = 1;
    const Flight flight = bounce_in_flight(world, target_placements(world), 1e-8, options);
    CHECK(flight.bounces == 1);
    CHECK(world.bodies[0].velocity == Vec3{});
    CHECK(std::abs(world.bodies[1].velocity.x - 3.0) <= 1e-9);
}

TEST_CASE("a jointed body that is struck in flight bounces as if it were free, and keeps its joint") {
    // 2 kg at 60 m/s against 3 kg at rest, elastic: 2 * 2/(2 + 3) * 60 = 48 m/s. A nail holds the struck one
    // along the blow, which the momentum update at the frame's end sees to.
    World world;
    world.gravity = {};
    world.restitution = 1.0;
    const auto mass = [&](double x, double v, double kilograms) {
        return world.add(sliding_mass({x, 0, 0}, {v, 0, 0}, kilograms), scenes::box_shape({0.1, 0.1, 0.1}));
    };
    mass(0, 60, 2);
    const std::size_t struck = mass(1, 0, 3);
    const std::size_t nail = scenes::add_wall(world, {0.1, 0.1, 0.1}, {3, 0, 0});
    world.link(nail, struck, {3, 0, 0});
    FlightOptions options;
    options.bounces = 1;
    CHECK(bounce_in_flight(world, target_placements(world), 1e-6, options).bounces == 1);
    CHECK(std::abs(world.bodies[struck].velocity.x - 48.0) <= 1e-9);
    CHECK(world.joints.size() == 1);
}
