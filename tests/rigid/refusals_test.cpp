#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "../refusals.h"
#include "restraint/rigid/body.h"
#include "restraint/rigid/mass.h"
#include "restraint/rigid/polyhedron.h"
#include "restraint/rigid/system.h"

using namespace restraint;
using namespace restraint::rigid;

TEST_CASE("solids with too little to them are refused, and lists of points that do not fit their masses") {
    Polyhedron wedge = make_box({1, 1, 1});
    wedge.faces[2] = {0, 1};
    Polyhedron repeated = make_box({1, 1, 1});
    repeated.faces[3].push_back(repeated.faces[3][0]);
    const Polyhedron triangle{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {2, 1, 0}}};
    const std::vector<Vec3> square{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    const std::vector<double> two_masses{1.0, 2.0};
    const Polyhedron folded{triangle.vertices, {{0, 1, 2}, {2, 1, 0}, {0, 1, 2}, {2, 1, 0}}};
    const std::string positive = ", but must be positive and finite";
    const std::vector<MassProperties> parts{box_mass({1, 1, 1}, 3.0), {-1.0, {}, {}}};
    tests::check_refused({
        {[&] { require_closed(triangle); },
         "polyhedron: it has 3 vertices and 2 faces; a solid needs at least 4 of each"},
        {[&] { require_closed(wedge); }, "polyhedron: face 2 has 2 vertices; it needs at least 3"},
        {[&] { require_closed(repeated); }, "polyhedron: face 3 names vertex 2 twice"},
        {[] {
             box_mass({1, 0, 1}, 1.0);
         },
         "the edge of a box is 0.000000 m" + positive},
        {[] {
             make_box(std::nan("") * Vec3{1, 1, 1});
         },
         "the edge of a box is nan m" + positive},
        {[] { ball_mass(1.0, -2.0); }, "the density of a ball is -2.000000 kg/m^3" + positive},
        {[] {
             with_mass(box_mass(Vec3{1, 1, 1}, 1.0), std::nan(""));
         },
         "the mass of a body is nan kg" + positive},
        {[&] { make_prism(square, 0.0); },
         "the depth of a prism is 0.000000 m, but must be positive and finite"},
        {[&] { particles_mass(two_masses, square); }, "there are 2 masses, but 4 points"},
        {[] { particles_mass({}, {}); },
         "the mass of all parts is 0.000000 kg, but must be positive and finite"},
        {[&] { require_closed(folded); },
         "polyhedron: it has 3 vertices and 4 faces; a solid needs at least 4 of each"},
        {[&] { united(parts); }, "the mass of part 1 is -1.000000 kg, but must be positive and finite"},
        {[] {
             sampled_mass([](Vec3) { return false; }, {0, 0, 0}, {1, 1, 1}, 2, 3.0);
         },
         "no sample point is inside the solid; take more cells"},
    });
    CHECK(polyhedron_mass(make_prism(square, 2.0), 1.0).mass == 2.0);
}

TEST_CASE("a thin rod and a disc without thickness are bodies, a line and what no matter can be are not") {
    const auto refused = [](const Mat3& inertia) {
        return [inertia] { make_body("b", {2.0, {}, inertia}, {}); };
    };
    const std::string message =
        "body b: its inertia tensor must be symmetric and positive definite, with no moment above the sum of "
        "the others; a solid with volume has such a one";
    Mat3 skew = Mat3::diagonal({2, 2, 3});
    skew(0, 1) = 1e-6;
    Mat3 lopsided = Mat3::diagonal({1, 1, 1});
    lopsided(0, 1) = 1.0;
    const auto weighing = [](double mass) {
        return [mass] { make_body("b", {mass, {}, Mat3::diagonal({1, 2, 2})}, {}); };
    };
    const std::string positive = " kg, but must be positive and finite";
    tests::check_refused({
        {weighing(0.0), "body b: its mass is 0.000000" + positive},
        {weighing(-1.0), "body b: its mass is -1.000000" + positive},
        {weighing(std::nan("")), "body b: its mass is nan" + positive},
        {refused(Mat3::diagonal({1, 1, 3})), message},        // Izz > Ixx + Iyy
        {refused(Mat3::diagonal({1, 1, 2.00001})), message},  // ... by a little
        {refused(Mat3::diagonal({0, 1, 1})), message},        // points on a line
        {refused(Mat3::diagonal({1e-13, 1, 1})), message},    // ... as good as
        {refused(Mat3::diagonal({-1, 1, 1})), message},
        {refused(skew), message},
        {refused(lopsided), message},
        {refused(Mat3::diagonal({std::nan(""), 1, 1})), message},
    });
    // A body of a milligram and a tenth of a millimetre is small, not singular.
    CHECK_NOTHROW(make_body("grain", box_mass({1e-4, 1e-4, 2e-4}, 1000.0), {}));
    CHECK_NOTHROW(make_body("disc", {2.0, {}, Mat3::diagonal({1, 1, 2})}, {}));
    const Vec3 rod{1, 1e-5, 1e-5};
    CHECK_NOTHROW(make_body("rod", box_mass(rod, 7.0), {}));
    CHECK_NOTHROW(require_closed(make_box(rod)));
    CHECK(std::abs(polyhedron_mass(make_box(rod), 7.0).mass - 7e-10) < 1e-24);
}

TEST_CASE("places, turns, velocities, forces and torques that are no numbers are refused by name") {
    const Vec3 nowhere{0, std::nan(""), 0};
    const Quaternion turned{std::nan(""), {0, 0, 1}};
    RigidBody body = make_body("b", box_mass({1, 2, 3}, 2.0), {});
    const auto under = [&](Vec3 force, Vec3 torque) {
        return [=] {
            System system({body}, [=](double, std::span<RigidBody> bodies) {
                bodies[0].force = force;
                bodies[0].torque = torque;
            });
            system.derivative();
        };
    };
    const std::string lost = "body b: its position or orientation is not finite",
                      fast = "body b: its velocity is not finite",
                      pushed = "the force on body b at t = 0.000000 s is not finite";
    tests::check_refused({
        {[&] { make_fixed("b", nowhere); }, lost},
        {[&] { make_fixed("b", {}, turned); }, lost},
        {[&] { set_velocity(body, nowhere, {}); }, fast},
        {[&] { set_velocity(body, {}, nowhere); }, fast},
        {under(nowhere, {}), pushed},
        {under({}, nowhere), pushed},
    });
    CHECK_NOTHROW(under({1, 2, 3}, {4, 5, 6})());
}
