#include <vector>

#include "../refusals.h"
#include "restraint/rigid/mass.h"
#include "restraint/rigid/polyhedron.h"

using namespace restraint;
using namespace restraint::rigid;

TEST_CASE("solids with too little to them are refused, and lists of points that do not fit their masses") {
    Polyhedron wedge = make_box({1, 1, 1});
    wedge.faces[2] = {0, 1};
    const Polyhedron triangle{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {2, 1, 0}}};
    const std::vector<Vec3> square{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    const std::vector<double> two_masses{1.0, 2.0};
    tests::check_refused({
        {[&] { require_closed(triangle); },
         "polyhedron: it has 3 vertices and 2 faces; a solid needs at least 4 of each"},
        {[&] { require_closed(wedge); }, "polyhedron: face 2 has 2 vertices; it needs at least 3"},
        {[&] { make_prism(square, 0.0); }, "a prism is 0.000000 m deep, but must be positive and finite"},
        {[&] { particles_mass(two_masses, square); }, "there are 2 masses, but 4 points"},
    });
    CHECK(polyhedron_mass(make_prism(square, 2.0), 1.0).mass == 2.0);
}
