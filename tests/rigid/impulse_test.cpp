#include <doctest/doctest.h>

#include "restraint/rigid/body.h"

using namespace restraint;
using namespace restraint::rigid;

TEST_CASE("an impulse off the centre pushes and turns, and its work is J.v/2 [PBM-G-8.5, PBM-G-8.6]") {
    // A unit cube of 12 kg: I = M/12 (1 + 1) = 2 kg m^2 about every axis.
    RigidBody cube = make_body("cube", box_mass({1, 1, 1}, 12.0), {1, 2, 3});
    const Vec3 impulse{0, 0, 6}, edge = cube.position + Vec3{0.5, 0.5, 0};
    add_impulse(cube, impulse, edge);
    CHECK(cube.linear_momentum == impulse);
    CHECK(cube.angular_momentum == Vec3{3, -3, 0});  // (0.5, 0.5, 0) x (0, 0, 6)
    CHECK(norm(cube.velocity - Vec3{0, 0, 0.5}) < 1e-15);
    CHECK(norm(cube.angular_velocity - Vec3{1.5, -1.5, 0}) < 1e-15);
    CHECK(norm(point_velocity(cube, edge) - Vec3{0, 0, 2}) < 1e-15);  // 0.5 + 1.5 * 0.5 + 1.5 * 0.5
    CHECK(kinetic_energy(cube) ==
          doctest::Approx(dot(impulse, point_velocity(cube, edge)) / 2).epsilon(1e-15));
    add_impulse(cube, -impulse, edge);  // the opposite one stops it
    CHECK(norm(cube.velocity) < 1e-15);
    CHECK(norm(cube.angular_velocity) < 1e-15);

    RigidBody floor = make_fixed("floor", {});
    add_impulse(floor, impulse, {1, 0, 0});
    CHECK(floor.velocity == Vec3{});
    CHECK(floor.angular_momentum == Vec3{});
}
