#include <doctest/doctest.h>

#include <cmath>

#include "restraint/oba/animation.h"
#include "restraint/rigid/mass.h"
#include "worlds.h"

using namespace restraint;
using namespace restraint::oba;

namespace {

/// A pusher of edge 1 at y = z = 0 with the given x(t).
std::size_t add_pusher(World& world, double start, std::function<double(double)> x) {
    auto body = rigid::make_body("pusher", rigid::box_mass({1, 1, 1}, 1.0), {start, 0, 0});
    return add_scripted(world, body, {scenes::box_shape({1, 1, 1})}, [x](double t) {
        return Scripted{{x(t), 0, 0}, {}};
    });
}

}  // namespace

TEST_CASE("a body that is not convex moves as one: its three bars share mass and placement (6.5)") {
    World world;
    world.gravity = {};
    const double arm = 1.0, thin = 0.2;  // m
    const std::size_t jack = scenes::add_jack(world, {}, {});
    // By hand: three bars less two cubes that count twice, and about x one bar along x and two across it.
    const double rho = scenes::wood, bar = rho * arm * thin * thin, cube = rho * thin * thin * thin;
    CHECK(std::abs(world.bodies[jack].mass - (3 * bar - 2 * cube)) <= 1e-10);
    const double along = bar * (2 * thin * thin) / 12, across = bar * (arm * arm + thin * thin) / 12;
    const double twice = 2 * cube * (2 * thin * thin) / 12;
    for (std::size_t c = 0; c < 3; ++c)
        CHECK(std::abs(world.bodies[jack].body_inertia(c, c) - (along + 2 * across - twice)) <= 1e-10);
    CHECK(world.parts.size() == 3);
    CHECK_FALSE(world.may_touch(0, 1));  // parts of one body

    // A blow on the end of one arm turns the whole.
    scenes::add_ball(world, 0.1, {0.4, 0, thin / 2 + 0.1}, {0, 0, -3});
    Animation animation(world);
    const auto momenta = [&] {
        Vec3 p, l;
        for (const RigidBody& body : animation.world.bodies) {
            p += body.linear_momentum;
            l += body.angular_momentum + cross(body.position, body.linear_momentum);
        }
        return std::pair{p, l};
    };
    const Vec3 p = momenta().first;
    animation.advance();
    CHECK(norm(momenta().first - p) <= 1e-9 * norm(p));
    CHECK(animation.world.bodies[jack].angular_velocity.y > 1e-3);
    CHECK(animation.world.bodies[jack].velocity.z < 0.0);
}

TEST_CASE("a script that presses a body against a wall stops there, and nothing has to overlap") {
    // The robot's hand of chapter 7: a cube between a wall at x = 2 and a pusher that goes on to x = 1.2 at 3
    // m/s, and after a second back to where it came from. The thesis' programs have no solution then.
    World world;
    world.gravity = {};
    scenes::add_wall(world, {1, 4, 4}, {2.5, 0, 0});
    const std::size_t cube = scenes::add_box(world, {1, 1, 1}, {0, 0, 0});
    const auto x = [](double t) {
        return t < 1 ? std::min(1.2, -1.5 + 3 * t) : std::max(-1.5, 1.2 - 3 * (t - 1));
    };
    const std::size_t pusher = add_pusher(world, -1.5, x);
    Animation animation(world);
    const auto& bodies = animation.world.bodies;
    double farthest = -2.0;
    for (int k = 1; k <= 90; ++k) {
        const FrameReport report = animation.advance();
        CAPTURE(k);
        CHECK(report.settled);
        CHECK(report.unsolved == 0);
        CHECK(report.overlap <= 1e-6 * smallest_size(world));
        farthest = std::max(farthest, bodies[pusher].position.x);
        if (k == 10) CHECK(std::abs(bodies[pusher].position.x - x(1.0 / 3)) <= 2e-3);  // the cube yields
    }
    CHECK(farthest <= 0.5 + 1e-5);  // wall 2, cube 1, half a pusher: 0.5
    CHECK(std::abs(farthest - 0.5) <= 2e-3);
    CHECK(bodies[cube].position.x >= 1.5 - 0.5);  // it was carried to the wall, and not dragged back
    CHECK(std::abs(bodies[pusher].position.x + 1.5) <= 1e-9);  // and the script is followed again
}

