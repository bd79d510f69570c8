#include "restraint/rigid/body.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <vector>

#include "../claims.h"
#include "../random.h"
#include "restraint/rigid/mass.h"

using namespace restraint;
using namespace restraint::rigid;

namespace {

// A tumbling body whose principal axes are not its body axes.
RigidBody random_body(Random& random) {
    const Mat3 turn = to_matrix(from_rotation_vector(3.0 * random_vec3(random)));
    const MassProperties m = moved(box_mass({0.5, 0.8, 1.3}, 2.0), Pose{{}, turn});
    RigidBody body = make_body("b", m, random_vec3(random), from_rotation_vector(random_vec3(random)));
    const Vec3 velocity = random_vec3(random), omega = 2.0 * random_vec3(random);
    set_velocity(body, velocity, omega);
    return body;
}

}  // namespace

TEST_CASE(
    "two equal pushes off the centre do not turn a body, two opposite ones only do "
    "[PBM-G-sec5.3, PBM-G-5.6, claim CL-G-02, erratum G10, erratum G11]") {
    // Forces and torques add up.   [PBM-G-2.21, PBM-G-2.22, PBM-G-2.23]
    const double f = 3.0;
    RigidBody body = make_body("block", box_mass({7, 1, 5}, 0.1), {1, 2, 3});
    const Vec3 x = body.position;
    add_force(body, {0, 0, f}, x + Vec3{-3, 0, -2});
    add_force(body, {0, 0, f}, x + Vec3{3, 0, -2});
    CHECK(body.force == Vec3{0, 0, 2 * f});
    const Vec3 equal_force = body.force, equal_torque = body.torque;
    CHECK(body.torque == Vec3{});  // levers add up to (0, 0, -4), which is parallel to the force
    CHECK(norm(linear_acceleration(body) - Vec3{0, 0, 2 * f / 3.5}) <
          1e-15);  // M = 7 * 1 * 5 * 0.1 [PBM-G-2.30]
    body.force = body.torque = {};
    add_force(body, {0, 0, f}, x + Vec3{-3, 0, -2});
    add_force(body, {0, 0, -f}, x + Vec3{3, 0, 2});
    CHECK(body.force == Vec3{});
    CHECK(body.torque == Vec3{0, 6 * f, 0});
    measured("CL-G-02", "pair of opposite pushes: torque " + figure(body.torque.y / f) + " f, force " +
                            figure(norm(body.force) / f) + " f; pair of equal ones: " +
                            figure(norm(equal_torque) / f) + " f and " + figure(equal_force.z / f) + " f");
}

TEST_CASE(
    "gravity adds M g and no torque, and passes fixed bodies by"
    " [PBM-G-5.4, PBM-G-5.5, PBM-G-fixed, erratum G09, erratum G21]") {
    RigidBody block = make_body("block", box_mass({1, 2, 3}, 2.0), {1, 1, 1}),
              floor = make_fixed("floor", {});
    const Vec3 g{0, 0, -9.81};
    add_gravity(block, g);
    add_gravity(floor, g);
    CHECK(block.force == 12.0 * g);
    CHECK(block.torque == Vec3{});
    CHECK(floor.force == Vec3{});  // infinite mass times the inverse mass 0 would be NaN
    CHECK(linear_acceleration(floor) == Vec3{});
    CHECK(angular_acceleration(floor) == Vec3{});
    add_impulse(floor, {1, 2, 3}, {4, 5, 6});
    CHECK(floor.velocity == Vec3{});
    CHECK(kinetic_energy(floor) == 0.0);
}

TEST_CASE(
    "omega changes without a torque: diag(1,2,3), omega (1,1,0) gives (0,0,-1/3)"
    " [PBM-G-C-10, claim CL-G-18]") {
    // L = (1, 2, 0); L x omega = (0, 0, 1*1 - 2*1) = (0, 0, -1); divided by I_z = 3.
    RigidBody body = make_body("b", {1.0, {}, Mat3::diagonal({1, 2, 3})}, {});
    set_velocity(body, {}, {1, 1, 0});
    CHECK(body.angular_momentum == Vec3{1, 2, 0});
    CHECK(norm(angular_acceleration(body) - Vec3{0, 0, -1.0 / 3}) < 1e-16);
    measured("CL-G-18", figures({angular_acceleration(body).x, angular_acceleration(body).y,
                                 angular_acceleration(body).z}));
    set_velocity(body, {}, {0, 5, 0});  // about a principal axis L and omega are parallel
    CHECK(angular_acceleration(body) == Vec3{});
}

