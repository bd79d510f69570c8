// Bodies that just fit between others: what presses them, and what does not.

#include <doctest/doctest.h>

#include <cmath>

#include "restraint/oba/animation.h"
#include "worlds.h"

using namespace restraint;
using namespace restraint::oba;

namespace {

/// A cube of edge 1 that just fits between two plates whose normals are along the given turn of x.
World between_plates(Vec3 turn, double gap) {
    World world;
    const Mat3 r = to_matrix(from_rotation_vector(turn));
    for (const double side : {-1.0, 1.0})
        scenes::add_wall(world, {1, 40, 40}, side * (1.0 + gap) * (r * Vec3{1, 0, 0}), turn);
    scenes::add_box(world, {1, 1, 1}, {}, turn);
    return world;
}

}  // namespace

TEST_CASE("between two walls that it just touches, a block falls freely: nothing presses it") {
    // Any push from one wall would be answered by the other, and friction could hold the block: one of
    // several solutions of Coulomb's rule. A speed of `sideways` presses with m sideways, no more, and takes
    // at most mu (1 + eps) of that from the fall, each time that the block has crossed the gap.
    for (const double sideways : {0.0, 1e-10, 1e-7, -1e-5})
        for (const double gap : {0.0, 1e-8}) {
            CAPTURE(sideways);
            CAPTURE(gap);
            const Vec3 turn{0, 0, 0.3};
            World world = between_plates(turn, gap);
            const Vec3 across = to_matrix(from_rotation_vector(turn)) * Vec3{1, 0, 0};
            rigid::set_velocity(world.bodies[2], sideways * across, {});
            Animation animation(world);
            for (int k = 0; k < 30; ++k) animation.advance();
            const double lost = 30 * 2 * 0.3 * 1.3 * std::abs(sideways) + 1e-10;
            CHECK(std::abs(animation.world.bodies[2].velocity.z + 10.0) <= lost);
            // Each frame's fall is that of the speed before: 1/3 m/s^2 ... z = -10 (30 29/2)/900.
            CHECK(std::abs(animation.world.bodies[2].position.z + 10.0 * 435 / 900) <= lost + 1e-6);
        }
}

TEST_CASE("between floor and ceiling, a block slides as if the ceiling were not there") {
    // v = 4 m/s less mu g dt = 0.1 a frame: after 30 frames 1 m/s, and x = (4 + 3.9 + ... + 1.1)/30 = 2.55 m.
    // The solution that sticks at once needs impulses of m v/mu from floor and ceiling.
    const Vec3 lying{0, std::acos(0.0), 0};
    World world = between_plates(lying, 0.0);
    rigid::set_velocity(world.bodies[2], {4, 0, 0}, {});
    Animation animation(world);
    for (int k = 0; k < 30; ++k) CHECK(animation.advance().unfinished == 0);
    CHECK(std::abs(animation.world.bodies[2].velocity.x - 1.0) <= 1e-7);
    CHECK(std::abs(animation.world.bodies[2].position.x - 2.55) <= 1e-6);
    for (int k = 0; k < 15; ++k) animation.advance();
    CHECK(norm(animation.world.bodies[2].velocity) <= 1e-9);
}

TEST_CASE("what is pressed between plates is held") {
    // A cube lies on a plate that leans by tan = 0.25 < mu, the other plate just above it: gravity presses it
    // on to the lower one, and it stays. At tan = 0.4 it slides, by 10 (sin a - mu cos a) m/s^2.
    for (const double slope : {0.25, 0.4}) {
        CAPTURE(slope);
        const double angle = std::atan(slope);
        World world = between_plates({0, std::acos(0.0), 0}, 0.0);
        world.gravity = 10.0 * Vec3{std::sin(angle), 0, -std::cos(angle)};
        Animation animation(world);
        for (int k = 0; k < 30; ++k) animation.advance();
        const double expected = slope < 0.3 ? 0.0 : 10.0 * (std::sin(angle) - 0.3 * std::cos(angle));
        CHECK(std::abs(animation.world.bodies[2].velocity.x - expected) <= 1e-7);
    }
}

TEST_CASE("a block slides freely between two arms that are one body, or that a joint holds together") {
    // It presses at 1e-7 m/s against one arm: friction takes at most mu times that, though a pair of pushes
    // of the arms, as large as you like, would hold it at once.
    for (const bool jointed : {false, true}) {
        CAPTURE(jointed);
        World world;
        world.gravity = {};
        world.add(sliding_mass({}, {1e-7, 0, 4}, 2.0), scenes::box_shape({1, 1, 1}));
        const auto arm = [&](double x) {
            return world.add(sliding_mass({x, 0, 0}, {}, 3.0), scenes::box_shape({1, 1, 1}));
        };
        const std::size_t left = arm(jointed ? -1.0 : 0.0), right = jointed ? arm(1.0) : left;
        if (jointed) world.link(left, right, {0, -1, 0});
        const std::vector<Contact> contacts{contact_of(0, left, {1, 0, 0}, {-0.5, 0, 0}),
                                            contact_of(0, right, {-1, 0, 0}, {0.5, 0, 0})};
        CHECK(update_momenta(world, contacts, 0.0).status == optimize::Status::optimal);
        CHECK(std::abs(world.bodies[0].velocity.z - 4.0) <= 1e-6);
        CHECK(std::abs(world.bodies[left].velocity.z) <= 1e-6);
        CHECK(std::abs(world.bodies[right].velocity.z) <= 1e-6);
    }
}