TEST_CASE("a script and a wall that ask for what cannot be: the script loses its speed, no more [OBA-6.27]") {
    // The pusher closes in at 2 m/s on a cube that touches both it and the wall.
    World world;
    world.gravity = {};
    world.friction = 0.0;
    scenes::add_wall(world, {1, 4, 4}, {1, 0, 0});
    const std::size_t cube = scenes::add_box(world, {1, 1, 1}, {0, 0, 0});
    const std::size_t pusher = add_pusher(world, -1, [](double) { return -1.0; });
    rigid::set_velocity(world.bodies[pusher], {2, 0, 0}, {});
    const std::vector<Contact> contacts{contact_of(cube, 0, {-1, 0, 0}, {0.5, 0, 0}),
                                        contact_of(cube, pusher, {1, 0, 0}, {-0.5, 0, 0})};
    const MomentumUpdate update = update_momenta(world, contacts, 0.0);
    CHECK(update.status == optimize::Status::optimal);
    CHECK(std::abs(world.bodies[cube].velocity.x) <= 1e-9);
    CHECK(std::abs(world.bodies[pusher].velocity.x) <= 1e-9);
    CHECK(dot(update.impulses[1], Vec3{1, 0, 0}) > 0.0);
    SUBCASE("what bounces elsewhere bounces once, with all of its impulse") {
        // 3 kg at 2 m/s, restitution 1: 12 N s, also where the scripts' group is solved a second time.
        rigid::set_velocity(world.bodies[pusher], {2, 0, 0}, {});
        const std::size_t mass =
            world.add(sliding_mass({0, 0, 9}, {0, 0, -2}, 3.0), scenes::box_shape({1, 1, 1}));
        const std::size_t floor = scenes::add_wall(world, {1, 1, 1}, {0, 0, 8});
        const Contact landing = contact_of(mass, floor, {0, 0, 1}, {0, 0, 8.5});
        const MomentumUpdate both =
            update_momenta(world, {landing, contacts[0], contacts[1]}, std::vector<double>{2.0, 0.0, 0.0});
        CHECK(std::abs(world.bodies[mass].velocity.z - 2.0) <= 1e-9);
        CHECK(norm(both.impulses[0] - Vec3{0, 0, 12}) <= 1e-9);
    }
    SUBCASE("where there is room it keeps its speed to the last bit") {
        rigid::set_velocity(world.bodies[pusher], {2, 0, 0}, {});
        update_momenta(world, {contacts[1]}, 0.0);
        CHECK(world.bodies[pusher].velocity == Vec3{2, 0, 0});
        CHECK(std::abs(world.bodies[cube].velocity.x - 2.0) <= 1e-9);
    }
}

TEST_CASE("a script that closes on a wedge shoots it off at its speed over tan(a)") {
    // By hand, without friction: between a wall and a pusher of 2 m/s whose face leans by a, a body leaves at
    // 2/tan(a). That is 3.66 m/s at a = 0.5, and 200 m/s at a = 0.01.
    for (const double angle : {0.5, 0.01}) {
        CAPTURE(angle);
        World world;
        world.gravity = {};
        world.friction = 0.0;
        world.add(sliding_mass({}, {}), scenes::box_shape({1, 1, 1}));
        scenes::add_wall(world, {1, 4, 4}, {-1, 0, 0});
        const std::size_t pusher = add_pusher(world, 1, [](double) { return 1.0; });
        rigid::set_velocity(world.bodies[pusher], {-2, 0, 0}, {});
        const std::vector<Contact> contacts{contact_of(0, 1, {1, 0, 0}),
                                            contact_of(0, pusher, {-std::cos(angle), 0, std::sin(angle)})};
        CHECK(update_momenta(world, contacts, 0.0).status == optimize::Status::optimal);
        CHECK(world.bodies[pusher].velocity == Vec3{-2, 0, 0});
        CHECK(std::abs(norm(world.bodies[0].velocity) - 2.0 / std::tan(angle)) <= 1e-9 / angle);
    }
}

