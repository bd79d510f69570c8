#include "restraint/rigid/mass.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "../claims.h"
#include "../random.h"
#include "../refusals.h"
#include "restraint/linalg/quaternion.h"
#include "restraint/rigid/polyhedron.h"

using namespace restraint;
using namespace restraint::rigid;

namespace {

Pose random_pose(Random& random) {
    Pose pose;
    Vec3 turn;
    for (std::size_t i = 0; i < 3; ++i) pose.position[i] = random.uniform(-5.0, 5.0);
    for (std::size_t i = 0; i < 3; ++i) turn[i] = random.uniform(-3.0, 3.0);
    pose.orientation = to_matrix(from_rotation_vector(turn));
    return pose;
}

}  // namespace

TEST_CASE(
    "a block of 1 x 2 x 3 m and 6 kg has the moments 6.5, 5 and 2.5 [PBM-G-5.3, PBM-G-5.1, PBM-G-5.1b]") {
    // M/12 (y^2 + z^2) = 6/12 (4 + 9) = 6.5, (1 + 9)/2 = 5, (1 + 4)/2 = 2.5. The slides' M in place of the
    // density rho = M/V would make it V = 6 times too heavy.   [PBM-SF-Ixx, claim CL-G-01, erratum SF01]
    const MassProperties block = box_mass({1, 2, 3}, 1.0);
    CHECK(block.mass == 6.0);
    CHECK(block.inertia == Mat3::diagonal({6.5, 5.0, 2.5}));
    CHECK(block.inertia(0, 1) == 0.0);  // [PBM-G-5.2]
    measured("CL-G-01", "diag(" + figure(block.inertia(0, 0)) + ", " + figure(block.inertia(1, 1)) + ", " +
                            figure(block.inertia(2, 2)) + ")");
}

TEST_CASE("the boundary alone gives the block's mass, centre and tensor, wherever it stands [PBM-SF-green]") {
    Random random(71);
    const Vec3 size{0.7, 1.1, 2.3};
    const MassProperties block = box_mass(size, 3.0);
    for (int trial = 0; trial < 20; ++trial) {
        INFO("seed 71, trial ", trial);
        const Pose pose = random_pose(random);
        const MassProperties exact = moved(block, pose),
                             found = polyhedron_mass(moved(make_box(size), pose), 3.0);
        CHECK(std::abs(found.mass - exact.mass) < 1e-13 * exact.mass);
        CHECK(norm(found.center - exact.center) < 1e-14 * 10);  // centres are up to 9 m away
        CHECK(max_entry(found.inertia - exact.inertia) < 1e-13 * max_entry(exact.inertia));
    }
}