TEST_CASE(
    "energy and momenta of a body are those of its particles "
    "[PBM-G-C-1, PBM-G-C-3, PBM-G-2.25, PBM-G-2.17]") {
    Random random(72);
    for (int trial = 0; trial < 20; ++trial) {
        INFO("seed 72, trial ", trial);
        std::vector<double> masses;
        std::vector<Vec3> points;
        for (int i = 0; i < 7; ++i) {
            masses.push_back(random.uniform(0.1, 2.0));
            points.push_back(random_vec3(random));
        }
        const MassProperties m = particles_mass(masses, points);
        RigidBody body = make_body("b", m, random_vec3(random), from_rotation_vector(random_vec3(random)));
        const Vec3 velocity = random_vec3(random), omega = random_vec3(random);
        set_velocity(body, velocity, omega);
        double energy = 0.0;
        Vec3 p, l;
        for (std::size_t i = 0; i < masses.size(); ++i) {
            const Vec3 r = body.pose().to_world(points[i] - m.center), v = point_velocity(body, r);
            // v - r* omega, with a minus.   [PBM-G-A-6, PBM-G-8.1, PBM-G-code-ptvel, erratum G22]
            CHECK(norm(v - (velocity - star(r - body.position) * omega)) < 1e-14);
            CHECK(norm(v - (velocity + star(r - body.position) * omega)) > 1e-6);
            energy += 0.5 * masses[i] * dot(v, v);
            p += masses[i] * v;
            l += masses[i] * cross(r - body.position, v);
        }
        CHECK(std::abs(kinetic_energy(body) - energy) < 1e-14 * energy);
        // M is the sum of the masses and x their centre.   [PBM-G-2.14, PBM-G-2.18]
        CHECK(norm(body.linear_momentum - p) < 1e-14 * m.mass);   // [PBM-G-2.27]
        CHECK(norm(body.angular_momentum - l) < 1e-13 * m.mass);  // [PBM-G-L, PBM-G-2.39]
    }
}

TEST_CASE(
    "I^-1 turns with the body: d/dt I^-1 = omega* I^-1 - I^-1 omega* [PBM-G-C-8, PBM-G-2.40, erratum G24]") {
    Random random(73);
    RigidBody body = random_body(random);
    const double h = 1e-5;  // central difference: h^2 |omega|^3 ~ 1e-9, rounding 1e-16/h = 1e-11
    RigidBody before = body, after = body;
    set_orientation(before, turned(body.quaternion, body.angular_velocity, -h));
    set_orientation(after, turned(body.quaternion, body.angular_velocity, h));
    const Mat3 rate = 1 / (2 * h) * (after.inverse_inertia - before.inverse_inertia);
    const Mat3 w = star(body.angular_velocity);
    const Mat3 formula = w * body.inverse_inertia - body.inverse_inertia * w;
    CHECK(max_entry(rate - formula) < 1e-8 * max_entry(formula));
    CHECK(max_entry(formula) > 0.1);
}

TEST_CASE(
    "the acceleration of a body's point is the second difference of its path [PBM-G-C-12, PBM-G-C-11]") {
    Random random(74);
    const double h = 1e-3;
    for (int trial = 0; trial < 5; ++trial) {
        INFO("seed 74, trial ", trial);
        RigidBody body = random_body(random);
        add_force(body, {1, -2, 3}, body.position + Vec3{0.1, 0.2, -0.3});
        const Vec3 p0 = body.pose().to_body(body.position + Vec3{0.4, -0.2, 0.3});
        // Far finer Euler steps than h, both ways in time: positions right to h^2 * 1e-4.
        const auto position_after = [&](double time) {
            RigidBody b = body;
            const int n = 20000;
            const double dt = time / n;
            for (int i = 0; i < n; ++i) {
                RigidBody half = b;
                half.position += 0.5 * dt * b.velocity;
                half.linear_momentum += 0.5 * dt * b.force;
                half.angular_momentum += 0.5 * dt * b.torque;
                set_orientation(half, turned(b.quaternion, b.angular_velocity, 0.5 * dt));
                b.position += dt * half.velocity;
                b.linear_momentum += dt * b.force;
                b.angular_momentum += dt * b.torque;
                set_orientation(b, turned(b.quaternion, half.angular_velocity, dt));
            }
            return b.pose().to_world(p0);
        };
        const Vec3 now = body.pose().to_world(p0), before = position_after(-h), after = position_after(h);
        const Vec3 a = cross(angular_acceleration(body), now - body.position) + centripetal(body, now) +
                       linear_acceleration(body);
        CHECK(norm((1 / (h * h)) * (after - 2.0 * now + before) - a) < 1e-4 * norm(a));
        CHECK(norm((1 / (2 * h)) * (after - before) - point_velocity(body, now)) < 1e-4);
        CHECK(norm(a) > 0.5);
    }
}

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