TEST_CASE("a body between a wall and a fast script is pushed aside, or holds the script up upright") {
    // A pusher of 3 m/s, whose face leans, drives a cube against a wall and on, as if there were none. It may
    // be shifted, but not be turned.
    for (const double lean : {0.02, 0.1, 0.3, 0.7})
        for (const double aside : {0.0, 0.2}) {
            CAPTURE(lean);
            CAPTURE(aside);
            World world;
            world.gravity = {};
            world.friction = 0.0;
            scenes::add_wall(world, {1, 20, 20}, {2.5, 0, 0});
            scenes::add_box(world, {1, 1, 1}, {1.4 - 0.5 * lean, 0, aside}, {0, 0.5 * lean, 0});
            const Quaternion turn = from_rotation_vector({0, lean, 0});
            const auto script = [turn](double t) {
                return Scripted{{std::min(3.0, -1.0 + 3 * t), 0, 0}, turn};
            };
            const std::size_t pusher = add_scripted(
                world, rigid::make_body("pusher", rigid::box_mass({1, 1, 1}, 1.0), {-1, 0, 0}, turn),
                {scenes::box_shape({1, 1, 1})}, script);
            Animation animation(world);
            for (int k = 0; k < 60; ++k) {
                const FrameReport report = animation.advance();
                CHECK(report.settled);
                CHECK(report.unsolved == 0);
                CHECK(report.overlap <= 1e-6 * smallest_size(world));
                const Quaternion tilt = animation.world.bodies[pusher].quaternion * conjugate(turn);
                CHECK(norm(rotation_vector(tilt)) <= 1e-14);
            }
        }
}

TEST_CASE(
    "a scripted body that is behind catches up at twice its script's speed, or a tenth of a size a frame") {
    World world;
    auto body = rigid::make_body("pusher", rigid::box_mass({1, 1, 1}, 1.0), {-5, 0, 0});
    const std::size_t pusher = add_scripted(world, body, {scenes::box_shape({1, 1, 1})}, [](double t) {
        return Scripted{{std::min(9 * t, 3.0), 0, 0}, {}};
    });
    CHECK(std::abs(target_placements(world)[pusher].position.x - (-5 + 2 * 9.0 / 30)) <= 1e-12);
    world.time = 1.0;  // the script stands
    CHECK(std::abs(target_placements(world)[pusher].position.x - (-5 + 0.1)) <= 1e-12);
    world.bodies[pusher].position = {2.9, 0, 0};
    CHECK(target_placements(world)[pusher].position == Vec3{3, 0, 0});  // near enough
}

TEST_CASE("what a script runs into goes on at its speed [OBA-6.24]") {
    // Restitution 0, no friction: a pusher of 3 m/s meets a cube 0.05 m before it in its first frame.
    World world;
    world.gravity = {};
    world.friction = world.restitution = 0.0;
    const std::size_t cube = scenes::add_box(world, {1, 1, 1}, {1.05, 0, 0});
    const std::size_t pusher = add_pusher(world, 0.0, [](double t) { return 3 * t; });
    Animation animation(world);
    animation.advance();
    CHECK(std::abs(animation.world.bodies[pusher].velocity.x - 3.0) <= 1e-2);  // it yields by a thousandth
    CHECK(std::abs(animation.world.bodies[cube].velocity.x - animation.world.bodies[pusher].velocity.x) <=
          1e-9);
}

TEST_CASE("a scripted body turns as far as it likes in a QP; the bound is for the others") {
    World world;
    world.gravity = {};
    const std::size_t cube = scenes::add_box(world, {1, 1, 1}, {1.1, 0, 0});
    const auto script = [](double t) {
        return Scripted{{}, from_rotation_vector({0, 0, 15 * t})};  // 0.5 rad a frame
    };
    add_scripted(world, rigid::make_body("turner", rigid::box_mass({1, 1, 1}, 1.0), {}),
                 {scenes::box_shape({1, 1, 1})}, script);
    PositionUpdater updater;
    const PositionUpdate update = updater.update(world, target_placements(world));
    CHECK(update.settled);
    CHECK(update.largest_rotation <= 0.1 * (1 + 1e-9));
    CHECK(update.placements[cube].position.x > 1.15);
    CHECK(norm(rotation_vector(update.placements[1].quaternion) - Vec3{0, 0, 0.5}) <= 1e-12);
}