TEST_CASE(
    "the corner tetrahedron: M = rho/6, centre at 1/4, products of inertia with a minus"
    " [PBM-SF-Ixy, erratum G08]") {
    // Over the tetrahedron x, y, z >= 0, x + y + z <= 1: integral of x^2 = 1/60, of x y = 1/120. About the
    // origin I_xx = 2/60, I_xy = -1/120; shifted by M d^2 with M = 1/6, d = (1/4, 1/4, 1/4): I_xx = 1/30 -
    // (1/6)(2/16) = 1/80, I_xy = -1/120 + (1/6)(1/16) = 1/480.
    const Polyhedron corner{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                            {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
    const MassProperties m = polyhedron_mass(corner, 1.0);
    CHECK(std::abs(m.mass - 1.0 / 6) < 1e-16);
    CHECK(norm(m.center - Vec3{0.25, 0.25, 0.25}) < 1e-15);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            CHECK(std::abs(m.inertia(i, j) - (i == j ? 1.0 / 80 : 1.0 / 480)) < 1e-16);
}

TEST_CASE("an L-shaped prism weighs as its two boxes do, and as its sample points nearly do [PBM-SF-samp]") {
    // An L of two unit squares and a half: boxes 2 x 1 and 1 x 1, 0.5 deep. Concave, so its faces are, too.
    const std::vector<Vec3> outline{{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}};
    const MassProperties exact = polyhedron_mass(make_prism(outline, 0.5), 2.0);
    const std::vector<MassProperties> boxes{moved(box_mass({2, 1, 0.5}, 2.0), Pose{{1, 0.5, 0}}),
                                            moved(box_mass({1, 1, 0.5}, 2.0), Pose{{0.5, 1.5, 0}})};
    const MassProperties sum = united(boxes);
    CHECK(std::abs(exact.mass - 3.0) < 1e-15 * 3);  // 3 m^2 of 0.5 m and 2 kg/m^3
    CHECK(norm(exact.center - sum.center) < 1e-15);
    CHECK(max_entry(exact.inertia - sum.inertia) < 1e-14);
    const auto inside = [](Vec3 p) {
        return p.x >= 0 && p.y >= 0 && (p.y <= 1 ? p.x <= 2 : p.x <= 1 && p.y <= 2);
    };
    // 40 cells an axis: cells lie exactly in or out of this solid, so what is missing is only each cell's own
    // tensor, h^2/6 = (2/40)^2/6 = 4e-4 of a square metre for each kilogram.
    const MassProperties sampled = sampled_mass(inside, {0, 0, -0.25}, {2, 2, 0.25}, 40, 2.0);
    CHECK(std::abs(sampled.mass - exact.mass) < 1e-11);  // 48,000 roundings
    CHECK(norm(sampled.center - exact.center) < 1e-11);
    CHECK(max_entry(sampled.inertia - exact.inertia) < 4.2e-4 * exact.mass);
}

TEST_CASE("a ball is 2/5 M r^2 about every axis; sampling it is right to a percent") {
    const MassProperties ball = ball_mass(0.5, 4.0);
    const auto inside = [](Vec3 p) { return dot(p, p) <= 0.25; };
    const MassProperties sampled = sampled_mass(inside, {-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}, 40, 4.0);
    CHECK(std::abs(ball.mass - 4.0 * 4.0 / 3 * std::acos(-1.0) / 8) < 1e-15 * 3);
    CHECK(ball.inertia(1, 1) == ball.inertia(2, 2));
    CHECK(std::abs(sampled.inertia(0, 0) / ball.inertia(0, 0) - 1.0) < 0.01);
}

TEST_CASE("the tensor's trace is twice the sum of m r^2 [PBM-G-2.33, PBM-G-2.35, PBM-G-2.38, erratum G25]") {
    const std::vector<double> masses{1.0, 2.0, 0.5};
    const std::vector<Vec3> points{{1, 0, 2}, {-1, 1, 0}, {0, -3, 1}};
    const MassProperties m = particles_mass(masses, points);
    double sum = 0.0;
    Vec3 first_moment;
    Mat3 star_form;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 r = points[i] - m.center;
        sum += masses[i] * dot(r, r);
        first_moment += masses[i] * r;
        star_form = star_form + -masses[i] * (star(r) * star(r));  // [PBM-G-A-20]
        CHECK(norm(star(r) * r) < 1e-14);  // with one star lost, as printed, nothing is left   [erratum G23]
    }
    CHECK(std::abs(trace(m.inertia) - 2 * sum) < 1e-14 * sum);
    CHECK(norm(first_moment) < 1e-14);  // [PBM-G-2.20]
    CHECK(max_entry(star_form - m.inertia) < 1e-14 * sum);
}

TEST_CASE("open, turned, inside-out and flat polyhedra are refused, each with its own reason") {
    const Polyhedron box = make_box({1, 2, 3}), rod = make_box({1, 1e-3, 1e-3});
    CHECK_NOTHROW(polyhedron_mass(box, 1.0));
    const auto use = [](const Polyhedron& polyhedron) { polyhedron_mass(polyhedron, 1.0); };
    const auto turn_all = [](Polyhedron& p) {
        for (auto& face : p.faces) face = {face[3], face[2], face[1], face[0]};
    };
    const auto flatten = [](Polyhedron& p) {
        for (Vec3& vertex : p.vertices) vertex.z = 0.25;
    };
    const std::string
        open_at =
            "polyhedron: open at edge 4-6 of face 0: no other face runs through it in the other direction",
        turned = "polyhedron: edge 5-1 runs the same way in face 1 and face 2; one of them is turned over",
        inside_out = "polyhedron: inside out: its faces must be counter-clockwise as seen from outside";
    tests::check_spoilt<Polyhedron>(
        box, use,
        {{[](Polyhedron& p) { p.faces.pop_back(); }, open_at},
         {[](Polyhedron& p) {
              p.faces[2] = {4, 5, 1, 0};
          },
          turned},
         {turn_all, inside_out},
         {flatten, "polyhedron: flat: it has no volume"},
         {[](Polyhedron& p) { p.vertices[3].y = std::nan(""); }, "polyhedron: vertex 3 is not finite"},
         {[](Polyhedron& p) { p.faces[0][1] = 8; }, "polyhedron: face 0 names vertex 8, but there are 8"}});
    // A rod 1 x 1e-3 x 1e-3 has little volume for its size, and still has a side that is inside.
    tests::check_spoilt<Polyhedron>(rod, use, {{turn_all, inside_out}});
    // The volume of a slab of 1e-13 m could be rounding, whatever its sign; that of one of 1e-10 m is none.
    const auto keep = [](Polyhedron&) {};
    const std::string no_volume = "polyhedron: flat: it has no volume";
    tests::check_spoilt<Polyhedron>(make_box({1, 1, 1e-13}), use, {{keep, no_volume}, {turn_all, no_volume}});
    tests::check_spoilt<Polyhedron>(make_box({1, 1, 1e-10}), use, {{turn_all, inside_out}});
    CHECK_NOTHROW(use(make_box({1, 1, 1e-10})));
}