TEST_CASE("a pose takes a point to the world and back [PBM-G-2.1]") {
    // A quarter turn about z takes x to y; then 1, 2, 3 on.
    const Pose pose{{1, 2, 3}, to_matrix(from_rotation_vector({0, 0, std::acos(0.0)}))};
    CHECK(norm(pose.to_world({5, 0, 1}) - Vec3{1, 7, 4}) <= 1e-14);
    CHECK(norm(pose.to_body({1, 7, 4}) - Vec3{5, 0, 1}) <= 1e-14);
}

TEST_CASE("internal forces along the lines between particles have no torque [PBM-G-A-9]") {
    const std::array<Vec3, 3> r{{{1, 0, 0}, {0, 2, 0}, {0, 0, 3}}};
    Vec3 torque;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            if (i != j) torque += cross(r[i], static_cast<double>(1 + i + j) * (r[i] - r[j]));
    CHECK(torque == Vec3{});
}

TEST_CASE(
    "the particles of a tumbling body give its centre, Idot, and tau = (sum -m r'* rdot'*) omega + I omegadot"
    " [PBM-G-com, PBM-G-A-4, PBM-G-A-19, PBM-G-A-22, PBM-G-A-24, erratum G23]") {
    const std::array<double, 4> masses{1.0, 2.0, 4.0, 0.5};
    const std::array<Vec3, 4> points{{{1, 0, 0}, {0, 2, 0.5}, {-0.5, 0, 1}, {1, 1, -2}}};
    const MassProperties m = particles_mass(masses, points);
    RigidBody body =
        make_body("b", {m.mass, {}, m.inertia}, {1, -2, 0.5}, from_rotation_vector({0.3, -0.5, 0.8}));
    set_velocity(body, {0.5, 1, -1}, {1.5, -0.7, 2});
    body.torque = {0.4, -3, 1.1};
    const Vec3 omega = body.angular_velocity;
    Vec3 center, vanishing;
    Mat3 inertia, half_rate, other_half;  // I, and the two parts of Idot
    for (std::size_t i = 0; i < 4; ++i) {
        const Vec3 r = body.pose().turn(points[i] - m.center), rate = cross(omega, r);
        center += (masses[i] / m.mass) * (body.position + r);
        vanishing += masses[i] * (star(rate) * (star(r) * omega));
        inertia = inertia + -masses[i] * (star(r) * star(r));
        half_rate = half_rate + -masses[i] * (star(r) * star(rate));
        other_half = other_half + -masses[i] * (star(rate) * star(r));
        const double h = 1e-5;  // s: the difference quotient is wrong by h^2/6 |omega|^3 |r| < 2e-9
        const Vec3 later = rotated(r, from_rotation_vector(h * omega)),
                   earlier = rotated(r, from_rotation_vector(-h * omega));
        CHECK(max_entry((0.5 / h) * (star(later) - star(earlier)) - star(rate)) < 2e-9);  // [PBM-G-A-4]
    }
    CHECK(norm(center - body.position) < 1e-14);  // [PBM-G-com]
    CHECK(norm(vanishing) < 1e-13);               // [PBM-G-A-22]
    const Mat3 inertia_rate = star(omega) * inertia - inertia * star(omega);
    CHECK(max_entry(half_rate + other_half - inertia_rate) < 1e-12);  // [PBM-G-A-24]
    CHECK(norm(half_rate * omega + inertia * angular_acceleration(body) - body.torque) <
          1e-12);  // [PBM-G-A-19]
}
