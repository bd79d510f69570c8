#include <cmath>
#include <string>
#include <vector>

#include "../refusals.h"
#include "restraint/rigid/body.h"
#include "restraint/rigid/mass.h"
#include "restraint/rigid/polyhedron.h"

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
    tests::check_refused({
        {[&] { require_closed(triangle); },
         "polyhedron: it has 3 vertices and 2 faces; a solid needs at least 4 of each"},
        {[&] { require_closed(wedge); }, "polyhedron: face 2 has 2 vertices; it needs at least 3"},
        {[&] { require_closed(repeated); }, "polyhedron: face 3 names vertex 2 twice"},
        {[&] { make_prism(square, 0.0); },
         "the depth of a prism is 0.000000 m, but must be positive and finite"},
        {[&] { particles_mass(two_masses, square); }, "there are 2 masses, but 4 points"},
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
    tests::check_refused({
        {refused(Mat3::diagonal({1, 1, 3})), message},        // Izz > Ixx + Iyy
        {refused(Mat3::diagonal({1, 1, 2.00001})), message},  // ... by a little
        {refused(Mat3::diagonal({0, 1, 1})), message},        // points on a line
        {refused(Mat3::diagonal({1e-13, 1, 1})), message},    // ... as good as
        {refused(Mat3::diagonal({-1, 1, 1})), message},
        {refused(skew), message},
        {refused(Mat3::diagonal({std::nan(""), 1, 1})), message},
    });
    CHECK_NOTHROW(make_body("disc", {2.0, {}, Mat3::diagonal({1, 1, 2})}, {}));
    const Vec3 rod{1, 1e-5, 1e-5};
    CHECK_NOTHROW(make_body("rod", box_mass(rod, 7.0), {}));
    CHECK_NOTHROW(require_closed(make_box(rod)));
    CHECK(std::abs(polyhedron_mass(make_box(rod), 7.0).mass - 7e-10) < 1e-24);
}
