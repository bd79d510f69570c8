// Coulomb's rule, checked from velocities and impulses alone, at contacts of many bodies.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "../../src/oba/extrapolation.h"
#include "restraint/oba/animation.h"
#include "worlds.h"

using namespace restraint;
using namespace restraint::oba;

namespace {

/// Cubes of edge 1 thrown into a box from a seed, after some frames: many contacts, some sliding.
World pile(std::uint64_t seed, std::size_t frames) {
    World world = crowd(seed, 3);
    world.gravity = {0, 0, -10};
    scenes::add_wall(world, {40, 40, 1}, {2, 2, -3});
    for (RigidBody& body : world.bodies)
        if (!body.fixed()) rigid::set_velocity(body, 0.1 * body.velocity, body.angular_velocity);
    Animation animation(world);
    for (std::size_t k = 0; k < frames; ++k) animation.advance();
    return animation.world;
}

}  // namespace

TEST_CASE("Coulomb's rule holds at every contact up to the error that is told [OBA-6.21, OBA-6.27]") {
    for (std::uint64_t seed = 0; seed < 2; ++seed) {
        const World start = pile(seed, 40);
        for (const std::size_t rounds : {1U, 3U, 40U}) {
            World world = start;
            CloseFinder finder;
            const double touching = 1e-4 * smallest_size(world);
            const auto pairs = finder.find(world, poses_of(world), touching);
            const std::vector<Contact> contacts = contact_points(world, pairs, touching);
            CHECK(contacts.size() > 40);
            add_gravity(world);
            MomentumOptions options;
            options.round_limit = rounds;
            const MomentumUpdate update = update_momenta(world, contacts, 0.0, options);
            CHECK(update.status == optimize::Status::optimal);
            if (rounds == 40) CHECK(update.sliding_error <= 1e-4);
            const double e = update.sliding_error, ratio = octagon_ratio(), rounding = 1e-9;
            for (std::size_t i = 0; i < contacts.size(); ++i) {
                const Vec3 n = contacts[i].normal, j = update.impulses[i];
                const Vec3 v = relative_velocity(contacts[i], world.bodies);
                const double j_n = dot(n, j), v_n = dot(n, v), v_t = norm(v - v_n * n);
                const double power = -dot(j - j_n * n, v);  // of friction, lost
                const double mass = 800.0, small = rounding * mass;
                CHECK(v_n >= -e - rounding);
                CHECK(j_n >= -small);
                CHECK(norm(j - j_n * n) <= 0.3 * j_n + small);
                CHECK(j_n * v_n <= j_n * (e + rounding) + small);
                // Friction opposes the sliding as well as the octagon can.
                CHECK(power >= (0.3 * ratio * v_t - e - rounding) * j_n - small);
            }
        }
    }
}

TEST_CASE("a fixed point of a linear map is found in as many rounds as it has factors, and two more") {
    // Factors 0.9999 (plain rounds would need 10^5 for five digits), 0.5 and 0.1 along three turned axes.
    const Mat3 r = to_matrix(from_rotation_vector({0.3, -0.7, 0.5}));
    const double factors[3] = {0.9999, 0.5, 0.1};
    const Vec3 fixed{1, -2, 3};
    Vec3 x;
    Extrapolation extrapolation;
    for (int round = 0; round < 5; ++round) {
        Vec3 along = transpose_times(r, x - fixed);
        for (std::size_t c = 0; c < 3; ++c) along[c] *= factors[c];
        const Vec3 image = fixed + r * along;
        const Vector next = extrapolation.next({x.x, x.y, x.z}, {image.x, image.y, image.z});
        x = {next[0], next[1], next[2]};
    }
    CHECK(norm(x - fixed) <= 1e-6);  // 1/(1 - 0.9999) magnifies what differences are rounded by
}
